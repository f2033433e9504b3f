//! One line of the log for each request: method, path, status and time.
//!
//! Queries stay out of the log, because they may hold the token and what somebody looked at; so do
//! headers, bodies and the addresses of clients.

use std::time::Instant;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;

/// The longest path written to the log, in bytes.
const LONGEST_PATH: usize = 200;

/// Writes a line when a request has been answered. What is logged meanwhile names the request too.
pub(crate) async fn log_request(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let path = &path[..path.floor_char_boundary(LONGEST_PATH)];
    // Debug formatting escapes control characters.
    let span = tracing::error_span!("request", method = %request.method(), ?path);
    async {
        let started = Instant::now();
        let response = next.run(request).await;
        tracing::info!(status = response.status().as_u16(), took = ?started.elapsed(), "answered");
        response
    }
    .instrument(span)
    .await
}
