//! A thread that values positions with engines of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use endgame::rules::Board;
use engine::client::EngineError;
use engine::evaluator::{Evaluation, Evaluator, Limits};
use value::Plies;

use super::journal::Valued;
use super::reference_engine::ReferenceEngine;

/// A position to be valued by one of the engines.
pub(super) struct Job {
    pub(super) engine: usize,
    pub(super) fen: String,
}

/// What became of it.
pub(super) struct Done {
    pub(super) engine: usize,
    pub(super) fen: String,
    /// None if we were told to stop.
    pub(super) values: Option<Result<Vec<Valued>, EngineError>>,
    /// How long the engine took.
    pub(super) took: Duration,
}

/// Values positions until there are no more.
pub(super) fn work(
    engines: &[ReferenceEngine],
    depths: &[u16],
    jobs: &Mutex<Receiver<Job>>,
    done: &Sender<Done>,
    stop: &AtomicBool,
) {
    let mut evaluators: Vec<Option<Box<dyn Evaluator>>> = engines.iter().map(|_| None).collect();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { engine, fen }) = job else { return };
        let began = Instant::now();
        let evaluator = evaluators[engine].get_or_insert_with(|| engines[engine].evaluator());
        let values = value(&mut **evaluator, &fen, depths, stop);
        let values = (!stop.load(Ordering::Relaxed)).then_some(values);
        let took = began.elapsed();
        if done.send(Done { engine, fen, values, took }).is_err() {
            return;
        }
    }
}

/// The values of a position at every depth.
pub(crate) fn value(
    evaluator: &mut dyn Evaluator,
    fen: &str,
    depths: &[u16],
    stop: &AtomicBool,
) -> Result<Vec<Valued>, EngineError> {
    let board = Board::from_either_fen(fen).expect("a position of a game that was read");
    let moves = board.legal_moves();
    let stopped = || stop.load(Ordering::Relaxed);
    let limits = Limits { depth: Plies(0), nodes: None, halt: &stopped, leave: &stopped };
    let plies: Vec<Plies> = depths.iter().copied().map(Plies).collect();
    let all = evaluator.evaluate_depths(&board, &moves, &limits, &plies)?;
    let name = evaluator.name();
    all.into_iter()
        .zip(depths)
        .map(|(evaluation, &depth)| {
            check_lines(name, &board, &evaluation)?;
            let Evaluation { scores, lines, nodes, .. } = evaluation;
            let lines = lines.into_iter().map(|line| line.join(" ")).collect();
            Ok(Valued { depth, nodes, scores, lines })
        })
        .collect()
}

/// An engine whose lines cannot be played is not believed.
fn check_lines(name: &str, board: &Board, evaluation: &Evaluation) -> Result<(), EngineError> {
    for line in &evaluation.lines {
        let mut at = board.clone();
        for text in line {
            let Some(play) = at.read_uci(text) else {
                let (name, text, fen) = (name.to_owned(), text.clone(), at.fen());
                return Err(EngineError::IllegalMove { name, text, fen });
            };
            at.play(play);
        }
    }
    Ok(())
}
