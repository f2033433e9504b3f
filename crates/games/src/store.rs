//! Tables on disk: a line that says what it is, a checksum, and the bytes packed by zstd.
//!
//! ```text
//! FALLIBLE GAME 1 antichess KQvR dtc\n     what the file holds
//! 8 bytes                                  xxh3 of the unpacked bytes, least significant first
//! 8 bytes                                  how many there are
//! the rest                                 zstd
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use crate::error::GameError;

/// The bytes of a table, one byte a position.
const VERSION: u32 = 1;
const LEVEL: i32 = 1;

/// Which table a file holds.
#[derive(Clone, Debug)]
pub(crate) struct FileName {
    pub(crate) game: &'static str,
    pub(crate) endgame: String,
    pub(crate) metric: &'static str,
}

impl FileName {
    fn header(&self) -> String {
        format!("FALLIBLE GAME {VERSION} {} {} {}\n", self.game, self.endgame, self.metric)
    }

    pub(crate) fn path(&self, folder: &Path) -> PathBuf {
        folder.join(self.game).join(format!("{}.{}", self.endgame, self.metric))
    }
}

/// The bytes of a table; none if there is no file.
pub(crate) fn read(folder: &Path, name: &FileName) -> Result<Option<Vec<u8>>, GameError> {
    let path = name.path(folder);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(GameError::Read { path, source }),
    };
    let unpacked = bytes.strip_prefix(name.header().as_bytes()).and_then(|rest| {
        let (sum, rest) = rest.split_first_chunk::<8>()?;
        let (len, packed) = rest.split_first_chunk::<8>()?;
        let len = usize::try_from(u64::from_le_bytes(*len)).ok().filter(|&len| len <= 1 << 32)?;
        let unpacked = zstd::bulk::decompress(packed, len).ok()?;
        (xxh3_64(&unpacked) == u64::from_le_bytes(*sum)).then_some(unpacked)
    });
    let wanted = format!("{} {} in {}", name.game, name.endgame, name.metric.to_uppercase());
    unpacked.map(Some).ok_or(GameError::NotATable { path, wanted })
}

/// Writes a table under another name first: a half-written one cannot exist.
pub(crate) fn write(folder: &Path, name: &FileName, bytes: &[u8]) -> Result<(), GameError> {
    let path = name.path(folder);
    let attempt = || -> io::Result<()> {
        let mut file = name.header().into_bytes();
        file.extend(xxh3_64(bytes).to_le_bytes());
        file.extend((bytes.len() as u64).to_le_bytes());
        file.extend(zstd::bulk::compress(bytes, LEVEL)?);
        let folder = path.parent().expect("a file is in a folder");
        fs::create_dir_all(folder)?;
        let half = path.with_extension(format!("{}.{}", name.metric, std::process::id()));
        fs::write(&half, file).and_then(|()| fs::rename(&half, &path)).inspect_err(|_| {
            let _ = fs::remove_file(&half);
        })
    };
    attempt().map_err(|source| GameError::Write { path: path.clone(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let name = FileName { game: "antichess", endgame: "KvQ".into(), metric: "dtc" };
        assert_eq!(read(folder.path(), &name).unwrap(), None);
        let bytes: Vec<u8> = (0..100_000u32).map(|n| (n % 7) as u8).collect();
        write(folder.path(), &name, &bytes).unwrap();
        assert_eq!(read(folder.path(), &name).unwrap(), Some(bytes));
        let path = name.path(folder.path());
        let mut broken = fs::read(&path).unwrap();
        for at in [0, 20, 50, broken.len() - 1] {
            broken[at] ^= 1;
            fs::write(&path, &broken).unwrap();
            let error = read(folder.path(), &name).unwrap_err().to_string();
            assert!(error.contains("not a table of antichess KvQ in DTC"), "{at}: {error}");
            broken[at] ^= 1;
        }
        fs::write(&path, &broken[..30]).unwrap();
        assert!(read(folder.path(), &name).is_err());
    }
}
