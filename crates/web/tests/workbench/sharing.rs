//! Several servers on one history, older histories, and damaged games: nothing answered is lost, and
//! everything else can still be exported.

use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use endgame::rules::Position;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use study::pgn::{Game, Games};
use tempfile::TempDir;

use crate::bench::{Bench, KQKR};

fn database(bench: &Bench) -> Connection {
    Connection::open(bench.folder.path().join("data/practice.sqlite")).unwrap()
}

async fn export(bench: &Bench, name: &str) -> String {
    let path = format!("/api/export/games.{name}");
    let request = Bench::request(Method::GET, &path).body(Body::empty()).unwrap();
    let (status, text) = bench.send(request).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    text
}

fn games(pgn: &str) -> Vec<Game> {
    Games::new("x", pgn.as_bytes()).map(|game| game.unwrap()).collect()
}

fn played(game: &Value) -> Vec<&str> {
    game["moves"].as_array().unwrap().iter().map(|made| made["uci"].as_str().unwrap()).collect()
}

fn path(game: &Value) -> String {
    format!("/api/practice/{}", game["id"].as_str().unwrap())
}

/// Two players, each with a server of its own, make moves in the same game as fast as they can. Every
/// move that was answered stands, in both servers, in the database and in the export.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_servers_on_one_game_lose_no_answered_move() {
    let first = Arc::new(Bench::new());
    let second = Arc::new(Bench::in_folder(Arc::clone(&first.folder)));
    let mut all = Vec::new();
    for seed in 0..4 {
        let wish = json!({ "fen": KQKR, "opponent": "player:2", "seed": seed });
        let game = first.begin(wish).await;
        let both = [
            tokio::spawn(play_on(Arc::clone(&first), game.clone(), 0)),
            tokio::spawn(play_on(Arc::clone(&second), game.clone(), 1)),
        ];
        let mut answered = Vec::new();
        for one in both {
            answered.extend(one.await.unwrap());
        }
        let last = first.get(&path(&game)).await;
        assert_eq!(second.get(&path(&game)).await, last);
        for answer in &answered {
            assert!(played(&last).starts_with(&played(answer)), "{answer} {last}");
        }
        // Each version was given to one player only, and there was one at least.
        let mut versions: Vec<u64> =
            answered.iter().map(|answer| answer["version"].as_u64().unwrap()).collect();
        versions.sort_unstable();
        assert_eq!(versions, (2..=last["version"].as_u64().unwrap()).collect::<Vec<_>>());
        assert!(!versions.is_empty());
        all.push(last);
    }
    for bench in [&first, &second] {
        let exported = games(&export(bench, "pgn").await);
        assert_eq!(exported.len(), all.len());
        for (written, last) in exported.iter().zip(&all) {
            let moves: Vec<String> =
                written.moves.iter().map(|made| endgame::rules::uci(made.play)).collect();
            assert_eq!(moves, played(last));
        }
    }
}

/// Up to twelve moves of one of two players, who make different ones: it matters whose was kept. The
/// answers to those that were accepted.
async fn play_on(bench: Arc<Bench>, mut game: Value, number: usize) -> Vec<Value> {
    let mut answered = Vec::new();
    for turn in 0..12 {
        let moves = game["position"]["moves"].as_array().unwrap();
        if moves.is_empty() {
            break;
        }
        let uci = moves[(3 * turn + number) % moves.len()]["uci"].clone();
        let body = json!({ "uci": uci, "version": game["version"] });
        let (status, answer) = bench.post(&format!("{}/move", path(&game)), body).await;
        game = match status {
            StatusCode::OK => {
                answered.push(answer.clone());
                answer
            }
            StatusCode::CONFLICT => answer["game"].clone(),
            _ => panic!("{status} {answer}"),
        };
    }
    answered
}

