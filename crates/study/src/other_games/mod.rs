//! Games that are not chess: the same questions, asked of antichess, suicide chess and checkers.
//!
//! Agents, beliefs, the Markov chain, reports and their serialised form are those of chess; here is what is asked differently.
//!
//! - [`draw_rules`]: repetition and moves without progress
//! - [`game_file`]: games read from PGN and PDN; [`assess`]: judged
//! - [`mod@line`]: best play; [`statistics`]: counts of an endgame, positions of a depth
//! - [`starts`]: positions to begin from; [`contest`]: matches
//! - [`listed`]: an endgame's moves, all of them; [`chain`]: its Markov chain; [`predict`]: what follows, exactly too;
//!   [`forecast`]: of all positions at once
//! - [`tables`]: of all games together
//! - [`search`]: a small search where the tables do not reach; [`background`]: tables solved while a clock runs

pub mod assess;
pub mod atlas;
pub mod background;
pub mod chain;
pub mod contest;
pub mod draw_rules;
pub mod forecast;
pub mod game_file;
pub mod line;
pub mod listed;
pub mod predict;
pub mod search;
pub mod starts;
pub mod statistics;
pub mod tables;

use std::sync::Arc;

use player::MovePrior;
use value::ChoiceError;

pub use tables::GameTables;

pub use games::{
    AnyEndgame, AnyGame, AnyMove, AnyPlaces, AnyPosition, GameError, GameName, Listen, MoveProblem,
    Progress, UnknownGame, Watch,
};

/// Refuses every name of weights: they speak of chessmen.
pub fn no_weights(name: &str) -> Result<Arc<dyn MovePrior<AnyGame>>, ChoiceError> {
    Err(ChoiceError::new(format!(
        "the weights '{name}' are rules about chess: leave them out in other games"
    )))
}
