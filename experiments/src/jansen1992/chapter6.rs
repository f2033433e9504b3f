//! Chapter 6: how people play KQKR, and what their rules of thumb are worth.

use crate::Experiment;

/// Its tables and figures.
pub const EXPERIMENTS: &[Experiment] = &[];
