//! THE WORDS: what everyone in Fallible means by an outcome, a depth, a metric and a choice.
//!
//! Left of [`Choice`] there is chess (tables, engines, networks); right of it there are only values
//! and weights. No dependencies, no I/O.
//!
//! - [`outcome`]: [`Outcome`], [`Depth`], [`Plies`] and their order; [`Extent`]
//! - [`metric`]: [`Metric`], what a depth counts down to
//! - [`choice`]: [`Choice`] and [`ChoiceSource`], the narrow waist

pub mod choice;
pub mod metric;
pub mod outcome;

pub use choice::{Choice, ChoiceError, ChoiceSource, Choices};
pub use metric::{Metric, UnknownMetric};
pub use outcome::{Depth, Extent, Outcome, Plies};
