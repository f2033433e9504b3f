//! The byte format of a table file: its header and its directory of blocks.
//!
//! `docs/formats.md` draws it. Numbers are little-endian; every part carries its own checksum, and
//! nothing is believed before its checksum was.

use value::{Depth, Metric};
use xxhash_rust::xxh3::xxh3_64;

use super::corruption::Corruption;
use crate::codec::Codec;
use crate::index::Index;
use crate::rules::Color;
use crate::table::Table;

/// Raised when the solver, or the numbering of positions, gives other bytes than before.
pub const GENERATOR: u32 = 2;

/// Raised when the layout of the file changes.
pub const FORMAT: u32 = 2;

/// What every table file starts with.
pub const MAGIC: [u8; 8] = *b"FALLIBLE";

/// Bytes of a block before it is packed: 1,024 cells.
pub(crate) const BLOCK: usize = 1 << 16;

/// Bytes of the header, its checksum included.
pub(crate) const HEADER: usize = 80;

/// Bytes of one entry of the directory.
const ENTRY: usize = 16;

/// What a file says about its table before any position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) metric: Metric,
    pub(crate) deepest: [Option<Depth>; 2],
    /// Bytes of the whole file.
    pub(crate) file_length: u64,
}

/// How many blocks hold so many bytes for each side to move: White's first, then Black's.
pub(crate) fn blocks(positions: usize) -> usize {
    2 * positions.div_ceil(BLOCK)
}

/// Where the first block begins in a file of so many blocks.
pub(crate) fn first_block(blocks: usize) -> usize {
    HEADER + blocks * ENTRY + 8
}

impl Header {
    pub(crate) fn of(table: &Table, file_length: u64) -> Header {
        let deepest = Color::ALL.map(|winner| table.deepest(winner));
        Header { metric: table.metric(), deepest, file_length }
    }

    pub(crate) fn to_bytes(&self, index: &Index) -> [u8; HEADER] {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend(GENERATOR.to_le_bytes());
        bytes.extend(padded::<16>(&index.material().to_string()));
        bytes.extend(padded::<8>(self.metric.word()));
        for deepest in self.deepest {
            bytes.extend(deepest.map_or(0, |depth| depth.0 + 1).to_le_bytes());
        }
        bytes.extend((BLOCK as u32).to_le_bytes());
        bytes.extend((index.len() as u64).to_le_bytes());
        bytes.extend((blocks(index.len()) as u64).to_le_bytes());
        bytes.extend(self.file_length.to_le_bytes());
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes.try_into().expect("the fields above are as long as the header")
    }

    /// Reads and checks the header of the file that should hold this table.
    pub(crate) fn read(
        bytes: &[u8; HEADER],
        index: &Index,
        metric: Metric,
        file_length: u64,
    ) -> Result<Header, Corruption> {
        if bytes[..8] != MAGIC {
            let found = String::from_utf8_lossy(&bytes[..8]).into_owned();
            return Err(Corruption::Foreign(found));
        }
        match number32(bytes, 8) {
            FORMAT => (),
            found => return Err(Corruption::Format(found)),
        }
        if number64(bytes, HEADER - 8) != xxh3_64(&bytes[..HEADER - 8]) {
            return Err(Corruption::Header);
        }
        match number32(bytes, 12) {
            GENERATOR => (),
            found => return Err(Corruption::Generator(found)),
        }
        let deepest = [40, 42]
            .map(|at| u16::from_le_bytes([bytes[at], bytes[at + 1]]).checked_sub(1).map(Depth));
        let header = Header { metric, deepest, file_length: number64(bytes, 64) };
        let expected = header.to_bytes(index);
        if bytes[16..40] != expected[16..40] {
            let text = |range| String::from_utf8_lossy(&bytes[range]).replace('\0', "");
            let found = format!("{} ({})", text(16..32), text(32..40));
            return Err(Corruption::OtherTable(found));
        }
        // What is left must be what we would have written: sizes follow from the endgame.
        if *bytes != expected || !Codec::fits(deepest[0], deepest[1]) {
            return Err(Corruption::Header);
        }
        if header.file_length != file_length {
            return Err(Corruption::Length { found: file_length, expected: header.file_length });
        }
        Ok(header)
    }
}

