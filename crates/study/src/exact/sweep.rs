//! One player's values from the other's, all positions at once.

use endgame::quiet_moves::{QuietMoves, Sums, Which};
use rayon::prelude::*;

use super::players::{Player, squares};

/// Everything a sweep reads.
pub(super) struct Sweep<'a, A> {
    pub(super) player: &'a Player,
    pub(super) which: Which<'a>,
    /// The other player's values times this one's preference for them, by number.
    pub(super) others: &'a [f64],
    /// What a move from a position adds by itself, by stretch and number.
    pub(super) adds: A,
}

impl<A: Fn(usize, usize) -> f64 + Sync> Sweep<'_, A> {
    /// Works out the values of all positions that are followed.
    pub(super) fn run(&self, own: &mut [f64]) {
        let player = self.player;
        let codes = player.codes();
        let mut parts = player.parts(own);
        self.player.gather(self.others, self.which, &mut parts, |(at, cells, own), on| {
            let first = cells.start * 64;
            on.each(|number, on| {
                let scale = player.scale[usize::from(codes[number])];
                own[number - first] = ((self.adds)(*at, number) + on) * scale;
            });
        });
    }
}

/// What the moves of one cell lead to, on average.
pub(super) struct Onward<'s> {
    player: &'s Player,
    cell: usize,
    places: u64,
    sums: &'s Sums,
    /// Whether the sums are means already.
    is_mean: bool,
}

impl Onward<'_> {
    /// Calls a function with the number of every position that is followed, and the mean over its moves.
    #[inline(always)]
    pub(super) fn each(&self, mut then: impl FnMut(usize, f64)) {
        for place in squares(self.places) {
            let number = self.cell * 64 + place;
            let share = if self.is_mean { 1.0 } else { self.player.share(number) };
            then(number, self.sums[place] * share);
        }
    }
}

impl Player {
    /// Goes through the cells of all stretches, each stretch with a state of its own, and calls a
    /// function with what the moves of each cell lead to.
    pub(super) fn gather<S: Send>(
        &self,
        others: &[f64],
        which: Which<'_>,
        states: &mut [S],
        each: impl Fn(&mut S, Onward<'_>) + Sync,
    ) {
        let is_mean = matches!(which, Which::Best { .. });
        let reading = self.reading(others, which);
        states.par_iter_mut().zip(&self.stretches).for_each(|(state, cells)| {
            QuietMoves::new(&self.table, self.turn).sweep(
                cells.clone(),
                reading,
                |cell, places, sums| {
                    each(state, Onward { player: self, cell, places, sums, is_mean });
                },
            );
        });
    }
}
