//! The infallible defender as a Predator: of its deepest replies, the one that looks hardest.

use player::Competence;
use player::markov::Seat;
use value::Plies;

use super::odds::Odds;
use super::sweep::{Sweep, Takes};
use super::{Exact, ExactError, Ties};

impl Exact<'_> {
    /// From now on an infallible defender who knows the attacker's competence takes, of its deepest
    /// replies, those after which the attacker is expected to be deepest so many plies on, the reply
    /// being the first of them: the papers' Predator for 2. Equals are taken by chance. A fallible
    /// defender has no such choice.
    ///
    /// ```text
    /// U_1(x) = Σ P[move] depth(after)          U_k+1(x) = Σ P[move] max over replies of U_k
    /// ```
    ///
    /// For an attacker who never concedes the win; [`lengths`](Exact::lengths) and the rest are then
    /// those of that play.
    pub fn settle_looking_ahead(&mut self, plies: Plies) -> Result<(), ExactError> {
        if self.pairing.defender != Competence::INFALLIBLE {
            return Ok(());
        }
        let [attackers, defenders] = &self.graph.sides;
        let states = self.graph.space.len();
        // Kept times the attacker's preference, as everywhere; the defender prefers nothing.
        let mut after = vec![0.0; defenders.numbering.len()];
        for state in 1..states {
            let depth = state as f64 * self.odds[0].preference[state];
            after[defenders.numbering.state(state)].fill(depth);
        }
        let mut expected = vec![0.0; attackers.numbering.len()];
        for looked in 0..(plies.0 / 2).max(1) {
            if looked > 0 {
                let reply = Sweep {
                    side: defenders,
                    takes: Takes::Greatest,
                    share: &self.odds[1].share,
                    adds: &[],
                    others: &expected,
                };
                for state in 1..states {
                    let places = defenders.numbering.state(state);
                    reply.state(state, self.odds[0].preference[state], &mut after[places]);
                }
            }
            let attack = Sweep {
                side: attackers,
                takes: Takes::Mean,
                share: &self.odds[0].share,
                adds: &[],
                others: &after,
            };
            for state in 1..states {
                let places = attackers.numbering.state(state);
                attack.state(state, self.odds[1].preference[state], &mut expected[places]);
            }
        }
        self.graph.keep_hardest(&expected);
        self.pairing.ties = Ties::Uniform;
        self.odds[1] = Odds::of(&self.graph, &self.pairing, Seat::Defender, self.chain.extent())?;
        Ok(())
    }
}
