//! THE WORDS: what everyone in Fallible means by an outcome, a depth, a metric and a choice.
//!
//! Left of [`Choices`] there is chess (tables, engines, networks); right of it there are only values
//! and weights. No dependencies, no I/O.
//!
//! - [`outcome`]: [`Outcome`], [`Depth`], [`Plies`] and their order; [`Extent`]
//! - [`metric`]: [`Metric`], what a depth counts down to
//! - [`scale`]: [`Value`], what a scale of values must say for itself; [`Distance`] from the goal
//! - [`choices`]: [`Choices`], the narrow waist: the moves of one position on their scale
//! - [`choice`]: [`Choice`], one of them; [`ChoiceSource`], who can list them

pub mod choice;
pub mod choices;
pub mod metric;
pub mod outcome;
pub mod scale;

pub use choice::{Choice, ChoiceError, ChoiceSource};
pub use choices::Choices;
pub use metric::{Metric, UnknownMetric};
pub use outcome::{Depth, Extent, Outcome, Plies};
pub use scale::{Distance, Value};
