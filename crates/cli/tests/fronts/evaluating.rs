//! `fallible evaluate`: whole games in, a file of values out, and what is said on the way.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::desk::{Desk, Ran, fallible, ran};

const GAME: &str =
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n";

fn evaluate(desk: &Desk, words: &[&str]) -> Ran {
    let mut command = fallible();
    command.current_dir(desk.path("")).arg("evaluate").args(words);
    ran(&mut command)
}

fn with_games(text: &str) -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("games.pgn"), text).unwrap();
    desk
}

const OWN: [&str; 7] = ["games.pgn", "--engine", "own", "--depth", "1", "--from-ply", "1"];

#[test]
fn games_become_a_file() {
    let desk = with_games(&GAME.repeat(2));
    let Ran { code, out, err } = evaluate(&desk, &[&OWN[..], &["--out", "v.parquet"]].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    for part in [
        "games       2 read, 2 kept\n",
        "decisions   14 in 7 positions, 7 of them repeated\n",
        "valued      7 now, 0 before, 0 not at all\n",
        "in v.parquet\n",
        "engines at work",
    ] {
        assert!(out.contains(part), "no {part} in {out}");
    }
    let names: Vec<_> =
        desk.files().iter().map(|file| file.file_name().unwrap().to_owned()).collect();
    assert_eq!(names, ["games.pgn", "v.parquet"]);
    let Ran { code, err, .. } = evaluate(&desk, &[&OWN[..], &["--out", "v.parquet"]].concat());
    assert_eq!(code, 2);
    assert!(err.contains("v.parquet is there already"), "{err}");
    let words = [&OWN[..], &["--out", "v.parquet", "--force", "--max-per-game", "2", "--json"]];
    let Ran { code, out, .. } = evaluate(&desk, &words.concat());
    assert_eq!(code, 0);
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&said["decisions"], &said["positions"]), (&json!(4), &json!(2)));
    assert_eq!((&said["rows"], &said["depths"]), (&json!(80), &json!([1])));
    assert_eq!(said["games"]["kept"], 2);
    let Ran { code, out, .. } = evaluate(&desk, &["games.pgn", "--dry-run"]);
    assert_eq!(code, 0);
    assert!(out.contains("2 left out: no position left"), "{out}");
}

#[test]
fn what_cannot_be_asked_is_said() {
    let desk = with_games(GAME);
    let refused = |words: &[&str]| {
        let Ran { code, out, err } = evaluate(&desk, words);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{words:?}: {err}");
        err
    };
    let out = ["--out", "v.parquet"];
    let engine = |name| [&["games.pgn", "--engine", name][..], &out].concat();
    assert!(refused(&engine("./nothing")).contains("apt install stockfish"));
    assert!(refused(&[&["none.pgn"][..], &out].concat()).contains("cannot read none.pgn"));
    assert!(refused(&["games.pgn"]).contains("--out"));
    assert!(refused(&[&OWN[..], &["--elo", "1600-1400"], &out].concat()).contains("--elo"));
    assert!(refused(&[&OWN[..], &["--out", "games.pgn"]].concat()).contains("would be lost"));
    // What has no game, or none that passes, leaves nothing behind.
    fs::write(desk.path("empty.pgn"), "").unwrap();
    fs::write(desk.path("broken.pgn"), "[White \"C\"]\n\n1. e4 e5 2. Ke3 *\n").unwrap();
    let from = |file: &'static str| [&[file][..], &OWN[1..], &out].concat();
    assert!(refused(&from("empty.pgn")).contains("there is no game"));
    let late = ["games.pgn", "--engine", "own", "--from-ply", "99"];
    assert!(refused(&[&late[..], &out].concat()).contains("no position of 1 games passes"));
    let Ran { code, err, .. } = evaluate(&desk, &from("broken.pgn"));
    assert!(code == 2 && err.contains("Ke3") && err.contains("nothing is written"), "{err}");
    assert_eq!(desk.files().len(), 3);
    fs::write(desk.path("v.parquet.journal"), "my diary").unwrap();
    assert!(refused(&[&OWN[..], &out].concat()).contains("is no journal"));
    assert_eq!(desk.files().len(), 4);
}

#[test]
fn a_broken_game_is_told_and_the_rest_valued() {
    let desk = with_games(&format!("[White \"C\"]\n\n1. e4 e5 2. Ke3 *\n\n{GAME}"));
    let Ran { code, out, err } = evaluate(&desk, &[&OWN[..], &["--out", "v.parquet"]].concat());
    assert_eq!(code, 1);
    assert!(err.contains("Ke3"), "{err}");
    assert!(out.contains("2 read, 1 kept") && desk.path("v.parquet").exists(), "{out}");
}

/// Killed outright in the middle: the same command goes on, and values nothing twice.
#[test]
fn a_killed_run_goes_on() {
    // Some positions that take a while.
    let desk = with_games(GAME);
    let words = ["evaluate", "games.pgn", "--engine", "own", "--depth", "4", "--from-ply", "1"];
    let rest = ["--processes", "1", "--out", "v.parquet", "--json"];
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("fallible"))
        .current_dir(desk.path(""))
        .args(words)
        .args(rest)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let journal = desk.path("v.parquet.journal");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.matches('\n').count());
    let began = Instant::now();
    while lines() < 2 && child.try_wait().unwrap().is_none() && began.elapsed().as_secs() < 60 {
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let known = lines().saturating_sub(1);
    let Ran { code, out, .. } = evaluate(&desk, &[&words[1..], &rest].concat());
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &said["known"], &said["valued"]), (0, &json!(known), &json!(7 - known)));
    assert!(known > 0 && !journal.exists());
}
