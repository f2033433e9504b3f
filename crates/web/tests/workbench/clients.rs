//! Clients on a real socket: silent ones, slow ones, many, and those that hang up.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::routing::get;
use tempfile::TempDir;
use tokio::net::TcpListener;
use web::app::{App, Gate, router};
use web::serve::{Limits, Token, accept};

use crate::bench::settings;

/// So long that no test waits for it.
const LONG: Duration = Duration::from_secs(600);

/// So short that every test can.
const SHORT: Duration = Duration::from_millis(100);

const PATIENT: Limits = Limits { connections: 8, head: LONG, body: LONG, stall: LONG };

struct Server {
    app: Arc<App>,
    address: SocketAddr,
    _runtime: tokio::runtime::Runtime,
    _folder: TempDir,
}

impl Server {
    fn new(limits: Limits, token: Option<&str>) -> Server {
        let folder = TempDir::new().unwrap();
        let app = App::open(&settings(folder.path())).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let token = token.map(|token| Token::new(token).unwrap());
        let gate = Gate { address: address.ip(), port: address.port(), token };
        runtime.spawn(accept(listener, router(Arc::clone(&app), gate), limits));
        Server { app, address, _runtime: runtime, _folder: folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    /// The head of a request, its last empty line left out.
    fn head(&self, first: &str) -> String {
        format!("{first} HTTP/1.1\r\nHost: {}\r\nX-Fallible: 1\r\n", self.address)
    }

    /// Sends bytes on a connection of their own: what comes back, to the end.
    fn say(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        rest(&mut stream)
    }

    fn health(&self) -> String {
        self.say((self.head("GET /api/health") + "Connection: close\r\n\r\n").as_bytes())
    }
}

/// Everything until the server closes; a connection that is reset has been closed too.
fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Ok(_) => (),
        Err(error) if error.kind() == ErrorKind::ConnectionReset => (),
        Err(error) => panic!("{error}"),
    }
    String::from_utf8(bytes).unwrap()
}

/// Whether the server has closed a connection, after an answer or without one.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_read_timeout(Some(SHORT)).unwrap();
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Ok(_) => (),
        Err(error) if error.kind() == ErrorKind::ConnectionReset => (),
        Err(error) => {
            assert!(matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{error}");
            return false;
        }
    }
    let said = String::from_utf8(bytes).unwrap();
    assert!(said.is_empty() || is_ok(&said), "{said}");
    true
}

fn is_ok(answer: &str) -> bool {
    answer.starts_with("HTTP/1.1 200 ")
}

#[test]
fn who_says_nothing_is_closed() {
    let server = Server::new(Limits { head: SHORT, ..PATIENT }, None);
    assert_eq!(server.say(b""), "");
    // Also after an answer.
    let answer = server.say((server.head("GET /api/health") + "\r\n").as_bytes());
    assert!(is_ok(&answer), "{answer}");
    assert_eq!(answer.matches("HTTP/1.1").count(), 1);
}

/// An answer too large for any buffer between the two; says when the server lets go of it.
struct LargeAnswer {
    bytes: Vec<u8>,
    _held: Sender<()>,
}

impl AsRef<[u8]> for LargeAnswer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[test]
fn who_does_not_read_the_answer_is_closed() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let (held, letting_go) = channel::<()>();
    let large = LargeAnswer { bytes: vec![b'a'; 1 << 26], _held: held };
    let once = Arc::new(Mutex::new(Bytes::from_owner(large)));
    let answer = move || std::future::ready(std::mem::take(&mut *once.lock().unwrap()));
    let router = Router::new().route("/", get(answer));
    runtime.spawn(accept(listener, router, Limits { stall: SHORT, ..PATIENT }));
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    assert_eq!(letting_go.recv_timeout(LONG), Err(RecvTimeoutError::Disconnected));
    let mut read = Vec::new();
    let _ = stream.read_to_end(&mut read);
    assert!(!read.is_empty() && read.len() < 1 << 26, "{} bytes", read.len());
}

/// A header a moment, for ever: each comes in time, the head does not.
#[test]
fn who_sends_a_head_bit_by_bit_is_closed() {
    let server = Server::new(Limits { head: SHORT, ..PATIENT }, None);
    let mut stream = server.connect();
    let mut sent = stream.write_all(server.head("GET /api/health").as_bytes());
    while sent.is_ok() {
        std::thread::sleep(SHORT / 10);
        sent = stream.write_all(b"X-More: 1\r\n");
    }
    assert!(is_ok(&server.health()));
}

