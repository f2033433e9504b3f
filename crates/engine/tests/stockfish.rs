//! Real Stockfish, driven: every legal move valued, the same values twice, a crash and a hang
//! survived.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use endgame::rules::Board;
use engine::client::{Launch, SupervisedEngine};
use engine::evaluator::{Evaluator, Limits, Method};
use engine::score::Score;
use engine::searcher::Searcher;
use engine::stopped_down::StoppedDown;
use rand::SeedableRng;
use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use value::{ChoiceSource, Plies};

/// Debian's Stockfish, if it is there.
#[track_caller]
fn stockfish() -> Option<Launch> {
    let folders = std::env::var("PATH").unwrap_or_default() + ":/usr/games";
    let found = folders.split(':').map(|folder| Path::new(folder).join("stockfish"));
    let path: Option<PathBuf> = found.into_iter().find(|path| path.is_file());
    if path.is_none() {
        real_data::skipped("no stockfish (Debian package stockfish)");
    }
    path.map(Launch::new)
}

/// A thousand positions of games played at random, the better moves the likelier.
fn positions() -> Vec<String> {
    let mut rng = ChaCha8Rng::seed_from_u64(2007);
    let source = StoppedDown::new(Searcher, Plies(1));
    let mut fens = BTreeSet::new();
    while fens.len() < POSITIONS {
        let mut board = Board::default();
        for ply in 0..120 {
            let choices = source.choices(&board).unwrap();
            if choices.is_empty() {
                break;
            }
            if ply > 5 {
                fens.insert(board.fen());
            }
            let best = choices.iter().map(|choice| choice.value).max().unwrap().pawns();
            let weight = |lost: f64| (best.abs() + lost + 1.0).powi(-4);
            let weights = choices.iter().map(|choice| weight(best - choice.value.pawns()));
            let move_choice = WeightedIndex::new(weights).unwrap();
            board = board.after(choices[move_choice.sample(&mut rng)].play);
        }
    }
    fens.into_iter().take(POSITIONS).collect()
}

/// How many positions, and how deep.
const POSITIONS: usize = 1000;
const DEPTH: u16 = 4;

fn evaluate(
    engine: &mut SupervisedEngine,
    fen: &str,
    depth: u16,
    halt: &dyn Fn() -> bool,
) -> Vec<(String, Score)> {
    let board = Board::from_fen(fen).unwrap();
    let moves = board.legal_moves();
    let limits = Limits { depth: Plies(depth), nodes: None, halt, leave: &|| false };
    let found = engine.evaluate(&board, &moves, &limits).unwrap();
    assert_eq!((found.scores.len(), found.depth), (moves.len(), Plies(depth)), "{fen}");
    moves.iter().map(|&play| board.uci(play)).zip(found.scores).collect()
}

#[test]
fn mate_and_a_hanging_queen_are_seen() {
    let Some(launch) = stockfish() else { return };
    let mut engine = SupervisedEngine::new(launch);
    let mates = evaluate(&mut engine, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 4, &|| false);
    assert!(mates.contains(&("a1a8".to_owned(), Score::Mate(1))), "{mates:?}");
    assert!(engine.name().starts_with("Stockfish"));
    let mut children =
        SupervisedEngine::new(Launch { method: Some(Method::Children), ..stockfish().unwrap() });
    let mates = evaluate(&mut children, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 4, &|| false);
    assert!(mates.contains(&("a1a8".to_owned(), Score::Mate(1))), "{mates:?}");
}

/// The file was made through python-chess with the same engine, depth and method: a line for every
/// move, one thread, `ucinewgame` before each position.
#[test]
fn recorded_values_are_found_again() {
    let Some(launch) = stockfish() else { return };
    let mut engine = SupervisedEngine::new(launch);
    engine.engine(&|| false).unwrap();
    if !engine.name().contains("15.1") {
        real_data::skipped(&format!("values of Stockfish 15.1 only, not of {}", engine.name()));
        return;
    }
    for line in include_str!("stockfish_15.1_depth_8.jsonl").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let found = evaluate(&mut engine, record["fen"].as_str().unwrap(), 8, &|| false);
        let known = record["values"].as_object().unwrap();
        assert_eq!(found.len(), known.len());
        for (play, score) in found {
            assert_eq!(known[&play], score.to_string(), "{line} {play}");
        }
    }
}

/// What is done to a running engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blow {
    Crash,
    Hang,
}

impl Blow {
    fn strike(self, process: u32) {
        let signal = if self == Blow::Crash { "-KILL" } else { "-STOP" };
        let done = Command::new("kill").args([signal, &process.to_string()]).status();
        assert!(done.unwrap().success());
    }
}

/// The values of every move of every position, with blows struck in the middle of a search.
fn run(launch: Launch, fens: &[String], blows: &[(usize, Blow)]) -> Vec<Vec<(String, Score)>> {
    let mut engine = SupervisedEngine::new(Launch { silence: Duration::from_secs(5), ..launch });
    let mut values = Vec::new();
    for (number, fen) in fens.iter().enumerate() {
        let blow = Cell::new(blows.iter().find(|(at, _)| *at == number).map(|(_, blow)| *blow));
        let process = engine.engine(&|| false).unwrap().id();
        let strike = || {
            if let Some(blow) = blow.take() {
                blow.strike(process);
            }
            false
        };
        values.push(evaluate(&mut engine, fen, DEPTH, &strike));
        assert!(blow.take().is_none(), "every blow was struck");
    }
    assert_eq!(engine.restarts(), blows.len());
    values
}

/// `./check` runs it: 1,000 positions, every legal move, two processes, the same values; one of
/// them is killed and later stopped dead.
#[test]
#[ignore = "half a minute or more"]
fn a_thousand_positions_twice_with_a_crash_and_a_hang() {
    let Some(launch) = stockfish() else { return };
    let fens = positions();
    let began = Instant::now();
    let (launch, fens) = (&launch, &fens);
    let blows: [&[(usize, Blow)]; 2] = [&[], &[(300, Blow::Crash), (600, Blow::Hang)]];
    let [first, second] = std::thread::scope(|scope| {
        let runs = blows.map(|blows| scope.spawn(move || run(launch.clone(), fens, blows)));
        runs.map(|run| run.join().unwrap())
    });
    assert_eq!(first.len(), POSITIONS);
    assert!(first == second, "the second run gave other values");
    let moves: usize = first.iter().map(Vec::len).sum();
    eprintln!("1000 positions, {moves} moves, twice: {:.1} s", began.elapsed().as_secs_f64());
}
