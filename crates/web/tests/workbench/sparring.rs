//! Whole games over HTTP: who can be played, how they answer, and what is refused.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::Bench;

fn game(opponent: &str, elo: Option<f64>, moves: &[&str]) -> Value {
    json!({ "moves": moves, "you": "white", "opponent": opponent, "elo": elo, "seed": 7 })
}

async fn answered(bench: &Bench, body: &Value) -> Value {
    let (status, text) = bench.post("/api/sparring", body.clone()).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    text
}

#[tokio::test]
async fn our_own_searcher_needs_nothing_installed() {
    let bench = Bench::new();
    let offer = bench.get("/api/sparring").await;
    let opponents = offer["opponents"].as_array().unwrap();
    let player = opponents.iter().find(|one| one["id"] == "player").unwrap();
    assert_eq!(player["ratings"]["least"], 925.0);
    let begun = answered(&bench, &game("player", Some(1500.0), &[])).await;
    assert_eq!((begun["moves"].as_array().unwrap().len(), &begun["played"]), (20, &json!([])));
    let one = answered(&bench, &game("player", Some(1500.0), &["e2e4"])).await;
    let played = one["played"].as_array().unwrap();
    assert_eq!(
        (played.len(), &played[0]["san"], &played[0]["by"]),
        (2, &json!("e4"), &json!("you"))
    );
    assert_eq!((&played[1]["by"], &one["turn"]), (&json!("opponent"), &json!("white")));
    assert!(one["strength"].as_str().unwrap().starts_with("plays like about 1500"));
    assert!(one["pgn"].as_str().unwrap().contains("1. e4"));
    // The same seed, the same answer; a move taken back is answered as before.
    assert_eq!(answered(&bench, &game("player", Some(1500.0), &["e2e4"])).await, one);
}

/// The partner tells what it has seen of you, wider before the first move than after a dozen.
#[tokio::test]
async fn the_partner_goes_by_your_moves() {
    let bench = Bench::new();
    let mut now = answered(&bench, &game("partner", None, &[])).await;
    let width = |now: &Value| {
        now["shown"]["high"].as_f64().unwrap() - now["shown"]["low"].as_f64().unwrap()
    };
    let before = width(&now);
    for _ in 0..4 {
        let mut moves: Vec<&str> = now["played"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["uci"].as_str().unwrap())
            .collect();
        moves.push(now["moves"][0]["uci"].as_str().unwrap());
        now = answered(&bench, &game("partner", None, &moves)).await;
    }
    assert_eq!(now["played"].as_array().unwrap().len(), 8);
    assert!(width(&now) <= before, "{now}");
}

/// A mate is made by who always plays the best move, and ends the game; with few men the tables know how.
#[tokio::test]
async fn games_end() {
    let bench = Bench::new();
    let mut body = game("best", None, &[]);
    body["start"] = json!("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    body["you"] = json!("black");
    let over = answered(&bench, &body).await;
    assert_eq!((&over["over"]["result"], &over["moves"]), (&json!("1-0"), &json!([])), "{over}");
    assert_eq!(over["over"]["sentence"], "You are mated.");
    body["moves"] = json!([over["played"][0]["uci"], "h8g8"]);
    let (status, text) = bench.post("/api/sparring", body.clone()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{text}");
}

#[tokio::test]
async fn what_cannot_be_played_is_a_sentence() {
    let bench = Bench::new();
    for (body, part) in [
        (game("player", None, &[]), "needs a rating"),
        (game("player", Some(3000.0), &[]), "can have a rating from 925 to"),
        (game("engine:/bin/sh", None, &[]), "is nobody who can be played"),
        (game("best", None, &["e2e5"]), "e2e5 is not legal"),
        (game("best", None, &["e2e4"; 601]), "at most 600"),
    ] {
        let (status, text) = bench.post("/api/sparring", body.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{text}");
        assert!(text["error"].as_str().unwrap().contains(part), "{text}");
    }
}
