//! A file of decisions as a stream: one row group at a time is in memory.

use std::cell::Cell;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_schema::{ArrowError, Field, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, KeyValue, ParquetMetaData};

use super::batch::Batch;
use super::columns::{COLUMNS, Column, Kind, NEWER};
use super::unfinished::Unfinished;
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
    open: Option<Unfinished>,
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
        let damaged = |source: ArrowError| StoreError::Damaged {
            path: self.path.clone(),
            source: source.into(),
        };
        // Some damage makes the reader of the columns panic rather than answer.
        UNPACKING.set(true);
        let next = catch_unwind(AssertUnwindSafe(|| self.batches.next()));
        UNPACKING.set(false);
        let rows = next.unwrap_or_else(|_| Some(Err(misfit()))).transpose().map_err(damaged)?;
        self.batch = rows.map(|rows| Batch::new(&self.path, &rows)).transpose()?;
        Ok(self.batch.is_some())
    }

    fn finish(&mut self, open: Unfinished) -> Result<Decision, StoreError> {
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

thread_local! {
    /// Whether this thread is in the reader of the columns.
    static UNPACKING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread unpacks columns: a panic then is an error of the file, which the reader tells, and no front need announce it.
pub fn is_unpacking() -> bool {
    UNPACKING.get()
}

/// What is said of a file whose lengths do not fit its columns.
fn misfit() -> ArrowError {
    ArrowError::ParquetError("lengths in it do not fit".to_owned())
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
        if found.field_with_name(name).is_err() && !NEWER.contains(&name) {
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
