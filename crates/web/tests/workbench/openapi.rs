//! The document of the API is true: the same addresses, and answers of the shapes it gives.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use web::app::OPENAPI;

use crate::bench::{Bench, KPK, KQKR, fen};

fn document() -> Value {
    serde_json::from_str(OPENAPI).unwrap()
}

/// The routes as the program's own text has them.
#[test]
fn the_document_names_every_route_and_no_other() {
    let source = include_str!("../../src/app.rs");
    let mut routes = BTreeSet::new();
    for call in source.split(".route(").skip(1) {
        let path = call.split('"').nth(1).unwrap();
        let handlers = &call[..call.find('\n').unwrap()];
        for method in ["get", "post", "delete"] {
            if handlers.contains(&format!(" {method}("))
                || handlers.contains(&format!(".{method}("))
            {
                routes.insert(format!("{method} {path}"));
            }
        }
    }
    let document = document();
    let mut named = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        named.extend(methods.as_object().unwrap().keys().map(|method| format!("{method} {path}")));
    }
    assert!(routes.len() > 25);
    assert_eq!(routes, named);
}

/// What is wrong with a value, by a schema: the part of JSON Schema that the document uses.
fn fault(document: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let schema =
            document.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name}"));
        return fault(document, schema, value, at);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let faults: Option<Vec<String>> =
            any.iter().map(|one| fault(document, one, value, at)).collect();
        return faults.map(|faults| faults.join(" and "));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let admitted = |name: &Value| name == kind || (kind == "integer" && name == "number");
    let fits = match &schema["type"] {
        Value::Array(names) => names.iter().any(admitted),
        name => admitted(name),
    };
    if !fits {
        return Some(format!("{at} is {kind}, not {}", schema["type"]));
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Some(format!("{at} is {value}, none of {words:?}"));
    }
    if let Some(list) = value.as_array() {
        let each = list.iter().enumerate();
        return each
            .filter_map(|(n, one)| fault(document, &schema["items"], one, &format!("{at}[{n}]")))
            .next();
    }
    let fields = value.as_object()?;
    let missing = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|name| !fields.contains_key(name.as_str().unwrap()));
    if let Some(name) = missing {
        return Some(format!("{at} has no {name}"));
    }
    fields.iter().find_map(|(name, field)| {
        let known = schema["properties"].get(name).or(match &schema["additionalProperties"] {
            Value::Object(_) => Some(&schema["additionalProperties"]),
            _ => None,
        });
        match known {
            Some(known) => fault(document, known, field, &format!("{at}.{name}")),
            None if schema.get("properties").is_none() => None,
            None => Some(format!("{at} has a {name} nobody knows of")),
        }
    })
}

#[test]
fn the_judge_finds_faults() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": ["integer", "null"] } }, "required": ["a"], "additionalProperties": false });
    let fault = |value: Value| fault(&json!({}), &schema, &value, "it");
    assert_eq!(fault(json!({ "a": 3 })), None);
    assert!(fault(json!({ "a": "x" })).is_some() && fault(json!({})).is_some());
    assert!(fault(json!({ "a": null, "b": 1 })).is_some() && fault(json!(3)).is_some());
}

/// Panics where an answer has not the shape that the document gives it.
fn check_shape(document: &Value, (method, path, status): (&str, &str, &str), answer: &Value) {
    let operation = &document["paths"][path][method];
    let schema = &operation["responses"][status]["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{method} {path} {status}");
    if let Some(fault) = fault(document, schema, answer, "answer") {
        panic!("{method} {path}: {fault}");
    }
}

#[tokio::test]
async fn answers_about_other_games_have_them_too() {
    let bench = Bench::new();
    let document = document();
    let check = |method: &str, path: &str, status: &str, answer: &Value| {
        check_shape(&document, (method, path, status), answer);
    };
    for (path, asked) in [
        ("/api/position", "/api/position?game=checkers&fen=B:W6,15:BK1"),
        ("/api/position", "/api/position?game=checkers&fen=W:W:BK1"),
        ("/api/position", "/api/position?game=antichess&fen=8/4P3/8/8/8/2k5/8/8%20w"),
        ("/api/line", "/api/line?game=checkers&fen=W:WK14,K15:BK4"),
        ("/api/curves", "/api/curves?game=checkers&fen=W:WK14,K15:BK4"),
        ("/api/predict", "/api/predict?game=antichess&fen=8/8/8/2k5/8/8/5R2/8%20w&c=9"),
        ("/api/agents", "/api/agents?game=suicide"),
        ("/api/endgames", "/api/endgames?game=antichess"),
        ("/api/endgames/{material}", "/api/endgames/KKvK?game=checkers"),
        ("/api/knowledge", "/api/knowledge?game=checkers"),
    ] {
        check("get", path, "200", &bench.get(asked).await);
    }
    let other = json!({ "game": "checkers", "fen": "W:WK14,K15:BK4", "side": "white" });
    let game = bench.begin(other).await;
    check("post", "/api/practice", "201", &game);
    check("post", "/api/practice/{id}/hint", "200", &bench.hint(&game).await);
    let other = bench.win(game).await;
    check("post", "/api/practice/{id}/move", "200", &other);
    let played = other["id"].as_str().unwrap();
    for (path, asked) in [
        ("/api/practice", "/api/practice".to_owned()),
        ("/api/practice/{id}/report", format!("/api/practice/{played}/report")),
        ("/api/progress", "/api/progress".to_owned()),
    ] {
        check("get", path, "200", &bench.get(&asked).await);
    }
}

