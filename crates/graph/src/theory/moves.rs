//! What moves do at each depth: how many are optimal, inaccurate and fatal. Jansen 1992, section 8.1.1,
//! asks for it.
//!
//! Seen from a position of a large game its moves are drawn independently. Let `G` be the generating
//! function of the number of moves, `l_d` and `w_d` the shares of Black's positions lost and of White's
//! won within depth `d`. A position of White's that is not terminal is won in exactly `d` if no move leads
//! to a loss within `d - 2` and one leads to a loss in exactly `d - 1`:
//!
//! ```text
//! s = 1 - l_(d-2)    q = l_(d-1) - l_(d-2)    chance  G(s) - G(s - q)
//! optimal moves      q G'(s) / chance
//! other moves        (G'(s) - G'(s - q)) / chance, times the share of positions they may lead to
//! share that is optimal, position by position:  q (G(s) - G(0)) / (s chance)
//! ```
//!
//! The same for Black with `s = w_d` and `q = w_d - w_(d-1)`: all moves lead into White's wins.

use super::equations::{Expected, Theory};

/// The mean numbers of moves of a position of one depth, by what they do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExpectedMoves {
    /// Moves that are optimal.
    pub optimal: f64,
    /// Moves that keep the value and change the distance to the win for the worse.
    pub inaccurate: f64,
    /// Moves that give the value away.
    pub fatal: f64,
}

impl ExpectedMoves {
    /// All of them together.
    pub fn all(&self) -> f64 {
        self.optimal + self.inaccurate + self.fatal
    }
}

/// A distribution so thin at a depth that nothing can be said of its moves.
const THIN: f64 = 1e-9;

impl Theory {
    /// The moves of White's positions that are won in exactly so many moves and are no terminal wins;
    /// `within` is the whole [`distribution`](Theory::distribution), and `lost` the share of Black's
    /// positions that are lost in the end. None where there are no such positions.
    pub fn white_moves(
        &self,
        within: &[Expected],
        lost: f64,
        depth: usize,
    ) -> Option<ExpectedMoves> {
        let lost_within = |depth: Option<usize>| depth.map_or(0.0, |depth| within[depth].lost);
        let before = depth.checked_sub(1)?;
        if depth >= within.len() {
            return None;
        }
        let (sooner, here) = (lost_within(depth.checked_sub(2)), lost_within(Some(before)));
        let branching = &self.white_branching;
        let (s, q) = (1.0 - sooner, here - sooner);
        let chance = branching.all_within(s) - branching.all_within(s - q);
        let others = (branching.slope(s) - branching.slope(s - q)) / chance;
        (chance > THIN).then(|| ExpectedMoves {
            optimal: q * branching.slope(s) / chance,
            inaccurate: (lost - here).max(0.0) * others,
            fatal: (1.0 - lost.max(here)) * others,
        })
    }

    /// The mean over White's wins of each depth of the probability that a White who moves at random makes only optimal moves up to the end,
    /// against a Black who takes any optimal move. By depth, 1 at depth 0; nothing of terminal wins can go wrong.
    ///
    /// What follows a move is independent of how many others there are, so the chances of the depths multiply.
    pub fn safe_chances(&self, alpha: f64, within: &[Expected]) -> Vec<f64> {
        let branching = &self.white_branching;
        let none = branching.all_within(0.0);
        let mut all = vec![1.0];
        for depth in 1..within.len() {
            let sooner = depth.checked_sub(2).map_or(0.0, |depth| within[depth].lost);
            let (s, q) = (1.0 - sooner, within[depth - 1].lost - sooner);
            let chance = branching.all_within(s) - branching.all_within(s - q);
            let optimal = if chance > THIN {
                q * (branching.all_within(s) - none) / (s * chance)
            } else {
                1.0
            };
            let found = optimal * all[depth - 1];
            // At depth 1 there are terminal wins besides mates.
            let terminal = if depth == 1 { alpha } else { 0.0 };
            let wins = within[depth].won - within[depth - 1].won;
            all.push(if wins > 0.0 {
                (terminal + (wins - terminal) * found) / wins
            } else {
                found
            });
        }
        all
    }

    /// The moves of Black's positions that are lost in exactly so many moves: none of them is fatal. None
    /// where there are no such positions.
    pub fn black_moves(&self, within: &[Expected], depth: usize) -> Option<ExpectedMoves> {
        let here = within.get(depth)?.won;
        let sooner = depth.checked_sub(1).map_or(0.0, |depth| within[depth].won);
        let branching = &self.black_branching;
        let chance = match depth {
            // Without a move, and lost at once.
            0 => branching.all_within(0.0),
            _ => branching.all_within(here) - branching.all_within(sooner),
        };
        let slopes = branching.slope(here) - branching.slope(sooner);
        (chance > THIN).then(|| ExpectedMoves {
            optimal: (here - sooner) * branching.slope(here) / chance,
            inaccurate: sooner * slopes / chance,
            fatal: 0.0,
        })
    }
}
