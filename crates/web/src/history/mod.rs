//! Every practice game and every move, in a database: written before it is answered.
//!
//! SQLite in write-ahead mode, synchronised with the disk at every change: a server killed in
//! mid-game, or a machine that loses its power, leaves every answered move behind and nothing
//! half-written. Several servers may share a history: the database is the authority, and a change is
//! kept only in the version of the game it was made in.
//!
//! - `rows`: a game and a move as they are kept
//! - `schema`: the tables, and older files brought up to date; `duplicate_moves`: games that were written
//!   twice
//! - `learned`: what all moves say of you; `daily`: the positions of each day

mod daily;
mod duplicate_moves;
mod learned;
mod rows;
mod schema;

use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

pub(crate) use learned::Learned;
use rows::{blob, game_row, moves_of, read_one};
use schema::SCHEMA;
use study::other_games::GameName;
use study::practice::{GameRow, Listing, MoveRow, RecordedGame};

use crate::lock::lock;

/// Why the history cannot be kept.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum HistoryError {
    #[error(
        "the practice history cannot be read or written: check the folder given with --data DIR"
    )]
    Database(#[from] rusqlite::Error),
    #[error(
        "cannot make the folder {folder} for the practice history: name another one with --data DIR"
    )]
    Folder { folder: String, source: std::io::Error },
    #[error(
        "the practice history was written by a later version ({0}, this program knows {SCHEMA}): use that program, or name another folder with --data DIR"
    )]
    Later(i64),
    /// The game has another version than the one it was changed in: nothing was kept.
    #[error("the game has moved on elsewhere: ask for it again")]
    Overtaken,
    /// Nothing was kept.
    #[error("there is no such practice game any more: start a new one")]
    Gone,
}

/// How long a change waits for another server to finish its own.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

/// Turns on the write-ahead log. While another server does so this is refused at once, whatever the
/// time-out: it is tried again.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let pause = std::time::Duration::from_millis(10);
    let mut tries = PATIENCE.as_millis() / pause.as_millis();
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if tries > 0 && is_busy(&error) => {
                tries -= 1;
                std::thread::sleep(pause);
            }
            done => return done,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
}

pub(crate) struct History(Mutex<Connection>);

impl History {
    /// Opens the history in a folder, which is made if it is not there.
    pub(crate) fn open(folder: &Path) -> Result<History, HistoryError> {
        std::fs::create_dir_all(folder).map_err(|source| HistoryError::Folder {
            folder: folder.display().to_string(),
            source,
        })?;
        History::prepared(Connection::open(folder.join("practice.sqlite"))?)
    }

    /// A history that is gone with the program.
    pub(crate) fn in_memory() -> Result<History, HistoryError> {
        History::prepared(Connection::open_in_memory()?)
    }

    fn prepared(mut connection: Connection) -> Result<History, HistoryError> {
        connection.busy_timeout(PATIENCE)?;
        write_ahead(&connection)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        schema::prepare(&mut connection)?;
        Ok(History(Mutex::new(connection)))
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        lock(&self.0)
    }

    /// Keeps a new game with the moves made in it already.
    pub(crate) fn begin(&self, game: &GameRow, made: &[MoveRow]) -> Result<(), HistoryError> {
        let mut connection = self.lock();
        let all = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        all.prepare_cached(
            "INSERT INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19)",
        )?
        .execute(params![
            game.id,
            game.started,
            game.material,
            game.you.fold_wb("white", "black"),
            game.start_fen,
            game.goal.word(),
            game.to_mate,
            game.surprise,
            game.opponent,
            game.seed.cast_signed(),
            game.depth,
            game.parent,
            blob(&game.seen),
            game.version.cast_signed(),
            game.furthest,
            game.over.map(|over| over.result()),
            game.over.map(|over| over.reason.word()),
            game.reached(),
            game.game.map(GameName::word),
        ])?;
        insert(&all, &game.id, made)?;
        Ok(all.commit()?)
    }

    /// Keeps the moves that a request has made, those before them being taken back from a ply on;
    /// all of it, or nothing if the game has another version than `was`, the one it was changed in.
    pub(crate) fn change(
        &self,
        game: &GameRow,
        was: u64,
        made: &[MoveRow],
        taken_back_from: Option<usize>,
    ) -> Result<(), HistoryError> {
        let mut connection = self.lock();
        let all = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let changed = all
            .prepare_cached(
                "UPDATE games SET version = ?3, furthest = MAX(furthest, ?4), result = ?5, reason = ?6, reached = ?7
                 WHERE id = ?1 AND version = ?2",
            )?
            .execute(params![
                game.id,
                was.cast_signed(),
                game.version.cast_signed(),
                game.furthest,
                game.over.map(|over| over.result()),
                game.over.map(|over| over.reason.word()),
                game.reached(),
            ])?;
        if changed == 0 {
            let there = stands(&all, &game.id)?.is_some();
            return Err(if there { HistoryError::Overtaken } else { HistoryError::Gone });
        }
        if let Some(from) = taken_back_from {
            all.prepare_cached(
                "UPDATE moves SET taken_back = 1 WHERE game = ?1 AND ply >= ?2 AND taken_back = 0",
            )?
            .execute(params![game.id, from])?;
        }
        insert(&all, &game.id, made)?;
        Ok(all.commit()?)
    }

