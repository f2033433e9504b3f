//! Stopped-down engines: `E_p(c)`, an engine that searches `p` plies and errs like a player of
//! competence `c`.
//!
//! Haworth 2007, section 3: every legal move gets a value `v_j` from a search of fixed depth, the
//! values become shortfalls that play the part of depths, and the reference player does the rest.

use endgame::rules::Move;
use engine::score::Score;
use player::weighting::look_ahead;
use player::{DepthOffset, Wheel};
use value::Choice;

/// `w_j`: how far a move is from a won game, in pawns; 0 or more.
///
/// ```text
/// w_j = |v_1| + |v_1 - v_j|        v_1 the best value
/// ```
///
/// Least for the best move, and the further from a level game the less a given mistake matters. The
/// printed formula (with `v_j` and `v_n` in these places) is not least for the best move.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Shortfall(f64);

impl Shortfall {
    /// In pawns.
    pub fn pawns(self) -> f64 {
        self.0
    }
}

/// The shortfall of each value.
pub fn shortfalls(values: &[Score]) -> Vec<Shortfall> {
    let Some(best) = values.iter().max().map(|best| best.pawns()) else { return Vec::new() };
    values.iter().map(|value| Shortfall(best.abs() + (best - value.pawns()).abs())).collect()
}

/// The wheel of `E_p(c)`, any `c`: a move costs `ln(w_j + κ)`, so that its probability goes with
/// `(w_j + κ)^-c`.
///
/// Within a horizon of so many moves mates are seen: our own quickest is played, the opponent's is
/// not walked into if there is another way ([`look_ahead`], as with the tables).
pub fn wheel(choices: &[Choice<Move, Score>], kappa: DepthOffset, horizon: Option<u16>) -> Wheel {
    let values: Vec<Score> = choices.iter().map(|choice| choice.value).collect();
    let costs = shortfalls(&values).into_iter().map(|w| (w.pawns() + kappa.get()).ln());
    let costs = costs.collect();
    let mut weights: Vec<f64> = choices.iter().map(|choice| choice.weight).collect();
    if let (Some(horizon), Some(&best)) = (horizon, values.iter().max()) {
        let horizon = i32::from(horizon);
        let seen = |value: Score| match value {
            Score::Mate(moves) if moves.abs() <= horizon => {
                if value > Score::DRAW {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        };
        look_ahead(&values, &mut weights, best, seen);
    }
    Wheel::new(costs, weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use endgame::rules::Board;
    use engine::searcher::Searcher;
    use engine::stopped_down::StoppedDown;
    use player::Competence;
    use proptest::prelude::*;
    use value::{ChoiceSource, Plies};

    fn made_up(scores: &[Score]) -> Vec<Choice<Move, Score>> {
        let moves = Board::default().legal_moves();
        moves.into_iter().zip(scores).map(|(play, &score)| Choice::new(play, score)).collect()
    }

    /// Worked by hand: v = 1, 0, -2 gives w = 1, 2, 4, and with κ = 1 preferences go as 2, 3, 5.
    #[test]
    fn shortfalls_by_hand() {
        let choices = made_up(&[100, 0, -200].map(Score::Centipawns));
        let odds =
            wheel(&choices, DepthOffset::ONE, None).probabilities(Competence::new(1.0).unwrap());
        let total = 1.0 / 2.0 + 1.0 / 3.0 + 1.0 / 5.0;
        for (p, w) in odds.iter().zip([2.0, 3.0, 5.0]) {
            assert!((p - 1.0 / w / total).abs() < 1e-12, "{odds:?}");
        }
        let values = [Score::Mate(2), Score::Centipawns(500)];
        let w: Vec<f64> = shortfalls(&values).iter().map(|w| w.pawns()).collect();
        assert_eq!(w, [198.0, 198.0 + 193.0]);
    }

    #[test]
    fn the_infallible_one_plays_as_the_engine_does() {
        let source = StoppedDown::new(Searcher, Plies(2));
        let board = Board::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
        let choices = source.choices(&board).unwrap();
        let odds = wheel(&choices, DepthOffset::ONE, None).probabilities(Competence::INFALLIBLE);
        let mate = choices.iter().position(|choice| board.uci(choice.play) == "a1a8").unwrap();
        assert_eq!(odds[mate], 1.0);
        let over = source.after(&board, &choices[mate].play);
        assert!(over.is_checkmate() && source.choices(&over).unwrap().is_empty());
    }

    #[test]
    fn mates_within_the_horizon_are_seen() {
        let odds = |scores: &[Score], horizon| {
            wheel(&made_up(scores), DepthOffset::ONE, horizon).probabilities(Competence::RANDOM)
        };
        let cp = Score::Centipawns;
        assert_eq!(odds(&[Score::Mate(2), cp(900), Score::Mate(3)], Some(2)), [1.0, 0.0, 0.0]);
        assert_eq!(odds(&[Score::Mate(3), cp(900)], Some(2)), [0.5, 0.5]);
        assert_eq!(odds(&[cp(-900), Score::Mate(-1)], Some(1)), [1.0, 0.0]);
        assert_eq!(odds(&[Score::Mate(-2), Score::Mate(-1)], Some(2)), [0.5, 0.5]);
        assert_eq!(
            odds(&[Score::Mate(-1), Score::Mate(-9), Score::Mate(-2)], Some(2)),
            [0.0, 1.0, 0.0]
        );
        // A move that weighs nothing is no way out.
        let mut weighed = made_up(&[Score::Mate(-9), Score::Mate(-1), Score::Mate(-2)]);
        weighed[0].weight = 0.0;
        let wheel = wheel(&weighed, DepthOffset::ONE, Some(2));
        assert_eq!(wheel.probabilities(Competence::RANDOM), [0.0, 0.5, 0.5]);
    }

    proptest! {
        /// Haworth 2007, section 3: `w_j` is 0 or more, and a better move falls no shorter.
        #[test]
        fn better_falls_less_short(values in prop::collection::vec(-3000..3000i32, 1..20)) {
            let values: Vec<Score> = values.into_iter().map(Score::Centipawns).collect();
            let w = shortfalls(&values);
            for (a, wa) in values.iter().zip(&w) {
                prop_assert!(wa.pawns() >= 0.0);
                for (b, wb) in values.iter().zip(&w) {
                    prop_assert_eq!(wb.partial_cmp(wa), Some(a.cmp(b)));
                }
            }
        }
    }
}
