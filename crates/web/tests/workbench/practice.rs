//! Practice games from the first move to the report.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::{Bench, KQKR, fen};

/// Best play against best play: the deepest win of KQKR takes as many moves as it is deep.
#[tokio::test]
async fn best_play_wins_in_as_many_moves_as_the_position_is_deep() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "fen": KQKR, "side": "white" })).await;
    let depth =
        bench.get(&format!("/api/position?fen={}", fen(KQKR))).await["value"]["depth"].as_u64();
    let game = bench.win(game).await;
    let own = |by: &str| {
        game["moves"].as_array().unwrap().iter().filter(|made| made["by"] == by).count() as u64
    };
    assert_eq!(Some(own("you")), depth);
    assert_eq!(game["over"]["result"], "1-0");
    assert_eq!(game["over"]["reached"], true);
    let id = game["id"].as_str().unwrap();
    let report = bench.get(&format!("/api/practice/{id}/report")).await;
    assert_eq!(report["quality"]["you"]["conceded"], 0);
    assert_eq!(report["quality"]["you"]["moves"].as_u64(), depth);
    assert_eq!(report["quality"]["you"]["efficiency"], 1.0);
    assert_eq!(report["turning_point"], Value::Null);
    let summary = format!("Won in {} moves. Every move was a best one.", depth.unwrap());
    assert_eq!((&report["summary"], &report["slips"]), (&json!(summary), &json!([])));
    // The depth falls by one a move, from the first to nothing.
    let trajectory: Vec<u64> = report["trajectory"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| point[1].as_u64().unwrap())
        .collect();
    assert_eq!(trajectory, (0..=depth.unwrap()).rev().collect::<Vec<_>>());
    // Nobody looks more competent than who never errs.
    assert!(report["competence"]["mean"].as_f64().unwrap() > 40.0, "{report}");
}

#[tokio::test]
async fn a_start_is_as_deep_as_asked_and_of_the_colour_asked() {
    let bench = Bench::new();
    for (side, depth, least, most) in [
        ("white", json!(12), 12, 12),
        ("black", json!([20, 22]), 20, 22),
        ("black", json!(null), 13, 18),
    ] {
        let game = bench.begin(json!({ "side": side, "depth": depth, "difficulty": 3 })).await;
        assert_eq!((&game["you"], &game["position"]["turn"]), (&json!(side), &json!(side)));
        assert_eq!(game["material"], if side == "white" { "KQKR" } else { "KRKQ" });
        let position =
            bench.get(&format!("/api/position?fen={}", fen(game["fen"].as_str().unwrap()))).await;
        assert_eq!(position["value"]["outcome"], "win");
        let depth = position["value"]["depth"].as_u64().unwrap();
        assert!((least..=most).contains(&depth), "{depth}");
    }
    let (status, answer) = bench
        .post("/api/practice", json!({ "material": "KQKR", "depth": 40, "opponent": "infallible" }))
        .await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(answer["error"].as_str().unwrap().contains("choose a depth from 1 to 31"), "{answer}");
}

