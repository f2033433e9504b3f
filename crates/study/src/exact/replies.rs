//! An infallible defender's replies, listed once: they are few, and making them anew takes as long as the attacker's many moves.

use std::ops::Range;

use endgame::quiet_moves::{Number, Numbers, QuietMoves, Which};
use rayon::prelude::*;

use super::players::{Player, squares};

/// Bytes for each position that has replies, and for each reply but its first.
pub(super) const PER_LIST: usize = 4 + 1;
pub(super) const PER_REPLY: usize = 4 + 4;

/// The replies of one stretch, position by position.
pub(super) struct Replies {
    /// Where the first of each position leads, room included; nowhere, to a 0, if none does.
    first: Vec<u32>,
    /// The others: which position of the stretch, and where to.
    others: Vec<(u32, u32)>,
    /// What the sum of each position is divided by: replies that end the game count.
    many: Vec<u8>,
}

impl Replies {
    /// Those of all stretches.
    pub(super) fn of(defender: &Player, attacker: &Player, which: Which<'_>) -> Vec<Replies> {
        let is_mean = matches!(which, Which::Best { .. });
        let codes = attacker.codes();
        let list = |cells: &Range<usize>| {
            let mut all = Replies { first: Vec::new(), others: Vec::new(), many: Vec::new() };
            let moves = QuietMoves::new(&defender.table, defender.turn);
            let reading = defender.reading(&[], which);
            moves.list(cells.clone(), reading, |cell, places, lists| {
                for place in squares(places) {
                    let followed = |&&to: &&u32| attacker.wanted[usize::from(codes[to as usize])];
                    let mut listed = lists[place].iter().filter(followed);
                    let with_room = |&to: &u32| Numbers::place(to as usize) as u32;
                    let (at, before) = (all.first.len() as u32, all.others.len());
                    all.first.push(listed.next().map_or(0, with_room));
                    all.others.extend(listed.map(|to| (at, with_room(to))));
                    let listed =
                        all.others.len() - before + usize::from(all.first[at as usize] != 0);
                    let made = defender.moves_made(cell * 64 + place);
                    all.many.push(if is_mean { listed as u8 } else { made }.max(1));
                }
            });
            all.first.shrink_to_fit();
            all.others.shrink_to_fit();
            all.many.shrink_to_fit();
            all
        };
        defender.stretches.par_iter().map(list).collect()
    }

    /// Writes the mean of the attacker's values over the replies of these positions, one after the other; `others` counts
    /// the replies done.
    #[inline(always)]
    pub(super) fn means<N: Number>(
        &self,
        values: &[N],
        at: Range<usize>,
        others: &mut usize,
        into: &mut [N],
    ) {
        for (into, &first) in into.iter_mut().zip(&self.first[at.clone()]) {
            *into = values[first as usize];
        }
        while let Some(&(position, to)) = self.others.get(*others) {
            if position as usize >= at.end {
                break;
            }
            into[position as usize - at.start] += values[to as usize];
            *others += 1;
        }
        for (into, &many) in into.iter_mut().zip(&self.many[at]) {
            *into = *into * N::of(1.0 / f64::from(many));
        }
    }
}
