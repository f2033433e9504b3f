//! The person at the terminal: a progress bar when work lasts, and Ctrl-C.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};
use std::time::{Duration, Instant};

use endgame::material::Material;
use endgame::progress::{Monitor, Progress};
use endgame::tables::{Notice, Tables};
use indicatif::{ProgressBar, ProgressStyle};
use study::other_games::{Progress as Making, Watch};

use crate::format::{grouped, roughly};
use crate::printable::printable;

/// Work shorter than this needs no bar.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often long work tells a file or a pipe how far it is.
const LINE_EVERY: Duration = Duration::from_secs(10);

static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

pub(crate) fn stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Set by Ctrl-C: for work that goes on by itself, such as an engine's.
pub(crate) fn stop_flag() -> &'static Arc<AtomicBool> {
    &STOP
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
    /// None if nobody is looking.
    bar: Option<Arc<Bar>>,
    report: Arc<dyn Fn(Progress) + Send + Sync>,
    /// Since when, and when a line was written last; none where there is a bar or `--json`.
    lines: Option<(Instant, Mutex<Instant>)>,
}

impl Console {
    /// A bar on stderr if that is a terminal; silence with `--json` or elsewhere.
    pub(crate) fn new(json: bool) -> Console {
        let looking = !json && stderr().is_terminal();
        let bar = looking.then(|| Arc::new(Bar { start: Instant::now(), shown: OnceLock::new() }));
        let watched = bar.clone();
        let report = move |Progress { material, done, total }| {
            let Some(bar) = &watched else { return };
            match total {
                0 => bar.show(0, 1, || format!("{material}, depth {done}")),
                _ => bar.show(done as u64, total as u64, || material.to_string()),
            }
        };
        let now = Instant::now();
        let lines = (!json && !looking).then(|| (now, Mutex::new(now)));
        Console { bar, report: Arc::new(report), lines }
    }

