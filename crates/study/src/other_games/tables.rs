//! The tables of all other games, for whoever is asked about any of them.

use std::path::PathBuf;

use games::{AnyGame, GameName, Watch};
use value::Metric;

use crate::practice::GameRow;

/// The tables of each game, in DTC.
#[derive(Debug)]
pub struct GameTables([AnyGame; 3]);

impl GameTables {
    /// Tables in this folder, within so many bytes of memory together.
    pub fn in_folder(folder: PathBuf, memory: usize) -> GameTables {
        GameTables::new(memory).each(|game| game.in_folder(folder.clone()))
    }

    /// Tables in memory alone.
    pub fn new(memory: usize) -> GameTables {
        let open = |name| AnyGame::open(name, Metric::Dtc).expect("every game has DTC");
        GameTables(GameName::ALL.map(|name| open(name).within(memory / 3)))
    }

    /// Tells somebody how far solving is.
    #[must_use]
    pub fn watched_by(self, watch: Watch) -> GameTables {
        self.each(|game| game.watched_by(watch.clone()))
    }

    fn each(self, change: impl Fn(AnyGame) -> AnyGame) -> GameTables {
        GameTables(self.0.map(change))
    }

    /// Those of one game.
    pub fn of(&self, name: GameName) -> &AnyGame {
        let found = self.0.iter().find(|game| game.name() == name);
        found.expect("every game is there")
    }

    /// Those of the game that a practice game is of.
    pub(crate) fn of_row(&self, row: &GameRow) -> &AnyGame {
        self.of(row.game.expect("a game of chess is kept apart"))
    }
}