/// Where each block is, and what it must hash to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Directory {
    entries: Vec<Entry>,
    end: u64,
}

/// A compressed block's place and checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) offset: u64,
    pub(crate) checksum: u64,
}

impl Directory {
    /// The directory of blocks one after the other; `end` is where the last one stops.
    pub(crate) fn new(entries: Vec<Entry>, end: u64) -> Directory {
        Directory { entries, end }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Where a block starts, how long it is, and its checksum.
    pub(crate) fn block(&self, number: usize) -> (u64, usize, u64) {
        let Entry { offset, checksum } = self.entries[number];
        let next = self.entries.get(number + 1).map_or(self.end, |entry| entry.offset);
        (offset, (next - offset) as usize, checksum)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.entries.len() * ENTRY + 8);
        for entry in &self.entries {
            bytes.extend(entry.offset.to_le_bytes());
            bytes.extend(entry.checksum.to_le_bytes());
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads and checks the directory of a file that ends at `end`.
    pub(crate) fn read(bytes: &[u8], end: u64) -> Result<Directory, Corruption> {
        let listed = bytes.len() - 8;
        if number64(bytes, listed) != xxh3_64(&bytes[..listed]) {
            return Err(Corruption::Directory);
        }
        let entries: Vec<Entry> = bytes[..listed]
            .chunks_exact(ENTRY)
            .map(|entry| Entry { offset: number64(entry, 0), checksum: number64(entry, 8) })
            .collect();
        let starts_where_it_should =
            entries.first().is_some_and(|e| e.offset == first_block(entries.len()) as u64);
        let ascending = entries.is_sorted_by_key(|entry| entry.offset);
        let last_fits = entries.last().is_some_and(|entry| entry.offset <= end);
        if starts_where_it_should && ascending && last_fits {
            Ok(Directory { entries, end })
        } else {
            Err(Corruption::Directory)
        }
    }
}

fn padded<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = [0; N];
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    bytes
}

fn number32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn number64(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> (Index, Header) {
        let index = Index::new(&"KQKR".parse().unwrap());
        let deepest = [Some(Depth(31)), None];
        (index, Header { metric: Metric::Dtz50, deepest, file_length: 4711 })
    }

    #[test]
    fn a_header_comes_back() {
        let (index, header) = header();
        assert_eq!(Header::read(&header.to_bytes(&index), &index, Metric::Dtz50, 4711), Ok(header));
    }

    #[test]
    fn a_changed_header_is_refused_with_the_reason() {
        let (index, header) = header();
        let read = |bytes: &[u8; HEADER]| Header::read(bytes, &index, Metric::Dtz50, 4711);
        for bit in 0..8 * HEADER {
            let mut bytes = header.to_bytes(&index);
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&bytes).is_err(), "bit {bit} went unnoticed");
        }
        let other = Header { metric: Metric::Dtm, ..header.clone() };
        assert_eq!(
            read(&other.to_bytes(&index)),
            Err(Corruption::OtherTable("KQKR (dtm)".to_owned()))
        );
        let longer = Header { file_length: 4712, ..header.clone() };
        assert_eq!(
            read(&longer.to_bytes(&index)),
            Err(Corruption::Length { found: 4711, expected: 4712 })
        );
        let impossible = Header { deepest: [Some(Depth(200)), Some(Depth(200))], ..header };
        assert_eq!(read(&impossible.to_bytes(&index)), Err(Corruption::Header));
    }

    #[test]
    fn a_directory_out_of_order_is_refused() {
        let start = first_block(2) as u64;
        let entries =
            |offsets: [u64; 2]| offsets.map(|offset| Entry { offset, checksum: 7 }).to_vec();
        let good = Directory::new(entries([start, start + 9]), start + 20);
        assert_eq!(Directory::read(&good.to_bytes(), start + 20), Ok(good.clone()));
        assert_eq!(good.block(0), (start, 9, 7));
        assert_eq!(good.block(1), (start + 9, 11, 7));
        for offsets in [[start + 9, start], [start, start + 21], [start + 1, start + 9]] {
            let bad = Directory::new(entries(offsets), start + 20);
            assert!(Directory::read(&bad.to_bytes(), start + 20).is_err());
        }
    }
}
