//! Why an engine gives no scores.

use std::path::PathBuf;

/// Why an engine gives no scores.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum EngineError {
    #[error("cannot start the engine {path} ({source}): give the path of a UCI engine")]
    Start { path: PathBuf, source: std::io::Error },
    #[error("{path} did not say uciok: give the path of a UCI engine")]
    NoHandshake { path: PathBuf },
    #[error("the engine {name} ended in the middle of its work: start it by hand to see why")]
    Died { name: String },
    #[error(
        "the engine {name} has been silent for {seconds} s: give it less depth, or another engine"
    )]
    Hung { name: String, seconds: u64 },
    #[error("the engine {path} is still starting: ask again")]
    Starting { path: PathBuf },
    #[error("the engine {name} has not answered in time: ask again, or give it more time")]
    Late { name: String },
    #[error(
        "the engine {name} gave no value to {missing} of {moves} moves in {fen}: value them move by move, or take another engine"
    )]
    MissingScores { name: String, missing: usize, moves: usize, fen: String },
    #[error(
        "the engine {name} answered {text}, which is no legal move in {fen}: take another engine"
    )]
    IllegalMove { name: String, text: String, fen: String },
    #[error("the engine {name} has no option '{option}': it has {known}")]
    NoOption { name: String, option: String, known: String },
    #[error("the option {option} of the engine {name} cannot be '{value}': {expected}")]
    OptionValue { name: String, option: String, value: String, expected: String },
}

impl EngineError {
    /// Whether what was asked for cannot be had: there is no such engine, or it has no such option.
    pub fn is_wrong_request(&self) -> bool {
        use EngineError::{NoHandshake, NoOption, OptionValue, Start};
        matches!(self, NoHandshake { .. } | NoOption { .. } | OptionValue { .. } | Start { .. })
    }

    /// Whether it would answer the same if it were started and asked again.
    pub(super) fn is_final(&self) -> bool {
        use EngineError::{IllegalMove, Late, MissingScores};
        matches!(self, IllegalMove { .. } | Late { .. } | MissingScores { .. })
    }
}
