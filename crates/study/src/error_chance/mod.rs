//! How likely an error is in a position, learned from games and from the list of choices.
//!
//! Jansen 1992, section 6.2.7, names such a predictor ("it may estimate the likelihood of an error, without
//! reliably indicating a likely move") and leaves it to others; section 1.4 says what it is good for.
//!
//! - [`observe`]: the positions of games with what was open and what was played
//! - [`structure`]: what a position's list of choices looks like, in numbers
//! - [`learn`](mod@learn): a logistic regression, judged by games left out beside simpler forecasts
//! - [`predictor`]: what was learned as a file, asked about any position
//! - [`speculate`]: whether a mistake is worth making here, the predictor's own error deducted

pub mod learn;
pub mod observe;
pub mod predictor;
pub mod speculate;
pub mod structure;

pub use learn::{ErrorForecast, LearnedErrors, LearnedKind, learn_errors};
pub use observe::{ErrorKind, ErrorObservation, MoveModels};
pub use predictor::{ErrorChance, ErrorPredictor, PredictorError};
pub use speculate::{Caution, MoveGain, Speculation, SpeculationError, measured_opponent};
