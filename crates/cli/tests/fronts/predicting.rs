//! The commands that predict: the figures of the papers from the command line.

use crate::desk::{Desk, Ran};
use serde_json::Value;

const BROWNE: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

fn json(desk: &Desk, words: &[&str]) -> Vec<Value> {
    let Ran { code, out, err } = desk.run(words);
    assert_eq!(code, 0, "{words:?} said {err}");
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn close(value: &Value, known: f64, spread: f64) {
    let value = value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    assert!((value - known).abs() <= spread, "{value} is not {known}");
}

#[test]
fn the_markov_model_of_kqkr() {
    let desk = Desk::new();
    let csv = desk.path("matrix.csv");
    let csv_name = csv.to_str().unwrap().to_owned();
    let words = ["markov", "KQKR", "-c", "20,21", "--json", "--csv", &csv_name];
    let answers = json(&desk, &words);
    assert_eq!(answers.len(), 2);
    let one = &answers[0];
    for (key, known) in [("material", "KQKR"), ("average", "boards")] {
        assert_eq!(one[key], known);
    }
    close(&one["competence"], 20.0, 0.0);
    close(&one["kappa"], 1.0, 0.0);
    close(&one["condition"], 134.4, 0.05);
    close(&one["expected_length"][31][1], 97.1959, 5e-5);
    close(&one["expected_length"][31][0], 31.0, 0.0);
    close(&one["win_within_50"][31][1], 0.12669, 5e-6);
    close(&one["matrix"][20][19], 0.5953923766, 5e-11);
    close(&answers[1]["expected_length"][31][1], 83.7016, 5e-5);
    let csv = std::fs::read_to_string(csv).unwrap();
    assert_eq!(csv.lines().count(), 1 + 2 * 32);
    assert!(csv.starts_with("competence,from,win_in_0,win_in_1,"));
    let limit = json(&desk, &["markov", "KQKR", "-c", "20", "--kappa", "0+", "--json"]);
    close(&limit[0]["expected_length"][31][1], 84.7369, 5e-5);
    assert_eq!(limit[0]["kappa"], "0+");
    let all = json(&desk, &["markov", "KQKR", "--concede", "all", "--json"]);
    assert_eq!(all[0]["matrix"].as_array().unwrap().len(), 38);
    assert_eq!(
        (&all[0]["states"][32], &all[0]["states"][33]),
        (&"draw".into(), &"dead draw".into())
    );
    assert_eq!(all[0]["matrix"][33][33], 1.0);
    let lumped = json(&desk, &["markov", "KQKR", "--concede", "all", "--lump-draws", "--json"]);
    assert_eq!(lumped[0]["matrix"].as_array().unwrap().len(), 37);
    assert_eq!(all[0]["expected_length"][31][1], Value::Null);
}

#[test]
fn both_predictions_of_a_position() {
    let desk = Desk::new();
    let plot = desk.path("chances.svg");
    let words = ["predict", BROWNE, "-c", "20", "--json", "--plot", plot.to_str().unwrap()];
    let one = &json(&desk, &words)[0];
    close(&one["markov"]["expected_length"], 97.1959, 5e-5);
    close(&one["markov"]["win_within_50"], 0.12669, 5e-6);
    close(&one["exact"]["expected_length"], 102.4252, 5e-5);
    close(&one["exact"]["deviation"], 49.733, 5e-4);
    close(&one["exact"]["win_within_50"], 0.057059, 5e-7);
    assert!(std::fs::read_to_string(plot).unwrap().contains("</svg>"));
    let Ran { code, out, .. } = desk.run(&["predict", "KRK", "-c", "10"]);
    assert_eq!(code, 0);
    assert!(out.contains("Markov") && out.lines().count() > 18, "{out}");
    let lost = &json(&desk, &["predict", "8/8/8/3k4/8/8/3Q4/3K4 b", "-c", "5", "--json"])[0];
    assert!(lost["exact"]["expected_length"].as_f64().unwrap() > 1.0);
}

#[test]
fn what_cannot_be_predicted() {
    let desk = Desk::new();
    let cases: [(&[&str], &str); 9] = [
        (&["predict", "8/8/8/3k4/8/8/8/K5B1 w", "--states", "wins"], "is drawn"),
        (&["predict", "7k/6Q1/6K1/8/8/8/8/8 b"], "game is over"),
        (&["predict", "KBK"], "never wins"),
        (&["markov", "KNK"], "White never wins KNK, and neither does Black"),
        (&["markov", "KKR"], "as in KRK"),
        (&["markov", "KQK", "-c", "NaN"], "no competence"),
        (&["markov", "KQK", "--kappa", "0"], "no kappa"),
        (&["markov", "KQK", "--side", "both"], "--opponent"),
        (&["predict", "KQK", "--moves", "0"], "--moves"),
    ];
    for (words, part) in cases {
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?} said {err}");
        assert_eq!(err.lines().count(), 1, "{words:?} said {err}");
        assert!(err.contains(part), "{words:?} said {err}");
    }
}

