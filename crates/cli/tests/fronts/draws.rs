//! How deep draws are, and how hard to hold, on the command line.

use serde_json::{Value, json};

use crate::desk::{Desk, Ran};

fn total(counts: &Value) -> u64 {
    let forced = counts["forced"].as_array().unwrap();
    forced.iter().map(|one| one[1].as_u64().unwrap()).sum::<u64>()
        + counts["endless"].as_u64().unwrap()
}

#[test]
fn draws_are_counted_found_and_probed_alike() {
    let desk = Desk::new();
    let draws = desk.json(&["stats", "KPK", "--draws"]);
    let all = desk.json(&["stats", "KPK"]);
    for (forces, moves) in
        [("white", "white"), ("white", "black"), ("black", "white"), ("black", "black")]
    {
        let counts = &draws[forces][format!("{moves}_to_move")];
        assert_eq!(total(counts), all[moves]["draws"].as_u64().unwrap(), "{forces} {moves}");
        let word = if forces == moves { "draw-depth" } else { "opponent-draw-depth" };
        for [depth, count] in
            counts["forced"].as_array().unwrap().iter().map(|one| [&one[0], &one[1]])
        {
            let query = format!("draw and {word} = {depth}");
            let found = desk.text(&["find", "KPK", &query, "--side", moves, "--total"]);
            assert_eq!(found.trim(), count.to_string(), "{query}");
        }
        for fen in counts["deepest_fens"].as_array().unwrap() {
            let probed = desk.json(&["probe", "--draws", fen.as_str().unwrap()]);
            let deepest = &counts["forced"].as_array().unwrap().last().unwrap()[0];
            assert_eq!(probed["draw"][forces], *deepest, "{fen}");
        }
    }
    // The pawn Black's: the same with the colours exchanged.
    let exchanged = desk.json(&["stats", "KKP", "--draws"]);
    let forced = |answer: &Value, by: &str, moves: &str| answer[by][moves]["forced"].clone();
    assert_eq!(
        forced(&exchanged, "white", "black_to_move"),
        forced(&draws, "black", "white_to_move")
    );
    let text = desk.text(&["stats", "KPK", "--draws"]);
    assert!(text.contains("without end") && text.contains("Black forces the draw in"), "{text}");
}

#[test]
fn a_draw_is_probed_move_by_move() {
    let desk = Desk::new();
    // The rook hangs, and the king may go away.
    let hanging = desk.json(&["probe", "--draws", "8/8/8/3k4/8/8/r7/1K6 w"]);
    assert_eq!(hanging["value"], json!({"outcome": "draw", "depth": null}));
    assert_eq!(hanging["draw"], json!({"white": 1, "black": 0}));
    assert_eq!(hanging["moves"][0]["san"], "Kxa2");
    assert_eq!(hanging["moves"][0]["shortens"], true);
    assert_eq!(hanging["moves"][0]["draw"], json!({"white": 0, "black": 0}));
    let stalemate = "8/8/8/8/8/2k5/1r6/K7 w";
    let over = desk.json(&["probe", "--draws", stalemate]);
    assert_eq!(over["draw"], json!({"white": 0, "black": 0}));
    assert!(desk.text(&["probe", "--draws", stalemate]).contains("no legal move"));
    // The fork draws: a knight for the rook in three moves.
    let text = desk.text(&["probe", "--draws", "8/8/8/8/8/n2R4/8/K1k5 b"]);
    assert!(text.contains("White forces the draw in 3, Black forces the draw in 3"), "{text}");
    assert!(text.contains("\n* Nc2+    draw               2       2\n"), "{text}");
    assert!(text.contains("\n  Nb5     draw               3       -\n"), "{text}");
    let won = desk.json(&["probe", "--draws", "8/8/4k3/8/8/8/3Q4/3K4 w"]);
    assert_eq!(won["draw"], Value::Null);
    assert!(won["moves"].as_array().unwrap().iter().any(|one| one["draw"] != Value::Null));
}

#[test]
fn draws_are_ranked_by_how_often_they_are_lost() {
    let desk = Desk::new();
    let words = ["find", "KPK", "--rank", "losing", "-c", "5", "--side", "black", "--count", "50"];
    let found = desk.json(&words);
    let positions = found["positions"].as_array().unwrap();
    let figures: Vec<f64> = positions.iter().map(|one| one["figure"].as_f64().unwrap()).collect();
    assert_eq!(figures.len(), 50);
    assert!(figures.is_sorted_by(|a, b| a >= b) && figures[0] > 0.5 && figures[0] <= 1.0);
    for one in positions {
        assert_eq!(one["value"]["outcome"], "draw");
        assert!(
            one["holds"]["holding"].as_u64().unwrap() < one["holds"]["legal"].as_u64().unwrap()
        );
    }
    assert!(desk.text(&words).contains("hold,"));
    let says = |words: &[&str], part: &str| {
        let Ran { code, err, .. } = desk.run(words);
        assert_eq!(code, 2, "{words:?}");
        assert!(err.contains(part), "{words:?}: {err}");
    };
    says(&["find", "KPK", "--rank", "losing"], "give -c 20");
    says(&["find", "KPK", "-c", "5"], "--rank");
    says(&["stats", "KPK", "--draws", "--metric", "dtz50"], "without the 50-move rule");
    says(
        &["find", "KPK", "--rank", "losing", "-c", "5", "--metric", "dtm"],
        "leave out --metric dtm",
    );
    says(&["find", "KPK", "--rank", "losing", "-c", "inf"], "too sharp");
    says(&["match", "--white", "presser", "--black", "infallible", "--from", "KRK"], "presser:20");
}
