//! Every practice game and every move, in a database: written before it is answered.
//!
//! SQLite in write-ahead mode: a server killed in mid-game leaves every answered move behind, and
//! nothing half-written.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use player::{Belief, CompetenceGrid};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// The version of the tables below; a file of a later version is refused.
const SCHEMA: i64 = 1;

const TABLES: &str = "
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
    reached INTEGER
) STRICT;
CREATE INDEX games_started ON games (started);
CREATE TABLE moves (
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
CREATE INDEX moves_game ON moves (game, ply);
";

/// Why the history cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The database cannot be used.
    #[error(
        "the practice history cannot be read or written: check the folder given with --data DIR"
    )]
    Database(#[from] rusqlite::Error),
    /// The folder cannot be made.
    #[error(
        "cannot make the folder {folder} for the practice history: name another one with --data DIR"
    )]
    Folder {
        /// The folder.
        folder: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A later program wrote it.
    #[error(
        "the practice history was written by a later version ({found}, this program knows {SCHEMA}): use that program, or name another folder with --data DIR"
    )]
    Later {
        /// The version found.
        found: i64,
    },
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its name.
    pub id: String,
    /// When, in seconds since 1970.
    pub started: i64,
    /// White's men first.
    pub material: String,
    /// Your colour.
    pub you: String,
    /// Where it began.
    pub start_fen: String,
    /// What you set out for.
    pub goal: String,
    /// Whether it goes on after a conversion.
    pub to_mate: bool,
    /// Whether the opponent is not told.
    pub surprise: bool,
    /// The opponent in the language of agents.
    pub opponent: String,
    /// Of all chance.
    pub seed: u64,
    /// The depth at the start.
    pub depth: Option<u16>,
    /// The game it branched off.
    pub parent: Option<String>,
    /// What the opponent had seen of you: log-likelihoods on the usual grid.
    pub seen: Vec<f64>,
    /// Counts every change.
    pub version: u64,
    /// Plies ever reached or told, moves taken back included: only a move beyond says something new.
    pub furthest: usize,
    /// Result, reason, and whether the goal was reached.
    pub over: Option<(String, String, bool)>,
}

/// A move as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRow {
    /// From 1.
    pub ply: usize,
    /// The move.
    pub uci: String,
    /// Whether you made it.
    pub by_you: bool,
    /// Whether it says something of your competence.
    pub counts: bool,
    /// The depth before it.
    pub depth: Option<u16>,
    /// Moves of depth given away.
    pub conceded: Option<u16>,
    /// Whether the value was.
    pub value_conceded: bool,
    /// Its log-likelihood at each competence of the usual grid; of your moves only.
    pub likelihood: Option<Vec<f64>>,
}

/// What changes with a request.
#[derive(Debug, Default)]
pub struct Change<'a> {
    /// Moves made.
    pub made: &'a [MoveRow],
    /// Moves from this ply on are taken back.
    pub taken_back_from: Option<usize>,
}

/// The database.
pub struct History(Mutex<Connection>);

