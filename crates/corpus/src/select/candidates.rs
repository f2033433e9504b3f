//! The positions of a game that pass, each with the moves before it and the move played.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use endgame::rules::{Board, Move};
use study::pgn::{Game, Played};

use super::engine_names::is_engine_game;
use super::game_info::game_info;
use super::time_class::{TimeClass, base_seconds};
use super::{Filters, Refusal};
use crate::decision::{Decision, GameInfo, Reference};
use crate::names::is_called;
use crate::store::write::four_fields;
use engine::score::Score;

/// A decision before anybody has valued its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The game it was taken in.
    pub game: Arc<GameInfo>,
    /// The number of the half-move in the game, from 1.
    pub ply: u32,
    /// The position before the move, as the first four fields of a FEN: what it is known by.
    pub fen: String,
    /// The opponent's move that led here.
    pub answered: Option<Move>,
    /// The mover's own move before that.
    pub continued: Option<Move>,
    /// Seconds the mover had left before the move.
    pub clock: Option<f32>,
    /// The move played.
    pub play: Move,
}

impl Candidate {
    /// The name of the player who moves.
    pub fn player(&self) -> &str {
        let is_white = self.fen.split(' ').nth(1) == Some("w");
        &self.game.players[usize::from(!is_white)]
    }

    /// The decision, once its moves are scored: the legal moves of the board in their order.
    pub fn decided(
        &self,
        board: &Board,
        moves: &[Move],
        scores: Vec<Score>,
        reference: &Arc<Reference>,
    ) -> Option<Decision> {
        Some(Decision {
            game: Arc::clone(&self.game),
            ply: self.ply,
            board: board.clone(),
            answered: self.answered,
            continued: self.continued,
            clock: self.clock,
            played: moves.iter().position(|play| *play == self.play)?,
            moves: moves.to_vec(),
            scores,
            reference: Arc::clone(reference),
            shallower: Vec::new(),
            exact: None,
        })
    }
}

/// The positions of a game that pass, in their order, or why there are none.
pub fn candidates(file: &str, game: &Game, filters: &Filters) -> Result<Vec<Candidate>, Refusal> {
    if !filters.engine_games && is_engine_game(&game.tags) {
        return Err(Refusal::EngineGame);
    }
    if let Some(classes) = &filters.time_classes
        && !classes.contains(&TimeClass::of(game.tag("TimeControl")))
    {
        return Err(Refusal::TimeControl);
    }
    let info = Arc::new(game_info(file, game));
    let rated = info.ratings.map(|rating| match &filters.ratings {
        None => true,
        Some(range) => rating.is_some_and(|rating| range.contains(&rating)),
    });
    if rated == [false, false] {
        return Err(Refusal::Rating);
    }
    let named = [0, 1].map(|side| {
        let is = |wanted: &String| is_called(&info.players[side], wanted);
        filters.players.is_empty() || filters.players.iter().any(is)
    });
    if named == [false, false] {
        return Err(Refusal::Player);
    }
    let wanted = [0, 1].map(|side| rated[side] && named[side]);
    let passed = positions(&info, game, filters, wanted);
    if passed.is_empty() { Err(Refusal::NoPosition) } else { Ok(passed) }
}

fn positions(
    info: &Arc<GameInfo>,
    game: &Game,
    filters: &Filters,
    wanted: [bool; 2],
) -> Vec<Candidate> {
    let first_only = filters.per_game.filter(|_| !filters.spread).unwrap_or(usize::MAX);
    let mut seen = Vec::with_capacity(game.moves.len());
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let first = if game.start.is_start() { *filters.plies.start() } else { filters.set_up_from };
    let (mut board, mut passed) = (game.start.clone(), Vec::new());
    for (at, played) in game.moves.iter().enumerate() {
        let ply = at as u32 + 1;
        if ply > *filters.plies.end() || passed.len() >= first_only {
            break;
        }
        let key = hasher.hash_one(&board);
        let occurred = seen.iter().filter(|known| **known == key).count();
        seen.push(key);
        let side = board.turn().fold_wb(0, 1);
        let passes = ply >= first && wanted[side] && occurred < 2;
        if passes && board.count_legal_moves() >= 2 {
            let before = |back: usize| Some(&game.moves[at.checked_sub(back)?]);
            passed.push(Candidate {
                game: Arc::clone(info),
                ply,
                fen: four_fields(&board.fen()),
                answered: before(1).map(|played| played.play),
                continued: before(2).map(|played| played.play),
                clock: clock_before(game, at),
                play: played.play,
            });
        }
        board.play(played.play);
    }
    match filters.per_game {
        Some(most) if filters.spread => spread(passed, most),
        _ => passed,
    }
}

/// So many of a list, the same distance from one to the next, the first and the last among them.
fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    if count <= most {
        return all;
    }
    let place = |index: usize| match most {
        1 => count / 2,
        _ => index * (count - 1) / (most - 1),
    };
    let places: Vec<usize> = (0..most).map(place).collect();
    let kept = all.into_iter().enumerate().filter(|(at, _)| places.contains(at));
    kept.map(|(_, one)| one).collect()
}

/// Seconds the mover had before a move: what the clock said after his last one, or the base time.
fn clock_before(game: &Game, at: usize) -> Option<f32> {
    let own = at.checked_sub(2).map(|last| &game.moves[last]);
    match own {
        Some(last) => clock_after(last),
        // The first move of each side, and only of a game with clocks.
        None => {
            game.moves.get(at).and_then(clock_after)?;
            game.tag("TimeControl").and_then(base_seconds)
        }
    }
}

/// The clock in a move's comments: `[%clk 0:05:30]`.
fn clock_after(played: &Played) -> Option<f32> {
    let said = played.comments.iter().find_map(|said| said.split_once("[%clk "))?.1;
    let time = said.split(']').next()?.trim();
    time.split(':').try_fold(0.0, |sum, part| Some(60.0 * sum + part.parse::<f32>().ok()?))
}
