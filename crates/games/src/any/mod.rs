//! Any of the games, as one type: what fronts ask and agents play is the same for all of them.
//!
//! - [`AnyGame`]: the tables of a game, a [`ChoiceSource`]; [`name`]: [`GameName`], which game
//! - [`position`]: [`AnyPosition`] and [`AnyMove`], with their names
//! - [`endgame`]: [`AnyEndgame`], and [`AnyPlaces`], its positions by number

pub mod endgame;
pub mod name;
pub mod position;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use shakmaty::Color;
use value::{ChoiceError, ChoiceSource, Choices, Depth, Metric, Outcome};

use crate::error::GameError;
use crate::watch::{Listen, Watch};
use crate::{antichess, checkers};
pub use endgame::{AnyEndgame, AnyPlaces};
pub use name::{GameName, UnknownGame};
pub use position::{AnyMove, AnyPosition};

/// Boards of an endgame by what they are worth to the side to move, every placement counted.
pub type Counts = BTreeMap<Outcome, u64>;

/// A game with its tables, solved when they are asked for.
#[derive(Debug)]
pub enum AnyGame {
    /// Antichess and suicide chess.
    Antichess(antichess::Tables),
    /// Checkers.
    Checkers(checkers::Tables),
}

/// The same expression for every game's tables.
macro_rules! each {
    ($any:expr, $tables:ident => $made:expr) => {
        match $any {
            AnyGame::Antichess($tables) => AnyGame::Antichess($made),
            AnyGame::Checkers($tables) => AnyGame::Checkers($made),
        }
    };
}

impl AnyGame {
    /// The tables of a game, in memory, with depths in this metric.
    pub fn open(game: GameName, metric: Metric) -> Result<AnyGame, GameError> {
        let refused = |known| Err(GameError::Metric { game: game.word(), metric, known });
        match (game, metric) {
            (GameName::Checkers, Metric::Dtc) => Ok(AnyGame::Checkers(checkers::Tables::new())),
            (GameName::Checkers, _) => refused(
                "the winner's moves to a capture or a crowning: leave --metric out, or choose dtc",
            ),
            (_, Metric::Dtc | Metric::Dtz) => {
                Ok(AnyGame::Antichess(antichess::Tables::new(game.rules(), metric)))
            }
            _ => refused(
                "the winner's moves to a capture or promotion (dtc), or to any pawn move (dtz) too: choose one of these",
            ),
        }
    }

    /// Keeps tables in this folder.
    #[must_use]
    pub fn in_folder(self, folder: PathBuf) -> AnyGame {
        each!(self, tables => tables.in_folder(folder))
    }

    /// Tells somebody how far solving is.
    #[must_use]
    pub fn watched_by(self, watch: Watch) -> AnyGame {
        each!(self, tables => tables.watched_by(watch))
    }

    /// Keeps so many bytes of tables in memory.
    #[must_use]
    pub fn within(self, bytes: usize) -> AnyGame {
        each!(self, tables => tables.within(bytes))
    }

    /// Which game.
    pub fn name(&self) -> GameName {
        match self {
            AnyGame::Antichess(tables) => match tables.rules() {
                antichess::Rules::Antichess => GameName::Antichess,
                antichess::Rules::Suicide => GameName::Suicide,
            },
            AnyGame::Checkers(_) => GameName::Checkers,
        }
    }

    /// What depths count.
    pub fn metric(&self) -> Metric {
        match self {
            AnyGame::Antichess(tables) => tables.metric(),
            AnyGame::Checkers(_) => Metric::Dtc,
        }
    }

