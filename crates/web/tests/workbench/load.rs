//! A hundred games at once on one server: no error, and how long each move takes.
//!
//! `cargo test -p web --release --test workbench -- --ignored --nocapture a_hundred_games`

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use web::serve::{Limits, Listen, serve};

use crate::bench::settings;

const PLAYERS: usize = 100;
const MOVES: usize = 30;

struct Browser(BufReader<TcpStream>, SocketAddr);

impl Browser {
    fn new(address: SocketAddr) -> Browser {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Browser(BufReader::new(stream), address)
    }

    fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let (body, host) = (body.to_string(), self.1);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nX-Fallible: 1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        self.0.get_mut().write_all((head + &body).as_bytes()).unwrap();
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        let mut length = 0;
        loop {
            line.clear();
            self.0.read_line(&mut line).unwrap();
            let lower = line.trim().to_ascii_lowercase();
            if lower.is_empty() {
                break;
            }
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes).unwrap();
        (status, serde_json::from_slice(&bytes).unwrap())
    }
}

fn started(folder: &TempDir) -> (SocketAddr, tokio::sync::oneshot::Sender<()>) {
    let settings = settings(folder.path());
    let host = "127.0.0.1".parse().unwrap();
    let listen = Listen { host, port: 0, token: None, limits: Limits::of_this_process() };
    let (tell, told) = mpsc::channel();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        let stopped = async {
            let _ = stopped.await;
        };
        serve(&settings, &listen, |address| tell.send(address).unwrap(), stopped).unwrap();
    });
    (told.recv_timeout(Duration::from_secs(60)).unwrap(), stop)
}

/// What was asked.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    Game,
    Move,
}

/// Plays as one of many: any legal move, a new game when one is over. The time each request took.
fn player(address: SocketAddr, number: usize) -> Vec<(Asked, Duration)> {
    let mut browser = Browser::new(address);
    let opponents = ["infallible", "player:20", "predator:uniform", "imitator:3"];
    let wish = json!({ "material": "KQKR", "opponent": opponents[number % 4], "seed": number, "difficulty": 5 });
    let mut times = Vec::new();
    let mut timed = |browser: &mut Browser, asked: Asked, path: &str, body: &Value| {
        let start = Instant::now();
        let answer = browser.post(path, body);
        times.push((asked, start.elapsed()));
        answer
    };
    let (mut status, mut game) = timed(&mut browser, Asked::Game, "/api/practice", &wish);
    assert_eq!(status, 201, "{game}");
    for turn in 0..MOVES {
        if !game["over"].is_null() {
            (status, game) = timed(&mut browser, Asked::Game, "/api/practice", &wish);
            assert_eq!(status, 201, "{game}");
        }
        let moves = game["position"]["moves"].as_array().unwrap();
        let uci = moves[(turn * 7 + number) % moves.len()]["uci"].clone();
        let path = format!("/api/practice/{}/move", game["id"].as_str().unwrap());
        let body = json!({ "uci": uci, "version": game["version"] });
        (status, game) = timed(&mut browser, Asked::Move, &path, &body);
        assert_eq!(status, 200, "{game}");
    }
    times
}

fn all_told(name: &str, times: &[(Asked, Duration)]) {
    let of = |wanted: fn(Asked) -> bool| {
        times.iter().filter(|(asked, _)| wanted(*asked)).map(|(_, time)| *time).collect()
    };
    told(name, of(|_| true));
    told("  moves", of(|asked| asked == Asked::Move));
    told("  new games", of(|asked| asked == Asked::Game));
}

fn told(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let (mid, most, last) = (at(0.5), at(0.99), at(1.0));
    // The test is there to be read.
    #[allow(clippy::print_stdout)]
    {
        println!(
            "{name}: {} requests, median {mid:.1} ms, p99 {most:.1} ms, slowest {last:.1} ms",
            times.len()
        );
    }
}

#[test]
#[ignore = "a measurement: run it on a quiet machine, with --release and --nocapture"]
fn a_hundred_games_at_once() {
    let folder = TempDir::new().unwrap();
    let start = Instant::now();
    let (address, stop) = started(&folder);
    let wish = json!({ "material": "KQKR", "opponent": "infallible" });
    // Told to wait for the table on a busy machine, a browser asks again.
    while Browser::new(address).post("/api/practice", &wish).0 != 201 {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    told("first game from nothing", vec![start.elapsed()]);
    all_told("one player alone", &player(address, 0));
    let threads: Vec<_> =
        (0..PLAYERS).map(|number| std::thread::spawn(move || player(address, number))).collect();
    let times: Vec<_> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    all_told("a hundred at once, as fast as they can", &times);
    let threads: Vec<_> = (0..PLAYERS)
        .map(|number| {
            std::thread::spawn(move || {
                // People think: a move every second or so, not all at the same moment.
                std::thread::sleep(Duration::from_millis(10 * number as u64));
                thoughtful(address, number)
            })
        })
        .collect();
    let times = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    told("a hundred who think for a second", times);
    drop(stop);
}

/// Ten moves of somebody who thinks for a second before each.
fn thoughtful(address: SocketAddr, number: usize) -> Vec<Duration> {
    let mut browser = Browser::new(address);
    let wish =
        json!({ "material": "KQKR", "opponent": "player:20", "seed": number, "difficulty": 5 });
    let (_, mut game) = browser.post("/api/practice", &wish);
    let mut times = Vec::new();
    for turn in 0..10 {
        if !game["over"].is_null() {
            break;
        }
        std::thread::sleep(Duration::from_secs(1));
        let moves = game["position"]["moves"].as_array().unwrap();
        let uci = moves[(turn + number) % moves.len()]["uci"].clone();
        let path = format!("/api/practice/{}/move", game["id"].as_str().unwrap());
        let start = Instant::now();
        let (status, next) =
            browser.post(&path, &json!({ "uci": uci, "version": game["version"] }));
        times.push(start.elapsed());
        assert_eq!(status, 200, "{next}");
        game = next;
    }
    times
}
