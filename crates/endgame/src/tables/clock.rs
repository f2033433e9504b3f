//! The 50-move rule as a game sees it: whether a win comes before the clock of the position strikes.
//!
//! From half-move clock `h` the winner has `100 - h` plies to mate, or to a move that sets the clock
//! back to 0. A depth is in moves, and leaves open by which side the last ply is made:
//!
//! ```text
//! winner to move, depth d     2d - 1 plies, or 2d if the loser must make the zeroing move
//! loser to move, depth d      2d plies,     or 2d + 1
//! ```
//!
//! Which of the two it is matters only if exactly the smaller number is left. Then best play of both
//! sides is followed until it shows.

use std::collections::HashMap;
use std::sync::PoisonError;

use value::{Depth, Metric, Outcome};

use super::probe::Source;
use super::{Tables, TablesError};
use crate::rules::{DRAWN_AT, Position, Role};

/// Plies that are left before the 50-move rule ends the game.
pub(super) fn plies_left(position: &Position) -> u32 {
    DRAWN_AT.saturating_sub(position.halfmove_clock())
}

/// Whether a win or a loss of this depth comes within so many plies; none if the depth in moves does not
/// say.
pub(super) fn is_in_time(outcome: Outcome, left: u32) -> Option<bool> {
    let fewest = match outcome {
        Outcome::Draw => return Some(true),
        Outcome::Win(Depth(depth)) => (2 * u32::from(depth)).saturating_sub(1),
        Outcome::Loss(Depth(depth)) => 2 * u32::from(depth),
    };
    (left != fewest).then_some(left > fewest)
}

impl Tables {
    /// Whether depths at a position count to what sets the half-move clock back, or to mate: not in DTM, and
    /// not in DTC with pawns.
    pub fn counts_to_zeroing(&self, position: &Position) -> Result<bool, TablesError> {
        Ok(match self.metric_at(position)? {
            Metric::Dtz | Metric::Dtz50 => true,
            Metric::Dtc => position.material().pawns() == 0,
            Metric::Dtm => false,
        })
    }

    /// Whether the win or the loss of a position comes before the 50-move rule ends the game, with best
    /// play from its half-move clock on: by mate, or by a capture or a pawn move, in DTZ50 one after which
    /// it is won under the rule too. None in a draw, and where depths do not
    /// [count to such a move](Tables::counts_to_zeroing).
    pub fn in_time(&self, position: &Position) -> Result<Option<bool>, TablesError> {
        let fresh = self.fresh_outcome(position)?;
        if fresh == Outcome::Draw || !self.counts_to_zeroing(position)? {
            return Ok(None);
        }
        let left = plies_left(position);
        Ok(Some(match self.source(&position.material())? {
            Source::Syzygy(syzygy) => syzygy.value(position)?.within(left) == fresh,
            Source::Rules | Source::Ours => self.is_reached(position, fresh, left)?,
        }))
    }

    /// What our DTZ50 table says of a position, its clock taken into account.
    pub(super) fn at_clock(
        &self,
        position: &Position,
        fresh: Outcome,
    ) -> Result<Outcome, TablesError> {
        let in_time = self.is_reached(position, fresh, plies_left(position))?;
        Ok(if in_time { fresh } else { Outcome::Draw })
    }

    /// Whether the goal of a position of ours is reached within so many plies.
    fn is_reached(
        &self,
        position: &Position,
        fresh: Outcome,
        left: u32,
    ) -> Result<bool, TablesError> {
        match is_in_time(fresh, left) {
            Some(decided) => Ok(decided),
            None if !loser_may_zero(position, fresh) => Ok(true),
            // A fresh clock is enough for all that a DTZ50 table calls won.
            None if left == DRAWN_AT && self.metric == Metric::Dtz50 => Ok(true),
            None => self.last_ply_is_winners(position, fresh),
        }
    }
}

/// Whether the loser could be forced to make the zeroing move, for all that the men say: he has a pawn, or
/// takes a man and is lost to the others.
fn loser_may_zero(position: &Position, fresh: Outcome) -> bool {
    let winner = if fresh.sign() > 0 { position.turn() } else { position.turn().other() };
    let material = position.material();
    material.army(winner.other()).count(Role::Pawn) > 0 || material.army(winner).len() > 1
}

/// Positions of which it is known whether the last ply of best play is the winner's own.
pub(super) type LastPlies = HashMap<Position, bool>;

/// The most positions that are remembered: about 50 MB of them.
const REMEMBERED: usize = 1 << 18;

impl Tables {
    /// Whether a win in `d` takes `2d - 1` plies, a loss in `d` takes `2d`: the fewest possible.
    fn last_ply_is_winners(
        &self,
        position: &Position,
        fresh: Outcome,
    ) -> Result<bool, TablesError> {
        let (winning, depth) = match fresh {
            Outcome::Draw => return Ok(true),
            Outcome::Win(depth) => (true, depth),
            Outcome::Loss(Depth(0)) => return Ok(position.is_checkmate()),
            Outcome::Loss(depth) => (false, depth),
        };
        let known = || self.last_plies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&known) = known().get(position) {
            return Ok(known);
        }
        // The winner looks for one such move, the loser for one that is not.
        let mut found = !winning;
        for play in position.legal_moves() {
            let after = position.after(play);
            let outcome = self.fresh_outcome(&after)?;
            let is_his = match outcome {
                _ if play.is_zeroing() => !winning || outcome.sign() < 0,
                Outcome::Loss(then) if winning => {
                    then.deeper() == depth && self.last_ply_is_winners(&after, outcome)?
                }
                Outcome::Win(then) if !winning => {
                    then < depth || self.last_ply_is_winners(&after, outcome)?
                }
                _ => false,
            };
            if is_his == winning {
                found = winning;
                break;
            }
        }
        let mut known = known();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(position.clone(), found);
        Ok(found)
    }
}