impl History {
    /// Opens the history in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<History, HistoryError> {
        std::fs::create_dir_all(folder).map_err(|source| HistoryError::Folder {
            folder: folder.display().to_string(),
            source,
        })?;
        History::prepared(Connection::open(folder.join("practice.sqlite"))?)
    }

    /// A history that is gone with the program.
    pub fn in_memory() -> Result<History, HistoryError> {
        History::prepared(Connection::open_in_memory()?)
    }

    fn prepared(mut connection: Connection) -> Result<History, HistoryError> {
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        let all = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let found: i64 = all.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if found > SCHEMA {
            return Err(HistoryError::Later { found });
        }
        if found == 0 {
            all.execute_batch(TABLES)?;
            all.pragma_update(None, "user_version", SCHEMA)?;
        }
        all.commit()?;
        Ok(History(Mutex::new(connection)))
    }

    // A transaction is whole or not there, whoever panicked while holding the connection.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a new game.
    pub fn begin(&self, game: &GameRow) -> Result<(), HistoryError> {
        self.lock().prepare_cached(
            "INSERT INTO games VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,NULL,NULL,NULL)",
        )?.execute(params![
            game.id, game.started, game.material, game.you, game.start_fen, game.goal, game.to_mate,
            game.surprise, game.opponent, game.seed.cast_signed(), game.depth, game.parent,
            blob(&game.seen), game.version.cast_signed(), game.furthest,
        ])?;
        Ok(())
    }

    /// Keeps what a request changes, all of it or nothing.
    pub fn change(&self, game: &GameRow, change: &Change<'_>) -> Result<(), HistoryError> {
        let mut connection = self.lock();
        let all = connection.transaction()?;
        if let Some(from) = change.taken_back_from {
            all.prepare_cached("UPDATE moves SET taken_back = 1 WHERE game = ?1 AND ply >= ?2")?
                .execute(params![game.id, from])?;
        }
        for made in change.made {
            all.prepare_cached(
                "INSERT INTO moves VALUES (?1,?2,?3,?4,?5,0,unixepoch(),?6,?7,?8,?9)",
            )?
            .execute(params![
                game.id,
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
        let (result, reason, reached) = match &game.over {
            Some((result, reason, reached)) => (Some(result), Some(reason), Some(reached)),
            None => (None, None, None),
        };
        all.prepare_cached(
            "UPDATE games SET version = ?2, furthest = ?3, result = ?4, reason = ?5, reached = ?6 WHERE id = ?1",
        )?
        .execute(params![game.id, game.version.cast_signed(), game.furthest, result, reason, reached])?;
        all.commit()?;
        Ok(())
    }

    /// A game with the moves that stand.
    pub fn game(&self, id: &str) -> Result<Option<(GameRow, Vec<MoveRow>)>, HistoryError> {
        let connection = self.lock();
        let game = connection
            .prepare_cached("SELECT * FROM games WHERE id = ?1")?
            .query_row([id], game_row)
            .optional()?;
        let Some(game) = game else { return Ok(None) };
        let moves = moves_of(&connection, id)?;
        Ok(Some((game, moves)))
    }

    /// The latest games, the last first, with the moves that stand.
    pub fn games(
        &self,
        limit: usize,
        material: Option<&str>,
    ) -> Result<Vec<(GameRow, Vec<MoveRow>)>, HistoryError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT * FROM games WHERE ?1 IS NULL OR material = ?1 ORDER BY started DESC, rowid DESC LIMIT ?2",
        )?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let games = statement.query_map(params![material, limit], game_row)?;
        let games = games.collect::<Result<Vec<GameRow>, _>>()?;
        games
            .into_iter()
            .map(|game| {
                let moves = moves_of(&connection, &game.id)?;
                Ok((game, moves))
            })
            .collect()
    }

    /// What all your moves say of your competence.
    pub fn knowledge(&self) -> Result<Belief, HistoryError> {
        let connection = self.lock();
        let mut belief = Belief::uniform(CompetenceGrid::default());
        let mut statement = connection
            .prepare("SELECT likelihood FROM moves WHERE counts AND likelihood NOT NULL")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            observe(&mut belief, &numbers(row.get_ref(0)?.as_blob().unwrap_or_default()));
        }
        Ok(belief)
    }

    /// In how many games there was something to learn of you.
    pub fn telling_games(&self) -> Result<usize, HistoryError> {
        let counted = "SELECT COUNT(DISTINCT game) FROM moves WHERE counts";
        Ok(self.lock().query_row(counted, [], |row| row.get(0))?)
    }

    /// Forgets everything.
    pub fn delete_everything(&self) -> Result<(), HistoryError> {
        let mut connection = self.lock();
        let all = connection.transaction()?;
        all.execute_batch("DELETE FROM moves; DELETE FROM games;")?;
        all.commit()?;
        // What was deleted must not linger in free pages or in the log.
        connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")?;
        Ok(())
    }
}

/// Lets a belief learn from a move of the database; one on another grid teaches nothing.
pub fn observe(belief: &mut Belief, log_likelihoods: &[f64]) -> bool {
    log_likelihoods.len() == belief.grid().len() && belief.observe(log_likelihoods)
}

fn moves_of(connection: &Connection, id: &str) -> Result<Vec<MoveRow>, HistoryError> {
    let mut statement = connection.prepare_cached(
        "SELECT ply, uci, by_you, counts, depth, conceded, value_conceded, likelihood FROM moves WHERE game = ?1 AND NOT taken_back ORDER BY ply",
    )?;
    let moves = statement.query_map([id], |row| {
        let likelihood: Option<Vec<u8>> = row.get(7)?;
        Ok(MoveRow {
            ply: row.get(0)?,
            uci: row.get(1)?,
            by_you: row.get(2)?,
            counts: row.get(3)?,
            depth: row.get(4)?,
            conceded: row.get(5)?,
            value_conceded: row.get(6)?,
            likelihood: likelihood.as_deref().map(numbers),
        })
    })?;
    Ok(moves.collect::<Result<_, _>>()?)
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let seen: Vec<u8> = row.get("seen")?;
    let result: Option<String> = row.get("result")?;
    let reason: Option<String> = row.get("reason")?;
    let reached: Option<bool> = row.get("reached")?;
    Ok(GameRow {
        id: row.get("id")?,
        started: row.get("started")?,
        material: row.get("material")?,
        you: row.get("you")?,
        start_fen: row.get("start_fen")?,
        goal: row.get("goal")?,
        to_mate: row.get("to_mate")?,
        surprise: row.get("surprise")?,
        opponent: row.get("opponent")?,
        seed: row.get::<_, i64>("seed")?.cast_unsigned(),
        depth: row.get("depth")?,
        parent: row.get("parent")?,
        seen: numbers(&seen),
        version: row.get::<_, i64>("version")?.cast_unsigned(),
        furthest: row.get("furthest")?,
        over: result.zip(reason).map(|(result, reason)| (result, reason, reached == Some(true))),
    })
}

fn blob(numbers: &[f64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn numbers(blob: &[u8]) -> Vec<f64> {
    let number = |bytes: &[u8]| bytes.try_into().map_or(f64::NAN, f64::from_le_bytes);
    blob.chunks_exact(8).map(number).collect()
}
