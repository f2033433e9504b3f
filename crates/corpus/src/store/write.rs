//! Decisions in, a whole file out: it appears under its name when it is finished, or not at all.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Float32Builder, Int32Builder, Int64Builder, StringBuilder,
    StringDictionaryBuilder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch};
use endgame::rules::Color;
use endgame::store::{Temporary, remove_if_stale};
use engine::score::Score;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};

use super::columns::{COLUMNS, Kind, schema};
use super::{FORMAT, FORMAT_KEY, PROGRAM_KEY, StoreError, previous_moves};
use crate::decision::Decision;

/// Rows gathered before they are packed.
const BATCH: usize = 1 << 15;

/// Rows of a row group: what a reader has in memory at a time.
const ROW_GROUP: usize = 1 << 19;

/// Bytes the words of a column may take in a row group before their numbers no longer pay.
const WORDS: usize = 1 << 24;

/// What a search says besides the scores, for the columns `line` and `knodes`.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The principal variation of each move, the move itself first, in UCI notation.
    pub lines: &'a [String],
    /// Positions searched for all moves together.
    pub nodes: u64,
}

/// A file of decisions while it is written.
pub struct Writer {
    path: PathBuf,
    temporary: Temporary,
    parquet: ArrowWriter<File>,
    batch: Batch,
    rows: u64,
}

impl Writer {
    /// Begins a file. `about` is kept with it: pairs of a key and what it says, such as the filters
    /// by which the decisions were chosen.
    pub fn create(path: &Path, about: &[(String, String)]) -> Result<Writer, StoreError> {
        let cannot = |source| StoreError::Create { path: path.to_owned(), source };
        sweep(path);
        let mut temporary = Temporary::beside(path).map_err(cannot)?;
        let file = temporary.file().try_clone().map_err(cannot)?;
        let ours = [
            (FORMAT_KEY.to_owned(), FORMAT.to_string()),
            (PROGRAM_KEY.to_owned(), concat!("fallible ", env!("CARGO_PKG_VERSION")).to_owned()),
        ];
        let pairs = ours.iter().chain(about);
        let pairs = pairs.map(|(key, said)| KeyValue::new(key.clone(), said.clone())).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_dictionary_page_size_limit(WORDS)
            .set_column_dictionary_enabled("line".into(), false)
            .set_max_row_group_row_count(Some(ROW_GROUP))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_key_value_metadata(Some(pairs))
            .build();
        let parquet = ArrowWriter::try_new(file, schema(), Some(properties))
            .map_err(|source| StoreError::Write { path: path.to_owned(), source })?;
        let batch = Batch::default();
        Ok(Writer { path: path.to_owned(), temporary, parquet, batch, rows: 0 })
    }

    /// Adds the rows of a decision.
    pub fn push(
        &mut self,
        decision: &Decision,
        search: Option<Search<'_>>,
    ) -> Result<(), StoreError> {
        self.batch.push(decision, search);
        self.rows += decision.moves.len() as u64;
        if self.batch.rows >= BATCH { self.pack() } else { Ok(()) }
    }

    /// Rows added so far.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    fn pack(&mut self) -> Result<(), StoreError> {
        let failed = |source| StoreError::Write { path: self.path.clone(), source };
        let rows = self.batch.finish().map_err(|error| failed(error.into()))?;
        self.parquet.write(&rows).map_err(failed)
    }

    /// Completes the file and gives it its name; the number of its rows.
    pub fn finish(mut self) -> Result<u64, StoreError> {
        self.pack()?;
        let Writer { path, temporary, parquet, rows, .. } = self;
        let failed = |source| StoreError::Write { path: path.clone(), source };
        parquet.close().map_err(failed)?;
        temporary.rename(&path).map_err(|error| failed(ParquetError::External(error.into())))?;
        Ok(rows)
    }
}

/// Removes what killed runs have left of this file.
fn sweep(path: &Path) {
    let (Some(folder), Some(stem)) = (path.parent(), path.file_stem()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let rest = name.to_str().and_then(|name| name.strip_prefix(stem.to_str()?));
        let middle = rest.and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".part"));
        if middle.is_some_and(|middle| {
            middle.len() == 32 && middle.bytes().all(|byte| byte.is_ascii_hexdigit())
        }) {
            remove_if_stale(&entry.path());
        }
    }
}

/// The rows of some decisions, column by column.
struct Batch {
    columns: Vec<Builder>,
    rows: usize,
}

/// A column that grows.
enum Builder {
    Words(StringDictionaryBuilder<Int32Type>),
    Text(StringBuilder),
    Boolean(BooleanBuilder),
    Integer(Int32Builder),
    Long(Int64Builder),
    Real(Float32Builder),
}

impl Default for Batch {
    fn default() -> Batch {
        let builder = |kind| match kind {
            Kind::Words => Builder::Words(StringDictionaryBuilder::new()),
            Kind::Text => Builder::Text(StringBuilder::new()),
            Kind::Boolean => Builder::Boolean(BooleanBuilder::new()),
            Kind::Integer => Builder::Integer(Int32Builder::new()),
            Kind::Long => Builder::Long(Int64Builder::new()),
            Kind::Real => Builder::Real(Float32Builder::new()),
        };
        Batch { columns: COLUMNS.iter().map(|column| builder(column.kind)).collect(), rows: 0 }
    }
}

