//! The Reference Endgame Player: moves chosen by chance, the better the likelier.

use std::sync::Arc;

use rand::Rng;
use value::{Choices, Extent, Outcome, Value};

use crate::competence::Competence;
use crate::distribution::MoveDistribution;
use crate::filter::MoveFilter;
use crate::preference::{PowerLaw, Preference};

/// Everything about a reference player but its competence.
#[derive(Clone, Debug)]
pub struct Model {
    /// What outcomes cost.
    pub preference: Arc<dyn Preference>,
    /// Which moves are never made.
    pub filter: MoveFilter,
}

impl Default for Model {
    fn default() -> Model {
        Model::papers()
    }
}

impl Model {
    /// The players of the papers' experiments, who never let a win slip: `concede=draws`.
    pub fn papers() -> Model {
        Model::new(PowerLaw::default(), MoveFilter::default())
    }

    /// The players by which people are judged. They may concede anything, in proportion to
    /// preference: under [`papers`](Model::papers) a win let slip is impossible and would teach
    /// nothing.
    pub fn judging_people() -> Model {
        Model::new(PowerLaw::default(), MoveFilter::judging_people())
    }

    /// Players with this preference and these rules.
    pub fn new(preference: impl Preference + 'static, filter: MoveFilter) -> Model {
        Model { preference: Arc::new(preference), filter }
    }

    /// Whether players of this kind and of another make the same of all choices.
    pub(crate) fn is_same(&self, other: &Model) -> bool {
        self.filter == other.filter && self.preference.is_same(&*other.preference)
    }

    /// What each move costs.
    pub fn costs<M, V: Value>(&self, choices: &Choices<M, V>) -> Vec<f64> {
        choices.best().map_or_else(Vec::new, |best| self.costs_beside(choices, best))
    }

    /// What each move costs, the best of them being worth so much.
    fn costs_beside<M, V: Value>(&self, choices: &Choices<M, V>, best: V) -> Vec<f64> {
        // A few values, many moves: each cost is a logarithm and worked out once, as a rule.
        let mut known: [Option<(V, f64)>; 32] = [None; 32];
        let cost = |value: V| {
            let place = value.depth().map_or(0, |depth| usize::from(depth.0) % 32);
            match known[place] {
                Some((known, cost)) if known == value => cost,
                _ => {
                    let cost = self.preference.cost(value.distance(best), choices.extent());
                    known[place] = Some((value, cost));
                    cost
                }
            }
        };
        choices.values().map(cost).collect()
    }

    /// The distribution that players of this kind bring to these choices.
    pub fn distribution<M, V: Value>(&self, choices: &Choices<M, V>) -> MoveDistribution {
        let Some(best) = choices.best() else {
            return MoveDistribution::new(Vec::new(), Vec::new());
        };
        let costs = self.costs_beside(choices, best);
        MoveDistribution::new(costs, self.filter.weights_beside(choices, best))
    }
}

/// The papers' `R_c`.
#[derive(Clone, Debug)]
pub struct ReferencePlayer {
    /// `c`.
    pub competence: Competence,
    /// `S_c` and `v_m`.
    pub model: Model,
}

impl ReferencePlayer {
    /// `R_c` with the default preference and rules.
    pub fn new(competence: Competence) -> ReferencePlayer {
        ReferencePlayer { competence, model: Model::default() }
    }

    /// What this player makes of a position with these choices.
    pub fn prospect<M>(&self, choices: &Choices<M>) -> Prospect {
        let probabilities = self.model.distribution(choices).probabilities(self.competence);
        Prospect { outcomes: choices.values().collect(), probabilities }
    }

    /// Chooses a move: its number among the choices.
    ///
    /// # Panics
    /// If there are no choices.
    pub fn choose<M, V: Value>(&self, choices: &Choices<M, V>, rng: &mut impl Rng) -> usize {
        self.model.distribution(choices).sample(self.competence, rng)
    }
}

/// Where a move may lead, and how likely.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    outcomes: Vec<Outcome>,
    probabilities: Vec<f64>,
}

impl Prospect {
    /// `P[m_a]` of each move.
    pub fn move_probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// `T_c(i)`: the probability of each state, the best first.
    pub fn state_probabilities(&self) -> Vec<(Outcome, f64)> {
        let pairs = self.outcomes.iter().copied().zip(self.probabilities.iter().copied());
        let mut states: Vec<(Outcome, f64)> = pairs.collect();
        states.sort_by_key(|&(outcome, _)| std::cmp::Reverse(outcome));
        states.dedup_by(|(next, more), (kept, sum)| {
            let same = next == kept;
            if same {
                *sum += *more;
            }
            same
        });
        states
    }

