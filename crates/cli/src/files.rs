//! Files people asked for: written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::failure::{refuse, refuse_if};

/// Writes to a temporary name beside the file, then renames: a reader never sees half of it.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let mut growing = Growing::create(file)?;
    growing.write(text)?;
    growing.finish()
}

/// The same for bytes.
pub(crate) fn write_bytes(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut growing = Growing::create(file)?;
    growing.write_bytes(bytes)?;
    growing.finish()
}

/// The same for a file that was perhaps asked for.
pub(crate) fn write_if(
    file: &Option<PathBuf>,
    text: impl FnOnce() -> String,
) -> anyhow::Result<()> {
    file.as_deref().map_or(Ok(()), |file| write(file, &text()))
}

fn cannot_write(file: &Path) -> String {
    format!("cannot write {}: choose a file in a folder that can be written to", file.display())
}

/// A file while it is written: it takes its name when it is finished, and leaves nothing behind if
/// it never is.
pub(crate) struct Growing {
    file: PathBuf,
    /// Where it grows; none of a device or a pipe, which takes what it is given.
    part: Option<PathBuf>,
    out: BufWriter<File>,
}

impl Growing {
    /// Begins a file; the one of this name stays as it is until the new one is finished.
    pub(crate) fn create(file: &Path) -> anyhow::Result<Growing> {
        let name = file.file_name().with_context(|| cannot_write(file))?;
        let there = fs::metadata(file).ok();
        if there.as_ref().is_some_and(fs::Metadata::is_dir) {
            let folder = io::Error::new(io::ErrorKind::IsADirectory, "it is a folder");
            return Err(folder).with_context(|| cannot_write(file));
        }
        let growing = |out: File, part: Option<PathBuf>| {
            Ok(Growing { file: file.to_owned(), part, out: BufWriter::new(out) })
        };
        if there.is_some_and(|there| !there.is_file()) {
            let out = OpenOptions::new().write(true).open(file);
            return growing(out.with_context(|| cannot_write(file))?, None);
        }
        // A process of the same number may have left one behind.
        for attempt in 0.. {
            let mut part = name.to_owned();
            part.push(format!(".{}-{attempt}.part", std::process::id()));
            let part = file.with_file_name(part);
            match File::create_new(&part) {
                Ok(out) => return growing(out, Some(part)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => (),
                Err(error) => return Err(error).with_context(|| cannot_write(file)),
            }
        }
        anyhow::bail!(cannot_write(file))
    }

    pub(crate) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.write_bytes(text.as_bytes())
    }

    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.out.write_all(bytes).with_context(|| cannot_write(&self.file))
    }

    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let done = match &self.part {
            None => self.out.flush(),
            Some(part) => self
                .out
                .flush()
                .and_then(|()| self.out.get_ref().sync_all())
                .and_then(|()| fs::rename(part, &self.file)),
        };
        if done.is_ok() {
            self.part = None;
        }
        done.with_context(|| cannot_write(&self.file))
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // Nothing of ours stays behind; the error told is the first one.
            let _ = fs::remove_file(part);
        }
    }
}

/// Whether two names are one file, also if it is yet to be made.
pub(crate) fn same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| -> Option<PathBuf> {
        let parent = || path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let beside = || fs::canonicalize(parent().unwrap_or(Path::new("."))).ok();
        fs::canonicalize(path).ok().or_else(|| Some(beside()?.join(path.file_name()?)))
    };
    a == b || real(a).is_some_and(|a| real(b).is_some_and(|b| a == b))
}

/// Refuses what would lose a file: an output, named by its option, that is also read, or that is
/// written twice.
pub(crate) fn check_outputs(
    inputs: &[PathBuf],
    outputs: &[(&str, &Option<PathBuf>)],
) -> anyhow::Result<()> {
    let outputs = outputs.iter().filter_map(|(option, file)| Some((*option, file.as_ref()?)));
    // A device or a pipe loses nothing.
    let is_file = |file: &Path| fs::metadata(file).map_or(true, |there| there.is_file());
    let outputs: Vec<(&str, &PathBuf)> = outputs.filter(|(_, file)| is_file(file)).collect();
    for (at, (option, output)) in outputs.iter().enumerate() {
        let shown = output.display();
        refuse_if!(
            inputs.iter().any(|input| same(input, output)),
            "{shown} is one of the files to be read and would be lost: write to another file"
        );
        if let Some((other, _)) = outputs[..at].iter().find(|(_, earlier)| same(earlier, output)) {
            refuse!("{other} and {option} both name {shown}: give each a file of its own");
        }
    }
    Ok(())
}

/// Refuses a file that could not be written, before hours are spent on what would be in it.
pub(crate) fn check_writable(file: &Path) -> anyhow::Result<()> {
    let shown = file.display();
    refuse_if!(file.is_dir(), "{shown} is a folder: name a file in it");
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        refuse!("there is no folder {}: make it, or write {shown} elsewhere", folder.display());
    }
    Ok(())
}

/// Makes a folder and all above it.
pub(crate) fn make_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}: choose another", folder.display()))
}