impl Batch {
    fn push(&mut self, decision: &Decision, search: Option<Search<'_>>) {
        let Decision { game, reference, moves, scores, .. } = decision;
        let count = moves.len();
        let white = decision.board.turn() == Color::White;
        let fen = four_fields(&decision.board.fen());
        let known = |name: &str| (name != "?").then(|| name.to_owned());
        let [answered, continued] =
            [decision.answered, decision.continued].map(|play| previous_moves::written(play?));
        let words = |text: Option<&str>, rows: &mut Builder| rows.words(text, count);
        for (column, rows) in COLUMNS.iter().zip(&mut self.columns) {
            match column.name {
                "fen" => words(Some(&fen), rows),
                "move" => {
                    moves.iter().for_each(|&play| rows.words(Some(&decision.board.uci(play)), 1));
                }
                "played" => (0..count).for_each(|at| rows.boolean(at == decision.played)),
                "cp" => scores.iter().for_each(|&score| rows.integer(for_white(score, white).0, 1)),
                "mate" => {
                    scores.iter().for_each(|&score| rows.integer(for_white(score, white).1, 1));
                }
                "depth" => rows.integer(Some(i32::from(reference.depth)), count),
                "knodes" => rows.long(search.map(|search| kilo(search.nodes)), count),
                "line" => (0..count).for_each(|at| {
                    rows.text(search.and_then(|search| search.lines.get(at)).map(String::as_str));
                }),
                "file" => words(Some(&game.file), rows),
                "game" => rows.integer(Some(capped(game.number)), count),
                "ply" => rows.integer(Some(capped(decision.ply as usize)), count),
                "player" => words(known(decision.player()).as_deref(), rows),
                "opponent" => words(known(decision.opponent()).as_deref(), rows),
                "elo" => rows.integer(decision.rating().map(i32::from), count),
                "opponent_elo" => rows.integer(decision.opponent_rating().map(i32::from), count),
                "time_control" => words(game.time_control.as_deref(), rows),
                "clock" => rows.real(decision.clock, count),
                "result" => words(Some(&game.result), rows),
                "event" => words(game.event.as_deref(), rows),
                "site" => words(game.site.as_deref(), rows),
                "eco" => words(game.eco.as_deref(), rows),
                "date" => words(game.date.as_deref(), rows),
                "answered" => words(answered.as_ref().map(|(text, _)| &**text), rows),
                "answered_capture" => words(answered.as_ref().and_then(|(_, took)| *took), rows),
                "continued" => words(continued.as_ref().map(|(text, _)| &**text), rows),
                "continued_capture" => words(continued.as_ref().and_then(|(_, took)| *took), rows),
                "engine" => words(Some(&reference.engine), rows),
                "version" => words(Some(&reference.version), rows),
                "network" => words(reference.network.as_deref(), rows),
                "options" => words(Some(&reference.options), rows),
                "method" => words(Some(reference.method.word()), rows),
                other => unreachable!("the column {other} has no source"),
            }
        }
        self.rows += count;
    }

    /// The rows; none are left.
    fn finish(&mut self) -> Result<RecordBatch, arrow_schema::ArrowError> {
        self.rows = 0;
        RecordBatch::try_new(schema(), self.columns.iter_mut().map(Builder::finish).collect())
    }
}

impl Builder {
    fn words(&mut self, text: Option<&str>, count: usize) {
        match self {
            Builder::Words(rows) => rows.append_options(text, count),
            _ => unreachable!("the column holds no words"),
        }
    }

    fn text(&mut self, text: Option<&str>) {
        match self {
            Builder::Text(rows) => rows.append_option(text),
            _ => unreachable!("the column holds no text"),
        }
    }

    fn boolean(&mut self, value: bool) {
        match self {
            Builder::Boolean(rows) => rows.append_value(value),
            _ => unreachable!("the column holds no booleans"),
        }
    }

    fn integer(&mut self, value: Option<i32>, count: usize) {
        match self {
            Builder::Integer(rows) => (0..count).for_each(|_| rows.append_option(value)),
            _ => unreachable!("the column holds no integers"),
        }
    }

    fn long(&mut self, value: Option<i64>, count: usize) {
        match self {
            Builder::Long(rows) => (0..count).for_each(|_| rows.append_option(value)),
            _ => unreachable!("the column holds no long integers"),
        }
    }

    fn real(&mut self, value: Option<f32>, count: usize) {
        match self {
            Builder::Real(rows) => (0..count).for_each(|_| rows.append_option(value)),
            _ => unreachable!("the column holds no reals"),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Builder::Words(rows) => Arc::new(rows.finish()),
            Builder::Text(rows) => ArrayBuilder::finish(rows),
            Builder::Boolean(rows) => ArrayBuilder::finish(rows),
            Builder::Integer(rows) => ArrayBuilder::finish(rows),
            Builder::Long(rows) => ArrayBuilder::finish(rows),
            Builder::Real(rows) => ArrayBuilder::finish(rows),
        }
    }
}

/// A FEN without its counters.
pub(crate) fn four_fields(fen: &str) -> String {
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Centipawns and moves to mate for White, of which one is none.
fn for_white(score: Score, white: bool) -> (Option<i32>, Option<i32>) {
    let turned = |number: i32| if white { number } else { number.saturating_neg() };
    match score {
        Score::Centipawns(cp) => (Some(turned(cp)), None),
        Score::Mate(moves) => (None, Some(turned(moves))),
    }
}

fn kilo(nodes: u64) -> i64 {
    i64::try_from(nodes / 1000).unwrap_or(i64::MAX)
}

fn capped(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
