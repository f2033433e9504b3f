//! Which moves a player would never choose, whatever their preference: the papers' `v_m`.

use value::{Choices, Depth, Value};

use crate::word::words_of;

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

words_of!(
    Concede,
    "says nothing about conceding: choose never, draws or all",
    [Never = "never", Draws = "draws", Anything = "all"]
);

/// The rules of section 4 of Haworth 2003, each of which strikes out moves; at least one is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveFilter {
    /// Which values may be given away.
    pub concede: Concede,
    /// Whether a lost position is entered only if nothing else is left.
    pub avoid_losses: bool,
    /// `H`: wins and losses within so many moves are seen. A win there is played optimally, and a
    /// loss there is not walked into if there is another way, a longer loss among them.
    pub horizon: Option<Depth>,
}

impl MoveFilter {
    /// The rules by which people are judged: any value may be given away.
    pub fn judging_people() -> MoveFilter {
        MoveFilter { concede: Concede::Anything, ..MoveFilter::default() }
    }

    /// The weights of these choices after the rules: their own, or zero.
    pub fn weights<M, V: Value>(&self, choices: &Choices<M, V>) -> Vec<f64> {
        choices.best().map_or_else(Vec::new, |best| self.weights_beside(choices, best))
    }

    /// The same, the best of the choices being worth so much.
    pub(crate) fn weights_beside<M, V: Value>(&self, choices: &Choices<M, V>, best: V) -> Vec<f64> {
        let mut weights: Vec<f64> = choices.iter().map(|choice| choice.weight).collect();
        let keeps = match self.concede {
            Concede::Never => true,
            Concede::Draws => best.sign() > 0,
            Concede::Anything => false,
        };
        if keeps {
            strike(choices, &mut weights, |value| value.sign() < best.sign());
        }
        if self.avoid_losses {
            strike(choices, &mut weights, |value| value.sign() < 0);
        }
        if let Some(horizon) = self.horizon {
            look_ahead(choices, &mut weights, best, horizon);
        }
        weights
    }
}

/// Takes the weight off the moves that a rule dooms, unless no move with a weight would be left.
fn strike<M, V: Value>(choices: &Choices<M, V>, weights: &mut [f64], doomed: impl Fn(V) -> bool) {
    let survives = |(value, weight): (V, &f64)| *weight > 0.0 && !doomed(value);
    if choices.values().zip(&*weights).any(survives) {
        for (value, weight) in choices.values().zip(weights) {
            if doomed(value) {
                *weight = 0.0;
            }
        }
    }
}

/// A search horizon, "within which a player will win or not lose if possible" (Andrist & Haworth
/// 2005, section 3): a loss that is seen is avoided where anything else is left, be it a loss that
/// is not seen; and if the best move is a win that is seen, only moves as good are made.
fn look_ahead<M, V: Value>(choices: &Choices<M, V>, weights: &mut [f64], best: V, horizon: Depth) {
    let is_seen = |value: V| value.depth().is_some_and(|depth| depth <= horizon);
    strike(choices, weights, |value| value.sign() < 0 && is_seen(value));
    if best.sign() > 0 && is_seen(best) {
        strike(choices, weights, |value| value != best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::moves_to;
    use proptest::prelude::*;
    use value::Outcome;

    const WIN: Outcome = Outcome::Win(Depth(9));
    const LOSS: Outcome = Outcome::Loss(Depth(9));

    fn kept(filter: MoveFilter, values: &[Outcome]) -> Vec<bool> {
        filter.weights(&moves_to(values)).into_iter().map(|weight| weight > 0.0).collect()
    }

    fn sees(depth: u16) -> MoveFilter {
        MoveFilter { horizon: Some(Depth(depth)), ..MoveFilter::judging_people() }
    }

    #[test]
    fn what_may_be_conceded() {
        let with = |concede| MoveFilter { concede, ..MoveFilter::default() };
        let (won, drawn) = ([WIN, Outcome::Draw, LOSS], [Outcome::Draw, LOSS]);
        assert_eq!(kept(with(Concede::Never), &won), [true, false, false]);
        assert_eq!(kept(with(Concede::Never), &drawn), [true, false]);
        assert_eq!(kept(with(Concede::Draws), &won), [true, false, false]);
        assert_eq!(kept(with(Concede::Draws), &drawn), [true, true]);
        assert_eq!(kept(with(Concede::Anything), &won), [true, true, true]);
    }

    #[test]
    fn losing_is_the_last_resort() {
        let careful = MoveFilter { avoid_losses: true, ..MoveFilter::judging_people() };
        assert_eq!(kept(careful, &[WIN, Outcome::Draw, LOSS]), [true, true, false]);
        assert_eq!(kept(careful, &[LOSS, LOSS]), [true, true]);
    }

    #[test]
    fn within_the_horizon_wins_are_played_and_losses_avoided() {
        let deeper = Outcome::Win(Depth(12));
        assert_eq!(kept(sees(9), &[WIN, deeper, LOSS]), [true, false, false]);
        assert_eq!(kept(sees(8), &[WIN, deeper, LOSS]), [true, true, true]);
        assert_eq!(kept(sees(9), &[Outcome::Draw, LOSS]), [true, false]);
        assert_eq!(kept(sees(20), &[LOSS, Outcome::Loss(Depth(3))]), [true, true]);
    }

    #[test]
    fn a_near_loss_is_avoided_where_a_longer_one_is_left() {
        let lost = [22, 5, 1, 6, 2].map(|depth| Outcome::Loss(Depth(depth)));
        assert_eq!(kept(sees(5), &lost), [true, false, false, true, false]);
        assert_eq!(kept(sees(21), &lost), [true, false, false, false, false]);
        assert_eq!(kept(sees(22), &lost), [true; 5]);
        // A move that weighs nothing is no way out.
        let mut heavy = moves_to(&lost);
        heavy[0].weight = 0.0;
        let weights = sees(6).weights(&heavy);
        assert_eq!(weights, [0.0, 1.0, 1.0, 1.0, 1.0]);
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
            let filter = MoveFilter { concede, avoid_losses, horizon: horizon.map(Depth) };
            let weights = filter.weights(&moves_to(&values));
            prop_assert!(weights.iter().any(|&weight| weight > 0.0));
            let best = values.iter().max().unwrap();
            let at = values.iter().position(|value| value == best).unwrap();
            prop_assert!(weights[at] > 0.0);
        }
    }
}