#[tokio::test]
async fn answers_have_the_shapes_of_the_document() {
    let bench = Bench::new();
    let document = document();
    let check = |method: &str, path: &str, status: &str, answer: &Value| {
        check_shape(&document, (method, path, status), answer);
    };
    let at = fen(KQKR);
    let game = bench.begin(json!({ "depth": 4 })).await;
    check("post", "/api/practice", "201", &game);
    let id = game["id"].as_str().unwrap();
    check("post", "/api/practice/{id}/hint", "200", &bench.hint(&game).await);
    let won = bench.win(game.clone()).await;
    check("post", "/api/practice/{id}/move", "200", &won);
    for (path, asked) in [
        ("/api/health", "/api/health".to_owned()),
        ("/api/openapi.json", "/api/openapi.json".to_owned()),
        ("/api/position", format!("/api/position?fen={at}")),
        ("/api/line", format!("/api/line?fen={at}")),
        ("/api/curves", format!("/api/curves?fen={at}")),
        ("/api/chart", format!("/api/chart?fen={at}&piece=r")),
        ("/api/predict", format!("/api/predict?fen={at}&c=20")),
        (
            "/api/random-game",
            "/api/random-game?white=40&branching=2&terminals=9&terminal_draws=2".to_owned(),
        ),
        (
            "/api/random-game/positions",
            "/api/random-game/positions?white=40&branching=2&terminals=9&side=black".to_owned(),
        ),
        ("/api/theory", "/api/theory?branching=poisson:3&positions=100".to_owned()),
        ("/api/network", format!("/api/network?fen={}", fen(KPK))),
        ("/api/network/about", "/api/network/about".to_owned()),
        ("/api/network/chart", format!("/api/network/chart?fen={}&piece=k", fen(KPK))),
        ("/api/network/puzzles", "/api/network/puzzles?count=3".to_owned()),
        ("/api/agents", "/api/agents".to_owned()),
        ("/api/endgames", "/api/endgames".to_owned()),
        ("/api/endgames/{material}", "/api/endgames/KQKR".to_owned()),
        ("/api/practice", "/api/practice".to_owned()),
        ("/api/practice/{id}", format!("/api/practice/{id}?reveal=1")),
        ("/api/practice/{id}/report", format!("/api/practice/{id}/report")),
        ("/api/knowledge", "/api/knowledge".to_owned()),
        ("/api/progress", "/api/progress".to_owned()),
        ("/api/lessons", "/api/lessons".to_owned()),
        ("/api/today", "/api/today".to_owned()),
    ] {
        check("get", path, "200", &bench.get(&asked).await);
    }
    let (_, refused) = bench.ask("/api/position?fen=x").await;
    check("get", "/api/position", "default", &refused);
    let (_, moved_on) = bench
        .post(&format!("/api/practice/{id}/move"), json!({ "uci": "a1a2", "version": 0 }))
        .await;
    check("post", "/api/practice/{id}/move", "default", &moved_on);
    let (status, assessed) = bench
        .send_pgn(
            "/api/assess",
            format!("[SetUp \"1\"]\n[FEN \"{KQKR}\"]\n\n1. Kb7 Re7+ 2. Kb6 *\n\n1. x *\n"),
        )
        .await;
    assert!(status.is_success(), "{assessed}");
    let assessed: Value = serde_json::from_str(&assessed).unwrap();
    assert_eq!(assessed["games"][0]["moves"].as_array().unwrap().len(), 3);
    check("post", "/api/assess", "200", &assessed);
    check("get", "/api/sparring", "200", &bench.get("/api/sparring").await);
    let asked = json!({ "moves": ["e2e4"], "you": "white", "opponent": "partner", "seed": 1 });
    check("post", "/api/sparring", "200", &bench.post("/api/sparring", asked).await.1);
    check("get", "/api/engines", "200", &bench.get("/api/engines").await);
    let (review, listed) = crate::review::reviewed(&bench, crate::review::STALEMATE).await;
    check("get", "/api/review/{id}", "200", &review);
    check("post", "/api/review/games", "200", &listed);
}
