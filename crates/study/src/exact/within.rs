//! The chance to win within so many moves, from every position.

use endgame::solve::Watch;
use rayon::prelude::*;
use value::Outcome;

use super::sweep::{Sweep, Takes};
use super::{Exact, ExactError};

/// `P[win within m]` of each position.
#[derive(Clone, Debug)]
pub struct Within {
    /// By place of the attacker's positions.
    pub attacker: Vec<f64>,
    /// By place of the defender's positions, the defender to move.
    pub defender: Vec<f64>,
}

impl Exact<'_> {
    /// Plays so many moves of the attacker's, all positions at once.
    ///
    /// A defender who breaks ties by length must have [settled](Exact::settle_ties) them.
    ///
    /// `each` may ask for the chance at any of the attacker's places after every move.
    pub fn within(
        &self,
        moves: usize,
        watch: &Watch<'_>,
        mut each: impl FnMut(&dyn Fn(usize) -> f64),
    ) -> Result<Within, ExactError> {
        let graph = &self.graph;
        let [attack, defend] = &self.odds;
        let [attackers, defenders] = &graph.sides;
        let mut chances = vec![0.0; attackers.numbering.len()];
        let mut after = vec![0.0; defenders.numbering.len()];
        let scales =
            [attackers.by_place(&defend.preference), defenders.by_place(&attack.preference)];
        let plain = |values: &[f64], scale: &[f64]| -> Vec<f64> {
            values.par_iter().zip(scale).map(|(value, scale)| value / scale).collect()
        };
        for done in 1..=moves {
            self.step(done, moves, watch)?;
            let sweep = Sweep {
                side: attackers,
                takes: Takes::Mean,
                share: &attack.share,
                adds: &attack.won,
                others: &after,
            };
            // Deeper wins than there were moves are still out of reach.
            let reach = |state: &usize| match graph.space.outcome(*state) {
                Outcome::Win(depth) => usize::from(depth.0) <= done,
                _ => true,
            };
            for state in (0..graph.space.len()).filter(reach) {
                let places = attackers.numbering.state(state);
                sweep.state(state, defend.preference[state], &mut chances[places]);
            }
            let sweep = Sweep {
                side: defenders,
                takes: Takes::Mean,
                share: &defend.share,
                adds: &defend.won,
                others: &chances,
            };
            for state in (0..graph.space.len()).filter(reach) {
                let places = defenders.numbering.state(state);
                sweep.state(state, attack.preference[state], &mut after[places]);
            }
            each(&|place| chances[place] / scales[0][place]);
        }
        Ok(Within { attacker: plain(&chances, &scales[0]), defender: plain(&after, &scales[1]) })
    }
}
