//! One whole game reviewed: every move valued, how both players played, and the moments that mattered.
//!
//! A [`Reviewer`] holds a game and what is known of its moves. [`value_moves`] asks an evaluator about
//! one position after the other; the [`report`](Reviewer::report) can be had at any time, of the moves
//! valued so far.
//!
//! - [`offer`]: the games of a PGN, and the engines of this machine
//! - `players`: competence, rating and baselines of both players, by phase
//! - `report`: all of it as the schema has it; [`text`](mod@text): the same for people

pub mod offer;
mod players;
mod report;
pub mod text;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use endgame::rules::{Board, Move};
use engine::client::EngineError;
use engine::evaluator::{Evaluator, Limits};
use engine::score::Score;
use study::pgn::Game;
use value::Plies;

use crate::decision::{Decision, GameInfo, Reference, Shallower};
use crate::select::{Filters, Refusal, candidates, game_info};
use crate::several_depths::depths_below;
use crate::store::write::four_fields;

pub use crate::exact_zone::ExactTables;

/// Half-moves of a game at most: the longest serious game has 538.
pub const MOST_PLIES: usize = 1_000;

/// Why a game is not reviewed, or no further.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ReviewError {
    #[error("this game has no moves: choose another, or send its moves too")]
    NoMoves,
    #[error("this game has {plies} half-moves and may have {MOST_PLIES}: send a part of it")]
    TooLong { plies: usize },
    #[error("{number} {san} could not be valued: {source}")]
    Engine { number: String, san: String, source: Box<EngineError> },
}

/// A game whose moves are being valued.
#[derive(Debug)]
pub struct Reviewer {
    game: Game,
    info: Arc<GameInfo>,
    reference: Arc<Reference>,
    /// Half-moves that speak for a rating.
    counted: BTreeSet<u32>,
    by_program: bool,
    /// The moves valued so far.
    valued: Vec<Valued>,
}

/// A move with the scores of its alternatives.
#[derive(Clone, Debug)]
struct Valued {
    decision: Decision,
    /// The line of the best move, in UCI notation.
    line: Vec<String>,
}

impl Reviewer {
    /// A game of a file of this name, to be valued by this reference at its depth.
    pub fn new(file: &str, game: Game, reference: Reference) -> Result<Reviewer, ReviewError> {
        match game.moves.len() {
            0 => return Err(ReviewError::NoMoves),
            plies if plies > MOST_PLIES => return Err(ReviewError::TooLong { plies }),
            _ => (),
        }
        let mut filters = Filters::default();
        let by_program = candidates(file, &game, &filters) == Err(Refusal::EngineGame);
        filters.engine_games = true;
        let counted = candidates(file, &game, &filters).unwrap_or_default();
        Ok(Reviewer {
            info: Arc::new(game_info(file, &game)),
            reference: Arc::new(reference),
            counted: counted.into_iter().map(|one| one.ply).collect(),
            by_program,
            valued: Vec::with_capacity(game.moves.len()),
            game,
        })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many half-moves are valued, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.valued.len(), self.game.moves.len())
    }

    /// The decisions valued so far, forced moves included.
    pub fn decisions(&self) -> impl Iterator<Item = &Decision> + Clone {
        self.valued.iter().map(|one| &one.decision)
    }

    /// The first position that nobody has valued yet; none at the end.
    pub fn next_position(&self) -> Option<Board> {
        self.replayed(self.valued.len())
    }

    /// The position before a half-move, counted from 0.
    fn replayed(&self, at: usize) -> Option<Board> {
        self.game.replay().nth(at).map(|(board, _)| board)
    }

    /// Takes the scores of all legal moves of the next position, in their order, and the best line.
    fn push(&mut self, board: Board, moves: Vec<Move>, scores: Scores, line: Vec<String>) {
        let at = self.valued.len();
        let before = |back: usize| Some(self.game.moves[at.checked_sub(back)?].play);
        let play = self.game.moves[at].play;
        let played = moves.iter().position(|legal| *legal == play);
        let decision = Decision {
            game: Arc::clone(&self.info),
            ply: at as u32 + 1,
            board,
            answered: before(1),
            continued: before(2),
            clock: None,
            moves,
            scores: scores.deepest,
            shallower: scores.shallower,
            exact: None,
            played: played.expect("a game that was read has legal moves"),
            reference: Arc::clone(&self.reference),
        };
        self.valued.push(Valued { decision, line });
    }
}

/// The scores of a position's moves after the deepest search, and after shallower ones.
struct Scores {
    deepest: Vec<Score>,
    shallower: Vec<Shallower>,
}

/// Values the moves of a game that are left, one after the other, until the flag is raised; `tell` hears
/// how many are done, and of how many. The reviewer is locked only between two positions.
pub fn value_moves(
    reviewer: &Mutex<Reviewer>,
    evaluator: &mut dyn Evaluator,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<(), ReviewError> {
    let stopped = || stop.load(Ordering::Relaxed);
    let depths = depths_below(lock(reviewer).reference.depth);
    let plies: Vec<Plies> = depths.iter().copied().map(Plies).collect();
    loop {
        let next = lock(reviewer).next_position();
        let (Some(board), false) = (next, stopped()) else { return Ok(()) };
        // As positions of many games are valued: the half-move clock is not looked at.
        let at =
            Board::from_either_fen(&four_fields(&board.fen())).unwrap_or_else(|_| board.clone());
        let moves = at.legal_moves();
        let limits = Limits { depth: Plies(0), nodes: None, halt: &stopped, leave: &stopped };
        let found = evaluator.evaluate_depths(&at, &moves, &limits, &plies);
        if stopped() {
            return Ok(());
        }
        let mut held = lock(reviewer);
        let mut all = found.map_err(|source| held.failed(&board, source))?;
        let Some(found) = all.pop() else { return Ok(()) };
        let shallower = depths.iter().zip(all);
        let shallower =
            shallower.map(|(&depth, found)| Shallower { depth, scores: found.scores }).collect();
        let best = (0..moves.len()).max_by_key(|&at| (found.scores[at], std::cmp::Reverse(at)));
        let line = best.and_then(|best| found.lines.get(best).cloned()).unwrap_or_default();
        held.push(board, moves, Scores { deepest: found.scores, shallower }, line);
        let (done, total) = held.progress();
        drop(held);
        tell(done, total);
    }
}

impl Reviewer {
    fn failed(&self, board: &Board, source: EngineError) -> ReviewError {
        let play = self.game.moves[self.valued.len()].play;
        let (number, san) = (report::number(board), board.san(play));
        ReviewError::Engine { number, san, source: Box::new(source) }
    }
}

/// A lock that outlives a panic: what was valued before it is whole.
fn lock(reviewer: &Mutex<Reviewer>) -> MutexGuard<'_, Reviewer> {
    reviewer.lock().unwrap_or_else(PoisonError::into_inner)
}
