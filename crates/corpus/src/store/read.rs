//! A file of decisions as a stream: one row group at a time is in memory.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    Array, BooleanArray, DictionaryArray, Float32Array, Int32Array, RecordBatch, StringArray,
};
use arrow_schema::{Field, Schema};
use endgame::rules::{Board, Color};
use engine::evaluator::Method;
use engine::score::Score;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, KeyValue, ParquetMetaData};

use super::columns::{COLUMNS, Column, Kind};
use super::previous_moves::{Step, read_answered, read_continued};
use super::{FORMAT, FORMAT_KEY, StoreError};
use crate::decision::{Decision, GameInfo, Reference};

/// Rows unpacked at a time.
const BATCH: usize = 1 << 14;

/// The first and last bytes of a Parquet file.
const MAGIC: [u8; 4] = *b"PAR1";

/// Columns that are in the file for others: a [`Decision`] has no room for them.
const NOT_READ: [&str; 2] = ["line", "knodes"];

/// The decisions of a file, in its order.
pub struct Decisions {
    path: PathBuf,
    batches: ParquetRecordBatchReader,
    batch: Option<Batch>,
    /// The next row of the batch, and the number in the file of its first.
    row: usize,
    before: u64,
    total: u64,
    /// The decision whose rows are being read.
    open: Option<Open>,
    game: Option<Arc<GameInfo>>,
    references: Vec<Arc<Reference>>,
    about: Vec<(String, String)>,
    failed: bool,
}

impl Decisions {
    /// Opens a file and makes sure that it is one of ours, or has all our columns.
    pub fn open(path: &Path) -> Result<Decisions, StoreError> {
        let cannot = |source| StoreError::Open { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(cannot)?;
        check_ends(path, &mut file)?;
        let damaged = |source| StoreError::Damaged { path: path.to_owned(), source };
        let plain = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let found = ArrowReaderMetadata::load(&file, plain).map_err(damaged)?;
        if !lies_within(found.metadata(), file.metadata().map_err(cannot)?.len()) {
            let source = ParquetError::General("its parts lie outside of it".to_owned());
            return Err(damaged(source));
        }
        let about = key_values(found.metadata());
        if let Some((_, version)) = about.iter().find(|(key, _)| key == FORMAT_KEY)
            && *version != FORMAT.to_string()
        {
            return Err(StoreError::OtherVersion { path: path.to_owned(), found: version.clone() });
        }
        let schema = wanted_schema(path, found.schema())?;
        let options = ArrowReaderOptions::new().with_schema(schema);
        let mistyped = |_| StoreError::ColumnType { path: path.to_owned(), column: "fen" };
        let metadata = ArrowReaderMetadata::try_new(Arc::clone(found.metadata()), options)
            .map_err(mistyped)?;
        let read = COLUMNS.iter().map(|column| column.name).filter(|name| !NOT_READ.contains(name));
        let mask = ProjectionMask::columns(metadata.parquet_schema(), read);
        let total = metadata.metadata().file_metadata().num_rows();
        let batches = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata)
            .with_projection(mask)
            .with_batch_size(BATCH)
            .build()
            .map_err(damaged)?;
        Ok(Decisions {
            path: path.to_owned(),
            batches,
            batch: None,
            row: 0,
            before: 0,
            total: u64::try_from(total).unwrap_or(0),
            open: None,
            game: None,
            references: Vec::new(),
            about,
            failed: false,
        })
    }

    /// What the file says about itself: its format, the program, the filters.
    pub fn about(&self) -> &[(String, String)] {
        &self.about
    }

    /// Rows of the whole file.
    pub fn rows(&self) -> u64 {
        self.total
    }

    /// Rows read so far: beside [`rows`](Decisions::rows) they tell how far we are.
    pub fn rows_read(&self) -> u64 {
        self.before + self.row as u64
    }

    /// The next decision; none at the end.
    fn read(&mut self) -> Result<Option<Decision>, StoreError> {
        loop {
            let Some(batch) = self.batch.as_ref().filter(|batch| self.row < batch.rows) else {
                if self.next_batch()? {
                    continue;
                }
                return self.open.take().map(|last| self.finish(last)).transpose();
            };
            let goes_on = match &self.open {
                None => true,
                Some(_) if self.row > 0 => batch.same(self.row - 1, self.row),
                Some(open) => open.is_at(batch, self.row),
            };
            if !goes_on && let Some(done) = self.open.take() {
                return self.finish(done).map(Some);
            }
            let row = self.before + self.row as u64;
            let wrong = |problem| StoreError::Row { path: self.path.clone(), row, problem };
            if self.open.is_none() {
                self.open = Some(batch.begin(self.row, row).map_err(wrong)?);
            }
            if let Some(open) = &mut self.open {
                open.add(batch, self.row).map_err(wrong)?;
            }
            self.row += 1;
        }
    }

