//! Tables on disk, end to end: what is damaged is made again, what cannot be written is said.
#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::solve::{SolveError, Watch};
use endgame::store::{Damage, Part, Store, StoreError};
use endgame::tables::{Notice, Tables, TablesError};
use rayon::prelude::*;
use value::{Depth, Metric, Outcome};

fn material(name: &str) -> Material {
    name.parse().unwrap()
}

fn tables_in(folder: &Path) -> Tables {
    Tables::new(Metric::Dtc).with_store(Store::new(folder))
}

/// Tables in a folder, and what they had to say.
fn talking_tables_in(folder: &Path) -> (Tables, Arc<Mutex<Vec<Notice>>>) {
    let heard: Arc<Mutex<Vec<Notice>>> = Arc::default();
    let hear = Arc::clone(&heard);
    let tables = tables_in(folder)
        .with_notices(Arc::new(move |notice| hear.lock().unwrap().push(notice.clone())));
    (tables, heard)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Depth 31, White to move (Haworth 2003, appendix B).
fn deep() -> Position {
    Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap()
}

#[test]
fn what_was_solved_is_there_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let first = tables_in(folder.path()).solve(&material("KRKQ"), &Watch::NOBODY).unwrap();
    assert_eq!(first.solved, ["KQK", "KRK", "KQKR"].map(material));
    assert_eq!(first.deepest_white, Some(Depth(31)));
    assert_eq!(first.deepest_black, Some(Depth(3)));
    let files = ["KQK.dtc.fallible", "KQKR.dtc.fallible", "KRK.dtc.fallible"];
    assert_eq!(names(folder.path()), files);

    let again = tables_in(folder.path()).solve(&material("KQKR"), &Watch::NOBODY).unwrap();
    assert!(again.was_already_there());
    assert_eq!((again.deepest_white, again.file), (first.deepest_white, first.file));
    // One probe, from the file alone, and the whole table.
    let tables = tables_in(folder.path());
    assert_eq!(tables.outcome(&deep()).unwrap(), Outcome::Win(Depth(31)));
    let table = tables.table(&material("KQKR"), &Watch::NOBODY).unwrap();
    assert_eq!(table.outcome(&deep()), Some(Outcome::Win(Depth(31))));
}

#[test]
fn a_damaged_file_is_named_and_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    tables_in(folder.path()).solve(&material("KQKR"), &Watch::NOBODY).unwrap();
    let path = store.path(&material("KQKR"), Metric::Dtc);
    let whole = fs::read(&path).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        bytes
    };
    let last = Part::Block(57);
    for (bytes, damage) in [
        (whole[..whole.len() - 1].to_vec(), None),
        (Vec::new(), None),
        (b"something else altogether".to_vec(), None),
        (flipped(50), Some(Part::Header)),
        (flipped(90), Some(Part::Directory)),
        (flipped(whole.len() - 1), Some(last)),
    ] {
        // Asked for the whole table, to solve it, or for a single position.
        let questions: [fn(&Tables); 3] = [
            |tables| drop(tables.table(&material("KQKR"), &Watch::NOBODY).unwrap()),
            |tables| {
                assert_eq!(tables.solve(&material("KQKR"), &Watch::NOBODY).unwrap().solved.len(), 1)
            },
            |tables| {
                let position = Position::from_fen("3k4/8/8/8/8/8/5r2/K3Q3 b - - 0 1").unwrap();
                for position in [deep(), position] {
                    tables.outcome(&position).unwrap();
                }
                tables.solve(&material("KQKR"), &Watch::NOBODY).unwrap();
            },
        ];
        for question in questions {
            fs::write(&path, &bytes).unwrap();
            let (tables, heard) = talking_tables_in(folder.path());
            question(&tables);
            let heard = heard.lock().unwrap();
            assert_eq!(heard.len(), 1, "{heard:?}");
            let Notice::Remaking { path: named, damage: found } = &heard[0];
            assert_eq!(named, &path);
            if let Some(part) = damage {
                assert_eq!(*found, Damage::from(part));
            }
            assert!(fs::read(&path).unwrap() == whole, "not the same bytes as before");
        }
    }
}

#[test]
fn many_at_once_make_it_once_or_to_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    // As if several processes shared the folder: each has Tables of its own.
    (0..3).into_par_iter().for_each(|_| {
        let tables = tables_in(folder.path());
        assert_eq!(tables.outcome(&deep()).unwrap(), Outcome::Win(Depth(31)));
    });
    assert_eq!(names(folder.path()).len(), 3);
    // Many threads of one process, all needing the same table from inside a parallel loop.
    let solves = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&solves);
    let tables = Tables::new(Metric::Dtm).with_watch(
        Arc::default(),
        Arc::new(move |progress| {
            if progress.done == 0 && progress.material == material("KQKR") {
                count.fetch_add(1, Ordering::Relaxed);
            }
        }),
    );
    (0..64).into_par_iter().for_each(|_| {
        assert!(matches!(tables.outcome(&deep()).unwrap(), Outcome::Win(_)));
    });
    assert_eq!(solves.load(Ordering::Relaxed), 1);
}

