//! The solver against plain value iteration, on random games.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use graph::{Graph, Node};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use value::{Depth, Outcome, Plies};

/// A position as the slow method sees it.
#[derive(Clone, Debug)]
enum Spot {
    Lost,
    Drawn,
    Moves { successors: Vec<u32>, leaving: Vec<Outcome> },
}

fn graph(spots: &[Spot]) -> Graph {
    let mut game = Graph::new();
    for spot in spots {
        match spot {
            Spot::Lost => game.add_lost(),
            Spot::Drawn => game.add_drawn(),
            Spot::Moves { successors, leaving } => {
                game.add(successors.iter().copied().map(Node), leaving.iter().copied())
            }
        };
    }
    game
}

/// Every value is the best of its choices, from "all drawn" until nothing changes.
fn by_value_iteration(spots: &[Spot]) -> Vec<Outcome> {
    let mut values = vec![Outcome::Draw; spots.len()];
    loop {
        let next: Vec<Outcome> = spots
            .iter()
            .map(|spot| match spot {
                Spot::Lost => Outcome::Loss(Depth(0)),
                Spot::Drawn => Outcome::Draw,
                Spot::Moves { successors, leaving } => successors
                    .iter()
                    .map(|&to| values[to as usize].flipped())
                    .chain(leaving.iter().copied())
                    .max()
                    .unwrap()
                    .before_move(),
            })
            .collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

/// The value of each spot when `plies` half-moves are left, 1 for a win, from the definition.
fn signs_within(spots: &[Spot], plies: u16) -> Vec<i8> {
    let earlier = plies.checked_sub(1).map(|fewer| signs_within(spots, fewer));
    let sign = |spot: &Spot| match (spot, &earlier) {
        (Spot::Lost, _) => -1,
        (Spot::Drawn, _) | (Spot::Moves { .. }, None) => 0,
        (Spot::Moves { successors, leaving }, Some(after)) => successors
            .iter()
            .map(|&to| -after[to as usize])
            .chain(leaving.iter().map(|outcome| outcome.sign()))
            .max()
            .unwrap(),
    };
    spots.iter().map(sign).collect()
}

fn outcomes(deepest: u16) -> impl Strategy<Value = Outcome> {
    prop_oneof![
        (0..=deepest).prop_map(|d| Outcome::Win(Depth(d))),
        Just(Outcome::Draw),
        (0..=deepest).prop_map(|d| Outcome::Loss(Depth(d))),
    ]
}

/// Games of up to 24 positions, few moves each so that wins run deep; `deepest` known value.
fn games(deepest: u16) -> impl Strategy<Value = Vec<Spot>> {
    (2..24u32).prop_flat_map(move |positions| {
        let moves = (
            prop::collection::vec(0..positions, 1..4),
            prop_oneof![4 => Just(Vec::new()), 1 => prop::collection::vec(outcomes(deepest), 1..3)],
        )
            .prop_map(|(successors, leaving)| Spot::Moves { successors, leaving });
        let spot = prop_oneof![2 => Just(Spot::Lost), 1 => Just(Spot::Drawn), 12 => moves];
        prop::collection::vec(spot, positions as usize)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000, rng_seed: RngSeed::Fixed(1992), ..ProptestConfig::default()
    })]

    #[test]
    fn equals_value_iteration(spots in games(9)) {
        let game = graph(&spots);
        let solution = game.solve();
        let found: Vec<Outcome> = game.nodes().map(|node| solution.outcome(node)).collect();
        prop_assert_eq!(found, by_value_iteration(&spots));
    }

    /// Leaving moves end the count, as under the 50-move rule: what is won within the limit.
    #[test]
    fn a_limit_is_kept_to_the_ply(spots in games(0), limit in 0..12u16) {
        let game = graph(&spots);
        let (free, limited) = (game.solve(), game.solve_within(Plies(limit)));
        for (node, sign) in game.nodes().zip(signs_within(&spots, limit)) {
            prop_assert_eq!(limited.outcome(node).sign(), sign);
            if limited.plies(node).is_some() {
                prop_assert_eq!(limited.outcome(node), free.outcome(node));
            }
        }
    }

    /// Jansen 1992, 2.2.2: with best play `D(p)` falls by one with each of the winner's moves, and
    /// the loser has a move that keeps it and none that raises it.
    #[test]
    fn depth_falls_by_one_each_full_move(spots in games(0)) {
        let game = graph(&spots);
        let solution = game.solve();
        for (node, spot) in game.nodes().zip(&spots) {
            let Spot::Moves { successors, leaving } = spot else { continue };
            let after = |&to: &u32| solution.outcome(Node(to)).flipped();
            let choices = || successors.iter().map(after).chain(leaving.iter().copied());
            match solution.outcome(node) {
                Outcome::Win(Depth(d)) => {
                    prop_assert!(choices().any(|choice| choice == Outcome::Win(Depth(d - 1))));
                    prop_assert!(choices().all(|choice| choice <= Outcome::Win(Depth(d - 1))));
                }
                Outcome::Draw => {
                    prop_assert!(choices().any(|choice| choice == Outcome::Draw));
                    prop_assert!(choices().all(|choice| choice <= Outcome::Draw));
                }
                Outcome::Loss(depth) => {
                    prop_assert!(choices().any(|choice| choice == Outcome::Loss(depth)));
                    prop_assert!(choices().all(|choice| choice <= Outcome::Loss(depth)));
                }
            }
        }
    }
}
