//! People against agents: experiments on the command line, practice games in the workbench.
//!
//! - [`choose`]: positions of a depth, or drawn, at random, turned and mirrored at random
//! - [`goal`]: what a person sets out for, and where to begin
//! - [`fair_start`]: positions with something to find in them
//! - [`session`]: a game as it is played; [`ending`]: when it is over; [`dead_draw`]: when nothing is left to win; [`practised`]: of chess or of another game
//! - [`experiment`]: a won game against a program the person does not know, as Jansen ran them (1992,
//!   section 7.2); [`record`](mod@record): as it is kept; [`summary`]: the columns of table 7.1
//! - [`trial`]: pairs of positions where two programs part (section 9.2.2); [`position_test`]: single positions
//!   (section 5.4); [`score`]: what people answer
//! - [`practice_game`]: a game of the workbench; [`any_game`]: of chess or of another game; [`recorded`]: as a history keeps it
//! - [`coaching`](mod@coaching): a game in a sentence, and its slips; [`report`]: what there is to learn from one; [`progress`]: from
//!   all of them; [`rating`]: the rating that moves speak for; [`export`]: as files
//! - [`lessons`]: named positions with an idea each; [`today`]: five positions a day; [`position_set`]: positions that a coach gives
//! - [`opponents`]: whom a person can choose; [`people`]: how people of a rating play some endgames
//!
//! Where games are kept is the caller's business.

pub mod any_game;
pub mod choose;
pub mod coaching;
pub mod dead_draw;
pub mod ending;
pub mod error;
pub mod experiment;
pub mod export;
pub mod fair_start;
pub mod goal;
pub mod lessons;
pub mod opponents;
pub mod people;
pub mod position_set;
pub mod position_test;
pub mod practice_game;
pub mod practised;
pub mod progress;
pub mod rating;
pub mod record;
pub mod recorded;
pub mod report;
pub mod score;
pub mod session;
pub mod summary;
pub mod today;
pub mod trial;

pub use any_game::{AnyPracticeGame, AnySetup, Sources};
pub use choose::{Depths, turned};
pub use coaching::coaching;
pub use ending::{Over, Reason, Terms};
pub use error::PracticeError;
pub use experiment::{Experiment, Setup};
pub use goal::{Goal, Start, StartError, Wish};
pub use position_test::{NOBODY, PositionRequest};
pub use practice_game::{PracticeGame, PracticeSetup, observe};
pub use practised::{NotAMove, PracticePosition};
pub use record::{By, End, Record, RecordedMove};
pub use recorded::{GameRow, Listing, MoveRow, RecordedGame, Unreadable};
pub use session::Session;
pub use summary::Row;
pub use trial::{Request, Trial, TrialError};
