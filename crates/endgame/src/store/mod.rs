//! Tables cached on disk: a folder with one file for each endgame and metric.
//!
//! Disk is a cache, never a requirement: a file that is missing, corrupt, or made by another
//! generator is made again, and what it says is never believed. A file appears under its name only
//! when it is complete, so a half-made table cannot exist.
//!
//! - `format`: the header and the directory of blocks
//! - `blocks`: the blocks themselves; `delta`: delta coding, what of their lines is written
//! - `corruption`: what can be wrong with a file
//! - `stored`: [`StoredTable`], which reads only the blocks it is asked for
//! - `temporary`: the names that files have while they are written

mod blocks;
mod corruption;
mod delta;
mod format;
mod stored;
mod temporary;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use value::Metric;

use crate::material::Material;
use crate::memory::OutOfMemory;
use crate::table::Table;

pub use corruption::Corruption;
pub use format::{FORMAT, GENERATOR, MAGIC};
pub use stored::StoredTable;
pub use temporary::{Temporary, remove_if_stale};

/// Why a table could not be read from the folder, or written to it.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum StoreError {
    #[error("there is no home folder to keep tables in: name a folder with --tables DIR")]
    NoHome,
    #[error("cannot read {path}: make it readable, or name another folder with --tables DIR")]
    Read { path: PathBuf, source: io::Error },
    #[error(
        "cannot write {path}: free some space there, make the folder writable, or name another one with --tables DIR"
    )]
    Write { path: PathBuf, source: io::Error },
    #[error(
        "{path} is not the table it should be: {corruption}; delete it, or solve the endgame again"
    )]
    Corrupt { path: PathBuf, corruption: Corruption },
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// A folder of solved endgames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Tables in this folder, which is made when the first table is written.
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into() }
    }

    /// The user's cache folder: `~/.cache/fallible/tables`, or under `$XDG_CACHE_HOME`.
    pub fn default_folder() -> Result<PathBuf, StoreError> {
        let strategy = etcetera::choose_base_strategy().map_err(|_| StoreError::NoHome)?;
        Ok(strategy.cache_dir().join("fallible").join("tables"))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a table is or would be: `KQKR.dtc.fallible`.
    pub fn path(&self, material: &Material, metric: Metric) -> PathBuf {
        self.folder.join(format!("{}.{}.fallible", material.normalized(), metric.word()))
    }

    /// Opens a table to be read block by block; none if it is not in the folder.
    pub fn open(
        &self,
        material: &Material,
        metric: Metric,
    ) -> Result<Option<StoredTable>, StoreError> {
        StoredTable::open(self.path(material, metric), material, metric)
    }

    /// Reads a whole table into memory; none if it is not in the folder.
    pub fn load(&self, material: &Material, metric: Metric) -> Result<Option<Table>, StoreError> {
        self.open(material, metric)?.map(|stored| stored.load()).transpose()
    }

    /// Writes a table and says where.
    ///
    /// It is written under a name of its own and renamed when complete. Whoever writes the same
    /// table at the same time writes the same bytes: the last rename wins and no harm is done.
    pub fn save(&self, table: &Table) -> Result<PathBuf, StoreError> {
        let path = self.path(&table.material(), table.metric());
        let mut temporary = self.temporary(&path)?;
        blocks::write(table, temporary.file())
            .and_then(|_| temporary.rename(&path))
            .map_err(|source| StoreError::Write { path: path.clone(), source })?;
        Ok(path)
    }

    /// Makes sure that a table can be written, before minutes are spent on solving it. What dead
    /// processes left of theirs is swept away.
    pub fn check_writable(&self, material: &Material, metric: Metric) -> Result<(), StoreError> {
        let path = self.path(material, metric);
        self.temporary(&path)?;
        self.sweep();
        Ok(())
    }

    /// A new file beside the one to be written.
    fn temporary(&self, path: &Path) -> Result<Temporary, StoreError> {
        fs::create_dir_all(&self.folder)
            .and_then(|()| Temporary::beside(path))
            .map_err(|source| StoreError::Write { path: path.to_owned(), source })
    }

    /// Removes what processes that are gone had begun to write here; other files are left alone.
    fn sweep(&self) {
        // A folder that cannot be listed stays as it is: what is swept is only in the way.
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            if is_part_of_a_table(&path) {
                temporary::remove_if_stale(&path);
            }
        }
    }
}

/// Whether a file is called as one of our tables on its way to the disk: `KQKR.dtc.<anything>.part`.
fn is_part_of_a_table(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let mut parts = name.split('.');
    let is_endgame = parts.next().is_some_and(|word| {
        word.parse().is_ok_and(|material: Material| material.to_string() == word)
    });
    let is_metric = parts.next().is_some_and(|word| word.parse::<Metric>().is_ok());
    is_endgame && is_metric && parts.next_back() == Some("part")
}

#[cfg(test)]
pub(crate) mod tests;
