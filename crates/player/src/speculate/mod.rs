//! When a mistake is worth making: Jansen 1992, section 1.4.
//!
//! MAX, who knows everything, may play the best move, after which MIN errs with probability `p`, or
//! concede `δ_MAX` in the hope that MIN errs there and not here. MIN's mistakes gain `δ_MIN`. MAX
//! predicts each of MIN's answers, wrongly with probability `ε0` where MIN errs and `ε1` where not,
//! and speculates when a correct answer to the best move and a mistake after his own are predicted.
//!
//! - here: the decision surface, its contours, and the expected gain of both strategies
//! - [`rules`]: Jansen's five rules applied to numbers; [`curves`]: the surface as lines to draw

pub mod curves;
pub mod rules;

use serde::Serialize;

pub use rules::{Advice, Rule, Stakes};

/// How often MIN errs, and how often MAX is wrong about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opponent {
    error: f64,
    missed: f64,
    imagined: f64,
}

/// A number that is no such probability.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum NotAnOpponent {
    #[error("{name} = {value} is no probability: give a number from 0 to 1, as in {name} = 0.2")]
    Probability { name: &'static str, value: f64 },
    #[error(
        "{0} is worse than a guess: predict the opposite, and give an error of less than one half (both errors together less than 1)"
    )]
    WorseThanChance(String),
}

impl Opponent {
    /// MIN errs with probability `p`; his mistakes are missed with `ε0` and imagined with `ε1`.
    pub fn new(p: f64, epsilon0: f64, epsilon1: f64) -> Result<Opponent, NotAnOpponent> {
        for (name, value) in [("p", p), ("epsilon0", epsilon0), ("epsilon1", epsilon1)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(NotAnOpponent::Probability { name, value });
            }
        }
        if epsilon0 + epsilon1 > 1.0 + 1e-12 {
            let what = if epsilon0 == epsilon1 {
                format!("epsilon = {epsilon0}")
            } else {
                format!("epsilon0 = {epsilon0} with epsilon1 = {epsilon1}")
            };
            return Err(NotAnOpponent::WorseThanChance(what));
        }
        Ok(Opponent { error: p, missed: epsilon0, imagined: epsilon1 })
    }

    /// The same error either way: `ε0 = ε1 = ε`.
    pub fn equal(p: f64, epsilon: f64) -> Result<Opponent, NotAnOpponent> {
        if !(0.0..=1.0).contains(&epsilon) {
            return Err(NotAnOpponent::Probability { name: "epsilon", value: epsilon });
        }
        Opponent::new(p, epsilon, epsilon)
    }

    /// `p`.
    pub fn error_probability(&self) -> f64 {
        self.error
    }

    /// `ε0 = P(1|0)`, mistakes missed, and `ε1 = P(0|1)`, mistakes imagined.
    pub fn prediction_errors(&self) -> (f64, f64) {
        (self.missed, self.imagined)
    }

    /// Whether predictions tell nothing: `ε0 + ε1 = 1`.
    pub fn is_opaque(&self) -> bool {
        1.0 - self.missed - self.imagined <= 1e-12
    }

    /// The least `Δ = δ_MIN / δ_MAX` above which speculating pays; none if it never does.
    ///
    /// ```text
    ///     ((1 - p)(1 - ε1) + p ε0) (p (1 - ε0) + (1 - p) ε1)
    /// Δ = --------------------------------------------------
    ///                (1 - ε0 - ε1) p (1 - p)
    /// ```
    ///
    /// The terms of Jansen 1992, table 1.1, put together: above the line the probability that MAX
    /// speculates at all. With `ε0 = ε1` it is his equation 1.1.
    pub fn required_ratio(&self) -> Option<f64> {
        let Opponent { error: p, missed, imagined } = *self;
        let told = (1.0 - missed - imagined) * p * (1.0 - p);
        (!self.is_opaque() && told > 0.0).then(|| self.chance_to_speculate() / told)
    }

    /// How often MAX predicts a correct answer to the best move and a mistake after his own.
    pub fn chance_to_speculate(&self) -> f64 {
        self.cases().iter().map(|case| case.probability).sum()
    }

    /// The four rows of table 1.1.
    pub fn cases(&self) -> [Case; 4] {
        let Opponent { error: p, missed, imagined } = *self;
        let case = |after_best: Reply, after_mistake: Reply| {
            // After the best move a correct answer was predicted, after the mistake a mistake.
            let here = match after_best {
                Reply::Mistake => p * missed,
                Reply::Correct => (1.0 - p) * (1.0 - imagined),
            };
            let there = match after_mistake {
                Reply::Mistake => p * (1.0 - missed),
                Reply::Correct => (1.0 - p) * imagined,
            };
            Case { after_best, after_mistake, probability: here * there }
        };
        use Reply::{Correct, Mistake};
        [
            case(Mistake, Mistake),
            case(Mistake, Correct),
            case(Correct, Mistake),
            case(Correct, Correct),
        ]
    }

    /// What speculating gains a move over playing the best move always, in expectation.
    pub fn advantage(&self, stakes: Stakes) -> f64 {
        let gain =
            |case: &Case| case.probability * (case.speculative(stakes) - case.optimal(stakes));
        self.cases().iter().map(gain).sum()
    }
}

