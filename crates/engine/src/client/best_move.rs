//! The move an engine plays: one search of a game as it stands, within limits.

use std::time::Duration;

use endgame::rules::{Board, Move};
use value::Plies;

use super::process::Watchdog;
use super::{Engine, EngineError, Owed};
use crate::evaluator::Limits;
use crate::message::{Command, Go, Reply, Start};

/// When the search for a move ends: at the first of these that is met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// Depth, in plies.
    pub depth: Option<Plies>,
    /// The most positions to search.
    pub nodes: Option<u64>,
    /// Search so long.
    pub time: Option<Duration>,
}

impl Engine {
    /// The move it plays in a game that began with `start` and went on with these legal moves.
    ///
    /// The engine sees the whole game, so that it knows of repetitions; its hash table is cleared
    /// before every move, so that the answer depends on the game and on nothing searched before.
    pub fn best_move(
        &mut self,
        start: &Board,
        moves: &[Move],
        limits: &MoveLimits,
        leave: &dyn Fn() -> bool,
    ) -> Result<Move, EngineError> {
        let waiting = Limits { depth: Plies(0), nodes: None, halt: &|| false, leave };
        self.settle(&waiting)?;
        self.keep_lines(1)?;
        self.process.say(&Command::NewGame)?;
        self.ready(&waiting)?;
        let mut board = start.clone();
        let write = |&play: &Move| {
            let text = board.uci(play);
            board.play(play);
            text
        };
        let moves = moves.iter().map(write).collect();
        self.process.say(&Command::Position { start: Start::Fen(start.fen()), moves })?;
        let go = Go {
            depth: limits.depth.map(|depth| depth.0),
            nodes: limits.nodes,
            movetime: limits.time.map(|time| time.as_millis() as i64),
            ..Go::default()
        };
        self.process.say(&Command::Go(Box::new(go)))?;
        // New scores are no progress here: an engine that does not know the limit searches for ever.
        let mut watchdog = Watchdog::begin();
        loop {
            if let Reply::BestMove { play, .. } = self.hear(&mut watchdog, &waiting, Owed::Move)? {
                let text = play.unwrap_or_else(|| "(none)".to_owned());
                return board.read_uci(&text).ok_or_else(|| EngineError::IllegalMove {
                    name: self.name().to_owned(),
                    text,
                    fen: board.fen(),
                });
            }
        }
    }
}
