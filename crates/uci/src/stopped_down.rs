//! Stopped-down engines: `E_p(c)`, an engine that searches `p` plies and errs like a player of
//! competence `c`.
//!
//! Haworth 2007, section 3: every legal move gets a value `v_j` from a search of fixed depth, the
//! values become shortfalls that play the part of depths, and the reference player does the rest.

use endgame::rules::Move;
use engine::score::Score;
use player::{Concede, DepthOffset, Model, MoveDistribution, MoveFilter, PowerLaw};
use value::{Choices, Depth};

/// The players of `E_p(c)`, any `c`: a move costs `ln(w_j + κ)` by its [shortfall](Score), so that its
/// probability goes with `(w_j + κ)^-c`. Within a horizon of so many moves mates are seen.
pub fn model(kappa: DepthOffset, horizon: Option<u16>) -> Model {
    let horizon = horizon.map(Depth);
    let filter = MoveFilter { concede: Concede::Anything, avoid_losses: false, horizon };
    Model::new(PowerLaw::new(kappa), filter)
}

/// What such players do with these choices.
pub fn distribution(
    choices: &Choices<Move, Score>,
    kappa: DepthOffset,
    horizon: Option<u16>,
) -> MoveDistribution {
    model(kappa, horizon).distribution(choices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use endgame::rules::Board;
    use engine::searcher::Searcher;
    use engine::stopped_down::StoppedDown;
    use player::Competence;
    use value::{Choice, ChoiceSource, Distance, Extent, Plies, Value};

    fn made_up(scores: &[Score]) -> Choices<Move, Score> {
        let moves = Board::default().legal_moves().into_iter().zip(scores);
        let list = moves.map(|(play, &score)| Choice::new(play, score)).collect();
        Choices::new(list, Extent::default())
    }

    /// Worked by hand: v = 1, 0, -2 gives w = 1, 2, 4, and with κ = 1 preferences go as 2, 3, 5.
    #[test]
    fn shortfalls_by_hand() {
        let choices = made_up(&[100, 0, -200].map(Score::Centipawns));
        let odds = distribution(&choices, DepthOffset::ONE, None)
            .probabilities(Competence::new(1.0).unwrap());
        let total = 1.0 / 2.0 + 1.0 / 3.0 + 1.0 / 5.0;
        for (p, w) in odds.iter().zip([2.0, 3.0, 5.0]) {
            assert!((p - 1.0 / w / total).abs() < 1e-12, "{odds:?}");
        }
        let w = |value: Score| value.distance(Score::Mate(2));
        assert_eq!(w(Score::Mate(2)), Distance::Win(198.0));
        assert_eq!(w(Score::Centipawns(500)), Distance::Win(198.0 + 193.0));
    }

    #[test]
    fn the_infallible_one_plays_as_the_engine_does() {
        let source = StoppedDown::new(Searcher, Plies(2));
        let board = Board::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
        let choices = source.choices(&board).unwrap();
        let odds =
            distribution(&choices, DepthOffset::ONE, None).probabilities(Competence::INFALLIBLE);
        let mate = choices.iter().position(|choice| board.uci(choice.play) == "a1a8").unwrap();
        assert_eq!(odds[mate], 1.0);
        let over = source.after(&board, &choices[mate].play);
        assert!(over.is_checkmate() && source.choices(&over).unwrap().is_empty());
    }

    #[test]
    fn mates_within_the_horizon_are_seen() {
        let odds = |scores: &[Score], horizon| {
            distribution(&made_up(scores), DepthOffset::ONE, horizon)
                .probabilities(Competence::RANDOM)
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
        let distribution = distribution(&weighed, DepthOffset::ONE, Some(2));
        assert_eq!(distribution.probabilities(Competence::RANDOM), [0.0, 0.5, 0.5]);
    }
}
