//! Chapter 1.4: when a mistake is worth making.

use crate::Experiment;

/// Its tables and figures.
pub const EXPERIMENTS: &[Experiment] = &[];
