//! A supervised engine: started in the background, started again when it dies or hangs.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use endgame::rules::{Board, Move};
use value::Plies;

use super::process::Process;
use super::program::{Program, Programs};
use super::{Engine, EngineError, Launch, MoveLimits};
use crate::evaluator::{Evaluation, Evaluator, Limits};

/// How often a position is tried before we give up, by default.
const TRIES: usize = 3;
/// How often the limits are polled while the engine starts.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// An engine that is restarted when it fails.
#[derive(Debug)]
pub struct SupervisedEngine {
    launch: Launch,
    programs: Programs,
    tries: usize,
    state: State,
    restarts: usize,
    name: String,
}

#[derive(Debug)]
enum State {
    Idle,
    /// It could not be started.
    Failed(EngineError),
    /// A thread waits for the handshake, which may take seconds.
    Starting(Arc<Program>, Receiver<Result<Engine, EngineError>>),
    /// Boxed: it is large, and the other states are small.
    Running(Box<Engine>),
}

impl SupervisedEngine {
    /// Not started before the first evaluation or [`begin`](SupervisedEngine::begin).
    pub fn new(launch: Launch) -> SupervisedEngine {
        let name = launch.path.display().to_string();
        let (programs, state) = (Programs::default(), State::Idle);
        SupervisedEngine { launch, programs, tries: TRIES, state, restarts: 0, name }
    }

    /// Starts it among these programs, whose owner may end them all.
    #[must_use]
    pub fn among(mut self, programs: Programs) -> SupervisedEngine {
        self.programs = programs;
        self
    }

    /// Tries each position so often at most, 1 or more.
    #[must_use]
    pub fn with_tries(mut self, tries: usize) -> SupervisedEngine {
        self.tries = tries;
        self
    }

    /// How often it was restarted.
    pub fn restarts(&self) -> usize {
        self.restarts
    }

    /// Starts the engine in the background.
    pub fn begin(&mut self) {
        if !matches!(self.state, State::Idle) {
            return;
        }
        let process = match Process::start(&self.launch, &self.programs) {
            Ok(process) => process,
            Err(error) => {
                self.state = State::Failed(error);
                return;
            }
        };
        let program = Arc::clone(process.program());
        let (sender, started) = channel();
        let launch = self.launch.clone();
        std::thread::spawn(move || {
            // Without a receiver the engine ends here.
            let _ = sender.send(Engine::greet(process, &launch));
        });
        self.state = State::Starting(program, started);
    }

    /// The running engine, started if necessary. Waits until it has started or `halt` says so; it
    /// then goes on starting.
    pub fn engine(&mut self, halt: &dyn Fn() -> bool) -> Result<&mut Engine, EngineError> {
        self.begin();
        while let State::Starting(_, started) = &self.state {
            let path = || self.launch.path.clone();
            match started.recv_timeout(POLL_INTERVAL) {
                Ok(Ok(engine)) => {
                    engine.name().clone_into(&mut self.name);
                    self.state = State::Running(Box::new(engine));
                }
                Ok(Err(error)) => self.state = State::Failed(error),
                Err(RecvTimeoutError::Timeout) if halt() => {
                    return Err(EngineError::Starting { path: path() });
                }
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => {
                    self.state = State::Failed(EngineError::NoHandshake { path: path() });
                }
            }
        }
        if let State::Failed(_) = self.state
            && let State::Failed(error) = std::mem::replace(&mut self.state, State::Idle)
        {
            return Err(error);
        }
        match &mut self.state {
            State::Running(engine) => Ok(engine),
            _ => unreachable!("it was begun and has arrived"),
        }
    }
}

impl Drop for SupervisedEngine {
    /// Ends an engine that is still starting; a running one ends by itself.
    fn drop(&mut self) {
        if let State::Starting(program, _) = &self.state {
            program.end();
        }
    }
}

impl SupervisedEngine {
    /// Asks the running engine; starts it again and asks again if it fails.
    fn ask<T>(
        &mut self,
        halt: &dyn Fn() -> bool,
        mut question: impl FnMut(&mut Engine) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let mut tries = self.tries;
        loop {
            let engine = self.engine(halt)?;
            let failure = match question(engine) {
                Err(failure) if !failure.is_final() => failure,
                done => return done,
            };
            // The engine's state is unknown.
            self.state = State::Idle;
            tries = tries.saturating_sub(1);
            if tries == 0 || halt() {
                return Err(failure);
            }
            self.restarts += 1;
        }
    }

    /// The move it plays in a game: see [`Engine::best_move`].
    pub fn best_move(
        &mut self,
        start: &Board,
        moves: &[Move],
        limits: &MoveLimits,
        leave: &dyn Fn() -> bool,
    ) -> Result<Move, EngineError> {
        self.ask(leave, |engine| engine.best_move(start, moves, limits, leave))
    }
}

impl Evaluator for SupervisedEngine {
    fn evaluate(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
    ) -> Result<Evaluation, EngineError> {
        self.ask(limits.halt, |engine| engine.evaluate(at, moves, limits))
    }

    fn deepen(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Evaluation),
    ) -> Result<Evaluation, EngineError> {
        self.ask(limits.halt, |engine| engine.deepen(at, moves, limits, report))
    }

    fn evaluate_depths(
        &mut self,
        at: &Board,
        moves: &[Move],
        limits: &Limits<'_>,
        depths: &[Plies],
    ) -> Result<Vec<Evaluation>, EngineError> {
        self.ask(limits.halt, |engine| engine.evaluate_depths(at, moves, limits, depths))
    }

    fn name(&self) -> &str {
        &self.name
    }
}