/// A fallible defender may let a win come sooner than it is deep. The truths by plain enumeration and,
/// of the first, by 4,000 games (64.7 %).
#[test]
fn a_fallible_opponent_is_beaten_sooner_than_it_is_deep() {
    let desk = Desk::new();
    let words = ["predict", BROWNE, "-c", "20", "--opponent", "10", "--moves", "30", "--json"];
    close(&json(&desk, &words)[0]["exact"]["win_within_30"], 0.647, 0.02);
    let rook = "8/8/3R4/4k3/8/8/8/1K6 w";
    let words = ["predict", rook, "-c", "10", "--opponent", "3", "--moves", "16", "--json"];
    close(&json(&desk, &words)[0]["exact"]["win_within_16"], 0.3360, 5e-5);
    let words = ["predict", rook, "-c", "4", "--opponent", "3", "--concede", "all", "--json"];
    let one = &json(&desk, &words)[0];
    close(&one["exact"]["win_within_50"], 0.2570, 5e-5);
    // Captured rooks stay captured: the model is near the truth, as the papers' is not.
    close(&one["markov"]["win_within_50"], 0.2570, 0.03);
    let lumped = [&words[..], &["--lump-draws"]].concat();
    close(&json(&desk, &lumped)[0]["markov"]["win_within_50"], 0.4448, 5e-5);
}

/// The Markov model answers alone, and the reason is told; JSON keeps its shape.
#[test]
fn half_an_answer_is_an_answer() {
    let desk = Desk::new();
    for (words, why) in [
        (&["predict", "4k3/4p3/8/8/8/8/4P3/4K3 w", "-c", "5"][..], "en passant"),
        (&["predict", BROWNE, "--metric", "dtm"], "DTM counts on"),
        (&["predict", BROWNE, "--memory", "60MiB"], "--memory"),
        (&["predict", "8/8/3R4/4k3/8/8/8/1K6 w", "-c", "500"], "too sharp"),
    ] {
        let one = &json(&desk, &[words, &["--json"]].concat())[0];
        assert_eq!(one["exact"], Value::Null, "{words:?}");
        let note = one["exact_note"].as_str().unwrap();
        assert!(note.contains(why), "{words:?}: {note}");
        assert!(one["markov"]["win_within_50"].is_number(), "{words:?}");
        let Ran { code, out, .. } = desk.run(words);
        assert_eq!(code, 0);
        assert!(
            out.contains("Markov") && out.contains(&format!("no exact answer: {note}")),
            "{out}"
        );
    }
    let endgame = &json(&desk, &["predict", "KPKP", "--json"])[0];
    assert!(endgame["exact_note"].as_str().unwrap().contains("en passant"));
    let depth = &endgame["depths"][3];
    assert!(depth["markov"].is_number() && depth["positions"].is_number());
    for key in ["mean", "least", "greatest", "mean_within"] {
        assert_eq!(depth[key], Value::Null, "{key}");
    }
}

