//! Compressed blocks: a table's bytes out to a file, and back one block at a time.
//!
//! The lines of a block are delta coded, and the result is compressed.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{CParameter, ParamSwitch, compress_bound};

use super::corruption::Corruption;
use super::delta::{self, longest};
use super::format::{BLOCK, Directory, Entry, Header, blocks, first_block};
use crate::rules::Color;
use crate::table::Table;

/// Level 3 packs KQPKQ 2 % tighter in half as much time again, level 6 6 % in four times as much;
/// level -1 a quarter looser in hardly less.
const LEVEL: i32 = 1;

/// Matches are looked for from this length on: files a hundredth larger than with 6, packed in a tenth
/// less time and unpacked in a twentieth less.
const SHORTEST_MATCH: u32 = 7;

/// How far the search for matches skips ahead where it finds none: packing takes a quarter less time than
/// without, for files 5 to 14 % larger. Left to itself, zstd would leave literals uncompressed then.
const HASTE: u32 = 8;

/// Bytes that a block takes at most when delta coded.
const LONGEST: usize = longest(BLOCK / 64);

/// Blocks compressed before any is written: bounds the memory a large table takes on its way out.
const BATCH: usize = 512;

/// Blocks that a thread packs before others may take some of its work: beginning costs it memory.
const AT_A_TIME: usize = 32;

/// Writes a whole table file and says how long it is.
///
/// The blocks go first, then the directory and the header before them: what stops half-way has no
/// magic and no directory.
pub(crate) fn write(table: &Table, file: &mut (impl Write + Seek)) -> io::Result<u64> {
    let raw: Vec<&[u8]> =
        Color::ALL.into_iter().flat_map(|turn| table.codes(turn).chunks(BLOCK)).collect();
    debug_assert_eq!(raw.len(), blocks(table.index().len()));
    let mut at = first_block(raw.len()) as u64;
    file.seek(SeekFrom::Start(at))?;
    let mut entries = Vec::with_capacity(raw.len());
    for batch in raw.chunks(BATCH) {
        let packed: Vec<Vec<u8>> = batch
            .par_iter()
            .with_min_len(AT_A_TIME)
            .map_init(Packer::new, |packer, block| match packer {
                Ok(packer) => packer.pack(block),
                Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
            })
            .collect::<io::Result<_>>()?;
        for block in &packed {
            entries.push(Entry { offset: at, checksum: xxh3_64(block) });
            at += block.len() as u64;
        }
        // All at once: for each block by itself the system would clear the rest of its last page.
        file.write_all(&packed.concat())?;
    }
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&Header::of(table, at).to_bytes(table.index()))?;
    file.write_all(&Directory::new(entries, at).to_bytes())?;
    file.flush()?;
    Ok(at)
}

/// Packs blocks: a compressor, and room to work in.
struct Packer {
    compressor: Compressor<'static>,
    encoded: Vec<u8>,
    packed: Vec<u8>,
}

impl Packer {
    fn new() -> io::Result<Packer> {
        let mut compressor = Compressor::new(LEVEL)?;
        compressor.set_parameter(CParameter::MinMatch(SHORTEST_MATCH))?;
        compressor.set_parameter(CParameter::TargetLength(HASTE))?;
        compressor.set_parameter(CParameter::LiteralCompressionMode(ParamSwitch::Enable))?;
        let packed = Vec::with_capacity(compress_bound(LONGEST));
        Ok(Packer { compressor, encoded: vec![0; LONGEST], packed })
    }

    fn pack(&mut self, block: &[u8]) -> io::Result<Vec<u8>> {
        let length = delta::encode(block.as_chunks().0, &mut self.encoded);
        self.compressor.compress_to_buffer(&self.encoded[..length], &mut self.packed)?;
        Ok(self.packed.as_slice().to_vec())
    }
}

/// Why a block could not be had.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(crate) enum BlockError {
    Read(#[from] io::Error),
    Corrupt(#[from] Corruption),
}

/// Reads blocks: an open file, a directory that was checked, and room to work in.
pub(crate) struct BlockReader<'a> {
    file: &'a File,
    directory: &'a Directory,
    packed: Vec<u8>,
    encoded: Vec<u8>,
    decompressor: io::Result<Decompressor<'static>>,
}

impl<'a> BlockReader<'a> {
    pub(crate) fn new(file: &'a File, directory: &'a Directory) -> BlockReader<'a> {
        let [packed, encoded] = [0, LONGEST].map(Vec::with_capacity);
        BlockReader { file, directory, packed, encoded, decompressor: Decompressor::new() }
    }

    /// Reads a compressed block and checks it, no more.
    pub(crate) fn check(&mut self, number: usize) -> Result<(), BlockError> {
        let (offset, length, checksum) = self.directory.block(number);
        self.packed.resize(length, 0);
        match read_exact_at(self.file, &mut self.packed, offset) {
            Ok(()) if xxh3_64(&self.packed) == checksum => Ok(()),
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(error.into()),
            // Altered, or cut short since the file was opened.
            _ => Err(Corruption::Block(number).into()),
        }
    }

    /// Reads a block, checks it and unpacks it into exactly these bytes.
    pub(crate) fn unpack(&mut self, number: usize, into: &mut [u8]) -> Result<(), BlockError> {
        self.check(number)?;
        let decompressor = match &mut self.decompressor {
            Ok(decompressor) => decompressor,
            Err(error) => return Err(io::Error::new(error.kind(), error.to_string()).into()),
        };
        let unpacked = decompressor.decompress_to_buffer(&self.packed, &mut self.encoded);
        let restored =
            unpacked.ok().and_then(|_| delta::decode(&self.encoded, into.as_chunks_mut().0));
        restored.ok_or(Corruption::Block(number).into())
    }
}

/// Reads from a place in the file without moving anybody's cursor.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, into: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, into, offset)
}

/// Reads from a place in the file, whatever the cursor; nobody here relies on the cursor.
#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, mut into: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !into.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, into, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => {
                into = &mut into[n..];
                offset += n as u64;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::store::tests::made_up_table;

    #[test]
    fn a_full_disk_is_an_error() {
        let table = made_up_table("KQK");
        let mut file = Cursor::new(Vec::new());
        let length = write(&table, &mut file).unwrap();
        assert_eq!(length, file.get_ref().len() as u64);
        for room in [0, 10, 100, length / 2, length - 1] {
            let mut disk = vec![0; room as usize];
            let error = write(&table, &mut Cursor::new(&mut *disk)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::WriteZero);
        }
    }

    #[test]
    fn the_same_table_gives_the_same_bytes_on_any_number_of_threads() {
        let table = made_up_table("KQKR");
        let bytes = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut file = Cursor::new(Vec::new());
            pool.install(|| write(&table, &mut file)).unwrap();
            file.into_inner()
        };
        assert!(bytes(1) == bytes(3));
    }
}
