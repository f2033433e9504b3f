//! A game and a move as the database keeps them.

use rusqlite::{Connection, Row};

use super::HistoryError;

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

/// A game with its moves that stand.
pub type Kept = (GameRow, Vec<MoveRow>);

/// A game whose row or moves cannot be read; the others can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its name.
    pub id: String,
    /// What the database said.
    pub why: String,
}

/// Games of the history, the latest first.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Those that can be read.
    pub games: Vec<Kept>,
    /// The others.
    pub unreadable: Vec<Unreadable>,
}

/// The moves of a game that stand, the first one first.
pub(super) fn moves_of(connection: &Connection, id: &str) -> rusqlite::Result<Vec<MoveRow>> {
    let mut statement = connection.prepare_cached(
        "SELECT ply, uci, by_you, counts, depth, conceded, value_conceded, likelihood FROM moves
         WHERE game = ?1 AND taken_back = 0 ORDER BY ply",
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
    moves.collect()
}

/// The game of a row of `games`, all of its columns selected.
pub(super) fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
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

/// A game of a listing: read, or named if only it cannot be read. A database that fails as a whole
/// is an error.
pub(super) fn read_one(
    connection: &Connection,
    id: &str,
    game: rusqlite::Result<GameRow>,
) -> Result<Result<Kept, Unreadable>, HistoryError> {
    let read = game.and_then(|game| Ok((moves_of(connection, id)?, game)));
    match read {
        Ok((moves, game)) => Ok(Ok((game, moves))),
        Err(error) if is_of_one_row(&error) => {
            Ok(Err(Unreadable { id: id.to_owned(), why: error.to_string() }))
        }
        Err(error) => Err(error.into()),
    }
}

/// Whether an error says something of the row that was read, not of the database: a number out of
/// its range, text that is no UTF-8, a page that is damaged.
fn is_of_one_row(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => {
            failure.code == rusqlite::ErrorCode::DatabaseCorrupt
        }
        _ => true,
    }
}

/// Numbers as the database keeps them: 8 bytes each, little-endian.
pub(super) fn blob(numbers: &[f64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// The numbers of a blob.
pub(super) fn numbers(blob: &[u8]) -> Vec<f64> {
    let number = |bytes: &[u8]| bytes.try_into().map_or(f64::NAN, f64::from_le_bytes);
    blob.chunks_exact(8).map(number).collect()
}
