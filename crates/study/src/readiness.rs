//! How far what was asked for has come: queued, ready, or refused with a reason; and waiting for it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often somebody who waits polls the deadline.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Status {
    Queued,
    Ready,
    /// It cannot be had, and why.
    Refused(String),
}

/// What is known of each thing, for those who ask and for the thread that prepares them.
#[derive(Debug)]
pub(crate) struct Readiness<K> {
    status: Mutex<HashMap<K, Status>>,
    changed: Condvar,
}

impl<K> Default for Readiness<K> {
    fn default() -> Readiness<K> {
        Readiness { status: Mutex::default(), changed: Condvar::new() }
    }
}

impl<K: Eq + Hash> Readiness<K> {
    fn status(&self) -> MutexGuard<'_, HashMap<K, Status>> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a thing, if nobody has asked for it yet; `order` is called then, before others can ask.
    pub(crate) fn ask(&self, key: K, order: impl FnOnce()) {
        if let Entry::Vacant(unknown) = self.status().entry(key) {
            unknown.insert(Status::Queued);
            order();
        }
    }

    /// Tells those who wait how it came out, with the reason if it cannot be had.
    pub(crate) fn settle(&self, key: K, prepared: Result<(), String>) {
        self.status().insert(key, prepared.map_or_else(Status::Refused, |()| Status::Ready));
        self.changed.notify_all();
    }

    /// Forgets all that is queued; `call_off` is called before others can ask.
    pub(crate) fn forget_queued(&self, call_off: impl FnOnce()) {
        let mut status = self.status();
        call_off();
        status.retain(|_, status| *status != Status::Queued);
        self.changed.notify_all();
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.status().clear();
    }

    /// Whether a thing can be had without waiting.
    pub(crate) fn is_ready(&self, key: &K) -> bool {
        self.status().get(key) == Some(&Status::Ready)
    }

    /// Why a thing cannot be had, if so.
    pub(crate) fn refusal(&self, key: &K) -> Option<String> {
        match self.status().get(key) {
            Some(Status::Refused(reason)) => Some(reason.clone()),
            _ => None,
        }
    }

    /// Waits until a thing is ready, or refused, or `halt` says so; whether it is ready.
    pub(crate) fn wait(&self, key: &K, halt: &dyn Fn() -> bool) -> bool {
        let mut status = self.status();
        loop {
            match status.get(key) {
                Some(Status::Ready) => return true,
                Some(Status::Refused(_)) => return false,
                _ if halt() => return false,
                _ => (),
            }
            let waited = self.changed.wait_timeout(status, POLL_INTERVAL);
            status = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
