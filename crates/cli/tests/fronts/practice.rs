//! `fallible practice`: a scripted game, gone on with, reported; a test made and scored.

use std::fs;

use endgame::rules::Position;
use serde_json::Value;

use crate::desk::{Desk, Ran, fallible, ran};

/// Runs with this typed.
fn typed(desk: &Desk, words: &[&str], input: &str) -> Ran {
    let mut command = fallible();
    command.arg("practice").args(words).arg("--tables").arg(desk.tables());
    ran(command.write_stdin(input))
}

fn json(file: &std::path::Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// The position a record has come to.
fn position(record: &Value) -> Position {
    let start = Position::from_fen(record["start"].as_str().unwrap()).unwrap();
    record["moves"].as_array().unwrap().iter().fold(start, |at, kept| {
        let uci = kept["uci"].as_str().unwrap();
        let play = at.legal_moves().into_iter().find(|&play| at.uci(play) == uci).unwrap();
        at.after(play)
    })
}

#[test]
fn a_game_is_played_kept_and_reported() {
    let desk = Desk::new();
    let file = desk.path("game.json");
    let name = file.to_str().unwrap();
    let words = [
        "KRK",
        "--depth",
        "5",
        "--programs",
        "infallible,random",
        "--player",
        "Ann",
        "--seed",
        "4",
        "--record",
        name,
    ];
    let Ran { code, out, err } = typed(&desk, &words, "Zz9\nboard\nquit\n");
    assert_eq!((code, err.as_str()), (0, ""));
    for part in ["one of 2 programs", "is not a move", "a b c d e f g h", "unfinished"] {
        assert!(out.contains(part), "no {part} in {out}");
    }
    let fresh = json(&file);
    assert_eq!(
        (&fresh["depth"], &fresh["program"], &fresh["end"]),
        (&5.into(), &Value::Null, &Value::Null)
    );
    // One best move at a time, the record gone on with each time.
    let mut said = String::new();
    for _ in 0..30 {
        let record = json(&file);
        if !record["end"].is_null() {
            break;
        }
        assert!(
            !fs::read_to_string(&file).unwrap().contains("\"program\": \""),
            "the program is not named"
        );
        assert!(!said.contains("the program was"));
        let probed = desk.json(&["probe", &position(&record).fen()]);
        let best = probed["moves"][0]["san"].as_str().unwrap().to_owned();
        let Ran { code, out, err } = typed(&desk, &["--record", name], &format!("{best}\n"));
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        said = out;
    }
    let done = json(&file);
    assert_eq!(done["end"], "won");
    let program = done["program"].as_str().unwrap();
    assert!(said.contains(&format!("won; the program was {program}")), "{said}");
    let Ran { code, err, .. } = typed(&desk, &["--record", name], "");
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
    assert!(err.contains("holds a finished game"), "{err}");
    assert_eq!(json(&file), done);
    let report = desk.text(&["practice", "--report", name, name]);
    assert!(
        report.contains("DMAX") && report.contains("[all]") && report.contains("Ann"),
        "{report}"
    );
    let report = desk.json(&["practice", "--report", name]);
    let row = &report["games"][0];
    assert_eq!(
        (&row["person"]["mistakes"], &row["net"].as_f64().map(|net| net <= 0.0)),
        (&0.into(), &Some(true))
    );
    let csv = desk.text(&["practice", "--report", name, "--csv"]);
    assert_eq!(csv.lines().count(), 2);
    // The same typed at once gives the same game.
    let moves: Vec<&str> = done["moves"]
        .as_array()
        .unwrap()
        .iter()
        .step_by(2)
        .map(|m| m["san"].as_str().unwrap())
        .collect();
    let Ran { code, out, .. } =
        typed(&desk, &[&words[..9], &["--json"]].concat(), &moves.join("\n"));
    assert_eq!(code, 0);
    let again: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(again["record"], done);
}

#[test]
fn giving_up_tells_who_it_was() {
    let desk = Desk::new();
    let Ran { code, out, err } = typed(&desk, &["KRK", "--level", "5", "--seed", "1"], "resign\n");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("given up; the program was infallible"), "{out}");
}

