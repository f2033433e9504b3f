//! Whole games over HTTP: listed, valued by a job, stopped, and refused in a sentence.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::bench::Bench;

/// White wins with the queen, then stalemates: the table says so, whatever the engine thinks.
pub(crate) const STALEMATE: &str = "[White \"A\"]\n[Black \"B\"]\n[FEN \"6k1/8/5KQ1/8/8/8/8/8 b - - 0 1\"]\n\n1... Kh8 2. Kf7 1/2-1/2\n";

/// Two moves of each side, then the same again and again.
fn long_game(plies: usize) -> String {
    let turn = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let moves: Vec<&str> = (0..plies).map(|ply| turn[ply % 4]).collect();
    format!("{} *\n", moves.join(" "))
}

/// Starts a review by our own searcher and answers with its job.
async fn started(bench: &Bench, query: &str, pgn: &str) -> (StatusCode, Value) {
    let (status, text) = bench.send_pgn(&format!("/api/review?{query}"), pgn.to_owned()).await;
    (status, serde_json::from_str(&text).unwrap())
}

/// A game valued by our own searcher at depth 1, and the list it was chosen from.
pub(crate) async fn reviewed(bench: &Bench, pgn: &str) -> (Value, Value) {
    let (status, listed) = bench.send_pgn("/api/review/games", pgn.to_owned()).await;
    assert_eq!(status, StatusCode::OK, "{listed}");
    let (status, answer) = started(bench, "engine=own&depth=1", pgn).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{answer}");
    let job = answer["job"].as_u64().unwrap();
    let stream = bench.follow(job).await;
    assert!(stream.contains("event: done"), "{stream}");
    let review = bench.get(&format!("/api/review/{job}")).await;
    (review, serde_json::from_str(&listed).unwrap())
}

#[tokio::test]
async fn a_game_is_valued_and_the_table_has_the_last_word() {
    let bench = Bench::new();
    let (review, listed) = reviewed(&bench, STALEMATE).await;
    assert_eq!(listed[0]["plies"], 2);
    assert_eq!((&review["valued"], &review["plies"]), (&json!(2), &json!(2)));
    assert_eq!(review["moments"], json!([2]));
    let stalemate = &review["moves"][1];
    assert_eq!((&stalemate["san"], &stalemate["lost"]), (&json!("Kf7"), &json!(0.5)));
    assert_eq!(stalemate["table"]["before"], json!({ "outcome": "win", "depth": 1 }));
    assert_eq!(stalemate["table"]["after"]["outcome"], "draw");
    assert_eq!(review["exact_zone"]["unsolved"], json!([]), "three men are solved by the job");
    assert!(review["white"]["said"].as_str().unwrap().contains("too few"));
}

#[tokio::test]
async fn a_review_is_stopped_and_tells_what_it_has() {
    let bench = Bench::new();
    let (_, answer) = started(&bench, "engine=own&depth=3", &long_game(1_000)).await;
    let job = answer["job"].as_u64().unwrap();
    let request = Bench::request(Method::DELETE, &format!("/api/jobs/{job}")).body(Body::empty());
    assert_eq!(bench.send(request.unwrap()).await.0, StatusCode::ACCEPTED);
    assert!(bench.follow(job).await.contains("event: cancelled"));
    let review = bench.get(&format!("/api/review/{job}")).await;
    assert!(review["valued"].as_u64() < review["plies"].as_u64(), "{review}");
}

/// The page is closed: its stream of events ends, and nobody else follows the job.
#[tokio::test]
async fn a_review_that_nobody_follows_ends() {
    let bench = Bench::new();
    let (_, answer) = started(&bench, "engine=own&depth=3", &long_game(1_000)).await;
    let path = format!("/api/jobs/{}/events", answer["job"]);
    let request = Bench::request(Method::GET, &path).body(Body::empty()).unwrap();
    let mut stream = bench.router.clone().oneshot(request).await.unwrap().into_body();
    assert!(stream.frame().await.is_some());
    drop(stream);
    // Whoever asks for the events before the server has noticed follows the job, and it goes on.
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let valued = async || {
        let review = bench.get(&format!("/api/review/{}", answer["job"])).await;
        review["valued"].as_u64().unwrap()
    };
    let end = bench.follow(answer["job"].as_u64().unwrap()).await;
    assert!(end.contains("event: cancelled"), "{end}");
    assert!(valued().await < 1_000);
}

#[tokio::test]
async fn what_cannot_be_reviewed_is_told_in_a_sentence() {
    let bench = Bench::new();
    let illegal = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n";
    for (query, pgn, part) in [
        ("engine=own", "", "there is no game in this"),
        ("engine=own", "Dear Sir, thank you.\n", "neither a tag nor a move"),
        ("engine=own", illegal, "game 1: move 2. Ke3 is not legal"),
        ("engine=own", "[Variant \"Crazyhouse\"]\n\n1. e4 *\n", "Crazyhouse"),
        ("engine=own", "[White \"A\"]\n\n1-0\n", "has no moves"),
        ("engine=own&game=3", "1. e4 *\n\n1. d4 *\n", "no game 3 in this: the last is 2"),
        ("engine=/bin/sh", "1. e4 *\n", "none of the engines offered"),
        ("engine=own&pool=club", "1. e4 *\n", "no pool of ratings"),
        ("engine=own&depth=99", "1. e4 *\n", "depth can be 1 to 20"),
        ("engine=own", &long_game(1_001), "1001 half-moves"),
    ] {
        let (status, answer) = started(&bench, query, pgn).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{query}: {answer}");
        let said = answer["error"].as_str().unwrap();
        assert!(said.contains(part), "{said}");
    }
    let (status, listed) = bench.send_pgn("/api/review/games", illegal.to_owned()).await;
    assert!(status.is_success() && listed.contains("Ke3 is not legal"), "{listed}");
    let (status, gone) = bench.ask("/api/review/77").await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{gone}");
}
