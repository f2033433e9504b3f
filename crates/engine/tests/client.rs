//! The client against an engine that misbehaves: it dies, hangs, talks nonsense, and is survived.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use endgame::rules::Board;
use engine::client::{Engine, EngineError, Launch, SupervisedEngine};
use engine::evaluator::{Evaluation, Evaluator, Limits, Method};
use engine::score::Score;
use tempfile::TempDir;
use value::Plies;

const DEPTH: Limits<'static> =
    Limits { depth: Plies(3), nodes: None, halt: &|| false, leave: &|| false };

/// How to start the fake engine; none without Python.
#[track_caller]
fn fake(mode: &str, folder: &Path) -> Option<Launch> {
    let python = ["python3", "python"]
        .into_iter()
        .find(|python| Command::new(python).arg("--version").output().is_ok());
    let Some(python) = python else {
        real_data::skipped("no Python to play the fake engine");
        return None;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_engine.py");
    let words: [PathBuf; 3] = [script, mode.into(), folder.join(mode)];
    let arguments = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    Some(Launch { arguments, ..Launch::new(python) })
}

/// The same, keeping a line for every move of the initial position.
fn fake_with_lines(mode: &str, folder: &Path) -> Option<Launch> {
    let mut launch = fake(mode, folder)?;
    let board = Board::default();
    let moves: Vec<String> = board.legal_moves().iter().map(|&play| board.uci(play)).collect();
    launch.arguments.push(moves.join(","));
    Some(launch)
}

/// What the fake engine was told.
fn heard(mode: &str, folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(format!("{mode}.heard"))).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn ask(evaluator: &mut dyn Evaluator) -> Result<Evaluation, EngineError> {
    let board = Board::default();
    evaluator.evaluate(&board, &board.legal_moves(), &DEPTH)
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

/// Whether a process is there, be it only as a zombie.
fn is_there(id: u32) -> bool {
    Command::new("kill").args(["-0", &id.to_string()]).output().unwrap().status.success()
}

#[test]
fn every_move_is_valued_child_by_child() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake("good", folder.path()) else { return };
    let mut engine = SupervisedEngine::new(launch);
    let found = ask(&mut engine).unwrap();
    assert_eq!(found.scores, expected());
    assert_eq!((found.method, found.depth, found.nodes), (Method::Children, Plies(3), 200));
    assert_eq!((engine.name(), engine.restarts()), ("Fake 1.0", 0));
    // One ply is the move itself, and before each search the hash is cleared.
    let heard = heard("good", folder.path());
    let searches: Vec<&[String]> = heard
        .windows(4)
        .filter(|lines| lines[3].starts_with("go"))
        .inspect(|lines| assert_eq!((&*lines[0], &*lines[1]), ("ucinewgame", "isready")))
        .collect();
    assert_eq!(searches.len(), 20);
    assert!(searches.iter().all(|lines| lines[3] == "go depth 2"), "{searches:?}");
}

#[test]
fn every_move_is_valued_in_one_search() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake_with_lines("lines", folder.path()) else { return };
    let mut engine = Engine::start(&launch).unwrap();
    let board = Board::default();
    let found = engine.evaluate(&board, &board.legal_moves(), &DEPTH).unwrap();
    let expected: Vec<Score> = (0..20).map(|at| Score::Centipawns(10 * at - 3)).collect();
    assert_eq!(found.scores, expected);
    assert_eq!((found.method, found.depth), (Method::MultiPv, Plies(3)));
    drop(engine);
    let heard = heard("lines", folder.path());
    let at = |wanted: &str| heard.iter().position(|line| line == wanted).expect(wanted);
    assert!(at("setoption name MultiPV value 20") < at("go depth 3"), "{heard:?}");
    assert!(at("ucinewgame") < at("go depth 3"), "{heard:?}");
    assert_eq!(heard.iter().filter(|line| line.starts_with("go")).count(), 1);
    // Whoever wants it child by child gets it, with one line kept.
    let launch = Launch { method: Some(Method::Children), ..launch };
    assert_eq!(Engine::start(&launch).unwrap().method(), Method::Children);
}

#[test]
fn one_thread_then_the_options_asked_for() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake("good", folder.path()) else { return };
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let options = vec![
        option("style of play", "very quiet"),
        option("No Such Thing", "1"),
        option("Clear Hash", ""),
    ];
    let mut engine = Engine::start(&Launch { options, ..launch }).unwrap();
    assert_eq!(engine.settings().len(), 4);
    assert!(!engine.set("No Such Thing", "1").unwrap());
    drop(engine);
    let expected = [
        "uci",
        "setoption name Threads value 1",
        "setoption name Style of Play value very quiet",
        "setoption name Clear Hash",
        "isready",
        "quit",
    ];
    assert_eq!(heard("good", folder.path()), expected);
}

