//! Tables on disk, end to end: what is corrupt is made again, what cannot be written is said.
#![allow(clippy::unwrap_used)] // in helpers of tests too

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::solve::SolveError;
use endgame::store::{Corruption, Store, StoreError};
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
    let first = tables_in(folder.path()).solve(&material("KRKQ"), &Monitor::NONE).unwrap();
    assert_eq!(first.solved, ["KQK", "KRK", "KQKR"].map(material));
    assert_eq!(first.deepest_white, Some(Depth(31)));
    assert_eq!(first.deepest_black, Some(Depth(3)));
    let files = ["KQK.dtc.fallible", "KQKR.dtc.fallible", "KRK.dtc.fallible"];
    assert_eq!(names(folder.path()), files);

    let again = tables_in(folder.path()).solve(&material("KQKR"), &Monitor::NONE).unwrap();
    assert!(again.was_already_there());
    assert_eq!((again.deepest_white, again.file), (first.deepest_white, first.file));
    // One probe, from the file alone, and the whole table.
    let tables = tables_in(folder.path());
    assert_eq!(tables.outcome(&deep()).unwrap(), Outcome::Win(Depth(31)));
    let table = tables.table(&material("KQKR"), &Monitor::NONE).unwrap();
    assert_eq!(table.outcome(&deep()), Some(Outcome::Win(Depth(31))));
}

#[test]
fn a_damaged_file_is_named_and_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    tables_in(folder.path()).solve(&material("KQKR"), &Monitor::NONE).unwrap();
    let path = store.path(&material("KQKR"), Metric::Dtc);
    let whole = fs::read(&path).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        bytes
    };
    let last = Corruption::Block(57);
    for (bytes, corruption) in [
        (whole[..whole.len() - 1].to_vec(), None),
        (Vec::new(), None),
        (b"something else altogether".to_vec(), None),
        (flipped(50), Some(Corruption::Header)),
        (flipped(90), Some(Corruption::Directory)),
        (flipped(whole.len() - 1), Some(last)),
    ] {
        // Asked for the whole table, to solve it, or for a single position.
        let questions: [fn(&Tables); 3] = [
            |tables| drop(tables.table(&material("KQKR"), &Monitor::NONE).unwrap()),
            |tables| {
                assert_eq!(tables.solve(&material("KQKR"), &Monitor::NONE).unwrap().solved.len(), 1)
            },
            |tables| {
                let position = Position::from_fen("3k4/8/8/8/8/8/5r2/K3Q3 b - - 0 1").unwrap();
                for position in [deep(), position] {
                    tables.outcome(&position).unwrap();
                }
                tables.solve(&material("KQKR"), &Monitor::NONE).unwrap();
            },
        ];
        for question in questions {
            fs::write(&path, &bytes).unwrap();
            let (tables, heard) = talking_tables_in(folder.path());
            question(&tables);
            let heard = heard.lock().unwrap();
            assert_eq!(heard.len(), 1, "{heard:?}");
            let Notice::Remaking { path: named, corruption: found } = &heard[0] else {
                panic!("{heard:?}");
            };
            assert_eq!(named, &path);
            if let Some(corruption) = &corruption {
                assert_eq!(found, corruption);
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
    let tables = Tables::new(Metric::Dtm).with_monitor(
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

/// The notices that nothing is kept.
fn not_kept(heard: &Mutex<Vec<Notice>>) -> usize {
    let heard = heard.lock().unwrap();
    assert!(heard.iter().all(|notice| matches!(notice, Notice::NotKept { .. })), "{heard:?}");
    heard.len()
}

/// The disk is a cache: without one an answer comes from memory, and that is said once.
#[test]
fn a_store_that_cannot_be_written_answers_and_says_so_once() {
    let folder = tempfile::tempdir().unwrap();
    let in_the_way = folder.path().join("a file");
    fs::write(&in_the_way, b"").unwrap();
    let mut places = vec![in_the_way.clone(), in_the_way.join("tables")];
    if cfg!(target_os = "linux") {
        // Nobody, not even root, makes folders there.
        places.push(PathBuf::from("/proc/fallible"));
    }
    for place in places {
        let (tables, heard) = talking_tables_in(&place);
        assert_eq!(tables.outcome(&deep()).unwrap(), Outcome::Win(Depth(31)), "{place:?}");
        assert_eq!(not_kept(&heard), 1, "{place:?}");
        let text = heard.lock().unwrap()[0].to_string();
        let named = place.display().to_string();
        assert!(text.contains(&named) && text.contains("--tables DIR"), "{text}");
        tables.table(&material("KRKN"), &Monitor::NONE).unwrap();
        let knight = Position::from_fen("8/8/8/3k4/8/8/3N4/3K4 w - - 0 1").unwrap();
        assert_eq!(tables.outcome(&knight).unwrap(), Outcome::Draw);
        assert_eq!(not_kept(&heard), 1, "said once");
        // Whoever asks for a table to be kept hears that it cannot be.
        let error = tables.solve(&material("KBK"), &Monitor::NONE).unwrap_err();
        assert!(matches!(error, TablesError::Store(StoreError::Write { .. })), "{error}");
        assert!(error.to_string().contains("--tables DIR"), "{error}");
    }
    assert_eq!(fs::read(&in_the_way).unwrap(), b"");
}

/// What is no regular file is never opened: a pipe would wait for a writer, a device never end.
#[test]
#[cfg(unix)]
fn a_pipe_a_device_or_a_folder_in_place_of_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = Store::new(folder.path()).path(&material("KQKR"), Metric::Dtc);
    let remove = || if path.is_dir() { fs::remove_dir(&path) } else { fs::remove_file(&path) };
    let puts: [fn(&Path); 3] = [
        |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
        |path| std::os::unix::fs::symlink("/dev/zero", path).unwrap(),
        |path| fs::create_dir(path).unwrap(),
    ];
    for put in puts {
        put(&path);
        let (tables, heard) = talking_tables_in(folder.path());
        assert_eq!(tables.outcome(&deep()).unwrap(), Outcome::Win(Depth(31)));
        let heard = heard.lock().unwrap();
        let Notice::Remaking { path: named, corruption } = &heard[0] else { panic!("{heard:?}") };
        assert_eq!((named, corruption), (&path, &Corruption::NotAFile));
        // A folder stays where it is; the others are replaced by the table.
        assert_eq!(heard.len(), if path.is_dir() { 2 } else { 1 }, "{heard:?}");
        assert!(path.is_dir() || fs::symlink_metadata(&path).unwrap().is_file());
        remove().unwrap();
    }
}

/// In a container process ids repeat at every start: names made of them would meet again.
#[test]
fn what_dead_processes_left_is_swept_and_never_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let old = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, b"half a table").unwrap();
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(3600))
            .unwrap();
        path
    };
    let stale: Vec<PathBuf> =
        (0..20).map(|n| old(&format!("KQK.dtc.{}-{n}.part", std::process::id()))).collect();
    let others = ["download.part", "KQK.txt.1-0.part", "KXK.dtc.1-0.part", "KQK.dtc.part.txt"];
    let others: Vec<PathBuf> = others.iter().map(|name| old(name)).collect();
    let tables = tables_in(folder.path());
    tables.solve(&material("KQK"), &Monitor::NONE).unwrap();
    assert!(stale.iter().all(|path| !path.exists()), "{:?}", names(folder.path()));
    assert!(others.iter().all(|path| path.exists()), "{:?}", names(folder.path()));
    assert_eq!(names(folder.path()).len(), others.len() + 1);
}

