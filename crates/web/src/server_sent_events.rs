//! Jobs followed over a stream of events, and stopped.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::app::{App, Server};
use crate::errors::{Answer, Failure};
use crate::jobs::{Job, State as JobState};
use crate::request::Named;

/// How often a stream that has nothing to say shows that it is alive.
const ALIVE: Duration = Duration::from_secs(10);

fn find(app: &App, id: &str) -> Answer<Arc<Job>> {
    let job = id.parse().ok().and_then(|id| app.library.jobs.get(id));
    job.ok_or_else(|| Failure::missing("there is no such job: ask again for what you wanted"))
}

/// `GET /api/jobs/ID/events`: progress until the end.
pub(crate) async fn events(app: Server, Named(id): Named) -> Answer<Response> {
    let job = find(&app, &id)?;
    let mut following = job.follow();
    let (send, receive) = mpsc::channel::<Result<Event, Infallible>>(1);
    tokio::spawn(async move {
        loop {
            let state = following.borrow_and_update().clone();
            let over = state.is_over();
            // A reader that went away: nobody is left to tell.
            if send.send(Ok(event(state))).await.is_err() || over {
                break;
            }
            tokio::select! {
                changed = following.changed() => if changed.is_err() { break },
                () = send.closed() => break,
            }
        }
        drop(following);
        job.left();
    });
    let stream = Sse::new(ReceiverStream::new(receive));
    Ok(stream.keep_alive(KeepAlive::new().interval(ALIVE)).into_response())
}

fn event(state: JobState) -> Event {
    let (name, body): (&str, Value) = match state {
        JobState::Running(step) => ("progress", json!(step)),
        JobState::Done => ("done", json!({})),
        JobState::Failed(error) => ("failed", json!({ "error": error })),
        JobState::Cancelled => ("cancelled", json!({})),
    };
    Event::default().event(name).data(body.to_string())
}

pub(crate) async fn cancel(app: Server, Named(id): Named) -> Answer<Response> {
    find(&app, &id)?.cancel();
    Ok((StatusCode::ACCEPTED, Json(json!({}))).into_response())
}
