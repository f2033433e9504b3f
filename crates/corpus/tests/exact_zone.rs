//! Decisions with few men, judged by tables, against rules that need no table.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use corpus::decision::Reference;
use corpus::exact_zone::{ExactTables, judge};
use corpus::{Decision, Family, GameInfo, Link, Sample, Shallower};
use endgame::material::Material;
use endgame::rules::Board;
use endgame::tables::Tables;
use engine::evaluator::Method;
use engine::score::Score;
use player::{Competence, DepthOffset, Model, MoveFilter, PowerLaw};
use value::Metric;

/// A position whose moves an engine calls level.
fn level(fen: &str) -> Decision {
    let board = Board::from_fen(fen).unwrap();
    let moves = board.legal_moves();
    let reference = Reference {
        engine: "E".to_owned(),
        version: String::new(),
        network: None,
        options: String::new(),
        method: Method::MultiPv,
        depth: 8,
    };
    let scores = vec![Score::DRAW; moves.len()];
    Decision {
        game: Arc::new(GameInfo::default()),
        ply: 61,
        answered: None,
        continued: None,
        clock: None,
        shallower: vec![Shallower { depth: 1, scores: scores.clone() }],
        scores,
        moves,
        board,
        played: 0,
        reference: Arc::new(reference),
        exact: None,
    }
}

fn judged(decisions: &mut [Decision]) -> corpus::exact_zone::JudgedByTables {
    let tables = Tables::new(Metric::Dtc);
    let ready = |material: &Material| material.men() <= 4;
    judge(decisions, &ExactTables { tables: &tables, ready: &ready })
}

/// King and queen against king: a move wins unless it stalemates or leaves the queen to be taken.
#[test]
fn a_lone_queen_wins_unless_she_is_given_away() {
    for fen in [
        "7k/5Q2/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/1Q6/8/8/8/8/7K w - - 0 1",
        "8/8/8/3k4/7Q/8/8/K7 w - - 0 1",
    ] {
        let mut decisions = [level(fen)];
        assert_eq!(judged(&mut decisions).judged, 1, "{fen}");
        let [decision] = decisions;
        for (play, score) in decision.moves.iter().zip(&decision.scores) {
            let after = decision.board.after(*play);
            let replies = after.legal_moves();
            let stalemate = replies.is_empty() && !after.is_checkmate();
            let taken = replies.iter().any(|reply| after.after(*reply).count_men() == 2);
            let expected = if stalemate || taken { Score::DRAW } else { Score::Mate(1) };
            assert_eq!(*score, expected, "{fen}: {}", decision.board.san(*play));
        }
        // What is seen at once is not the tables' to say.
        assert!(decision.shallower[0].scores.iter().all(|score| *score == Score::DRAW));
    }
}

/// The defender with a bare king against a queen loses, but where he takes her.
#[test]
fn who_is_lost_has_nothing_to_lose() {
    let mut decisions =
        [level("8/8/8/3k4/3Q4/8/8/K7 b - - 0 1"), level("8/8/8/3k4/7Q/8/8/K7 b - - 0 1")];
    let told = judged(&mut decisions);
    assert_eq!((told.judged, told.unsolved.len()), (2, 0));
    for decision in decisions {
        for (play, score) in decision.moves.iter().zip(&decision.scores) {
            let takes = decision.board.after(*play).count_men() == 2;
            let expected = if takes { Score::DRAW } else { Score::Mate(-1) };
            assert_eq!(*score, expected, "{}", decision.board.san(*play));
        }
    }
}

#[test]
fn what_no_table_is_at_hand_for_stays_and_is_named() {
    let five = "8/8/8/3k4/7Q/8/1r6/K2R4 b - - 0 1";
    let many = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
    let mut decisions = [level(five), level(many)];
    let told = judged(&mut decisions);
    assert_eq!((told.judged, told.unsolved.len()), (0, 1));
    assert!(decisions.iter().all(|one| one.scores.iter().all(|score| *score == Score::DRAW)));
    let said = told.sentence().unwrap();
    assert!(said.contains("no table is at hand for"), "{said}");
    assert_eq!(judged(&mut [level(many)]).sentence(), None);
}

/// In the tables Haworth's `E_p(c)` is `R_c` (2007, section 3): the same probabilities as the player's own,
/// won, drawn and lost, whichever side moves; the other laws go by the result alone.
#[test]
fn haworths_law_extends_the_endgame_player() {
    let tables = Tables::new(Metric::Dtc);
    for fen in [
        "8/8/5k2/Q7/8/8/4r3/K7 w - - 0 1",
        "8/8/5k2/Q7/8/8/4r3/K7 b - - 0 1",
        "8/8/8/3k4/8/8/3p4/R2K4 b - - 0 1",
        "8/4k3/8/8/8/8/4P3/4K3 w - - 0 1",
    ] {
        let mut decisions = [level(fen)];
        assert_eq!(judged(&mut decisions).judged, 1, "{fen}");
        let [decision] = decisions;
        let position = decision.board.position().unwrap();
        let choices = tables.list_choices(&position).unwrap();
        for (kappa, c) in [(1.0, 12.0), (0.5, 3.0)] {
            let family = Family { kappa, ..Family::of(Link::Haworth) };
            let law = PowerLaw::new(DepthOffset::new(kappa).unwrap());
            let model = Model::new(law, MoveFilter::judging_people());
            let competence = Competence::new(c).unwrap();
            let player = model.distribution(&choices).probabilities(competence);
            for (played, play) in decision.moves.iter().enumerate() {
                let one = Decision { played, ..decision.clone() };
                let found = Sample::new(family, [&one]).log_likelihood(c).exp();
                let expected = player[choices.find(play).unwrap()];
                assert!((found - expected).abs() < 1e-12, "{fen} {found} {expected}");
            }
        }
        let by_result = Family::of(Link::Power);
        assert_eq!(by_result.costs_of(&decision), by_result.costs(&decision.scores));
    }
}
