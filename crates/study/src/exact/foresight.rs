//! The infallible defender as a Predator: of its deepest replies, the one that looks hardest.

use player::Competence;
use value::Plies;

use super::sweep::Sweep;
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
        let [attacker, defender] = &self.root.players;
        // Kept times the attacker's preference, as everywhere; the defender prefers nothing.
        let mut after = defender.filled(|code| {
            let code = usize::from(code);
            if defender.wanted[code] {
                f64::from(defender.states[code]) * defender.scale[code]
            } else {
                0.0
            }
        });
        let mut expected = vec![0.0; after.len()];
        for looked in 0..(plies.0 / 2).max(1) {
            if looked > 0 {
                let which = defender.best(&expected, false);
                Sweep { player: defender, which, others: &expected, adds: |_, _| 0.0 }
                    .run(&mut after);
            }
            Sweep { player: attacker, which: attacker.which(), others: &after, adds: |_, _| 0.0 }
                .run(&mut expected);
        }
        self.settled = Some((expected, false));
        self.pairing.ties = Ties::Uniform;
        Ok(())
    }
}