    /// `E_c[val(s) | P]`: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn expected_value(&self) -> f64 {
        self.expected(|outcome| f64::from(outcome.sign()))
    }

    /// `E_c[s | P]`: the expected number of the state, 0 being the quickest win.
    pub fn expected_state(&self, extent: Extent) -> f64 {
        self.expected(|outcome| outcome.state_number(extent))
    }

    /// The expected depth of the decisive outcomes; none if every move draws.
    pub fn expected_depth(&self) -> Option<f64> {
        let decisive = self.expected(|outcome| f64::from(outcome.depth().is_some()));
        let depth = |outcome: Outcome| outcome.depth().map_or(0.0, |depth| f64::from(depth.0));
        (decisive > 0.0).then(|| self.expected(depth) / decisive)
    }

    fn expected(&self, of: impl Fn(Outcome) -> f64) -> f64 {
        let terms = self.outcomes.iter().zip(&self.probabilities);
        terms.filter(|&(_, &p)| p > 0.0).map(|(&outcome, p)| p * of(outcome)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Concede;
    use crate::fixtures::{KQKR, moves_to, outcomes};
    use crate::preference::DepthOffset;
    use proptest::prelude::*;
    use value::{Choice, Depth};

    fn choices() -> impl Strategy<Value = Choices<usize>> {
        let moves = prop::collection::vec((outcomes(), 0.1..3.0f64), 1..15);
        moves.prop_map(|moves| {
            let number = |(play, (value, weight))| Choice { play, value, weight };
            Choices::new(moves.into_iter().enumerate().map(number).collect(), KQKR)
        })
    }

    fn offsets() -> impl Strategy<Value = DepthOffset> {
        prop_oneof![
            Just(DepthOffset::VANISHING),
            (0.01..3.0f64).prop_map(|kappa| DepthOffset::new(kappa).unwrap()),
        ]
    }

    fn player(c: f64, kappa: DepthOffset) -> ReferencePlayer {
        let filter = MoveFilter { concede: Concede::Anything, ..MoveFilter::default() };
        let model = Model::new(PowerLaw::new(kappa), filter);
        ReferencePlayer { competence: Competence::new(c).unwrap(), model }
    }

    #[test]
    fn moves_to_one_state_are_added_up() {
        let choices = moves_to(&[Outcome::Draw, Outcome::Win(Depth(2)), Outcome::Draw]);
        let states = player(0.0, DepthOffset::ONE).prospect(&choices).state_probabilities();
        assert_eq!(states.len(), 2);
        assert_eq!(states[0].0, Outcome::Win(Depth(2)));
        assert!((states[1].1 - 2.0 / 3.0).abs() < 1e-15);
    }

    proptest! {
        /// p01, p04: the random player is moved only by the weights.
        #[test]
        fn the_random_player_prefers_nothing(choices in choices(), kappa in offsets()) {
            let total: f64 = choices.iter().map(|choice| choice.weight).sum();
            let prospect = player(0.0, kappa).prospect(&choices);
            for (choice, p) in choices.iter().zip(prospect.move_probabilities()) {
                prop_assert!((p - choice.weight / total).abs() < 1e-12);
            }
        }

        /// Theorem 2: of two states, the worse loses ground as competence grows.
        #[test]
        fn the_worse_state_loses_ground(
            choices in choices(), kappa in offsets(), c in -30.0..30.0f64, more in 0.1..30.0f64,
        ) {
            let weak = player(c, kappa).prospect(&choices).state_probabilities();
            let strong = player(c + more, kappa).prospect(&choices).state_probabilities();
            for better in 0..weak.len() {
                for worse in better + 1..weak.len() {
                    let gain = weak[better].1 * strong[worse].1;
                    let loss = strong[better].1 * weak[worse].1;
                    prop_assert!(gain <= loss * (1.0 + 1e-9) + 1e-300);
                }
            }
        }

        /// p02, Theorem 3: more competence, no worse an expected state and value.
        #[test]
        fn competence_never_hurts(
            choices in choices(), kappa in offsets(), c in -30.0..30.0f64, more in 0.0..30.0f64,
        ) {
            let weak = player(c, kappa).prospect(&choices);
            let strong = player(c + more, kappa).prospect(&choices);
            prop_assert!(strong.expected_state(KQKR) <= weak.expected_state(KQKR) + 1e-9);
            prop_assert!(strong.expected_value() >= weak.expected_value() - 1e-12);
        }

        /// p01, Theorem 4: the limits are the best and the worst state, and finite players tend
        /// to them.
        #[test]
        fn the_limits_exist(choices in choices(), kappa in offsets()) {
            let [best, worst] = [choices.values().max(), choices.values().min()].map(Option::unwrap);
            for (c, far, state) in [(f64::INFINITY, 1e6, best), (f64::NEG_INFINITY, -1e6, worst)] {
                let goal = state.state_number(KQKR);
                let limit = player(c, kappa).prospect(&choices);
                prop_assert!((limit.expected_state(KQKR) - goal).abs() < 1e-12);
                let near = player(far, kappa).prospect(&choices);
                prop_assert!((near.expected_state(KQKR) - goal).abs() < 1e-6);
                prop_assert!((near.expected_value() - f64::from(state.sign())).abs() < 1e-6);
            }
        }

        /// Theorem 7: the same holds from a mixture of positions.
        #[test]
        fn competence_never_hurts_on_average(
            positions in prop::collection::vec((choices(), 0.0..1.0f64), 1..5),
            c in -30.0..30.0f64, more in 0.0..30.0f64,
        ) {
            let average = |c: f64| -> (f64, f64) {
                let player = player(c, DepthOffset::ONE);
                positions.iter().fold((0.0, 0.0), |(state, value), (choices, p)| {
                    let prospect = player.prospect(choices);
                    (state + p * prospect.expected_state(KQKR), value + p * prospect.expected_value())
                })
            };
            let (weak, strong) = (average(c), average(c + more));
            prop_assert!(strong.0 <= weak.0 + 1e-9);
            prop_assert!(strong.1 >= weak.1 - 1e-9);
        }

        /// A greater offset blurs: for skill above zero, the expected state gets no better
        /// (Andrist & Haworth 2005, section 4.1).
        #[test]
        fn a_greater_offset_blurs(
            choices in choices(), kappa in 0.01..3.0f64, more in 0.0..3.0f64, c in 0.0..30.0f64,
        ) {
            let mut wins = choices;
            wins.retain(|choice| choice.value.sign() > 0);
            prop_assume!(!wins.is_empty());
            let state = |kappa: f64| {
                let player = player(c, DepthOffset::new(kappa).unwrap());
                player.prospect(&wins).expected_state(KQKR)
            };
            prop_assert!(state(kappa + more) >= state(kappa) - 1e-9);
        }
    }
}
