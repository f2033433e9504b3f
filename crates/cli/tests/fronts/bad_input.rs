//! Whatever is wrong: one sentence with the next step, exit code 2, nothing on disk.

use crate::desk::{Desk, NOWHERE, Ran, fallible, ran};

/// Runs what cannot be asked and gives the sentence.
fn refused(words: &[&str]) -> String {
    let desk = Desk::new();
    let Ran { code, out, err } = desk.run(words);
    assert_eq!((code, out.as_str()), (2, ""), "{words:?} said {err}");
    assert_eq!(err.lines().count(), 1, "{words:?} said {err}");
    assert!(desk.files().is_empty() && !desk.tables().exists(), "{words:?} changed the disk");
    assert!(!err.contains("panicked") && !err.contains("RUST_BACKTRACE"));
    err.strip_prefix("fallible: ").unwrap_or_else(|| panic!("no prefix: {err}")).to_owned()
}

#[track_caller]
fn assert_says(words: &[&str], parts: &[&str]) {
    let said = refused(words);
    for part in parts {
        assert!(said.contains(part), "{words:?} said {said} without {part}");
    }
}

#[test]
fn endgames_that_are_none() {
    assert_says(&["solve", "KXK"], &["'X'", "as in KQKR"]);
    assert_says(&["stats", "QR"], &["0 king(s)", "as in KQKR"]);
    assert_says(&["solve", "KQKRK"], &["3 king(s)"]);
    assert_says(&["solve", "KQKR", "KQQQKRR"], &["7 men", "at most 6", "--syzygy"]);
    assert_says(&["verify", "KK"], &["bare kings", "as in KQK"]);
    assert_says(&["stats", "KPPPKP"], &["without pawns", "KRBKNN"]);
    assert_says(&["stats", "Kφ"], &["'φ'", "as in KQKR"]);
    assert_says(&["stats", ""], &["as in KQKR"]);
    assert_says(&["solve"], &["no endgame named", "--men 4"]);
}

#[test]
fn positions_that_are_none() {
    let cases: [(&str, &[&str]); 9] = [
        ("hello", &["not a FEN", "as in"]),
        ("8/8/8/3k4/8/8/8/3K3Z w - - 0 1", &["not a FEN"]),
        ("8/8/8/3k4/8/8/8/7Q w - - 0 1", &["White has 0 kings", "exactly one"]),
        ("8/8/8/3k4/8/8/3K4/K7 w - - 0 1", &["White has 2 kings"]),
        ("8/8/8/3k4/8/8/8/4K2R w K - 0 1", &["castling rights", "write -"]),
        ("8/8/8/3k4/8/8/8/P3K3 w - - 0 1", &["pawn on the first or last rank"]),
        ("8/8/8/3k4/3K4/8/8/7Q w - - 0 1", &["next to each other"]),
        ("8/8/8/3k4/8/8/3Q4/3K4 w - - 0 1", &["Black is in check", "side to move"]),
        ("8/8/8/3k4/8/8/8/3K3Q w - e6 0 1", &["en passant"]),
    ];
    for (fen, parts) in cases {
        assert_says(&["probe", fen], parts);
        assert_says(&["line", fen], parts);
        let words: Vec<&str> = ["probe"].into_iter().chain(fen.split(' ')).collect();
        assert_says(&words, parts);
    }
}

#[test]
fn more_men_than_are_solved() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert_says(&["probe", start], &["32 men"]);
    assert_says(&["line", start], &["32 men"]);
    assert_says(&["probe", "8/2k5/8/8/2K5/2P1R3/8/2r1b2N w - - 0 1"], &["7 men", "--syzygy"]);
}

#[test]
fn options_that_make_no_sense() {
    let metric = ["choose dtc, dtm, dtz or dtz50"];
    for command in ["solve", "stats", "find", "verify"] {
        assert_says(&[command, "KQK", "--metric", "nonsense"], &metric);
    }
    assert_says(&["probe", "8/8/8/3k4/8/8/8/3K3Q w", "--metric", "7"], &metric);
    assert_says(&["solve", "KQK", "--memory", "lots"], &["--memory lots", "4GiB"]);
    assert_says(&["solve", "KQK", "--threads", "0"], &["--threads"]);
    assert_says(&["solve", "KQK", "--threads", "1000000"], &["from 1 to 1024"]);
    assert_says(&["find", "KQK", "--count", "0"], &["--count", "fallible find --help"]);
    assert_says(&["solve", "--men", "6"], &["3, 4 or 5", "by name"]);
    assert_says(&["solve", "--men", "two"], &["3, 4 or 5"]);
    assert_says(&["stats", "KQK", "--count", "heads"], &["classes", "boards"]);
    assert_says(&["stats", "KQK", "--frobnicate"], &["--frobnicate", "--help"]);
    assert_says(&["frobnicate"], &["frobnicate", "--help"]);
    assert_says(&["probe"], &["FEN", "fallible probe --help"]);
    assert_says(&["find", "KQK", "--side", "red"], &["white", "black"]);
    assert_says(
        &["find", "KQK", "--result", "draw", "--depth", "3"],
        &["a draw has no depth", "draw-depth"],
    );
    assert_says(&["verify", "KQQKR", "--judge", "graph"], &["at most 4"]);
}

