//! When one search must end: told by the GUI, or by the clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// The part of our time that is kept back for stopping an engine, and its upper limit.
const RESERVE: f64 = 0.125;
const MOST_RESERVE: Duration = Duration::from_millis(200);
/// How long we wait after `stop` for an engine that was told to stop.
const PATIENCE: Duration = Duration::from_millis(300);

/// What the GUI has sent since `go`.
#[derive(Debug)]
pub(crate) struct Control {
    /// When `stop` came.
    stopped: OnceLock<Instant>,
    /// Whether the GUI has closed the connection.
    left: AtomicBool,
    /// Since when our clock runs; none while we ponder.
    running: Mutex<Option<Instant>>,
    changed: Condvar,
    /// How long we may think once it runs.
    allowance: Option<Duration>,
    /// Whether `bestmove` must wait for `stop`.
    infinite: bool,
}

impl Control {
    pub(crate) fn new(allowance: Option<Duration>, ponder: bool, infinite: bool) -> Control {
        Control {
            stopped: OnceLock::new(),
            left: AtomicBool::new(false),
            running: Mutex::new((!ponder).then(Instant::now)),
            changed: Condvar::new(),
            allowance,
            infinite,
        }
    }

    /// `stop`.
    pub(crate) fn stop(&self) {
        let _running = self.running();
        // The first time counts.
        let _ = self.stopped.set(Instant::now());
        self.changed.notify_all();
    }

    /// `stop` without waiting for an engine: the GUI has gone.
    pub(crate) fn leave(&self) {
        self.left.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// `ponderhit`: our clock runs from now on.
    pub(crate) fn ponderhit(&self) {
        self.running().get_or_insert_with(Instant::now);
        self.changed.notify_all();
    }

    fn running(&self) -> MutexGuard<'_, Option<Instant>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a part of the time is over, or the search is stopped.
    pub(crate) fn is_over_after(&self, share: f64) -> bool {
        self.stopped.get().is_some() || self.is_past(share, |_| Duration::ZERO)
    }

    /// The same a moment earlier, for an engine that has to be told and may be slow.
    pub(crate) fn is_nearly_over_after(&self, share: f64) -> bool {
        let reserve = |time: Duration| time.mul_f64(RESERVE).min(MOST_RESERVE);
        self.stopped.get().is_some() || self.is_past(share, reserve)
    }

    /// Whether to wait no longer for an engine that was told to stop.
    pub(crate) fn is_late_after(&self, share: f64) -> bool {
        let ignored = self.stopped.get().is_some_and(|since| since.elapsed() >= PATIENCE);
        ignored || self.left.load(Ordering::Relaxed) || self.is_past(share, |_| Duration::ZERO)
    }

    /// Whether so much is left of a part of the time, and the search is not stopped.
    pub(crate) fn leaves_after(&self, share: f64, time: Duration) -> bool {
        self.stopped.get().is_none() && !self.is_past(share, |_| time)
    }

    /// Whether a part of the time, less some of it, is over by the clock.
    fn is_past(&self, share: f64, reserve: impl Fn(Duration) -> Duration) -> bool {
        let Some(allowance) = self.allowance else { return false };
        let time = allowance.mul_f64(share);
        self.running().is_some_and(|since| since.elapsed() >= time.saturating_sub(reserve(time)))
    }

    /// Waits until `bestmove` may be sent: after `stop` in an infinite search, after `ponderhit` or
    /// `stop` while pondering, otherwise at once.
    pub(crate) fn hold(&self) {
        let mut running = self.running();
        while (self.infinite || running.is_none()) && self.stopped.get().is_none() {
            running = self.changed.wait(running).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether [`hold`](Control::hold) would wait for the GUI.
    pub(crate) fn holds(&self) -> bool {
        self.infinite || self.running().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_from_ponderhit() {
        let control = Control::new(Some(Duration::ZERO), true, false);
        assert!(!control.is_over_after(1.0) && control.holds());
        control.ponderhit();
        assert!(control.is_over_after(1.0) && !control.holds());
        control.hold();
    }

    #[test]
    fn who_has_to_be_told_is_told_before_the_time_is_over() {
        let hour = Duration::from_secs(3600);
        let control = Control::new(Some(hour), false, false);
        assert!(!control.is_nearly_over_after(1.0) && control.leaves_after(1.0, hour / 2));
        assert!(!control.leaves_after(0.5, hour), "there is less than that in all");
        assert!(control.is_nearly_over_after(0.0) && control.is_late_after(0.0));
        control.stop();
        assert!(control.is_nearly_over_after(1.0) && !control.leaves_after(1.0, Duration::ZERO));
        assert!(!control.is_late_after(1.0), "a moment is granted");
        control.leave();
        assert!(control.is_late_after(1.0), "and none when the GUI has gone");
    }

    #[test]
    fn without_end_means_until_stop() {
        let control = std::sync::Arc::new(Control::new(None, false, true));
        assert!(control.holds() && !control.is_over_after(1.0));
        let other = std::sync::Arc::clone(&control);
        let waiting = std::thread::spawn(move || other.hold());
        control.ponderhit();
        assert!(!waiting.is_finished());
        control.stop();
        waiting.join().unwrap();
        assert!(control.is_over_after(1.0));
    }
}
