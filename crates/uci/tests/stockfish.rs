//! Real Stockfish, driven: every legal move valued, the same values twice.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use endgame::rules::Board;
use serde_json::Value;
use uci::client::{Launch, Steady};
use uci::score::Score;
use uci::valuer::{Limits, Method, Valuer};
use value::Plies;

/// Debian's Stockfish; none, said loudly, without it.
fn stockfish() -> Option<Launch> {
    let folders = std::env::var("PATH").unwrap_or_default() + ":/usr/games";
    let found = folders.split(':').map(|folder| Path::new(folder).join("stockfish"));
    let path: Option<PathBuf> = found.into_iter().find(|path| path.is_file());
    if path.is_none() {
        eprintln!("SKIPPED: no stockfish (Debian package stockfish)");
    }
    path.map(Launch::new)
}

/// Positions of real games with the values that Stockfish 15.1 gave them; none without the file.
fn recorded() -> Option<Vec<Value>> {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/evals_sf151_d8.jsonl");
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()),
        Err(_) => {
            eprintln!("SKIPPED: no file {}", file.display());
            None
        }
    }
}

fn limits(depth: u16) -> Limits<'static> {
    Limits { depth: Plies(depth), nodes: None, halt: &|| false }
}

fn value(engine: &mut Steady, fen: &str, depth: u16) -> Vec<(String, Score)> {
    let board = Board::from_fen(fen).unwrap();
    let moves = board.legal_moves();
    let found = engine.value(&board, &moves, &limits(depth)).unwrap();
    assert_eq!((found.scores.len(), found.depth), (moves.len(), Plies(depth)), "{fen}");
    moves.iter().map(|&play| board.uci(play)).zip(found.scores).collect()
}

#[test]
fn mate_and_a_hanging_queen_are_seen() {
    let Some(launch) = stockfish() else { return };
    let mut engine = Steady::new(launch);
    let mates = value(&mut engine, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 4);
    assert!(mates.contains(&("a1a8".to_owned(), Score::Mate(1))), "{mates:?}");
    assert!(engine.name().starts_with("Stockfish"));
    let mut children =
        Steady::new(Launch { method: Some(Method::Children), ..stockfish().unwrap() });
    let mates = value(&mut children, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 4);
    assert!(mates.contains(&("a1a8".to_owned(), Score::Mate(1))), "{mates:?}");
}

/// The file was made by other code with the same engine, depth and method.
#[test]
fn recorded_values_are_found_again() {
    let (Some(launch), Some(records)) = (stockfish(), recorded()) else { return };
    let mut engine = Steady::new(launch);
    engine.engine().unwrap();
    if !engine.name().contains("15.1") {
        eprintln!("SKIPPED: the values are those of Stockfish 15.1, this is {}", engine.name());
        return;
    }
    for record in records.iter().take(10) {
        let found = value(&mut engine, record["fen"].as_str().unwrap(), 8);
        let evals = record["evals"].as_object().unwrap();
        assert_eq!(found.len(), evals.len());
        for (play, score) in found {
            let [kind, number] = [0, 1].map(|at| evals[&play][at].as_i64().unwrap() as i32);
            let said = if kind == 1 { Score::Mate(number) } else { Score::Centipawns(number) };
            assert_eq!(score, said, "{} {play}", record["fen"]);
        }
    }
}

/// `./check` runs it: 1,000 positions, every legal move, two processes, the same values.
#[test]
#[ignore = "half a minute or more"]
fn a_thousand_positions_twice() {
    let (Some(launch), Some(records)) = (stockfish(), recorded()) else { return };
    let began = Instant::now();
    let run = |launch: Launch| {
        std::thread::spawn({
            let fens: Vec<String> =
                records.iter().take(1000).map(|r| r["fen"].as_str().unwrap().to_owned()).collect();
            move || {
                let mut engine = Steady::new(launch);
                let values: Vec<_> = fens.iter().map(|fen| value(&mut engine, fen, 4)).collect();
                assert_eq!(engine.restarts(), 0);
                values
            }
        })
    };
    let [first, second] = [run(launch.clone()), run(launch)].map(|run| run.join().unwrap());
    assert_eq!(first.len(), 1000);
    assert!(first == second, "the second run gave other values");
    let moves: usize = first.iter().map(Vec::len).sum();
    eprintln!("1000 positions, {moves} moves, twice: {:.1} s", began.elapsed().as_secs_f64());
}
