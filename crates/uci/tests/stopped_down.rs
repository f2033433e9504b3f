//! Stopped-down engines, the `E_p(c)` of Haworth 2007, section 3: an engine's scores on the model's
//! own scale, so that it errs like a player of competence `c`.

#![allow(clippy::unwrap_used)]

use endgame::rules::{Board, Move};
use engine::score::Score;
use engine::searcher::Searcher;
use engine::stopped_down::StoppedDown;
use player::{Competence, Model};
use uci::options::Options;
use value::{Choice, ChoiceSource, Choices, Distance, Extent, Plies, Value};

fn model(horizon: Option<u16>) -> Model {
    Options { horizon, ..Options::default() }.engine_model()
}

fn made_up(scores: &[Score]) -> Choices<Move, Score> {
    let moves = Board::default().legal_moves().into_iter().zip(scores);
    let list = moves.map(|(play, &score)| Choice::new(play, score)).collect();
    Choices::new(list, Extent::default())
}

/// Worked by hand: v = 1, 0, -2 gives w = 1, 2, 4, and with κ = 1 preferences go as 2, 3, 5.
#[test]
fn shortfalls_by_hand() {
    let choices = made_up(&[100, 0, -200].map(Score::Centipawns));
    let odds = model(None).distribution(&choices).probabilities(Competence::new(1.0).unwrap());
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
    let odds = model(None).distribution(&choices).probabilities(Competence::INFALLIBLE);
    let mate = choices.iter().position(|choice| board.uci(choice.play) == "a1a8").unwrap();
    assert_eq!(odds[mate], 1.0);
    let over = source.after(&board, &choices[mate].play);
    assert!(over.is_checkmate() && source.choices(&over).unwrap().is_empty());
}

#[test]
fn mates_within_the_horizon_are_seen() {
    let odds = |scores: &[Score], horizon| {
        model(horizon).distribution(&made_up(scores)).probabilities(Competence::RANDOM)
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
    let distribution = model(Some(2)).distribution(&weighed);
    assert_eq!(distribution.probabilities(Competence::RANDOM), [0.0, 0.5, 0.5]);
}