#[test]
fn a_store_that_cannot_be_written_is_an_error_with_a_next_step() {
    let folder = tempfile::tempdir().unwrap();
    let in_the_way = folder.path().join("a file");
    fs::write(&in_the_way, b"").unwrap();
    let error = tables_in(&in_the_way).outcome(&deep()).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("a file") && text.contains("--tables DIR"), "{text}");
    if cfg!(target_os = "linux") {
        // Nobody, not even root, makes folders there.
        let error = tables_in(Path::new("/proc/fallible")).outcome(&deep()).unwrap_err();
        assert!(matches!(error, TablesError::Store(StoreError::Write { .. })), "{error}");
    }
    // Without a store there is nothing to write.
    assert_eq!(Tables::new(Metric::Dtc).outcome(&deep()).unwrap(), Outcome::Win(Depth(31)));
}

#[test]
fn a_stopped_solve_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(true);
    let watch = Watch { stop: &stop, report: &|_| () };
    let error = tables_in(folder.path()).table(&material("KQKR"), &watch).unwrap_err();
    assert!(matches!(error, TablesError::Solve(SolveError::Stopped { .. })), "{error}");
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn the_memory_budget_is_kept() {
    let kqkr = material("KQKR");
    let tables = Tables::new(Metric::Dtc).with_memory_budget(1_000_000);
    let error = tables.table(&kqkr, &Watch::NOBODY).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("KQKR") && text.contains("1.0 MB") && text.contains("--memory"),
        "{text}"
    );
    // Tables that nobody holds are dropped to make room for others.
    let tables = Tables::new(Metric::Dtc)
        .with_memory_budget(endgame::solve::memory_needed(&kqkr) + 1_000_000);
    for name in ["KQKR", "KRKN", "KQKR"] {
        tables.table(&material(name), &Watch::NOBODY).unwrap();
    }
    // A file is probed block by block: no budget is needed for that.
    let folder = tempfile::tempdir().unwrap();
    tables_in(folder.path()).solve(&kqkr, &Watch::NOBODY).unwrap();
    let poor = tables_in(folder.path()).with_memory_budget(0);
    assert_eq!(poor.outcome(&deep()).unwrap(), Outcome::Win(Depth(31)));
    assert!(matches!(poor.table(&kqkr, &Watch::NOBODY), Err(TablesError::Memory { .. })));
}

/// A file system of its own with hardly any room, unmounted in the end.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(at: &Path, kilobytes: usize) -> Option<SmallDisk> {
        let size = format!("size={kilobytes}k");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "fallible-test"]).arg(at);
        let mounted = mount.output().is_ok_and(|done| done.status.success());
        mounted.then(|| SmallDisk(at.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).output();
    }
}

/// Says so even when the test passes: the harness hides only what is printed by macros.
fn loudly(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

#[test]
fn a_full_disk_is_an_error_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(folder.path(), 200) else {
        loudly("SKIPPED: mounting a small tmpfs needs root; `store::blocks` tests a full disk too");
        return;
    };
    let tables = tables_in(&disk.0);
    let error = tables.table(&material("KQKR"), &Watch::NOBODY).unwrap_err();
    assert!(matches!(error, TablesError::Store(StoreError::Write { .. })), "{error}");
    assert!(!names(&disk.0).iter().any(|name| name.contains("KQKR")), "{:?}", names(&disk.0));
    // What fitted is whole.
    let reopened = tables_in(&disk.0);
    assert!(reopened.solve(&material("KQK"), &Watch::NOBODY).unwrap().was_already_there());
}

#[test]
fn a_probe_reads_both_sides_to_move() {
    let folder = tempfile::tempdir().unwrap();
    tables_in(folder.path()).solve(&material("KQKR"), &Watch::NOBODY).unwrap();
    let stored = Store::new(folder.path()).open(&material("KQKR"), Metric::Dtc).unwrap().unwrap();
    let table = stored.load().unwrap();
    let index = table.index();
    for number in (0..index.len()).step_by(9973) {
        for turn in Color::ALL {
            let slot = endgame::index::Slot { turn, index: number };
            assert_eq!(stored.outcome_at(slot).unwrap(), table.outcome_at(slot));
        }
    }
}
