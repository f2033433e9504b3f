//! The engines that value moves for the opponents of people, started when first asked for and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use endgame::rules::Color;
use engine::client::EngineError;
use engine::evaluator::Evaluator;
use study::game::GameRecord;
use study::schema::sparring::SparringGame;

use super::opponent::{Opponent, engine_of};
use super::{Spar, Values};
use crate::evaluate::{ReferenceEngine, ReferenceError};
use crate::exact_zone::ExactTables;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum SparringError {
    #[error(transparent)]
    Start(#[from] ReferenceError),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Engines at work for games of people, and what they have said.
#[derive(Default)]
pub struct Engines {
    started: Mutex<HashMap<String, Arc<Mutex<Started>>>>,
    values: Values,
}

/// An engine that has been started.
struct Started {
    engine: ReferenceEngine,
    evaluator: Box<dyn Evaluator>,
}

impl Engines {
    /// The game with the opponent's answer: see [`Spar::answer`]. An engine may have been named that is taken
    /// where any will do.
    pub fn answer(
        &self,
        game: GameRecord,
        you: Color,
        (opponent, seed): (&Opponent, u64),
        named: Option<&str>,
        exact: &ExactTables<'_>,
    ) -> Result<SparringGame, SparringError> {
        let (word, depth) = engine_of(opponent, named);
        let started = self.started(&word)?;
        let mut started = lock(&started);
        let Started { engine, evaluator } = &mut *started;
        let reference = engine.reference(depth);
        let evaluator = &mut **evaluator;
        let mut spar = Spar { opponent, evaluator, reference, values: &self.values, exact, seed };
        Ok(spar.answer(game, you)?)
    }

    /// The engine of a word, started if nobody has asked for it before.
    fn started(&self, word: &str) -> Result<Arc<Mutex<Started>>, ReferenceError> {
        let mut engines = lock(&self.started);
        if let Some(known) = engines.get(word) {
            return Ok(Arc::clone(known));
        }
        let engine = ReferenceEngine::parse(word)?;
        let evaluator = engine.evaluator();
        let started = Arc::new(Mutex::new(Started { engine, evaluator }));
        engines.insert(word.to_owned(), Arc::clone(&started));
        Ok(started)
    }
}

/// A lock that outlives a panic: an engine that was left in the middle is asked anew.
fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}