    /// What depths count, in words.
    pub fn unit(&self) -> &'static str {
        match (self, self.metric()) {
            (AnyGame::Checkers(_), _) => {
                "winner's moves to conversion (capture, crowning or the end)"
            }
            (_, Metric::Dtz) => "winner's moves to a zeroing move (capture, pawn move or the end)",
            _ => "winner's moves to conversion (capture, promotion or the end)",
        }
    }

    /// What a position is worth to the side to move.
    pub fn value(&self, at: &AnyPosition) -> Result<Outcome, GameError> {
        match (self, at) {
            (AnyGame::Antichess(tables), AnyPosition::Antichess(at)) => tables.outcome(at),
            (AnyGame::Checkers(tables), AnyPosition::Checkers(at)) => tables.outcome(at),
            _ => Err(GameError::OtherGame),
        }
    }

    /// The same if the table is in memory; none if it would have to be read or solved.
    pub fn known(&self, at: &AnyPosition) -> Option<Outcome> {
        match (self, at) {
            (AnyGame::Antichess(tables), AnyPosition::Antichess(at)) => tables.known(at),
            (AnyGame::Checkers(tables), AnyPosition::Checkers(at)) => tables.known(at),
            _ => None,
        }
    }

    /// Whether a move ends the count of the metric.
    pub fn ends_count(&self, at: &AnyPosition, play: &AnyMove) -> bool {
        match (self, at, play) {
            (AnyGame::Antichess(tables), _, AnyMove::Antichess(play)) => tables.ends_count(*play),
            (_, AnyPosition::Checkers(at), AnyMove::Checkers(play)) => at.ends_count(play),
            _ => false,
        }
    }

    /// Whether the table of an endgame is in memory or has a file.
    pub fn is_ready(&self, endgame: &AnyEndgame) -> bool {
        match (self, endgame) {
            (AnyGame::Antichess(tables), AnyEndgame::Antichess(material)) => {
                tables.is_ready(material)
            }
            (AnyGame::Checkers(tables), AnyEndgame::Checkers(slice)) => tables.is_ready(slice),
            _ => false,
        }
    }

    /// Makes a table and all it needs, for its file.
    pub fn solve(&self, endgame: &AnyEndgame) -> Result<(), GameError> {
        match (self, endgame) {
            (AnyGame::Antichess(tables), AnyEndgame::Antichess(material)) => {
                tables.solve(material).map(drop)
            }
            (AnyGame::Checkers(tables), AnyEndgame::Checkers(slice)) => tables.solve(slice),
            _ => Err(GameError::OtherGame),
        }
    }

    /// Reads or makes the table of an endgame and keeps it in memory.
    pub fn load(&self, endgame: &AnyEndgame) -> Result<(), GameError> {
        self.table(endgame).map(drop)
    }

    /// The same with somebody else who hears how far it is, and may stop it.
    pub fn load_heard(&self, endgame: &AnyEndgame, listen: &Listen<'_>) -> Result<(), GameError> {
        match (self, endgame) {
            (AnyGame::Antichess(tables), AnyEndgame::Antichess(material)) => {
                tables.table_heard(material, listen).map(drop)
            }
            (AnyGame::Checkers(tables), AnyEndgame::Checkers(slice)) => {
                tables.table_heard(slice, listen).map(drop)
            }
            _ => Err(GameError::OtherGame),
        }
    }

    fn table(&self, endgame: &AnyEndgame) -> Result<AnyTable, GameError> {
        match (self, endgame) {
            (AnyGame::Antichess(tables), AnyEndgame::Antichess(material)) => {
                let table = tables.table(material)?;
                let swapped = table.material() != material;
                Ok(AnyTable::Antichess { table, swapped })
            }
            (AnyGame::Checkers(tables), AnyEndgame::Checkers(slice)) => {
                Ok(AnyTable::Checkers(tables.table(slice)?))
            }
            _ => Err(GameError::OtherGame),
        }
    }

    /// Counts the boards of an endgame, White to move and Black to move.
    pub fn counts(&self, endgame: &AnyEndgame) -> Result<[Counts; 2], GameError> {
        let table = self.table(endgame)?;
        Ok(Color::ALL.map(|turn| table.counts(turn)))
    }

    /// The deepest win of a colour in an endgame, whoever is to move; none if it never wins.
    pub fn deepest(&self, endgame: &AnyEndgame, winner: Color) -> Result<Option<Depth>, GameError> {
        Ok(self.table(endgame)?.deepest(winner))
    }

    /// The deepest win, or loss, of a side to move; none if there is none.
    pub fn deepest_of(
        &self,
        endgame: &AnyEndgame,
        turn: Color,
        wins: bool,
    ) -> Result<Option<Depth>, GameError> {
        Ok(self.table(endgame)?.deepest_of(turn, wins))
    }

    /// The [places](AnyPlaces) of an endgame where the side to move has this outcome; some of them have no position.
    pub fn places_of(
        &self,
        endgame: &AnyEndgame,
        turn: Color,
        outcome: Outcome,
    ) -> Result<Vec<usize>, GameError> {
        Ok(self.table(endgame)?.places(turn, outcome))
    }
}

