//! Engines at the board: they see the game, and no values of the tables.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use endgame::rules::{Board, Move, Position};
use endgame::tables::Tables;
use engine::client::{EngineError, Launch, MoveLimits, SupervisedEngine};
use engine::evaluator::{Evaluator, Limits};
use engine::searcher::Searcher;
use engine::stopped_down::choices;
use player::agents::{Agent, Turn};
use player::{Competence, ReferencePlayer};
use rand::{Rng, RngExt};
use value::{ChoiceError, Plies};

use super::engine_spec::{EngineSpec, Program};
use crate::game::GameRecord;

/// How often an engine is started for one move before we give up.
const TRIES: usize = 2;

/// The processes of one engine: each serves one game at a time and then the next.
#[derive(Debug)]
pub(super) struct EnginePool {
    spec: EngineSpec,
    idle: Mutex<Vec<SupervisedEngine>>,
    stop: Arc<AtomicBool>,
}

impl EnginePool {
    /// Nothing is started yet.
    pub(super) fn new(spec: EngineSpec) -> EnginePool {
        EnginePool { spec, idle: Mutex::default(), stop: Arc::default() }
    }

    /// Another pool of the same engine, which stops thinking once this is set.
    pub(super) fn stopped_by(&self, stop: &Arc<AtomicBool>) -> EnginePool {
        EnginePool { stop: Arc::clone(stop), ..EnginePool::new(self.spec.clone()) }
    }

    /// Starts one process, if there is none, and checks that it has the options asked for.
    pub(super) fn prepare(&self) -> Result<(), EngineError> {
        let Program::Uci(launch) = &self.spec.program else { return Ok(()) };
        let mut engine = self.take(launch);
        engine.engine(&|| self.is_stopped())?.check_options(&launch.options)?;
        self.give_back(engine);
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A process that nobody uses, or one that will be started.
    fn take(&self, launch: &Launch) -> SupervisedEngine {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| {
            let mut launch = launch.clone();
            let names = |(name, _): &(String, String)| name.eq_ignore_ascii_case(SYZYGY);
            if !launch.options.iter().any(names) {
                launch.options.push((SYZYGY.to_owned(), "<empty>".to_owned()));
            }
            SupervisedEngine::new(launch).with_tries(TRIES)
        })
    }

    fn give_back(&self, engine: SupervisedEngine) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
    }
}

/// The option that would give an engine tables: emptied unless it is asked for.
const SYZYGY: &str = "SyzygyPath";

/// The engine at one board.
pub(super) fn agent(pool: &Arc<EnginePool>) -> Box<dyn Agent<Tables>> {
    let pool = Arc::clone(pool);
    match pool.spec.program {
        Program::Searcher(competence) => Box::new(SearcherPlayer { pool, competence }),
        Program::Uci(_) => Box::new(EnginePlayer { pool, engine: None, game: None }),
    }
}

/// A UCI engine in one game.
struct EnginePlayer {
    pool: Arc<EnginePool>,
    /// Taken from the pool at the first move.
    engine: Option<SupervisedEngine>,
    /// The game as it was seen; none before the first move.
    game: Option<GameRecord>,
}

impl EnginePlayer {
    /// The game, standing at this position: it begins here if what was seen does not lead here.
    fn game_at(&mut self, at: &Position) -> &mut GameRecord {
        let board = Board::from(at.clone());
        if self.game.as_ref().is_none_or(|game| *game.board() != board) {
            self.game = None;
        }
        self.game.get_or_insert_with(|| GameRecord::from(board))
    }
}

impl Agent<Tables> for EnginePlayer {
    fn choose(&mut self, turn: &Turn<'_, Tables>, _: &mut dyn Rng) -> Result<usize, ChoiceError> {
        let game = self.game_at(turn.at).clone();
        let moves: Vec<Move> = (0..game.ply()).map(|ply| game.step(ply).1).collect();
        let Program::Uci(launch) = &self.pool.spec.program else {
            unreachable!("made for UCI engines alone")
        };
        let engine = self.engine.get_or_insert_with(|| self.pool.take(launch));
        let (limits, leave) = (&self.pool.spec.limits, || self.pool.is_stopped());
        let played = engine.best_move(&game.boards()[0], &moves, limits, &leave);
        let play = played.map_err(ChoiceError::new)?;
        self.game_at(turn.at).push(play);
        Ok(turn.choices.find(&play).expect("a legal move is among the choices"))
    }

    fn opponent_moved(
        &mut self,
        turn: &Turn<'_, Tables>,
        played: usize,
    ) -> Result<(), ChoiceError> {
        self.moved(turn, played)
    }

    fn moved(&mut self, turn: &Turn<'_, Tables>, played: usize) -> Result<(), ChoiceError> {
        self.game_at(turn.at).push(turn.choices[played].play);
        Ok(())
    }

    fn new_game(&mut self) {
        self.game = None;
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.pool.give_back(engine);
        }
    }
}

/// Our own searcher: one of the moves with the best score, by chance; or `E_p(c)`, who chooses by
/// competence among the scores as `fallible uci` does.
struct SearcherPlayer {
    pool: Arc<EnginePool>,
    competence: Option<Competence>,
}

impl Agent<Tables> for SearcherPlayer {
    fn choose(&mut self, turn: &Turn<'_, Tables>, rng: &mut dyn Rng) -> Result<usize, ChoiceError> {
        let board = Board::from(turn.at.clone());
        let moves: Vec<Move> = turn.choices.iter().map(|choice| choice.play).collect();
        let MoveLimits { depth, nodes, .. } = self.pool.spec.limits;
        let (depth, stopped) = (depth.unwrap_or(Plies(1)), || self.pool.is_stopped());
        let limits = Limits { depth, nodes, halt: &stopped, leave: &stopped };
        let found = Searcher.evaluate(&board, &moves, &limits).map_err(ChoiceError::new)?;
        if let Some(competence) = self.competence {
            let player = ReferencePlayer::new(competence);
            return Ok(player.choose(&choices(&moves, &found), &mut &mut *rng));
        }
        let best = found.scores.iter().max();
        let equal = |&at: &usize| Some(&found.scores[at]) == best;
        let best: Vec<usize> = (0..moves.len()).filter(equal).collect();
        Ok(best[rng.random_range(0..best.len())])
    }
}
