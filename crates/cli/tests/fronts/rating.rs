//! `rate` and `train`: which rating moves speak for, and how people choose.

use serde_json::Value;

use crate::desk::{Desk, Ran, fallible, ran};

/// Decisions in a position where one move wins a queen: `played` by Ann, then by Bob of another game.
fn decisions(ann: &str, bob: &str) -> String {
    let line = |game: usize, elo: u16, played: &str| {
        format!(
            r#"{{"file":"lichess.pgn","game":{game},"ply":41,"fen":"4k3/8/8/3q4/4P3/8/4K3/8 w - - 0 1","elo":{elo},"played":"{played}","sf":{{"e4d5":[0,150],"e4e5":[0,-900],"e2e1":[0,-900],"e2f1":[0,-920],"e2e3":[0,-900],"e2f2":[0,-910],"e2f3":[0,-905]}}}}"#
        )
    };
    let lines = (1..=20).map(|game| line(game, 1500, if game < 11 { ann } else { bob }) + "\n");
    lines.collect()
}

fn rated(text: &str, options: &[&str]) -> Ran {
    let desk = Desk::new();
    let file = desk.path("decisions.jsonl");
    std::fs::write(&file, text).expect("written");
    ran(fallible().arg("rate").arg(&file).args(options))
}

#[test]
fn who_takes_the_queen_is_rated_above_who_does_not() {
    let mean = |text: &str| -> f64 {
        let Ran { code, out, err } = rated(text, &["--player", "?", "--json"]);
        assert_eq!((code, err.as_str()), (0, ""));
        let answer: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((&answer["decisions"], &answer["games"]), (&20.into(), &20.into()));
        let elo = ["low", "mean", "high"].map(|key| answer["elo"][key].as_f64().expect("a rating"));
        assert!(elo.is_sorted() && elo[0] >= 500.0 && elo[2] <= 3000.0, "{elo:?}");
        elo[1]
    };
    let taken = mean(&decisions("e4d5", "e4d5"));
    let missed = mean(&decisions("e4e5", "e2e1"));
    assert!(taken > missed + 100.0, "{taken} {missed}");
}

#[test]
fn text_never_gives_a_bare_number() {
    let Ran { code, out, .. } = rated(&decisions("e4d5", "e4d5"), &["--player", "?"]);
    assert_eq!(code, 0);
    for part in
        ["plays like", "with 95 % between", "games more would halve", "cp loss", "not a rating"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn what_cannot_be_rated_is_told() {
    let refused = |text: &str, options: &[&str], words: &[&str]| {
        let Ran { code, out, err } = rated(text, options);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(words.iter().all(|word| err.contains(word)), "{err}");
    };
    refused(&decisions("e4d5", "e4d5"), &["--player", "nobody"], &["no decision of 'nobody'"]);
    let mixed = decisions("e4d5", "e4d5").replacen("lichess.pgn", "fide.pgn", 3);
    refused(&mixed, &["--player", "?"], &["fide and lichess", "--pool"]);
}

const RUY: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 *";

fn games(players: &[(&str, &str)]) -> String {
    let game = |(white, black): &(&str, &str)| {
        format!(
            "[Event \"Rated Blitz game\"]\n[Site \"lichess\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n\n{RUY}\n\n"
        )
    };
    players.iter().map(game).collect()
}

/// The engine is not even looked for.
#[test]
fn a_name_that_fits_two_players_is_told_before_anything_is_valued() {
    let desk = Desk::new();
    let file = desk.path("lichess.pgn");
    std::fs::write(&file, games(&[("Smith, Ann", "Jones"), ("Smith, Bob", "Jones")]))
        .expect("written");
    for (command, name) in [("rate", "smith"), ("fairplay", "smith"), ("rate", "nobody")] {
        let options = ["--player", name, "--engine", "/no/such/engine"];
        let Ran { code, out, err } = ran(fallible().arg(command).arg(&file).args(options));
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        match name {
            "smith" => {
                assert!(err.contains("Smith, Ann or Smith, Bob: give more of the name"), "{err}")
            }
            _ => {
                assert!(
                    err.contains("no decision of 'nobody'") && err.contains("Smith, Bob"),
                    "{err}"
                );
            }
        }
    }
}

/// One player in two spellings is one; two names of one player are put together if they are named.
#[test]
fn a_name_in_other_letters_is_the_same_player() {
    let desk = Desk::new();
    let file = desk.path("lichess.pgn");
    let all = [("Smith, Ann", "Jones"), ("SMITH,Ann", "Jones"), ("Smith, A", "Jones")];
    std::fs::write(&file, games(&all)).expect("written");
    let rate = |names: &[&str]| {
        let names = names.iter().flat_map(|name| ["--player", name]);
        let options = ["--engine", "own", "--depth", "1", "--json"];
        ran(fallible().arg("rate").arg(&file).args(names).args(options))
    };
    let counted = |names: &[&str]| {
        let Ran { code, out, err } = rate(names);
        assert_eq!(code, 0, "{err}");
        let answer: Value = serde_json::from_str(&out).expect("JSON");
        (answer["games"].as_u64().expect("games"), answer["player"].clone())
    };
    assert_eq!(counted(&["ann smith"]).0, 2);
    assert_eq!(counted(&["Smith, A"]), (1, "Smith, A".into()));
    assert_eq!(counted(&["ann", "Smith, A"]).0, 3);
    let Ran { code, err, .. } = rate(&["smith"]);
    assert!(code == 2 && err.contains("name each of them with a --player of its own"), "{err}");
}

/// Decisions with the scores of two engines would count twice.
#[test]
fn of_two_engines_one_is_chosen() {
    let desk = Desk::new();
    let (file, both) = (desk.path("lichess.pgn"), desk.path("both.parquet"));
    std::fs::write(&file, games(&[("Ann", "Bob")])).expect("written");
    let engine = desk.path("other");
    let script = format!(
        "#!/bin/sh\n{} uci --option EngineDepth=1 --agent infallible | sed -u 's/^id name .*/id name Other 2/'\n",
        env!("CARGO_BIN_EXE_fallible")
    );
    std::fs::write(&engine, script).expect("written");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&engine, executable).expect("a program");
    let other = engine.to_str().expect("UTF-8");
    let engines = ["--engine", "own", "--engine", other, "--depth", "1", "--max-per-game", "4"];
    let Ran { code, err, .. } =
        ran(fallible().arg("evaluate").arg(&file).args(engines).arg("--out").arg(&both));
    assert_eq!(code, 0, "{err}");
    let ask = |words: &[&str]| ran(fallible().arg(words[0]).arg(&both).args(&words[1..]));
    for words in [&["rate", "--player", "ann"][..], &["profile"], &["calibrate"]] {
        let Ran { code, out, err } = ask(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?}");
        assert!(err.contains("Other 2") && err.contains("choose one with --engine"), "{err}");
    }
    let mixed = ran(fallible().arg("rate").args([&both, &file]).args(["--player", "ann"]));
    assert!(mixed.code == 2 && mixed.err.contains("give files of one kind"), "{}", mixed.err);
    let Ran { code, out, err } = ask(&["rate", "--player", "ann", "--engine", "own", "--json"]);
    assert_eq!(code, 0, "{err}");
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(answer["decisions"], 2);
    let Ran { out, .. } = ask(&["profile", "--by", "engine", "--least", "1", "--json"]);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    let groups = answer["groups"].as_array().expect("groups");
    assert_eq!(groups.len(), 2);
    assert!(groups.iter().all(|one| one["decisions"] == 4), "{answer}");
}

/// Ratings of two servers are not mixed, and that is told before anything is valued; games that do not say
/// go with those that do.
#[test]
fn pools_are_told_apart_before_anything_is_valued() {
    let desk = Desk::new();
    let file = desk.path("mine.pgn");
    let here = games(&[("Ann", "Bob")]);
    let there = here.replace("[Site \"lichess\"]", "[Site \"freechess.org\"]");
    let silent = here.replace("[Site \"lichess\"]\n", "");
    let rate = |text: &str, engine: &str| {
        std::fs::write(&file, text).expect("written");
        let options = ["--player", "ann", "--engine", engine, "--depth", "1", "--json"];
        ran(fallible().arg("rate").arg(&file).args(options))
    };
    let Ran { code, out, err } = rate(&format!("{here}{there}"), "/no/such/engine");
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("rated by lichess and fics") && err.contains("--pool"), "{err}");
    for (text, pool) in [(format!("{here}{silent}"), "lichess"), (silent.clone(), "other")] {
        let Ran { code, out, err } = rate(&text, "own");
        assert_eq!(code, 0, "{err}");
        let answer: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(answer["pool"], pool);
    }
}

