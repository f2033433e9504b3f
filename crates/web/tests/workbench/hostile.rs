//! Bad input and bad people: a clear sentence, nothing changed, nobody let in.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt;
use web::app::{App, router};

use crate::bench::{Bench, HOST, KQKR, fen, gate, settings};

fn says(answer: &Value, words: &str) {
    let sentence = answer["error"].as_str().unwrap_or_else(|| panic!("{answer}"));
    assert!(sentence.contains(words), "{sentence}");
}

#[tokio::test]
async fn bad_positions_are_refused_in_a_sentence() {
    let bench = Bench::new();
    for (text, words) in [
        ("hello", "is not a FEN"),
        ("", "is not a FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "0 kings"),
        ("K7/1k6/8/8/8/8/8/8 w - - 0 1", "next to each other"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "castling"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "32 men"),
        ("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1'; DROP TABLE games;--", "is not a FEN"),
        ("<script>alert(1)</script>", "is not a FEN"),
    ] {
        let (status, answer) = bench.ask(&format!("/api/position?fen={}", encoded(text))).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{text}: {answer}");
        says(&answer, words);
    }
    let (status, answer) = bench.ask(&format!("/api/position?fen={}", "8".repeat(101))).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    says(&answer, "101 bytes");
    let (status, answer) = bench.ask("/api/position").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    says(&answer, "fen");
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[tokio::test]
async fn bad_moves_change_nothing() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "fen": KQKR })).await;
    let path = format!("/api/practice/{}/move", game["id"].as_str().unwrap());
    for uci in ["e2e4", "a5a5", "", "0000", "a5e5q", "x'; --", &"a".repeat(5000)] {
        let (status, answer) = bench.post(&path, json!({ "uci": uci, "version": 1 })).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{uci}");
        says(&answer, "write a move as in Qd5+ or d1d5");
    }
    for body in [
        json!({}),
        json!({ "uci": 3, "version": 1 }),
        json!([]),
        json!({ "uci": "a5e5", "version": 1, "x": 1 }),
    ] {
        assert_eq!(bench.post(&path, body).await.0, StatusCode::BAD_REQUEST);
    }
    let same = bench.get(&format!("/api/practice/{}", game["id"].as_str().unwrap())).await;
    assert_eq!(same, game);
}