#[test]
fn models_that_are_none() {
    const GAMES: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/games/browne-belle.pgn");
    let with =
        |option, value, parts: &[&str]| assert_says(&["assess", GAMES, option, value], parts);
    for kappa in ["0", "-1", "NaN", "inf", "much"] {
        with("--kappa", kappa, &["is no kappa", "above 0"]);
    }
    for empty in ["50(1)0", "0(0)50", "0(-1)50"] {
        with("--grid", empty, &["empty", empty]);
    }
    for unreadable in ["NaN(1)50", "0(1)inf", "fifty"] {
        with("--grid", unreadable, &["no grid of competences", "as in 0(1)50"]);
    }
    with("--prior", "normal:NaN,1", &["as in normal:20,5"]);
    with("--prior", "normal:20,0", &["above 0"]);
    with("--prior", "/nowhere/prior.json", &["cannot read the prior /nowhere/prior.json"]);
    with("--concede", "sometimes", &["never, draws or all"]);
    with("--mass", "1.5", &["between 0 and 1"]);
    with("--men", "9", &["from 2 to 7"]);
    with("--joint-kappa", "0(0.1)1", &["is no kappa"]);
    with("--metric", "dtx", &["choose dtc"]);
    assert_says(&["assess", "/nowhere/games.pgn"], &["/nowhere/games.pgn", "PGN file"]);
    assert_says(&["assess", "/"], &["PGN file"]);
    assert_says(&["assess"], &["GAMES.pgn", "fallible assess --help"]);
}

#[test]
fn a_depth_that_does_not_occur() {
    let desk = Desk::new();
    let Ran { code, out, err } = desk.run(&["find", "KQK", "--depth", "11"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("the deepest is 10"), "{err}");
    let Ran { code, err, .. } = desk.run(&["find", "KQK", "--result", "loss", "--depth", "1"]);
    assert_eq!(code, 2);
    assert!(err.contains("never loses"), "{err}");
}

#[test]
fn a_folder_without_syzygy_files() {
    let fen = "8/2k5/8/8/2K5/2P1R3/8/2r1b2N w - - 0 1";
    let Ran { code, err, .. } = Desk::new().run(&["probe", fen, "--syzygy", "/nonexistent"]);
    assert_eq!(code, 2);
    assert!(err.starts_with("fallible: ") && err.contains("/nonexistent"), "{err}");
    assert_eq!(err.lines().count(), 1);
}

#[test]
fn no_place_for_a_cache() {
    let Ran { code, err, .. } = ran(fallible().args(["solve", "KQK"]));
    assert_eq!(code, 1);
    assert!(err.starts_with("fallible: ") && err.contains(NOWHERE), "{err}");
    assert_eq!(err.lines().count(), 1);
}

#[test]
fn a_memory_budget_that_is_too_small_is_said() {
    let desk = Desk::new();
    let Ran { code, err, .. } = desk.run(&["solve", "KQKR", "--memory", "1MiB"]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert!(err.contains("KQKR") && err.contains("--memory"), "{err}");
}

#[test]
fn players_that_are_none() {
    let fen = "8/8/6Q1/2K5/5r2/4k3/8/8 b - - 0 1";
    assert_says(&["choices", fen, "-c", "NaN"], &["'NaN' is no competence", "such as 20"]);
    assert_says(&["choices", fen, "--kappa", "0"], &["'0' is no kappa", "0+"]);
    assert_says(&["choices", fen, "--kappa", "-1"], &["'-1' is no kappa"]);
    assert_says(&["choices", fen, "--curve", "5(1)0"], &["5(1)0 is empty"]);
    assert_says(&["advise", fen, "--belief", "strong"], &["'strong' is no belief", "uniform"]);
    assert_says(&["advise", fen, "--plies", "3"], &["even number"]);
    assert_says(&["advise", fen, "--grid", "fine"], &["no grid", "0(1)50"]);
    assert_says(&["advise", fen, "--among", "some"], &["optimal, within:RISK, preserving or all"]);
    let game = |white, from| ["match", "--white", white, "--black", "infallible", "--from", from];
    assert_says(&game("wizard", fen), &["no 'wizard'", "player:20"]);
    assert_says(&game("player:x", fen), &["'x' is no competence"]);
    assert_says(&game("player:20", "nowhere.txt"), &["not a FEN"]);
    assert_says(&game("player:20", "k7/1Q6/1K6/8/8/8/8/8 b"), &["over already"]);
    assert_says(&["reproduce", "haworth1812"], &["no experiment 'haworth1812'", "--list"]);
}
