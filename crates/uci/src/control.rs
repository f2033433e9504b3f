//! The stop sign of one `go`: seen by the worker, set by the GUI, or by the clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What the GUI has said since `go`.
#[derive(Debug)]
pub struct Control {
    stopped: AtomicBool,
    /// Since when our clock runs; none while we ponder.
    running: Mutex<Option<Instant>>,
    changed: Condvar,
    /// How long we may think once it runs.
    allowance: Option<Duration>,
    /// Whether the answer must wait for `stop`.
    infinite: bool,
}

impl Control {
    /// A search that starts now: pondering or not, without end or not.
    pub fn new(allowance: Option<Duration>, ponder: bool, infinite: bool) -> Control {
        Control {
            stopped: AtomicBool::new(false),
            running: Mutex::new((!ponder).then(Instant::now)),
            changed: Condvar::new(),
            allowance,
            infinite,
        }
    }

    /// `stop`.
    pub fn stop(&self) {
        let _running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// `ponderhit`: our clock runs from now on.
    pub fn ponderhit(&self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.get_or_insert_with(Instant::now);
        self.changed.notify_all();
    }

    /// Whether to come to an end: told to, or out of time.
    pub fn is_over(&self) -> bool {
        self.is_over_after(1.0)
    }

    /// The same for a part of the time.
    pub fn is_over_after(&self, share: f64) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let Some(allowance) = self.allowance else { return false };
        let running = *self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.is_some_and(|since| since.elapsed() >= allowance.mul_f64(share))
    }

    /// Waits until the answer may be given: at once, but after `stop` when told to think without
    /// end, and after `ponderhit` or `stop` while pondering.
    pub fn hold(&self) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        while (self.infinite || running.is_none()) && !self.stopped.load(Ordering::Relaxed) {
            running = self.changed.wait(running).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether it would wait until somebody speaks.
    pub fn holds(&self) -> bool {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        self.infinite || running.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_from_ponderhit() {
        let control = Control::new(Some(Duration::ZERO), true, false);
        assert!(!control.is_over() && control.holds());
        control.ponderhit();
        assert!(control.is_over() && !control.holds());
        control.hold();
    }

    #[test]
    fn without_end_means_until_stop() {
        let control = std::sync::Arc::new(Control::new(None, false, true));
        assert!(control.holds() && !control.is_over());
        let other = std::sync::Arc::clone(&control);
        let waiting = std::thread::spawn(move || other.hold());
        control.ponderhit();
        assert!(!waiting.is_finished());
        control.stop();
        waiting.join().unwrap();
        assert!(control.is_over());
    }
}
