//! Games and moves read from the rows of the database.

use endgame::rules::Color;
use rusqlite::types::Type;
use rusqlite::{Connection, Row};
use study::other_games::GameName;
use study::practice::{GameRow, Goal, MoveRow, Over, RecordedGame, Unreadable};

use super::HistoryError;

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
    let game: Option<String> = row.get("game")?;
    let game = game.map(|word| word.parse::<GameName>()).transpose().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error))
    })?;
    Ok(GameRow {
        id: row.get("id")?,
        started: row.get("started")?,
        game,
        material: row.get("material")?,
        you: Color::from_white(row.get::<_, String>("you")? == "white"),
        start_fen: row.get("start_fen")?,
        goal: Goal::named(&row.get::<_, String>("goal")?).unwrap_or(Goal::Win),
        to_mate: row.get("to_mate")?,
        surprise: row.get("surprise")?,
        opponent: row.get("opponent")?,
        seed: row.get::<_, i64>("seed")?.cast_unsigned(),
        depth: row.get("depth")?,
        parent: row.get("parent")?,
        seen: numbers(&seen),
        version: row.get::<_, i64>("version")?.cast_unsigned(),
        furthest: row.get("furthest")?,
        over: result.zip(reason).and_then(|(result, reason)| Over::read(&result, &reason)),
    })
}

/// A game of a listing: read, or named if only it cannot be read. A database that fails as a whole
/// is an error.
pub(super) fn read_one(
    connection: &Connection,
    id: &str,
    game: rusqlite::Result<GameRow>,
) -> Result<Result<RecordedGame, Unreadable>, HistoryError> {
    let read = game.and_then(|game| Ok((moves_of(connection, id)?, game)));
    match read {
        Ok((moves, game)) => Ok(Ok(RecordedGame { game, moves })),
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