    /// Shows how far work has come that may take hours: where there is no bar, a line now and then.
    pub(crate) fn tell(&self, progress: Progress) {
        (self.report)(progress);
        let Some((start, last)) = &self.lines else { return };
        // Whoever finds it taken is not the one to write.
        let Ok(mut last) = last.try_lock() else { return };
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            eprintln!("fallible: {}", progress_line(progress, start.elapsed()));
        }
    }

    /// The tables with us watching: stopped by Ctrl-C, reporting here, their notices on stderr.
    pub(crate) fn watching(&self, tables: Tables) -> Tables {
        let tell = |notice: &Notice| eprintln!("fallible: {}", printable(&notice.to_string()));
        tables
            .with_monitor(Arc::clone(&STOP), Arc::clone(&self.report))
            .with_notices(Arc::new(tell))
    }

    /// Whoever watches the tables of another game: stopped by Ctrl-C, reporting here, their warnings on stderr.
    pub(crate) fn watch(&self) -> Watch {
        let bar = self.bar.clone();
        Watch::new(move |Making { table, done, all }| {
            if let Some(bar) = &bar {
                bar.show(*done as u64, *all as u64, || table.clone());
            }
            !stopped()
        })
        .warning(|problem| eprintln!("fallible: {}", printable(&problem.to_string())))
    }

    /// Shows how many positions of how many are done.
    pub(crate) fn positions(&self) -> impl Fn(usize, usize) + Sync + '_ {
        |done, total| {
            if let Some(bar) = &self.bar {
                bar.show(done as u64, total.max(1) as u64, || "positions".to_owned());
            }
        }
    }

    /// Reports one game of so many after the other, whichever thread has played it.
    pub(crate) fn games(&self, total: usize) -> impl Fn() + Sync + '_ {
        let counted = AtomicUsize::new(0);
        move || {
            let done = counted.fetch_add(1, Ordering::Relaxed) + 1;
            if let Some(bar) = &self.bar {
                bar.show(done as u64, total as u64, || "games".to_owned());
            }
        }
    }

    /// The same for work that is asked for by name.
    pub(crate) fn monitor(&self) -> Monitor<'_> {
        Monitor { stop: &STOP, report: &*self.report }
    }

    /// Reports one piece of so many after the other, whichever thread has done it.
    pub(crate) fn counter(&self, material: Material, total: usize) -> impl Fn() + Sync {
        let counted = AtomicUsize::new(0);
        move || {
            let done = counted.fetch_add(1, Ordering::Relaxed) + 1;
            (self.report)(Progress { material, done, total });
        }
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
        let Some(bar) = &self.bar else { return };
        let length = total.unwrap_or(1).max(1);
        bar.show(total.map_or(0, |total| taken.min(total)), length, || {
            let left = time_left(since.elapsed(), taken, total);
            let left = left.map_or_else(String::new, |left| format!(", {} left", roughly(left)));
            format!("{} {what}{left}", grouped(done as u64))
        });
    }

    /// Says how many of so many are done, and how long the rest takes, if that is known: in the bar,
    /// or in a line now and then where there is none.
    pub(crate) fn advance(
        &self,
        (done, total): (usize, usize),
        what: &str,
        left: Option<Duration>,
    ) {
        let left = || left.map_or_else(String::new, |left| format!(", {} left", roughly(left)));
        let said =
            || format!("{} of {} {what}{}", grouped(done as u64), grouped(total as u64), left());
        if let Some(bar) = &self.bar {
            bar.show(done as u64, total.max(1) as u64, said);
        }
        let Some((_, last)) = &self.lines else { return };
        let Ok(mut last) = last.try_lock() else { return };
        if last.elapsed() >= LINE_EVERY {
            *last = Instant::now();
            eprintln!("fallible: {}", said());
        }
    }

    /// Says on stderr what the user should know about the answer, a line each.
    pub(crate) fn print_notes(&self, notes: &[String]) {
        self.clear();
        notes.iter().for_each(|note| eprintln!("fallible: {note}"));
    }

    /// Takes the bar away, so that an answer can be printed; it comes back with the next report.
    pub(crate) fn clear(&self) {
        if let Some(bar) = self.bar.as_ref().and_then(|bar| bar.shown.get()) {
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

/// `KQPKQ: 12 % in 40 s, 5 min left`.
fn progress_line(progress: Progress, elapsed: Duration) -> String {
    let Progress { material, done, total } = progress;
    let percent = done * 100 / total.max(1);
    let left = time_left(elapsed, done as u64, Some(total as u64));
    let left = left.map_or(String::new(), |left| format!(", {} left", roughly(left)));
    format!("{material}: {percent} % in {}{left}", roughly(elapsed))
}

/// A progress bar that appears when work has lasted.
struct Bar {
    start: Instant,
    shown: OnceLock<ProgressBar>,
}

impl Bar {
    fn show(&self, done: u64, total: u64, message: impl FnOnce() -> String) {
        if self.start.elapsed() < PATIENCE {
            return;
        }
        let bar = self.shown.get_or_init(|| {
            let template = "{spinner} {msg:<16} {wide_bar:.cyan/dim} {percent:>3} %  {elapsed}";
            let style = ProgressStyle::with_template(template)
                .expect("a fixed template is right or wrong for everyone");
            let bar = ProgressBar::new(1).with_style(style).with_elapsed(self.start.elapsed());
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        if bar.is_finished() {
            bar.reset();
        }
        bar.set_length(total);
        bar.set_position(done);
        bar.set_message(message());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_and_how_long() {
        let progress = Progress { material: "KQPKQ".parse().unwrap(), done: 25, total: 200 };
        let line = progress_line(progress, Duration::from_secs(40));
        assert_eq!(line, "KQPKQ: 12 % in 40 s, 5 min left");
        let nothing = Progress { done: 0, ..progress };
        assert_eq!(progress_line(nothing, Duration::from_secs(12)), "KQPKQ: 0 % in 12 s");
    }

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
