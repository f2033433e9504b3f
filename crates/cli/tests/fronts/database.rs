//! Positions found by queries, kept and joined; moves as Jansen's database lists them.

use serde_json::json;

use crate::desk::{Desk, Ran};

/// wKe3 Qc5 bKf5 Ra6 after Kg6 (Jansen 1992, section 7.4).
const AFTER_KG6: &str = "8/8/r5k1/2Q5/8/4K3/8/8 w - - 0 1";

#[test]
fn results_are_kept_and_joined() {
    let desk = Desk::new();
    let file = |name: &str| desk.path(name).to_str().unwrap().to_owned();
    let find = |query: &str| desk.json(&["find", "KQKR", query, "--count", "100000"]);
    let [deep, squeezed] = ["win and depth = 12", "K on d4 and optimal = 1"].map(|query| {
        let path = file(&format!("{}.json", query.len()));
        desk.text(&["find", "KQKR", query, "--save", &path]);
        (query, path)
    });
    let joined = find(&format!("in {} and in '{}'", deep.1, squeezed.1));
    let asked = find(&format!("({}) and {}", deep.0, squeezed.0));
    assert_eq!(joined, asked);
    let positions = joined["positions"].as_array().unwrap();
    assert_eq!(joined["total"], positions.len());
    assert!(positions.len() > 5);
    for position in positions {
        assert_eq!(position["value"], json!({"outcome": "win", "depth": 12}));
        let fen = position["fen"].as_str().unwrap();
        let board: Vec<&str> = fen.split('/').collect();
        assert!(board[4].contains('K'), "{fen}");
    }
    let total = desk.text(&["find", "KQKR", &format!("in {}", deep.1), "--total"]);
    let counts = desk.json(&["stats", "KQKR"]);
    assert_eq!(counts["white"]["wins"][11], json!([12, total.trim().parse::<u64>().unwrap()]));
    // The weaker side named first: the same positions in other colours.
    let exchanged = desk.text(&["find", "KRKQ", deep.0, "--side", "black", "--total"]);
    assert_eq!(exchanged, total);

    let says = |words: &[&str], parts: &[&str]| {
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?}");
        parts.iter().for_each(|part| assert!(err.contains(part), "{words:?}: {err}"));
    };
    let kept = format!("in {}", deep.1);
    says(&["find", "KQKN", &kept], &["positions of KQKR, and this is KQKN", "of one endgame"]);
    says(&["find", "KRKQ", &kept], &["positions of KQKR, and this is KRKQ"]);
    says(&["find", "KQKR", &kept, "--metric", "dtm"], &["found in DTC tables", "--metric dtc"]);
    says(&["find", "KQKR", &kept, "--side", "black"], &["with White to move", "can-reach"]);
    says(&["find", "KQKR", "in nowhere.json"], &["cannot read nowhere.json", "--save"]);
    std::fs::write(file("broken.json"), "{\"material\":\"KQKR\"}").unwrap();
    says(&["find", "KQKR", &format!("in {}", file("broken.json"))], &["not a saved result"]);
    says(&["find", "KQKR", "dpeth = 3"], &["did you mean 'depth'?", "\n  ^^^^^"]);
    says(&["find", "KQKR", "depth + 3"], &["a truth is needed"]);
    says(&["find", "KQKR", "N on d4"], &["KQKR has no N when White moves"]);
}

#[test]
fn positions_are_ranked() {
    let desk = Desk::new();
    for by in ["difficulty", "paths"] {
        let found = desk.json(&["find", "KRK", "depth = 16", "--rank", by, "--count", "200"]);
        let figures: Vec<f64> = found["positions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|position| position["figure"].as_f64().unwrap())
            .collect();
        assert_eq!(figures.len(), 121, "all positions of depth 16");
        assert!(figures.is_sorted_by(|a, b| a >= b), "{by}");
        // Between two figures that differ, about the middle.
        let above = (60..120).find(|&at| figures[at] > figures[at + 1] + 1e-6).unwrap();
        let border = (figures[above] + figures[above + 1]) / 2.0;
        let total =
            desk.text(&["find", "KRK", &format!("depth = 16 and {by} > {border}"), "--total"]);
        assert_eq!(total.trim().parse::<usize>().unwrap(), above + 1, "{by}");
    }
}

/// The list printed in section 7.4, in the order of our moves.
#[test]
fn moves_are_listed_as_in_the_thesis() {
    let desk = Desk::new();
    let listed = desk.text(&["probe", "--jansen", AFTER_KG6]);
    let rows: Vec<&str> = listed.lines().collect();
    assert_eq!(rows[1], "v19 m30 o5");
    let sorted = |row: &str| {
        let mut moves: Vec<String> = row.split(' ').map(str::to_owned).collect();
        moves.sort();
        moves
    };
    for (row, printed) in rows[2..].iter().zip([
        "Qc8:(1)19 Qd5:(2)19 Qd4:(2)19 Qc4:(1)19 Qc3:(2)19",
        "Ke4:(15)20 Kd4:(15)20 Qc2:(1)20 Qb5:(1)20",
        "Qc7:(18)21 Kf3:(17)21 Qe7:(16)21 Qf8:(17)21 Qb4:(17)21 Kf4:(13)21",
        "Qc1:(17)22 Kd3:(19)22 Ke2:(20)22",
        "Kd2:(20)23 Kf2:(20)23",
        "Qe5:(17)24",
    ]) {
        assert_eq!(sorted(row), sorted(printed));
    }
    assert_eq!(rows.len(), 8);
    let json = desk.json(&["probe", "--jansen", AFTER_KG6]);
    assert_eq!((&json["legal"], &json["optimal"]), (&json!(30), &json!(5)));
    assert_eq!(json["moves"].as_array().unwrap().len(), 21);
    // Black to move is lost: every move is listed, and his depth is one more than after the best.
    let lost = desk.json(&["probe", "--jansen", "8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1"]);
    assert_eq!(lost["value"], json!({"outcome": "loss", "depth": 20}));
    assert_eq!(
        (&lost["moves"][0]["san"], &lost["moves"][0]["threat"]),
        (&json!("Kg6"), &json!(null))
    );
    assert_eq!(lost["moves"][0]["value"], json!({"outcome": "loss", "depth": 19}));
    let Ran { code, err, .. } = desk.run(&["probe", "--jansen", "8/2k5/8/8/2K5/2P1R3/8/2r5 w"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("5 men"), "{err}");
}
