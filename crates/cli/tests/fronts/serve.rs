//! The workbench as a process: it says where it is, is killed, and has lost nothing.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::desk::{Desk, Ran, fallible, ran};

pub(crate) struct Server {
    child: Child,
    pub(crate) host: String,
    /// The address that was printed, without `http://`.
    page: String,
}

impl Server {
    pub(crate) fn started(desk: &Desk) -> Server {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("fallible"));
        Server::run(desk, command.arg("serve").arg("--no-open"))
    }

    /// Started by a command that names the program and what is particular.
    fn run(desk: &Desk, command: &mut Command) -> Server {
        let mut child = command
            .args(["--port", "0", "--tables"])
            .arg(desk.tables())
            .arg("--data")
            .arg(desk.path("data"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let page = line.trim().strip_prefix("the workbench is at http://").unwrap().to_owned();
        let host = page.split('/').next().unwrap().to_owned();
        Server { host, page, child }
    }

    /// One request on a connection of its own: status and body.
    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
        let body = body.map(Value::to_string).unwrap_or_default();
        self.send_text(method, path, "application/json", &body)
    }

    fn send_text(&self, method: &str, path: &str, kind: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nX-Fallible: 1\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    fn game(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        self.solved(|| self.send(method, path, body))
    }

    /// Games judged.
    pub(crate) fn assess(&self, pgn: &str) -> Value {
        self.solved(|| self.send_text("POST", "/api/assess", "text/plain", pgn))
    }

    /// The answer to a request, sent again when its tables are ready.
    fn solved(&self, send: impl Fn() -> (u16, String)) -> Value {
        loop {
            let (status, text) = send();
            if status == 503 {
                // A table is being made, on a busy machine for more than a second: follow the job.
                let answer: Value = serde_json::from_str(&text).unwrap();
                self.send("GET", &format!("/api/jobs/{}/events", answer["job"]), None);
                continue;
            }
            assert!((200..300).contains(&status), "{status} {text}");
            return serde_json::from_str(&text).unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_server_killed_in_mid_game_has_lost_nothing() {
    let desk = Desk::new();
    let mut server = Server::started(&desk);
    // A game that is not over after three moves, whatever they are worth.
    let wish = json!({ "material": "KQKR", "depth": 25, "opponent": "player:20", "seed": 1 });
    let mut game = server.game("POST", "/api/practice", Some(&wish));
    let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
    for _ in 0..3 {
        let uci = game["position"]["moves"][0]["uci"].clone();
        let body = json!({ "uci": uci, "version": game["version"] });
        game = server.game("POST", &format!("{path}/move"), Some(&body));
    }
    assert_ne!(game["position"]["moves"], json!([]), "in mid-game");
    // Not asked to stop: killed.
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let again = Server::started(&desk);
    assert_eq!(again.game("GET", &path, None), game);
    let (status, page) = again.send("GET", "/", None);
    assert!(status == 200 && page.contains("<!doctype html>"), "{page}");
}

#[test]
fn ctrl_c_ends_the_server_quietly() {
    let desk = Desk::new();
    let mut server = Server::started(&desk);
    assert_eq!(server.send("GET", "/api/health", None).0, 200);
    kill_process(Pid::from_child(&server.child), Signal::INT).unwrap();
    assert!(server.child.wait().unwrap().success());
    let mut said = String::new();
    server.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn an_open_door_needs_a_token() {
    let desk = Desk::new();
    for words in [&["--host", "0.0.0.0"][..], &["--host", "0.0.0.0", "--token", "short"]] {
        let mut command = fallible();
        command.args(["serve", "--port", "0", "--no-open", "--data"]).arg(desk.path("data"));
        let Ran { code, err, .. } = ran(command.arg("--tables").arg(desk.tables()).args(words));
        assert_eq!(code, 2);
        assert!(err.contains("token") && err.contains("at least 8 characters"), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    assert!(desk.files().is_empty());
}

#[test]
fn a_token_comes_from_a_file_or_a_variable() {
    let desk = Desk::new();
    let token = "a+b/c=d&e Schlüssel";
    let encoded = "a%2Bb%2Fc%3Dd%26e%20Schl%C3%BCssel";
    std::fs::write(desk.path("token.txt"), format!("{token}\n")).unwrap();
    let program = || Command::new(assert_cmd::cargo::cargo_bin("fallible"));
    let (mut by_file, mut by_variable) = (program(), program());
    by_file.args(["serve", "--no-open", "--token-file"]).arg(desk.path("token.txt"));
    by_variable.args(["serve", "--no-open"]).env("FALLIBLE_TOKEN", token);
    for mut command in [by_file, by_variable] {
        let server = Server::run(&desk, &mut command);
        assert!(server.page.ends_with(&format!("/?token={encoded}")), "{}", server.page);
        assert_eq!(server.send("GET", "/api/health", None).0, 401);
        assert_eq!(server.send("GET", &format!("/api/health?token={encoded}"), None).0, 200);
    }
    std::fs::write(desk.path("empty.txt"), "").unwrap();
    std::fs::write(desk.path("lines.txt"), "two lines\nof secrets\n").unwrap();
    for (words, said) in [
        (["--token-file", "empty.txt"], "at least 8 characters"),
        (["--token-file", "lines.txt"], "one line"),
        (["--token-file", "missing.txt"], "cannot read the token"),
    ] {
        let mut command = fallible();
        command.args(["serve", "--port", "0", "--no-open", words[0]]).arg(desk.path(words[1]));
        let Ran { code, err, .. } = ran(command.arg("--data").arg(desk.path("other")));
        assert_eq!((code, err.lines().count()), (2, 1), "{err}");
        assert!(err.contains(said), "{err}");
        assert!(!err.contains("secrets"), "{err}");
    }
    assert!(!desk.path("other").exists());
}

/// The log names requests, jobs and refusals, and never a token, however it was sent. Without being
/// asked the server logs nothing of the kind.
#[test]
fn the_log_names_requests_and_never_a_token() {
    let log = |level: &[&str], variable: &str| {
        let desk = Desk::new();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("fallible"));
        command.args(["serve", "--no-open"]).args(level);
        command.env("FALLIBLE_TOKEN", "correct horse").env("FALLIBLE_LOG", variable);
        let mut server = Server::run(&desk, &mut command);
        assert_eq!(server.send("GET", "/api/health", None).0, 401);
        assert_eq!(server.send("GET", "/api/health?token=battery%20staple", None).0, 401);
        assert_eq!(server.send("GET", "/api/position?token=correct%20horse&fen=x", None).0, 400);
        let wish = json!({ "material": "KRK", "opponent": "infallible" });
        let path = "/api/practice HTTP/1.1\r\nAuthorization: Bearer correct horse\r\nIgnored:";
        assert_eq!(server.send("POST", path, Some(&wish)).0, 201);
        kill_process(Pid::from_child(&server.child), Signal::INT).unwrap();
        assert!(server.child.wait().unwrap().success());
        let mut said = String::new();
        server.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        for secret in ["horse", "battery", "staple"] {
            assert!(!said.contains(secret), "{said}");
        }
        said
    };
    let info = log(&["--log", "info"], "off");
    for part in [
        "listening",
        "WARN request{method=GET path=\"/api/health\"}: refused: this server wants its token",
        "INFO request{method=GET path=\"/api/health\"}: answered status=401 took=",
        "INFO request{method=POST path=\"/api/practice\"}: answered status=201 took=",
        "started: solve KRK job=1",
        "solved endgame=KRK",
        "done: solve KRK job=1",
        "stopping",
    ] {
        assert!(info.contains(part), "no {part} in {info}");
    }
    assert!(!info.contains("FEN") && log(&[], "debug").contains("FEN"), "{info}");
    assert_eq!(log(&[], "error"), "");
    assert_eq!(log(&[], ""), "", "an empty variable counts as unset");
    assert_eq!(log(&["--log", "warn"], "").lines().count(), 2);
}

/// The browser is given a file that leads to the workbench: what a browser is given, every user of
/// the machine can read.
#[test]
fn a_token_is_no_argument_of_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let opener = desk.path("xdg-open");
    let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" \"$FALLIBLE_TOKEN\" > \"$0.part\"\nmv \"$0.part\" \"$0.said\"\n";
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("fallible"));
    let search = format!(
        "{}:{}",
        opener.parent().unwrap().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    command.arg("serve").env("PATH", search).env("DISPLAY", ":0");
    command.env("FALLIBLE_TOKEN", "correct horse");
    let mut server = Server::run(&desk, &mut command);
    let said = loop {
        if let Ok(said) = std::fs::read_to_string(desk.path("xdg-open.said")) {
            break said;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(!said.contains("horse"), "{said}");
    let doorway = std::path::PathBuf::from(said.lines().next().unwrap());
    let page = std::fs::read_to_string(&doorway).unwrap();
    assert!(page.contains(&format!("url=http://{}\"", server.page)), "{page}");
    assert_eq!(std::fs::metadata(&doorway).unwrap().permissions().mode() & 0o777, 0o600);
    kill_process(Pid::from_child(&server.child), Signal::INT).unwrap();
    assert!(server.child.wait().unwrap().success());
    assert!(!doorway.exists());
}

/// Two programs on one folder, the same game in both: every move that was answered stands, whoever
/// answered it, and the export has the whole game.
#[test]
fn two_servers_on_one_history_lose_no_answered_move() {
    let desk = Desk::new();
    let servers = [Server::started(&desk), Server::started(&desk)];
    let wish = json!({ "material": "KQKR", "depth": 25, "opponent": "player:2", "seed": 1 });
    let game = servers[0].game("POST", "/api/practice", Some(&wish));
    let path = format!("/api/practice/{}", game["id"].as_str().unwrap());
    let player = |server: &Server, number: usize| {
        let (mut game, mut answered) = (game.clone(), Vec::new());
        for turn in 0..10 {
            let moves = game["position"]["moves"].as_array().unwrap();
            if moves.is_empty() {
                break;
            }
            let uci = moves[(5 * turn + number) % moves.len()]["uci"].clone();
            let body = json!({ "uci": uci, "version": game["version"] });
            let (status, text) = server.send("POST", &format!("{path}/move"), Some(&body));
            let answer: Value = serde_json::from_str(&text).unwrap();
            game = match status {
                200 => {
                    answered.push(answer.clone());
                    answer
                }
                409 => answer["game"].clone(),
                _ => panic!("{status} {text}"),
            };
        }
        answered
    };
    let answered: Vec<Value> = std::thread::scope(|scope| {
        let both = [0, 1].map(|number| {
            let (player, servers) = (&player, &servers);
            scope.spawn(move || player(&servers[number], number))
        });
        both.into_iter().flat_map(|one| one.join().unwrap()).collect()
    });
    let last = servers[0].game("GET", &path, None);
    assert_eq!(servers[1].game("GET", &path, None), last);
    let sans = |game: &Value| -> Vec<String> {
        let moves = game["moves"].as_array().unwrap().iter();
        moves.map(|made| made["san"].as_str().unwrap().to_owned()).collect()
    };
    assert!(!answered.is_empty());
    for answer in &answered {
        assert!(sans(&last).starts_with(&sans(answer)), "{answer} {last}");
    }
    for server in &servers {
        let (status, pgn) = server.send("GET", "/api/export/games.pgn", None);
        assert_eq!(status, 200, "{pgn}");
        let moves = pgn.split("\n\n").nth(1).unwrap();
        let words = moves.split_whitespace().filter(|word| !word.ends_with('.'));
        let written: Vec<String> = words.map(|word| word.to_owned()).collect();
        assert_eq!(written[..written.len() - 1], sans(&last), "{pgn}");
    }
}

/// Killed in the middle of whatever it does, again and again: the last answer stands, or one move
/// more that was kept and not answered.
#[test]
fn a_server_killed_twelve_times_has_lost_no_answered_move() {
    let desk = Desk::new();
    let wish = json!({ "material": "KQKR", "depth": 25, "opponent": "player:20", "seed": 1 });
    let mut answered: Vec<Value> = Vec::new();
    for round in 0..12usize {
        let server = Server::started(&desk);
        for answer in &answered {
            let path = format!("/api/practice/{}", answer["id"].as_str().unwrap());
            let stands = server.game("GET", &path, None);
            let (there, moves) =
                (stands["moves"].as_array().unwrap(), answer["moves"].as_array().unwrap());
            assert!(there.starts_with(moves), "{answer} {stands}");
            assert!(there.len() <= moves.len() + 2, "{answer} {stands}");
        }
        let mut game = server.game("POST", "/api/practice", Some(&wish));
        let path = format!("/api/practice/{}/move", game["id"].as_str().unwrap());
        for turn in 0..1 + round % 3 {
            let moves = game["position"]["moves"].as_array().unwrap();
            let Some(named) = moves.get(turn % moves.len().max(1)) else { break };
            let body = json!({ "uci": named["uci"], "version": game["version"] });
            game = server.game("POST", &path, Some(&body));
        }
        answered.push(game.clone());
        // One more move under way when it is killed.
        if let Some(named) = game["position"]["moves"].get(0) {
            let body = json!({ "uci": named["uci"], "version": game["version"] }).to_string();
            let mut stream = TcpStream::connect(&server.host).unwrap();
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: {}\r\nX-Fallible: 1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                server.host,
                body.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
            std::thread::sleep(Duration::from_micros(300 * round as u64));
        }
        drop(server);
    }
}

/// Two hundred clients that say nothing, a hundred and twenty-eight files: the owner gets in.
#[test]
fn silent_clients_do_not_lock_the_owner_out() {
    let desk = Desk::new();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 128; exec \"$0\" \"$@\""]);
    command.arg(assert_cmd::cargo::cargo_bin("fallible")).args(["serve", "--no-open"]);
    let server = Server::run(&desk, &mut command);
    let silent: Vec<TcpStream> =
        (0..200).map(|_| TcpStream::connect(&server.host).unwrap()).collect();
    assert_eq!(server.send("GET", "/api/health", None).0, 200);
    let wish = json!({ "material": "KRK", "opponent": "infallible" });
    assert!(server.game("POST", "/api/practice", Some(&wish))["id"].is_string());
    drop(silent);
}

#[test]
fn a_taken_port_is_said_in_one_sentence() {
    let desk = Desk::new();
    let server = Server::started(&desk);
    let port = server.host.rsplit_once(':').unwrap().1;
    let mut command = fallible();
    command.args(["serve", "--no-open", "--port", port, "--data"]).arg(desk.path("data"));
    let Ran { code, err, .. } = ran(command.arg("--tables").arg(desk.tables()));
    assert_eq!(code, 2);
    assert!(err.contains("choose another port") && err.lines().count() == 1, "{err}");
}