/// What MIN does at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    /// 0: a mistake.
    Mistake,
    /// 1: the correct move.
    Correct,
}

/// One row of table 1.1: what MIN would do at either node, where MAX would speculate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Case {
    /// After MAX's best move.
    pub after_best: Reply,
    /// After MAX's mistake.
    pub after_mistake: Reply,
    /// How likely it is, the prediction included.
    pub probability: f64,
}

impl Case {
    /// `G1`: what the optimal strategy gains beyond the value of the position.
    pub fn optimal(&self, stakes: Stakes) -> f64 {
        if self.after_best == Reply::Mistake { stakes.theirs() } else { 0.0 }
    }

    /// `G2`: what the speculative one gains.
    pub fn speculative(&self, stakes: Stakes) -> f64 {
        let bonus = if self.after_mistake == Reply::Mistake { stakes.theirs() } else { 0.0 };
        bonus - stakes.ours()
    }
}

/// The prediction error below which speculating pays for a given `p` and `Δ`, both errors equal: a
/// contour of the decision surface (figure 1.4). None where no prediction is good enough.
///
/// With `u = 1 - 2ε` and `s = p - 1/2`, equation 1.1 is `s² u² + Δ u (1/4 - s²) - 1/4 = 0`.
pub fn contour(p: f64, ratio: f64) -> Option<f64> {
    let s2 = (p - 0.5).powi(2);
    let b = ratio * (0.25 - s2);
    if ratio < 1.0 || b.is_nan() || b <= 0.0 {
        return None;
    }
    // The root in the form that does not cancel as s goes to 0.
    let u = 0.5 / (b + (b * b + s2).sqrt());
    (u <= 1.0 + 1e-12).then(|| ((1.0 - u) / 2.0).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Equation 1.1 as printed.
    fn printed(p: f64, e: f64) -> f64 {
        (p - 2.0 * e * p + e) * (1.0 - e - p + 2.0 * e * p) / ((1.0 - 2.0 * e) * (1.0 - p) * p)
    }

    /// All 16 combinations of what MIN does and what MAX predicts, played out on the tree of
    /// figure 1.1: the expected gain of both strategies.
    fn played_out(p: f64, missed: f64, imagined: f64, ours: f64, theirs: f64) -> (f64, f64) {
        let mut expected = (0.0, 0.0);
        for code in 0..16u8 {
            let bit = |at: u8| code >> at & 1 == 1;
            let (errs_a, errs_b, says_a, says_b) = (bit(0), bit(1), bit(2), bit(3));
            let acts = |errs: bool| if errs { p } else { 1.0 - p };
            let says = |errs: bool, said: bool| match (errs, said) {
                (true, false) => missed,
                (true, true) => 1.0 - missed,
                (false, true) => imagined,
                (false, false) => 1.0 - imagined,
            };
            let chance = acts(errs_a) * acts(errs_b) * says(errs_a, says_a) * says(errs_b, says_b);
            let value_a = |errs: bool| if errs { theirs } else { 0.0 };
            let value_b = |errs: bool| value_a(errs) - ours;
            let picks_b = value_b(says_b) > value_a(says_a);
            expected.0 += chance * value_a(errs_a);
            expected.1 += chance * if picks_b { value_b(errs_b) } else { value_a(errs_a) };
        }
        expected
    }

    #[test]
    fn special_cases_of_the_text() {
        for e in [0.0, 0.1, 0.25, 0.4] {
            let half = Opponent::equal(0.5, e).unwrap().required_ratio().unwrap();
            assert!((half - 1.0 / (1.0 - 2.0 * e)).abs() < 1e-12);
        }
        for p in [0.05, 0.33, 0.95] {
            let perfect = Opponent::equal(p, 0.0).unwrap().required_ratio().unwrap();
            assert!((perfect - 1.0).abs() < 1e-12);
        }
        for (p, e) in [(0.5, 0.5), (0.0, 0.2), (1.0, 0.2)] {
            assert_eq!(Opponent::equal(p, e).unwrap().required_ratio(), None);
        }
    }

    #[test]
    fn what_is_no_probability_is_refused() {
        for (p, e) in [(-0.1, 0.2), (1.1, 0.2), (f64::NAN, 0.2), (0.3, -0.1), (0.3, 2.0)] {
            let said = Opponent::equal(p, e).unwrap_err().to_string();
            assert!(said.contains("is no probability"), "{said}");
        }
        let said = Opponent::equal(0.3, 0.6).unwrap_err().to_string();
        assert!(said.contains("epsilon = 0.6 is worse than a guess"), "{said}");
        assert!(Opponent::new(0.3, 0.7, 0.2).is_ok());
        assert!(Opponent::new(0.3, 0.7, 0.4).is_err());
    }

    proptest! {
        #[test]
        fn equal_errors_give_the_printed_equation(p in 0.01..0.99f64, e in 0.0..0.49f64) {
            let ours = Opponent::equal(p, e).unwrap().required_ratio().unwrap();
            prop_assert!((ours / printed(p, e) - 1.0).abs() < 1e-9);
            prop_assert!(ours >= 1.0 - 1e-9, "rule 1");
        }

        /// The whole tree agrees with table 1.1: in the gain, and in its sign on either side.
        #[test]
        fn all_sixteen_cases(
            p in 0.02..0.98f64, e0 in 0.0..0.5f64, e1 in 0.0..0.49f64, ours in 0.1..3.0f64, more in 1.01..9.0f64,
        ) {
            let opponent = Opponent::new(p, e0, e1).unwrap();
            let theirs = ours * more;
            let (optimal, speculative) = played_out(p, e0, e1, ours, theirs);
            let stakes = Stakes::new(theirs, ours).unwrap();
            prop_assert!((opponent.advantage(stakes) - (speculative - optimal)).abs() < 1e-12);
            let required = opponent.required_ratio().unwrap();
            let (optimal, speculative) = played_out(p, e0, e1, 1.0, required);
            prop_assert!(required <= 1.0 + 1e-9 || (speculative - optimal).abs() < 1e-9, "the surface");
            let beyond = played_out(p, e0, e1, 1.0, required * 1.01);
            prop_assert!(beyond.1 > beyond.0);
        }

        #[test]
        fn contours_lie_on_the_surface(p in 0.01..0.99f64, ratio in 1.0..15.0f64) {
            let e = contour(p, ratio).unwrap();
            let back = Opponent::equal(p, e).unwrap().required_ratio().unwrap();
            prop_assert!((back - ratio).abs() < 1e-6 * ratio, "{back} is not {ratio}");
        }
    }
}
