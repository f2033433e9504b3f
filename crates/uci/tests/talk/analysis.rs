//! Searches that go on, Chess960, and variety in the opening.

use std::collections::BTreeSet;
use std::time::Instant;

use uci::options::Options;

use crate::gui::Gui;

fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

/// The depths of the lines of a search.
fn depths(lines: &[String]) -> Vec<u16> {
    let known = lines.iter().filter(|line| line.starts_with("info depth "));
    known.map(|line| field(line, "depth").unwrap().parse().unwrap()).collect()
}

#[test]
fn infinite_goes_deeper_until_stop() {
    let gui = Gui::new();
    gui.say("position startpos moves e2e4");
    gui.say("go infinite");
    let mut lines = Vec::new();
    while !lines.last().is_some_and(|line: &String| line.starts_with("info depth 5 ")) {
        lines.push(gui.hear());
        assert!(!lines.last().unwrap().starts_with("bestmove"), "before stop");
    }
    for name in ["score", "nodes", "nps", "time", "pv"] {
        assert!(lines.iter().all(|line| field(line, name).is_some()), "no {name} in {lines:?}");
    }
    assert_eq!(depths(&lines), [1, 2, 3, 4, 5]);
    let asked = Instant::now();
    let rest = gui.go("stop");
    assert!(asked.elapsed().as_secs() < 5, "{:?}", asked.elapsed());
    assert!(rest.last().unwrap().starts_with("bestmove "));
    gui.say("quit");
    assert_eq!(gui.hang_up(), Vec::<String>::new());
}

/// The time is used, and lines are shown as they are found; a depth ends the search before.
#[test]
fn movetime_is_used() {
    let gui = Gui::new();
    gui.say("setoption name MultiPV value 2");
    gui.say("position startpos");
    let began = Instant::now();
    let lines = gui.go("go movetime 400");
    assert!(began.elapsed().as_millis() >= 300, "{:?}", began.elapsed());
    let depths = depths(&lines);
    assert!(depths.starts_with(&[1, 1, 2, 2]), "{depths:?}");
    let shallow = gui.go("go movetime 60000 depth 1");
    assert!(!shallow.iter().any(|line| line.starts_with("info depth 2 ")), "{shallow:?}");
}

/// King b1, rook g1: castling is the king taking the rook, in and out, whichever FEN is sent.
#[test]
fn chess960_is_understood() {
    let gui = Gui::new();
    gui.say("setoption name UCI_Chess960 value true");
    for rights in ["G", "K"] {
        let fen = format!("1k6/pppp4/8/8/8/8/PPPP1PPP/1K4R1 w {rights} - 0 1");
        gui.say(&format!("position fen {fen}"));
        assert_eq!(gui.play("go depth 1 searchmoves b1g1"), "b1g1", "{rights}");
        gui.say(&format!("position fen {fen} moves b1g1 b8c8"));
        assert_eq!(gui.play("go depth 1 searchmoves g1h1"), "g1h1", "he has castled");
    }
    gui.say("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1");
    assert_eq!(gui.play("go depth 1 searchmoves e8h8"), "e8h8");
    gui.say("setoption name UCI_Chess960 value false");
    gui.say("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1");
    assert_eq!(gui.play("go depth 1 searchmoves e8g8"), "e8g8");
    assert_eq!(gui.sync(), Vec::<String>::new());
}

/// The best player opens in more than one way; the seed decides, and `Variety` 0 leaves the best.
#[test]
fn openings_vary_with_the_seed() {
    let first = |seed: u64, variety: i32| {
        let agent = "infallible".to_owned();
        let gui = Gui::with(Options { agent, seed, variety, ..Options::default() });
        gui.say("position startpos");
        gui.play("go depth 3")
    };
    let opened: Vec<String> = (1..=12).map(|seed| first(seed, 40)).collect();
    let kinds: BTreeSet<&String> = opened.iter().collect();
    assert!(kinds.len() > 2, "{opened:?}");
    assert_eq!(first(5, 40), opened[4]);
    let fixed: BTreeSet<String> = (1..=6).map(|seed| first(seed, 0)).collect();
    assert!(fixed.len() < kinds.len(), "{fixed:?}");
}
