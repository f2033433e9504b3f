//! What is kept, what is remade, what cannot be written.

use std::fs;

use crate::desk::{Desk, Ran};

const QUEEN: &str = "8/8/8/3k4/8/8/7Q/3K4 w - - 0 1";

#[test]
fn a_table_is_solved_once() {
    let desk = Desk::new();
    assert!(!desk.text(&["solve", "KQKR"]).contains("in the cache"));
    let files = desk.files();
    assert!(!files.is_empty());
    assert!(desk.text(&["solve", "KQKR"]).contains("in the cache"));
    assert!(!desk.text(&["solve", "KQKR", "--again"]).contains("in the cache"));
    assert_eq!(desk.files(), files);
}

#[test]
fn nothing_is_kept_without_a_cache() {
    let Ran { code, out, err } =
        crate::desk::ran(crate::desk::fallible().args(["solve", "KQK", "--no-cache"]));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("18,081"));
}

#[test]
fn a_damaged_file_is_named_and_remade() {
    let desk = Desk::new();
    let healthy = desk.text(&["probe", QUEEN]);
    let files: Vec<(std::path::PathBuf, Vec<u8>)> =
        desk.files().into_iter().map(|file| (file.clone(), fs::read(&file).unwrap())).collect();
    assert!(!files.is_empty());
    for (file, bytes) in &files {
        let altered = {
            let mut altered = bytes.clone();
            *altered.last_mut().unwrap() ^= 1;
            altered
        };
        let truncated = bytes[..bytes.len() / 2].to_vec();
        for damaged in [altered, truncated, b"not a table at all".to_vec(), Vec::new()] {
            fs::write(file, &damaged).unwrap();
            let Ran { code, out, err } = desk.run(&["stats", "KQK"]);
            assert_eq!(code, 0, "{err}");
            assert!(out.contains("18,081"));
            assert!(err.contains(&file.display().to_string()), "{err} does not name {file:?}");
            assert_eq!(desk.run(&["probe", QUEEN]).out, healthy);
            assert_eq!(&fs::read(file).unwrap(), bytes, "remade as it was");
        }
    }
}

#[test]
fn a_cache_that_cannot_be_written_is_said() {
    let desk = Desk::new();
    let blocked = desk.path("blocked");
    fs::write(&blocked, "a file where the folder should be").unwrap();
    let Ran { code, err, .. } = desk.run_with_tables(&blocked.join("tables"), &["solve", "KQK"]);
    assert_eq!(code, 1);
    assert!(err.starts_with("fallible: ") && err.contains("blocked"), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert_eq!(desk.files(), [blocked]);
}

/// The disk is a cache, never a requirement: the answer is the same, and one line says why nothing is
/// kept.
#[test]
fn without_a_folder_to_write_to_the_answer_is_the_same() {
    let desk = Desk::new();
    let answer = desk.text(&["probe", QUEEN]);
    let blocked = desk.path("blocked");
    fs::write(&blocked, "a file where the folder should be").unwrap();
    let Ran { code, out, err } = desk.run_with_tables(&blocked, &["probe", QUEEN]);
    assert_eq!((code, &out, err.lines().count()), (0, &answer, 1), "{err}");
    assert!(err.contains("blocked") && err.contains("nothing is kept"), "{err}");
    // A home where nothing can be made.
    let Ran { code, out, err } = crate::desk::ran(crate::desk::fallible().args(["probe", QUEEN]));
    assert_eq!((code, &out, err.lines().count()), (0, &answer, 1), "{err}");
    assert!(err.contains("nothing is kept"), "{err}");
}

/// A disk that is full: the system lets the process write so many kilobytes to a file.
#[test]
#[cfg(target_os = "linux")]
fn with_a_full_disk_the_answer_is_the_same() {
    let desk = Desk::new();
    let answer = desk.text(&["probe", "K3r3/8/5k2/Q7/8/8/8/8 w"]);
    let other = desk.path("other");
    let program = assert_cmd::cargo::cargo_bin("fallible");
    let script = "trap '' XFSZ; ulimit -f 100; exec \"$@\"";
    let output = std::process::Command::new("bash")
        .args(["-c", script, "bash"])
        .arg(program)
        .args(["probe", "K3r3/8/5k2/Q7/8/8/8/8 w", "--tables"])
        .arg(&other)
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), answer);
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.contains("KQKR") && err.contains("nothing is kept"), "{err}");
    let left: Vec<_> = fs::read_dir(&other).unwrap().flatten().map(|file| file.path()).collect();
    assert!(
        left.iter().all(|path| path.extension().is_some_and(|end| end == "fallible")),
        "{left:?}"
    );
}

/// With hardly any memory to be had there is a sentence and exit code 1, or the answer.
#[test]
#[cfg(target_os = "linux")]
fn hardly_any_memory_is_a_sentence() {
    let program = assert_cmd::cargo::cargo_bin("fallible");
    let run = |kilobytes: u32, words: &[&str]| {
        let output = std::process::Command::new("bash")
            .args(["-c", "ulimit -v $0; exec \"$@\"", &kilobytes.to_string()])
            .arg(&program)
            .args(words)
            .env_remove("RUST_BACKTRACE")
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let mut said = 0;
    for megabytes in (16..72).step_by(4) {
        // Below that the system cannot even start the program.
        if run(megabytes << 10, &["--version"]).0 != Some(0) {
            continue;
        }
        for words in [["probe", QUEEN, "--no-cache"], ["solve", "KQKR", "--no-cache"]] {
            let (code, out, err) = run(megabytes << 10, &words);
            let context = format!("{megabytes} MB, {words:?}: {code:?} {err}");
            assert!(matches!(code, Some(0 | 1)), "{context}");
            assert!(!err.contains("panicked") && !err.contains("memory allocation"), "{context}");
            if code == Some(1) {
                assert!(err.lines().last().unwrap().starts_with("fallible: "), "{context}");
                said += 1;
            } else {
                assert!(!out.is_empty(), "{context}");
            }
        }
    }
    assert!(said > 0, "memory was never short");
}

/// One broken file is named; the others answer.
#[test]
fn a_wrong_syzygy_file_is_left_out_by_name() {
    let desk = Desk::new();
    let folder = desk.path("syzygy");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("KQvKR.rtbw"), "half a download").unwrap();
    fs::write(folder.join("KRvK.rtbw"), [0; 80]).unwrap();
    let folder = folder.display().to_string();
    let Ran { code, out, err } = desk.run(&["probe", QUEEN, "--syzygy", &folder]);
    assert_eq!((code, err.lines().count()), (0, 1), "{err}");
    assert!(err.contains("KQvKR.rtbw is left out") && out.contains("win in"), "{err}");
}

#[test]
fn a_plot_that_cannot_be_written_is_said() {
    let desk = Desk::new();
    let plot = desk.path("no/such/folder/plot.svg").display().to_string();
    let Ran { code, err, .. } = desk.run(&["stats", "KQK", "--plot", &plot]);
    assert_eq!(code, 1);
    assert!(err.contains(&plot), "{err}");
}
