//! The person at the terminal: a progress bar when work lasts, and Ctrl-C.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{Duration, Instant};

use endgame::progress::{Monitor, Progress};
use endgame::tables::{Notice, Tables};
use indicatif::{ProgressBar, ProgressStyle};

use crate::format::{grouped, roughly};
use crate::printable::printable;

/// Work shorter than this needs no bar.
const PATIENCE: Duration = Duration::from_secs(2);

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether Ctrl-C was pressed.
pub(crate) fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// From now on the first Ctrl-C asks the work to stop cleanly and the second kills.
pub(crate) fn listen_for_ctrl_c() {
    let listening = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    if let Err(error) = listening {
        eprintln!("fallible: Ctrl-C will not stop cleanly ({error})");
    }
}

/// Shows how far the work has come, if it lasts and somebody is looking.
pub(crate) struct Console {
    bar: Arc<OnceLock<ProgressBar>>,
    report: Arc<dyn Fn(Progress) + Send + Sync>,
    /// Since when; none if nobody is looking.
    counting: Option<Instant>,
}

impl Console {
    /// A bar on stderr if that is a terminal; silence with `--json` or elsewhere.
    pub(crate) fn new(json: bool) -> Console {
        let bar: Arc<OnceLock<ProgressBar>> = Arc::default();
        let counting = (!json && stderr().is_terminal()).then(Instant::now);
        let report: Arc<dyn Fn(Progress) + Send + Sync> = match counting {
            None => Arc::new(|_| ()),
            Some(start) => {
                let bar = Arc::clone(&bar);
                Arc::new(move |progress| {
                    if start.elapsed() >= PATIENCE {
                        show(bar.get_or_init(|| new_bar(start)), progress);
                    }
                })
            }
        };
        Console { bar, report, counting }
    }

    /// The tables with us watching: stopped by Ctrl-C, reporting here, their notices on stderr.
    pub(crate) fn watching(&self, tables: Tables) -> Tables {
        tables.with_monitor(Arc::clone(&STOP), Arc::clone(&self.report)).with_notices(Arc::new(
            |notice: &Notice| {
                eprintln!("fallible: {}", printable(&notice.to_string()));
            },
        ))
    }

    /// The same for work that is asked for by name.
    pub(crate) fn monitor(&self) -> Monitor<'_> {
        Monitor { stop: &STOP, report: &*self.report }
    }

    /// Says how many of something are done, if it lasts and somebody is looking.
    pub(crate) fn count(&self, done: usize, what: &str) {
        self.reading(done, what, (0, None), Instant::now());
    }

    /// Says how many of something are done, if it lasts and somebody is looking; and, if it is
    /// known how many bytes there are to read, how long it will take from here.
    pub(crate) fn reading(
        &self,
        done: usize,
        what: &str,
        (taken, total): (u64, Option<u64>),
        since: Instant,
    ) {
        if let Some(start) = self.counting
            && start.elapsed() >= PATIENCE
        {
            let bar = self.bar.get_or_init(|| new_bar(start));
            if bar.is_finished() {
                bar.reset();
            }
            bar.set_length(total.unwrap_or(1).max(1));
            bar.set_position(total.map_or(0, |total| taken.min(total)));
            let done = grouped(done as u64);
            bar.set_message(match time_left(since.elapsed(), taken, total) {
                Some(left) => format!("{done} {what}, {} left", roughly(left)),
                None => format!("{done} {what}"),
            });
        }
    }

    /// Says on stderr what the user should know about the answer, a line each.
    pub(crate) fn print_notes(&self, notes: &[String]) {
        self.clear();
        notes.iter().for_each(|note| eprintln!("fallible: {note}"));
    }

    /// Takes the bar away, so that an answer can be printed; it comes back with the next report.
    pub(crate) fn clear(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.clear();
    }
}

/// How long the rest takes, if it goes on as it did; none if nobody knows how much is left.
fn time_left(elapsed: Duration, taken: u64, total: Option<u64>) -> Option<Duration> {
    let total = total.filter(|_| taken > 0)?;
    let rest = total.saturating_sub(taken) as f64 / taken as f64;
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * rest).ok()
}

fn new_bar(start: Instant) -> ProgressBar {
    let template = "{spinner} {msg:<16} {wide_bar:.cyan/dim} {percent:>3} %  {elapsed}";
    let style = ProgressStyle::with_template(template)
        .expect("a fixed template is right or wrong for everyone");
    let bar = ProgressBar::new(1).with_style(style).with_elapsed(start.elapsed());
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

fn show(bar: &ProgressBar, progress: Progress) {
    if bar.is_finished() {
        bar.reset();
    }
    let Progress { material, done, total } = progress;
    if total == 0 {
        bar.set_length(1);
        bar.set_position(0);
        bar.set_message(format!("{material}, depth {done}"));
        return;
    }
    bar.set_length(total as u64);
    bar.set_position(done as u64);
    bar.set_message(material.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_that_of_the_bytes_left() {
        let ten = Duration::from_secs(10);
        assert_eq!(time_left(ten, 25, Some(100)), Some(Duration::from_secs(30)));
        assert_eq!(time_left(ten, 100, Some(100)), Some(Duration::ZERO));
        // A file may grow while it is read.
        assert_eq!(time_left(ten, 120, Some(100)), Some(Duration::ZERO));
        assert_eq!((time_left(ten, 0, Some(100)), time_left(ten, 5, None)), (None, None));
    }
}
