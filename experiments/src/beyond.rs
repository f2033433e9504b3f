//! What the papers left undone.

use crate::Experiment;

/// Every experiment of ours.
pub const EXPERIMENTS: &[Experiment] = &[];