#[test]
fn a_stopped_solve_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(true);
    let monitor = Monitor { stop: &stop, report: &|_| () };
    let error = tables_in(folder.path()).table(&material("KQKR"), &monitor).unwrap_err();
    assert!(matches!(error, TablesError::Solve(SolveError::Stopped { .. })), "{error}");
    assert_eq!(names(folder.path()), [""; 0]);
    assert!(error.to_string().contains("nothing was written"), "{error}");
}

/// Stopped in the third of three: the first two are on the disk, and that is what is said.
#[test]
fn a_stopped_solve_says_what_stays() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let report = |progress: endgame::progress::Progress| {
        if progress.material == material("KQKR") {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let monitor = Monitor { stop: &stop, report: &report };
    let error = tables_in(folder.path()).solve(&material("KQKR"), &monitor).unwrap_err();
    assert_eq!(names(folder.path()), ["KQK.dtc.fallible", "KRK.dtc.fallible"]);
    let text = error.to_string();
    assert!(text.contains("KQKR") && text.contains("2 tables were finished before"), "{text}");
    assert!(!text.contains("nothing was written"), "{text}");
}

/// What was solved for a question and written is asked block by block: nothing of it stays in memory.
#[test]
fn what_was_written_is_not_kept_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let tables = tables_in(folder.path());
    assert_eq!(tables.outcome(&deep()).unwrap(), Outcome::Win(Depth(31)));
    assert_eq!(tables.bytes_in_memory(), 0);
    // Whoever asks for the whole table gets it, and it alone is kept.
    let table = tables.table(&material("KRKN"), &Monitor::NONE).unwrap();
    assert_eq!(tables.bytes_in_memory(), 2 * table.index().len());
    drop(table);
    tables.shrink(0);
    assert_eq!(tables.bytes_in_memory(), 0);
    // Without a store everything must stay.
    let tables = Tables::new(Metric::Dtc);
    assert_eq!(tables.outcome(&deep()).unwrap(), Outcome::Win(Depth(31)));
    assert!(tables.bytes_in_memory() > 3_000_000);
}