/// What one server does, the other knows: moves, take-backs, hints, what was shown, what was learned,
/// and that everything was deleted.
#[tokio::test]
async fn servers_on_one_history_know_what_the_other_did() {
    let first = Bench::new();
    let second = Bench::in_folder(Arc::clone(&first.folder));
    let game = first.begin(json!({ "depth": 20, "opponent": "player:20" })).await;
    assert_eq!(second.get(&path(&game)).await, game);
    let best = first.best(&game).await;
    let moved = first.play(&game, &best).await;
    assert_eq!(second.get(&path(&game)).await, moved);
    assert_eq!(second.get("/api/knowledge").await["moves"], 1);
    assert_eq!(second.get("/api/knowledge").await, first.get("/api/knowledge").await);
    let (status, back) = second
        .post(&format!("{}/takeback", path(&game)), json!({ "version": moved["version"] }))
        .await;
    assert_eq!((status, &back["fen"]), (StatusCode::OK, &game["fen"]));
    let (status, late) = first
        .post(&format!("{}/move", path(&game)), json!({ "uci": best, "version": moved["version"] }))
        .await;
    assert_eq!((status, &late["game"]), (StatusCode::CONFLICT, &back));
    // Told by one server, played on the other: it says nothing of you.
    let again = first.play(&back, &best).await;
    second.hint(&again).await;
    let told = first.best(&again).await;
    let helped = first.play(&again, &told).await;
    assert_eq!(helped["moves"][2]["counts"], false);
    let shown = second.get(&format!("{}?reveal=1", path(&game))).await;
    let seen = shown["best"][0].as_str().unwrap();
    let helped = first.play(&helped, seen).await;
    assert_eq!(helped["moves"][4]["counts"], false);
    assert_eq!(first.get("/api/knowledge").await["moves"], 1);
    let confirm = json!({ "confirm": "delete everything" });
    let (status, _) = second.change(Method::DELETE, "/api/history", confirm).await;
    assert_eq!(status, StatusCode::OK);
    let body = json!({ "uci": best, "version": helped["version"] });
    let (status, _) = first.post(&format!("{}/move", path(&game)), body).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(first.ask(&path(&game)).await.0, StatusCode::NOT_FOUND);
    assert_eq!(first.get("/api/knowledge").await["moves"], 0);
    let anew = first.begin(json!({ "depth": 20 })).await;
    let best = second.best(&anew).await;
    second.play(&anew, &best).await;
    assert_eq!(first.get("/api/knowledge").await["moves"], 1);
}

/// The database itself refuses a second move of a ply, whoever writes it.
#[tokio::test]
async fn a_ply_cannot_be_there_twice() {
    let bench = Bench::new();
    let game = bench.begin(json!({ "fen": KQKR })).await;
    let best = bench.best(&game).await;
    bench.play(&game, &best).await;
    let written = database(&bench).execute(
        "INSERT INTO moves (game, ply, uci, by_you, counts, made, value_conceded) VALUES (?1, 1, 'a8b8', 1, 0, 0, 0)",
        [game["id"].as_str().unwrap()],
    );
    let refused = written.unwrap_err();
    assert_eq!(refused.sqlite_error_code(), Some(rusqlite::ErrorCode::ConstraintViolation));
}

/// The tables of the first version, as it made them.
const VERSION_1: &str = "
CREATE TABLE games (
    id TEXT PRIMARY KEY, started INTEGER NOT NULL, material TEXT NOT NULL, you TEXT NOT NULL,
    start_fen TEXT NOT NULL, goal TEXT NOT NULL, to_mate INTEGER NOT NULL, surprise INTEGER NOT NULL,
    opponent TEXT NOT NULL, seed INTEGER NOT NULL, depth INTEGER, parent TEXT, seen BLOB NOT NULL,
    version INTEGER NOT NULL, furthest INTEGER NOT NULL, result TEXT, reason TEXT, reached INTEGER
) STRICT;
CREATE INDEX games_started ON games (started);
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, ply INTEGER NOT NULL, uci TEXT NOT NULL,
    by_you INTEGER NOT NULL, counts INTEGER NOT NULL, taken_back INTEGER NOT NULL DEFAULT 0,
    made INTEGER NOT NULL, depth INTEGER, conceded INTEGER, value_conceded INTEGER NOT NULL, likelihood BLOB
) STRICT;
CREATE INDEX moves_game ON moves (game, ply);
PRAGMA user_version = 1;
";

const KRK: &str = "8/8/8/8/4k3/8/8/K6R w - - 0 1";

fn game_of_version_1(database: &Connection, id: &str, moves: &[(u32, &str, bool)]) {
    database
        .execute(
            "INSERT INTO games VALUES (?1, 0, 'KRK', 'white', ?2, 'win', 0, 0, 'infallible', 1, NULL, NULL, x'', 2, 9, NULL, NULL, NULL)",
            [id, KRK],
        )
        .unwrap();
    for (ply, uci, taken_back) in moves {
        database
            .execute(
                "INSERT INTO moves VALUES (?1, ?2, ?3, ?4, 0, ?5, 0, NULL, NULL, 0, NULL)",
                params![id, ply, uci, ply % 2 == 1, taken_back],
            )
            .unwrap();
    }
}

fn history_of_version_1(folder: &Path) -> Connection {
    std::fs::create_dir_all(folder.join("data")).unwrap();
    let database = Connection::open(folder.join("data/practice.sqlite")).unwrap();
    database.execute_batch(VERSION_1).unwrap();
    database
}

