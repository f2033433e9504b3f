//! A practice game of chess or of another game, as whoever keeps both asks for it.

use endgame::rules::Position;
use endgame::tables::Tables;
use games::AnyPosition;
use player::Belief;

use super::practice_game::{PracticeGame, PracticeSetup};
use super::recorded::{GameRow, MoveRow, RecordedGame};
use super::{PracticeError, report};
use crate::other_games::GameTables;
use crate::schema::practice as schema;

/// The tables of chess, and those of the other games.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Of chess.
    pub chess: &'a Tables,
    /// Of the others.
    pub others: &'a GameTables,
}

/// A practice game, whichever game is played.
pub enum AnyPracticeGame {
    /// Of chess.
    Chess(Box<PracticeGame>),
    /// Of another game.
    Other(Box<PracticeGame<AnyPosition>>),
}

/// What a game begins with, whichever it is.
#[derive(Clone, Debug)]
pub enum AnySetup {
    /// Chess.
    Chess(PracticeSetup<Position>),
    /// Another game.
    Other(games::GameName, PracticeSetup<AnyPosition>),
}

/// The same expression for a game of either kind, with its tables.
macro_rules! either {
    ($any:expr, $sources:ident, ($game:ident, $source:ident) => $done:expr) => {
        match $any {
            AnyPracticeGame::Chess($game) => {
                let $source = $sources.chess;
                $done
            }
            AnyPracticeGame::Other($game) => {
                let $source = $sources.others.of_row($game.row());
                $done
            }
        }
    };
    ($any:expr, $game:ident => $done:expr) => {
        match $any {
            AnyPracticeGame::Chess($game) => $done,
            AnyPracticeGame::Other($game) => $done,
        }
    };
}

impl AnyPracticeGame {
    /// As [`PracticeGame::begin`].
    pub fn begin(
        sources: Sources<'_>,
        id: String,
        started: i64,
        setup: AnySetup,
        seen: &Belief,
    ) -> Result<AnyPracticeGame, PracticeError> {
        Ok(match setup {
            AnySetup::Chess(setup) => {
                let game = PracticeGame::begin(sources.chess, id, started, setup, seen)?;
                AnyPracticeGame::Chess(Box::new(game))
            }
            AnySetup::Other(name, setup) => {
                let source = sources.others.of(name);
                let game = PracticeGame::begin(source, id, started, setup, seen)?;
                AnyPracticeGame::Other(Box::new(game))
            }
        })
    }

    /// As [`PracticeGame::resume`].
    pub fn resume(
        sources: Sources<'_>,
        recorded: RecordedGame,
    ) -> Result<AnyPracticeGame, PracticeError> {
        Ok(match recorded.game.game {
            None => {
                AnyPracticeGame::Chess(Box::new(PracticeGame::resume(sources.chess, recorded)?))
            }
            Some(name) => {
                let game = PracticeGame::resume(sources.others.of(name), recorded)?;
                AnyPracticeGame::Other(Box::new(game))
            }
        })
    }

    /// What is kept of it.
    pub fn row(&self) -> &GameRow {
        either!(self, game => game.row())
    }

    /// How many half-moves stand.
    pub fn plies(&self) -> usize {
        either!(self, game => game.session().steps().len())
    }

    /// As [`PracticeGame::told_elsewhere`].
    pub fn told_elsewhere(&mut self, furthest: usize) {
        either!(self, game => game.told_elsewhere(furthest));
    }

    /// As [`PracticeGame::tell`].
    pub fn tell(&mut self) -> bool {
        either!(self, game => game.tell())
    }

    /// As [`PracticeGame::play`].
    pub fn play(&mut self, sources: Sources<'_>, text: &str) -> Result<(), PracticeError> {
        either!(self, sources, (game, source) => game.play(source, text))
    }

    /// As [`PracticeGame::take_back`].
    pub fn take_back(&mut self) -> Result<usize, PracticeError> {
        either!(self, game => game.take_back())
    }

    /// As [`PracticeGame::resign`].
    pub fn resign(&mut self) -> Result<(), PracticeError> {
        either!(self, game => game.resign())
    }

    /// As [`PracticeGame::rows_from`].
    pub fn rows_from(&self, first: usize) -> Vec<MoveRow> {
        either!(self, game => game.rows_from(first))
    }

    /// As [`PracticeGame::branch`].
    pub fn branch(
        &self,
        sources: Sources<'_>,
        ply: usize,
        seed: u64,
    ) -> Result<AnySetup, PracticeError> {
        match self {
            AnyPracticeGame::Chess(game) => {
                Ok(AnySetup::Chess(game.branch(sources.chess, ply, seed)?))
            }
            AnyPracticeGame::Other(game) => {
                let source = sources.others.of_row(game.row());
                Ok(AnySetup::Other(source.name(), game.branch(source, ply, seed)?))
            }
        }
    }

    /// As [`PracticeGame::hint`].
    pub fn hint(&self, sources: Sources<'_>) -> Result<schema::Hint, PracticeError> {
        either!(self, sources, (game, source) => game.hint(source))
    }

    /// As [`PracticeGame::state`].
    pub fn state(&self, sources: Sources<'_>, reveal: bool) -> Result<schema::Game, PracticeError> {
        either!(self, sources, (game, source) => game.state(source, reveal))
    }

    /// The report of a game, however far it has come.
    pub fn report(&self, sources: Sources<'_>) -> schema::Report {
        either!(self, sources, (game, source) => report::report(source, game))
    }
}
