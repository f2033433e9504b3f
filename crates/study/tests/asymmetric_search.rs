//! A search that follows only the opponent's likely replies, against the recursion written out.

#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;

use endgame::heuristics::Weights;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::agents::predator::{Aim, Candidates, Risk};
use player::agents::{Analyser, Predator, Turn};
use player::{Belief, Model, PriorSource};
use study::weights::ByRules;
use value::{ChoiceSource, Depth, Metric, Plies};

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let tables = Tables::new(Metric::Dtc);
    for name in ["KQK", "KRK", "KQKR"] {
        tables.table(&name.parse().unwrap(), &Monitor::NONE).unwrap();
    }
    tables
});

fn program(plies: u16, cover: f64) -> Predator {
    let belief = Belief::certain(0.0).unwrap();
    Predator {
        candidates: Candidates::Within(Risk::constant(2)),
        aim: Aim::Depth,
        draw: Some(Depth(50)),
        plies: Some(Plies(plies)),
        cover,
        ..Predator::new(Analyser { model: Model::papers(), belief })
    }
}

/// What is expected of every move considered, and the positions looked at.
fn expected(program: &Predator, fen: &str) -> (Vec<(String, f64)>, usize) {
    let position = Position::from_fen(fen).unwrap();
    let prior = ByRules(Weights::hp1());
    let source = PriorSource::new(&*TABLES, Some(&prior));
    let choices = TABLES.choices(&position).unwrap();
    let turn = Turn::new(&source, &position, &choices);
    let advice = program.advise(&turn).unwrap();
    let told = |option: &player::agents::predator::MoveScore| {
        (position.san(choices[option.choice].play), option.expectation.depth().unwrap())
    };
    (advice.options.iter().map(told).collect(), advice.nodes)
}

fn depth(position: &Position) -> u16 {
    TABLES.outcome(position).unwrap().depth().unwrap().0
}

/// After a move of Black's: White's winning moves by their weights, those that make up the share followed
/// further, the others worth their depth.
fn slow(at: &Position, plies: u16, cover: f64) -> f64 {
    let plays = at.legal_moves();
    let weights = Weights::hp1().of(&TABLES, at, &plays).unwrap();
    let after: Vec<Position> = plays.iter().map(|&play| at.after(play)).collect();
    let wins: Vec<usize> =
        (0..after.len()).filter(|&k| TABLES.outcome(&after[k]).unwrap().sign() < 0).collect();
    let total: f64 = wins.iter().map(|&k| weights[k]).sum();
    let mut order = wins.clone();
    order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
    let (mut covered, mut least) = (0.0, 0.0);
    for &k in &order {
        if covered < cover {
            covered += weights[k] / total;
            least = weights[k];
        }
    }
    let value = |k: usize| {
        let next = &after[k];
        let ends = next.material() != at.material() || depth(next) == 0;
        if ends {
            return 0.0;
        }
        if plies == 2 || weights[k] < least {
            f64::from(depth(next))
        } else {
            our_turn(next, plies - 2, cover)
        }
    };
    wins.iter().map(|&k| weights[k] / total * value(k)).sum()
}

/// The best of Black's moves within the risk.
fn our_turn(at: &Position, plies: u16, cover: f64) -> f64 {
    let after: Vec<Position> = at.legal_moves().into_iter().map(|play| at.after(play)).collect();
    let best = after.iter().map(depth).max().unwrap();
    let near = after.iter().filter(|next| depth(next) + 2 >= best);
    near.map(|next| slow(next, plies, cover)).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn likely_replies_are_followed_and_the_others_left_to_the_tables() {
    for fen in ["8/8/r7/2Q2k2/8/4K3/8/8 b - - 0 1", "8/5r2/8/7k/4K3/6Q1/8/8 b - - 0 1"] {
        let at = Position::from_fen(fen).unwrap();
        assert_eq!(at.turn(), Color::Black);
        let (full, all) = expected(&program(4, 1.0), fen);
        for cover in [0.8, 0.4] {
            let (told, nodes) = expected(&program(4, cover), fen);
            assert!(nodes < all, "{nodes} of {all}");
            for (san, depth) in &told {
                let play = at.legal_moves().into_iter().find(|&play| at.san(play) == *san).unwrap();
                let found = slow(&at.after(play), 4, cover);
                assert!(
                    (depth - found).abs() < 1e-9,
                    "{san} with {cover}: {depth}, slowly {found}"
                );
            }
        }
        // Two plies look no further anyway.
        assert_eq!(expected(&program(2, 0.3), fen), expected(&program(2, 1.0), fen));
        assert!(!full.is_empty());
    }
}
