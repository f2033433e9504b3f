//! Chapter 5: the shape of KQKR.

use crate::Experiment;

/// Its tables and figures.
pub const EXPERIMENTS: &[Experiment] = &[];