/// Solves an endgame from files of all it needs, so that only sets or some lines are kept of the tables
/// that pawns promote into, and again with all of them in memory: the bytes are the same.
fn same_from_files_and_from_memory(name: &str, metric: Metric) {
    let folder = tempfile::tempdir().unwrap();
    let material = name.parse().unwrap();
    let in_memory = Tables::new(metric).with_memory_budget(16 << 30);
    let whole = in_memory.table(&material, &Monitor::NONE).unwrap();
    let with_files = || Tables::new(metric).with_store(Store::new(folder.path()));
    for needed in material.with_all_it_needs() {
        with_files().solve(&needed, &Monitor::NONE).unwrap();
    }
    let table = with_files().table(&material, &Monitor::NONE).unwrap();
    for turn in Color::ALL {
        assert!(table.codes(turn) == whole.codes(turn), "{name} {metric} {turn:?}");
    }
}

#[test]
fn tables_are_the_same_from_files_and_from_memory() {
    for name in ["KPPK", "KPKP", "KRPK", "KQKP"] {
        for metric in Metric::ALL {
            same_from_files_and_from_memory(name, metric);
        }
    }
}

#[test]
#[ignore = "a minute and 8 GiB; run with --release"]
fn tables_of_five_men_are_the_same_from_files_and_from_memory() {
    for name in ["KBPKN", "KNNKP", "KRPPK"] {
        same_from_files_and_from_memory(name, Metric::Dtc);
    }
}

/// Before anything is begun: no table is solved, no file written.
#[test]
fn what_needs_more_memory_says_how_much_before_it_starts() {
    let begun = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&begun);
    let folder = tempfile::tempdir().unwrap();
    for store in [Some(folder.path()), None] {
        let tables = store.map_or_else(|| Tables::new(Metric::Dtc), tables_in);
        let counting = Arc::clone(&count);
        let report = move |_| {
            counting.fetch_add(1, Ordering::Relaxed);
        };
        let tables =
            tables.with_memory_budget(64 << 20).with_monitor(Arc::default(), Arc::new(report));
        let position = Position::from_fen("8/8/8/2k5/8/3KP3/8/q4Q2 w - - 0 1").unwrap();
        let error = tables.outcome(&position).unwrap_err();
        let TablesError::Memory { needed, budget, .. } = &error else { panic!("{error}") };
        assert!(needed.0 > 700 << 20 && budget.0 == 64 << 20, "{error}");
        let text = error.to_string();
        let option = format!("with --memory {}", needed.as_option());
        assert!(text.contains("KQPKQ") && text.ends_with(&option), "{text}");
    }
    assert_eq!(begun.load(Ordering::Relaxed), 0);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn the_memory_budget_is_kept() {
    let kqkr = material("KQKR");
    let tables = Tables::new(Metric::Dtc).with_memory_budget(1_000_000);
    let error = tables.table(&kqkr, &Monitor::NONE).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("KQKR") && text.contains("1.0 MB") && text.contains("--memory"),
        "{text}"
    );
    // Tables that nobody holds are dropped to make room for others.
    let tables = Tables::new(Metric::Dtc)
        .with_memory_budget(endgame::solve::memory_needed(&kqkr, Metric::Dtc) + 1_000_000);
    for name in ["KQKR", "KRKN", "KQKR"] {
        tables.table(&material(name), &Monitor::NONE).unwrap();
    }
    // A file is probed block by block: no budget is needed for that.
    let folder = tempfile::tempdir().unwrap();
    tables_in(folder.path()).solve(&kqkr, &Monitor::NONE).unwrap();
    let poor = tables_in(folder.path()).with_memory_budget(0);
    assert_eq!(poor.outcome(&deep()).unwrap(), Outcome::Win(Depth(31)));
    assert!(matches!(poor.table(&kqkr, &Monitor::NONE), Err(TablesError::Memory { .. })));
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

#[test]
fn a_full_disk_is_no_reason_not_to_answer_and_leaves_no_half_file() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(folder.path(), 200) else {
        real_data::skipped(
            "mounting a small disk needs root; `store::blocks` tests a full one too",
        );
        return;
    };
    let (tables, heard) = talking_tables_in(&disk.0);
    assert_eq!(tables.outcome(&deep()).unwrap(), Outcome::Win(Depth(31)));
    assert_eq!(not_kept(&heard), 1);
    assert!(!names(&disk.0).iter().any(|name| name.contains("KQKR")), "{:?}", names(&disk.0));
    // What fitted is whole; who asks for the rest to be kept hears that there is no room.
    let reopened = tables_in(&disk.0);
    assert!(reopened.solve(&material("KQK"), &Monitor::NONE).unwrap().was_already_there());
    let error = reopened.solve(&material("KQKR"), &Monitor::NONE).unwrap_err();
    assert!(matches!(error, TablesError::Store(StoreError::Write { .. })), "{error}");
    assert!(!names(&disk.0).iter().any(|name| name.contains("KQKR")), "{:?}", names(&disk.0));
}

#[test]
fn a_probe_reads_both_sides_to_move() {
    let folder = tempfile::tempdir().unwrap();
    tables_in(folder.path()).solve(&material("KQKR"), &Monitor::NONE).unwrap();
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
