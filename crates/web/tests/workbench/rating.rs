//! The rating that practice speaks for, over HTTP.

use serde_json::{Value, json};

use crate::bench::{Bench, KQKR};

async fn report(bench: &Bench, game: &Value) -> Value {
    bench.get(&format!("/api/practice/{}/report", game["id"].as_str().unwrap())).await
}

#[tokio::test]
async fn a_game_and_all_games_have_a_rating_in_words() {
    let bench = Bench::new();
    assert_eq!(bench.get("/api/progress").await["rating"], Value::Null);
    let game = bench.begin(json!({ "fen": KQKR, "side": "white" })).await;
    assert_eq!(report(&bench, &game).await["rating"], Value::Null);
    let won = bench.win(game).await;
    let rating = report(&bench, &won).await["rating"].clone();
    let mine = won["moves"].as_array().unwrap().iter().filter(|made| made["by"] == "you").count();
    assert_eq!((&rating["moves"], &rating["scale"]), (&json!(mine), &json!("Lichess")));
    let text = rating["text"].as_str().unwrap();
    let told = match rating["rating"].as_u64() {
        Some(rating) => format!("about {rating} ("),
        None => "not enough moves yet".to_owned(),
    };
    assert!(text.starts_with(&told), "{rating}");
    // One game alone is all there is: of its endgame, and of all.
    let progress = bench.get("/api/progress").await;
    assert_eq!(progress["rating"], rating);
    let of_endgame = &progress["endgames"][0]["rating"];
    assert_eq!(of_endgame["endgame"], "KQKR");
    assert_eq!(of_endgame["text"], rating["text"]);
    // A second one, and the same after a restart.
    let again = bench.begin(json!({ "fen": KQKR, "side": "white", "seed": 8 })).await;
    bench.win(again).await;
    let both = bench.get("/api/progress").await;
    assert!(both["rating"]["moves"].as_u64() > rating["moves"].as_u64(), "{both}");
    let width = |rating: &Value| rating["high"].as_u64().unwrap() - rating["low"].as_u64().unwrap();
    assert!(width(&both["rating"]) <= width(&rating), "{both}");
    let restarted = Bench::in_folder(bench.folder.clone());
    assert_eq!(restarted.get("/api/progress").await["rating"], both["rating"]);
    assert_eq!(report(&restarted, &won).await["rating"], rating);
}

#[tokio::test]
async fn hints_alone_have_none() {
    let bench = Bench::new();
    let mut game = bench.begin(json!({ "depth": 3 })).await;
    while game["over"].is_null() {
        let told = bench.hint(&game).await;
        game = bench.play(&game, told["uci"].as_str().unwrap()).await;
    }
    assert_eq!(report(&bench, &game).await["rating"], Value::Null);
    let progress = bench.get("/api/progress").await;
    assert_eq!(
        (&progress["rating"], &progress["endgames"][0]["rating"]),
        (&Value::Null, &Value::Null)
    );
}
