//! What the model's commands answer, against figures that were checked elsewhere.

use serde_json::Value;

use crate::desk::{Desk, Ran};

const BB2_10B: &str = "8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1";
const BROWNE: [&str; 2] = ["K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1", "2KQ4/8/8/8/2r5/2k5/8/8 w - - 0 1"];

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[track_caller]
fn close(value: &Value, expected: f64, within: f64) {
    let ours = number(value);
    assert!((ours - expected).abs() <= within, "{ours}, not {expected}");
}

#[test]
fn choices_add_up() {
    let desk = Desk::new();
    let answer = desk.json(&["choices", BB2_10B, "-c", "20", "--curve", "0(10)50"]);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 18);
    let total: f64 = moves.iter().map(|m| number(&m["probability"])).sum();
    assert!((total - 1.0).abs() < 1e-12);
    assert_eq!(moves[0]["optimal"], true);
    assert_eq!(answer["curve"].as_array().unwrap().len(), 6);
    close(&answer["curve"][0]["probabilities"][0], 1.0 / 18.0, 1e-12);
    // The infallible player shares itself between the two best moves.
    let best = desk.json(&["choices", BB2_10B, "-c", "inf"]);
    close(&best["moves"][0]["probability"], 0.5, 0.0);
    assert_eq!(best["competence"], "inf");
    let text = desk.text(&["choices", BB2_10B, "-c", "-3"]);
    assert!(text.contains("a player of competence -3"));
}

/// Haworth 2003, figure 5: 5.965 with kappa 0+, and the expected depths at competence 20.
#[test]
fn advice_changes_with_the_opponent() {
    let desk = Desk::new();
    let words = ["advise", BB2_10B, "--belief", "20", "--kappa", "0+"];
    let answer = desk.json(&words);
    assert_eq!(answer["choice"], "Re4");
    close(&answer["options"][0]["expected_depth"], 22.0022, 0.00006);
    close(&answer["options"][1]["expected_depth"], 21.8352, 0.00006);
    assert_eq!(answer["by_competence"][0]["san"], "Ra4");
    close(&answer["by_competence"][1]["from"], 5.965, 0.0006);
    assert_eq!(answer["options"][2]["risk"], 1);
    let weak = desk.json(&["advise", BB2_10B, "--belief", "3", "--among", "optimal"]);
    assert_eq!(weak["choice"], "Ra4");
    assert_eq!(weak["options"].as_array().unwrap().len(), 2);
    let deep = desk.json(&["advise", BB2_10B, "--plies", "4", "--among", "optimal"]);
    assert_eq!(deep["plies"], 4);
    let starved =
        desk.text(&["advise", BB2_10B, "--plies", "6", "--among", "optimal", "--nodes", "50"]);
    assert!(starved.contains("looked 2 plies") && starved.contains("--nodes"), "{starved}");
}

#[test]
fn a_match_is_the_same_for_the_same_seed() {
    let desk = Desk::new();
    let words = |seed, threads| {
        let [first, second] = BROWNE;
        let mut words = vec!["match", "--white", "player:20", "--black", "infallible"];
        words.extend(["--from", first, "--from", second, "--games", "200"]);
        words.extend(["--seed", seed, "--threads", threads]);
        words
    };
    let answer = desk.json(&words("1", "2"));
    assert_eq!(answer, desk.json(&words("1", "1")));
    assert_ne!(answer, desk.json(&words("2", "1")));
    assert_eq!(answer["games"], 200);
    assert_eq!(answer["results"]["white"], 200);
    close(&answer["length"]["mean"], 102.1, 4.0 * number(&answer["length"]["se"]));
    close(&answer["competence"]["mean"], 21.47, 4.0 * number(&answer["competence"]["se"]));
    assert_eq!(answer["black_competence"], Value::Null);
}

#[test]
fn matches_start_from_depths_and_files() {
    let desk = Desk::new();
    let deep = desk.json(&[
        "match",
        "--white",
        "infallible",
        "--black",
        "infallible",
        "--from",
        "KQKR",
        "--depth",
        "12",
        "--games",
        "20",
    ]);
    assert_eq!((number(&deep["length"]["min"]), number(&deep["length"]["max"])), (12.0, 12.0));
    let file = desk.path("starts.txt");
    std::fs::write(&file, format!("# two\n{}\n\n{}\n", BROWNE[0], BROWNE[1])).unwrap();
    let listed = desk.json(&[
        "match",
        "--white",
        "infallible",
        "--black",
        "random",
        "--from",
        file.to_str().unwrap(),
        "--games",
        "4",
    ]);
    assert_eq!(listed["results"]["white"], 4);
}

