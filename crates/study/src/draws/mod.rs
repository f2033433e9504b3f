//! Draws: how deep they are ([`endgame::draw_depth`]), and how hard to hold.
//!
//! - `probe`: one position and its moves
//! - `statistics`: a whole endgame
//! - [`pressing`]: how likely a fallible player lets his win or his draw go, against whoever presses hardest
//! - [`pressing_prior`]: the same as weights of moves, for the agent who presses
//! - [`hardest`]: the draws that a fallible player loses most often

pub mod hardest;
pub mod pressing;
pub mod pressing_prior;
mod probe;
mod statistics;

use endgame::draw_depth::DrawDepth;

use crate::schema;

impl From<[DrawDepth; 2]> for schema::DrawDepths {
    fn from(both: [DrawDepth; 2]) -> schema::DrawDepths {
        let [white, black] = both.map(|one| one.depth().map(|depth| depth.0));
        schema::DrawDepths { white, black }
    }
}