#[tokio::test]
async fn a_history_of_the_first_version_is_taken_over() {
    let folder = Arc::new(TempDir::new().unwrap());
    let database = history_of_version_1(folder.path());
    game_of_version_1(
        &database,
        "taken",
        &[(1, "h1h2", true), (2, "e4e3", true), (1, "h1h8", false), (2, "e4d4", false)],
    );
    // Two servers in turns; the second went further, and its moves do not fit the first's.
    game_of_version_1(
        &database,
        "tangled",
        &[
            (1, "h1h2", false),
            (2, "e4d3", false),
            (1, "h1h5", false),
            (2, "e4d4", false),
            (3, "h5h6", false),
            (4, "d4d5", false),
            (3, "h2h1", false),
        ],
    );
    // Nothing fits: still no reason to give up the others.
    game_of_version_1(&database, "spoilt", &[(1, "a8a7", false), (1, "zz", false)]);
    drop(database);
    let bench = Bench::in_folder(Arc::clone(&folder));
    // A start on what is up to date changes nothing.
    let again = Bench::in_folder(folder);
    for bench in [&bench, &again] {
        assert_eq!(bench.get("/api/practice").await.as_array().unwrap().len(), 3);
        assert_eq!(played(&bench.get("/api/practice/taken").await), ["h1h8", "e4d4"]);
        let stands = ["h1h5", "e4d4", "h5h6", "d4d5"];
        assert_eq!(played(&bench.get("/api/practice/tangled").await), stands);
        assert!(played(&bench.get("/api/practice/spoilt").await).is_empty());
        let lengths: Vec<usize> =
            games(&export(bench, "pgn").await).iter().map(|game| game.moves.len()).collect();
        assert_eq!(lengths, [2, 4, 0]);
    }
    // It goes on from there.
    let game = bench.get("/api/practice/tangled").await;
    let best = bench.best(&game).await;
    let moved = bench.play(&game, &best).await;
    assert_eq!(again.get("/api/practice/tangled").await, moved);
    // Nothing was thrown away: what does not stand counts as taken back.
    let kept = |database: &Connection| -> u32 {
        database.query_row("SELECT COUNT(*) FROM moves", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(kept(&self::database(&bench)), 4 + 7 + 2 + 2);
}

/// One game is damaged in a way of its own; the others are listed, exported and played on.
#[tokio::test]
async fn a_damaged_game_is_named_and_blocks_no_other() {
    let bench = Bench::new();
    let mut ids = Vec::new();
    for seed in 0..6 {
        let game = bench.begin(json!({ "depth": 20, "opponent": "player:20", "seed": seed })).await;
        let best = bench.best(&game).await;
        let moved = bench.play(&game, &best).await;
        ids.push(moved["id"].as_str().unwrap().to_owned());
    }
    let damage = [
        "UPDATE games SET start_fen = 'rubbish' WHERE id = ?1",
        "UPDATE games SET furthest = -1 WHERE id = ?1",
        "UPDATE moves SET uci = 'a1a9' WHERE game = ?1 AND ply = 2",
        "UPDATE moves SET depth = 1000000 WHERE game = ?1 AND ply = 1",
        "UPDATE moves SET ply = 3 WHERE game = ?1 AND ply = 2",
    ];
    for (id, statement) in ids.iter().zip(damage) {
        assert_ne!(database(&bench).execute(statement, [id]).unwrap(), 0, "{statement}");
    }
    let again = Bench::in_folder(Arc::clone(&bench.folder));
    let pgn = export(&again, "pgn").await;
    let whole = games(&pgn);
    let lengths: Vec<usize> = whole.iter().map(|game| game.moves.len()).collect();
    // Two as far as they can be played, and the one that is sound.
    assert_eq!(lengths, [1, 1, 2], "{pgn}");
    for id in &ids[..5] {
        let lines: Vec<&str> = pgn.lines().filter(|line| line.contains(id.as_str())).collect();
        assert!(lines.len() == 1 && lines[0].contains("damaged"), "{id} {pgn}");
    }
    assert!(!pgn.contains(ids[5].as_str()), "{pgn}");
    let csv = export(&again, "csv").await;
    let columns = csv.lines().next().unwrap().split(',').count();
    for id in &ids {
        let line = csv.lines().find(|line| line.contains(id.as_str())).unwrap();
        assert!(line.split(',').count() >= columns, "{line}");
    }
    again.get("/api/progress").await;
    again.get("/api/knowledge").await;
    let listed = again.get("/api/practice").await;
    assert!(listed.as_array().unwrap().iter().any(|line| line["id"] == ids[5].as_str()));
    for id in &ids[..5] {
        let (status, answer) = again.ask(&format!("/api/practice/{id}")).await;
        assert!(!status.is_success(), "{answer}");
        assert!(answer["error"].is_string(), "{answer}");
    }
    let sound = again.get(&format!("/api/practice/{}", ids[5])).await;
    let best = again.best(&sound).await;
    again.play(&sound, &best).await;
    // The games before the damage are positions of chess, all of them.
    for game in &whole {
        assert!(game.replay().all(|(board, _)| Position::from_fen(&board.fen()).is_ok()));
    }
}
