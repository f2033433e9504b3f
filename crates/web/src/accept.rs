//! The accept loop: takes connections and serves each within its limits.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::connections::{Admitted, Answering, Connection, Connections, Limits};

/// The pause before the next attempt when the system refuses a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts and serves connections; never returns.
pub async fn accept(listener: TcpListener, router: Router, limits: Limits) {
    let connections = Connections::new(limits);
    loop {
        match listener.accept().await {
            Ok((stream, _)) => match connections.admit() {
                Some(admitted) => {
                    tokio::spawn(talk(stream, admitted, router.clone(), limits));
                }
                None => {
                    tracing::warn!("refused: as many connections are open as may be");
                    turn_away(stream);
                }
            },
            Err(error) if is_of_one_client(&error) => (),
            // Most likely the limit on open files is reached.
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                connections.make_room();
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Whether an error concerns this client only, so that the next one can be accepted at once.
fn is_of_one_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

/// Serves one connection until the client closes it, a time limit passes, or it has to make room.
async fn talk(stream: TcpStream, admitted: Admitted, router: Router, limits: Limits) {
    // Answers are sent whole, so Nagle's algorithm would only delay them. A failure costs speed alone.
    let _ = stream.set_nodelay(true);
    let connection = &admitted.connection;
    let service = service_fn(|request: Request<Incoming>| {
        answer(request, router.clone(), Arc::clone(connection))
    });
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.stall));
    let io = TokioIo::new(Box::pin(stream));
    let talking = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(io, service);
    tokio::select! {
        // However it ended, nobody is left to receive an error.
        _ = talking => (),
        () = connection.closed.notified() => (),
    }
}

async fn answer(
    mut request: Request<Incoming>,
    router: Router,
    connection: Arc<Connection>,
) -> Result<Response<Answering>, io::Error> {
    if !connection.answers() {
        return Err(io::ErrorKind::ConnectionAborted.into());
    }
    request.extensions_mut().insert(Arc::clone(&connection));
    let answer = router.oneshot(request.map(Body::new)).await;
    // A router answers every request.
    let answer = answer.unwrap_or_else(|never| match never {});
    Ok(answer.map(|body| Answering { body, connection }))
}

/// Answers 503 because there is no room, and closes the connection.
fn turn_away(stream: TcpStream) {
    const SENTENCE: &str = "{\"error\":\"the server has as many connections as it may have: close some windows, or wait and ask again\"}";
    if let Ok(mut stream) = stream.into_std() {
        let head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nConnection: close\r\n";
        let length = SENTENCE.len();
        let _ = stream
            .write_all(format!("{head}Content-Length: {length}\r\n\r\n{SENTENCE}").as_bytes());
    }
}
