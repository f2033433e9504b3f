//! The quality of play in `fallible assess`, and `fallible speculate`.

use std::fs;

use crate::desk::{Desk, Ran, fallible, ran};

const GAMES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/games/browne-belle.pgn");

/// Browne's figures: over all moves, and within the space of games that can be won in time.
#[test]
fn browne_is_measured_as_known() {
    let desk = Desk::new();
    let answer = desk.json(&["assess", GAMES]);
    let two = |value: &serde_json::Value| (value.as_f64().unwrap() * 100.0).round() / 100.0;
    let passage = |game: usize| answer["games"][game]["passages"][0].clone();
    let first = passage(0);
    assert_eq!((&first["endgame"], &first["start"]), (&"KQKR".into(), &31.into()));
    let counts = |errors: &serde_json::Value| {
        ["moves", "mistakes", "conceded"].map(|name| errors[name].as_u64().unwrap())
    };
    assert_eq!(counts(&first["winner_errors"]), [45, 14, 27]);
    assert_eq!(counts(&first["within"]), [33, 11, 20]);
    assert_eq!(["p", "delta", "d"].map(|name| two(&first["within"][name])), [0.33, 1.82, 0.61]);
    assert_eq!((&first["slipped_with"], &first["measures"]["q1"]), (&33.into(), &68.into()));
    let second = passage(1);
    assert_eq!(counts(&second["winner_errors"]), [50, 12, 19]);
    assert_eq!(["q7", "q8", "q6"].map(|name| two(&second["measures"][name])), [0.24, 1.58, 0.38]);
    assert_eq!(second["measures"]["path_efficiency"], 0.62);
    assert_eq!(counts(&second["loser_errors"])[1..], [0, 0]);
    let browne = &answer["players"][0]["quality"];
    assert_eq!(counts(browne), [95, 26, 46]);
    assert_eq!((&browne["deepest_won"], two(&browne["net"])), (&"[all]".into(), 0.48));
    assert_eq!(answer["quality"]["losers"]["conceded"], 0);
    let text = desk.text(&["assess", GAMES, "--quality"]);
    for part in [
        "33; until then 33 moves, 11 mistakes, 20 conceded",
        "Q1 68",
        "p 0.240, delta 1.583, d 0.380",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    assert!(!desk.text(&["assess", GAMES]).contains("quality:"));
}

#[test]
fn mistakes_by_depth_stand_beside_the_random_players() {
    let desk = Desk::new();
    let [plot, errors, table] = ["t.svg", "e.svg", "e.csv"].map(|name| desk.path(name));
    let [plot_name, errors_name, table_name] =
        [&plot, &errors, &table].map(|path| path.to_str().unwrap());
    let files =
        ["--trajectory-plot", plot_name, "--error-plot", errors_name, "--error-table", table_name];
    let text = desk.text(&[&["assess", GAMES, "--brief", "--by-depth"][..], &files[..]].concat());
    assert!(
        text.contains("KQKR, winners: mistakes by depth; 95 moves of winners, 94 of losers"),
        "{text}"
    );
    assert!(text.contains("the random player: at depth 27.8 (stable)"), "{text}");
    let svg = fs::read_to_string(&plot).unwrap();
    assert!(svg.contains("stroke-dasharray") && svg.contains("Browne, Walter, game 2: 50, 0<"));
    assert!(fs::read_to_string(&errors).unwrap().contains("random winners"));
    let csv = fs::read_to_string(&table).unwrap();
    assert_eq!(csv.lines().next().unwrap().split(',').count(), 10);
    assert!(csv.lines().all(|line| line.split(',').count() == 10));
    let answer = desk.json(&["assess", GAMES, "--brief", "--by-depth", "--smooth"]);
    let winners = answer["by_depth"]["winners"].as_array().unwrap();
    assert_eq!(winners.len(), 31);
    // The deepest wins: every move that keeps the win is optimal.
    assert_eq!(winners[30]["random"]["d"], 0.0);
    let Ran { code, err, .. } = desk.run(&["assess", GAMES, "--error-plot", GAMES]);
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
    let none = desk.json(&["assess", GAMES, "--brief", "--endgame", "KRKQ"]);
    assert_eq!(none["quality"]["winners"]["moves"], 0);
}

#[test]
fn when_a_mistake_is_worth_making() {
    let desk = Desk::new();
    let answer = |words: &[&str]| -> serde_json::Value {
        let Ran { code, out, err } = ran(fallible().arg("speculate").args(words).arg("--json"));
        assert_eq!((code, err.as_str()), (0, ""));
        serde_json::from_str(&out).unwrap()
    };
    assert_eq!(answer(&["--p", "0.5", "--epsilon", "0.25"])["required"], 2.0);
    let unequal = answer(&["--p", "0.5", "--epsilon0", "0.1", "--epsilon1", "0.3"]);
    assert!((unequal["required"].as_f64().unwrap() - 1.6).abs() < 1e-9);
    let masters = ["--p", "0.322", "--epsilon", "0.2", "--delta-min", "2.24", "--delta-max"];
    for (size, speculate, rule) in [
        ("1", true, "rule 2"),
        ("2", false, "rule 2"),
        ("3", false, "rule 1"),
        ("0", true, "rule 5"),
    ] {
        let advice = &answer(&[&masters[..], &[size]].concat())["advice"];
        assert_eq!(
            (&advice["speculate"], &advice["rule"]),
            (&speculate.into(), &rule.into()),
            "{size}"
        );
    }
    let opaque = answer(&["--p", "0.3", "--epsilon", "0.5"]);
    assert!(opaque["required"].is_null());
    let svg = desk.path("c.svg");
    for draw in ["contours", "section", "surface"] {
        let words = ["speculate", "--p", "0.5", "--epsilon", "0.2", "--draw", draw, "--plot"];
        let Ran { code, out, err } = ran(fallible().args(words).arg(&svg));
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.contains("rule 2") && fs::read_to_string(&svg).unwrap().contains("<polyline"));
    }
    for (words, part) in [
        (&["--p", "1.2", "--epsilon", "0.2"][..], "p = 1.2 is no probability"),
        (&["--p", "-0.1", "--epsilon", "0.2"], "p = -0.1 is no probability"),
        (&["--p", "0.3", "--epsilon", "0.6"], "worse than a guess"),
        (&["--p", "0.3", "--epsilon", "NaN"], "is no probability"),
        (&["--p", "0.3"], "give --epsilon"),
        (&["--p", "0.3", "--epsilon0", "0.1"], "--epsilon1"),
        (
            &["--p", "0.3", "--epsilon", "0.1", "--delta-min", "-1", "--delta-max", "1"],
            "no size of a mistake",
        ),
        (&["--p", "0.3", "--epsilon", "0.1", "--delta-min", "1"], "--delta-max"),
    ] {
        let Ran { code, out, err } = ran(fallible().arg("speculate").args(words));
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{words:?}: {err}");
        assert!(err.contains(part), "{words:?} said {err}");
    }
}