/// Without any engine the rating rests on values all the same: our own searcher's.
#[test]
fn our_own_searcher_has_models() {
    let desk = Desk::new();
    let file = desk.path("mine.pgn");
    std::fs::write(&file, games(&[("Ann", "Bob")])).expect("written");
    for pool in ["fide", "lichess"] {
        let options = ["--player", "ann", "--engine", "own", "--pool", pool, "--json"];
        let Ran { code, out, err } = ran(fallible().arg("rate").arg(&file).args(options));
        assert_eq!(code, 0, "{err}");
        let answer: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((&answer["sees_scores"], &answer["pool"]), (&true.into(), &pool.into()));
        let reference = answer["reference"].as_str().expect("words");
        assert!(reference.starts_with("Fallible searcher") && reference.contains("depth 4"));
    }
}

/// KPK: tables know that all of these moves draw, whatever the engine says of them.
#[test]
fn with_few_men_the_tables_judge() {
    let line = |played: &str| {
        format!(
            "{{\"file\":\"lichess.pgn\",\"game\":1,\"ply\":81,\"player\":\"Ann\",\"fen\":\"8/8/8/8/4k3/8/4P3/4K3 w - - 0 1\",\"elo\":1500,\"played\":\"{played}\",\"sf\":{{\"e2e3\":[0,0],\"e1d1\":[0,900],\"e1f1\":[0,10],\"e1d2\":[0,20],\"e1f2\":[0,30]}}}}\n"
        )
    };
    let Ran { code, out, err } = rated(&line("e1d2"), &["--player", "ann", "--json"]);
    assert_eq!(code, 0, "{err}");
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    let remarks = answer["remarks"].to_string();
    assert!(
        remarks.contains("1 decision with at most five men was judged by endgame tables"),
        "{remarks}"
    );
    // All five moves draw, so that none gives anything away, though the engine would lose 880 by it.
    assert_eq!(answer["baselines"]["centipawn_loss"], 0.0);
}

#[test]
fn too_little_to_learn_from_is_told_and_nothing_written() {
    let desk = Desk::new();
    let [games, scored, out] = ["g.pgn", "d.jsonl", "m.json"].map(|name| desk.path(name));
    std::fs::write(&games, "[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 *\n").expect("written");
    std::fs::write(&scored, decisions("e4d5", "e4d5")).expect("written");
    let asked = fallible()
        .arg("train")
        .arg(&games)
        .arg("--decisions")
        .arg(&scored)
        .arg("--out")
        .arg(&out)
        .output();
    let asked = asked.expect("it runs");
    let err = String::from_utf8_lossy(&asked.stderr);
    assert_eq!(asked.status.code(), Some(2), "{err}");
    assert!(err.contains("a few thousand are needed"), "{err}");
    assert!(!out.exists());
}
