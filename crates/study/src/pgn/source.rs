//! Where games are read from: a file or standard input, unpacked if its first bytes say so.
//!
//! The name is never looked at: `games.pgn` may be a gzip file, and so may standard input.

use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;

/// The name that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// Bytes looked at to tell what a file is.
const HEAD: usize = 10;

/// Bytes read from the system at a time.
const CHUNK: usize = 1 << 16;

/// Why a file cannot be read as games at all.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum GamesError {
    #[error("cannot read {}: name a PGN file that exists and may be read", path.display())]
    Open { path: PathBuf, source: io::Error },
    #[error(
        "{} is {what}, not PGN: give PGN as plain text, or packed by gzip, zstd or bzip2",
        path.display()
    )]
    NotText { path: PathBuf, what: &'static str },
}

/// How files begin that are neither text nor packed in a way we unpack, and what they are.
const FOREIGN: [(&[u8], &str); 9] = [
    (b"PK\x03\x04", "a zip archive"),
    (b"\xfd7zXZ\0", "an xz file"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a rar archive"),
    (b"\x04\x22\x4d\x18", "an lz4 file"),
    (b"\x1f\x9d", "a file packed by compress"),
    (b"\xff\xfe", "text in UTF-16"),
    (b"\xfe\xff", "text in UTF-16"),
    (b"SQLite for", "a database"),
];

/// Bytes counted as they pass.
struct Counted<R> {
    bytes: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(into)?;
        self.taken.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// The text of a PGN file or of standard input, unpacked.
pub struct Source {
    text: Box<dyn Read + Send>,
    taken: Arc<AtomicU64>,
}

impl Source {
    /// Opens a file; `-` is standard input.
    pub fn open(path: &Path) -> Result<Source, GamesError> {
        let failed = |source| GamesError::Open { path: path.to_owned(), source };
        let bytes: Box<dyn Read + Send> = if path == Path::new(STANDARD_INPUT) {
            Box::new(stdin())
        } else {
            Box::new(opened(path).map_err(failed)?)
        };
        Source::unpacked(path, bytes)
    }

    /// Any bytes, unpacked if they are packed; the name is for sentences.
    fn unpacked(path: &Path, bytes: Box<dyn Read + Send>) -> Result<Source, GamesError> {
        let failed = |source| GamesError::Open { path: path.to_owned(), source };
        let taken: Arc<AtomicU64> = Arc::default();
        let mut bytes = Counted { bytes, taken: Arc::clone(&taken) };
        let mut head = Vec::with_capacity(HEAD);
        (&mut bytes).take(HEAD as u64).read_to_end(&mut head).map_err(failed)?;
        let whole = BufReader::with_capacity(CHUNK, Cursor::new(head.clone()).chain(bytes));
        // A file of several parts, one after the other, is the text of all of them.
        let text: Box<dyn Read + Send> = match &head[..] {
            [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(whole)),
            // A frame, or one that decoders skip.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                Box::new(zstd::Decoder::with_buffer(whole).map_err(failed)?)
            }
            [b'B', b'Z', b'h', b'1'..=b'9', block @ ..]
                if block.starts_with(b"1AY&SY") || block.starts_with(b"\x17rE8P\x90") =>
            {
                Box::new(MultiBzDecoder::new(whole))
            }
            _ => match FOREIGN.into_iter().find(|(magic, _)| head.starts_with(magic)) {
                Some((_, what)) => {
                    return Err(GamesError::NotText { path: display_name(path), what });
                }
                None => Box::new(whole),
            },
        };
        Ok(Source { text, taken })
    }

    /// Bytes read so far, packed as they are: beside [`size_of`] they tell how far we are.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }
}

impl Read for Source {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.text.read(into)
    }
}

/// A file that is no folder.
fn opened(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    Ok(file)
}

/// Whether a file can be read, found out without reading a byte of it.
pub fn check(path: &Path) -> Result<(), GamesError> {
    let failed = |source| GamesError::Open { path: path.to_owned(), source };
    if path == Path::new(STANDARD_INPUT) {
        return Ok(());
    }
    let there = fs::metadata(path).map_err(failed)?;
    // To open a pipe is to start reading it.
    if there.is_file() || there.is_dir() { opened(path).map(drop).map_err(failed) } else { Ok(()) }
}

/// The bytes of a file, packed as they are; none of a pipe or of standard input.
pub fn size_of(path: &Path) -> Option<u64> {
    let there = fs::metadata(path).ok()?;
    (path != Path::new(STANDARD_INPUT) && there.is_file()).then_some(there.len())
}

/// What a file is called in sentences.
pub(super) fn display_name(path: &Path) -> PathBuf {
    if path == Path::new(STANDARD_INPUT) { "standard input".into() } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use bzip2::write::BzEncoder;
    use flate2::write::GzEncoder;

    use super::*;

    const TEXT: &str = "[White \"A\"]\n\n1. e4 e5 *\n";

    fn read(bytes: Vec<u8>) -> Result<String, GamesError> {
        let mut text = String::new();
        let source = Source::unpacked(Path::new("games"), Box::new(Cursor::new(bytes)))?;
        { source }.read_to_string(&mut text).unwrap();
        Ok(text)
    }

    fn packed(text: &str) -> [Vec<u8>; 4] {
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(text.as_bytes()).unwrap();
        let mut bzip2 = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bzip2.write_all(text.as_bytes()).unwrap();
        [
            text.as_bytes().to_vec(),
            gzip.finish().unwrap(),
            zstd::encode_all(text.as_bytes(), 1).unwrap(),
            bzip2.finish().unwrap(),
        ]
    }

    #[test]
    fn packed_files_are_told_by_their_first_bytes() {
        for bytes in packed(TEXT) {
            assert_eq!(read(bytes.clone()).unwrap(), TEXT);
            let twice = [bytes.clone(), bytes].concat();
            assert_eq!(read(twice).unwrap(), TEXT.repeat(2), "a file of two parts");
        }
        for bytes in packed("") {
            assert_eq!(read(bytes).unwrap(), "");
        }
        for plain in ["B", "BZh9 is no move", "P*M"] {
            assert_eq!(read(plain.as_bytes().to_vec()).unwrap(), plain);
        }
    }

    #[test]
    fn what_is_no_text_is_named() {
        for (bytes, what) in [
            (&b"PK\x03\x04..."[..], "zip"),
            (b"\xfd7zXZ\0...", "xz"),
            (b"\xff\xfe[\0E\0", "UTF-16"),
        ] {
            let said = read(bytes.to_vec()).unwrap_err().to_string();
            assert!(said.contains(what) && said.contains("gzip, zstd or bzip2"), "{said}");
        }
    }

    #[test]
    fn a_file_cut_short_is_an_error_after_what_it_holds() {
        for bytes in &packed(&TEXT.repeat(20_000))[1..] {
            let cut = bytes[..bytes.len() / 2].to_vec();
            let source = Source::unpacked(Path::new("games"), Box::new(Cursor::new(cut))).unwrap();
            let mut text = Vec::new();
            assert!({ source }.read_to_end(&mut text).is_err());
        }
    }
}
