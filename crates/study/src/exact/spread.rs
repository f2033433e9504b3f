//! The positions of each depth, taken together.

use endgame::outcome_histogram::Count;
use rayon::prelude::*;

use super::Exact;
use super::players::{Player, squares};

/// What the positions of one state have, with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Over boards, or over classes.
    pub mean: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

impl Exact<'_> {
    /// How many positions are followed, of both players, mirror images counted once.
    pub fn positions(&self) -> usize {
        let of = |player: &Player| -> usize {
            let cells = 0..player.table.index().cells();
            let count = |cell: usize| {
                let places = squares(player.table.index().class_mask(cell).representatives);
                let code = |place: usize| usize::from(player.codes()[cell * 64 + place]);
                places.filter(|&place| player.wanted[code(place)]).count()
            };
            cells.into_par_iter().map(count).sum()
        };
        self.root.players.iter().map(of).sum()
    }

    /// How the attacker's values, by number, differ within each state; none where there are no such
    /// positions.
    pub fn spreads(&self, values: &[f64], count: Count) -> Vec<Option<Spread>> {
        let player = &self.root.players[0];
        let index = player.table.index();
        let states = self.chain.space().len();
        // The sum and its weight, the least and the greatest.
        let none = || vec![(0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY); states];
        let stretch = |cells: &std::ops::Range<usize>| {
            let mut found = none();
            for cell in cells.clone() {
                let mask = index.class_mask(cell);
                for place in squares(mask.representatives) {
                    let number = cell * 64 + place;
                    let code = usize::from(player.codes()[number]);
                    if !player.wanted[code] {
                        continue;
                    }
                    let half = count == Count::Boards && mask.self_symmetric >> place & 1 == 1;
                    let (weight, value) = (if half { 0.5 } else { 1.0 }, values[number]);
                    let state = &mut found[usize::from(player.states[code])];
                    *state = (
                        state.0 + weight * value,
                        state.1 + weight,
                        state.2.min(value),
                        state.3.max(value),
                    );
                }
            }
            found
        };
        let parts: Vec<_> = player.stretches.par_iter().map(stretch).collect();
        let mut all = none();
        for part in parts {
            for (one, part) in all.iter_mut().zip(part) {
                *one = (one.0 + part.0, one.1 + part.1, one.2.min(part.2), one.3.max(part.3));
            }
        }
        all.into_iter()
            .map(|(sum, weight, least, greatest)| {
                (weight > 0.0).then(|| Spread { mean: sum / weight, least, greatest })
            })
            .collect()
    }
}
