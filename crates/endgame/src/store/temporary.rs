//! Files that appear under their name only when they are complete.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A file that nobody writes to is stale only after this long: whoever has just made it may not have
/// locked it yet.
const GRACE: Duration = Duration::from_secs(60);

/// The same where the file system knows no locks: nobody writes a table for so long.
const LONG_GRACE: Duration = Duration::from_secs(86_400);

/// A new file beside the one to be written, under a name that nobody can guess and locked as long as
/// it is open; it is gone when this is dropped, unless it was renamed.
///
/// Process ids would not do for the name: they repeat, in containers at every start, and a file that a
/// killed process left behind would be in the way for ever.
#[derive(Debug)]
pub struct Temporary {
    file: File,
    path: PathBuf,
}

impl Temporary {
    /// Makes the file: `KQKR.dtc.<32 hexadecimal digits>.part` beside `KQKR.dtc.fallible`.
    pub fn beside(path: &Path) -> io::Result<Temporary> {
        let path = path.with_extension(format!("{:032x}.part", unguessable()));
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        // A file system without locks: then only the age tells what is stale.
        let _ = file.try_lock();
        Ok(Temporary { file, path })
    }

    /// The file, to be written.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Where it is until it is renamed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the complete file its name, once it is on the disk.
    pub fn rename(self, to: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, to)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // Renamed, or else nothing better can be done about it; whoever comes next sweeps it away.
        let _ = fs::remove_file(&self.path);
    }
}

/// 128 bits of the system's randomness.
fn unguessable() -> u128 {
    let half = || u128::from(RandomState::new().hash_one(std::process::id()));
    half() << 64 | half()
}

/// Removes a temporary file whose writer is gone: it has let go of its lock, and a while ago.
pub fn remove_if_stale(path: &Path) {
    // Never a pipe or a device: opening one may wait for ever.
    let Some(there) = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file) else { return };
    let age = there.modified().ok().and_then(|time| time.elapsed().ok()).unwrap_or_default();
    let Ok(file) = File::open(path) else { return };
    let is_stale = match file.try_lock() {
        Ok(()) => age >= GRACE,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => age >= LONG_GRACE,
    };
    if is_stale {
        // Somebody else may have swept it already.
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn aged(path: &Path) {
        let file = OpenOptions::new().write(true).open(path).unwrap();
        file.set_modified(SystemTime::now() - 2 * GRACE).unwrap();
    }

    #[test]
    fn names_differ_and_tell_nothing_of_the_process() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("KQK.dtc.fallible");
        let [a, b] = [0; 2].map(|_| Temporary::beside(&path).unwrap());
        assert_ne!(a.path(), b.path());
        let middle = |one: &Temporary| {
            let name = one.path().file_name().unwrap().to_str().unwrap().to_owned();
            let middle = name.strip_prefix("KQK.dtc.").unwrap().strip_suffix(".part").unwrap();
            middle.to_owned()
        };
        let (a, b) = (middle(&a), middle(&b));
        assert!([&a, &b].iter().all(|name| name.len() == 32), "{a} {b}");
        let alike = a.bytes().zip(b.bytes()).filter(|(a, b)| a == b).count();
        assert!(alike < 16, "{a} and {b} have {alike} digits in common");
    }

    #[test]
    fn what_is_not_renamed_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("whole");
        drop(Temporary::beside(&path).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        Temporary::beside(&path).unwrap().rename(&path).unwrap();
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
        assert_eq!(names.len(), 1);
        assert_eq!(names[0].path(), path);
    }

    #[test]
    fn only_what_nobody_writes_any_more_is_stale() {
        let folder = tempfile::tempdir().unwrap();
        let written = Temporary::beside(&folder.path().join("a")).unwrap();
        let young = folder.path().join("young.part");
        let dead = folder.path().join("dead.part");
        fs::write(&young, b"half a ta").unwrap();
        fs::write(&dead, b"half a ta").unwrap();
        aged(&dead);
        aged(written.path());
        for path in [written.path(), &young, &dead, &folder.path().join("nowhere")] {
            remove_if_stale(path);
        }
        assert!(written.path().exists() && young.exists() && !dead.exists());
    }
}
