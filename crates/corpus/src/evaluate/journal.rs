//! Values on disk, safe against a crash at any moment: a text file to which lines are appended.
//!
//! ```text
//! fallible journal 1
//! CHECKSUM <tab> ENGINE <tab> FEN <tab> DEPTH NODES SCORE LINE ... <tab> DEPTH NODES SCORE LINE ...
//! ```
//!
//! Every line after the first is what one search said of one position: the checksum of the rest of
//! the line (XXH3, 64 bits, hexadecimal), a fingerprint of the engine and the depths, the position
//! as four fields of a FEN, and for each depth the number of positions searched and, for each legal
//! move in the order of [`Board::legal_moves`], its score for the mover (`31`, `#2`, `#-3`) and its
//! line, moves joined by commas. A line that is cut short or damaged is passed over.
//!
//! The file is written to the disk every few seconds and at the end: a power cut loses no more.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use endgame::rules::Board;
use engine::score::Score;
use xxhash_rust::xxh3::xxh3_64;

/// The first line.
const HEAD: &str = "fallible journal 1\n";

/// How often what was appended is forced to the disk.
const SYNC: Duration = Duration::from_secs(3);

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum JournalError {
    #[error("cannot open the journal {} ({source}): choose a folder that can be written to", path.display())]
    Open { path: PathBuf, source: io::Error },
    #[error("{} is no journal of `fallible evaluate`: move it away", path.display())]
    NotAJournal { path: PathBuf },
    #[error("another run writes to the journal {}: wait for it, or choose another --out", path.display())]
    Busy { path: PathBuf },
    #[error("cannot write to the journal {} ({source}): look whether the disk is full", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("cannot read the journal {} ({source}): the disk may be failing", path.display())]
    Read { path: PathBuf, source: io::Error },
}

/// What a search to one depth said of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The depth asked for.
    pub depth: u16,
    /// Positions searched.
    pub nodes: u64,
    /// The scores of all legal moves, for the mover.
    pub scores: Vec<Score>,
    /// The line of each, in UCI notation with spaces.
    pub lines: Vec<String>,
}

/// A journal, open and locked.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Where the line of a position begins, by the hash of engine and position.
    index: HashMap<u64, u64>,
    end: u64,
    synced: Instant,
    /// Lines that were passed over at the start.
    damaged: usize,
}

/// A position valued by one engine at some depths, as one number.
fn key(engine: u64, fen: &str) -> u64 {
    xxh3_64(format!("{engine:016x}\t{fen}").as_bytes())
}

