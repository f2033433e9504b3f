//! Files people asked for: written whole or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Writes to a temporary name beside the file, then renames: a reader never sees half of it.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let sentence = || {
        format!("cannot write {}: choose a file in a folder that can be written to", file.display())
    };
    let name = file.file_name().with_context(sentence)?;
    // A device or a pipe takes what it is given.
    if fs::metadata(file).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return fs::write(file, text).with_context(sentence);
    }
    let mut part = name.to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = file.with_file_name(part);
    let written = fs::File::create(&part)
        .and_then(|mut made| made.write_all(text.as_bytes()).and_then(|()| made.sync_all()))
        .and_then(|()| fs::rename(&part, file));
    if written.is_err() {
        // Nothing of ours stays behind; the error told is the first one.
        let _ = fs::remove_file(&part);
    }
    written.with_context(sentence)
}

/// Whether two names are one file.
pub(crate) fn same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| -> Option<PathBuf> { fs::canonicalize(path).ok() };
    a == b || real(a).is_some_and(|a| real(b).is_some_and(|b| a == b))
}

/// Makes a folder and all above it.
pub(crate) fn make_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}: choose another", folder.display()))
}
