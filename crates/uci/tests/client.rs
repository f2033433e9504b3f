//! The client against an engine that misbehaves: it dies, hangs, talks nonsense, and is survived.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use endgame::rules::Board;
use tempfile::TempDir;
use uci::client::{Engine, EngineError, Launch, Steady};
use uci::score::Score;
use uci::valuer::{Limits, Method, Valuation, Valuer};
use value::Plies;

const DEPTH: Limits<'static> = Limits { depth: Plies(3), nodes: None, halt: &|| false };

/// How to start the fake engine; none, said loudly, without Python.
fn fake(mode: &str, folder: &Path) -> Option<Launch> {
    let python = ["python3", "python"]
        .into_iter()
        .find(|python| std::process::Command::new(python).arg("--version").output().is_ok());
    let Some(python) = python else {
        eprintln!("SKIPPED: no Python to play the fake engine");
        return None;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_engine.py");
    let state = folder.join(format!("{mode}.starts"));
    let words: [PathBuf; 3] = [script, mode.into(), state];
    let arguments = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    Some(Launch { arguments, ..Launch::new(python) })
}

fn ask(valuer: &mut dyn Valuer) -> Result<Valuation, EngineError> {
    let board = Board::default();
    valuer.value(&board, &board.legal_moves(), &DEPTH)
}

/// What the fake engine says of the position after each move, worked out here.
fn expected() -> Vec<Score> {
    let board = Board::default();
    let value = |fen: String| {
        let line = format!("position fen {fen}");
        let sum: u32 = line.bytes().map(u32::from).sum();
        Score::Centipawns(200 - (sum % 401).cast_signed())
    };
    board.legal_moves().into_iter().map(|play| value(board.after(play).fen())).collect()
}

#[test]
fn every_move_is_valued_child_by_child() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake("good", folder.path()) else { return };
    let mut steady = Steady::new(launch);
    let found = ask(&mut steady).unwrap();
    assert_eq!(found.scores, expected());
    assert_eq!((found.method, found.depth, found.nodes), (Method::Children, Plies(3), 200));
    assert_eq!((steady.name(), steady.restarts()), ("Fake 1.0", 0));
}

#[test]
fn a_crash_and_a_hang_are_survived() {
    for mode in ["crash", "hang"] {
        let folder = TempDir::new().unwrap();
        let Some(launch) = fake(mode, folder.path()) else { return };
        let mut steady = Steady::new(Launch { silence: Duration::from_millis(800), ..launch });
        assert_eq!(ask(&mut steady).unwrap().scores, expected(), "{mode}");
        assert_eq!(steady.restarts(), 1, "{mode}");
        assert_eq!(ask(&mut steady).unwrap().scores, expected(), "{mode}");
        assert_eq!(steady.restarts(), 1, "{mode}");
    }
}

#[test]
fn nonsense_is_passed_over() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake("garbage", folder.path()) else { return };
    assert_eq!(ask(&mut Steady::new(launch)).unwrap().scores, expected());
}

#[test]
fn what_is_no_engine_is_refused_with_a_sentence() {
    let refused = Engine::start(&Launch::new("/no/such/engine")).unwrap_err();
    assert!(refused.to_string().contains("give the path of a UCI engine"), "{refused}");
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake("silent", folder.path()) else { return };
    let launch = Launch { handshake: Duration::from_millis(300), ..launch };
    let refused = Engine::start(&launch).unwrap_err();
    assert!(matches!(refused, EngineError::NoHandshake { .. }), "{refused}");
    let Some(launch) = fake("lazy", folder.path()) else { return };
    let refused = ask(&mut Steady::new(launch)).unwrap_err();
    assert!(matches!(refused, EngineError::Unvalued { missing: 20, .. }), "{refused}");
}

/// Somebody who says stop gets out, even of an engine that never answers.
#[test]
fn stop_is_heard_by_an_engine_that_hangs() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake("hang", folder.path()) else { return };
    let mut engine = Engine::start(&launch).unwrap();
    let board = Board::default();
    let began = Instant::now();
    let halt = || began.elapsed() > Duration::from_millis(100);
    let limits = Limits { depth: Plies(3), nodes: None, halt: &halt };
    let error = engine.value(&board, &board.legal_moves(), &limits).unwrap_err();
    assert!(matches!(error, EngineError::Hung { .. }), "{error}");
}

#[test]
fn several_engines_work_at_once() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake("good", folder.path()) else { return };
    let workers: Vec<_> = (0..3)
        .map(|_| {
            let mut steady = Steady::new(launch.clone());
            std::thread::spawn(move || ask(&mut steady).unwrap().scores)
        })
        .collect();
    for worker in workers {
        assert_eq!(worker.join().unwrap(), expected());
    }
}
