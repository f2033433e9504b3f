//! Files people asked for: written whole or not at all.

use std::fs;
use std::path::Path;

use anyhow::Context;

/// Writes a file to a temporary name beside it, then renames it.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = file.with_file_name(name);
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, file));
    if written.is_err() {
        // The error that counts is the one above.
        let _ = fs::remove_file(&part);
    }
    written.with_context(|| {
        format!("cannot write {}: choose a file in a folder that can be written to", file.display())
    })
}

/// Makes a folder and all above it.
pub(crate) fn make_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}: choose another", folder.display()))
}