#[test]
fn the_rules_and_dtm_are_followed_where_they_can_be() {
    let desk = Desk::new();
    let rook = "8/8/3R4/4k3/8/8/8/1K6 w";
    let plain = &json(&desk, &["predict", rook, "-c", "10", "--json"])[0];
    let mate = &json(&desk, &["predict", rook, "-c", "10", "--metric", "dtm", "--json"])[0];
    let sees = ["predict", rook, "-c", "10", "--horizon", "3", "--avoid-losses", "--json"];
    let sees = &json(&desk, &sees)[0];
    for one in [mate, sees] {
        assert_eq!(one["exact_note"], Value::Null);
        assert!(one["exact"]["deviation"].is_number());
    }
    // In KRK a conversion never wins: both metrics are the same.
    let length = |one: &Value| one["exact"]["expected_length"].as_f64().unwrap();
    close(&mate["exact"]["expected_length"], length(plain), 1e-6);
    assert!(length(sees) < length(plain));
    let all = &json(&desk, &["predict", "KRK", "-c", "4", "--concede", "all", "--json"])[0];
    assert!(all["depths"][5]["mean_within"].is_number());
    assert_eq!(all["depths"][5]["mean"], Value::Null);
}

#[test]
fn a_drawn_position_is_answered() {
    let desk = Desk::new();
    let hangs = "8/8/8/8/8/8/3kR3/K7 b";
    let won = |words: &[&str]| {
        let words = [&["predict"], words, &["-c", "3", "--json"]].concat();
        let one = json(&desk, &words).remove(0);
        assert_eq!(one["value"]["outcome"], "draw", "{words:?}");
        let within = |half: &str| one[half]["win_within_50"].as_f64().unwrap();
        (within("markov"), within("exact"))
    };
    assert_eq!(won(&["8/8/8/3k4/8/8/8/K5B1 w"]), (0.0, 0.0));
    // Black, to move, cannot win with a king alone.
    assert_eq!(won(&[hangs, "--opponent", "2"]), (0.0, 0.0));
    let pawn = "8/8/3k4/8/3K4/3P4/8/8 w";
    assert_eq!(won(&[pawn]).1, 0.0);
    let (markov, exact) = won(&[pawn, "--opponent", "2"]);
    assert!(markov > 0.05 && exact > 0.05 && exact < 1.0, "{markov} {exact}");
    let Ran { code, out, .. } = desk.run(&["predict", pawn, "-c", "3"]);
    assert_eq!(code, 0);
    assert!(out.contains("--opponent"), "{out}");
}

#[test]
fn an_anchor_within_the_depths_is_named() {
    let desk = Desk::new();
    let commands: [&[&str]; 4] = [
        &["markov", "KRK", "--draw-as-win", "5"],
        &["predict", "8/8/3R4/4k3/8/8/8/1K6 w", "--draw-as-win", "5"],
        &["choices", "8/8/3R4/4k3/8/8/8/1K6 w", "--draw-as-win", "5"],
        &["advise", "8/8/3R4/4k3/8/8/8/1K6 w", "--belief", "20", "--draw-as-win", "5"],
    ];
    for words in commands {
        let Ran { code, err, .. } = desk.run(words);
        assert_eq!(code, 0, "{err}");
        assert!(err.contains("--draw-as-win 5") && err.contains("17 is taken"), "{words:?}: {err}");
        let past: Vec<&str> =
            words.iter().map(|&word| if word == "5" { "17" } else { word }).collect();
        assert_eq!(desk.run(&past).err, "", "{past:?}");
    }
    let one = &json(&desk, &["markov", "KRK", "--draw-as-win", "5", "--json"])[0];
    assert!(one["notes"][0].as_str().unwrap().contains("17 is taken"));
}
