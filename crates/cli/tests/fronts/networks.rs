//! Networks: packed, tested, asked; and every file that is none.

use std::fs;

use crate::desk::{Desk, Ran};

/// A small network of KPK after a short training.
fn packed(desk: &Desk, name: &str) -> (String, serde_json::Value) {
    let file = desk.path(name).to_string_lossy().into_owned();
    let short = ["--epochs", "2", "--first", "6", "--second", "3", "--sweeps", "0", "--seed", "5"];
    let answer = desk.json(&[&["net", "pack", "KPK", "--out", &file][..], &short].concat());
    (file, answer)
}

#[test]
fn a_packed_network_is_right_everywhere() {
    let desk = Desk::new();
    let (file, answer) = packed(&desk, "kpk.net");
    assert_eq!((answer["endgame"].as_str(), answer["wrong"].as_u64()), (Some("KPK"), Some(0)));
    assert_eq!(answer["positions"].as_u64(), Some(165_676));
    assert_eq!(answer["bytes"].as_u64(), fs::metadata(&file).ok().map(|it| it.len()));
    let parts = ["weights_bytes", "exceptions_bytes"].map(|part| answer[part].as_u64().unwrap());
    assert!(parts.iter().sum::<u64>() < answer["bytes"].as_u64().unwrap());

    // The same seed, the same bytes.
    let (again, _) = packed(&desk, "again.net");
    assert_eq!(fs::read(&file).unwrap(), fs::read(again).unwrap());

    let test = desk.json(&["net", "test", &file]);
    assert_eq!(
        (test["wrong"].as_u64(), test["wrong_alone"].as_u64()),
        (Some(0), answer["exceptions"].as_u64())
    );

    let explained = desk.json(&["net", "explain", &file, "--exceptions", "3"]);
    assert_eq!(explained["inputs"].as_array().map(Vec::len), Some(52));
    for exception in explained["exceptions"].as_array().unwrap() {
        assert_ne!(exception["value"], exception["guess"]);
        let fen = exception["fen"].as_str().unwrap();
        let asked = desk.json(&["probe", "--net", &file, fen]);
        assert_eq!((&asked["value"], &asked["guess"]), (&exception["value"], &exception["guess"]));
    }
    // The pawn may stand on the king's side, and be Black's.
    let mirrored = desk.json(&["probe", "--net", &file, "8/8/8/8/6p1/6k1/8/6K1 w"]);
    assert_eq!(mirrored["value"], "loss");
}

/// King and knight against king: a draw wherever the men stand, and nothing to learn.
#[test]
fn a_drawn_endgame_is_drawn() {
    let desk = Desk::new();
    let file = desk.path("knk.net").to_string_lossy().into_owned();
    let short = ["--epochs", "1", "--first", "2", "--second", "1", "--sweeps", "0"];
    let answer = desk.json(&[&["net", "pack", "KNK", "--out", &file][..], &short].concat());
    assert_eq!((answer["wrong"].as_u64(), answer["positions"].as_u64()), (Some(0), Some(54_926)));
    let played = desk.json(&["net", "play", &file, "--games", "2"]);
    let results = played["results"].as_array().unwrap();
    assert!(!results.is_empty() && played["competence"].is_null());
    for result in results {
        assert_eq!((result["goal"].as_str(), result["share"].as_f64()), (Some("draw"), Some(1.0)));
    }
}

#[test]
fn what_is_no_network_is_said() {
    let desk = Desk::new();
    let (file, _) = packed(&desk, "kpk.net");
    let good = fs::read(&file).unwrap();
    let write = |bytes: &[u8]| fs::write(&file, bytes).unwrap();
    let refused = |words: &[&str], part: &str| {
        let Ran { code, out, err } = desk.run(words);
        assert_ne!(code, 0, "{words:?}");
        assert!(out.is_empty() && err.contains(part), "{err}");
    };
    refused(
        &["probe", "--net", &file, "8/8/8/3k4/8/8/4Q3/3K4 w"],
        "the network is for KPK, and the position is KQK",
    );
    refused(&["net", "pack", "KQKRB", "--out", &file], "three and four men");
    // Before anything is learned, not after.
    refused(&["net", "pack", "KPK", "--out", "/nowhere/kpk.net"], "there is no folder /nowhere");
    let folder = desk.path("").to_string_lossy().into_owned();
    refused(&["net", "train", "KPK", "--out", &folder], "is a folder: name a file in it");
    write(b"hello");
    refused(&["net", "test", &file], "this is no network");
    let mut bad = good.clone();
    bad[4] = 77;
    write(&bad);
    refused(&["net", "test", &file], "has format 77");
    bad = good;
    *bad.last_mut().unwrap() ^= 1;
    write(&bad);
    refused(&["net", "explain", &file], "is damaged");
    refused(&["net", "test", "/nowhere/kpk.net"], "cannot read");
}
