//! Progress reports of long work, and a way to cancel it.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::material::Material;

/// How far a solve, or a walk through a table, has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The endgame it is about.
    pub material: Material,
    /// Steps done: placements of the pawns, or without pawns the depth that has been reached.
    pub done: usize,
    /// Steps in all; 0 while nobody knows.
    pub total: usize,
}

/// Receives progress reports and may cancel the work.
#[derive(Clone, Copy)]
pub struct Monitor<'a> {
    /// Set to true to cancel: nothing is left behind.
    pub stop: &'a AtomicBool,
    /// Called now and then, from any thread.
    pub report: &'a (dyn Fn(Progress) + Sync),
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Monitor<'_> {
    /// Reports go nowhere, and nothing is cancelled.
    pub const NONE: Monitor<'static> = Monitor { stop: &NEVER, report: &|_| () };

    /// Whether the work was cancelled.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