#[test]
fn records_that_are_none_stay_as_they_are() {
    let desk = Desk::new();
    let file = desk.path("game.json");
    let name = file.to_str().unwrap();
    typed(&desk, &["KRK", "--depth", "9", "--seed", "2", "--record", name], "quit\n");
    let good = fs::read_to_string(&file).unwrap();
    for (bad, part) in [
        ("{", "is no record"),
        (&good.replace("\"format\": 1", "\"format\": 7"), "format 7"),
        (&good.replace("\"dtc\"", "\"dtm\""), "--metric dtm"),
        (&good.replace("infallible", "wizard"), "nobody knows"),
    ] {
        fs::write(&file, bad).unwrap();
        let Ran { code, out, err } = typed(&desk, &["--record", name], "quit\n");
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{err}");
        assert!(err.contains(part), "no {part} in {err}");
        assert_eq!(fs::read_to_string(&file).unwrap(), bad);
    }
    for (words, part) in [
        (&["practice"][..], "no endgame named"),
        (&["practice", "KRK", "--depth", "40"], "the deepest is 16"),
        (&["practice", "KRK", "--depth", "9..4"], "is no range of depths"),
        (&["practice", "KRK", "--level", "9"], "from 1 to 5"),
        (&["practice", "KRK", "--programs", "wizard"], "there is no 'wizard'"),
        (&["practice", "--report", "/dev/null/none.json"], "cannot read"),
        (&["practice", "KRK", "--test", "3"], "--out"),
    ] {
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{words:?}: {err}");
        assert!(err.contains(part), "{words:?} said {err}");
    }
}

#[test]
fn a_test_is_made_and_scored() {
    let desk = Desk::new();
    let [test, ann, bob] = ["test.json", "ann.txt", "bob.txt"].map(|name| desk.path(name));
    let name = test.to_str().unwrap();
    let words = [
        "practice",
        "KRK",
        "--test",
        "3",
        "--depth",
        "6..12",
        "--challenger",
        "player:3",
        "--seed",
        "1",
        "--out",
        name,
    ];
    let text = desk.text(&words);
    assert!(text.contains("6 positions of KRK") && !text.contains("reference"), "{text}");
    let made = json(&test);
    assert_eq!(made["questions"].as_array().unwrap().len(), 6);
    // Ann plays the best moves, Bob does not answer after the first.
    let best: Vec<String> = made["questions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|question| {
            let probed = desk.json(&["probe", question["fen"].as_str().unwrap()]);
            probed["moves"][0]["san"].as_str().unwrap().to_owned()
        })
        .collect();
    fs::write(&ann, best.join("\n")).unwrap();
    fs::write(&bob, format!("1 {}\n2 -\n", best[0])).unwrap();
    let [ann, bob] = [&ann, &bob].map(|path| path.to_str().unwrap());
    let score = desk.json(&["practice", "--score", name, "--answers", ann, bob]);
    assert_eq!(score["answers"].as_array().unwrap().len(), 7);
    assert_eq!(score["conceded_more"]["mean"], 0.0);
    // Best replies keep what the challenger gave away.
    assert!(score["deeper"]["mean"].as_f64().unwrap() <= -1.0, "{score}");
    let text = desk.text(&["practice", "--score", name, "--answers", ann]);
    assert!(text.contains("the challenger's mistakes do not pay"), "{text}");
    fs::write(bob, "7 Ke4\n").unwrap();
    let Ran { code, err, .. } = desk.run(&["practice", "--score", name, "--answers", bob]);
    assert_eq!((code, err.lines().count()), (2, 1), "{err}");
    assert!(err.contains("the test has 6"), "{err}");
}

/// A test of single positions: the win can be given away in each, best answers make no mistake, and a
/// move that gives it away counts as one.
#[test]
fn single_positions_make_a_test() {
    let desk = Desk::new();
    let file = desk.path("krk.json").display().to_string();
    let words = ["practice", "KRK", "--positions", "4", "--seed", "3", "--out", &file];
    let made = desk.json(&words);
    let questions = made["questions"].as_array().unwrap();
    assert_eq!(questions.len(), 4);
    let (mut best, mut worst) = (String::new(), String::new());
    for question in questions {
        let probe = desk.json(&["probe", question["fen"].as_str().unwrap()]);
        let moves = probe["moves"].as_array().unwrap();
        assert_eq!(probe["value"]["outcome"], "win");
        let last = moves.last().unwrap();
        assert_ne!(last["value"]["outcome"], "win", "{question}");
        best += &format!("{}\n", moves[0]["uci"].as_str().unwrap());
        worst += &format!("{}\n", last["uci"].as_str().unwrap());
    }
    let mistakes = |text: &str| {
        let answers = desk.path("ann.txt").display().to_string();
        std::fs::write(&answers, text).unwrap();
        let score = desk.json(&["practice", "--score", &file, "--answers", &answers]);
        (
            score["all"][0]["answers"].as_u64().unwrap(),
            score["all"][0]["mistakes"].as_u64().unwrap(),
        )
    };
    assert_eq!((mistakes(&best), mistakes(&worst)), ((4, 0), (4, 4)));
    let refused = |words: &[&str]| desk.run(words).code;
    assert_eq!(refused(&["practice", "KRK", "--positions", "0", "--out", &file]), 2);
    assert_eq!(refused(&["practice", "KRK", "--positions", "3"]), 2);
    assert_eq!(refused(&["practice", "KRK", "--out", &file]), 2);
}
