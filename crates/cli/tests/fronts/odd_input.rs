//! Odd values that were once taken without a word: each gets a sentence, exit code 2, and no file.

use std::fs;

use crate::desk::{Desk, Ran};

const GAMES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/games/browne-belle.pgn");
const FEN: &str = "8/8/8/3k4/8/8/8/R3K3 w";

/// Every one of these must be refused in a sentence with this part in it.
#[track_caller]
fn assert_refused(cases: &[(&[&str], &str)]) {
    for (words, part) in cases {
        let desk = Desk::new();
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{words:?} said {err}");
        assert!(err.starts_with("fallible: ") && err.contains(part), "{words:?} said {err}");
        let files = desk.files();
        assert!(files.is_empty() && !desk.tables().exists(), "{words:?} made {files:?}");
    }
}

/// A game is drawn before its clock goes further.
#[test]
fn clocks_above_a_hundred() {
    let late = "8/8/8/3k4/8/8/8/R3K3 w - - 101 90";
    let part = "the clock of this FEN stands at 101, and the game is drawn at 100";
    assert_refused(&[
        (&["probe", late], part),
        (&["choices", late, "--metric", "dtz50"], part),
        (&["advise", late], part),
        (&["line", late], part),
        (&["predict", late], part),
        (&["chart", late, "--piece", "R"], part),
        (&["match", "--white", "random", "--black", "random", "--from", late], part),
    ]);
}

#[test]
fn competences_beyond_all_measure() {
    for c in ["1e400", "-1e400", "1e308", "-1e308", "1000001"] {
        let agent = format!("player:{c}");
        assert_refused(&[
            (&["choices", FEN, "-c", c], "is no competence"),
            (&["markov", "KQK", "-c", c], "is no competence"),
            (&["markov", "KQK", "--opponent", c], "is no competence"),
            (&["predict", "KQK", "-c", c], "is no competence"),
            (&["advise", FEN, "--belief", c], "is no belief"),
            (&["match", "--white", &agent, "--black", "random", "--from", FEN], "no competence"),
        ]);
    }
    let imitator = ["match", "--white", "imitator:1e308", "--black", "random", "--from", FEN];
    assert_refused(&[
        (&imitator, "'1e308' is no offset"),
        (&["assess", GAMES, "--grid", "1e300(1)1e300"], "goes beyond a million"),
        (&["choices", FEN, "--curve", "0(1e300)1e301"], "goes beyond a million"),
    ]);
    // What is left behaves: the greatest plays as the limit does.
    let desk = Desk::new();
    for sign in ["", "-"] {
        let moves =
            |c: &str| desk.json(&["choices", FEN, "-c", &format!("{sign}{c}")])["moves"].clone();
        let [greatest, limit] = ["1e6", "inf"].map(moves);
        let chances = greatest.as_array().unwrap().iter().zip(limit.as_array().unwrap());
        for (a, b) in chances {
            let [a, b] = [a, b].map(|choice| choice["probability"].as_f64().unwrap());
            assert!((a - b).abs() < 1e-12, "{a} {b}");
        }
    }
}

#[test]
fn beliefs_that_leave_nothing() {
    assert_refused(&[
        (&["assess", GAMES, "--prior", "normal:1e300,1"], "leaves nothing on the grid 0(1)50"),
        (&["advise", FEN, "--belief", "normal=1e308/1"], "leaves nothing on the grid"),
        (&["assess", GAMES, "--mass", "1e-300"], "from 0.001"),
        (&["assess", GAMES, "--joint-kappa", "0.1(0.0001)100"], "take wider steps"),
        (&["choices", FEN, "--horizon", "0"], "from 1 to 65535"),
    ]);
}

