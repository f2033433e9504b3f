//! Games valued by engines that die, hang and lie, and runs that are cut off and go on.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use corpus::Decision;
use corpus::evaluate::{EvaluateError, Journal, Outcome, Plan, ReferenceEngine, evaluate};
use corpus::select::Filters;
use corpus::store::Decisions;
use endgame::rules::Board;
use engine::client::Launch;
use engine::evaluator::{Evaluator, Limits};
use engine::score::Score;
use engine::searcher::Searcher;
use value::Plies;

/// Two games that begin alike, so that two positions are met twice, and one that is broken.
const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"1500\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n\
                     [White \"C\"]\n[Black \"D\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n\
                     [White \"E\"]\n\n1. e4 e5 2. Ke3 *\n";

const POSITIONS: usize = 4 + 6;
const DECISIONS: usize = 6 + 7;

struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap() };
        fs::write(desk.path("games.pgn"), GAMES).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn plan(&self, engines: Vec<ReferenceEngine>) -> Plan {
        Plan {
            files: vec![self.path("games.pgn")],
            filters: Filters::from_ply(Some(1)),
            engines,
            depths: vec![2],
            processes: 2,
            out: self.path("out.parquet"),
            journal: None,
            force: false,
        }
    }

    /// The fake engine of the client's tests; none without Python.
    #[track_caller]
    fn fake(&self, mode: &str) -> Option<ReferenceEngine> {
        let python = ["python3", "python"]
            .into_iter()
            .find(|python| Command::new(python).arg("--version").output().is_ok());
        let Some(python) = python else {
            real_data::skipped("no Python to play the fake engine");
            return None;
        };
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/fake_engine.py");
        let words = [script, mode.into(), self.path(mode)];
        let arguments = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let silence = Duration::from_secs(5);
        let launch = Launch { arguments, silence, ..Launch::new(python) };
        Some(ReferenceEngine::introduced(launch).unwrap())
    }

    /// How many searches the fake engine was asked for.
    fn searches(&self, mode: &str) -> usize {
        let heard = fs::read_to_string(self.path(&format!("{mode}.heard"))).unwrap_or_default();
        heard.lines().filter(|line| line.starts_with("go ")).count()
    }

    fn read(&self) -> Vec<Decision> {
        Decisions::open(&self.path("out.parquet")).unwrap().map(Result::unwrap).collect()
    }
}

fn run(plan: &Plan) -> Result<Outcome, EvaluateError> {
    evaluate(plan, &AtomicBool::new(false), &mut |_| ())
}

fn own() -> ReferenceEngine {
    ReferenceEngine::parse("own").unwrap()
}

#[test]
fn every_decision_has_the_searchers_scores() {
    let desk = Desk::new();
    let plan = Plan { depths: vec![1, 2], ..desk.plan(vec![own()]) };
    let Outcome { games, totals } = run(&plan).unwrap();
    assert_eq!((games.read, games.kept, games.unreadable), (3, 2, 1));
    assert!(games.errors[0].to_string().contains("Ke3"));
    assert_eq!((totals.decisions, totals.positions), (DECISIONS, POSITIONS));
    assert_eq!((totals.valued, totals.known, totals.failed), (POSITIONS, 0, 0));
    let read = desk.read();
    assert_eq!(read.len(), 2 * DECISIONS);
    assert_eq!(totals.rows, read.iter().map(|one| one.moves.len() as u64).sum::<u64>());
    for decision in &read {
        let depth = Plies(decision.reference.depth);
        let limits = Limits::plies(depth);
        let expected = Searcher.evaluate(&decision.board, &decision.moves, &limits).unwrap();
        assert_eq!(decision.scores, expected.scores, "{}", decision.board.fen());
    }
    let told: Vec<(u32, u16, &str, String)> = read
        .iter()
        .map(|one| {
            let san = one.board.san(one.moves[one.played]);
            (one.ply, one.reference.depth, one.player(), san)
        })
        .collect();
    assert_eq!(told[0], (1, 1, "A", "e4".to_owned()));
    assert_eq!(told[1], (1, 2, "A", "e4".to_owned()));
    assert_eq!(told[25], (7, 2, "C", "Qxf7#".to_owned()));
    assert_eq!(read[25].scores[read[25].played], Score::Mate(1));
    // Finished: the journal has gone, and the file is not replaced unasked.
    assert_eq!(fs::read_dir(desk.folder.path()).unwrap().count(), 2);
    assert!(matches!(run(&plan), Err(EvaluateError::Exists { .. })));
}