    /// Unpacks the next rows; whether there are any.
    fn next_batch(&mut self) -> Result<bool, StoreError> {
        self.before += self.row as u64;
        self.row = 0;
        let damaged = |source: arrow_schema::ArrowError| StoreError::Damaged {
            path: self.path.clone(),
            source: source.into(),
        };
        let rows = self.batches.next().transpose().map_err(damaged)?;
        self.batch = rows.map(|rows| Batch::new(&self.path, &rows)).transpose()?;
        Ok(self.batch.is_some())
    }

    fn finish(&mut self, open: Open) -> Result<Decision, StoreError> {
        let row = open.row;
        let game = match &self.game {
            Some(game) if **game == open.game => Arc::clone(game),
            _ => Arc::clone(self.game.insert(Arc::new(open.game.clone()))),
        };
        let reference = match self.references.iter().find(|known| ***known == open.reference) {
            Some(known) => Arc::clone(known),
            None => {
                self.references.push(Arc::new(open.reference.clone()));
                Arc::clone(&self.references[self.references.len() - 1])
            }
        };
        open.finish(game, reference).map_err(|problem| StoreError::Row {
            path: self.path.clone(),
            row,
            problem,
        })
    }
}

impl Iterator for Decisions {
    type Item = Result<Decision, StoreError>;

    /// Nothing follows an error.
    fn next(&mut self) -> Option<Result<Decision, StoreError>> {
        if self.failed {
            return None;
        }
        let next = self.read();
        self.failed = next.is_err();
        next.transpose()
    }
}

/// Whether a file begins and ends as a Parquet file does.
fn check_ends(path: &Path, file: &mut File) -> Result<(), StoreError> {
    let mut ends = [[0; 4]; 2];
    let read = file.read_exact(&mut ends[0]).and_then(|()| {
        file.seek(SeekFrom::End(-4))?;
        file.read_exact(&mut ends[1])
    });
    match (ends, read) {
        ([MAGIC, MAGIC], Ok(())) => Ok(()),
        ([MAGIC, _], _) => Err(StoreError::Truncated { path: path.to_owned() }),
        _ => Err(StoreError::NotParquet { path: path.to_owned() }),
    }
}

/// Whether all columns lie within a file of this length; the reader takes their places on trust.
fn lies_within(metadata: &ParquetMetaData, length: u64) -> bool {
    let chunks = metadata.row_groups().iter().flat_map(|group| group.columns());
    let inside = |chunk: &ColumnChunkMetaData| {
        let start = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
        let [start, size] =
            [start, chunk.compressed_size()].map(|number| u64::try_from(number).ok());
        let end = start.zip(size).and_then(|(start, size)| start.checked_add(size));
        end.is_some_and(|end| end <= length) && chunk.num_values() >= 0
    };
    chunks.into_iter().all(inside) && metadata.file_metadata().num_rows() >= 0
}

fn key_values(metadata: &ParquetMetaData) -> Vec<(String, String)> {
    let pairs = metadata.file_metadata().key_value_metadata().map_or(&[][..], Vec::as_slice);
    let ours = |pair: &&KeyValue| pair.key != "ARROW:schema";
    let said = |pair: &KeyValue| (pair.key.clone(), pair.value.clone().unwrap_or_default());
    pairs.iter().filter(ours).map(said).collect()
}

/// The file's columns, ours as numbers of words where they hold words.
fn wanted_schema(path: &Path, found: &Schema) -> Result<Arc<Schema>, StoreError> {
    let needed = COLUMNS.iter().filter(|column| !NOT_READ.contains(&column.name));
    for &Column { name, .. } in needed {
        if found.field_with_name(name).is_err() {
            return Err(StoreError::NoColumn { path: path.to_owned(), column: name });
        }
    }
    let ours = |field: &Field| {
        let column = COLUMNS.iter().find(|column| column.name == field.name());
        let words = column.is_some_and(|column| column.kind == Kind::Words)
            && *field.data_type() == arrow_schema::DataType::Utf8;
        let kind = if words { Kind::Words.data_type() } else { field.data_type().clone() };
        Field::new(field.name(), kind, field.is_nullable())
    };
    Ok(Arc::new(Schema::new(found.fields().iter().map(|field| ours(field)).collect::<Vec<_>>())))
}

/// A column of words in some rows.
struct Words(DictionaryArray<Int32Type>);

impl Words {
    fn get(&self, row: usize) -> Option<&str> {
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
struct Batch {
    rows: usize,
    fen: Words,
    play: Words,
    played: BooleanArray,
    cp: Int32Array,
    mate: Int32Array,
    depth: Int32Array,
    game: Int32Array,
    ply: Int32Array,
    elo: Int32Array,
    opponent_elo: Int32Array,
    clock: Float32Array,
    /// The rest, in the order of [`REST`].
    rest: Vec<Words>,
}

/// Columns that are the same for all rows of a decision and need not be told apart here.
const REST: [&str; 17] = [
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
    fn new(path: &Path, rows: &RecordBatch) -> Result<Batch, StoreError> {
        let words = |column| Ok::<Words, StoreError>(Words(column_of(path, rows, column)?));
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
            rest: REST.into_iter().map(words).collect::<Result<_, _>>()?,
        })
    }

