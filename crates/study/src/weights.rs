//! What moves of chess endgames weigh, by name: built-in sets and files.

use std::sync::Arc;

use endgame::heuristics::{LastMove, Weights, WeightsError};
use endgame::rules::{Color, Move, Position};
use endgame::tables::Tables;
use player::spec::{Person, PressedOpponent};
use player::{Competence, MoveMemory, MovePrior, MovesBefore};
use value::{Choice, ChoiceError};

use crate::draws::pressing_prior::PressingPrior;
use crate::people::PeoplePrior;

/// Weights by rules of chess, for the tables' choices.
#[derive(Clone, Debug, PartialEq)]
pub struct ByRules(pub Weights);

/// Why weights cannot be had.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum NamedError {
    #[error(
        "there are no weights '{name}': choose hp0, hp1 or human, or give a file of weights ({source})"
    )]
    Missing { name: String, source: std::io::Error },
    #[error("{name}: {source}")]
    File { name: String, source: WeightsError },
    #[error("{name}: its competence is no number")]
    Competence { name: String },
}

impl MovePrior<Tables> for ByRules {
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
        let plays: Vec<Move> = choices.iter().map(|choice| choice.play).collect();
        let last = before.own.map(remembered);
        let weights = self.0.after(tables, at, &plays, last).map_err(ChoiceError::new)?;
        for (choice, weight) in choices.iter_mut().zip(weights) {
            choice.weight = weight;
        }
        Ok(())
    }

    fn number_of(&self, at: &Position) -> Option<u64> {
        self.0.look_back().then(|| position_number(at))
    }

    fn memory_of(&self, at: &Position, play: &Move) -> Option<MoveMemory> {
        self.0.look_back().then(|| memory_of(at, *play))
    }

    fn competence(&self) -> Option<Competence> {
        self.0.competence.and_then(|c| Competence::new(c).ok())
    }
}

/// What is remembered of a move.
pub(crate) fn memory_of(at: &Position, play: Move) -> MoveMemory {
    let after = at.after(play);
    let last = LastMove::new(play, after.is_check());
    let check = u64::from(last.check);
    let play = u64::from(last.from) | u64::from(last.to) << 8 | check << 16;
    MoveMemory { position: position_number(&after), play }
}

/// The men and the side to move as a number.
pub(crate) fn position_number(at: &Position) -> u64 {
    let men = at.men().into_iter().flat_map(|(square, man)| {
        let role = man.role as u8 + if man.color == Color::White { 0 } else { 8 };
        [square as u8, role]
    });
    let turn = u8::from(at.turn() == Color::White);
    xxhash_rust::xxh3::xxh3_64(&men.chain([turn]).collect::<Vec<u8>>())
}

/// A move as `memory_of` wrote it down.
pub(crate) fn remembered(memory: MoveMemory) -> LastMove {
    let part = |shift: u32| (memory.play >> shift & 0xff) as u8;
    LastMove { from: part(0), to: part(8), check: part(16) == 1 }
}

/// The weights of a built-in set (`hp0`, `hp1`, `human`), or of a file.
pub fn find(name: &str) -> Result<ByRules, NamedError> {
    let wrong = |source| NamedError::File { name: name.to_owned(), source };
    if Weights::BUILT_IN.contains(&name) {
        return Weights::built_in(name).map(ByRules).map_err(wrong);
    }
    let text = std::fs::read_to_string(name)
        .map_err(|source| NamedError::Missing { name: name.to_owned(), source })?;
    let weights = Weights::from_json(&text).map_err(wrong)?;
    if weights.competence.is_some_and(|c| Competence::new(c).is_err()) {
        return Err(NamedError::Competence { name: name.to_owned() });
    }
    Ok(ByRules(weights))
}

/// The same for whoever instantiates agents; a presser's are the chances that it has.
pub fn named(name: &str) -> Result<Arc<dyn MovePrior<Tables>>, ChoiceError> {
    if let Some(person) = Person::of_name(name) {
        return Ok(Arc::new(PeoplePrior::new(f64::from(person.rating))));
    }
    match PressedOpponent::of_name(name) {
        Some(opponent) => Ok(Arc::new(PressingPrior::new(opponent))),
        None => Ok(Arc::new(find(name).map_err(ChoiceError::new)?)),
    }
}
