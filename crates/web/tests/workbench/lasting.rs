//! What lasts: the history outlives the server, and is gone when it is told to.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use study::pgn::Games;

use crate::bench::{Bench, KQKR};

/// The second server knows only what the first one had on disk when it answered.
#[tokio::test]
async fn a_game_goes_on_after_the_server_was_killed() {
    let bench = Bench::new();
    let mut game =
        bench.begin(json!({ "fen": KQKR, "opponent": "predator:uniform", "seed": 3 })).await;
    for _ in 0..4 {
        let best = bench.best(&game).await;
        game = bench.play(&game, &best).await;
    }
    let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
    let again = Bench::in_folder(Arc::clone(&bench.folder));
    assert_eq!(again.get(&path).await, game);
    assert_eq!(again.get("/api/knowledge").await, bench.get("/api/knowledge").await);
    // Both servers go on alike: chance and what the opponent knows are the same.
    let best = bench.best(&game).await;
    let there = again.play(&game, &best).await;
    let third = Bench::in_folder(Arc::clone(&bench.folder));
    assert_eq!(third.get(&path).await, there);
    let won = third.win(there).await;
    assert_eq!(won["over"]["reached"], true);
}

/// What a server told, the next one knows: by a hint or by best moves shown, of a new game and of one
/// that goes on.
#[tokio::test]
async fn a_move_that_was_told_says_nothing_after_a_restart() {
    for (by_hint, moves) in [(true, 0), (false, 0), (true, 1), (false, 1)] {
        let bench = Bench::new();
        let mut game = bench.begin(json!({ "fen": KQKR })).await;
        for _ in 0..moves {
            let best = bench.best(&game).await;
            game = bench.play(&game, &best).await;
        }
        let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
        if by_hint {
            bench.hint(&game).await;
        } else {
            bench.get(&format!("{path}?reveal=1")).await;
        }
        let again = Bench::in_folder(Arc::clone(&bench.folder));
        let stands = again.get(&path).await;
        assert_eq!(stands, game, "telling changes nothing on the board");
        let best = again.best(&stands).await;
        let helped = again.play(&stands, &best).await;
        assert_eq!(helped["moves"][2 * moves]["counts"], false, "{by_hint} {moves}");
        assert_eq!(again.get("/api/knowledge").await["moves"], moves);
        // The move after that is the player's own again.
        let best = again.best(&helped).await;
        let alone = again.play(&helped, &best).await;
        assert_eq!(alone["moves"][2 * moves + 2]["counts"], true);
    }
}

#[tokio::test]
async fn what_was_taken_back_stays_taken_back() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "fen": KQKR })).await;
    let first = bench.best(&game).await;
    let game = bench.play(&game, &first).await;
    let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
    bench.post(&format!("{path}/takeback"), json!({ "version": game["version"] })).await;
    let again = Bench::in_folder(Arc::clone(&bench.folder));
    let stands = again.get(&path).await;
    assert_eq!((&stands["fen"], &stands["moves"]), (&json!(KQKR), &json!([])));
    assert_eq!(stands["version"], 3);
}

#[tokio::test]
async fn the_opponent_knows_you_from_other_games() {
    let bench = Bench::new();
    let before = bench.get("/api/knowledge").await;
    assert_eq!((&before["games"], &before["moves"]), (&json!(0), &json!(0)));
    let game = bench.begin(json!({ "depth": 10 })).await;
    bench.win(game).await;
    let after = bench.get("/api/knowledge").await;
    assert_eq!(after["games"], 1);
    assert!(after["mean"].as_f64() > before["mean"].as_f64());
    let total: f64 = after["distribution"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| pair[1].as_f64().unwrap())
        .sum();
    assert!((total - 1.0).abs() < 1e-9);
}

#[tokio::test]
async fn exports_are_read_back_and_everything_can_be_deleted() {
    let bench = Bench::new();
    let game =
        bench.begin(json!({ "depth": 6, "side": "black", "opponent": "player:20,kappa=1" })).await;
    let game = bench.win(game).await;
    let secret = bench.begin(json!({ "opponent": "surprise" })).await;
    let best = bench.best(&secret).await;
    bench.play(&secret, &best).await;
    let text = async |path: &str| {
        let request = Bench::request(Method::GET, path).body(Body::empty()).unwrap();
        bench.send(request).await.1
    };
    let pgn = text("/api/export/games.pgn").await;
    let games: Vec<_> = Games::new("x", pgn.as_bytes()).map(|game| game.unwrap()).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].moves.len(), game["moves"].as_array().unwrap().len());
    assert_eq!(games[0].result, game["over"]["result"]);
    assert!(!pgn.contains("surprise") && games[1].player(endgame::rules::Color::White).len() <= 3);
    let csv = text("/api/export/games.csv").await;
    assert_eq!(csv.lines().count(), 3);
    assert!(csv.contains("\"player:20,kappa=1\""), "{csv}");
    let (status, _) = bench
        .change(Method::DELETE, "/api/history", json!({ "confirm": "delete everything" }))
        .await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(bench.get("/api/practice").await, json!([]));
    assert_eq!(bench.get("/api/knowledge").await["moves"], 0);
    let gone = bench.ask(&format!("/api/practice/{}", game["id"].as_str().unwrap())).await;
    assert_eq!(gone.0, StatusCode::NOT_FOUND);
    let file = std::fs::read(bench.folder.path().join("data/practice.sqlite")).unwrap();
    let id = game["id"].as_str().unwrap().as_bytes();
    assert!(!file.windows(id.len()).any(|bytes| bytes == id));
}

#[tokio::test]
async fn a_history_of_a_later_version_is_left_alone() {
    let bench = Bench::new();
    let file = bench.folder.path().join("data/practice.sqlite");
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let refused = web::app::App::open(&crate::bench::settings(bench.folder.path()));
    let sentence = refused.err().unwrap().to_string();
    assert!(sentence.contains("later version (99"), "{sentence}");
    let _: Value = bench.get("/api/health").await;
}