    fn rest(&self, column: &str, row: usize) -> Option<String> {
        let place = REST.iter().position(|name| *name == column);
        place.and_then(|place| self.rest[place].text(row))
    }

    /// Whether two rows are of one decision.
    fn same(&self, a: usize, b: usize) -> bool {
        let numbers = [&self.game, &self.ply, &self.depth];
        numbers.iter().all(|column| column.value(a) == column.value(b))
            && self.fen.same(a, b)
            && self.rest[..TELLING].iter().all(|column| column.same(a, b))
    }

    /// The decision that a row begins.
    fn begin(&self, row: usize, number: u64) -> Result<Open, String> {
        let text = |column| self.rest(column, row);
        let needed = |column| text(column).ok_or_else(|| format!("there is no {column}"));
        let fen = self.fen.text(row).ok_or("there is no fen")?;
        let board = Board::from_fen(&fen).map_err(|error| error.to_string())?;
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
        Ok(Open {
            row: number,
            game: GameInfo {
                file: needed("file")?,
                number: count(&self.game, "game")?,
                event: text("event"),
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

/// A decision whose rows are being read.
struct Open {
    /// Its first row in the file, from 0.
    row: u64,
    game: GameInfo,
    reference: Reference,
    ply: u32,
    answered: Option<(String, Option<String>)>,
    continued: Option<(String, Option<String>)>,
    clock: Option<f32>,
    fen: String,
    board: Board,
    moves: Vec<(Step, Score)>,
    played: Option<usize>,
}

impl Open {
    /// Whether a row of another batch belongs to it.
    fn is_at(&self, batch: &Batch, row: usize) -> bool {
        let there = batch.begin(row, 0);
        there.is_ok_and(|there| {
            (&there.fen, there.ply) == (&self.fen, self.ply)
                && (&there.game, &there.reference) == (&self.game, &self.reference)
        })
    }

    fn add(&mut self, batch: &Batch, row: usize) -> Result<(), String> {
        let text = batch.play.get(row).ok_or("there is no move")?;
        let step = Step::read(text).ok_or_else(|| format!("'{text}' is no move"))?;
        let turned = |value: i32| match self.board.turn() {
            Color::White => value,
            Color::Black => value.saturating_neg(),
        };
        let score = match (batch.cp.is_valid(row), batch.mate.is_valid(row)) {
            (true, false) => Score::Centipawns(turned(batch.cp.value(row))),
            (false, true) => Score::Mate(turned(batch.mate.value(row))),
            _ => return Err("one of cp and mate must be given, and only one".to_owned()),
        };
        if batch.played.value(row) && self.played.replace(self.moves.len()).is_some() {
            return Err("two moves were played at once".to_owned());
        }
        self.moves.push((step, score));
        Ok(())
    }

    /// The decision, its moves in the order of [`Board::legal_moves`].
    fn finish(self, game: Arc<GameInfo>, reference: Arc<Reference>) -> Result<Decision, String> {
        let Open { board, ply, clock, fen, .. } = self;
        let moves = board.legal_moves();
        let wrong = || format!("the moves given are not the legal moves of {fen}");
        if moves.len() != self.moves.len() {
            return Err(wrong());
        }
        let chosen = self.played.ok_or("no move was played")?;
        let (mut scores, mut played) = (Vec::with_capacity(moves.len()), None);
        for (at, &play) in moves.iter().enumerate() {
            // Where we wrote the file, they stand in this order.
            let place = Some(at).filter(|&at| self.moves[at].0.is(play));
            let place = place.or_else(|| self.moves.iter().position(|(step, _)| step.is(play)));
            let place = place.ok_or_else(wrong)?;
            scores.push(self.moves[place].1);
            played = played.or((place == chosen).then_some(at));
        }
        let answered = match &self.answered {
            None => None,
            Some((text, took)) => Some(
                read_answered(&board, text, took.as_deref())
                    .ok_or_else(|| format!("{text} does not lead to {fen}"))?,
            ),
        };
        let continued = match &self.continued {
            None => None,
            Some((text, took)) => Some(
                read_continued(&board, text, took.as_deref(), answered)
                    .ok_or_else(|| format!("{text} does not lead to {fen}"))?,
            ),
        };
        let played = played.ok_or_else(wrong)?;
        Ok(Decision {
            game,
            ply,
            board,
            answered,
            continued,
            clock,
            moves,
            scores,
            played,
            reference,
            shallower: Vec::new(),
        })
    }
}
