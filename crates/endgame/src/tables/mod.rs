//! The library everybody asks: what is any position worth, and which moves lead where.
//!
//! A [`Tables`] looks in memory, then in its [`Store`], then asks the solver; past what we solve
//! it asks [`Syzygy`] files if it was given any.
//!
//! - `shelf`: the tables in memory, within the budget
//! - `making`: tables loaded, solved and saved
//! - `answer`: positions and choices
//! - `sample`: drawn positions picked at random

mod answer;
mod making;
mod sample;
mod shelf;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use value::Metric;

use crate::material::{MOST_MEN, MOST_MEN_LISTED, Material};
use crate::solve::{Progress, SolveError, Watch};
use crate::store::{Damage, Store, StoreError};
use crate::syzygy::{Syzygy, SyzygyError};

pub use making::SolveReport;
pub use shelf::Size;

/// Every endgame table in one metric, made when first needed.
pub struct Tables {
    metric: Metric,
    store: Option<Store>,
    syzygy: Option<Syzygy>,
    budget: usize,
    stop: Arc<AtomicBool>,
    report: Arc<dyn Fn(Progress) + Send + Sync>,
    notify: Arc<dyn Fn(&Notice) + Send + Sync>,
    shelf: RwLock<shelf::Shelf>,
    /// Samples of drawn positions, by the men and the side to move.
    drawn: Mutex<sample::Samples>,
    /// Held by whoever loads or solves.
    making: Mutex<()>,
    /// The threads that load and solve.
    pool: OnceLock<rayon::ThreadPool>,
}

/// Something the user should hear of that is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A file was not the table it should be, and is made again.
    Remaking {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        damage: Damage,
    },
}

impl std::fmt::Display for Notice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Notice::Remaking { path, damage } => {
                write!(f, "{}: {damage}; making it again", path.display())
            }
        }
    }
}

/// Why the tables cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The solver gave up.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The Syzygy files cannot answer.
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
    /// More memory than allowed.
    #[error(
        "{material} needs about {needed} of memory and may use {budget}: allow more with --memory"
    )]
    Memory {
        /// The endgame.
        material: Material,
        /// What it takes, the smaller tables included.
        needed: Size,
        /// What may be used.
        budget: Size,
    },
    /// Six men that nobody has solved yet.
    #[error(
        "{material} has not been solved: run `fallible solve {material}` first (six men take minutes), or give a folder of Syzygy files with --syzygy DIR"
    )]
    NotSolved {
        /// The endgame.
        material: Material,
    },
    /// More men than we solve.
    #[error(
        "{material} has {men} men, and tables are made for up to {MOST_MEN_LISTED} ({MOST_MEN} without pawns): give a folder of Syzygy files with --syzygy DIR"
    )]
    TooManyMen {
        /// The men on the board.
        material: Material,
        /// How many.
        men: usize,
    },
    /// Two bare kings.
    #[error("two bare kings are always a draw: there is no table of them; add a man, as in KQK")]
    BareKings,
    /// A legal position that its table calls illegal.
    #[error("the {material} table has no value for {fen}: solve the endgame again, and tell us")]
    NoValue {
        /// The endgame.
        material: Material,
        /// The position.
        fen: String,
    },
}

impl Tables {
    /// Memory that tables may take unless told otherwise: 4 GiB.
    pub const DEFAULT_MEMORY: usize = 4 << 30;

    /// Tables in this metric, in memory only.
    pub fn new(metric: Metric) -> Tables {
        Tables {
            metric,
            store: None,
            syzygy: None,
            budget: Tables::DEFAULT_MEMORY,
            stop: Arc::default(),
            report: Arc::new(|_| ()),
            notify: Arc::new(|_| ()),
            shelf: RwLock::default(),
            drawn: Mutex::default(),
            making: Mutex::default(),
            pool: OnceLock::new(),
        }
    }

    /// Keeps tables on disk too.
    #[must_use]
    pub fn with_store(self, store: Store) -> Tables {
        Tables { store: Some(store), ..self }
    }

    /// Asks Syzygy files about positions with more men than we solve.
    #[must_use]
    pub fn with_syzygy(self, syzygy: Syzygy) -> Tables {
        Tables { syzygy: Some(syzygy), ..self }
    }

    /// Allows so many bytes for tables in memory and the solver together.
    #[must_use]
    pub fn with_memory_budget(self, bytes: usize) -> Tables {
        Tables { budget: bytes, ..self }
    }

    /// Who watches, and may stop, the solving that a question turns out to need.
    #[must_use]
    pub fn with_watch(
        self,
        stop: Arc<AtomicBool>,
        report: Arc<dyn Fn(Progress) + Send + Sync>,
    ) -> Tables {
        Tables { stop, report, ..self }
    }

    /// Who hears of files that had to be made again.
    #[must_use]
    pub fn with_notices(self, notify: Arc<dyn Fn(&Notice) + Send + Sync>) -> Tables {
        Tables { notify, ..self }
    }

    /// What our tables' depths count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Where tables are kept.
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// Who is asked past what we solve.
    pub fn syzygy(&self) -> Option<&Syzygy> {
        self.syzygy.as_ref()
    }

    fn watch(&self) -> Watch<'_> {
        Watch { stop: &self.stop, report: &*self.report }
    }

    /// The normalized endgame, if it is one the solver takes.
    fn solvable(&self, material: &Material) -> Result<Material, TablesError> {
        let men = material.men();
        if *material == Material::KINGS {
            Err(TablesError::BareKings)
        } else if men > MOST_MEN || men > MOST_MEN_LISTED && material.pawns() > 0 {
            Err(TablesError::TooManyMen { material: *material, men })
        } else {
            Ok(material.normalized())
        }
    }

    // A shelf is never left half-changed, whoever panicked while holding it.
    fn shelf(&self) -> RwLockReadGuard<'_, shelf::Shelf> {
        self.shelf.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn shelf_mut(&self) -> RwLockWriteGuard<'_, shelf::Shelf> {
        self.shelf.write().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Tables>();
        shared::<TablesError>();
    }
}