#[test]
fn plots_are_drawn() {
    let desk = Desk::new();
    let file = desk.path("plot.svg");
    let name = file.to_str().unwrap();
    for words in [
        vec!["choices", BB2_10B, "--plot", name],
        vec!["choices", BB2_10B, "--plot", name, "--draw", "depth"],
        vec!["advise", BB2_10B, "--plot", name],
    ] {
        desk.text(&words);
        let svg = std::fs::read_to_string(&file).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("polyline"), "{words:?}");
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn the_papers_are_remade() {
    let desk = Desk::new();
    let out = desk.path("results");
    let name = out.to_str().unwrap();
    let answer = desk.json(&["reproduce", "haworth2003/figure5", "--out", name]);
    let experiment = &answer["experiments"][0];
    assert_eq!(experiment["comparisons"][0]["verdict"], "agrees");
    for extension in ["csv", "svg", "md"] {
        assert!(out.join("haworth2003/figure5").with_extension(extension).is_file());
    }
    let list = desk.text(&["reproduce", "--list"]);
    assert!(list.contains("andrist2005/table1") && list.contains("haworth2003/figure7"));
}

/// No scale of ratings holds for a competence among the tables' values: a sentence says where one does.
#[test]
fn a_rating_in_place_of_a_competence_is_refused_with_the_next_step() {
    let desk = Desk::new();
    let refused = |words: &[&str], part: &str| {
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?}: {err}");
        assert!(err.contains(part), "{err}");
    };
    let elsewhere = "give -c, or play at a rating with `fallible uci --elo 1800`";
    refused(&["speculate", "4k3/8/8/3q4/4P3/8/4K3/8 w - - 0 1", "--elo", "1800"], elsewhere);
    refused(&["advise", BB2_10B, "--elo", "1800"], elsewhere);
    // How people's games go was not measured.
    refused(&["predict", BB2_10B, "--elo", "1800"], elsewhere);
    refused(&["markov", "KQKR", "--elo", "1800"], elsewhere);
    // Ratings that nobody had in the games, on this side of the endgame.
    refused(&["choices", BB2_10B, "--elo", "1500"], "1900 to 2700 for the side that resists");
    refused(&["choices", BROWNE[0], "--elo", "1800"], "2100 to 2700 for the side that wins");
    let krk = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    refused(&["choices", krk, "--elo", "2300"], "measured, in KBNK and KQKR, and KRK is none");
    refused(&["choices", BB2_10B, "--elo", "2300", "--kappa", "2"], "--kappa 1");
    refused(&["choices", BB2_10B, "--elo", "2300", "--concede", "draws"], "--concede all");
    refused(&["choices", BB2_10B, "--elo", "2300", "-c", "5"], "--competence");
    refused(&["choices", "k7/8/1r6/8/8/8/8/KQ6 b - - 0 1", "--elo", "2300"], "drawn");
}

/// Where people were measured a rating is the competence that they show, and the model theirs.
#[test]
fn a_rating_stands_for_the_competence_that_people_show() {
    let desk = Desk::new();
    let by = |words: &[&str]| desk.json(&[&["choices", BB2_10B], words].concat());
    let rated = by(&["--elo", "2400"]);
    // Halfway between the bands of 2200 (3.5574) and 2400 (3.76827) on the rook's side.
    close(&rated["competence"], (3.5574 + 3.76827) / 2.0, 1e-9);
    let c = rated["competence"].to_string();
    assert_eq!(rated["moves"], by(&["-c", &c, "--concede", "all"])["moves"]);
    // The winner to move, and Black the stronger side.
    let [white, black] = [BROWNE[0], "k3R3/8/5K2/q7/8/8/8/8 b - - 0 1"];
    let winner = |fen| desk.json(&["choices", fen, "--elo", "2300"])["competence"].clone();
    close(&winner(white), 6.96599, 1e-9);
    assert_eq!(winner(white), winner(black));
    let answer = desk.json(&[
        "match",
        "--white",
        "player:elo=2300",
        "--black",
        "player:elo=2300",
        "--from",
        "KQKR",
        "--games",
        "2",
        "--limit",
        "2",
    ]);
    assert_eq!(answer["games"], 2);
    let Ran { code, err, .. } = desk.run(&[
        "match",
        "--white",
        "player:elo=2300",
        "--black",
        "infallible",
        "--from",
        "KRK",
    ]);
    assert!(code == 2 && err.contains("KRK is none of these"), "{err}");
}
