//! How people of a rating choose, as weights of moves: what the agent `human:R` goes by.

use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::{MoveMemory, MovePrior, MovesBefore};
use value::{Choice, ChoiceError};

use super::{LastMoves, PeopleModel, units};
use crate::weights::{memory_of, position_number, remembered};

/// People of one rating.
#[derive(Debug)]
pub struct PeoplePrior {
    model: &'static PeopleModel,
    units: f64,
}

impl PeoplePrior {
    /// People of this rating, by the built-in model.
    pub fn new(rating: f64) -> PeoplePrior {
        PeoplePrior { model: PeopleModel::built_in(), units: units(rating) }
    }
}

impl MovePrior<Tables> for PeoplePrior {
    fn set_weights(
        &self,
        tables: &Tables,
        at: &Position,
        choices: &mut [Choice<Move>],
    ) -> Result<(), ChoiceError> {
        self.set_weights_after(tables, at, MovesBefore::default(), choices)
    }

    fn set_weights_after(
        &self,
        tables: &Tables,
        at: &Position,
        before: MovesBefore,
        choices: &mut [Choice<Move>],
    ) -> Result<(), ChoiceError> {
        let last = LastMoves {
            enemy: before.enemy.map(remembered),
            own: before.own.map(remembered),
            enemy_before: before.enemy_before.map(remembered),
        };
        let plays: Vec<Move> = choices.iter().map(|choice| choice.play).collect();
        let chances = self.model.chances(tables, at, &plays, last)?;
        let logs = chances.log_probabilities(self.units);
        for (choice, log) in choices.iter_mut().zip(logs) {
            choice.weight = log.exp();
        }
        Ok(())
    }

    fn number_of(&self, at: &Position) -> Option<u64> {
        Some(position_number(at))
    }

    fn memory_of(&self, at: &Position, play: &Move) -> Option<MoveMemory> {
        Some(memory_of(at, *play))
    }
}