/// A solved endgame in the colours of its name.
enum AnyTable {
    Antichess { table: Arc<antichess::Table>, swapped: bool },
    Checkers(Arc<checkers::Table>),
}

/// White is 0 in checkers.
fn side(color: Color) -> usize {
    usize::from(color.is_black())
}

impl AnyTable {
    fn counts(&self, turn: Color) -> Counts {
        match self {
            AnyTable::Antichess { table, swapped } => table.counts(seen(turn, *swapped)),
            AnyTable::Checkers(table) => table.counts(side(turn)),
        }
    }

    fn deepest(&self, winner: Color) -> Option<Depth> {
        match self {
            AnyTable::Antichess { table, swapped } => table.deepest(seen(winner, *swapped)),
            AnyTable::Checkers(table) => table.deepest(side(winner)),
        }
    }

    fn deepest_of(&self, turn: Color, wins: bool) -> Option<Depth> {
        match self {
            AnyTable::Antichess { table, swapped } => table.deepest_of(seen(turn, *swapped), wins),
            AnyTable::Checkers(table) => table.deepest_of(side(turn), wins),
        }
    }

    fn places(&self, turn: Color, outcome: Outcome) -> Vec<usize> {
        match self {
            AnyTable::Antichess { table, swapped } => table.places(seen(turn, *swapped), outcome),
            AnyTable::Checkers(table) => table.places(side(turn), outcome),
        }
    }
}

/// A colour in a table whose colours may be swapped.
fn seen(color: Color, swapped: bool) -> Color {
    if swapped { color.other() } else { color }
}

impl ChoiceSource for AnyGame {
    type Position = AnyPosition;
    type Move = AnyMove;
    type Value = Outcome;

    fn choices(&self, at: &AnyPosition) -> Result<Choices<AnyMove>, ChoiceError> {
        match (self, at) {
            (AnyGame::Antichess(tables), AnyPosition::Antichess(at)) => {
                Ok(wrapped(tables.choices(at)?, AnyMove::Antichess))
            }
            (AnyGame::Checkers(tables), AnyPosition::Checkers(at)) => {
                Ok(wrapped(tables.choices(at)?, AnyMove::Checkers))
            }
            _ => Err(ChoiceError::new(GameError::OtherGame)),
        }
    }

    fn after(&self, at: &AnyPosition, play: &AnyMove) -> AnyPosition {
        at.after(play)
    }

    fn endgame(&self, at: &AnyPosition) -> Option<u64> {
        match (self, at) {
            (AnyGame::Antichess(tables), AnyPosition::Antichess(at)) => tables.endgame(at),
            (AnyGame::Checkers(tables), AnyPosition::Checkers(at)) => tables.endgame(at),
            _ => None,
        }
    }

    fn key(&self, at: &AnyPosition) -> Option<u64> {
        match (self, at) {
            (AnyGame::Antichess(tables), AnyPosition::Antichess(at)) => tables.key(at),
            (AnyGame::Checkers(tables), AnyPosition::Checkers(at)) => tables.key(at),
            _ => None,
        }
    }
}

/// The same choices with every move as one of any game.
fn wrapped<M>(choices: Choices<M>, wrap: impl Fn(M) -> AnyMove) -> Choices<AnyMove> {
    let extent = choices.extent();
    let list = choices.into_iter().map(|choice| value::Choice {
        play: wrap(choice.play),
        value: choice.value,
        weight: choice.weight,
    });
    Choices::new(list.collect(), extent)
}
