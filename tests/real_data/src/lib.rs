//! Data that nobody here wrote, for tests, and how a test says that it is not there.
//!
//! `./check` unpacks the source distribution of python-chess into `target/check-data`. What that does
//! not carry is looked for in `../shared/data`, a folder beside the clone. A test that finds neither
//! passes, prints a line, and is counted at the end of `./check`.

use std::fs::{OpenOptions, create_dir_all};
use std::io::Write;
use std::panic::Location;
use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn check_data() -> PathBuf {
    workspace().join("target/check-data")
}

/// The folder of the 70 Syzygy files of three and four men.
#[track_caller]
pub fn syzygy() -> Option<PathBuf> {
    let places = [check_data().join("chess/data/syzygy/regular"), beside("syzygy")];
    found(places, "the Syzygy files of 3 and 4 men")
}

/// A file of positions with the moves to mate, `endgame-dm-4.epd` or `endgame-dm-5.epd`.
#[track_caller]
pub fn mates(name: &str) -> Option<PathBuf> {
    found([check_data().join("chess/data").join(name)], name)
}

/// A file of `../shared/data`: games whose licence does not allow to pass them on, and statistics.
#[track_caller]
pub fn shared(path: &str) -> Option<PathBuf> {
    found([beside(path)], &format!("../shared/data/{path}"))
}

fn beside(path: &str) -> PathBuf {
    workspace().join("../shared/data").join(path)
}

#[track_caller]
fn found(places: impl IntoIterator<Item = PathBuf>, what: &str) -> Option<PathBuf> {
    let found = places.into_iter().find(|place| place.exists());
    if found.is_none() {
        skipped(&format!("no {what}"));
    }
    found
}

/// Says that the calling test compares nothing, and why; `./check` counts what was said.
#[track_caller]
pub fn skipped(why: &str) {
    let caller = Location::caller();
    let thread = std::thread::current();
    // Every test has a thread of its own name, unless one thread runs them all.
    let test = thread.name().filter(|&name| name != "main");
    let test = test.map_or_else(|| caller.line().to_string(), str::to_owned);
    let line = format!("{}:{test}: {why}\n", caller.file());
    // Written, not printed by a macro: the harness shows it even when the test passes.
    let _ = write!(std::io::stderr(), "SKIPPED {line}");
    let folder = check_data();
    create_dir_all(&folder).expect("a folder in target/");
    let file = OpenOptions::new().create(true).append(true).open(folder.join("skipped.txt"));
    file.and_then(|mut file| file.write_all(line.as_bytes())).expect("target/ can be written");
}
