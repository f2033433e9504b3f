//! A whole game of a person against an opponent of a rating: the Player and the Imitator of Haworth 2007
//! (sections 4.2 and 4.4) at the board, and people as the model of human choice knows them.
//!
//! A game is its moves: whoever keeps it sends them all, and gets the answer. So nothing has to be
//! remembered but [`Values`], which only save time.
//!
//! - [`opponent`]: who can be played, and what a rating means there
//! - `values`: the decision at a half-move, with the scores of an engine
//! - `choice`: how likely the opponent makes each move
//! - `answer`: the game as fronts tell it; `engines`: who values moves, started once

mod answer;
mod choice;
mod engines;
pub mod opponent;
mod values;

use endgame::rules::{Color, Move};
use engine::client::EngineError;
use engine::evaluator::Evaluator;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use study::game::GameRecord;
use study::schema::sparring::SparringGame;
use xxhash_rust::xxh3::xxh3_64;

use crate::decision::Reference;
use crate::exact_zone::ExactTables;
use opponent::Opponent;

pub use engines::{Engines, SparringError};
pub use opponent::OpponentError;
pub use values::Values;

/// Half-moves of the longest game that is played.
pub const MOST_PLIES: usize = 600;

/// One side of a game, and what it needs to choose.
pub struct Spar<'a> {
    /// Who it is.
    pub opponent: &'a Opponent,
    /// The engine that [values](Opponent::valued_by) the moves for it.
    pub evaluator: &'a mut dyn Evaluator,
    /// How that engine is named with its values, at the depth of the opponent's.
    pub reference: Reference,
    /// Values of positions seen before.
    pub values: &'a Values,
    /// Tables for the end of the game.
    pub exact: &'a ExactTables<'a>,
    /// What chance begins with: the same seed, the same game.
    pub seed: u64,
}

impl Spar<'_> {
    /// The game with the opponent's answer, if it is the opponent's turn and the game is not over.
    pub fn answer(
        &mut self,
        mut game: GameRecord,
        you: Color,
    ) -> Result<SparringGame, EngineError> {
        let goes_by_you = *self.opponent == Opponent::Partner;
        let shown = goes_by_you.then(|| self.shown(&game, you)).transpose()?;
        if game.board().turn() != you && game.over().is_none() && game.ply() < MOST_PLIES {
            let play = self.choose(&game, shown.as_ref().map(|shown| shown.mean))?;
            game.push(play);
        }
        Ok(answer::told(&game, you, self.opponent, shown))
    }

    /// The move that the opponent makes.
    fn choose(&mut self, game: &GameRecord, shown: Option<f64>) -> Result<Move, EngineError> {
        let decision = self.decision(game, game.ply())?;
        let odds = choice::odds(self.opponent, &decision, shown);
        let mut left = chance(self.seed, game).random::<f64>();
        let chosen = odds.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        // What rounding leaves over goes to a move that can be made at all.
        let chosen = chosen.or_else(|| odds.iter().rposition(|share| *share > 0.0));
        Ok(decision.moves[chosen.unwrap_or(0)])
    }
}

/// The random generator of a move: each position of a game has one of its own, so that a move taken back is
/// answered as before.
fn chance(seed: u64, game: &GameRecord) -> ChaCha8Rng {
    let place = format!("{} {}", game.ply(), game.board().fen());
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(xxh3_64(place.as_bytes()));
    rng
}
