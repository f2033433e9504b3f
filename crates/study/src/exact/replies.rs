//! An infallible defender's replies, listed once: they are few, and making them anew takes as long as the attacker's many moves.

use endgame::quiet_moves::{QuietMoves, Which};
use rayon::prelude::*;

use super::players::{Player, squares};

/// Bytes for each reply, and for each position that has some.
pub(super) const PER_REPLY: usize = 4;
pub(super) const PER_LIST: usize = 2;

/// The replies of one stretch, position by position.
pub(super) struct Replies {
    /// Where they lead, by number.
    to: Vec<u32>,
    /// How many each position has, and what their sum is divided by: those that end the game count.
    many: Vec<[u8; 2]>,
}

impl Replies {
    /// Those of all stretches.
    pub(super) fn of(defender: &Player, attacker: &Player, which: Which<'_>) -> Vec<Replies> {
        let is_mean = matches!(which, Which::Best { .. });
        let codes = attacker.codes();
        let list = |cells: &std::ops::Range<usize>| {
            let (mut to, mut many) = (Vec::new(), Vec::new());
            let moves = QuietMoves::new(&defender.table, defender.turn);
            let reading = defender.reading(&[], which);
            moves.list(cells.clone(), reading, |cell, places, lists| {
                for place in squares(places) {
                    let before = to.len();
                    let followed = |&&to: &&u32| attacker.wanted[usize::from(codes[to as usize])];
                    to.extend(lists[place].iter().filter(followed));
                    let listed = (to.len() - before) as u8;
                    let all = defender.moves_made(cell * 64 + place);
                    many.push([listed, if is_mean { listed } else { all }.max(1)]);
                }
            });
            to.shrink_to_fit();
            many.shrink_to_fit();
            Replies { to, many }
        };
        defender.stretches.par_iter().map(list).collect()
    }

    /// Calls a function with the mean of the attacker's values over the replies of each position.
    #[inline(always)]
    pub(super) fn means(&self, values: &[f64], mut then: impl FnMut(usize, f64)) {
        let mut rest = &self.to[..];
        for (at, &[listed, all]) in self.many.iter().enumerate() {
            let (here, after) = rest.split_at(usize::from(listed));
            let sum: f64 = here.iter().map(|&to| values[to as usize]).sum();
            then(at, sum / f64::from(all));
            rest = after;
        }
    }
}
