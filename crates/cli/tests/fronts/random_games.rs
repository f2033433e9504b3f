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
    // Figures 3.3, 3.6 and 3.7 of any class: how often so many are won, and the depths of games of each class.
    let counts: Vec<[u64; 2]> = serde_json::from_value(told["won_counts"].clone()).unwrap();
    assert_eq!(counts.iter().map(|pair| pair[1]).sum::<u64>(), 500);
    let mean = counts.iter().map(|pair| pair[0] * pair[1]).sum::<u64>() as f64 / 500.0;
    assert!((mean - told["white_won"]["mean"].as_f64().unwrap()).abs() < 1e-9, "{mean}");
    for (at, row) in told["depths"].as_array().unwrap().iter().enumerate() {
        let of_class = |class: &Value| {
            let mean = class["depths"][at]["white_won"]["mean"].as_f64().unwrap_or(0.0);
            mean * class["games"].as_f64().unwrap() / 500.0
        };
        let sum: f64 = classes.iter().map(of_class).sum();
        assert!((sum - row["white_won"]["mean"].as_f64().unwrap()).abs() < 1e-9, "{row}");
    }
    let deep = &told["depths"][2];
    assert!(deep["difficulty_reach"].as_f64().unwrap() > 0.0, "{deep}");
    assert!(deep["white_moves"]["optimal_reach"].as_f64().unwrap() < 0.2, "{deep}");
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
        ("--white -5 --branching 2 --terminals 1", "--white -5: give a number from 0"),
        ("--white 5 --branching 2 --terminals -1", "--terminals -1: give a number from 0"),
        ("--white 5 --branching -2 --terminals 1", "\"-2\" is no branching factor"),
        ("--white 99999999999 --branching 2 --terminals 1", "to 4294967295"),
        ("--white 2000000000 --branching 2 --terminals 1", "fewer than 2^32 moves"),
    ] {
        let Ran { code, out, err } =
            ran(fallible().arg("random-game").args(arguments.split_whitespace()));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}: {err}");
        assert!(err.contains(part) && err.lines().count() == 1, "{arguments}: {err}");
    }
    for alpha in ["2", "-1", "nan"] {
        let Ran { code, err, .. } =
            ran(fallible().args(["theory", "--branching", "2", "--alpha", alpha]));
        assert_eq!(code, 2);
        assert!(err.contains("a share from 0 to 1"), "{err}");
    }
    // More than any machine has: refused before anything is made.
    for too_much in ["--games 100000000", "--players 1,random --plays 10000000 --games 100000000"] {
        let class = "--white 20 --branching 2 --terminals 6".split_whitespace();
        let words = class.chain(too_much.split_whitespace());
        let Ran { code, out, err } = ran(fallible().arg("random-game").args(words));
        assert_eq!((code, out.as_str()), (1, ""), "{too_much}: {err}");
        assert!(err.contains("of memory") && err.lines().count() == 1, "{err}");
    }
}

/// Two players named by their competence: what games took beside what is known, and whose moves they were.
#[test]
fn players_are_named_and_summed_up() {
    let class = "--white 300 --branching 4 --terminals 115 --games 3 --seed 2 --plays 40 --json";
    let asked: Vec<&str> = ["random-game", "--players", "8,infallible"]
        .into_iter()
        .chain(class.split_whitespace())
        .collect();
    let told = json(&asked);
    let contest = &told["contest"];
    assert_eq!(
        (contest["white"].as_str(), contest["black"].as_str()),
        (Some("player:8"), Some("infallible"))
    );
    assert_eq!(
        contest["played"].as_u64().unwrap() + 40 * contest["left_out"].as_u64().unwrap(),
        120
    );
    let results = ["white_won", "black_won", "drawn", "unfinished"]
        .map(|name| contest[name].as_u64().unwrap());
    assert_eq!(results.iter().sum::<u64>(), contest["played"].as_u64().unwrap());
    assert!(contest["foreseen"]["length"].as_f64().unwrap() >= 1.0);
    assert!(contest["white_shown"]["competence"]["mean"].as_f64().is_some());
    assert!(contest["black_shown"]["competence"].is_null());
    assert_eq!(contest["model"]["concede"], "draws");
    let Ran { code, out, err } =
        ran(fallible().args(asked.iter().filter(|word| **word != "--json")));
    assert_eq!((code, err.as_str()), (0, ""));
    for part in ["player:8 against infallible", "exactly", "Markov model", "apparent c"] {
        assert!(out.contains(part), "no {part} in {out}");
    }
    let without =
        json(&["random-game", "--white", "10", "--branching", "2", "--terminals", "3", "--json"]);
    assert!(without.get("contest").is_none());
}

#[test]
fn players_that_cannot_play_are_refused_in_a_sentence() {
    for (arguments, part) in [
        ("--players 20", "White's player and Black's"),
        ("--players 20,infallible,random", "White's player and Black's"),
        ("--players 20,wizard:3", "there is no 'wizard'"),
        ("--players 20,presser:5", "looks at the board"),
        ("--players 20,infallible --from 99", "--from 99"),
        ("--players 20,infallible --from deep", "deepest"),
        ("--plays 5", "--players"),
    ] {
        let class = "--white 20 --branching 2 --terminals 6";
        let words = class.split_whitespace().chain(arguments.split_whitespace());
        let Ran { code, out, err } = ran(fallible().arg("random-game").args(words));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}: {err}");
        assert!(err.contains(part), "{arguments}: {err}");
    }
    let deep = "--white 400000 --branching 1 --terminals 1 --flow --games 6";
    let Ran { code, err, .. } = ran(fallible().arg("random-game").args(deep.split_whitespace()));
    assert_eq!(code, 2);
    assert!(err.contains("too deep to be counted"), "{err}");
}

/// An endgame beside the theory: text, JSON, picture and refusals.
#[test]
fn an_endgame_is_compared_with_random_games() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("krk.svg");
    let asked = ["randomness", "KRK", "--no-cache", "--games", "2"];
    let told = json(&[&asked[..], &["--json", "--plot", svg.to_str().unwrap()]].concat());
    let whole = &told["parts"][0];
    assert_eq!(
        (whole["class"].as_str(), whole["class_expected"].as_str()),
        (Some("total win"), Some("interesting draw"))
    );
    assert_eq!(whole["attacker"]["positions"], 21_959);
    let by_depth: Vec<u64> = whole["depths"]
        .as_array()
        .unwrap()
        .iter()
        .map(|at| at["defender_lost"].as_u64().unwrap())
        .collect();
    assert_eq!(by_depth[..5], [27, 78, 246, 81, 198]);
    assert!(std::fs::read_to_string(svg).unwrap().contains("KRK beside the theory"));
    let Ran { code, out, .. } = ran(fallible().args(asked));
    assert_eq!(code, 0);
    for part in ["misplaced", "by chance", "zugzwangs", "total win"] {
        assert!(out.contains(part), "no {part} in {out}");
    }
    for (arguments, part) in [
        ("KRK --by file", "one pawn"),
        ("KPK --by rank", "--metric dtz"),
        ("KPK --by file --plot x.svg", "leave one of them out"),
        ("KPK --by file --kings taken", "as a whole"),
        ("KBBKN --kings taken", "at most 4"),
    ] {
        let words = arguments.split_whitespace();
        let Ran { code, out, err } =
            ran(fallible().arg("randomness").args(words).arg("--no-cache"));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}: {err}");
        assert!(err.contains(part) && err.lines().count() == 1, "{arguments}: {err}");
    }
}
