//! WHAT MIGHT BE PLAYED: outcomes and weights in, probabilities out. No chess, no I/O.
//!
//! - [`competence`]: [`Competence`], the papers' `c`; [`grid`]: many of them
//! - [`preference`]: what an outcome costs, `S_c = exp(-c * cost)`
//! - [`filter`]: which moves are never made; [`prior`]: how much each weighs, the papers' `v_m`
//! - [`distribution`]: the probabilities of the moves of one position
//! - [`reference`](mod@reference): `R_c`, the Reference Endgame Player
//! - [`markov`]: an endgame as a chain of states, `M_c`
//! - [`belief`]: what an observer thinks of a competence; [`joint`]: of a competence and `κ` together
//! - [`agents`]: who can play, one file each; [`spec`]: the words for them
//! - [`logit`]: weights learned from games
//! - [`simulate`]: a game between two agents
//! - [`quality`]: how well a won game was played; [`speculate`]: when a mistake is worth making
//! - [`word`]: settings named by a word

pub mod agents;
pub mod belief;
pub mod competence;
pub mod distribution;
pub mod filter;
#[cfg(test)]
mod fixtures;
pub mod grid;
pub mod joint;
pub mod logit;
pub mod markov;
pub mod preference;
pub mod prior;
pub mod quality;
pub mod reference;
pub mod simulate;
pub mod spec;
pub mod speculate;
pub mod word;

pub use belief::Belief;
pub use competence::Competence;
pub use distribution::MoveDistribution;
pub use filter::{Concede, MoveFilter};
pub use grid::CompetenceGrid;
pub use joint::JointBelief;
pub use preference::{DepthOffset, PowerLaw, Preference};
pub use prior::{MoveMemory, MovePrior, MovesBefore, PriorSource};
pub use reference::{Model, Prospect, ReferencePlayer};
