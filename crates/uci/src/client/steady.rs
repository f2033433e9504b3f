//! An engine one can rely on: started when needed, started again when it dies or hangs.

use endgame::rules::{Board, Move};

use super::{Engine, EngineError, Launch};
use crate::valuer::{Limits, Valuation, Valuer};

/// How often one question is put before we give up.
const TRIES: usize = 3;

/// An engine that is started again when it fails.
#[derive(Debug)]
pub struct Steady {
    launch: Launch,
    engine: Option<Engine>,
    restarts: usize,
    name: String,
}

impl Steady {
    /// Nothing is started before the first question.
    pub fn new(launch: Launch) -> Steady {
        let name = launch.path.display().to_string();
        Steady { launch, engine: None, restarts: 0, name }
    }

    /// How often it had to be started again.
    pub fn restarts(&self) -> usize {
        self.restarts
    }

    /// The running engine, started if it is not.
    pub fn engine(&mut self) -> Result<&mut Engine, EngineError> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(&self.launch)?,
        };
        engine.name().clone_into(&mut self.name);
        Ok(self.engine.insert(engine))
    }
}

impl Valuer for Steady {
    fn value(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Valuation, EngineError> {
        let mut tries = TRIES;
        loop {
            let failure = match self.engine().and_then(|engine| engine.value(at, moves, limits)) {
                Ok(valuation) => return Ok(valuation),
                Err(failure) => failure,
            };
            // Whatever it was, the engine is in a state that nobody knows.
            self.engine = None;
            tries -= 1;
            let hopeless =
                matches!(failure, EngineError::Start { .. } | EngineError::NoHandshake { .. });
            if tries == 0 || hopeless || (limits.halt)() {
                return Err(failure);
            }
            self.restarts += 1;
        }
    }

    fn name(&self) -> &str {
        &self.name
    }
}
