//! Every table in one metric: what is any position worth, and which moves lead where.
//!
//! A [`Tables`] looks in memory, then in its [`Store`], then asks the solver; past what we solve
//! it asks [`Syzygy`] files if it was given any.
//!
//! - `cache`: the tables in memory, within the budget
//! - `load_or_solve`: tables loaded, solved and saved; `planning`: the memory that takes
//! - `disk`: a folder that cannot be read or written is no reason not to answer
//! - `probe`: positions and choices; `clock`: those under the 50-move rule, the half-move clock running
//! - `sample`: drawn positions picked at random

mod cache;
mod clock;
mod disk;
mod load_or_solve;
mod planning;
mod probe;
mod sample;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use value::Metric;

use crate::material::{MOST_MEN, MOST_MEN_LISTED, Material};
use crate::memory;
use crate::progress::{Monitor, Progress};
use crate::solve::SolveError;
use crate::store::{Corruption, Store, StoreError};
use crate::syzygy::{Syzygy, SyzygyError};

pub use cache::Size;
pub use load_or_solve::SolveReport;

/// Which of the tables needed on the way to another stay in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeps {
    /// As many as the budget allows.
    All,
    /// Those that would have to be solved again.
    WhatIsNotStored,
    /// As many as the budget allows, but of those stored nowhere none that pawns promote into.
    TheLast,
}

/// Every endgame table in one metric, made when first needed.
pub struct Tables {
    metric: Metric,
    store: Option<Store>,
    syzygy: Option<Syzygy>,
    budget: usize,
    /// Threads that load and solve; as many as rayon's current pool has if none.
    threads: Option<usize>,
    keeps: Keeps,
    stop: Arc<AtomicBool>,
    report: Arc<dyn Fn(Progress) + Send + Sync>,
    notify: Arc<dyn Fn(&Notice) + Send + Sync>,
    cache: RwLock<cache::TableCache>,
    /// Samples of drawn positions, by the men and the side to move.
    drawn: Mutex<sample::Samples>,
    /// Whose ply is the last, where that was asked.
    last_plies: Mutex<clock::LastPlies>,
    /// Held by whoever loads or solves.
    one_at_a_time: Mutex<()>,
    /// The threads that load and solve.
    pool: OnceLock<rayon::ThreadPool>,
    /// Tables written so far.
    written: AtomicUsize,
    told: disk::Told,
}

/// Something the user should hear of that is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant's sentence says what happened")]
pub enum Notice {
    Remaking {
        path: PathBuf,
        corruption: Corruption,
    },
    /// Said once.
    Unreadable {
        path: PathBuf,
        reason: String,
    },
    /// Said once.
    NotKept {
        path: PathBuf,
        reason: String,
    },
}

impl std::fmt::Display for Notice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Notice::Remaking { path, corruption } => {
                write!(f, "{}: {corruption}; making it again", path.display())
            }
            Notice::Unreadable { path, reason } => write!(
                f,
                "cannot read {} ({reason}): making it again; make it readable, or name another folder with --tables DIR",
                path.display()
            ),
            Notice::NotKept { path, reason } => write!(
                f,
                "cannot write {} ({reason}): going on in memory, and nothing is kept; free some space, make the folder writable, or name another one with --tables DIR",
                path.display()
            ),
        }
    }
}

/// Why the tables cannot answer.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum TablesError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
    #[error(
        "{material} needs about {needed} of memory and may use {budget}: allow more with --memory {}",
        .needed.as_option()
    )]
    Memory { material: Material, needed: Size, budget: Size },
    #[error(
        "cannot start a thread to load and solve tables: close other programs, or raise their limits (ulimit -v, ulimit -u)"
    )]
    Threads(#[source] std::io::Error),
    #[error(
        "{0} has not been solved: run `fallible solve {0}` first (six men take minutes), or give a folder of Syzygy files with --syzygy DIR"
    )]
    NotSolved(Material),
    #[error(
        "{material} has {men} men, and tables are made for up to {MOST_MEN_LISTED} ({MOST_MEN} without pawns): give a folder of Syzygy files with --syzygy DIR"
    )]
    TooManyMen { material: Material, men: usize },
    #[error("two bare kings are always a draw: there is no table of them; add a man, as in KQK")]
    BareKings,
    #[error("the {material} table has no value for {fen}: solve the endgame again, and tell us")]
    NoValue { material: Material, fen: String },
}

