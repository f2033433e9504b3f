//! `fallible learn`: weights learned from games that are made by players with known weights.

use serde_json::Value;

use crate::desk::{Desk, Ran};

/// Games of a player with known weights against an infallible defender.
fn games(desk: &Desk, player: &str) -> String {
    let file = desk.path("games.pgn").display().to_string();
    let Ran { code, err, .. } = desk.run(&[
        "match",
        "--white",
        player,
        "--black",
        "infallible",
        "--from",
        "KQKR",
        "--depth",
        "12",
        "--games",
        "120",
        "--seed",
        "3",
        "--limit",
        "30",
        "--pgn",
        &file,
    ]);
    assert_eq!((code, err.as_str()), (0, ""));
    file
}

fn coefficient(answer: &Value, feature: &str) -> (f64, f64) {
    let terms = answer["terms"].as_array().unwrap();
    let term = terms.iter().find(|term| term["feature"] == feature).unwrap();
    let number = |key: &str| term[key].as_f64().unwrap();
    (number("coefficient"), number("standard_error_by_game"))
}

/// Who checks 4 times as often and attacks 2.5 times as often as depth alone would have it.
const KEEN: &str = r#"{"kind": "fallible weights", "version": 1, "name": "keen", "terms": [
    {"rule": "check", "coefficient": 1.3863}, {"rule": "attack", "coefficient": 0.9163}]}"#;

#[test]
fn known_weights_are_found_again_and_can_be_used() {
    let desk = Desk::new();
    let keen = desk.path("keen.json").display().to_string();
    std::fs::write(&keen, KEEN).unwrap();
    let file = games(&desk, &format!("player:8,weights={keen}"));
    let weights = desk.path("found.json").display().to_string();
    let words = ["learn", &file, "--out", &weights, "--rule", "check", "--rule", "attack"];
    let answer = desk.json(&words);
    for (feature, truth) in [("competence", 8.0), ("check", 4f64.ln()), ("attack", 2.5f64.ln())] {
        let (found, error) = coefficient(&answer, feature);
        assert!((found - truth).abs() < 4.0 * error, "{feature}: {found} ± {error}, truly {truth}");
        assert!(error < 0.8, "{feature}: ± {error}");
    }
    let models = answer["models"].as_array().unwrap();
    let loss = |name: &str| {
        let model = models.iter().find(|model| model["name"] == name).unwrap();
        model["log_loss"].as_f64().unwrap()
    };
    assert!(loss("R_c and rules") < loss("R_c") && loss("R_c") < loss("uniform"));
    let agent = format!("player:weights={weights}");
    let fen = "K3r3/8/5k2/Q7/8/8/8/8 w";
    let Ran { code, err, .. } = desk.run(&[
        "match",
        "--white",
        &agent,
        "--black",
        "infallible",
        "--from",
        fen,
        "--games",
        "2",
        "--limit",
        "5",
    ]);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn what_cannot_be_learned_is_said() {
    let desk = Desk::new();
    let file = games(&desk, "player:8");
    let refused = |words: &[&str]| {
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        err
    };
    assert!(refused(&["learn", &file, "--rule", "chekc"]).contains("did you mean 'check'"));
    assert!(refused(&["learn", &file, "--rule", "attacked(N)"]).contains("no such Knight"));
    assert!(refused(&["learn", &file, "--endgame", "KRKN"]).contains("hold no move"));
    assert!(refused(&["learn", &file, "--rule", "1 / (check - check)"]).contains("nothing finite"));
    assert!(refused(&["learn", &file, "--out", &file]).contains("would be lost"));
    assert!(refused(&["learn", &file, "--folds", "1"]).contains("from 2 to 1000"));
    let empty = desk.path("empty.pgn").display().to_string();
    std::fs::write(&empty, "").unwrap();
    assert!(refused(&["learn", &empty]).contains("no game"));
}
