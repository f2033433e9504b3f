//! Chapter 7: making KQKR harder to win.

use crate::Experiment;

/// Its tables and figures.
pub const EXPERIMENTS: &[Experiment] = &[];