#[tokio::test]
async fn what_moves_were_worth_is_told_only_when_asked() {
    let bench = Bench::new();
    let game = bench.begin(json!({})).await;
    let best = bench.best(&game).await;
    let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
    let (_, game) = bench
        .post(&format!("{path}/move"), json!({ "uci": best, "version": game["version"] }))
        .await;
    let hidden = |made: &Value| {
        ["value_before", "value_after", "conceded", "optimal", "only_move"]
            .iter()
            .all(|field| made[field].is_null())
    };
    assert!(game["moves"].as_array().unwrap().iter().all(hidden));
    assert!(game["best"].is_null() && game["depth"].is_null());
    assert!(game["position"]["moves"][0].get("value").is_none());
    let shown = bench.get(&format!("{path}?reveal=1")).await;
    assert_eq!(shown["moves"][0]["conceded"], 0);
    assert_eq!(shown["moves"][0]["optimal"], true);
    assert!(shown["depth"].is_u64() && !shown["best"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_move_taken_back_is_gone_but_was_seen() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "depth": 20, "opponent": "player:20" })).await;
    let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
    let first = game["position"]["moves"][0]["uci"].as_str().unwrap().to_owned();
    let moved = bench.play(&game, &first).await;
    assert_eq!(moved["moves"].as_array().unwrap().len(), 2);
    let (status, back) =
        bench.post(&format!("{path}/takeback"), json!({ "version": moved["version"] })).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(back["fen"], game["fen"]);
    assert_eq!(back["version"].as_u64().unwrap(), 3);
    let seen = bench.get("/api/knowledge").await;
    assert_eq!((&seen["moves"], &seen["games"]), (&json!(1), &json!(1)));
    // The model stands beside the competence, as in the report of the game.
    let report = bench.get(&format!("{path}/report")).await;
    assert_eq!((&seen["model"]["concede"], &seen["model"]["kappa"]), (&json!("all"), &json!(1.0)));
    assert_eq!(seen["model"], report["model"]);
    assert_eq!(bench.get("/api/progress").await["model"], report["model"]);
    // The same place again, and then after a hint: neither says anything new.
    let again = bench.best(&back).await;
    let replayed = bench.play(&back, &again).await;
    bench.hint(&replayed).await;
    let told = bench.best(&replayed).await;
    bench.play(&replayed, &told).await;
    assert_eq!(bench.get("/api/knowledge").await["moves"], 1);
    let (status, _) = bench.post(&format!("{path}/takeback"), json!({ "version": 1 })).await;
    assert_eq!(status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn moves_made_with_the_best_ones_in_sight_say_nothing_of_you() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "depth": 20 })).await;
    let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
    let shown = bench.get(&format!("{path}?reveal=1")).await;
    let best = bench.best(&shown).await;
    let helped = bench.play(&shown, &best).await;
    assert_eq!(helped["moves"][0]["counts"], false);
    assert_eq!(bench.get("/api/knowledge").await["moves"], 0);
    assert!(bench.get(&format!("{path}/report")).await["competence"].is_null());
    let alone = bench.best(&helped).await;
    let alone = bench.play(&helped, &alone).await;
    assert_eq!(alone["moves"][2]["counts"], true);
    assert_eq!(bench.get("/api/knowledge").await["moves"], 1);
    assert_eq!(bench.get(&format!("{path}/report")).await["competence"]["counted"], 1);
    // Again from the start: its first move has been made before.
    let (_, again) = bench.post(&format!("{path}/branch"), json!({ "ply": 0 })).await;
    let first = bench.best(&again).await;
    assert_eq!(bench.play(&again, &first).await["moves"][0]["counts"], false);
}

#[tokio::test]
async fn a_hint_is_a_best_move_with_its_reason() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "fen": KQKR })).await;
    let hint = bench.hint(&game).await;
    let position = bench.get(&format!("/api/position?fen={}", fen(KQKR))).await;
    let best: Vec<&Value> = position["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|named| named["optimal"] == true)
        .map(|named| &named["uci"])
        .collect();
    assert!(best.contains(&&hint["uci"]), "{hint}");
    assert!(hint["why"].as_str().unwrap().contains("leaves a win in 30"), "{hint}");
}

/// Who only looks at an address leaves no trace; a hint is asked for, in the position one sees.
#[tokio::test]
async fn a_hint_is_asked_for_with_post() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "fen": KQKR })).await;
    let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
    let (status, answer) = bench.ask(&format!("{path}/hint")).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
    assert!(answer["error"].as_str().unwrap().contains("another method"), "{answer}");
    let best = bench.best(&game).await;
    let moved = bench.play(&game, &best).await;
    assert_eq!(moved["moves"][0]["counts"], true);
    let (status, late) = bench.post(&format!("{path}/hint"), json!({ "version": 1 })).await;
    assert_eq!((status, &late["game"]), (StatusCode::CONFLICT, &moved));
    let best = bench.best(&moved).await;
    assert_eq!(bench.play(&moved, &best).await["moves"][2]["counts"], true);
}

