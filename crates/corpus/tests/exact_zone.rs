//! Decisions with few men, judged by tables, against rules that need no table.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use corpus::decision::Reference;
use corpus::exact_zone::{ExactTables, judge};
use corpus::{Decision, GameInfo, Shallower};
use endgame::material::Material;
use endgame::rules::Board;
use endgame::tables::Tables;
use engine::evaluator::Method;
use engine::score::Score;
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
