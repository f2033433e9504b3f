//! Engines at the board, competitions, and speculative play outside the tables, as a user meets them.

use crate::desk::{Desk, Ran, fallible, ran};

const BROWNE: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

const COMPETITION: [&str; 9] = [
    "competition",
    "--players",
    "player:20,searcher:depth=1,infallible,random",
    "--from",
    "KQKR",
    "--depth",
    "10..13",
    "--positions",
    "12",
];

#[test]
fn players_are_scored_by_their_competence() {
    let desk = Desk::new();
    let [csv, svg, pgn] = ["c.csv", "c.svg", "c.pgn"].map(|name| desk.path(name));
    let files = [
        "--csv",
        csv.to_str().unwrap(),
        "--plot",
        svg.to_str().unwrap(),
        "--pgn",
        pgn.to_str().unwrap(),
    ];
    let answer = desk.json(&[&COMPETITION[..], &files].concat());
    assert_eq!((&answer["positions"], &answer["defender"]), (&12.into(), &"infallible".into()));
    assert_eq!(answer["model"]["concede"], "all");
    let players = answer["contestants"].as_array().unwrap();
    assert_eq!(players.len(), 4);
    assert_eq!(players[0]["name"], "infallible");
    assert_eq!((&players[0]["won"], &players[0]["excess"]["mean"]), (&12.into(), &0.0.into()));
    let twenty = players.iter().find(|one| one["name"] == "player:20").unwrap();
    let c = &twenty["play"]["competence"];
    let [low, high] = ["low", "high"].map(|end| c[end].as_f64().unwrap());
    assert!(low < 20.0 && 20.0 < high && high - low < 12.0, "{c}");
    let sorted = players.iter().map(|one| one["play"]["competence"]["mean"].as_f64().unwrap());
    assert!(sorted.is_sorted_by(|a, b| a >= b));
    assert_eq!(std::fs::read_to_string(csv).unwrap().lines().count(), 5);
    assert_eq!(std::fs::read_to_string(svg).unwrap().matches("<polyline").count(), 4);
    assert_eq!(std::fs::read_to_string(&pgn).unwrap().matches("[Event ").count(), 48);
    // The games judged once more, as anybody's would be.
    let judged = desk.json(&["assess", pgn.to_str().unwrap(), "--brief", "--grid", "0(0.25)75"]);
    let own = |one: &&serde_json::Value| one["name"] == "player:20" && one["side"] == "attacker";
    let again = judged["players"].as_array().unwrap().iter().find(own).unwrap();
    assert_eq!(again["competence"], twenty["play"]["competence"]);
    assert_eq!(again["conceded"], twenty["play"]["conceded"]);
    assert_eq!(desk.json(&[&COMPETITION[..], &["--threads", "1"]].concat()), answer);
    let text = desk.text(&COMPETITION);
    assert!(text.contains("95 % interval") && text.contains("any value conceded"), "{text}");
}

#[test]
fn what_cannot_compete_is_refused() {
    let desk = Desk::new();
    let refused = |words: &[&str], reason: &str| {
        let Ran { code, out, err } = desk.run(words);
        assert_eq!(code, 2, "{words:?} {err}");
        assert!(err.contains(reason) && err.trim().lines().count() == 1, "{err}");
        assert_eq!(out, "");
        assert!(!desk.tables().exists(), "no table was opened for {words:?}");
    };
    let players = |list| ["competition", "--players", list, "--from", "KQKR"];
    refused(&players("engine:/nowhere/engine"), "cannot start the engine /nowhere/engine");
    refused(&players("engine:true"), "did not say uciok");
    refused(&players("engine:a,depth=0"), "depth=0: give a whole number from 1");
    refused(&players("player:20,player:20"), "named twice");
    refused(&players(","), "must be at least one each");
    let game = |white| ["match", "--white", white, "--black", "infallible", "--from", BROWNE];
    refused(&game("engine:/nowhere/engine"), "cannot start the engine");
    refused(&game("searcher:depth=0"), "depth=0");
    let practice = ["practice", "KQKR", "--programs", "engine:stockfish"];
    refused(&practice, "in matches and competitions only");
    let drawn = "8/8/8/8/4k3/8/4P3/4K3 b - - 0 1";
    let Ran { code, err, .. } = desk.run(&["competition", "--players", "random", "--from", drawn]);
    assert!(code != 0 && err.contains("is drawn with best play"), "{err}");
    let deep = desk.run(&["competition", "--players", "random", "--from", "KQK", "--depth", "40"]);
    assert!(deep.code == 2 && deep.err.contains("no win in 40"), "{}", deep.err);
}

/// What was played before is told, and the exit code says that something is missing.
#[cfg(unix)]
#[test]
fn an_engine_that_dies_costs_only_its_own_games() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let engine = desk.path("dying");
    let script = "#!/bin/sh\nwhile read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) exit 1;; esac; done\n";
    std::fs::write(&engine, script).unwrap();
    std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o755)).unwrap();
    let players = format!("engine:{},player:20", engine.display());
    let words = ["--from", "KQKR", "--depth", "6", "--positions", "3", "--json"];
    let Ran { code, out, err } =
        desk.run(&[&["competition", "--players", &*players], &words[..]].concat());
    assert_eq!((code, err.trim().lines().count()), (1, 1), "{err}");
    assert!(err.contains("ended in the middle of its work"), "{err}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let players = answer["contestants"].as_array().unwrap();
    assert_eq!((&players[0]["name"], &players[0]["games"]), (&"player:20".into(), &3.into()));
    assert_eq!((&players[1]["games"], &players[1]["play"]), (&0.into(), &serde_json::Value::Null));
    assert!(players[1]["failure"].as_str().unwrap().contains("ended"));
    let game = format!("engine:{}", engine.display());
    let Ran { code, out, err } =
        desk.run(&["match", "--white", &game, "--black", "infallible", "--from", BROWNE]);
    assert_eq!((code, out.as_str(), err.trim().lines().count()), (1, "", 1), "{err}");
}

/// Scholar's mate threatens: Qxf7 mates, whoever replies.
#[test]
fn a_position_outside_the_tables_is_speculated_on() {
    let mate = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let Ran { code, out, err } = ran(fallible().args(["speculate", mate, "--deep", "2", "--json"]));
    assert_eq!((code, err.as_str()), (0, ""));
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&answer["choice"], &answer["moves"][0]["value"]), (&"Qxf7#".into(), &10.0.into()));
    assert_eq!(answer["competence"], 10.0);
    let text = ran(fallible().args(["speculate", "8/8/6Q1/2K5/5r2/4k3/8/8 b", "--risk", "5"])).out;
    assert!(text.contains("play ") && text.contains("likeliest reply"), "{text}");
    for (words, reason) in [
        (&["8/8/8 w"][..], "FEN"),
        (&[mate, "--shallow", "3", "--deep", "3"], "less deep than we do"),
        (&[mate, "--engine", "/nowhere/engine"], "cannot start the engine /nowhere/engine"),
        (&[mate, "--risk", "-1"], "risk"),
        (&[mate, "--p", "0.5"], "--p"),
        (&["--engine", "stockfish"], "FEN"),
        (&["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "is over already"),
    ] {
        let Ran { code, out, err } = ran(fallible().arg("speculate").args(words));
        assert_eq!((code, out.as_str()), (2, ""), "{words:?} {err}");
        assert!(err.contains(reason) && err.trim().lines().count() == 1, "{words:?} {err}");
    }
}
