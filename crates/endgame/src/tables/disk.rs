//! The disk is a cache: a file that cannot be read is a table still to be made, and a table that
//! cannot be written stays in memory. Either is said once.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Notice, Tables};
use crate::material::Material;
use crate::store::{Store, StoreError, StoredTable};
use crate::table::Table;

/// What was said already.
#[derive(Debug, Default)]
pub(super) struct Told {
    unreadable: AtomicBool,
    not_kept: AtomicBool,
}

impl Tables {
    /// Whether a file of this endgame is there whose header says so.
    pub(super) fn is_stored(&self, material: &Material) -> bool {
        matches!(self.open_file(material), Ok(Some(_)))
    }

    /// The file of an endgame; none if there is no such file, or nowhere to keep one.
    pub(super) fn open_file(&self, material: &Material) -> Result<Option<StoredTable>, StoreError> {
        self.store.as_ref().map_or(Ok(None), |store| store.open(material, self.metric))
    }

    /// Turns a file that is corrupt, or cannot be read, into no file and a notice.
    pub(super) fn readable<T>(
        &self,
        read: Result<Option<T>, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        match read {
            Err(StoreError::Corrupt { path, corruption }) => {
                (self.notify)(&Notice::Remaking { path, corruption });
                Ok(None)
            }
            Err(StoreError::Read { path, source }) => {
                if !self.told.unreadable.swap(true, Ordering::Relaxed) {
                    (self.notify)(&Notice::Unreadable { path, reason: source.to_string() });
                }
                Ok(None)
            }
            other => other,
        }
    }

    /// Whether a table can be written; if not, that nothing is kept is said.
    pub(super) fn is_writable(&self, material: &Material) -> bool {
        let Some(store) = &self.store else { return false };
        match store.check_writable(material, self.metric) {
            Ok(()) => true,
            Err(error) => {
                self.say_not_kept(&store.path(material, self.metric), error);
                false
            }
        }
    }

    /// Writes a table.
    pub(super) fn save(&self, store: &Store, table: &Table) -> Result<(), StoreError> {
        store.save(table)?;
        self.written.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// The same if it can be.
    pub(super) fn save_if_possible(&self, table: &Table) {
        let Some(store) = &self.store else { return };
        if let Err(error) = self.save(store, table) {
            self.say_not_kept(&store.path(&table.material(), self.metric), error);
        }
    }

    fn say_not_kept(&self, path: &Path, error: StoreError) {
        if self.told.not_kept.swap(true, Ordering::Relaxed) {
            return;
        }
        let (path, reason) = match error {
            StoreError::Write { path, source } => (path, source.to_string()),
            other => (path.to_owned(), other.to_string()),
        };
        (self.notify)(&Notice::NotKept { path, reason });
    }
}
