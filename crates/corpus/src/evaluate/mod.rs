//! Every legal move of many positions valued by engines, in parallel, each position once.
//!
//! Games are read as a stream. A position that nobody has valued yet goes to one of several worker
//! threads, each with engine processes of its own; what comes back is appended to a journal. A
//! decision leaves in the order of the games, as soon as the journal has all its values. So memory
//! holds a few thousand decisions and an index of the journal, whatever the length of the games;
//! and a run that was killed goes on where the journal ends.
//!
//! - [`reference_engine`]: which engine, with which options, and how it names itself
//! - [`journal`]: values on disk, safe against a crash at any moment
//! - `worker`: a thread that values positions
//! - [`game_stream`]: candidates of files, one after the other
//! - [`plan`]: what a run is to do, what it has counted, why it fails
//! - [`run`]: all of it together; `report`: what came of it, as the schema has it

pub mod game_stream;
pub mod journal;
pub mod plan;
pub mod reference_engine;
mod report;
pub mod run;
pub(crate) mod worker;

pub use game_stream::{GameCounts, GameStream};
pub use journal::{Journal, JournalError};
pub use plan::{EvaluateError, Outcome, Plan, Progress, Totals};
pub use reference_engine::{ReferenceEngine, ReferenceError};
pub use run::{count, evaluate};
