//! What all your moves say of you, kept up with the database.

use player::{Belief, CompetenceGrid};
use rusqlite::Connection;
use study::practice::observe;

use super::{History, HistoryError, rows};

/// What was learned from the moves of the database, and up to which of them.
#[derive(Clone, Debug)]
pub(crate) struct Learned {
    /// About your competence.
    pub(crate) belief: Belief,
    /// The number of the last move that was learned from; 0 before the first.
    up_to: i64,
}

impl Default for Learned {
    fn default() -> Learned {
        Learned { belief: Belief::uniform(CompetenceGrid::default()), up_to: 0 }
    }
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
            "SELECT id, likelihood FROM moves WHERE id > ?1 AND counts AND likelihood NOT NULL ORDER BY id",
        )?;
        let mut rows = statement.query([learned.up_to])?;
        while let Some(row) = rows.next()? {
            learned.up_to = row.get(0)?;
            let blob = row.get_ref(1)?.as_blob().unwrap_or_default();
            observe(&mut learned.belief, &rows::numbers(blob));
        }
        Ok(())
    }
}

/// Moves are never deleted one by one, and a number is never given again.
fn is_there(connection: &Connection, id: i64) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM moves WHERE id = ?1")?.exists([id])
}
