//! The positions of a day, lessons, and positions that are pasted.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::{Bench, fen};

/// The moves of a position, the best first.
async fn moves(bench: &Bench, at: &Value) -> Vec<Value> {
    let at = at.as_str().unwrap();
    let material = bench.get(&format!("/api/position?fen={}", fen(at))).await;
    material["moves"].as_array().unwrap().clone()
}

async fn answer(bench: &Bench, at: &Value, uci: &Value) -> (StatusCode, Value) {
    bench.post("/api/today", json!({ "fen": at, "uci": uci })).await
}

#[tokio::test]
async fn five_positions_are_answered_and_make_a_streak() {
    let bench = Bench::new();
    let today = bench.get("/api/today").await;
    assert_eq!(bench.get("/api/today").await, today, "looking changes nothing");
    let positions = today["positions"].as_array().unwrap().clone();
    assert_eq!((positions.len(), &today["streak"]), (5, &json!(0)));
    for (at, one) in positions.iter().enumerate() {
        let moves = moves(&bench, &one["fen"]).await;
        // The second is answered wrongly where that can be done, and again rightly: the first answer stands.
        if at == 1 {
            let (_, wrong) = answer(&bench, &one["fen"], &moves.last().unwrap()["uci"]).await;
            assert_eq!(wrong["right"], false, "{wrong}");
        }
        let best = moves.iter().find(|one| one["optimal"] == true).unwrap();
        let (status, right) = answer(&bench, &one["fen"], &best["uci"]).await;
        assert_eq!((status, &right["right"]), (StatusCode::OK, &json!(true)), "{right}");
        assert_eq!(right["today"]["positions"][at]["right"], json!(at != 1));
        assert_eq!(right["today"]["streak"], json!(u32::from(at == 4)));
    }
    let (status, refused) =
        answer(&bench, &json!("8/8/8/8/8/8/k7/2KR4 w - - 0 1"), &json!("d1d2")).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(refused["error"].as_str().unwrap().contains("none of today's positions"));
    // Tomorrow the wrong one is asked first, the others that were right follow.
    let tomorrow = today["day"].as_i64().unwrap() + 1;
    let next = bench.get(&format!("/api/today?day={tomorrow}")).await;
    assert_eq!(next["streak"], 1);
    let fens: Vec<&Value> =
        next["positions"].as_array().unwrap().iter().map(|one| &one["fen"]).collect();
    assert!(fens.contains(&&positions[1]["fen"]));
    let (status, _) = bench.ask(&format!("/api/today?day={}", tomorrow + 5)).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

/// What went wrong in a game is asked the same day.
#[tokio::test]
async fn a_slip_of_a_game_comes_back() {
    let bench = Bench::new();
    let at = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
    let game = bench.begin(json!({ "fen": at })).await;
    bench.play(&game, "b1e4").await;
    let today = bench.get("/api/today").await;
    assert_eq!(today["positions"][0]["fen"], at);
    assert!(today["positions"][0]["why"].as_str().unwrap().starts_with("You played Qe4+ here on "));
}

#[tokio::test]
async fn a_lesson_is_done_when_its_task_is_reached() {
    let bench = Bench::new();
    let lessons = bench.get("/api/lessons").await;
    let lesson = &lessons[0];
    assert_eq!((&lesson["done"], &lesson["tries"]), (&json!(false), &json!(0)));
    let game = bench.begin(json!({ "fen": lesson["fen"] })).await;
    assert_eq!(game["goal"], lesson["goal"]);
    bench.win(game).await;
    let lesson = &bench.get("/api/lessons").await[0];
    assert_eq!((&lesson["done"], &lesson["tries"]), (&json!(true), &json!(1)));
}

#[tokio::test]
async fn pasted_positions_are_read() {
    let bench = Bench::new();
    let (status, set) = bench
        .send_pgn("/api/positions", "Mine: 8/8/8/3k4/8/8/8/KR6 w - - 0 1\nx\n".to_owned())
        .await;
    let set: Value = serde_json::from_str(&set).unwrap();
    assert_eq!((status, &set["positions"][0]["title"]), (StatusCode::OK, &json!("Mine")));
    assert_eq!(set["left_out"].as_array().unwrap().len(), 1);
}

/// Games that were started and never played fill no list; those that are over cannot be undone.
#[tokio::test]
async fn a_finished_game_stays_and_a_start_is_no_game() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "depth": 1 })).await;
    assert_eq!(bench.get("/api/practice").await, json!([]));
    let won = bench.win(game).await;
    let id = won["id"].as_str().unwrap();
    let path = format!("/api/practice/{id}/takeback");
    let (status, refused) = bench.post(&path, json!({ "version": won["version"] })).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(refused["error"].as_str().unwrap().contains("this game is over"), "{refused}");
    assert_eq!(bench.get("/api/practice").await[0]["reached"], true);
}
