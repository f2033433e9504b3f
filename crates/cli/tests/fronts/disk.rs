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

#[test]
fn a_plot_that_cannot_be_written_is_said() {
    let desk = Desk::new();
    let plot = desk.path("no/such/folder/plot.svg").display().to_string();
    let Ran { code, err, .. } = desk.run(&["stats", "KQK", "--plot", &plot]);
    assert_eq!(code, 1);
    assert!(err.contains(&plot), "{err}");
}
