//! The infallible defender who takes the first of its deepest replies, in an order of the positions they lead to.

use rayon::prelude::*;

use super::{Exact, Ties};
use player::Competence;

/// Binary orders of magnitude that numbers are spread over: neighbours then differ by far more than rounding.
const MAGNITUDES: f64 = 2000.0;

impl Exact<'_> {
    /// From now on an infallible defender takes, of its deepest replies, the one that leads to the first
    /// position in the order of [`Index::least_squares`](endgame::index::Index::least_squares): which one that is does not depend on
    /// how the board is turned. A fallible defender has no such choice.
    pub fn settle_first(&mut self) {
        if self.pairing.defender != Competence::INFALLIBLE {
            return;
        }
        let attacker = &self.root.players[0];
        let index = attacker.table.index();
        let all = 64f64.powi(index.material().men() as i32);
        let order = |number: usize| {
            let squares = index.least_squares(number).filter(|_| attacker.follows(number));
            squares.map_or(0.0, |squares| (MAGNITUDES * (squares as f64 / all - 0.5)).exp2())
        };
        let by = (0..index.len()).into_par_iter().map(order).collect();
        self.settled = Some((by, true));
        self.pairing.ties = Ties::Uniform;
    }
}
