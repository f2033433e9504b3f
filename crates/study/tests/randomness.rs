//! The theory fitted to game graphs: random games must score as chance does, and chess endgames as counted.

#![allow(clippy::unwrap_used)]

use endgame::game_graph::{BySlice, GameGraph, Half, Kings};
use endgame::progress::Monitor;
use endgame::tables::Tables;
use graph::Branching;
use graph::random::{Class, Parameters, RandomGame, Side};
use study::random_games::endgame_fit::{EndgameFit, Law};
use study::random_games::game;
use study::random_games::randomness::{RandomnessError, RandomnessQuestion};
use study::random_games::theory::zugzwang_share;
use value::{Metric, Outcome};

/// A random game counted as if it were an endgame.
fn counted(game: &RandomGame) -> GameGraph {
    let half = |side: Side| {
        let mut half = Half::default();
        for node in game.positions(side) {
            let moves = game.graph().successors(node).len();
            let drawn = side == Side::Black && moves == 0 && game.outcome(node) == Outcome::Draw;
            if game.is_terminal_win(node) || drawn {
                half.terminal += 1;
            } else {
                half.staying.add(moves, 1);
            }
            match (game.outcome(node), side) {
                (Outcome::Win(depth), Side::White) | (Outcome::Loss(depth), Side::Black) => {
                    half.decided.add(depth.0.into(), 1);
                }
                _ => {}
            }
        }
        half
    };
    GameGraph { attacker: half(Side::White), defender: half(Side::Black) }
}

/// A random game of a million positions for each side is foreseen but for chance, its class too; its numbers of moves are found again
/// by fitting.
#[test]
fn random_games_are_random() {
    for (white, black, wins, draws) in [
        ("4", "4", 450_000, 0),
        ("3", "5", 600_000, 100_000),
        ("1:1/6:1", "2:1/3:2", 350_000, 50_000),
        ("4", "4", 300_000, 0),
    ] {
        let parameters = Parameters {
            white_branching: white.parse().unwrap(),
            black_branching: black.parse().unwrap(),
            terminal_draws: draws,
            ..Parameters::even(1_000_000, Branching::Fixed(1), wins)
        };
        let game = game(&parameters, 5, 0).unwrap();
        let fit = EndgameFit::new(counted(&game), Law::Counted).unwrap();
        let misplaced = fit.misplaced();
        assert!(misplaced.mean() < 0.02, "{white} {black}: {misplaced:?}");
        let [class, expected] = fit.classes();
        assert_eq!(class, expected);
        let by_chance = fit.random_games(1_000_000, (6, 2)).unwrap();
        let worst = by_chance.iter().map(|one| one.mean()).fold(0.0, f64::max);
        assert!(misplaced.mean() < 3.0 * worst + 1e-3, "{misplaced:?} {by_chance:?}");
        if class == Class::TotalWin && white == "4" {
            let fitted = EndgameFit::new(counted(&game), Law::Fitted).unwrap();
            let found = [&fitted.theory.white_branching, &fitted.theory.black_branching];
            assert!(found.iter().all(|found| (found.mean() / 4.0 - 1.0).abs() < 0.08), "{found:?}");
            assert!(fitted.misplaced().mean() < misplaced.mean() + 0.01);
        }
        // Positions of the same number in zugzwang.
        let found = graph::random::shape::zugzwangs(&game).count() as f64;
        let expected = 1e6 * zugzwang_share(&fit.within);
        assert!(
            (found - expected).abs() < 5.0 * expected.sqrt() + 0.02 * expected,
            "{found} {expected}"
        );
    }
}

