//! The tables of the database, and how an older one becomes a newer one.
//!
//! Version 1 let two servers write the same ply of a game twice. Version 2 has one move that stands
//! for each ply of a game, by a unique index, and numbers moves once and for all. Version 3 knows other games than chess.
//! Version 4 has the positions of each day.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::{HistoryError, duplicate_moves};

/// The version of the tables below; a file of a later version is refused.
pub(super) const SCHEMA: i64 = 4;

const GAMES: &str = "
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    started INTEGER NOT NULL,
    material TEXT NOT NULL,
    you TEXT NOT NULL,
    start_fen TEXT NOT NULL,
    goal TEXT NOT NULL,
    to_mate INTEGER NOT NULL,
    surprise INTEGER NOT NULL,
    opponent TEXT NOT NULL,
    seed INTEGER NOT NULL,
    depth INTEGER,
    parent TEXT,
    seen BLOB NOT NULL,
    version INTEGER NOT NULL,
    furthest INTEGER NOT NULL,
    result TEXT,
    reason TEXT,
    reached INTEGER,
    game TEXT
) STRICT;
CREATE INDEX games_started ON games (started);
";

/// `id` grows with every move and is never given twice, not even after everything was deleted: what
/// was learned up to a move is known by its number.
const MOVES: &str = "
CREATE TABLE moves (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    uci TEXT NOT NULL,
    by_you INTEGER NOT NULL,
    counts INTEGER NOT NULL,
    taken_back INTEGER NOT NULL DEFAULT 0,
    made INTEGER NOT NULL,
    depth INTEGER,
    conceded INTEGER,
    value_conceded INTEGER NOT NULL,
    likelihood BLOB
) STRICT;
";

/// Of each ply of a game one move stands; moves taken back are kept beside it.
const ONE_MOVE_STANDS: &str =
    "CREATE UNIQUE INDEX moves_that_stand ON moves (game, ply) WHERE taken_back = 0;";

/// What is asked on a day, counted from 1970-01-01, and the first answers; when positions come back.
const DAILY: &str = "
CREATE TABLE daily (
    day INTEGER NOT NULL,
    place INTEGER NOT NULL,
    fen TEXT NOT NULL,
    title TEXT NOT NULL,
    why TEXT NOT NULL,
    is_right INTEGER,
    PRIMARY KEY (day, place)
) STRICT;
CREATE TABLE cards (
    fen TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    why TEXT NOT NULL,
    right_in_a_row INTEGER NOT NULL,
    due INTEGER NOT NULL
) STRICT;
";

/// Makes the tables, or brings an older file up to date; a later one is left alone.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), HistoryError> {
    let all = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found: i64 = all.pragma_query_value(None, "user_version", |row| row.get(0))?;
    match found {
        SCHEMA => return Ok(()),
        0 => {
            all.execute_batch(GAMES)?;
            all.execute_batch(MOVES)?;
            all.execute_batch(ONE_MOVE_STANDS)?;
            all.execute_batch(DAILY)?;
        }
        1 => {
            from_version_1(&all)?;
            from_version_2(&all)?;
            from_version_3(&all)?;
        }
        2 => {
            from_version_2(&all)?;
            from_version_3(&all)?;
        }
        3 => from_version_3(&all)?,
        _ => return Err(HistoryError::Later(found)),
    }
    all.pragma_update(None, "user_version", SCHEMA)?;
    all.commit()?;
    Ok(())
}

/// All games of an older version are of chess: no word.
fn from_version_2(all: &Transaction<'_>) -> Result<(), HistoryError> {
    Ok(all.execute_batch("ALTER TABLE games ADD COLUMN game TEXT;")?)
}

/// No day has passed yet.
fn from_version_3(all: &Transaction<'_>) -> Result<(), HistoryError> {
    Ok(all.execute_batch(DAILY)?)
}

/// Numbers the moves and lets one stand for each ply. Nothing is deleted but moves of no game.
fn from_version_1(all: &Transaction<'_>) -> Result<(), HistoryError> {
    let columns = "game, ply, uci, by_you, counts, taken_back, made, depth, conceded, value_conceded, likelihood";
    all.execute_batch("DROP INDEX IF EXISTS moves_game; ALTER TABLE moves RENAME TO moves_1;")?;
    all.execute_batch(MOVES)?;
    all.execute_batch(&format!(
        "INSERT INTO moves ({columns}) SELECT {columns} FROM moves_1
         WHERE game IN (SELECT id FROM games) ORDER BY rowid;
         DROP TABLE moves_1;
         UPDATE moves SET taken_back = 1 WHERE taken_back <> 0;"
    ))?;
    duplicate_moves::games(all)?;
    all.execute_batch(ONE_MOVE_STANDS)?;
    Ok(())
}