impl Journal {
    /// Opens a journal, or begins one; the lines that are there are checked.
    pub fn open(path: &Path) -> Result<Journal, JournalError> {
        let cannot = |source| JournalError::Open { path: path.to_owned(), source };
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(cannot)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(JournalError::Busy { path: path.to_owned() });
            }
            // A file system without locks: then nobody is kept out.
            Ok(()) | Err(TryLockError::Error(_)) => (),
        }
        let index = HashMap::new();
        let synced = Instant::now();
        let mut journal =
            Journal { path: path.to_owned(), file, index, end: 0, synced, damaged: 0 };
        journal.scan()?;
        Ok(journal)
    }

    /// Reads all lines, and cuts off what is left of one that was being written.
    fn scan(&mut self) -> Result<(), JournalError> {
        let path = self.path.clone();
        let failed = |source| JournalError::Read { path: path.clone(), source };
        let mut lines = BufReader::with_capacity(1 << 16, &self.file);
        let mut head = Vec::new();
        lines.by_ref().take(HEAD.len() as u64).read_to_end(&mut head).map_err(failed)?;
        if !HEAD.as_bytes().starts_with(&head) {
            return Err(JournalError::NotAJournal { path });
        }
        let mut at = HEAD.len() as u64;
        let (mut line, mut whole) = (Vec::new(), at);
        if head.len() == HEAD.len() {
            loop {
                line.clear();
                let read = lines.read_until(b'\n', &mut line).map_err(failed)? as u64;
                if read == 0 {
                    break;
                }
                match line.strip_suffix(b"\n").and_then(|line| checked(line)) {
                    Some((engine, fen)) => {
                        self.index.insert(key(engine, fen), at);
                    }
                    None => self.damaged += 1,
                }
                at += read;
                if line.ends_with(b"\n") {
                    whole = at;
                }
            }
        }
        drop(lines);
        let write = |source| JournalError::Write { path: path.clone(), source };
        self.file.set_len(if head.len() == HEAD.len() { whole } else { 0 }).map_err(write)?;
        self.file.seek(SeekFrom::End(0)).map_err(write)?;
        if head.len() < HEAD.len() {
            self.file.write_all(HEAD.as_bytes()).map_err(write)?;
        }
        self.end = whole;
        Ok(())
    }

    /// Positions it knows, each engine counted by itself.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Lines that were passed over when it was opened.
    pub fn damaged(&self) -> usize {
        self.damaged
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the values of a position are known.
    pub fn knows(&self, engine: u64, fen: &str) -> bool {
        self.index.contains_key(&key(engine, fen))
    }

    /// Appends the values of a position.
    pub fn append(&mut self, engine: u64, fen: &str, all: &[Valued]) -> Result<(), JournalError> {
        let line = written(engine, fen, all);
        let failed = |source| JournalError::Write { path: self.path.clone(), source };
        self.file.write_all(line.as_bytes()).map_err(failed)?;
        self.index.insert(key(engine, fen), self.end);
        self.end += line.len() as u64;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Forces what was appended to the disk.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.synced = Instant::now();
        let failed = |source| JournalError::Write { path: self.path.clone(), source };
        self.file.sync_data().map_err(failed)
    }

    /// The values of a position, if they are known.
    pub fn get(&mut self, engine: u64, fen: &str) -> Result<Option<Vec<Valued>>, JournalError> {
        let Some(&at) = self.index.get(&key(engine, fen)) else { return Ok(None) };
        let line = self.line_at(at);
        let line = line.map_err(|source| JournalError::Read { path: self.path.clone(), source })?;
        let known = checked(&line).is_some_and(|found| found == (engine, fen));
        Ok(known.then(|| read(&line)).flatten())
    }

    fn line_at(&mut self, at: u64) -> io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(at))?;
        let mut line = Vec::new();
        BufReader::with_capacity(1 << 13, &self.file).read_until(b'\n', &mut line)?;
        self.file.seek(SeekFrom::End(0))?;
        line.pop();
        Ok(line)
    }

    /// Takes the journal away: its values are elsewhere.
    pub fn remove(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

/// The engine and the position of a line, if its checksum holds.
fn checked(line: &[u8]) -> Option<(u64, &str)> {
    let line = std::str::from_utf8(line).ok()?;
    let (checksum, rest) = line.split_once('\t')?;
    if u64::from_str_radix(checksum, 16).ok()? != xxh3_64(rest.as_bytes()) {
        return None;
    }
    let mut fields = rest.split('\t');
    Some((u64::from_str_radix(fields.next()?, 16).ok()?, fields.next()?))
}

fn written(engine: u64, fen: &str, all: &[Valued]) -> String {
    use std::fmt::Write as _;
    let mut rest = format!("{engine:016x}\t{fen}");
    for Valued { depth, nodes, scores, lines } in all {
        // Writing to a string cannot fail.
        let _ = write!(rest, "\t{depth} {nodes}");
        for (score, line) in scores.iter().zip(lines) {
            let _ = match score {
                Score::Centipawns(cp) => write!(rest, " {cp}"),
                Score::Mate(moves) => write!(rest, " #{moves}"),
            };
            let _ = write!(rest, " {}", line.replace(' ', ","));
        }
    }
    format!("{:016x}\t{rest}\n", xxh3_64(rest.as_bytes()))
}

/// The values of a line whose checksum holds; none if it is not of this form.
fn read(line: &[u8]) -> Option<Vec<Valued>> {
    let line = std::str::from_utf8(line).ok()?;
    let mut fields = line.split('\t').skip(2);
    let moves = Board::from_either_fen(fields.next()?).ok()?.count_legal_moves();
    let one = |field: &str| {
        let mut words = field.split(' ');
        let depth = words.next()?.parse().ok()?;
        let nodes = words.next()?.parse().ok()?;
        let (mut scores, mut lines) = (Vec::with_capacity(moves), Vec::with_capacity(moves));
        while let Some(score) = words.next() {
            scores.push(match score.strip_prefix('#') {
                Some(mate) => Score::Mate(mate.parse().ok()?),
                None => Score::Centipawns(score.parse().ok()?),
            });
            lines.push(words.next()?.replace(',', " "));
        }
        (scores.len() == moves).then_some(Valued { depth, nodes, scores, lines })
    };
    fields.map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "7k/8/8/8/8/8/8/K7 w - -";

    fn valued(depth: u16) -> Valued {
        let cp = i32::from(depth) - 20;
        Valued {
            depth,
            nodes: 12,
            scores: vec![Score::Centipawns(cp), Score::Mate(3), Score::Mate(-2)],
            lines: vec!["a1a2 h8g8".to_owned(), "a1b1".to_owned(), "a1b2".to_owned()],
        }
    }

    #[test]
    fn what_was_appended_is_there_after_a_crash() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.journal");
        let mut journal = Journal::open(&path).unwrap();
        journal.append(7, FEN, &[valued(8), valued(10)]).unwrap();
        journal.append(8, FEN, &[valued(9)]).unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::Busy { .. })));
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        let last = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
        // Cut anywhere: the lines before are there, and nothing else.
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut journal = Journal::open(&path).unwrap();
            let first = whole.iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(first, 3);
            let expected = usize::from(cut >= last) + usize::from(cut == whole.len());
            assert_eq!(journal.len(), expected, "{cut}");
            journal.append(9, FEN, &[valued(11)]).unwrap();
            assert_eq!(journal.get(9, FEN).unwrap(), Some(vec![valued(11)]));
            drop(journal);
            let mut journal = Journal::open(&path).unwrap();
            assert_eq!((journal.len(), journal.damaged()), (expected + 1, 0), "{cut}");
            let known = journal.get(7, FEN).unwrap();
            assert_eq!(known, (cut >= last).then(|| vec![valued(8), valued(10)]));
            assert_eq!(journal.get(9, FEN).unwrap(), Some(vec![valued(11)]));
        }
    }

    #[test]
    fn damage_costs_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.journal");
        let mut journal = Journal::open(&path).unwrap();
        journal.append(7, FEN, &[valued(8)]).unwrap();
        journal.append(8, FEN, &[valued(9)]).unwrap();
        drop(journal);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[HEAD.len() + 40] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        assert_eq!((journal.len(), journal.damaged()), (1, 1));
        assert_eq!(journal.get(7, FEN).unwrap(), None);
        assert_eq!(journal.get(8, FEN).unwrap(), Some(vec![valued(9)]));
        drop(journal);
        std::fs::write(&path, "1. e4 e5").unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::NotAJournal { .. })));
    }
}