#[test]
fn who_promises_a_body_and_does_not_send_it_is_told_and_closed() {
    let server = Server::new(Limits { body: SHORT, ..PATIENT }, None);
    let head = server.head("POST /api/practice");
    let answer = server
        .say((head + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{").as_bytes());
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("did not arrive in time"), "{answer}");
}

/// Many more than there may be, each in another way silent: whoever asks something gets in.
#[test]
fn silent_clients_make_room() {
    let server = Server::new(PATIENT, None);
    let beginnings = [
        String::new(),
        "GET".to_owned(),
        server.head("GET /api/health"),
        server.head("POST /api/practice")
            + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        server.head("GET /api/health") + "\r\n",
    ];
    let mut silent = Vec::new();
    for turn in 0..60 {
        let mut stream = server.connect();
        stream.write_all(beginnings[turn % beginnings.len()].as_bytes()).unwrap();
        silent.push(stream);
        if turn % 10 == 9 {
            assert!(is_ok(&server.health()), "{turn}");
        }
    }
    assert!(is_ok(&server.health()));
    // All but eight at most are closed. Which ones, depends on when each was answered.
    let patience = Instant::now() + LONG;
    while silent.len() > PATIENT.connections && Instant::now() < patience {
        silent.retain_mut(|stream| !is_closed(stream));
    }
    assert!(silent.len() <= PATIENT.connections, "{} are still open", silent.len());
}

/// The token as it is in a header, and percent-encoded in a header and in an address.
#[test]
fn tokens_of_any_letters_and_signs_let_in() {
    for (token, encoded, near) in [
        ("a+b/c=d&e", "a%2Bb%2Fc%3Dd%26e", "a b/c=d&e"),
        ("Schlüssel-ключ", "Schl%C3%BCssel-%D0%BA%D0%BB%D1%8E%D1%87", "Schl%FCssel-"),
        ("100%41 sure?#", "100%2541%20sure%3F%23", "100A sure?#"),
    ] {
        let server = Server::new(PATIENT, Some(token));
        let ask = |query: &str, header: &str| {
            let head = server.head(&format!("GET /api/health{query}"));
            server.say(format!("{head}{header}Connection: close\r\n\r\n").as_bytes())
        };
        for (query, header) in [
            ("", format!("Authorization: Bearer {token}\r\n")),
            ("", format!("authorization: bearer {encoded}\r\n")),
            (&*format!("?token={encoded}"), String::new()),
            (&*format!("?x=1&token={encoded}"), String::new()),
        ] {
            let answer = ask(query, &header);
            assert!(is_ok(&answer), "{token} {query} {header} {answer}");
        }
        for (query, header) in [
            ("", String::new()),
            ("", format!("Authorization: Bearer {near}\r\n")),
            ("", "Authorization: Bearer \r\n".to_owned()),
            ("?token=", String::new()),
            ("?token=a+b", String::new()),
        ] {
            let answer = ask(query, &header);
            assert!(answer.starts_with("HTTP/1.1 401 "), "{token} {query} {header} {answer}");
        }
    }
}

#[test]
fn what_decides_who_is_let_in_is_said_once() {
    let server = Server::new(PATIENT, None);
    let (own, close) = (format!("Host: {}\r\n", server.address), "Connection: close\r\n\r\n");
    let ask = |first: &str, headers: &str| {
        server.say(format!("{first} HTTP/1.1\r\n{headers}{close}").as_bytes())
    };
    assert!(is_ok(&ask("GET /api/health", &own)));
    for (first, headers) in [
        ("GET /api/health", format!("{own}Host: evil.example\r\n")),
        ("GET /api/health", format!("Host: evil.example\r\n{own}")),
        ("GET /api/health", format!("{own}{own}")),
        ("GET /", format!("{own}host: evil.example\r\n")),
        (
            "GET /api/health",
            format!("{own}Origin: http://{}\r\nOrigin: http://evil.example\r\n", server.address),
        ),
    ] {
        let answer = ask(first, &headers);
        assert!(answer.starts_with("HTTP/1.1 400 "), "{headers} {answer}");
        assert!(answer.contains("twice"), "{answer}");
    }
    let answer = ask("GET http://evil.example/api/health", &own);
    assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
}

/// Two thousand games of a hundred moves; the client hangs up after the first is judged.
#[test]
fn nobody_is_judged_for_a_client_that_hung_up() {
    let server = Server::new(PATIENT, None);
    let walk = "Rh2 Kd4 Rh1 Ke4 ".repeat(25);
    let start = "[FEN \"8/8/8/8/4k3/8/8/K6R w - - 0 1\"]";
    let pgn = format!("{start}\n\n{walk}*\n\n").repeat(2_000);
    let post = |query: &str, pgn: &str| {
        let head = server.head(&format!("POST /api/assess{query}"));
        format!("{head}Content-Type: text/plain\r\nContent-Length: {}\r\n\r\n{pgn}", pgn.len())
    };
    let small = post("?men=3", &format!("{start}\n\nRh2 *\n\n"))
        .replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    // The table is made once, on a busy machine not in the first second.
    while !is_ok(&server.say(small.as_bytes())) {}
    let before = server.app.assessing.judged();
    let mut stream = server.connect();
    stream.write_all(post("?men=3", &pgn).as_bytes()).unwrap();
    while server.app.assessing.judged() == before {
        std::thread::sleep(Duration::from_millis(1));
    }
    drop(stream);
    while server.app.assessing.requests() > 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(server.app.assessing.judged() < before + 2_000);
}
