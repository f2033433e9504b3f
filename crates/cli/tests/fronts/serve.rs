//! The workbench as a process: it says where it is, is killed, and has lost nothing.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::desk::{Desk, Ran, fallible, ran};

struct Server {
    child: Child,
    host: String,
}

impl Server {
    fn started(desk: &Desk) -> Server {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("fallible"))
            .args(["serve", "--port", "0", "--no-open", "--tables"])
            .arg(desk.tables())
            .arg("--data")
            .arg(desk.path("data"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let host = line.trim().strip_prefix("the workbench is at http://").unwrap();
        Server { host: host.trim_end_matches('/').to_owned(), child }
    }

    /// One request on a connection of its own: status and body.
    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let body = body.map(Value::to_string).unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nX-Fallible: 1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
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
        loop {
            let (status, text) = self.send(method, path, body);
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
        assert!(err.contains("--token TOKEN") && err.lines().count() == 1, "{err}");
    }
    assert!(desk.files().is_empty());
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