    /// The version of a game and how many plies of it were ever reached or told; none if there is no
    /// such game.
    pub(crate) fn stands(&self, id: &str) -> Result<Option<(u64, usize)>, HistoryError> {
        Ok(stands(&self.lock(), id)?)
    }

    /// A game with the moves that stand.
    pub(crate) fn game(&self, id: &str) -> Result<Option<RecordedGame>, HistoryError> {
        let mut connection = self.lock();
        // Both in one transaction: another server may be at work.
        let all = connection.transaction()?;
        let mut found = all.prepare_cached("SELECT * FROM games WHERE id = ?1")?;
        let Some(game) = found.query_row([id], game_row).optional()? else { return Ok(None) };
        Ok(Some(RecordedGame { game, moves: moves_of(&all, id)? }))
    }

    /// The latest games, the last first, with the moves that stand; not those that were started and never
    /// played.
    pub(crate) fn games(
        &self,
        limit: usize,
        material: Option<&str>,
    ) -> Result<Listing, HistoryError> {
        let mut connection = self.lock();
        let all = connection.transaction()?;
        let mut statement = all.prepare_cached(
            "SELECT * FROM games WHERE (?1 IS NULL OR material = ?1) AND (result IS NOT NULL OR furthest > 1 OR EXISTS
                 (SELECT 1 FROM moves WHERE game = games.id AND taken_back = 0 AND by_you))
             ORDER BY started DESC, rowid DESC LIMIT ?2",
        )?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut rows = statement.query(params![material, limit])?;
        let mut listing = Listing::default();
        while let Some(row) = rows.next()? {
            let id = row.get_ref("id")?.as_bytes().map(String::from_utf8_lossy);
            let id = id.map_or_else(|_| "?".to_owned(), std::borrow::Cow::into_owned);
            match read_one(&all, &id, game_row(row))? {
                Ok(recorded) => listing.games.push(recorded),
                Err(unreadable) => listing.unreadable.push(unreadable),
            }
        }
        Ok(listing)
    }

    /// In how many games of this kind there was something to learn of you; of chess if none is named.
    pub(crate) fn telling_games(&self, game: Option<GameName>) -> Result<usize, HistoryError> {
        let counted =
            "SELECT COUNT(DISTINCT games.id) FROM moves JOIN games ON games.id = moves.game
             WHERE counts AND games.game IS ?1";
        let word = game.map(GameName::word);
        Ok(self.lock().query_row(counted, params![word], |row| row.get(0))?)
    }

    pub(crate) fn delete_everything(&self) -> Result<(), HistoryError> {
        let mut connection = self.lock();
        let all = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        all.execute_batch(
            "DELETE FROM moves; DELETE FROM games; DELETE FROM daily; DELETE FROM cards;",
        )?;
        all.commit()?;
        // What was deleted must not linger in free pages or in the log.
        connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")?;
        Ok(())
    }
}

fn insert(all: &Transaction<'_>, game: &str, made: &[MoveRow]) -> Result<(), HistoryError> {
    for made in made {
        all.prepare_cached(
            "INSERT INTO moves (game, ply, uci, by_you, counts, made, depth, conceded, value_conceded, likelihood)
             VALUES (?1,?2,?3,?4,?5,unixepoch(),?6,?7,?8,?9)",
        )?
        .execute(params![
            game,
            made.ply,
            made.uci,
            made.by_you,
            made.counts,
            made.depth,
            made.conceded,
            made.value_conceded,
            made.likelihood.as_deref().map(blob),
        ])?;
    }
    Ok(())
}

fn stands(connection: &Connection, id: &str) -> rusqlite::Result<Option<(u64, usize)>> {
    connection
        .prepare_cached("SELECT version, furthest FROM games WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?)))
        .optional()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SQLite before 3.50.7, and 3.51 before 3.51.3, can lose a committed change when two processes
    /// restart the write-ahead log at once (the "WAL-reset" fault).
    #[test]
    fn the_database_engine_keeps_what_two_servers_commit() {
        let version = rusqlite::version_number();
        assert!((3_050_007..3_051_000).contains(&version) || version >= 3_051_003, "{version}");
    }

    #[test]
    fn every_change_is_on_the_disk_before_it_is_answered() {
        let folder = tempfile::tempdir().unwrap();
        let history = History::open(folder.path()).unwrap();
        let asked = |name: &str| -> String {
            let value = |row: &rusqlite::Row<'_>| row.get::<_, rusqlite::types::Value>(0);
            match history.lock().pragma_query_value(None, name, value).unwrap() {
                rusqlite::types::Value::Integer(number) => number.to_string(),
                rusqlite::types::Value::Text(text) => text,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(asked("journal_mode"), "wal");
        // OFF, NORMAL, FULL, EXTRA.
        assert_eq!(asked("synchronous"), "2");
    }

    #[test]
    fn servers_started_at_the_same_moment_make_one_history() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            std::thread::scope(|scope| {
                let open = || History::open(folder.path()).map(drop);
                let all: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
                all.into_iter().for_each(|one| one.join().unwrap().unwrap());
            });
        }
    }
}
