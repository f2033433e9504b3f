//! Random games and their theory on the command line.

use serde_json::Value;

use crate::desk::{Ran, fallible, ran};

fn json(arguments: &[&str]) -> Value {
    let Ran { code, out, err } = ran(fallible().args(arguments));
    assert_eq!((code, err.as_str()), (0, ""));
    serde_json::from_str(&out).unwrap()
}

/// Recomputed by independent code: thresholds of several branching factors.
#[test]
fn the_theory_has_the_known_thresholds() {
    for (b, threshold) in [("2", 0.15625), ("4", 0.353_325_0), ("10", 0.603_791_5)] {
        let told = json(&["theory", "--branching", b, "--json"]);
        assert_eq!(told["branching"].to_string(), b);
        assert!((told["threshold"].as_f64().unwrap() - threshold).abs() < 6e-8, "{told}");
        assert!(told["critical_mass"].as_f64().unwrap() > 0.3);
        let classes: Vec<&str> = told["distributions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["class"].as_str().unwrap())
            .collect();
        assert_eq!(classes, ["interesting draw", "total win"]);
    }
    let told = json(&["theory", "--branching", "2", "--positions", "20", "--json"]);
    assert!((told["interesting"]["terminal_wins"].as_f64().unwrap() - 3.6913).abs() < 5e-5);
}

#[test]
fn a_sample_adds_up_and_a_seed_repeats_it() {
    let asked = ["random-game", "--white", "20", "--branching", "2", "--terminals", "6", "--games"];
    let sample = |threads: &str| {
        json(&[&asked[..], &["500", "--seed", "4", "--threads", threads, "--json"]].concat())
    };
    let told = sample("1");
    assert_eq!(told, sample("2"));
    let classes = told["classes"].as_array().unwrap();
    let games: u64 = classes.iter().map(|class| class["games"].as_u64().unwrap()).sum();
    assert_eq!(games, 500);
    let won: f64 = told["depths"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["white_won"]["mean"].as_f64().unwrap())
        .sum();
    assert!((won - told["white_won"]["mean"].as_f64().unwrap()).abs() < 1e-9);
    assert!(told["game"].is_null());
}

#[test]
fn a_single_game_is_listed_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let (svg, dot) = (folder.path().join("g.svg"), folder.path().join("g.dot"));
    let told = json(&[
        "random-game",
        "--white",
        "10",
        "--branching",
        "2",
        "--terminals",
        "4",
        "--flow",
        "--json",
        "--svg",
        svg.to_str().unwrap(),
        "--dot",
        dot.to_str().unwrap(),
    ]);
    let positions = told["game"]["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 20);
    let arrows: usize = positions.iter().map(|one| one["moves"].as_array().unwrap().len()).sum();
    let dot = std::fs::read_to_string(dot).unwrap();
    assert_eq!(dot.matches(" -> ").count(), arrows);
    let svg = std::fs::read_to_string(svg).unwrap();
    assert_eq!(svg.matches("<path ").count(), arrows);
    assert_eq!(svg.matches("<circle ").count(), 10);
}

#[test]
fn impossible_games_are_refused_in_a_sentence() {
    for (arguments, part) in [
        ("--white 20 --branching 2 --terminals 21", "give at most 20"),
        ("--white 20 --branching 0 --terminals 2", "give 1 or more"),
        ("--white 20 --black 7 --branching 2 --terminals 2 --flow", "do not share out evenly"),
        ("--white 3 --branching 5 --terminals 1", "conserve the flow"),
        ("--white 0 --branching 1 --terminals 0", "at least 1 for each"),
        ("--white 5 --branching 2 --terminals 1 --terminal-draws 6", "terminal draws"),
        ("--white 5 --branching x --terminals 1", "no branching factor"),
        ("--white 500 --branching 2 --terminals 1 --svg x.svg", "too large to be drawn"),
        ("--white 5 --branching 2 --terminals 1 --games 0", "--games 0"),
    ] {
        let Ran { code, out, err } =
            ran(fallible().arg("random-game").args(arguments.split_whitespace()));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}: {err}");
        assert!(err.contains(part) && err.lines().count() == 1, "{arguments}: {err}");
    }
    let Ran { code, err, .. } =
        ran(fallible().args(["theory", "--branching", "2", "--alpha", "2"]));
    assert_eq!(code, 2);
    assert!(err.contains("a share from 0 to 1"), "{err}");
}
