//! Who hears how far solving is, and may stop it.

use std::fmt;
use std::sync::Arc;

use crate::error::GameError;

/// How far the tables are that one question needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The table that comes next.
    pub table: String,
    /// Tables made or read so far.
    pub done: usize,
    /// All of them.
    pub all: usize,
}

/// Called before each table; false stops there.
type Listener = dyn Fn(&Progress) -> bool + Send + Sync;

/// Somebody who listens, or nobody.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<Listener>>);

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}

impl Watch {
    /// Calls this before each table; false stops there.
    pub fn new(listener: impl Fn(&Progress) -> bool + Send + Sync + 'static) -> Watch {
        Watch(Some(Arc::new(listener)))
    }

    pub(crate) fn tell(
        &self,
        table: impl fmt::Display,
        done: usize,
        all: usize,
    ) -> Result<(), GameError> {
        let progress = Progress { table: table.to_string(), done, all };
        match &self.0 {
            Some(listener) if !listener(&progress) => Err(GameError::Stopped),
            _ => Ok(()),
        }
    }
}
