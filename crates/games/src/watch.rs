//! Who hears how far solving is and may stop it, and hears what is wrong with files.

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
pub type Listen<'a> = dyn Fn(&Progress) -> bool + 'a;

/// The same for good.
type Listener = dyn Fn(&Progress) -> bool + Send + Sync;
/// Hears why a file could not be read or written.
type Warned = dyn Fn(&GameError) + Send + Sync;

/// Somebody who listens, or nobody.
#[derive(Clone, Default)]
pub struct Watch {
    listener: Option<Arc<Listener>>,
    warned: Option<Arc<Warned>>,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}

impl Watch {
    /// Calls this before each table; false stops there.
    pub fn new(listener: impl Fn(&Progress) -> bool + Send + Sync + 'static) -> Watch {
        Watch { listener: Some(Arc::new(listener)), ..Watch::default() }
    }

    /// Calls this when a file cannot be read or written and work goes on without it.
    #[must_use]
    pub fn warning(self, warned: impl Fn(&GameError) + Send + Sync + 'static) -> Watch {
        Watch { warned: Some(Arc::new(warned)), ..self }
    }

    pub(crate) fn warn(&self, problem: &GameError) {
        if let Some(warned) = &self.warned {
            warned(problem);
        }
    }

    /// What is called; whoever is nobody lets everything go on.
    pub(crate) fn listen(&self, progress: &Progress) -> bool {
        self.listener.as_ref().is_none_or(|listener| listener(progress))
    }
}

/// Tells which table comes next; fails if it is to stop there.
pub(crate) fn tell(
    listen: &Listen<'_>,
    table: impl fmt::Display,
    done: usize,
    all: usize,
) -> Result<(), GameError> {
    let progress = Progress { table: table.to_string(), done, all };
    if listen(&progress) { Ok(()) } else { Err(GameError::Stopped) }
}
