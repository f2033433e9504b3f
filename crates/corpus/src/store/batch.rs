//! Some rows of a file of decisions, column by column.

use std::path::Path;

use arrow_array::types::Int32Type;
use arrow_array::{
    Array, BooleanArray, DictionaryArray, Float32Array, Int32Array, RecordBatch, StringArray,
};
use endgame::rules::{Board, Color};
use engine::evaluator::Method;

use super::StoreError;
use super::columns::NEWER;
use super::unfinished::Unfinished;
use crate::decision::{GameInfo, Reference};

/// A column of words in some rows.
pub(super) struct Words(DictionaryArray<Int32Type>);

impl Words {
    pub(super) fn get(&self, row: usize) -> Option<&str> {
        let words = self.0.values().as_any().downcast_ref::<StringArray>()?;
        self.0.key(row).map(|key| words.value(key))
    }

    fn text(&self, row: usize) -> Option<String> {
        self.get(row).map(str::to_owned)
    }

    /// Whether two rows have the same word.
    fn same(&self, a: usize, b: usize) -> bool {
        self.0.key(a) == self.0.key(b) || self.get(a) == self.get(b)
    }
}

/// Some rows, column by column.
pub(super) struct Batch {
    pub(super) rows: usize,
    fen: Words,
    pub(super) play: Words,
    pub(super) played: BooleanArray,
    pub(super) cp: Int32Array,
    pub(super) mate: Int32Array,
    depth: Int32Array,
    game: Int32Array,
    ply: Int32Array,
    elo: Int32Array,
    opponent_elo: Int32Array,
    clock: Float32Array,
    /// The rest, in the order of [`REST`]; none of a column that an earlier version did not have.
    rest: Vec<Option<Words>>,
}

/// Columns that are the same for all rows of a decision and need not be told apart here.
const REST: [&str; 18] = [
    "file",
    "engine",
    "version",
    "network",
    "options",
    "method",
    "player",
    "opponent",
    "time_control",
    "result",
    "event",
    "site",
    "eco",
    "date",
    "answered",
    "answered_capture",
    "continued",
    "continued_capture",
];

/// How many of [`REST`] tell two decisions apart: the file and the reference.
const TELLING: usize = 6;

impl Batch {
    pub(super) fn new(path: &Path, rows: &RecordBatch) -> Result<Batch, StoreError> {
        let words = |column| Ok::<Words, StoreError>(Words(column_of(path, rows, column)?));
        let if_there = |column| {
            let is_missing = NEWER.contains(&column) && rows.column_by_name(column).is_none();
            if is_missing { Ok(None) } else { words(column).map(Some) }
        };
        let numbers = |column| column_of::<Int32Array>(path, rows, column);
        Ok(Batch {
            rows: rows.num_rows(),
            fen: words("fen")?,
            play: words("move")?,
            played: column_of(path, rows, "played")?,
            cp: numbers("cp")?,
            mate: numbers("mate")?,
            depth: numbers("depth")?,
            game: numbers("game")?,
            ply: numbers("ply")?,
            elo: numbers("elo")?,
            opponent_elo: numbers("opponent_elo")?,
            clock: column_of(path, rows, "clock")?,
            rest: REST.into_iter().map(if_there).collect::<Result<_, _>>()?,
        })
    }

    fn rest(&self, column: &str, row: usize) -> Option<String> {
        let place = REST.iter().position(|name| *name == column);
        self.rest[place?].as_ref()?.text(row)
    }

    /// Whether two rows are of one decision.
    pub(super) fn same(&self, a: usize, b: usize) -> bool {
        let numbers = [&self.game, &self.ply, &self.depth];
        numbers.iter().all(|column| column.value(a) == column.value(b))
            && self.fen.same(a, b)
            && self.rest[..TELLING].iter().flatten().all(|column| column.same(a, b))
    }

    /// The decision that a row begins.
    pub(super) fn begin(&self, row: usize, number: u64) -> Result<Unfinished, String> {
        let text = |column| self.rest(column, row);
        let needed = |column| text(column).ok_or_else(|| format!("there is no {column}"));
        let fen = self.fen.text(row).ok_or("there is no fen")?;
        let board = Board::from_either_fen(&fen).map_err(|error| error.to_string())?;
        let rating = |column: &Int32Array| {
            column.is_valid(row).then(|| u16::try_from(column.value(row)).ok()).flatten()
        };
        let mut players =
            ["player", "opponent"].map(|column| text(column).unwrap_or_else(|| "?".to_owned()));
        let mut ratings = [rating(&self.elo), rating(&self.opponent_elo)];
        if board.turn() == Color::Black {
            players.reverse();
            ratings.reverse();
        }
        let count = |column: &Int32Array, name: &str| {
            usize::try_from(column.value(row)).map_err(|_| format!("{name} is below zero"))
        };
        let method = needed("method")?;
        let method = [Method::MultiPv, Method::Children]
            .into_iter()
            .find(|known| known.word() == method)
            .ok_or_else(|| format!("there is no method '{method}'"))?;
        Ok(Unfinished {
            row: number,
            game: GameInfo {
                file: needed("file")?,
                number: count(&self.game, "game")?,
                event: text("event"),
                site: text("site"),
                date: text("date"),
                eco: text("eco"),
                time_control: text("time_control"),
                players,
                ratings,
                result: needed("result")?,
            },
            reference: Reference {
                engine: needed("engine")?,
                version: text("version").unwrap_or_default(),
                network: text("network"),
                options: text("options").unwrap_or_default(),
                method,
                depth: u16::try_from(self.depth.value(row)).map_err(|_| "no such depth")?,
            },
            ply: count(&self.ply, "ply")? as u32,
            answered: text("answered").map(|play| (play, text("answered_capture"))),
            continued: text("continued").map(|play| (play, text("continued_capture"))),
            clock: self.clock.is_valid(row).then(|| self.clock.value(row)),
            fen,
            board,
            moves: Vec::new(),
            played: None,
        })
    }
}

fn column_of<A: Clone + 'static>(
    path: &Path,
    rows: &RecordBatch,
    column: &'static str,
) -> Result<A, StoreError> {
    let found = rows.column_by_name(column).and_then(|rows| rows.as_any().downcast_ref::<A>());
    found.cloned().ok_or_else(|| StoreError::ColumnType { path: path.to_owned(), column })
}
