//! A clean folder for tables and the program beside it.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// One user's tables, gone when the test ends.
pub(crate) struct Desk {
    folder: TempDir,
}

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Desk {
    pub(crate) fn new() -> Desk {
        Desk { folder: TempDir::new().unwrap() }
    }

    /// Where the tables go; not made before the program makes it.
    pub(crate) fn tables(&self) -> PathBuf {
        self.folder.path().join("tables")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The names of everything on the desk, folders walked through.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    found.push(path);
                }
            }
        }
        found.sort();
        found
    }

    /// Runs a command that keeps its tables on this desk.
    pub(crate) fn run(&self, words: &[&str]) -> Ran {
        self.run_with_tables(&self.tables(), words)
    }

    pub(crate) fn run_with_tables(&self, tables: &Path, words: &[&str]) -> Ran {
        let mut command = fallible();
        command.args(words).arg("--tables").arg(tables);
        ran(&mut command)
    }

    /// Runs a command that must succeed and say nothing on stderr.
    pub(crate) fn text(&self, words: &[&str]) -> String {
        let Ran { code, out, err } = self.run(words);
        assert_eq!((code, err.as_str()), (0, ""), "{words:?}");
        out
    }

    /// Runs a command with `--json` that must succeed.
    pub(crate) fn json(&self, words: &[&str]) -> Value {
        let text = self.text(&[words, &["--json"]].concat());
        assert_eq!(text.lines().count(), 1, "one line of JSON");
        serde_json::from_str(&text).unwrap()
    }
}

/// Where no folder can be made, not even by root.
pub(crate) const NOWHERE: &str = "/dev/null/nowhere";

/// The program, with no user's cache folder in reach.
pub(crate) fn fallible() -> Command {
    let mut command = Command::cargo_bin("fallible").unwrap();
    command.env("XDG_CACHE_HOME", NOWHERE).env("HOME", NOWHERE);
    command
}

pub(crate) fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
