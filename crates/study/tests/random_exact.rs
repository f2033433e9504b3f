//! Exact lengths and chances on random games, against dense linear algebra, plain recursion and trying every policy.

#![allow(clippy::unwrap_used)]

use graph::random::{Moves, Parameters, RandomGame, Shape, Side};
use graph::{Branching, Node};
use nalgebra::{DMatrix, DVector};
use player::markov::{MatrixBuilder, Players, Seat, StateSpace};
use player::{Competence, Concede, Model, MoveFilter, PowerLaw};
use study::random_games::exact::{Among, Chances, Hardest, Lengths, lumped};
use study::random_games::game;
use value::{ChoiceSource, Choices, Outcome};

fn model(concede: Concede) -> Model {
    Model::new(PowerLaw::default(), MoveFilter { concede, ..MoveFilter::default() })
}

fn chances<'g>(game: &'g RandomGame, concede: Concede, c: [f64; 2]) -> Chances<'g> {
    let model = model(concede);
    let odds = |player: usize| {
        let (model, c) = (model.clone(), Competence::new(c[player]).unwrap());
        move |_: Node, choices: &Choices<Node>| Some(model.distribution(choices).probabilities(c))
    };
    Chances::of(game, [&odds(0), &odds(1)]).unwrap()
}

/// The expected number of White's moves by plain elimination over all positions, those that never end left out.
fn dense(chances: &Chances<'_>) -> Vec<f64> {
    let graph = chances.game().graph();
    let len = graph.len();
    // Whether an end can be reached, and whether one may come where none can.
    let mut may_end: Vec<bool> = graph.nodes().map(|node| chances.is_over(node)).collect();
    let mut may_not = vec![false; len];
    for _ in 0..len {
        for node in graph.nodes() {
            may_end[node.index()] |= chances.moves(node).any(|(to, _)| may_end[to.index()]);
        }
    }
    for _ in 0..len {
        for node in graph.nodes() {
            may_not[node.index()] |=
                !may_end[node.index()] || chances.moves(node).any(|(to, _)| may_not[to.index()]);
        }
    }
    let kept: Vec<Node> =
        graph.nodes().filter(|&node| !chances.is_over(node) && !may_not[node.index()]).collect();
    let place = |node: Node| kept.iter().position(|&one| one == node);
    let mut a = DMatrix::identity(kept.len(), kept.len());
    let mut b = DVector::zeros(kept.len());
    for (row, &node) in kept.iter().enumerate() {
        b[row] = f64::from(u8::from(chances.game().number(node).0 == Side::White));
        for (to, chance) in chances.moves(node) {
            if let Some(column) = place(to) {
                a[(row, column)] -= chance;
            }
        }
    }
    let x = a.lu().solve(&b).unwrap();
    graph
        .nodes()
        .map(|node| match place(node) {
            Some(row) => x[row],
            None if chances.is_over(node) => 0.0,
            None => f64::INFINITY,
        })
        .collect()
}

fn small(seed: u64, draws: u32) -> RandomGame {
    let parameters = Parameters {
        white: 60,
        black: 50,
        white_branching: "2:1/4:1".parse().unwrap(),
        black_branching: Branching::Fixed(3),
        terminal_wins: 20,
        terminal_draws: draws,
        moves: Moves::Independent,
    };
    game(&parameters, seed, 0).unwrap()
}

#[test]
fn lengths_are_those_of_plain_elimination() {
    for (seed, draws, concede, c) in [
        (1, 0, Concede::Draws, [6.0, f64::INFINITY]),
        (2, 4, Concede::Draws, [2.0, f64::INFINITY]),
        (3, 6, Concede::Anything, [3.0, 1.0]),
        (4, 6, Concede::Anything, [0.0, 0.0]),
        (5, 0, Concede::Anything, [20.0, f64::INFINITY]),
        (6, 3, Concede::Draws, [f64::INFINITY, 4.0]),
    ] {
        let game = small(seed, draws);
        let chances = chances(&game, concede, c);
        let ours = Lengths::of(&chances);
        let (mut finite, mut endless) = (0, 0);
        for (at, (ours, plain)) in ours.mean.iter().zip(dense(&chances)).enumerate() {
            if plain.is_finite() {
                assert!(
                    (ours - plain).abs() <= 1e-8 * plain.max(1.0),
                    "{seed} {at}: {ours} {plain}"
                );
                finite += 1;
            } else {
                assert_eq!(*ours, f64::INFINITY, "{seed} {at}");
                endless += 1;
            }
        }
        assert!(finite > 20, "{seed}: {finite} {endless}");
        assert!(ours.residual <= 1e-10);
    }
}

/// The chance to win within so many moves by recursion over all lines of play.
fn by_recursion(chances: &Chances<'_>, node: Node, moves: u32) -> f64 {
    let game = chances.game();
    if chances.is_over(node) {
        return f64::from(u8::from(
            game.outcome(node).sign() < 0 && game.number(node).0 == Side::Black,
        ));
    }
    let white = game.number(node).0 == Side::White;
    if white && moves == 0 {
        return 0.0;
    }
    let left = moves - u32::from(white);
    chances.moves(node).map(|(to, chance)| chance * by_recursion(chances, to, left)).sum()
}

