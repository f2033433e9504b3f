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

/// How likely errors are: learned, kept in a file, asked about a position, and handed to the rules of
/// speculation.
#[test]
fn errors_are_learned_and_foretold() {
    let desk = Desk::new();
    let file = games(&desk, "player:8,concede=all");
    let kept = desk.path("errors.json").display().to_string();
    let answer = desk.json(&["learn", &file, "--errors", "--folds", "3", "--out", &kept]);
    let any = &answer["kinds"][0];
    assert_eq!((any["kind"].as_str(), answer["material"].as_str()), (Some("any"), Some("KQKR")));
    let forecasts = any["forecasts"].as_array().unwrap();
    let names: Vec<&str> = forecasts.iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["constant", "by depth", "R_c", "R_c and rules", "learned"]);
    let loss = |at: usize| forecasts[at]["log_loss"].as_f64().unwrap();
    // The players are R_8: nobody foresees them better, and their rate alone does so worse.
    assert!(loss(2) < loss(0) && loss(4) < loss(0), "{forecasts:?}");
    let positions: u64 = any["calibration_table"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bin| bin["count"].as_u64().unwrap())
        .sum();
    assert_eq!(Some(positions), any["positions"].as_u64());
    let fen = "8/8/r5k1/2Q5/8/4K3/8/8 w";
    let here = desk.json(&["speculate", fen, "--errors", &kept]);
    let chance = here["here"]["any"].as_f64().unwrap();
    assert!(chance > 0.02 && chance < 0.98 && here["moves"].is_null(), "{here}");
    let ours =
        desk.json(&["speculate", "8/8/r7/2Q2k2/8/4K3/8/8 b", "--errors", &kept, "--risk", "1"]);
    let moves = ours["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2, "Kg6, and Kf6, which concedes one");
    assert_eq!((moves[0]["san"].as_str(), moves[1]["conceded"].as_u64()), (Some("Kg6"), Some(1)));
    let measured = desk.json(&["speculate", "--errors", &kept]);
    assert_eq!(measured["p"], any["prediction"]["rate"]);
    assert_eq!(measured["epsilon0"], any["prediction"]["missed"]);
    let refused = |words: &[&str]| {
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        err
    };
    assert!(
        refused(&["speculate", fen, "--errors", &kept, "--risk", "1.5"]).contains("a whole one")
    );
    assert!(refused(&["speculate"]).contains("how often does MIN err"));
    assert!(refused(&["speculate", "8/8/8/8/8/2k5/8/K1q5 w", "--errors", &kept]).contains("KQKR"));
    assert!(refused(&["speculate", fen, "--errors", "none.json"]).contains("say human"));
    assert!(refused(&["speculate", fen, "--errors", &file]).contains("no predictor of errors"));
    assert!(refused(&["speculate", fen, "--errors", &kept, "--doubt", "nan"]).contains("--doubt"));
    assert!(
        refused(&["learn", &file, "--errors", "--concede", "draws"]).contains("leave them out")
    );
}

/// The player's own last move: rules for it are added, and what they add is told.
#[test]
fn history_is_learned_beside_the_rules() {
    let desk = Desk::new();
    let planner = desk.path("planner.json").display().to_string();
    let terms = r#"{"rule": "same-man", "coefficient": 1.5}"#;
    let file = KEEN.split_once("\"terms\"").unwrap().0;
    std::fs::write(&planner, format!("{file}\"terms\": [{terms}]}}")).unwrap();
    let file = games(&desk, &format!("player:8,weights={planner}"));
    let answer = desk.json(&["learn", &file, "--history", "--folds", "3"]);
    let (found, error) = coefficient(&answer, "same-man");
    assert!((found - 1.5).abs() < 4.0 * error && error < 0.6, "{found} ± {error}");
    let models = answer["models"].as_array().unwrap();
    let loss = |name: &str| {
        let model = models.iter().find(|model| model["name"] == name).unwrap();
        model["log_loss"].as_f64().unwrap()
    };
    assert!(loss("with history") < loss("R_c and rules"));
}
