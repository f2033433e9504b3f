//! Random games over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::Bench;

const GAME: &str = "white=300&branching=3&terminals=90&seed=5";

#[tokio::test]
async fn the_positions_of_every_depth_are_those_counted() {
    let bench = Bench::new();
    let game = bench.get(&format!("/api/random-game?{GAME}")).await;
    assert_eq!((&game["white"], &game["games"]), (&json!(300), &json!(1)));
    let mut seen = 0;
    for row in game["depths"].as_array().unwrap() {
        for (side, count) in [("white", "white_won"), ("black", "black_lost")] {
            let depth = row["depth"].as_u64().unwrap();
            let asked = format!("/api/random-game/positions?{GAME}&side={side}&depth={depth}");
            let found = bench.get(&asked).await;
            assert_eq!(found["count"].as_f64(), row[count]["mean"].as_f64(), "{side} {depth}");
            let told = found["positions"].as_array().unwrap();
            let right = |at: &Value| at["value"]["depth"] == depth && at["side"] == side;
            assert!(told.iter().all(right) && told.len() <= 50);
            seen += found["count"].as_u64().unwrap();
        }
    }
    let mut drawn = 0;
    for side in ["white", "black"] {
        let found = bench.get(&format!("/api/random-game/positions?{GAME}&side={side}")).await;
        drawn += found["count"].as_u64().unwrap();
    }
    assert_eq!(seen + drawn, 600);
}

#[tokio::test]
async fn the_theory_has_the_known_threshold() {
    let bench = Bench::new();
    let theory = bench.get("/api/theory?branching=2&alpha=0.2&positions=20").await;
    assert!((theory["threshold"].as_f64().unwrap() - 5.0 / 32.0).abs() < 1e-9, "{theory}");
    assert!((theory["critical_mass"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-9);
    assert_eq!(theory["distributions"][0]["class"], "total win");
}

#[tokio::test]
async fn impossible_games_are_refused_in_a_sentence() {
    let bench = Bench::new();
    for (asked, part) in [
        ("white=20&branching=2&terminals=21", "at most 20"),
        ("white=20&branching=0&terminals=2", "1 or more"),
        ("white=20&black=7&branching=2&terminals=2&flow=true", "evenly"),
        ("white=20000000&branching=2&terminals=2", "at most 20000"),
        ("white=20&branching=600&terminals=2", "at most 30"),
        ("white=20&branching=x&terminals=2", "no branching factor"),
        ("white=20&branching=2&terminals=-1", "terminals"),
    ] {
        let (status, said) = bench.ask(&format!("/api/random-game?{asked}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{asked}: {said}");
        assert!(said["error"].as_str().unwrap().contains(part), "{asked}: {said}");
    }
    for asked in ["branching=2&alpha=2", "branching=2&terminal_draws=-1", "branching=2&positions=0"]
    {
        let (status, _) = bench.ask(&format!("/api/theory?{asked}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{asked}");
    }
    let (status, _) = bench.ask(&format!("/api/random-game/positions?{GAME}")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}
