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
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use xxhash_rust::xxh3::xxh3_64;

use crate::error::GameError;
use crate::watch::Watch;

/// The bytes of a table, one byte a position.
const VERSION: u32 = 1;
const LEVEL: i32 = 1;
/// Files written by this process: two threads never write the same half of one.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

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

/// Where the tables of a game are kept, if anywhere. A file that cannot be read is a table still to be made, and a table that cannot be
/// written stays in memory; whoever watches hears of it.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    pub(crate) folder: Option<PathBuf>,
    pub(crate) watch: Watch,
    unreadable: AtomicBool,
    /// Why the first file that was not written was not.
    unwritten: Mutex<Option<GameError>>,
}

impl Disk {
    /// The same in a folder.
    pub(crate) fn in_folder(self, folder: PathBuf) -> Disk {
        Disk { folder: Some(folder), ..self }
    }

    /// The same with somebody who hears of it.
    pub(crate) fn watched_by(self, watch: Watch) -> Disk {
        Disk { watch, ..self }
    }

    /// Whether a table has a file.
    pub(crate) fn holds(&self, name: &FileName) -> bool {
        self.folder.as_ref().is_some_and(|folder| name.path(folder).exists())
    }

    /// The bytes of a table of so many places.
    pub(crate) fn read(&self, name: &FileName, places: usize) -> Option<[Vec<u8>; 2]> {
        read(self.folder.as_ref()?, name, places).unwrap_or_else(|problem| {
            let again = matches!(problem, GameError::Read { .. })
                && self.unreadable.swap(true, Ordering::Relaxed);
            if !again {
                self.watch.warn(&problem);
            }
            None
        })
    }

    pub(crate) fn write(&self, name: &FileName, bytes: &[u8]) {
        let Some(folder) = &self.folder else { return };
        let Err(problem) = write(folder, name, bytes) else { return };
        let mut unwritten = self.unwritten.lock().unwrap_or_else(PoisonError::into_inner);
        if unwritten.is_none() {
            self.watch.warn(&problem);
            *unwritten = Some(problem);
        }
    }

    /// Fails if some table could not be written: for those who want files.
    pub(crate) fn all_written(&self) -> Result<(), GameError> {
        let mut unwritten = self.unwritten.lock().unwrap_or_else(PoisonError::into_inner);
        unwritten.take().map_or(Ok(()), Err)
    }
}

/// The bytes of a table of so many places, White and Black to move; none if there is no file.
fn read(folder: &Path, name: &FileName, places: usize) -> Result<Option<[Vec<u8>; 2]>, GameError> {
    let path = name.path(folder);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(GameError::Read { path, source }),
    };
    let unpacked = bytes.strip_prefix(name.header().as_bytes()).and_then(|rest| {
        let (sum, rest) = rest.split_first_chunk::<8>()?;
        let (len, packed) = rest.split_first_chunk::<8>()?;
        let len =
            usize::try_from(u64::from_le_bytes(*len)).ok().filter(|&len| len == 2 * places)?;
        let mut white = zstd::bulk::decompress(packed, len).ok()?;
        let fits = white.len() == len && xxh3_64(&white) == u64::from_le_bytes(*sum);
        let black = fits.then(|| white.split_off(places))?;
        Some([white, black])
    });
    let wanted = format!("{} {} in {}", name.game, name.endgame, name.metric.to_uppercase());
    unpacked.map(Some).ok_or(GameError::NotATable { path, wanted })
}

/// Writes a table under another name first: a half-written one cannot exist.
fn write(folder: &Path, name: &FileName, bytes: &[u8]) -> Result<(), GameError> {
    let path = name.path(folder);
    let attempt = || -> io::Result<()> {
        let mut file = name.header().into_bytes();
        file.extend(xxh3_64(bytes).to_le_bytes());
        file.extend((bytes.len() as u64).to_le_bytes());
        file.extend(zstd::bulk::compress(bytes, LEVEL)?);
        let folder = path.parent().expect("a file is in a folder");
        fs::create_dir_all(folder)?;
        let (process, file_number) = (std::process::id(), WRITTEN.fetch_add(1, Ordering::Relaxed));
        let half = path.with_extension(format!("{}.{process}.{file_number}", name.metric));
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
        let read = |places| read(folder.path(), &name, places);
        assert_eq!(read(50_000).unwrap(), None);
        let bytes: Vec<u8> = (0..100_000u32).map(|n| (n % 7) as u8).collect();
        write(folder.path(), &name, &bytes).unwrap();
        let [white, black] = read(50_000).unwrap().unwrap();
        assert_eq!([white, black].concat(), bytes);
        assert!(read(49_999).is_err());
        let path = name.path(folder.path());
        let mut broken = fs::read(&path).unwrap();
        for at in [0, 20, 50, broken.len() - 1] {
            broken[at] ^= 1;
            fs::write(&path, &broken).unwrap();
            let error = read(50_000).unwrap_err().to_string();
            assert!(error.contains("not a table of antichess KvQ in DTC"), "{at}: {error}");
            broken[at] ^= 1;
        }
        fs::write(&path, &broken[..30]).unwrap();
        assert!(read(50_000).is_err());
    }

    #[test]
    fn what_is_wrong_with_files_is_said_and_work_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let said = std::sync::Arc::new(Mutex::new(Vec::new()));
        let hears = std::sync::Arc::clone(&said);
        let watch = Watch::new(|_| true)
            .warning(move |problem| hears.lock().unwrap().push(problem.to_string()));
        let name = FileName { game: "antichess", endgame: "KvQ".into(), metric: "dtc" };
        let disk = |folder| Disk { folder: Some(folder), watch: watch.clone(), ..Disk::default() };
        let kept = disk(folder.path().to_owned());
        kept.write(&name, &[1, 2, 3, 4]);
        assert_eq!(kept.read(&name, 2), Some([vec![1, 2], vec![3, 4]]));
        assert!(kept.all_written().is_ok() && kept.holds(&name));
        fs::write(name.path(folder.path()), "nothing").unwrap();
        assert_eq!(kept.read(&name, 2), None);
        // A folder cannot be where a file is.
        let nowhere = disk(name.path(folder.path()));
        nowhere.write(&name, &[1, 2]);
        nowhere.write(&name, &[1, 2]);
        let problem = nowhere.all_written().unwrap_err().to_string();
        assert!(nowhere.all_written().is_ok() && !nowhere.holds(&name));
        let said = said.lock().unwrap();
        assert!(said.len() == 2 && said[0].contains("made again"), "{said:?}");
        assert!(said[1] == problem && problem.contains("cannot write"), "{said:?}");
    }
}
