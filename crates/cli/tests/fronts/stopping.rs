//! Ctrl-C, and readers that go away.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::desk::Desk;

/// Interrupts a long solve at different moments: 130, one sentence, no temporary file.
#[test]
fn ctrl_c_leaves_nothing_broken() {
    for wait in [50, 400, 1500] {
        let desk = Desk::new();
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("fallible"))
            .args(["solve", "--men", "5", "--tables"])
            .arg(desk.tables())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(wait));
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let asked = Instant::now();
        let status = child.wait().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(10), "it took {:?}", asked.elapsed());
        assert_eq!(status.code(), Some(130), "after {wait} ms");
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert!(err.starts_with("fallible: stopped"), "{err}");
        assert_eq!(err.lines().count(), 1);
        let there = match desk.files().len() {
            0 => "nothing was written".to_owned(),
            1 => "one table was finished".to_owned(),
            n => format!("{n} tables were finished"),
        };
        assert!(err.contains(&there), "{err} instead of {there}");
        assert_only_whole_tables(&desk);
    }
}

/// What is on the desk are tables that the next run takes as they are.
fn assert_only_whole_tables(desk: &Desk) {
    for file in desk.files() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name.ends_with(".fallible") && !name.contains(".part"), "{name} was left behind");
    }
    desk.text(&["probe", "8/8/8/3k4/8/8/7Q/3K4 w"]);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let desk = Desk::new();
    desk.text(&["solve", "KRK"]);
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("fallible"))
        .args(["find", "KRK", "--count", "20000", "--tables"])
        .arg(desk.tables())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_under_the_answer_is_a_failure() {
    let full = std::fs::File::create("/dev/full").unwrap();
    let output = Command::new(assert_cmd::cargo::cargo_bin("fallible"))
        .args(["stats", "KQK", "--no-cache"])
        .stdout(full)
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(err.starts_with("fallible: cannot write the answer"), "{err}");
}
