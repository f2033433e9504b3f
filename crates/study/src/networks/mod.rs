//! Networks that have learned an endgame, at the board and explained.
//!
//! - [`moves`]: every position of an endgame with its moves; a search of some plies over an evaluation
//! - [`against_perfect_play`]: how many wins somebody wins, and how many draws he holds, position by position
//! - [`player`]: a network that plays; [`performance`]: what it is worth
//! - [`explanation`]: what it goes by
//! - [`puzzles`]: the positions that break the rule
//! - [`look`]: one position in its eyes; [`nanoseconds_a_probe`]: how long it takes to answer

pub mod against_perfect_play;
pub mod explanation;
pub mod look;
pub mod moves;
pub mod performance;
pub mod player;
mod probe_time;
pub mod puzzles;

use std::sync::OnceLock;

pub use net::endgame_network::EndgameNetwork;
pub use probe_time::nanoseconds_a_probe;

/// The network of KPK that comes with the program.
pub fn built_in() -> EndgameNetwork {
    static KEPT: OnceLock<EndgameNetwork> = OnceLock::new();
    KEPT.get_or_init(net::built_in).clone()
}
