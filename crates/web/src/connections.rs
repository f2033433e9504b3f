//! Limits on connections: how many are open at once, and how long each may be silent.
//!
//! A client that sends no request, or only the beginning of one, is disconnected after a while. When
//! the limit is reached and another client connects, the connection that has been silent longest is
//! closed. So silent clients, however many, cannot lock others out.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

use crate::lock::lock;

/// Limits on clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most connections open at once.
    pub connections: usize,
    /// Time for the head of a request, counted from the opening of the connection or the last answer.
    pub head: Duration,
    /// Time for the body of a request.
    pub body: Duration,
    /// Time within which a client must read some of its answer.
    pub stall: Duration,
}

/// The most connections, however many files the system lets us open.
const MOST_CONNECTIONS: usize = 512;

/// The fewest connections allowed for.
const FEWEST_CONNECTIONS: usize = 16;

impl Limits {
    /// Half of the files that this process may open, 16 to 512; half a minute for a request's head
    /// and for a client to take some of its answer, a minute for a body.
    pub fn of_this_process() -> Limits {
        let half = most_files().map_or(MOST_CONNECTIONS, |files| files / 2);
        Limits {
            connections: half.clamp(FEWEST_CONNECTIONS, MOST_CONNECTIONS),
            head: Duration::from_secs(30),
            body: Duration::from_secs(60),
            stall: Duration::from_secs(30),
        }
    }
}

/// How many files this process may have open; `None` if there is no limit or it is unknown.
fn most_files() -> Option<usize> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        usize::try_from(getrlimit(Resource::Nofile).current?).ok()
    }
    #[cfg(not(unix))]
    None
}

/// What a connection is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activity {
    /// Waiting for the client to send something, since this moment.
    Waiting(Instant),
    /// A request is being answered.
    Answering,
    /// Closed to make room for another connection.
    Closed,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Connection {
    activity: Mutex<Activity>,
    /// Told when it is to be closed to make room.
    pub(crate) closed: Notify,
    body_time: Duration,
}

impl Connection {
    /// Notes that a request has arrived; false if the connection was closed meanwhile.
    pub(crate) fn answers(&self) -> bool {
        let mut activity = lock(&self.activity);
        if *activity != Activity::Closed {
            *activity = Activity::Answering;
        }
        *activity == Activity::Answering
    }

    /// Notes that the client is to send something.
    fn waits(&self) {
        let mut activity = lock(&self.activity);
        if *activity == Activity::Answering {
            *activity = Activity::Waiting(Instant::now());
        }
    }

    /// Waits for the rest of a request; `None` if it takes too long.
    pub(crate) async fn receives<T>(&self, sending: impl Future<Output = T>) -> Option<T> {
        self.waits();
        let sent = tokio::time::timeout(self.body_time, sending).await.ok();
        self.answers().then_some(sent).flatten()
    }
}

/// All open connections.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    limits: Limits,
    open: Arc<Mutex<Vec<Arc<Connection>>>>,
}

impl Connections {
    pub(crate) fn new(limits: Limits) -> Connections {
        Connections { limits, open: Arc::default() }
    }

    /// Admits a connection, closing a silent one if need be; `None` if all are being answered.
    pub(crate) fn admit(&self) -> Option<Admitted> {
        if lock(&self.open).len() >= self.limits.connections && !self.make_room() {
            return None;
        }
        let connection = Arc::new(Connection {
            activity: Mutex::new(Activity::Waiting(Instant::now())),
            closed: Notify::new(),
            body_time: self.limits.body,
        });
        lock(&self.open).push(Arc::clone(&connection));
        Some(Admitted { connection, all: self.clone() })
    }

    /// Closes the connection that has been silent longest; false if there is none.
    pub(crate) fn make_room(&self) -> bool {
        let mut open = lock(&self.open);
        let waiting = open.iter().enumerate().filter_map(|(at, one)| match *lock(&one.activity) {
            Activity::Waiting(since) => Some((since, at)),
            Activity::Answering | Activity::Closed => None,
        });
        let Some((_, longest)) = waiting.min() else { return false };
        let closed = open.swap_remove(longest);
        // A request may have arrived since we looked: it is answered, and we are one over the limit.
        let mut activity = lock(&closed.activity);
        if matches!(*activity, Activity::Waiting(_)) {
            *activity = Activity::Closed;
            closed.closed.notify_one();
        }
        true
    }
}

/// An admitted connection; dropped when it ends.
pub(crate) struct Admitted {
    pub(crate) connection: Arc<Connection>,
    all: Connections,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        lock(&self.all.open).retain(|one| !Arc::ptr_eq(one, &self.connection));
    }
}

/// The body of an answer. When it has been sent, the connection waits for the next request.
pub(crate) struct Answering {
    pub(crate) body: Body,
    pub(crate) connection: Arc<Connection>,
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.connection.waits();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_at_once() -> Connections {
        Connections::new(Limits { connections: 2, ..Limits::of_this_process() })
    }

    fn is_closed(admitted: &Admitted) -> bool {
        *lock(&admitted.connection.activity) == Activity::Closed
    }

    #[test]
    fn the_one_that_waited_longest_makes_room() {
        let all = two_at_once();
        let (first, second) = (all.admit().unwrap(), all.admit().unwrap());
        // The first has asked something and been answered: it waits since later than the second.
        assert!(first.connection.answers());
        first.connection.waits();
        let third = all.admit().unwrap();
        assert!(is_closed(&second) && !is_closed(&first) && !is_closed(&third));
        assert!(!second.connection.answers(), "closed is closed");
        assert_eq!(lock(&all.open).len(), 2);
        drop((first, second));
        assert_eq!(lock(&all.open).len(), 1);
    }

    #[test]
    fn nobody_who_is_being_answered_is_closed() {
        let all = two_at_once();
        let (first, second) = (all.admit().unwrap(), all.admit().unwrap());
        assert!(first.connection.answers() && second.connection.answers());
        assert!(all.admit().is_none());
        drop(Answering { body: Body::empty(), connection: Arc::clone(&second.connection) });
        assert!(all.admit().is_some());
        assert!(is_closed(&second) && !is_closed(&first));
    }

    #[test]
    fn there_is_room_for_other_files() {
        let Limits { connections, .. } = Limits::of_this_process();
        assert!((FEWEST_CONNECTIONS..=MOST_CONNECTIONS).contains(&connections));
        assert!(most_files().is_none_or(|files| connections < files || files < 32));
    }
}
