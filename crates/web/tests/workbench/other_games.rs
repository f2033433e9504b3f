//! Antichess and checkers over HTTP: explored, practised, kept apart from chess.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::{Bench, fen};

/// A position of antichess in which the rook needs 14 moves to be lost.
const ROOK: &str = "8/8/8/2k5/8/8/5R2/8 w - - 0 1";

#[tokio::test]
async fn positions_of_other_games_are_explored() {
    let bench = Bench::new();
    let at = bench.get(&format!("/api/position?game=antichess&fen={}", fen(ROOK))).await;
    assert_eq!(
        (&at["material"], &at["men"], &at["over"]),
        (&json!("RvK"), &json!(2), &Value::Null)
    );
    let depth = at["value"]["depth"].as_u64().unwrap();
    // The value of a position is that of its best move, and the line of best play is as long as it is deep.
    assert_eq!(at["moves"][0]["value"], json!({ "outcome": "win", "depth": depth - 1 }));
    let line = bench.get(&format!("/api/line?game=antichess&fen={}", fen(ROOK))).await;
    assert_eq!(line["line"].as_array().unwrap().len() as u64, 2 * depth);
    // In checkers there is one move, over two men, with the square between; then White has nothing left.
    let jump = bench.get("/api/position?game=checkers&fen=B:W6,15:BK1").await;
    let [only] = jump["moves"].as_array().unwrap().as_slice() else { panic!("{jump}") };
    assert_eq!((&only["san"], &only["through"]), (&json!("1x10x19"), &json!(["10"])));
    assert_eq!((&only["from"], &only["to"]), (&json!("1"), &json!("19")));
    let over = only["fen_after"].as_str().unwrap();
    let over = bench.get(&format!("/api/position?game=checkers&fen={over}")).await;
    assert_eq!(
        (&over["over"], &over["value"]),
        (&json!("no_men"), &json!({ "outcome": "loss", "depth": 0 }))
    );
    let all = bench.get("/api/endgames?game=checkers").await;
    assert_eq!(all.as_array().unwrap().len(), 23);
}

#[tokio::test]
async fn what_is_no_position_of_a_game_is_told_in_a_sentence() {
    let bench = Bench::new();
    let men = "8/8/8/2kkk3/8/8/5R2/5R2%20w";
    for (asked, told) in [
        ("/api/position?game=go&fen=x".to_owned(), "choose chess, antichess, suicide or checkers"),
        (format!("/api/position?game=checkers&fen={}", fen(ROOK)), "a position of a chess board"),
        ("/api/position?game=antichess&fen=W:WK1:BK9".to_owned(), "is not a FEN"),
        (format!("/api/position?game=antichess&fen={men}"), "solved for at most 4"),
        ("/api/position?game=checkers&fen=W:W1:BK9".to_owned(), "would be a king"),
        (format!("/api/position?game=checkers&fen=W:W{}", "9,".repeat(150)), "send one position"),
        ("/api/endgames/KQvKR?game=checkers".to_owned(), "is not an endgame of checkers"),
        ("/api/agents?game=atomic".to_owned(), "no game 'atomic'"),
    ] {
        let (status, answer) = bench.ask(&asked).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{asked}: {answer}");
        assert!(answer["error"].as_str().unwrap().contains(told), "{asked}: {answer}");
    }
}

/// Best play wins in as many moves as the position is deep, in either game, and is told apart from chess.
#[tokio::test]
async fn other_games_are_practised_and_kept_apart_from_chess() {
    let bench = Bench::new();
    for (game, material, depth) in [("checkers", "KKvK", 6), ("antichess", "NNvR", 5)] {
        let wish = json!({ "game": game, "material": material, "side": "white", "depth": depth });
        let played = bench.win(bench.begin(wish).await).await;
        assert_eq!((&played["game"], &played["over"]["reached"]), (&json!(game), &json!(true)));
        let own = played["moves"].as_array().unwrap().iter().filter(|made| made["by"] == "you");
        assert_eq!(own.count(), depth, "{played}");
        let id = played["id"].as_str().unwrap();
        let report = bench.get(&format!("/api/practice/{id}/report")).await;
        assert_eq!(report["quality"]["you"]["conceded"], 0);
        assert_eq!(report["rating"], Value::Null, "nobody's rating is known in {game}");
        let progress = bench.get("/api/progress").await;
        assert!(progress["rating"].is_null() && progress["endgames"][0]["rating"].is_null());
        let knowledge = bench.get(&format!("/api/knowledge?game={game}")).await;
        assert!(
            knowledge["games"] == 1 && knowledge["mean"].as_f64().unwrap() > 25.0,
            "{knowledge}"
        );
    }
    assert_eq!(bench.get("/api/knowledge").await["games"], 0, "chess has not been played");
    // A server started anew has the games, and each resumes by its own rules.
    let bench = Bench::in_folder(std::sync::Arc::clone(&bench.folder));
    let past = bench.get("/api/practice").await;
    let games: Vec<&Value> = past.as_array().unwrap().iter().map(|one| &one["game"]).collect();
    assert!(games.contains(&&json!("checkers")) && games.contains(&&json!("antichess")), "{past}");
    for one in past.as_array().unwrap() {
        let again = bench.get(&format!("/api/practice/{}", one["id"].as_str().unwrap())).await;
        assert_eq!(again["over"]["reached"], true);
    }
    let (_, written) = bench
        .send(
            Bench::request(axum::http::Method::GET, "/api/export/games.pgn")
                .body(axum::body::Body::empty())
                .unwrap(),
        )
        .await;
    assert!(written.contains("[Variant \"Antichess\"]") && written.contains("[GameType \"21\"]"));
}

#[tokio::test]
async fn a_task_that_no_position_fits_is_refused() {
    let bench = Bench::new();
    for (wish, told) in [
        (json!({ "game": "checkers", "material": "KKvK", "depth": 40 }), "17"),
        (json!({ "game": "checkers", "material": "KKKKvK" }), "is not an endgame of checkers"),
        (json!({ "game": "antichess", "material": "KQKR" }), "is not an antichess endgame"),
        (json!({ "game": "antichess", "fen": "8/8/8/8/8/8/8/R7 b" }), ""),
        (json!({ "game": "checkers", "material": "KKvK", "opponent": "hp1" }), "chess"),
    ] {
        let mut asked = json!({ "opponent": "infallible", "side": "white" });
        asked.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
        let answer = loop {
            let (status, answer) = bench.post("/api/practice", asked.clone()).await;
            if status == StatusCode::SERVICE_UNAVAILABLE {
                bench.follow(answer["job"].as_u64().unwrap()).await;
                continue;
            }
            assert_eq!(status, StatusCode::BAD_REQUEST, "{wish}: {answer}");
            break answer;
        };
        assert!(answer["error"].as_str().unwrap().contains(told), "{wish}: {answer}");
    }
}
