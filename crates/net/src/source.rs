//! A network as a source of choices: what it holds every move for.

use endgame::index::Slot;
use endgame::rules::{Color, Move, Position};
use endgame::tables::Tables;
use value::{Choice, ChoiceError, ChoiceSource, Choices, Extent, Value};

use crate::endgame_network::EndgameNetwork;
use crate::guess::Guess;
use crate::integer::UNIT;
use crate::train::target;

/// Whether a network goes by the exceptions of its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Corrected {
    /// It errs where it errs.
    #[default]
    Never,
    /// Where it is known to be wrong, it says the contrary, as surely as before.
    ByExceptions,
}

/// A network that lists choices. Moves that leave its endgame are worth what the tables say: it has never seen what follows.
#[derive(Clone, Copy)]
pub struct NetworkSource<'a> {
    network: &'a EndgameNetwork,
    tables: &'a Tables,
}

impl<'a> NetworkSource<'a> {
    /// By this network, and by these tables outside its endgame.
    pub fn new(network: &'a EndgameNetwork, tables: &'a Tables) -> NetworkSource<'a> {
        NetworkSource { network, tables }
    }
}

/// What a logit of 0 becomes when it is turned round, so that it says no: half of the least that an output can be.
const LEAST: f64 = 0.5 / UNIT as f64;

impl EndgameNetwork {
    /// What the network holds a position for, for the side to move; none for other material.
    pub fn value(&self, position: &Position, corrected: Corrected) -> Option<Guess> {
        let slot = self.index().encode(position)?;
        let white = self.value_at(slot, corrected, &mut Vec::new());
        Some(if slot.turn == Color::White { white } else { white.flipped() })
    }

    /// The same for White, by number.
    pub fn value_at(&self, slot: Slot, corrected: Corrected, inputs: &mut Vec<i8>) -> Guess {
        let logits = self.logits_at(slot, inputs);
        let logits = match corrected {
            Corrected::Never => logits,
            Corrected::ByExceptions => self.corrected(slot, logits, inputs),
        };
        Guess::of_logits(logits)
    }

    /// Outputs that say the contrary of the truth are turned round.
    fn corrected(&self, slot: Slot, logits: [f64; 2], inputs: &mut Vec<i8>) -> [f64; 2] {
        let truth = self.result_at(slot, inputs);
        std::array::from_fn(|output| {
            let logit = logits[output];
            match target(output, truth) {
                Some(true) if logit < 0.0 => -logit,
                Some(false) if logit >= 0.0 => -logit.max(LEAST),
                _ => logit,
            }
        })
    }

    /// The choices of a position as the network alone sees them; those of a table say what is true outside its endgame.
    pub fn guesses(&self, at: &Position, choices: &Choices<Move>) -> Choices<Move, Guess> {
        let guess = |choice: &Choice<Move>| {
            let known = self.value(&at.after(choice.play), Corrected::Never).map(Value::flipped);
            let value = known.unwrap_or_else(|| Guess::sure(choice.value.sign()));
            Choice { play: choice.play, value, weight: choice.weight }
        };
        Choices::new(choices.iter().map(guess).collect(), Extent::default())
    }
}

impl ChoiceSource for NetworkSource<'_> {
    type Position = Position;
    type Move = Move;
    type Value = Guess;

    fn choices(&self, at: &Position) -> Result<Choices<Move, Guess>, ChoiceError> {
        Ok(self.network.guesses(at, &self.tables.choices(at)?))
    }

    fn after(&self, at: &Position, play: &Move) -> Position {
        at.after(*play)
    }
}
