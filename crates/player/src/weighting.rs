//! Which moves a player would never choose, whatever their preference: the papers' `v_m`.

use std::fmt;
use std::str::FromStr;

use value::{Choice, Depth, Outcome};

use crate::word::{self, UnknownWord};

/// Which theoretical values a player may give away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Concede {
    /// None: wins stay won and draws drawn.
    Never,
    /// Draws only: a win is never let slip, as in the papers' experiments.
    #[default]
    Draws,
    /// Anything, in proportion to preference.
    Anything,
}

impl Concede {
    /// Every setting, the strictest first.
    pub const ALL: [Concede; 3] = [Concede::Never, Concede::Draws, Concede::Anything];

    /// As written on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Concede::Never => "never",
            Concede::Draws => "draws",
            Concede::Anything => "all",
        }
    }
}

impl fmt::Display for Concede {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Concede {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Concede, UnknownWord> {
        let refusal = "says nothing about conceding: choose never, draws or all";
        word::find(&Concede::ALL, Concede::word, text, refusal)
    }
}

/// The rules of section 4 of Haworth 2003, each of which strikes out moves; at least one is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Weighting {
    /// Which values may be given away.
    pub concede: Concede,
    /// Whether a lost position is entered only if nothing else is left.
    pub avoid_losses: bool,
    /// `H`: wins and losses within so many moves are seen. A win there is played optimally, and a
    /// loss there is not walked into, if there is another way.
    pub horizon: Option<Depth>,
}

impl Weighting {
    /// The weights of these choices after the rules: their own, or zero.
    pub fn weights<M>(&self, choices: &[Choice<M>]) -> Vec<f64> {
        let mut weights: Vec<f64> = choices.iter().map(|choice| choice.weight).collect();
        let mut strike = |doomed: &dyn Fn(Outcome) -> bool| {
            let survives =
                |(choice, weight): (&Choice<M>, &f64)| *weight > 0.0 && !doomed(choice.value);
            if choices.iter().zip(&weights).any(survives) {
                for (choice, weight) in choices.iter().zip(&mut weights) {
                    if doomed(choice.value) {
                        *weight = 0.0;
                    }
                }
            }
        };
        let best = choices.iter().map(|choice| choice.value).max();
        let Some(best) = best else { return weights };
        let keeps = match self.concede {
            Concede::Never => true,
            Concede::Draws => best.sign() > 0,
            Concede::Anything => false,
        };
        if keeps {
            strike(&|value| value.sign() < best.sign());
        }
        if self.avoid_losses {
            strike(&|value| value.sign() < 0);
        }
        if let Some(horizon) = self.horizon {
            strike(
                &|value| matches!(value, Outcome::Loss(depth) if depth <= horizon && best.sign() >= 0),
            );
            if matches!(best, Outcome::Win(depth) if depth <= horizon) {
                strike(&|value| value != best);
            }
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn choices(values: &[Outcome]) -> Vec<Choice<usize>> {
        values.iter().enumerate().map(|(n, &value)| Choice::new(n, value)).collect()
    }

    const WIN: Outcome = Outcome::Win(Depth(9));
    const LOSS: Outcome = Outcome::Loss(Depth(9));

    fn kept(weighting: Weighting, values: &[Outcome]) -> Vec<bool> {
        weighting.weights(&choices(values)).into_iter().map(|weight| weight > 0.0).collect()
    }

    #[test]
    fn what_may_be_conceded() {
        let with = |concede| Weighting { concede, ..Weighting::default() };
        let (won, drawn) = ([WIN, Outcome::Draw, LOSS], [Outcome::Draw, LOSS]);
        assert_eq!(kept(with(Concede::Never), &won), [true, false, false]);
        assert_eq!(kept(with(Concede::Never), &drawn), [true, false]);
        assert_eq!(kept(with(Concede::Draws), &won), [true, false, false]);
        assert_eq!(kept(with(Concede::Draws), &drawn), [true, true]);
        assert_eq!(kept(with(Concede::Anything), &won), [true, true, true]);
    }

    #[test]
    fn losing_is_the_last_resort() {
        let careful = Weighting { concede: Concede::Anything, avoid_losses: true, horizon: None };
        assert_eq!(kept(careful, &[WIN, Outcome::Draw, LOSS]), [true, true, false]);
        assert_eq!(kept(careful, &[LOSS, LOSS]), [true, true]);
    }

    #[test]
    fn within_the_horizon_wins_are_played_and_losses_avoided() {
        let sees = |depth| Weighting {
            concede: Concede::Anything,
            avoid_losses: false,
            horizon: Some(Depth(depth)),
        };
        let deeper = Outcome::Win(Depth(12));
        assert_eq!(kept(sees(9), &[WIN, deeper, LOSS]), [true, false, false]);
        assert_eq!(kept(sees(8), &[WIN, deeper, LOSS]), [true, true, true]);
        assert_eq!(kept(sees(9), &[Outcome::Draw, LOSS]), [true, false]);
        assert_eq!(kept(sees(20), &[LOSS, Outcome::Loss(Depth(3))]), [true, true]);
    }

    proptest! {
        /// Whatever the rules, a player with moves has a move.
        #[test]
        fn a_move_is_left(
            values in prop::collection::vec((-1..=1i8, 0..40u16), 1..12),
            concede in prop::sample::select(Concede::ALL.to_vec()),
            avoid_losses: bool,
            horizon in prop::option::of(0..50u16),
        ) {
            let values: Vec<Outcome> = values.into_iter().map(|(sign, depth)| match sign {
                1 => Outcome::Win(Depth(depth)),
                0 => Outcome::Draw,
                _ => Outcome::Loss(Depth(depth)),
            }).collect();
            let weighting = Weighting { concede, avoid_losses, horizon: horizon.map(Depth) };
            let weights = weighting.weights(&choices(&values));
            prop_assert!(weights.iter().any(|&weight| weight > 0.0));
            let best = values.iter().max().unwrap();
            let at = values.iter().position(|value| value == best).unwrap();
            prop_assert!(weights[at] > 0.0);
        }
    }
}
