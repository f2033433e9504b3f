//! What all your moves say of you, kept up with the database.

use std::collections::HashMap;

use player::{Belief, CompetenceGrid};
use rusqlite::Connection;
use study::other_games::GameName;
use study::practice::observe;

use super::{History, HistoryError, rows};

/// What was learned from the moves of the database, and up to which of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learned {
    /// About your competence in each game, by its word; chess has none.
    beliefs: HashMap<Option<String>, Belief>,
    /// The number of the last move that was learned from; 0 before the first.
    up_to: i64,
}

impl Learned {
    /// About your competence in a game; in chess if none is named.
    pub(crate) fn belief(&self, game: Option<GameName>) -> Belief {
        let word = game.map(|game| game.word().to_owned());
        self.beliefs.get(&word).cloned().unwrap_or_else(nothing)
    }
}

/// Before the first move.
fn nothing() -> Belief {
    Belief::uniform(CompetenceGrid::default())
}

impl History {
    /// Learns from the moves kept since the last time, whichever server kept them; from the first on
    /// if the history was deleted.
    pub(crate) fn learn(&self, learned: &mut Learned) -> Result<(), HistoryError> {
        let mut connection = self.lock();
        let all = connection.transaction()?;
        if learned.up_to > 0 && !is_there(&all, learned.up_to)? {
            *learned = Learned::default();
        }
        let mut statement = all.prepare_cached(
            "SELECT moves.id, likelihood, games.game FROM moves JOIN games ON games.id = moves.game
             WHERE moves.id > ?1 AND counts AND likelihood NOT NULL ORDER BY moves.id",
        )?;
        let mut rows = statement.query([learned.up_to])?;
        while let Some(row) = rows.next()? {
            learned.up_to = row.get(0)?;
            let blob = row.get_ref(1)?.as_blob().unwrap_or_default();
            let belief = learned.beliefs.entry(row.get(2)?).or_insert_with(nothing);
            observe(belief, &rows::numbers(blob));
        }
        Ok(())
    }
}

/// Moves are never deleted one by one, and a number is never given again.
fn is_there(connection: &Connection, id: i64) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM moves WHERE id = ?1")?.exists([id])
}
