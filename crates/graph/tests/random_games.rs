//! Random games against plain code: what is drawn, how it is solved, what is counted.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::BTreeSet;

use graph::random::mistakes::{Mistakes, difficulty};
use graph::random::own_threshold::own_threshold;
use graph::random::paths::OptimalLines;
use graph::random::shape::zugzwangs;
use graph::random::{Class, Impossible, Parameters, RandomGame, Shape, Side};
use graph::{Branching, Node};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use value::{ChoiceSource, Outcome};

fn drawn(parameters: &Parameters, seed: u64) -> RandomGame {
    RandomGame::new(parameters, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap()
}

fn even(n: u32, b: u32, wins: u32) -> Parameters {
    Parameters::even(n, Branching::Fixed(b), wins)
}

/// Jansen's Fig 2.2, literally: sets of positions, the definition of each step, nothing counted down.
/// The stage at which each position joins, in his plies: even for White, odd for Black.
fn by_sets(game: &RandomGame) -> (Vec<Option<u16>>, Vec<Option<u16>>) {
    let p = game.parameters();
    let moves = |side: Side, at: u32| -> Vec<u32> {
        let node = game.position(side, at);
        let list = game.graph().successors(node);
        list.iter().map(|&to| game.number(to).1).collect()
    };
    let mut white: Vec<Option<u16>> =
        (0..p.white).map(|at| (at < p.terminal_wins).then_some(0)).collect();
    let mut black: Vec<Option<u16>> = vec![None; p.black as usize];
    for stage in 1.. {
        let lost: Vec<u32> = (0..p.black)
            .filter(|&at| black[at as usize].is_none())
            .filter(|&at| {
                let list = moves(Side::Black, at);
                !list.is_empty() && list.iter().all(|&to| white[to as usize].is_some())
            })
            .collect();
        lost.iter().for_each(|&at| black[at as usize] = Some(2 * stage - 1));
        let won: Vec<u32> = (p.terminal_wins..p.white)
            .filter(|&at| white[at as usize].is_none())
            .filter(|&at| moves(Side::White, at).iter().any(|&to| black[to as usize].is_some()))
            .collect();
        won.iter().for_each(|&at| white[at as usize] = Some(2 * stage));
        if lost.is_empty() && won.is_empty() {
            break;
        }
    }
    (white, black)
}

/// Every optimal line of a game, walked one by one: how often each node is met.
fn lines_by_walking(game: &RandomGame) -> Vec<u128> {
    fn walk(game: &RandomGame, line: &mut Vec<Node>, met: &mut [u128]) {
        let here = *line.last().unwrap();
        let choices = game.choices(&here).unwrap();
        if game.is_terminal_win(here) {
            line.iter().for_each(|node| met[node.index()] += 1);
            return;
        }
        for at in choices.optimal() {
            line.push(choices[at].play);
            walk(game, line, met);
            line.pop();
        }
    }
    let mut met = vec![0; game.graph().len()];
    let white = game.positions(Side::White).filter(|&node| game.outcome(node).sign() > 0);
    let black = game.positions(Side::Black).filter(|&node| game.outcome(node).sign() < 0);
    for start in white.chain(black) {
        walk(game, &mut vec![start], &mut met);
    }
    met
}

fn small_games() -> impl Strategy<Value = (Parameters, u64)> {
    (2..14u32, 2..14u32, 1..4u32, 1..4u32, 0..6u32, 0..3u32, any::<u64>()).prop_map(
        |(white, black, white_moves, black_moves, wins, draws, seed)| {
            let parameters = Parameters {
                white,
                black,
                white_branching: Branching::Fixed(white_moves.min(black)),
                black_branching: Branching::Fixed(black_moves.min(white)),
                terminal_wins: wins.min(white),
                terminal_draws: draws.min(black),
                moves: graph::random::Moves::Independent,
            };
            (parameters, seed)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_500, rng_seed: RngSeed::Fixed(31), ..ProptestConfig::default()
    })]

    #[test]
    fn solved_as_by_sets((parameters, seed) in small_games()) {
        let game = drawn(&parameters, seed);
        let (white, black) = by_sets(&game);
        let plies = |side| {
            let shift = |plies: value::Plies| plies.0 - 1;
            game.positions(side).map(|node| game.plies(node).map(shift)).collect::<Vec<_>>()
        };
        prop_assert_eq!(plies(Side::White), white);
        prop_assert_eq!(plies(Side::Black), black);
    }

    /// Every move leads to a different position of the other side, and there are as many as asked for.
    #[test]
    fn independent_moves_are_subsets((parameters, seed) in small_games()) {
        let game = drawn(&parameters, seed);
        for side in [Side::White, Side::Black] {
            for node in game.positions(side) {
                let moves = game.graph().successors(node);
                let different: BTreeSet<&Node> = moves.iter().collect();
                prop_assert_eq!(different.len(), moves.len());
                if game.is_terminal_win(node) {
                    prop_assert!(game.is_end(moves[0]) && moves.len() == 1);
                    continue;
                }
                prop_assert!(moves.iter().all(|&to| !game.is_end(to) && game.number(to).0 != side));
                let asked = match side {
                    Side::White => &parameters.white_branching,
                    Side::Black => &parameters.black_branching,
                };
                let drawn_here = side == Side::Black && moves.is_empty();
                prop_assert!(drawn_here || asked.as_fixed() == Some(moves.len() as u32));
            }
        }
        let ended = game.positions(Side::Black).filter(|&node| game.graph().successors(node).is_empty());
        prop_assert_eq!(ended.count() as u32, parameters.terminal_draws);
    }

    #[test]
    fn counts_agree_with_a_walk((parameters, seed) in small_games()) {
        let game = drawn(&parameters, seed);
        let shape = Shape::of(&game);
        prop_assert_eq!(shape.won() + shape.white_drawn + shape.white_lost, parameters.white);
        prop_assert_eq!(shape.lost() + shape.black_drawn + shape.black_won, parameters.black);
        prop_assert_eq!(shape.white_won.get(1).copied().unwrap_or(0), parameters.terminal_wins);
        let met = lines_by_walking(&game);
        let lines = OptimalLines::of(&game);
        for node in game.positions(Side::White).chain(game.positions(Side::Black)) {
            match lines.through(node) {
                Some(through) => {
                    prop_assert_eq!(through.lines, Some(met[node.index()]));
                    prop_assert!((through.ln_lines.exp() / met[node.index()] as f64 - 1.0).abs() < 1e-9);
                }
                None => prop_assert_eq!(met[node.index()], 0),
            }
        }
        // Most lines first, of equals the lower number.
        let mut order: Vec<Node> = game.graph().nodes().filter(|node| met[node.index()] > 0).collect();
        order.sort_by_key(|node| (std::cmp::Reverse(met[node.index()]), *node));
        for many in [3, 40] {
            let best: Vec<Node> = lines.most_important(many).iter().map(|one| one.node).collect();
            prop_assert_eq!(&best, &order[..many.min(order.len())]);
        }
    }

    /// Jansen 1992, 2.2.3 and Fig 2.1: no move betters a position for its mover, and the mistakes of
    /// each side are where he says they are.
    #[test]
    fn mistakes_are_where_they_can_be((parameters, seed) in small_games()) {
        let game = drawn(&parameters, seed);
        let mistakes = Mistakes::of(&game);
        for counts in mistakes.white_won.iter().chain(&mistakes.black_lost).chain([&mistakes.black_drawn]) {
            prop_assert_eq!(counts.optimal + counts.inaccurate + counts.fatal, counts.moves);
            prop_assert!(counts.optimal >= counts.positions);
        }
        prop_assert!(mistakes.black_lost.iter().all(|counts| counts.fatal == 0));
        prop_assert_eq!(mistakes.black_drawn.inaccurate, 0);
        let hard = difficulty(&game);
        for node in game.positions(Side::White).filter(|&node| game.outcome(node).sign() > 0) {
            let here = hard[node.index()].unwrap();
            prop_assert!((0.0..1.0).contains(&here));
            let choices = game.choices(&node).unwrap();
            let wrong = 1.0 - choices.optimal().len() as f64 / choices.len() as f64;
            prop_assert!(here >= wrong - 1e-12);
        }
    }

    /// The threshold of one game: with so many terminal wins it is a total win, with one less it is not.
    #[test]
    fn own_thresholds_are_sharp((parameters, seed) in small_games()) {
        let found = own_threshold(&parameters, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        let class = |wins| {
            Shape::of(&drawn(&Parameters { terminal_wins: wins, ..parameters.clone() }, seed)).class
        };
        if found < parameters.white {
            prop_assert_eq!(class(found), Class::TotalWin);
        }
        if found > 0 {
            prop_assert!(class(found - 1) != Class::TotalWin);
        }
    }
}

#[test]
fn conserved_flow_leads_equally_often_to_every_position() {
    for (white, black, b_white, b_black) in [(10, 10, 2, 2), (12, 6, 3, 4), (9, 3, 2, 3)] {
        let parameters = Parameters {
            white,
            black,
            white_branching: Branching::Fixed(b_white),
            black_branching: Branching::Fixed(b_black),
            ..even(1, 1, 0)
        };
        let game = drawn(&parameters.conserved(), 5);
        let mut into = vec![0u32; game.graph().len()];
        for node in game.graph().nodes() {
            game.graph().successors(node).iter().for_each(|to| into[to.index()] += 1);
        }
        assert!(game.positions(Side::White).all(|n| into[n.index()] == black * b_black / white));
        assert!(game.positions(Side::Black).all(|n| into[n.index()] == white * b_white / black));
    }
}

/// Every successor equally likely: a chi-square of 200,000 moves over 40 positions.
#[test]
fn moves_are_spread_evenly() {
    let mut met = vec![0.0f64; 40];
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for _ in 0..1_000 {
        let game = RandomGame::new(&even(40, 5, 0), &mut rng).unwrap();
        for node in game.positions(Side::White) {
            for &to in game.graph().successors(node) {
                met[game.number(to).1 as usize] += 1.0;
            }
        }
    }
    let expected = 200_000.0 / 40.0;
    let chi: f64 = met.iter().map(|count| (count - expected).powi(2) / expected).sum();
    // 39 degrees of freedom: below 72.1 with a probability of 0.999.
    assert!(chi < 72.1, "{chi}");
}

#[test]
fn the_same_seed_makes_the_same_game() {
    let parameters = even(50, 3, 12);
    let moves = |seed| {
        let game = drawn(&parameters, seed);
        game.graph().nodes().map(|n| game.graph().successors(n).to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

#[test]
fn impossible_games_are_refused_in_words() {
    let check = |parameters: Parameters| parameters.check().unwrap_err();
    assert_eq!(check(even(20, 2, 21)), Impossible::TooManyWins { wins: 21, white: 20 });
    assert_eq!(check(even(0, 2, 0)), Impossible::NoPositions);
    assert!(matches!(check(even(3, 4, 0)), Impossible::TooManyMoves { moves: 4, .. }));
    let uneven = Parameters { black: 7, ..even(10, 2, 0) }.conserved();
    assert!(matches!(check(uneven), Impossible::OddFlow { moves: 20, positions: 7, .. }));
    let varying = Parameters::even(9, Branching::Poisson(2.0), 0).conserved();
    assert_eq!(check(varying), Impossible::VaryingFlow);
    let drawn = Parameters { terminal_draws: 6, ..even(5, 2, 0) };
    assert_eq!(check(drawn), Impossible::TooManyDraws { draws: 6, black: 5 });
    assert!(matches!(check(even(4_000_000_000, 2, 0)), Impossible::TooLarge(_)));
}

/// One move for each side and one terminal win: a single line through a third of the game, too deep for 16 bits.
#[test]
fn games_too_deep_to_be_counted_are_refused_in_words() {
    let refused = |seed| {
        let parameters = even(400_000, 1, 1).conserved();
        RandomGame::new(&parameters, &mut ChaCha8Rng::seed_from_u64(seed)).err()
    };
    let found: Vec<Option<Impossible>> = (0..6).map(refused).collect();
    assert!(found.contains(&Some(Impossible::TooDeep)), "{found:?}");
}

/// Jansen 1992, Table 3.1: the successors as printed, the depths as printed, and what section 3.1.3 and
/// 3.2 say of the game.
#[test]
fn the_example_game_of_the_thesis() {
    let white = [[5, 5], [2, 6], [1, 8], [1, 3], [8, 7], [7, 2], [4, 4], [0, 9], [0, 3], [6, 9]];
    let black = [[2, 1], [2, 9], [4, 8], [0, 1], [5, 6], [9, 8], [3, 3], [5, 4], [7, 6], [7, 0]];
    let lists = |moves: [[u32; 2]; 10]| moves.map(|pair| pair.to_vec()).to_vec();
    let game = RandomGame::from_moves(even(10, 2, 4).conserved(), &lists(white), &lists(black));
    let depths = |side| -> Vec<Option<u16>> {
        game.positions(side).map(|node| game.plies(node).map(|plies| plies.0 - 1)).collect()
    };
    let some = |depths: [i16; 10]| depths.map(|d| u16::try_from(d).ok()).to_vec();
    assert_eq!(depths(Side::White), some([0, 0, 0, 0, -1, -1, -1, 2, 2, 2]));
    assert_eq!(depths(Side::Black), some([1, 3, -1, 1, -1, 3, 1, -1, -1, 3]));
    assert_eq!(zugzwangs(&game).collect::<Vec<_>>(), [5, 6]);
    let mistakes = Mistakes::of(&game);
    let inaccurate = |list: &[graph::random::mistakes::MoveCounts]| -> (u64, u64) {
        list.iter().fold((0, 0), |(i, f), counts| (i + counts.inaccurate, f + counts.fatal))
    };
    assert_eq!(inaccurate(&mistakes.white_won), (2, 0));
    assert_eq!(inaccurate(&mistakes.black_lost), (2, 0));
    assert_eq!(mistakes.black_drawn.fatal, 2);
    let hard = difficulty(&game);
    let of = |number| hard[game.position(Side::White, number).index()].unwrap();
    assert!(of(7) > of(8) && of(9) > of(8), "7 and 9 are more difficult than 8");
    assert_eq!(of(8), 0.0);
    assert_eq!(game.outcome(game.position(Side::White, 0)), Outcome::Win(value::Depth(1)));
}