impl Tables {
    /// Tables in this metric, in memory only, within the
    /// [default budget](memory::default_budget).
    pub fn new(metric: Metric) -> Tables {
        Tables {
            metric,
            store: None,
            syzygy: None,
            budget: memory::default_budget(),
            threads: None,
            keeps: Keeps::WhatIsNotStored,
            stop: Arc::default(),
            report: Arc::new(|_| ()),
            notify: Arc::new(|_| ()),
            cache: RwLock::default(),
            drawn: Mutex::default(),
            last_plies: Mutex::default(),
            one_at_a_time: Mutex::default(),
            pool: OnceLock::new(),
            written: AtomicUsize::new(0),
            told: disk::Told::default(),
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

    /// Loads and solves with so many threads; the tables are the same for any number.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Tables {
        Tables { threads: Some(threads), ..self }
    }

    /// Leaves tables in memory that were needed on the way to another, as many as the budget allows:
    /// for those who solve one endgame after the other. Otherwise what was written is read back from
    /// the disk, block by block.
    #[must_use]
    pub fn keeping_all(self) -> Tables {
        Tables { keeps: Keeps::All, ..self }
    }

    /// Lets go of tables that pawns promote into, and that nobody asked for, as soon as a solve has made of
    /// them what it needs, even if they are stored nowhere: for those who solve one endgame and ask about
    /// no other.
    #[must_use]
    pub fn keeping_the_last(self) -> Tables {
        Tables { keeps: Keeps::TheLast, ..self }
    }

    /// Receives the progress of the solving that a question turns out to need, and may cancel it.
    #[must_use]
    pub fn with_monitor(
        self,
        stop: Arc<AtomicBool>,
        report: Arc<dyn Fn(Progress) + Send + Sync>,
    ) -> Tables {
        Tables { stop, report, ..self }
    }

    /// Who hears of files that had to be made again, or cannot be read or written.
    #[must_use]
    pub fn with_notices(self, notify: Arc<dyn Fn(&Notice) + Send + Sync>) -> Tables {
        Tables { notify, ..self }
    }

    /// What our tables' depths count.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// How many bytes tables, and what is worked out from them, may take.
    pub fn memory_budget(&self) -> usize {
        self.budget
    }

    /// Where tables are kept.
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// Who is asked past what we solve.
    pub fn syzygy(&self) -> Option<&Syzygy> {
        self.syzygy.as_ref()
    }

    /// Drops tables in memory, the largest first and none that somebody holds, until no more than so
    /// many bytes of them are left, and gives the memory back to the system.
    ///
    /// What is stored is read back block by block when it is asked for; what is not is solved again.
    pub fn shrink(&self, bytes: usize) {
        self.cache_mut().shrink(bytes, |_| true);
        memory::give_back();
    }

    /// The same, but only tables go that can be read back from the disk.
    pub fn shrink_to_files(&self, bytes: usize) {
        self.cache_mut().shrink(bytes, |material| self.is_stored(material));
        memory::give_back();
    }

    /// Bytes of the tables in memory.
    pub fn bytes_in_memory(&self) -> usize {
        self.cache().bytes()
    }

    fn monitor(&self) -> Monitor<'_> {
        Monitor { stop: &self.stop, report: &*self.report }
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

    // The cache is never left half-changed, whoever panicked while holding it.
    fn cache(&self) -> RwLockReadGuard<'_, cache::TableCache> {
        self.cache.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn cache_mut(&self) -> RwLockWriteGuard<'_, cache::TableCache> {
        self.cache.write().unwrap_or_else(PoisonError::into_inner)
    }
}
