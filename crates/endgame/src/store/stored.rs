//! A table that stays on disk: a probe reads the one block it needs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use value::{Depth, Metric, Outcome};

use super::blocks::{BlockError, BlockReader, read_exact_at};
use super::format::{BLOCK, Directory, HEADER, Header, blocks, first_block};
use super::{Corruption, StoreError};
use crate::codec::Codec;
use crate::index::{Index, Slot};
use crate::material::Material;
use crate::memory::Bytes;
use crate::rules::{Color, Position, side};
use crate::table::Table;

/// Unpacked blocks kept at hand: 2 MiB.
const KEPT: usize = 32;

/// A table file whose header and directory were checked; its blocks are checked as they are read.
#[derive(Debug)]
pub struct StoredTable {
    path: PathBuf,
    file: File,
    index: Index,
    header: Header,
    directory: Directory,
    codec: Codec,
    /// The blocks read last, the latest at the end.
    recent: Mutex<Vec<(usize, Arc<[u8]>)>>,
}

impl StoredTable {
    /// Opens the file that should hold this table; none if there is no such file.
    pub(crate) fn open(
        path: PathBuf,
        material: &Material,
        metric: Metric,
    ) -> Result<Option<StoredTable>, StoreError> {
        // Whoever opens a pipe waits until somebody writes to it.
        let is_file = fs::metadata(&path).map(|there| there.is_file());
        let file = match is_file.and_then(|yes| yes.then(|| File::open(&path)).transpose()) {
            Ok(Some(file)) => file,
            Ok(None) => return Err(StoreError::Corrupt { path, corruption: Corruption::NotAFile }),
            Err(error) if is_nothing_there(&error) => return Ok(None),
            Err(source) => return Err(StoreError::Read { path, source }),
        };
        let read = || {
            let length = file.metadata()?.len();
            let mut start = [0; HEADER];
            let there = HEADER.min(length as usize);
            read_exact_at(&file, &mut start[..there], 0)?;
            let index = Index::new(material);
            let header = Header::read(&start, &index, metric, length)?;
            let count = blocks(index.len());
            let mut listed = vec![0; first_block(count) - HEADER];
            if length < first_block(count) as u64 {
                return Err(Corruption::Header.into());
            }
            read_exact_at(&file, &mut listed, HEADER as u64)?;
            let directory = Directory::read(&listed, length)?;
            Ok((index, header, directory))
        };
        let (index, header, directory) = read().map_err(|error| named(&path, error))?;
        let codec = Codec::new(header.deepest[0]);
        let recent = Mutex::default();
        Ok(Some(StoredTable { path, file, index, header, directory, codec, recent }))
    }

    /// The endgame, the side named first being White.
    pub fn material(&self) -> Material {
        self.index.material()
    }

    /// What its depths count.
    pub fn metric(&self) -> Metric {
        self.header.metric
    }

    /// The deepest win of a colour with either side to move; none if it never wins.
    pub fn deepest(&self, winner: Color) -> Option<Depth> {
        self.header.deepest[side(winner)]
    }

    /// How many bytes the whole table takes in memory.
    pub fn bytes_in_memory(&self) -> usize {
        self.index.table_bytes()
    }

    /// What a position is worth to the side to move; none for other material.
    ///
    /// A right to capture en passant is not looked at: [`Tables`](crate::tables::Tables) does that.
    pub fn outcome(&self, position: &Position) -> Result<Option<Outcome>, StoreError> {
        let Some(slot) = self.index.encode(position) else { return Ok(None) };
        self.outcome_at(slot)
    }

    /// What the position of a number is worth; none where no legal position has it.
    pub fn outcome_at(&self, slot: Slot) -> Result<Option<Outcome>, StoreError> {
        let number = self.directory.len() / 2 * side(slot.turn) + slot.index / BLOCK;
        let block = self.block(number)?;
        Ok(self.codec.outcome(block[slot.index % BLOCK], slot.turn))
    }

    fn block(&self, number: usize) -> Result<Arc<[u8]>, StoreError> {
        // A block in the list is whole, whoever panicked while holding it.
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let found = recent.iter().rposition(|(at, _)| *at == number);
        let entry = match found {
            Some(place) => recent.remove(place),
            None => {
                let mut bytes = vec![0; self.length_of(number)];
                BlockReader::new(&self.file, &self.directory)
                    .unpack(number, &mut bytes)
                    .map_err(|error| named(&self.path, error))?;
                if recent.len() == KEPT {
                    recent.remove(0);
                }
                (number, bytes.into())
            }
        };
        let block = Arc::clone(&entry.1);
        recent.push(entry);
        Ok(block)
    }

    /// Bytes of a block when unpacked: a side's last one may be shorter.
    fn length_of(&self, number: usize) -> usize {
        let of_a_side = self.directory.len() / 2;
        BLOCK.min(self.index.len() - number % of_a_side * BLOCK)
    }

    /// Reads every block and checks it against its checksum.
    pub fn check(&self) -> Result<(), StoreError> {
        (0..self.directory.len())
            .into_par_iter()
            .try_for_each_init(
                || BlockReader::new(&self.file, &self.directory),
                |reader, number| reader.check(number),
            )
            .map_err(|error| named(&self.path, error))
    }

    /// The whole table in memory.
    pub fn load(&self) -> Result<Table, StoreError> {
        let codes = [self.unpacked(Color::White)?, self.unpacked(Color::Black)?];
        Ok(Table::new(self.index.clone(), self.metric(), self.header.deepest, codes))
    }

    /// The table in memory without the positions of the other side to move: for a solve that never
    /// asks for them.
    pub(crate) fn load_side(&self, turn: Color) -> Result<Table, StoreError> {
        let mut codes = [Bytes::zeroed(0)?, Bytes::zeroed(0)?];
        codes[side(turn)] = self.unpacked(turn)?;
        Ok(Table::new(self.index.clone(), self.metric(), self.header.deepest, codes))
    }

    fn unpacked(&self, turn: Color) -> Result<Bytes, StoreError> {
        let first = self.directory.len() / 2 * side(turn);
        let mut codes = Bytes::uncleared(self.index.len())?;
        codes
            .par_chunks_mut(BLOCK)
            .enumerate()
            .try_for_each_init(
                || BlockReader::new(&self.file, &self.directory),
                |reader, (number, block)| reader.unpack(first + number, block),
            )
            .map_err(|error| named(&self.path, error))?;
        Ok(codes)
    }
}

/// No such file, or no such folder.
fn is_nothing_there(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The error with the file's name.
fn named(path: &Path, error: BlockError) -> StoreError {
    let path = path.to_owned();
    match error {
        BlockError::Read(source) => StoreError::Read { path, source },
        BlockError::Corrupt(corruption) => StoreError::Corrupt { path, corruption },
    }
}
