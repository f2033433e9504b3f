//! The positions of a game valued by several engines at once.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use endgame::rules::Board;
use study::pgn::Game;
use study::schema::suite::SuiteReport;

use super::{Suite, SuiteError};
use crate::decision::Decision;
use crate::evaluate::worker;
use crate::select::{Candidate, FROM_PLY, Filters, candidates};

/// An engine that has failed so often is asked no more.
const GIVE_UP: usize = 3;

/// What one engine says of the positions of the game.
pub(super) struct Looked {
    pub(super) decisions: Vec<Option<Decision>>,
    pub(super) failures: Vec<String>,
    pub(super) took: Duration,
}

/// Shows a game to all engines, so many at a time; `told` hears how many of
/// how many positions are valued.
pub fn look(
    suite: &Suite,
    game: &Game,
    processes: usize,
    stop: &AtomicBool,
    told: &(dyn Fn(usize, usize) + Sync),
) -> Result<SuiteReport, SuiteError> {
    let Suite { from_ply, .. } = *suite;
    let filters = Filters { engine_games: true, ..Filters::from_ply(from_ply) };
    let nothing = |_| SuiteError::NoPosition(from_ply.unwrap_or(FROM_PLY));
    let positions = candidates("", game, &filters).map_err(nothing)?;
    let total = positions.len() * suite.engines.len();
    let done = AtomicUsize::new(0);
    let waiting: Mutex<VecDeque<usize>> = Mutex::new((0..suite.engines.len()).collect());
    let looked: Mutex<Vec<Option<Looked>>> =
        Mutex::new(suite.engines.iter().map(|_| None).collect());
    let work = || {
        while let Some(at) = locked(&waiting).pop_front() {
            let mut advance = |positions| {
                let done = done.fetch_add(positions, Ordering::Relaxed) + positions;
                told(done, total);
            };
            let one = ask(suite, at, &positions, stop, &mut advance);
            locked(&looked)[at] = Some(one);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..processes.min(suite.engines.len()) {
            scope.spawn(work);
        }
        work();
    });
    if stop.load(Ordering::Relaxed) {
        return Err(SuiteError::Stopped);
    }
    let looked = looked.into_inner().unwrap_or_else(PoisonError::into_inner);
    super::report::report(suite, game, &positions, looked.into_iter().flatten().collect())
}

/// Asks one engine about every position.
fn ask(
    suite: &Suite,
    at: usize,
    positions: &[Candidate],
    stop: &AtomicBool,
    advance: &mut dyn FnMut(usize),
) -> Looked {
    let (word, engine) = &suite.engines[at];
    let depth = suite.depth_of(word);
    let reference = Arc::new(engine.reference(depth));
    let mut evaluator = engine.evaluator();
    let began = Instant::now();
    let (mut decisions, mut failures) = (Vec::with_capacity(positions.len()), Vec::new());
    for position in positions {
        if failures.len() >= GIVE_UP || stop.load(Ordering::Relaxed) {
            advance(positions.len() - decisions.len());
            break;
        }
        let decision = match worker::value(&mut *evaluator, &position.fen, &[depth], stop) {
            Ok(mut values) => values.pop().and_then(|valued| {
                let board = Board::from_either_fen(&position.fen).ok()?;
                position.decided(&board, &board.legal_moves(), valued.scores, &reference)
            }),
            Err(error) => {
                failures.push(format!("half-move {}: {error}", position.ply));
                None
            }
        };
        decisions.push(decision);
        advance(1);
    }
    decisions.resize(positions.len(), None);
    Looked { decisions, failures, took: began.elapsed() }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
