//! Experiments with people: a won position against a program they do not know.
//!
//! As Jansen ran them (1992, section 7.2), and the follow-up he proposed (section 9.2.2).
//!
//! - [`choose`]: positions of a depth, at random, turned and mirrored at random
//! - [`record`](mod@record): a game as it is kept; [`session`]: a game as it is played
//! - [`summary`]: the columns of table 7.1
//! - [`trial`]: pairs of positions where two programs part; [`score`]: what people answer
//!
//! Records can be written and read by `serde`; where they are kept is the caller's business.

pub mod choose;
pub mod record;
pub mod score;
pub mod session;
pub mod summary;
pub mod trial;

pub use choose::{Depths, turned};
pub use record::{By, End, Kept, Record};
pub use session::{PracticeError, Session, Setup};
pub use summary::Row;
pub use trial::{Request, Trial, TrialError};