#[tokio::test]
async fn bad_wishes_are_refused() {
    let bench = Bench::new();
    for (wish, words) in [
        (json!({ "opponent": "infallible" }), "give material or fen"),
        (json!({ "material": "KXK", "opponent": "infallible" }), "no chessman"),
        (json!({ "material": "KQKRRR", "opponent": "infallible" }), "6 men"),
        (json!({ "material": "KK", "opponent": "infallible" }), "two bare kings"),
        (json!({ "material": "KQKR", "opponent": "wizard" }), "there is no 'wizard'"),
        (
            json!({ "material": "KQKR", "opponent": "player:20,weights=/etc/passwd" }),
            "without a path",
        ),
        (json!({ "material": "KQKR", "opponent": "infallible", "difficulty": 9 }), "1 to 5"),
        (json!({ "material": "KBK", "opponent": "infallible" }), "there is no win"),
        (
            json!({ "fen": "K7/8/1k6/8/8/8/8/1r6 w - - 0 1", "material": null, "side": "green", "opponent": "infallible" }),
            "green",
        ),
        (json!({ "fen": "k7/8/1K6/8/8/8/8/8 w - - 0 1", "opponent": "infallible" }), "over here"),
    ] {
        let (status, answer) = bench.post("/api/practice", wish.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{wish}: {answer}");
        says(&answer, words);
    }
    assert_eq!(bench.get("/api/practice").await, json!([]));
}

#[tokio::test]
async fn pgn_has_its_limits_and_a_bad_game_does_not_spoil_the_others() {
    let bench = Bench::new();
    let (status, _) = bench.send_pgn("/api/assess", "x".repeat(9 << 20)).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let start = "[SetUp \"1\"]\n[FEN \"K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1\"]\n\n";
    let (status, text) =
        bench.send_pgn("/api/assess", format!("{start}1. Kb7 *\n\n").repeat(2001)).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{text}");
    assert!(text.contains("more than 2000 games"), "{text}");
    let (status, _) = bench.send_pgn("/api/assess", String::new()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let mixed =
        format!("{start}1. Qz9 *\n\n{start}1. Kb7 Re7+ *\n\n[FEN \"nonsense\"]\n\n1. e4 *\n\n");
    let (status, text) = bench.send_pgn("/api/assess", mixed).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    let answer: Value = serde_json::from_str(&text).unwrap();
    let numbers = |of: &str| -> Vec<u64> {
        answer[of].as_array().unwrap().iter().map(|game| game["index"].as_u64().unwrap()).collect()
    };
    assert_eq!((numbers("games"), numbers("not_assessed")), (vec![2], vec![1, 3]));
    let (status, _) =
        bench.send_pgn("/api/assess", "\u{0}\u{1}\u{fffd}{{{{((((".repeat(1000)).await;
    assert!(status.is_client_error() || status == StatusCode::OK, "{status}");
}

#[tokio::test]
async fn path_tricks_find_nothing() {
    let bench = Bench::new();
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/index.html/../x",
        "/api/practice/..%2f..%2fpractice.sqlite",
        "/api/practice/%00",
        "/api/endgames/..%2fKQKR",
        "/api/jobs/99999999999999999999/events",
        "/api/jobs/-1/events",
        "/api/nothing",
        "//evil",
        "/api",
    ] {
        let request = Bench::request(Method::GET, path).body(Body::empty()).unwrap();
        let (status, text) = bench.send(request).await;
        assert!(status.is_client_error(), "{path}: {status} {text}");
        let answer: Value =
            serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {text}"));
        assert!(answer["error"].is_string(), "{path}");
    }
}

#[tokio::test]
async fn other_sites_are_not_let_in() {
    let bench = Bench::new();
    let health = |with: &[(&str, &str)]| {
        let mut request = Request::builder().uri("/api/health");
        for (name, value) in with {
            request = request.header(*name, *value);
        }
        request.body(Body::empty()).unwrap()
    };
    let own = format!("http://{HOST}");
    for with in [
        vec![("host", HOST)],
        vec![("host", "localhost:8632")],
        vec![("host", HOST), ("origin", own.as_str())],
    ] {
        assert_eq!(bench.send(health(&with)).await.0, StatusCode::OK, "{with:?}");
    }
    for with in [
        vec![],
        vec![("host", "evil.example:8632")],
        vec![("host", "127.0.0.1.evil.example:8632")],
        vec![("host", HOST), ("origin", "http://evil.example")],
        vec![("host", HOST), ("origin", "null")],
        vec![("host", HOST), ("origin", "https://127.0.0.1:8632")],
        vec![("host", HOST), ("origin", "http://localhost:8632")],
        vec![("host", HOST), ("sec-fetch-site", "cross-site")],
    ] {
        assert_eq!(bench.send(health(&with)).await.0, StatusCode::FORBIDDEN, "{with:?}");
    }
}

/// A form on another site can post text, but not with our header, nor as JSON.
#[tokio::test]
async fn changes_need_the_header_that_forms_cannot_send() {
    let bench = Bench::new();
    let body = json!({ "material": "KQKR", "opponent": "infallible" }).to_string();
    let post = |header_on: bool, kind: &str| {
        let mut request = Request::builder().method("POST").uri("/api/practice");
        request = request.header("host", HOST).header(header::CONTENT_TYPE, kind);
        if header_on {
            request = request.header("x-fallible", "1");
        }
        request.body(Body::from(body.clone())).unwrap()
    };
    assert_eq!(bench.send(post(false, "application/json")).await.0, StatusCode::FORBIDDEN);
    assert_eq!(bench.send(post(true, "text/plain")).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let refused = bench.change(Method::DELETE, "/api/history", json!({ "confirm": "yes" })).await;
    assert_eq!(refused.0, StatusCode::BAD_REQUEST);
    let large = json!({ "opponent": "x".repeat(70_000) });
    assert_eq!(bench.post("/api/practice", large).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(
        bench.change(Method::PUT, "/api/practice", json!({})).await.0,
        StatusCode::METHOD_NOT_ALLOWED
    );
}

#[tokio::test]
async fn a_token_is_wanted_where_there_is_one() {
    let bench = Bench::new();
    let app = App::open(&settings(bench.folder.path())).unwrap();
    let guarded = router(app, gate(Some("correct horse")));
    let ask = async |path: &str, bearer: Option<&str>| {
        let mut request = Request::builder().uri(path).header("host", HOST);
        if let Some(token) = bearer {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        guarded.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status()
    };
    assert_eq!(ask("/api/health", Some("correct horse")).await, StatusCode::OK);
    assert_eq!(ask("/api/health?token=wrong", None).await, StatusCode::UNAUTHORIZED);
    for wrong in [None, Some(""), Some("correct"), Some("correct horse ")] {
        assert_eq!(ask("/api/health", wrong).await, StatusCode::UNAUTHORIZED, "{wrong:?}");
    }
    // The page itself holds no secret.
    assert_eq!(ask("/", None).await, StatusCode::OK);
}

#[tokio::test]
async fn two_windows_on_one_game_do_not_overrun_each_other() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "fen": KQKR, "opponent": "player:20" })).await;
    let path = format!("/api/practice/{}/move", game["id"].as_str().unwrap());
    let best = bench.best(&game).await;
    let moves = [0; 8].map(|_| bench.post(&path, json!({ "uci": best, "version": 1 })));
    let answers = futures_all(moves).await;
    let accepted: Vec<&Value> = answers
        .iter()
        .filter(|(status, _)| *status == StatusCode::OK)
        .map(|(_, game)| game)
        .collect();
    assert_eq!(accepted.len(), 1);
    for (status, answer) in answers.iter().filter(|(status, _)| *status != StatusCode::OK) {
        assert_eq!(*status, StatusCode::CONFLICT);
        says(answer, "another window");
        assert_eq!(answer["game"]["fen"], accepted[0]["fen"]);
    }
    let stands = bench
        .get(&format!("/api/position?fen={}", fen(accepted[0]["fen"].as_str().unwrap())))
        .await;
    assert_eq!(stands["turn"], "white");
}

/// All at once.
async fn futures_all<T, const N: usize>(all: [impl Future<Output = T>; N]) -> Vec<T> {
    let mut pending: Vec<_> = all.into_iter().map(Box::pin).collect();
    let mut done: Vec<Option<T>> = pending.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        let mut left = false;
        for (future, done) in pending.iter_mut().zip(&mut done).filter(|(_, done)| done.is_none()) {
            match future.as_mut().poll(context) {
                std::task::Poll::Ready(answer) => *done = Some(answer),
                std::task::Poll::Pending => left = true,
            }
        }
        if left { std::task::Poll::Pending } else { std::task::Poll::Ready(()) }
    })
    .await;
    done.into_iter().flatten().collect()
}