#[test]
fn a_crash_a_hang_and_endless_talk_are_survived() {
    for mode in ["crash", "hang", "chatter"] {
        let folder = TempDir::new().unwrap();
        let Some(launch) = fake(mode, folder.path()) else { return };
        let short = Duration::from_millis(800);
        let mut engine =
            SupervisedEngine::new(Launch { silence: short, longest: 2 * short, ..launch });
        assert_eq!(ask(&mut engine).unwrap().scores, expected(), "{mode}");
        assert_eq!(engine.restarts(), 1, "{mode}");
        assert_eq!(ask(&mut engine).unwrap().scores, expected(), "{mode}");
        assert_eq!(engine.restarts(), 1, "{mode}");
    }
}

#[test]
fn an_engine_that_always_fails_is_given_up() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake("deaf", folder.path()) else { return };
    let mut engine =
        SupervisedEngine::new(Launch { silence: Duration::from_millis(300), ..launch });
    let error = ask(&mut engine).unwrap_err();
    assert!(matches!(error, EngineError::Hung { .. }), "{error}");
    assert_eq!(engine.restarts(), 2);
}

#[test]
fn nonsense_is_passed_over() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake("garbage", folder.path()) else { return };
    assert_eq!(ask(&mut SupervisedEngine::new(launch)).unwrap().scores, expected());
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
    let mut engine = SupervisedEngine::new(launch);
    let refused = ask(&mut engine).unwrap_err();
    assert!(matches!(refused, EngineError::MissingScores { missing: 20, .. }), "{refused}");
    assert_eq!(engine.restarts(), 0, "it would say the same again");
}

/// Half the moves have been looked at deeper than the others when somebody says stop: all are
/// compared at the depth they share.
#[test]
fn a_stopped_search_counts_as_far_as_all_moves_go() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake_with_lines("halted", folder.path()) else { return };
    let mut engine = Engine::start(&launch).unwrap();
    let board = Board::default();
    let began = Instant::now();
    let halt = || began.elapsed() > Duration::from_millis(500);
    let limits = Limits { depth: Plies(9), nodes: None, halt: &halt, leave: &|| false };
    let found = engine.evaluate(&board, &board.legal_moves(), &limits).unwrap();
    let expected: Vec<Score> = (0..20).map(|at| Score::Centipawns(10 * at - 2)).collect();
    assert_eq!((found.scores, found.depth), (expected, Plies(2)));
}

/// Somebody who says stop gets out, even of an engine that never answers, or has not started.
#[test]
fn stop_is_heard_whatever_the_engine_does() {
    let folder = TempDir::new().unwrap();
    let board = Board::default();
    for mode in ["hang", "deaf", "silent"] {
        let Some(launch) = fake(mode, folder.path()) else { return };
        let mut engine = SupervisedEngine::new(launch);
        let began = Instant::now();
        let halt = || began.elapsed() > Duration::from_millis(1000);
        let limits = Limits { depth: Plies(3), nodes: None, halt: &halt, leave: &|| false };
        let error = engine.evaluate(&board, &board.legal_moves(), &limits).unwrap_err();
        let known = matches!(error, EngineError::Hung { .. } | EngineError::Starting { .. });
        assert!(known, "{mode}: {error}");
        assert_eq!(engine.restarts(), 0, "{mode}");
    }
}

#[test]
fn nobody_is_left_behind() {
    for mode in ["good", "stubborn"] {
        let folder = TempDir::new().unwrap();
        let Some(launch) = fake(mode, folder.path()) else { return };
        let mut engine = SupervisedEngine::new(launch);
        ask(&mut engine).unwrap();
        let id = engine.engine(&|| false).unwrap().id();
        assert!(is_there(id), "{mode}");
        drop(engine);
        assert!(!is_there(id), "{mode}");
        let asked = heard(mode, folder.path()).last().is_some_and(|line| line == "quit");
        assert!(asked, "{mode} was asked first");
    }
}

#[test]
fn several_engines_work_at_once() {
    let folder = TempDir::new().unwrap();
    let Some(launch) = fake("good", folder.path()) else { return };
    let workers: Vec<_> = (0..3)
        .map(|_| {
            let mut engine = SupervisedEngine::new(launch.clone());
            std::thread::spawn(move || ask(&mut engine).unwrap().scores)
        })
        .collect();
    for worker in workers {
        assert_eq!(worker.join().unwrap(), expected());
    }
}