/// And the deviation from the distribution of lengths that these chances give.
#[test]
fn chances_in_time_and_deviations_are_those_of_all_lines() {
    let game = small(7, 3);
    let both = chances(&game, Concede::Anything, [4.0, 2.0]);
    for moves in [0u32, 1, 2, 5] {
        let ours = both.won_within(moves.into());
        for node in game.graph().nodes() {
            let plain = by_recursion(&both, node, moves);
            assert!((ours[node.index()] - plain).abs() < 1e-12, "{node:?} within {moves}");
        }
    }
    let game = small(8, 0);
    let winner = chances(&game, Concede::Draws, [8.0, f64::INFINITY]);
    let lengths = Lengths::of(&winner);
    let deviations = lengths.deviations(&winner);
    let within: Vec<Vec<f64>> = (0..3_000).map(|moves| winner.won_within(moves)).collect();
    let won = |node: &Node| game.outcome(*node).sign() > 0;
    for node in game.positions(Side::White).filter(won) {
        let exactly = |moves: usize| within[moves][node.index()] - within[moves - 1][node.index()];
        let moment = |power: i32| -> f64 {
            (1..within.len()).map(|moves| (moves as f64).powi(power) * exactly(moves)).sum()
        };
        let (mean, square) = (moment(1), moment(2));
        assert!((lengths.mean[node.index()] / mean - 1.0).abs() < 1e-8, "{node:?}");
        let deviation = (square - mean * mean).max(0.0).sqrt();
        assert!(
            (deviations[node.index()] - deviation).abs() < 1e-5 * (1.0 + deviation),
            "{node:?}"
        );
    }
}

/// Every policy of Black's in a game with few lost positions: none makes games longer than ours, and one as long.
#[test]
fn the_hardest_replies_are_the_best_of_all_policies() {
    let mut tried = 0;
    for seed in 0..200 {
        let parameters = Parameters::even(12, Branching::Fixed(2), 5);
        let game = game(&parameters, seed, 0).unwrap();
        let lost: Vec<Node> =
            game.positions(Side::Black).filter(|&node| game.outcome(node).sign() < 0).collect();
        if !(4..=9).contains(&lost.len()) || Shape::of(&game).deepest().0 < 3 {
            continue;
        }
        tried += 1;
        let plain = chances(&game, Concede::Draws, [3.0, f64::INFINITY]);
        for among in [Among::Optimal, Among::All] {
            let hardest = Hardest::against(&plain, among);
            let mut best = vec![0.0f64; game.graph().len()];
            for policy in 0..1u32 << lost.len() {
                let reply = |node: Node| {
                    let at = lost.iter().position(|&one| one == node)?;
                    Some(game.graph().successors(node)[(policy >> at & 1) as usize])
                };
                let allowed = |node: &Node| {
                    let to = reply(*node).unwrap();
                    among == Among::All || graph::random::mistakes::is_optimal(&game, *node, to)
                };
                if !lost.iter().all(allowed) {
                    continue;
                }
                let white = |_, choices: &Choices<Node>| {
                    let model = model(Concede::Draws);
                    Some(model.distribution(choices).probabilities(Competence::new(3.0).unwrap()))
                };
                let black = |node, choices: &Choices<Node>| {
                    let chosen = reply(node).unwrap_or(choices[0].play);
                    // Two moves to one position: the first is made.
                    let at = choices.iter().position(|choice| choice.play == chosen).unwrap();
                    Some((0..choices.len()).map(|one| f64::from(u8::from(one == at))).collect())
                };
                let fixed = Chances::of(&game, [&white, &black]).unwrap();
                let lengths = Lengths::of(&fixed);
                for &node in &lost {
                    best[node.index()] = best[node.index()].max(lengths.mean[node.index()]);
                }
            }
            for &node in &lost {
                let ours = hardest.lengths.mean[node.index()];
                let best = best[node.index()];
                assert!(
                    (ours - best).abs() <= 1e-7 * best,
                    "{seed} {among:?} {node:?}: {ours} {best}"
                );
            }
        }
    }
    assert!(tried >= 10, "{tried} games");
}

/// The lumped model is the one that chess endgames have: the same matrix from the player's own builder.
#[test]
fn the_markov_model_is_that_of_endgames() {
    let parameters = Parameters::even(400, Branching::Fixed(4), 160);
    let found = (0..).map(|number| game(&parameters, 3, number).unwrap());
    let game = found.into_iter().find(|game| Shape::of(game).deepest().0 > 5).unwrap();
    let ours = lumped::full_move(&chances(&game, Concede::Draws, [7.0, 2.0])).unwrap();
    let extent = game.extent(Side::White);
    let space = StateSpace::wins(extent.deepest_win);
    let matrix = |seat: Seat, side: Side, c: f64| {
        let competences = [Competence::new(c).unwrap()];
        let players = Players::new(space, extent, seat, model(Concede::Draws), &competences);
        let mut builder = MatrixBuilder::new(&players);
        for node in game.positions(side) {
            let Some(from) = space.number(seat.sees(game.outcome(node))) else { continue };
            let choices = game.choices(&node).unwrap();
            let states = choices.values().map(|value| space.number(seat.sees(value)));
            builder.add(from, 1.0, states.flatten());
        }
        builder.matrices().remove(0)
    };
    let theirs =
        matrix(Seat::Attacker, Side::White, 7.0).then(&matrix(Seat::Defender, Side::Black, 2.0));
    for (ours, theirs) in ours.rows().flatten().zip(theirs.rows().flatten()) {
        assert!((ours - theirs).abs() < 1e-12);
    }
    let lengths = ours.expected_length();
    assert!(lengths.iter().all(|length| length.is_finite()));
    // A White who may give wins away has no such model.
    let fallible = chances(&game, Concede::Anything, [2.0, f64::INFINITY]);
    let gives = game.positions(Side::White).any(|node| {
        let won = game.outcome(node).sign() > 0;
        let to_draw = |choice: &value::Choice<Node>| choice.value == Outcome::Draw;
        won && game.choices(&node).unwrap().iter().any(to_draw)
    });
    assert_eq!(lumped::full_move(&fallible).is_none(), gives);
}
