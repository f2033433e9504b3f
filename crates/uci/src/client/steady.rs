//! An engine one can rely on: started meanwhile, started again when it dies or hangs.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use endgame::rules::{Board, Move};

use super::{Engine, EngineError, Launch};
use crate::valuer::{Limits, Valuation, Valuer};

/// How often one question is put before we give up.
const TRIES: usize = 3;
/// How often the stop sign is looked at while the engine starts.
const GLANCE: Duration = Duration::from_millis(5);

/// An engine that is started again when it fails.
#[derive(Debug)]
pub struct Steady {
    launch: Launch,
    state: State,
    restarts: usize,
    name: String,
}

#[derive(Debug)]
enum State {
    Idle,
    /// A thread of its own waits for the handshake: engines may take seconds to wake up.
    Starting(Receiver<Result<Engine, EngineError>>),
    /// Boxed: it is large, and the other states are small.
    Running(Box<Engine>),
}

impl Steady {
    /// Nothing is started before the first question, or [`begin`](Steady::begin).
    pub fn new(launch: Launch) -> Steady {
        let name = launch.path.display().to_string();
        Steady { launch, state: State::Idle, restarts: 0, name }
    }

    /// How often it had to be started again.
    pub fn restarts(&self) -> usize {
        self.restarts
    }

    /// Has the engine start while others go on.
    pub fn begin(&mut self) {
        if !matches!(self.state, State::Idle) {
            return;
        }
        let (sender, started) = channel();
        let launch = self.launch.clone();
        std::thread::spawn(move || {
            // If nobody waits any more, the engine ends here.
            let _ = sender.send(Engine::start(&launch));
        });
        self.state = State::Starting(started);
    }

    /// The running engine, started if it is not; waits until it is there or `halt` says so, and
    /// then it goes on starting.
    pub fn engine(&mut self, halt: &dyn Fn() -> bool) -> Result<&mut Engine, EngineError> {
        self.begin();
        while let State::Starting(started) = &self.state {
            let path = || self.launch.path.clone();
            match started.recv_timeout(GLANCE) {
                Ok(Ok(engine)) => {
                    engine.name().clone_into(&mut self.name);
                    self.state = State::Running(Box::new(engine));
                }
                Ok(Err(error)) => {
                    self.state = State::Idle;
                    return Err(error);
                }
                Err(RecvTimeoutError::Timeout) if halt() => {
                    return Err(EngineError::Starting { path: path() });
                }
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => {
                    let path = path();
                    self.state = State::Idle;
                    return Err(EngineError::NoHandshake { path });
                }
            }
        }
        match &mut self.state {
            State::Running(engine) => Ok(engine),
            _ => unreachable!("it was begun and has arrived"),
        }
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
            let engine = self.engine(limits.halt)?;
            let failure = match engine.value(at, moves, limits) {
                // It has done its work: asked again it would say the same.
                done @ (Ok(_) | Err(EngineError::Unvalued { .. })) => return done,
                Err(failure) => failure,
            };
            // Whatever it was, the engine is in a state that nobody knows.
            self.state = State::Idle;
            tries -= 1;
            if tries == 0 || (limits.halt)() {
                return Err(failure);
            }
            self.restarts += 1;
        }
    }

    fn name(&self) -> &str {
        &self.name
    }
}