/// Wherever the journal is cut: what it holds is not searched again, and the file is the same.
#[test]
fn a_run_goes_on_where_it_was_cut_off() {
    let desk = Desk::new();
    let Some(fake) = desk.fake("good") else { return };
    let journal = Some(desk.path("journal"));
    let plan = Plan { journal, force: true, processes: 1, ..desk.plan(vec![fake]) };
    let first = run(&plan).unwrap();
    assert_eq!(first.totals.valued, POSITIONS);
    let moves: usize = {
        let mut fens: Vec<(String, usize)> =
            desk.read().iter().map(|one| (one.board.fen(), one.moves.len())).collect();
        fens.sort();
        fens.dedup();
        fens.iter().map(|(_, moves)| moves).sum()
    };
    // A search for each move of each position, mate on the board apart.
    assert_eq!(desk.searches("good"), moves - 1);
    let whole = fs::read(desk.path("out.parquet")).unwrap();
    let lines = fs::read_to_string(desk.path("journal")).unwrap();
    assert_eq!(lines.lines().count(), 1 + POSITIONS);
    for kept in [0, 4, POSITIONS] {
        let mut cut: String = lines.split_inclusive('\n').take(1 + kept).collect();
        // The beginning of a line that was being written.
        cut.push_str(&lines[cut.len()..(cut.len() + 50).min(lines.len())]);
        fs::write(desk.path("journal"), cut).unwrap();
        let again = run(&plan).unwrap();
        assert_eq!((again.totals.known, again.totals.valued), (kept, POSITIONS - kept));
        assert_eq!(fs::read(desk.path("out.parquet")).unwrap(), whole);
    }
}

#[test]
fn a_stopped_run_keeps_its_journal() {
    let desk = Desk::new();
    let plan = desk.plan(vec![own()]);
    let stopped = evaluate(&plan, &AtomicBool::new(true), &mut |_| ());
    let error = stopped.unwrap_err().to_string();
    assert!(error.contains("the same command goes on"), "{error}");
    assert!(desk.path("out.parquet.journal").exists() && !desk.path("out.parquet").exists());
    // While one run has the journal, no other may.
    let held = Journal::open(&desk.path("out.parquet.journal")).unwrap();
    assert!(run(&plan).unwrap_err().to_string().contains("another run"));
    drop(held);
    assert_eq!(run(&plan).unwrap().totals.valued, POSITIONS);
}

#[test]
fn an_engine_that_dies_is_started_again() {
    let desk = Desk::new();
    let Some(fake) = desk.fake("crash") else { return };
    // The handshake was its first life.
    fs::write(desk.path("crash"), "0").unwrap();
    let outcome = run(&desk.plan(vec![fake])).unwrap();
    assert_eq!((outcome.totals.valued, outcome.totals.failed), (POSITIONS, 0));
}

/// One engine lies about some moves, or says nothing: the other's values are in the file.
#[test]
fn an_engine_that_lies_does_not_stop_the_others() {
    for (mode, sentence) in [("liar", "no legal move"), ("lazy", "gave no value")] {
        let desk = Desk::new();
        let Some(fake) = desk.fake(mode) else { return };
        let filters = Filters { plies: 1..=3, ..Filters::default() };
        let plan = Plan { filters, ..desk.plan(vec![fake, own()]) };
        let Outcome { totals, .. } = run(&plan).unwrap();
        // Two positions twice, and one of each game.
        assert_eq!((totals.positions, totals.valued, totals.failed), (3, 3, 3), "{mode}");
        assert!(totals.failures[0].contains(sentence), "{:?}", totals.failures);
        let read = desk.read();
        assert_eq!(read.len(), 6);
        assert!(read.iter().all(|one| one.reference.engine == "Fallible"));
        // The journal stays, so that the same command tries again.
        assert!(desk.path("out.parquet.journal").exists());
        assert_eq!(run(&plan).unwrap().totals.known, 3);
    }
}

#[test]
fn an_engine_that_always_fails_is_given_up() {
    let desk = Desk::new();
    let Some(fake) = desk.fake("lazy") else { return };
    let error = run(&desk.plan(vec![fake])).unwrap_err().to_string();
    assert!(error.contains("Fake 1.0 valued none of the last positions"), "{error}");
    assert!(!desk.path("out.parquet").exists());
    assert!(ReferenceEngine::parse("/no/such/engine").is_err());
    assert!(ReferenceEngine::parse("stockfish,Hash").unwrap_err().to_string().contains("OPTION"));
}

/// A deep search has the shallower ones within it: Stockfish says the same when asked for each.
#[test]
fn stockfish_searches_all_depths_at_once() {
    let Ok(stockfish) = ReferenceEngine::parse("stockfish") else {
        return real_data::skipped("no stockfish");
    };
    let board =
        Board::from_fen("r1bqk2r/p3bppp/2pp1n2/np2p3/B3P3/2NP1N1P/PPP2PP1/R1BQK2R w KQkq -");
    let board = board.unwrap();
    let moves = board.legal_moves();
    let mut evaluator = stockfish.evaluator();
    let depths = [Plies(3), Plies(6)];
    let limits = Limits::plies(Plies(0));
    let together = evaluator.evaluate_depths(&board, &moves, &limits, &depths).unwrap();
    for (one, depth) in together.iter().zip(depths) {
        let alone = evaluator.evaluate(&board, &moves, &Limits::plies(depth)).unwrap();
        assert_eq!(*one, alone);
    }
    assert_eq!(stockfish.reference(8).engine, "Stockfish");
    assert!(stockfish.reference(8).options.starts_with("Threads=1"));
}
