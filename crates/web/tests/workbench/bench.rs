//! A workbench with folders of its own, and a browser for it.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;
use web::app::{App, Gate, Settings, router};
use web::serve::Token;

pub(crate) const HOST: &str = "127.0.0.1:8632";

pub(crate) const KQKR: &str = "K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1";

/// Won, by one move alone: Ke2-d3.
pub(crate) const KPK: &str = "8/8/8/3k4/8/8/3PK3/8 w - - 0 1";

pub(crate) struct Bench {
    pub(crate) router: Router,
    pub(crate) folder: Arc<TempDir>,
}

pub(crate) fn settings(folder: &Path) -> Settings {
    let (tables, data) = (folder.join("tables"), Some(folder.join("data")));
    Settings { tables, data, memory: 1 << 30, engine: None, network: None }
}

pub(crate) fn gate(token: Option<&str>) -> Gate {
    let token = token.map(|token| Token::new(token).unwrap());
    Gate { address: "127.0.0.1".parse().unwrap(), port: 8632, token }
}

/// `%`-writes what an address cannot hold.
pub(crate) fn fen(fen: &str) -> String {
    fen.replace(' ', "%20").replace('/', "%2F")
}

impl Bench {
    pub(crate) fn new() -> Bench {
        Bench::in_folder(Arc::new(TempDir::new().unwrap()))
    }

    /// A server started (again) on the folders of another.
    pub(crate) fn in_folder(folder: Arc<TempDir>) -> Bench {
        let app = App::open(&settings(folder.path())).unwrap();
        Bench { router: router(app, gate(None)), folder }
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> (StatusCode, String) {
        let in_api = request.uri().path().starts_with("/api");
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let status = answer.status();
        let version = answer.headers().get("fallible-schema").map(|value| value.to_str().unwrap());
        let ours = study::schema::SCHEMA_VERSION.to_string();
        assert_eq!(version, in_api.then_some(ours.as_str()));
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(bytes.to_vec()).unwrap())
    }

    pub(crate) fn request(method: Method, path: &str) -> axum::http::request::Builder {
        let own = |builder: axum::http::request::Builder| builder.header(header::HOST, HOST);
        let builder = own(Request::builder().method(&method).uri(path));
        if method == Method::GET { builder } else { builder.header("x-fallible", "1") }
    }

    async fn json(&self, request: Request<Body>) -> (StatusCode, Value) {
        let (status, text) = self.send(request).await;
        let value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status} {text}"));
        (status, value)
    }

    pub(crate) async fn ask(&self, path: &str) -> (StatusCode, Value) {
        self.json(Bench::request(Method::GET, path).body(Body::empty()).unwrap()).await
    }

    /// What is answered, waiting for tables that must be solved first.
    pub(crate) async fn get(&self, path: &str) -> Value {
        loop {
            let (status, answer) = self.ask(path).await;
            if status == StatusCode::SERVICE_UNAVAILABLE {
                self.follow(answer["job"].as_u64().unwrap()).await;
                continue;
            }
            assert_eq!(status, StatusCode::OK, "{path}: {answer}");
            return answer;
        }
    }

    /// Reads a job's stream to its end.
    pub(crate) async fn follow(&self, job: u64) -> String {
        let path = format!("/api/jobs/{job}/events");
        let request = Bench::request(Method::GET, &path).body(Body::empty()).unwrap();
        self.send(request).await.1
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.change(Method::POST, path, body).await
    }

    pub(crate) async fn change(
        &self,
        method: Method,
        path: &str,
        body: Value,
    ) -> (StatusCode, Value) {
        let request = Bench::request(method, path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        self.json(request).await
    }

    pub(crate) async fn send_pgn(&self, path: &str, pgn: String) -> (StatusCode, String) {
        let request = Bench::request(Method::POST, path)
            .header(header::CONTENT_TYPE, "text/plain")
            .body(Body::from(pgn))
            .unwrap();
        self.send(request).await
    }

    /// A new game; fields of `with` replace the usual ones.
    pub(crate) async fn begin(&self, with: Value) -> Value {
        let mut wish = json!({ "material": "KQKR", "opponent": "infallible", "seed": 7 });
        wish.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
        loop {
            let (status, game) = self.post("/api/practice", wish.clone()).await;
            if status == StatusCode::SERVICE_UNAVAILABLE {
                self.follow(game["job"].as_u64().unwrap()).await;
                continue;
            }
            assert_eq!(status, StatusCode::CREATED, "{game}");
            return game;
        }
    }

    /// Makes a move in a game as it stands.
    pub(crate) async fn play(&self, game: &Value, uci: &str) -> Value {
        let path = format!("/api/practice/{}/move", game["id"].as_str().unwrap());
        let (status, game) =
            self.post(&path, json!({ "uci": uci, "version": game["version"] })).await;
        assert_eq!(status, StatusCode::OK, "{game}");
        game
    }

    /// A hint in a game as it stands.
    pub(crate) async fn hint(&self, game: &Value) -> Value {
        let path = format!("/api/practice/{}/hint", game["id"].as_str().unwrap());
        let (status, hint) = self.post(&path, json!({ "version": game["version"] })).await;
        assert_eq!(status, StatusCode::OK, "{hint}");
        hint
    }

    /// The best move where a game stands, as the tables have it.
    pub(crate) async fn best(&self, game: &Value) -> String {
        let at = fen(game["fen"].as_str().unwrap());
        let name = game["game"].as_str().unwrap_or("chess");
        let position = self.get(&format!("/api/position?fen={at}&game={name}")).await;
        position["moves"][0]["uci"].as_str().unwrap().to_owned()
    }

    /// Plays the best moves to the end.
    pub(crate) async fn win(&self, mut game: Value) -> Value {
        while game["over"].is_null() {
            let best = self.best(&game).await;
            game = self.play(&game, &best).await;
        }
        game
    }
}
