//! `fairplay`: agreement with an engine, in careful words.

use serde_json::Value;

use crate::desk::{Desk, Ran, fallible, ran};

/// Decisions of two players in a position where one move wins a queen.
fn decisions(elo: &str) -> String {
    let line = |game: usize, name: &str, played: &str| {
        format!(
            r#"{{"file":"lichess.pgn","game":{game},"ply":41,"player":"{name}","opponent":"Cy","fen":"4k3/8/8/3q4/4P3/8/4K3/8 w - - 0 1"{elo},"played":"{played}","sf":{{"e4d5":[0,150],"e4e5":[0,-900],"e2e1":[0,-900],"e2f1":[0,-920],"e2e3":[0,-900],"e2f2":[0,-910],"e2f3":[0,-905]}}}}"#
        )
    };
    let ann = (1..=3).map(|game| line(game, "Ann Example", "e4d5") + "\n");
    let anna = (4..=20).map(|game| line(game, "Anna Sample", "e2f2") + "\n");
    ann.chain(anna).collect()
}

const RATED: &str = r#","elo":1500"#;

fn looked(desk: &Desk, text: &str, options: &[&str]) -> Ran {
    let file = desk.path("decisions.jsonl");
    std::fs::write(&file, text).expect("written");
    ran(fallible().arg("fairplay").arg(&file).args(options))
}

#[test]
fn the_answer_has_what_was_promised_and_three_games_are_told_to_be_few() {
    let desk = Desk::new();
    let Ran { code, out, err } =
        looked(&desk, &decisions(RATED), &["--player", "ann example", "--json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&answer["player"], &answer["decisions"]), (&"Ann Example".into(), &3.into()));
    for number in ["z", "p_value", "bayes_factor", "posterior"] {
        assert!(answer[number].is_f64(), "{number}");
    }
    assert!(answer["z"].as_f64().expect("a number") > 0.0);
    for list in ["power", "changes", "caveats", "moves", "detectable"] {
        assert!(answer[list].is_array(), "{list}");
    }
    assert!(answer["caveats"].to_string().contains("3 games are few"));
}

#[test]
fn text_is_careful_and_the_report_stands_alone() {
    let desk = Desk::new();
    let report = desk.path("report.html");
    let options = ["--player", "ann example", "--mask", "--html", report.to_str().expect("a path")];
    let Ran { code, out, err } = looked(&desk, &decisions(RATED), &options);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("What this cannot show:") && out.contains("does not show that anybody"));
    let page = std::fs::read_to_string(&report).expect("a report");
    for text in [&out, &page] {
        assert!(!text.to_lowercase().contains("cheat") && !text.contains("Ann"), "{text}");
    }
    assert!(page.contains("<svg") && !page.contains("src=") && !page.contains("<link"));
}

#[test]
fn several_players_are_corrected_for() {
    let desk = Desk::new();
    let Ran { code, out, err } = looked(&desk, &decisions(RATED), &["--all-players", "--json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    let players = answer["players"].as_array().expect("players");
    assert_eq!(players.len(), 2);
    assert_eq!(players[0]["player"], "Ann Example");
    let least = |key: &str| players[0]["many_players"][key].as_f64().expect("a number");
    let alone = players[0]["p_value"].as_f64().expect("a number");
    assert!(
        (least("holm") - (2.0 * alone).min(1.0)).abs() < 1e-9
            && least("benjamini_hochberg") >= alone
    );
    let Ran { code, out, .. } = looked(&desk, &decisions(RATED), &["--all-players"]);
    assert!(code == 0 && out.contains("some are always unusual"), "{out}");
}

#[test]
fn what_cannot_be_asked_is_told_in_a_sentence() {
    let desk = Desk::new();
    let refused = |text: &str, options: &[&str], words: &[&str]| {
        let Ran { code, out, err } = looked(&desk, text, options);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert_eq!(err.trim_end().lines().count(), 1, "{err}");
        assert!(words.iter().all(|word| err.contains(word)), "{err}");
    };
    let rated = decisions(RATED);
    refused(&rated, &["--player", "ann"], &["'ann' could be Ann Example or Anna Sample"]);
    refused(&rated, &["--player", "dora"], &["no decision of 'dora'"]);
    refused(&decisions(""), &["--player", "ann example"], &["no game carries a rating", "--elo"]);
    refused(&rated, &["--player", "cy"], &["no decision of 'cy'"]);
    let own = desk.path("decisions.jsonl");
    let own = own.to_str().expect("a path");
    refused(
        &rated,
        &["--player", "ann example", "--profile", own],
        &["--profile", "not among those"],
    );
    // A mate on the move that everybody finds says nothing.
    let plain = r#"{"file":"fide.pgn","game":1,"ply":41,"player":"Ann","fen":"7k/8/8/8/8/5q2/8/7K w - - 0 1","elo":1500,"played":"h1h2","sf":{"h1h2":[0,-900],"h1g1":[0,-900]}}"#;
    refused(&format!("{plain}\n"), &["--player", "ann"], &["informative"]);
}

#[test]
fn an_engine_that_is_not_there_is_named() {
    let desk = Desk::new();
    let games = desk.path("games.pgn");
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 *";
    std::fs::write(
        &games,
        format!("[White \"ann\"]\n[Black \"b\"]\n[WhiteElo \"1500\"]\n\n{moves}\n"),
    )
    .expect("written");
    let Ran { code, out, err } = ran(fallible().arg("fairplay").arg(&games).args([
        "--player",
        "ann",
        "--engine",
        "/no/such/engine",
    ]));
    assert!(code != 0 && out.is_empty(), "{code} {out}");
    assert!(err.contains("/no/such/engine"), "{err}");
}