#[test]
fn options_that_would_change_nothing() {
    let game = |option, value| {
        ["match", "--white", "random", "--black", "random", "--from", FEN, option, value]
    };
    let contest = |option, value| {
        let lost = "8/8/6Q1/2K5/5r2/4k3/8/8 b";
        let programs = ["tournament", "--programs", "infallible", "--opponents", "random"];
        [&programs[..], &["--from", lost, option, value]].concat()
    };
    assert_refused(&[
        (&["assess", GAMES, "--smooth"], "--smooth changes nothing here"),
        (&["assess", GAMES, "--moves-allowed", "9"], "--moves-allowed changes nothing here"),
        (&["assess", GAMES, "--endgame", "KQKR"], "--endgame changes nothing here"),
        (&["assess", GAMES, "--measure", "p"], "--error-plot"),
        (&["advise", FEN, "--belief", "20", "--opponent", "Browne"], "give --belief GAMES.pgn"),
        (&["advise", FEN, "--opponent", "Browne"], "give --belief GAMES.pgn"),
        (&game("--depth", "3"), "--from names none"),
        (&game("--positions", "3"), "--from names none"),
        (&contest("--depth", "3"), "--from names none"),
        (&["predict", "KQK", "-c", "5", "--opponent", "3", "--ties", "hardest"], "--ties is about"),
        (&["verify", "KQK", "--judge", "graph", "--every", "5"], "leave one of the two out"),
        (&["verify", "KQK", "--sample", "0"], "--sample 0: give a number from 1"),
        (&["verify", "KQK", "--judge", "graph", "--sample", "5"], "--sample is a sample for"),
        (&["verify", "KQK", "--every", "5", "--sample", "5"], "cannot be used with"),
        (&["reproduce", "--out", "somewhere"], "none is named"),
        (&["reproduce", "--list", "--out", "somewhere"], "cannot be used with"),
        (&["reproduce", "--list", "--quick"], "cannot be used with"),
    ]);
    // This one has no tables, and so no option for them.
    for (words, part) in [
        (&["--draw", "section"][..], "--plot"),
        (&["--epsilon0", "0.2", "--epsilon1", "0.3"], "leave one of the three out"),
    ] {
        let words = [&["speculate", "--p", "0.5", "--epsilon", "0.1"], words].concat();
        let Ran { code, out, err } = crate::desk::ran(crate::desk::fallible().args(words));
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{err}");
        assert!(err.contains(part), "{err}");
    }
}

#[test]
fn nothing_to_do_is_said() {
    let game = |white, option, value| {
        ["match", "--white", white, "--black", "random", "--from", FEN, option, value]
    };
    assert_refused(&[
        (&game("random", "--limit", "0"), "at least 1 move"),
        (&game("predator:5,nodes=0", "--games", "1"), "nodes=0"),
        (&["advise", FEN, "--nodes", "0"], "--nodes 0"),
        (&["assess", "-", "-"], "standard input can be read once"),
        (&["assess", GAMES, GAMES], "is named twice"),
        (&["learn", GAMES, GAMES], "is named twice"),
    ]);
    let desk = Desk::new();
    let Ran { code, out, err } = desk.run(&["verify", "KQK", "--every", "99999999999"]);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("leaves no position of KQK"), "{err}");
    let programs = ["tournament", "--programs", "infallible,infallible", "--opponents", "random"];
    let words = [&programs[..], &["--from", "KQK", "--games", "1"]].concat();
    let Ran { code, err, .. } = desk.run(&words);
    assert!(code == 2 && err.contains("named twice"), "{err}");
}

/// Two outputs of one name, or one over an input: nothing is written, nothing is lost.
#[test]
fn every_output_has_a_file_of_its_own() {
    let desk = Desk::new();
    let [file, list] = ["out.svg", "starts.txt"].map(|name| desk.path(name));
    fs::write(&list, FEN).unwrap();
    let [file, list] = [&file, &list].map(|path| path.to_str().unwrap());
    // The same file under another name.
    let other = desk.path("x/../out.svg");
    fs::create_dir(desk.path("x")).unwrap();
    let other = other.to_str().unwrap();
    let game = ["match", "--white", "random", "--black", "random", "--games", "1", "--from"];
    let contest = ["tournament", "--programs", "infallible", "--opponents", "random", "--from"];
    let cases: [Vec<&str>; 7] = [
        vec!["assess", GAMES, "--plot", file, "--depth-plot", other],
        vec!["assess", GAMES, "--annotate", file, "--error-table", file],
        vec!["markov", "KQK", "--csv", file, "--plot", other],
        vec!["survey", "KQK", "--csv", file, "--html", file],
        [&game[..], &[FEN, "--pgn", file, "--plot", file]].concat(),
        [&game[..], &[list, "--pgn", list]].concat(),
        [&contest[..], &[list, "--csv", list]].concat(),
    ];
    for words in &cases {
        let Ran { code, out, err } = desk.run(words);
        assert_eq!((code, out.as_str(), err.lines().count()), (2, "", 1), "{words:?}: {err}");
        assert!(err.contains("of its own") || err.contains("would be lost"), "{err}");
        assert_eq!(desk.files(), [desk.path("starts.txt")], "{words:?}");
        assert_eq!(fs::read_to_string(desk.path("starts.txt")).unwrap(), FEN);
    }
    // A folder in the place of a file is about that file, not about the answer.
    let folder = desk.path("x");
    let Ran { code, err, .. } = desk.run(&["choices", FEN, "--plot", folder.to_str().unwrap()]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert!(err.contains("it is a folder") && !err.contains("the answer"), "{err}");
}

#[test]
fn the_list_of_experiments_is_json_if_asked() {
    let Ran { code, out, .. } =
        crate::desk::ran(crate::desk::fallible().args(["reproduce", "--list", "--json"]));
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(code == 0 && answer["experiments"][0]["name"].is_string());
}
