//! What moves of chess endgames weigh, by name: built-in sets and files.

use std::sync::Arc;

use endgame::heuristics::{Weights, WeightsError};
use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::spec::PressedOpponent;
use player::{Competence, MovePrior};
use value::{Choice, ChoiceError};

use crate::draws::pressing_prior::PressingPrior;

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
        let plays: Vec<Move> = choices.iter().map(|choice| choice.play).collect();
        let weights = self.0.of(tables, at, &plays).map_err(ChoiceError::new)?;
        for (choice, weight) in choices.iter_mut().zip(weights) {
            choice.weight = weight;
        }
        Ok(())
    }

    fn competence(&self) -> Option<Competence> {
        self.0.competence.and_then(|c| Competence::new(c).ok())
    }
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
    match PressedOpponent::of_name(name) {
        Some(opponent) => Ok(Arc::new(PressingPrior::new(opponent))),
        None => Ok(Arc::new(find(name).map_err(ChoiceError::new)?)),
    }
}
