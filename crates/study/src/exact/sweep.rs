//! One player's values from the other's, all positions at once.

use endgame::quiet_moves::{QuietMoves, Which};
use rayon::prelude::*;

use super::players::{Player, squares};

/// Everything a sweep reads.
pub(super) struct Sweep<'a, A> {
    pub(super) player: &'a Player,
    pub(super) which: Which<'a>,
    /// The other player's values times this one's preference for them, by number.
    pub(super) others: &'a [f64],
    /// What a move from a position adds by itself.
    pub(super) adds: A,
}

/// What a sweep changed in one stretch of the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// By state: the sum of the changes, and how many positions.
    pub(super) sums: Vec<(f64, f64)>,
    /// The greatest change, as a share of the value.
    pub(super) greatest: f64,
    /// Each position's.
    pub(super) each: Vec<f32>,
}

impl<A: Fn(usize, usize) -> f64 + Sync> Sweep<'_, A> {
    /// Works out the values of all positions that are followed, and says how each stretch changed
    /// if that is asked for, in so many states.
    ///
    /// `adds` is called with the stretch and the number.
    pub(super) fn run(&self, own: &mut [f64], asked: Option<usize>) -> Vec<Change> {
        let player = self.player;
        let codes = player.codes();
        let by_best = matches!(self.which, Which::Best { .. });
        let reading = player.reading(self.others, self.which);
        let stretch = |(at, cells, own): (usize, std::ops::Range<usize>, &mut [f64])| {
            let first = cells.start * 64;
            let mut change =
                Change { sums: vec![(0.0, 0.0); asked.unwrap_or(0)], ..Change::default() };
            QuietMoves::new(&player.table, player.turn).sweep(
                cells,
                reading,
                |cell, places, sums| {
                    for place in squares(places) {
                        let number = cell * 64 + place;
                        let code = usize::from(codes[number]);
                        let on =
                            if by_best { sums[place] } else { sums[place] * player.share(number) };
                        let next = (self.adds)(at, number) + on;
                        let value = &mut own[number - first];
                        let moved = next - *value * player.unscale[code];
                        *value = next * player.scale[code];
                        if asked.is_some() {
                            let state = &mut change.sums[usize::from(player.states[code])];
                            *state = (state.0 + moved, state.1 + 1.0);
                            change.greatest = change.greatest.max(moved.abs() / (1.0 + next.abs()));
                            change.each.push(moved as f32);
                        }
                    }
                },
            );
            change
        };
        player.parts(own).into_par_iter().map(stretch).collect()
    }
}
