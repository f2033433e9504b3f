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
    assert_eq!(all[0]["matrix"].as_array().unwrap().len(), 37);
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
        (&["predict", "8/8/8/3k4/8/8/8/K5B1 w", "-c", "5"], "--concede all"),
        (&["predict", "7k/6Q1/6K1/8/8/8/8/8 b"], "game is over"),
        (&["predict", "KBK"], "never wins"),
        (&["markov", "KBK"], "never wins"),
        (&["markov", "KQK", "-c", "NaN"], "no competence"),
        (&["markov", "KQK", "--kappa", "0"], "no kappa"),
        (&["markov", "KQK", "--side", "both"], "--opponent"),
        (&["predict", "KQK", "--metric", "dtm"], "--metric dtc"),
        (&["predict", "KPKP"], "en passant"),
    ];
    for (words, part) in cases {
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?} said {err}");
        assert_eq!(err.lines().count(), 1, "{words:?} said {err}");
        assert!(err.contains(part), "{words:?} said {err}");
    }
}