#[tokio::test]
async fn a_branch_starts_where_it_went_wrong() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "fen": KQKR })).await;
    let worst = bench.get(&format!("/api/position?fen={}", fen(KQKR))).await["moves"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()["uci"]
        .as_str()
        .unwrap()
        .to_owned();
    let game = bench.play(&game, &worst).await;
    let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
    let report = bench.get(&format!("{path}/report")).await;
    assert_eq!(report["turning_point"]["ply"], 1);
    assert_eq!(report["turning_point"]["fen"], KQKR);
    let slip = &report["slips"][0];
    assert_eq!(
        (&slip["ply"], &slip["mark"], &slip["number"]),
        (&json!(1), &json!("??"), &json!("1."))
    );
    assert!(slip["sentence"].as_str().unwrap().ends_with(" kept the win."), "{slip}");
    assert!(report["summary"].as_str().unwrap().contains("One slip: 1."), "{report}");
    let (status, branch) = bench.post(&format!("{path}/branch"), json!({ "ply": 0 })).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!((&branch["fen"], &branch["parent"]), (&json!(KQKR), &game["id"]));
    assert_ne!(branch["id"], game["id"]);
    let (status, _) = bench.post(&format!("{path}/branch"), json!({ "ply": 99 })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_surprise_is_told_at_the_end_only() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "opponent": "surprise" })).await;
    assert!(game["opponent"].is_null());
    let best = bench.best(&game).await;
    let game = bench.play(&game, &best).await;
    let past = bench.get("/api/practice").await;
    assert!(past[0]["opponent"].is_null());
    let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
    let (_, over) = bench.post(&format!("{path}/resign"), json!({ "version": 2 })).await;
    assert_eq!(over["over"]["reason"], "resigned");
    assert!(over["opponent"]["name"].is_string());
    let (status, _) = bench.post(&format!("{path}/resign"), json!({ "version": 3 })).await;
    assert_eq!(status, StatusCode::CONFLICT);
}

/// A drawn position against the Predator: whoever falls for a trap is told which it was.
#[tokio::test]
async fn a_trap_that_was_fallen_for_is_told() {
    let bench = Bench::new();
    // The rook's side to hold: a queen may take a rook that stands en prise.
    let mut told = false;
    for seed in 0..20 {
        let wish = json!({ "stronger": false, "goal": "hold", "difficulty": 5, "opponent": "predator:uniform", "seed": seed });
        let mut game = bench.begin(wish).await;
        assert_eq!((&game["goal"], &game["hold_left"]), (&json!("hold"), &json!(25)));
        // One move that holds, then the worst one can do.
        for worst in [false, true] {
            if !game["over"].is_null() {
                break;
            }
            let here = bench
                .get(&format!("/api/position?fen={}", fen(game["fen"].as_str().unwrap())))
                .await;
            let moves = here["moves"].as_array().unwrap();
            let pick = if worst { moves.last() } else { moves.first() };
            game = bench.play(&game, pick.unwrap()["uci"].as_str().unwrap()).await;
        }
        let report =
            bench.get(&format!("/api/practice/{}/report", game["id"].as_str().unwrap())).await;
        for trap in report["traps"].as_array().unwrap().iter().filter(|trap| trap["sprung"] == true)
        {
            told |=
                trap["sentence"].as_str().unwrap().contains("held the draw: you fell for it with");
        }
        if told {
            assert!(report["turning_point"]["conceded"].is_null());
            return;
        }
    }
    panic!("no trap in twenty games");
}

#[tokio::test]
async fn to_mate_goes_on_after_the_rook_is_won() {
    let bench = Bench::new();
    let start = "8/8/8/8/8/2k5/1r6/K1Q5 b - - 0 1";
    let game = bench.begin(json!({ "fen": KQKR, "to_mate": true, "side": "white" })).await;
    let game = bench.win(game).await;
    assert_eq!(game["over"]["reason"], "checkmate", "{start}");
}

#[tokio::test]
async fn progress_brings_back_what_went_wrong() {
    let bench = Bench::new();
    let before = bench.get("/api/progress").await;
    assert_eq!(before["next"][0]["material"], "KQK");
    let game = bench.begin(json!({ "depth": 8 })).await;
    let path = format!("/api/practice/{}/resign", game["id"].as_str().unwrap());
    bench.post(&path, json!({ "version": 1 })).await;
    let won = bench.begin(json!({ "depth": 3 })).await;
    bench.win(won).await;
    let progress = bench.get("/api/progress").await;
    let line = &progress["endgames"][0];
    assert_eq!(
        (&line["material"], &line["games"], &line["won"]),
        (&json!("KQKR"), &json!(2), &json!(1))
    );
    assert_eq!(
        line["by_depth"][1],
        json!({ "depth": 8, "games": 1, "score": 0.0, "conceded": 0.0 })
    );
    let next = &progress["next"][0];
    assert_eq!((&next["material"], &next["depth"]), (&json!("KQKR"), &json!(8)));
    assert!(next["why"].as_str().unwrap().contains("slipped away"), "{next}");
}