/// Half the differences by hand: a tenth of Black's positions is lost a move later than expected, nothing else differs.
#[test]
fn misplaced_positions_are_counted_by_hand() {
    let mut graph = GameGraph::default();
    graph.attacker.terminal = 50;
    graph.attacker.staying.add(2, 50);
    graph.defender.staying.add(1, 100);
    let expected = EndgameFit::new(graph.clone(), Law::Counted).unwrap();
    // With one move each Black loses half of its positions in one, and so on: 50, 37 or 38 of White's ...
    let lost_in = |depth: usize| expected.within[depth].lost - expected.within[depth - 1].lost;
    assert!((lost_in(1) - 0.5).abs() < 1e-12);
    for depth in 1..expected.within.len() {
        let share = expected.within[depth].won - expected.within[depth - 1].won;
        graph.attacker.decided.add(depth, (1e9 * share).round() as u64);
        let moved = if depth == 1 {
            -0.1
        } else if depth == 2 {
            0.1
        } else {
            0.0
        };
        graph.defender.decided.add(depth, (1e9 * (lost_in(depth) + moved)).round() as u64);
    }
    graph.attacker.terminal *= 10_000_000;
    for half in [&mut graph.attacker, &mut graph.defender] {
        let (moves, times) = half.staying.iter().next().unwrap();
        half.staying.add(moves, times * 9_999_999);
    }
    let fit = EndgameFit::new(graph, Law::Counted).unwrap();
    let misplaced = fit.misplaced();
    assert!(misplaced.attacker < 1e-6 && (misplaced.defender - 0.1).abs() < 1e-6, "{misplaced:?}");
    let undecided = fit.undecided();
    assert!((undecided.attacker - 1.0).abs() < 1e-6 && (undecided.defender - 1.0).abs() < 1e-6);
    assert!((fit.foreseen().unwrap() - 0.95).abs() < 1e-6);
}

/// KQK is decided, and KPK by file adds up to the whole.
#[test]
fn endgames_are_told() {
    let tables = Tables::new(Metric::Dtc);
    let question =
        RandomnessQuestion { games: 3, ..RandomnessQuestion::new("KQK".parse().unwrap()) };
    let told = question.answer(&tables, &Monitor::NONE).unwrap();
    let whole = &told.parts[0];
    assert_eq!((whole.class, whole.class_expected), ("total win", "total win"));
    assert_eq!((whole.attacker.positions, whole.defender.positions), (18_081, 28_056));
    assert_eq!(whole.deepest, Some(10));
    assert!(whole.random_games.unwrap().misplaced.mean < whole.misplaced);
    let lost: u64 = whole.depths.iter().map(|at| at.defender_lost).sum();
    assert_eq!(lost, 25_160);
    let expected: f64 = whole.depths.iter().map(|at| at.defender_expected).sum();
    assert!((expected / 28_056.0 - whole.defender.decided_expected).abs() < 1e-3);

    let kpk = RandomnessQuestion { games: 0, ..RandomnessQuestion::new("KPK".parse().unwrap()) };
    let whole = kpk.answer(&tables, &Monitor::NONE).unwrap();
    let files = RandomnessQuestion { by: Some(BySlice::File), ..kpk };
    let files = files.answer(&tables, &Monitor::NONE).unwrap();
    assert!(whole.parts[0].random_games.is_none() && files.parts.len() == 4);
    let sum = |of: fn(&study::schema::randomness::EndgameFit) -> u64| -> u64 {
        files.parts.iter().map(of).sum()
    };
    assert_eq!(sum(|part| part.attacker.positions), whole.parts[0].attacker.positions);
    assert_eq!(sum(|part| part.defender.terminal), whole.parts[0].defender.terminal);
    // The colours as typed: in KKP Black has the pawn.
    let flipped = RandomnessQuestion {
        attacker: endgame::rules::Color::Black,
        ..RandomnessQuestion::new("KKP".parse().unwrap())
    };
    let flipped = flipped.answer(&tables, &Monitor::NONE).unwrap();
    assert_eq!(flipped.parts[0].attacker, whole.parts[0].attacker);
    let taken = RandomnessQuestion { kings: Kings::Taken, by: Some(BySlice::File), ..kpk };
    assert!(matches!(taken.answer(&tables, &Monitor::NONE), Err(RandomnessError::PartsOfTaken)));
}
