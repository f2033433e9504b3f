//! A network beside the truth, over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::{Bench, KPK, KQKR, fen};

#[tokio::test]
async fn a_position_and_its_chart_say_the_same() {
    let bench = Bench::new();
    let at = fen(KPK);
    let view = bench.get(&format!("/api/network?fen={at}")).await;
    assert_eq!((&view["endgame"], &view["turn"]), (&json!("KPK"), &json!("white")));
    let truth = bench.get(&format!("/api/position?fen={at}")).await;
    assert_eq!(view["truth"], truth["value"]);
    // The file corrects itself: exactly, whatever the network alone says.
    assert_eq!(view["said"]["value"], truth["value"]["outcome"]);
    assert_eq!(view["is_right"], json!(view["said"]["guess"] == truth["value"]["outcome"]));
    let chart = bench.get(&format!("/api/network/chart?fen={at}&piece=k")).await;
    assert_eq!((&chart["man"], &chart["square"]), (&json!("Black's king"), &json!("d5")));
    let squares = chart["squares"].as_array().unwrap();
    let home = squares.iter().find(|square| square["square"] == "d5").unwrap();
    assert_eq!(home["truth"], truth["value"]);
    assert_eq!(home["expected_score"], view["said"]["expected_score"]);
    // Nowhere beside the other king, nor on a man.
    assert!(
        squares
            .iter()
            .all(|square| !["e1", "f3", "d2", "e2"].contains(&square["square"].as_str().unwrap()))
    );
}

#[tokio::test]
async fn exceptions_are_puzzles() {
    let bench = Bench::new();
    let about = bench.get("/api/network/about").await;
    assert_eq!((&about["endgame"], &about["positions"]), (&json!("KPK"), &json!(165_676)));
    let puzzles = bench.get("/api/network/puzzles?count=5").await;
    let puzzles = puzzles.as_array().unwrap();
    assert_eq!(puzzles.len(), 5);
    let first = &puzzles[0];
    assert_ne!(first["value"], first["guess"]);
    let at = bench.get(&format!("/api/position?fen={}", fen(first["fen"].as_str().unwrap()))).await;
    let keeping: Vec<&Value> =
        at["moves"].as_array().unwrap().iter().filter(|play| play["keeps_value"] == true).collect();
    assert_eq!(keeping.len(), 1, "{at}");
    assert_eq!((&keeping[0]["san"], &at["value"]["outcome"]), (&first["only_move"], &json!("win")));
}

#[tokio::test]
async fn what_the_network_does_not_know_is_said() {
    let bench = Bench::new();
    for (asked, part) in [
        (
            format!("/api/network?fen={}", fen(KQKR)),
            "the network is for KPK, and the position is KQKR",
        ),
        (format!("/api/network/chart?fen={}&piece=q", fen(KPK)), "there is no q"),
        ("/api/network?fen=x".to_owned(), ""),
    ] {
        let (status, answer) = bench.ask(&asked).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{asked}");
        assert!(answer["error"].as_str().unwrap().contains(part), "{answer}");
    }
}
