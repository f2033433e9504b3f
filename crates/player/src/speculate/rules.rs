//! Jansen's five rules applied to numbers: whether to speculate, and why.

use std::fmt;

use super::{NotAnOpponent, Opponent};

/// What mistakes cost: `δ_MIN` and `δ_MAX`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    theirs: f64,
    ours: f64,
}

/// A cost that is none.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} = {value} is no size of a mistake: give a number from 0 up, as in {name} = 2.24")]
pub struct NotAStake {
    name: &'static str,
    value: f64,
}

impl Stakes {
    /// MIN's mistakes cost `δ_MIN`, MAX's `δ_MAX`.
    pub fn new(theirs: f64, ours: f64) -> Result<Stakes, NotAStake> {
        for (name, value) in [("delta-min", theirs), ("delta-max", ours)] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(NotAStake { name, value });
            }
        }
        Ok(Stakes { theirs, ours })
    }

    /// `δ_MIN`.
    pub fn theirs(&self) -> f64 {
        self.theirs
    }

    /// `δ_MAX`.
    pub fn ours(&self) -> f64 {
        self.ours
    }

    /// `Δ = δ_MIN / δ_MAX`; infinite if MAX risks nothing, none if nobody does.
    pub fn ratio(&self) -> Option<f64> {
        let ratio = self.theirs / self.ours;
        (!ratio.is_nan()).then_some(ratio)
    }
}

/// Jansen 1992, table 1.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Only if `Δ > 1`.
    One = 1,
    /// If and only if `Δ` lies above the decision surface.
    Two,
    /// Never if predictions tell nothing, or MIN never errs, or always does.
    Three,
    /// Rather against opponents of middling strength who are well predicted.
    Four,
    /// Always between moves that are equally good.
    Five,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {}", *self as u8)
    }
}

/// Whether to speculate.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Whether speculating is better; none if both strategies come to the same.
    pub speculate: Option<bool>,
    /// The rule that decides.
    pub decided_by: Rule,
    /// Why, in a sentence.
    pub because: String,
}

impl Advice {
    /// What the rules say of these stakes against this opponent.
    pub fn on(opponent: &Opponent, stakes: Stakes) -> Advice {
        let say =
            |speculate, decided_by, because: String| Advice { speculate, decided_by, because };
        let no = |rule, because: &str| say(Some(false), rule, because.to_owned());
        let p = opponent.error_probability();
        let costs_nothing = stakes.ours() == 0.0;
        if stakes.theirs() == 0.0 {
            let speculate = if costs_nothing { None } else { Some(false) };
            return say(
                speculate,
                Rule::Three,
                "MIN's mistakes cost nothing: there is nothing to win".to_owned(),
            );
        }
        let Some(required) = opponent.required_ratio() else {
            let because = if opponent.is_opaque() {
                "the prediction tells nothing"
            } else if p == 0.0 {
                "MIN never errs"
            } else {
                "MIN errs always, wherever MAX goes"
            };
            // Between equal moves nothing is lost either.
            return if costs_nothing {
                say(None, Rule::Three, format!("{because}, and the moves are equally good"))
            } else {
                no(Rule::Three, because)
            };
        };
        if costs_nothing {
            let because = "the moves are equally good, so a hint of where MIN errs is enough";
            return say(Some(true), Rule::Five, because.to_owned());
        }
        let ratio = stakes.theirs() / stakes.ours();
        if ratio <= 1.0 {
            return no(
                Rule::One,
                "MAX's mistake costs no less than MIN's: even a sure one does not pay",
            );
        }
        if ratio == required {
            let because = format!("the ratio {ratio:.3} lies on the decision surface");
            return say(None, Rule::Two, because);
        }
        let how = if ratio > required { "more" } else { "less" };
        let because = format!(
            "MIN's mistakes cost {ratio:.3} times MAX's, {how} than the {required:.3} needed"
        );
        say(Some(ratio > required), Rule::Two, because)
    }
}

/// The `p` at which the least `Δ` is needed for these prediction errors: rule 4's opponent of
/// middling strength.
///
/// `Δ` is a sum `a/p + b/(1-p) + const` with `a = ε1 (1 - ε1)` and `b = ε0 (1 - ε0)` up to a factor,
/// least where `a (1-p)² = b p²`; one half when both errors are equal.
pub fn easiest_opponent(epsilon0: f64, epsilon1: f64) -> Result<f64, NotAnOpponent> {
    Opponent::new(0.5, epsilon0, epsilon1)?;
    let [a, b] = [epsilon1 * (1.0 - epsilon1), epsilon0 * (1.0 - epsilon0)].map(f64::sqrt);
    Ok(if a + b > 0.0 { a / (a + b) } else { 0.5 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn advice(p: f64, epsilon: f64, theirs: f64, ours: f64) -> (Option<bool>, Rule) {
        let opponent = Opponent::equal(p, epsilon).unwrap();
        let advice = Advice::on(&opponent, Stakes::new(theirs, ours).unwrap());
        (advice.speculate, advice.decided_by)
    }

    #[test]
    fn each_rule_has_its_say() {
        assert_eq!(advice(0.33, 0.2, 1.0, 1.0), (Some(false), Rule::One));
        assert_eq!(advice(0.33, 0.2, 2.24, 1.0), (Some(true), Rule::Two));
        assert_eq!(advice(0.33, 0.4, 2.24, 1.0), (Some(false), Rule::Two));
        assert_eq!(advice(0.33, 0.2, 2.24, 3.0), (Some(false), Rule::One));
        assert_eq!(advice(0.33, 0.5, 2.24, 1.0), (Some(false), Rule::Three));
        assert_eq!(advice(0.0, 0.2, 2.24, 1.0), (Some(false), Rule::Three));
        assert_eq!(advice(1.0, 0.2, 2.24, 1.0), (Some(false), Rule::Three));
        assert_eq!(advice(0.33, 0.49, 2.24, 0.0), (Some(true), Rule::Five));
        assert_eq!(advice(0.33, 0.2, 0.0, 1.0), (Some(false), Rule::Three));
        assert_eq!(advice(0.33, 0.5, 2.24, 0.0), (None, Rule::Three));
        assert_eq!(advice(0.33, 0.2, 0.0, 0.0), (None, Rule::Three));
        assert!(Stakes::new(-1.0, 1.0).unwrap_err().to_string().contains("delta-min = -1"));
        assert!(Stakes::new(1.0, f64::INFINITY).is_err());
    }

    proptest! {
        /// The verdict is the sign of the expected gain.
        #[test]
        fn the_verdict_pays(p in 0.01..0.99f64, e in 0.0..0.49f64, theirs in 0.1..6.0f64, ours in 0.1..3.0f64) {
            let opponent = Opponent::equal(p, e).unwrap();
            let stakes = Stakes::new(theirs, ours).unwrap();
            let advice = Advice::on(&opponent, stakes);
            prop_assert_eq!(advice.speculate, Some(opponent.advantage(stakes) > 0.0));
        }

        #[test]
        fn nobody_is_easier(e0 in 0.01..0.5f64, e1 in 0.01..0.49f64, p in 0.02..0.98f64) {
            let easiest = easiest_opponent(e0, e1).unwrap();
            let needed = |p| Opponent::new(p, e0, e1).unwrap().required_ratio().unwrap();
            prop_assert!(needed(easiest) <= needed(p) * (1.0 + 1e-9));
        }
    }
}
