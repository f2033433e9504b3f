//! The theory against checked numbers, plain iteration and large games.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use graph::Branching;
use graph::random::{Class, Parameters, RandomGame, Shape};
use graph::theory::conditions::{interesting, interesting_when_large};
use graph::theory::equations::bottleneck;
use graph::theory::{Theory, Threshold};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn fixed(b: u32) -> Theory {
    Theory::even(Branching::Fixed(b))
}

/// Recomputed by independent code: `T_alpha(b) = 1 - (1 - x_g) / (1 - x_g^b)^b`.
#[test]
fn thresholds_are_the_known_ones() {
    let known = [
        (2, 0.15625),
        (3, 0.269_339_4),
        (4, 0.353_325_0),
        (5, 0.418_197_6),
        (10, 0.603_791_5),
        (20, 0.748_604_0),
    ];
    for (b, alpha) in known {
        let threshold = fixed(b).threshold().unwrap();
        assert!((threshold.alpha - alpha).abs() < 6e-8, "{b}: {threshold:?}");
        // Jansen's g(x), written out.
        let x = threshold.critical_mass;
        let g: f64 =
            (0..b).map(|i| x.powi(i as i32)).sum::<f64>() - f64::from(b * b) * x.powi(b as i32 - 1);
        assert!(g.abs() < 1e-9, "{b}: {g}");
    }
    let Threshold { alpha, critical_mass } = fixed(2).threshold().unwrap();
    assert!((alpha - 5.0 / 32.0).abs() < 1e-12 && (critical_mass - 1.0 / 3.0).abs() < 1e-9);
}

/// Plain iteration of equation 4.4 from alpha, a million steps: a total win or not.
fn wins_by_iteration(b: i32, alpha: f64) -> bool {
    let mut x = alpha;
    for _ in 0..1_000_000 {
        x = 1.0 - (1.0 - alpha) * (1.0 - x.powi(b)).powi(b);
    }
    x > 0.999
}

#[test]
fn the_threshold_separates_what_iteration_finds() {
    for b in [2, 3, 7, 40] {
        let Threshold { alpha, critical_mass } = fixed(b).threshold().unwrap();
        assert!(wins_by_iteration(b as i32, alpha + 1e-6));
        assert!(!wins_by_iteration(b as i32, alpha - 1e-6));
        let limit = fixed(b).limit(alpha - 1e-6);
        assert!(limit < critical_mass && limit > critical_mass - 0.01, "{b}: {limit}");
        assert!(fixed(b).limit(alpha + 1e-6) > 0.999);
        assert_eq!(fixed(b).class(alpha + 1e-6), Class::TotalWin);
        assert_eq!(fixed(b).class(alpha - 1e-6), Class::InterestingDraw);
    }
}

/// Black's branching factor decides more than White's: section 8.1.2.
#[test]
fn unequal_branching_and_terminal_draws_move_the_threshold() {
    let alpha = |white, black, terminal_draws| {
        let (white_branching, black_branching) = (Branching::Fixed(white), Branching::Fixed(black));
        let theory = Theory { white_branching, black_branching, terminal_draws };
        theory.threshold().map(|threshold| threshold.alpha)
    };
    let same = alpha(3, 3, 0.0).unwrap();
    let (more_white, more_black) = (alpha(4, 3, 0.0).unwrap(), alpha(3, 4, 0.0).unwrap());
    assert!(more_white < same && same < more_black);
    assert!(more_black - same > same - more_white);
    assert!(alpha(3, 3, 0.1).unwrap() > same);
    // So many draws leave no leap at all; a single move for each side wins everything at once.
    assert_eq!(alpha(2, 2, 0.9), None);
    assert_eq!(alpha(1, 1, 0.0), None);
    assert_eq!(fixed(1).limit(0.01), 1.0);
    let theory = Theory { terminal_draws: 0.2, ..fixed(2) };
    let limit = theory.limit(0.5);
    assert!(limit < theory.most_won(0.5) && limit > 0.9 * theory.most_won(0.5));
}

/// Holroyd and Martin 2021: with Poisson branching and no terminal positions but those without moves,
/// draws are possible exactly when the mean exceeds e. Jansen's threshold meets it: it is 0 there.
#[test]
fn poisson_branching_meets_e() {
    let e = std::f64::consts::E;
    let poisson = |mean| Theory::even(Branching::poisson(mean).unwrap());
    assert_eq!(poisson(e - 0.01).threshold(), None);
    let near = poisson(e + 0.01).threshold().unwrap();
    assert!(near.alpha.abs() < 1e-3, "{near:?}");
    assert!((near.critical_mass - (1.0 - 1.0 / e)).abs() < 0.1, "{near:?}");
    let far = poisson(4.0).threshold().unwrap();
    assert!(far.alpha > 0.05, "{far:?}");
    // No draws: White's wins and Black's wins are everything.
    let drawn = |mean: f64| {
        let theory = poisson(mean);
        let wins = theory.limit(0.0);
        1.0 - wins - theory.lost(wins)
    };
    assert!(drawn(2.6).abs() < 1e-6 && drawn(2.9) > 0.1);
}

#[test]
fn conditions_for_an_interesting_game() {
    let two = Branching::Fixed(2);
    assert!((interesting(20, 20, &two) - 3.6913).abs() < 5e-5);
    // The a-pawn: 21,600 positions, five moves of the king.
    assert!((interesting_when_large(21_600.0, 21_600.0, 5) - 2_727.0).abs() < 1.0);
    let (exact, large) =
        (interesting(2_000_000, 2_000_000, &two), interesting_when_large(2e6, 2e6, 2));
    assert!((exact / large - 1.0).abs() < 1e-6);
    assert_eq!(interesting(100, 100, &Branching::Poisson(1.0)), 0.0);
    let varied: Branching = "2:1/3:1".parse().unwrap();
    let between = interesting(1000, 1000, &varied);
    assert!(between > interesting(1000, 1000, &two));
    assert!(between < interesting(1000, 1000, &Branching::Fixed(3)));
}

/// Terminal draws cannot be lost: half of Black's positions being such, more terminal wins are needed. In so small a game moves
/// lead to different positions, which makes losses a little rarer than the theory's.
#[test]
fn terminal_draws_make_games_less_interesting() {
    let two = Branching::Fixed(2);
    let (without, with) = (interesting(20, 20, &two), interesting(20, 10, &two));
    assert!(without < 4.0 && with > 5.0, "{without} {with}");
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for wins in [5u32, 8] {
        let parameters =
            Parameters { terminal_draws: 10, ..Parameters::even(20, two.clone(), wins) };
        let games = 4_000;
        let lost = (0..games).filter(|_| {
            let game = RandomGame::new(&parameters, &mut rng).unwrap();
            Shape::of(&game).class != Class::TrivialDraw
        });
        let found = lost.count() as f64 / f64::from(games);
        let pair = f64::from(wins * (wins - 1)) / 380.0;
        let expected = 1.0 - (1.0 - pair).powi(10);
        assert!(
            (found - expected).abs() < 4.0 * 0.5 / f64::from(games).sqrt(),
            "{found} {expected}"
        );
        assert_eq!(found > 0.5, f64::from(wins) > with, "{wins}: {found}");
    }
}

/// The shares won and lost within each depth in many games of 50,000 positions for each side: their mean
/// is the theory's within five standard errors.
#[test]
fn large_games_have_the_distribution_of_the_theory() {
    const N: u32 = 50_000;
    const GAMES: u64 = 24;
    let cases = [
        ("4", "4", 22_500, 0, false),
        ("4", "4", 15_000, 0, true),
        ("3", "5", 27_500, 5_000, false),
        ("poisson:2.2", "poisson:2.2", 2_500, 0, false),
        ("1:1/4:1", "2:1/3:2", 17_500, 1_250, false),
    ];
    for (white, black, terminal_wins, terminal_draws, flow) in cases {
        let mut parameters = Parameters {
            white_branching: white.parse().unwrap(),
            black_branching: black.parse().unwrap(),
            terminal_draws,
            ..Parameters::even(N, Branching::Fixed(1), terminal_wins)
        };
        if flow {
            parameters = parameters.conserved();
        }
        let shapes: Vec<Shape> = (0..GAMES)
            .map(|seed| {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                Shape::of(&RandomGame::new(&parameters, &mut rng).unwrap())
            })
            .collect();
        let within = |counts: &[u32], depth: usize| {
            let count: u32 = counts.iter().take(depth + 1).sum();
            f64::from(count) / f64::from(N)
        };
        for at in Theory::of(&parameters).distribution(parameters.share_of_wins()).iter().take(12) {
            let depth = usize::from(at.depth);
            let check = |expected: f64, shares: Vec<f64>| {
                let n = shares.len() as f64;
                let mean = shares.iter().sum::<f64>() / n;
                let variance = shares.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
                let allowed = 5.0 * (variance / n).sqrt() + 1e-4;
                assert!((mean - expected).abs() < allowed, "{parameters:?} {at:?}: {mean}");
            };
            check(at.won, shapes.iter().map(|shape| within(&shape.white_won, depth)).collect());
            check(at.lost, shapes.iter().map(|shape| within(&shape.black_lost, depth)).collect());
        }
    }
}

#[test]
fn the_bottleneck_lies_between_two_maxima() {
    let distribution = fixed(4).distribution(0.37);
    let density: Vec<f64> =
        distribution.windows(2).map(|pair| pair[1].lost - pair[0].lost).collect();
    let found = bottleneck(&density).unwrap();
    assert!(found.depth > 2 && found.second_maximum > found.depth);
    assert!(density[usize::from(found.depth)] < density[usize::from(found.second_maximum)]);
    let drawn: Vec<f64> =
        fixed(4).distribution(0.3).windows(2).map(|pair| pair[1].won - pair[0].won).collect();
    assert_eq!(bottleneck(&drawn), None);
    assert_eq!(bottleneck(&[]), None);
}

/// The chance that a random move keeps White's win at a depth: within five standard errors of the theory's.
fn safe_moves_are_expected(games: &[RandomGame], depth: usize, expected: f64, case: &str) {
    use graph::random::Side;
    use graph::random::mistakes::difficulty;
    use value::{Depth, Outcome};
    let found: Vec<f64> = games
        .iter()
        .filter_map(|game| {
            let hard = difficulty(game);
            let here =
                |node: &graph::Node| game.outcome(*node) == Outcome::Win(Depth(depth as u16));
            let chances: Vec<f64> = game
                .positions(Side::White)
                .filter(here)
                .map(|node| 1.0 - hard[node.index()].unwrap())
                .collect();
            (chances.len() > 300).then(|| chances.iter().sum::<f64>() / chances.len() as f64)
        })
        .collect();
    if found.len() < games.len() {
        return;
    }
    let mean = found.iter().sum::<f64>() / found.len() as f64;
    let variance: f64 =
        found.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (found.len() - 1) as f64;
    let allowed = 5.0 * (variance / found.len() as f64).sqrt() + 1e-3;
    assert!((mean - expected).abs() < allowed, "{case} {depth}: {mean} {expected}");
}

/// What moves do at each depth, over many games of 50,000 positions for each side: shares within five standard errors of the theory's,
/// for unequal and varying branching factors and with terminal draws.
#[test]
fn large_games_have_the_moves_of_the_theory() {
    use graph::random::mistakes::{Mistakes, MoveCounts};
    const N: u32 = 50_000;
    const GAMES: u64 = 12;
    let cases = [
        ("4", "4", 22_500, 0),
        ("3", "5", 27_500, 5_000),
        ("1:1/4:1", "2:1/3:2", 17_500, 1_250),
        ("poisson:2.2", "poisson:2.2", 2_500, 0),
    ];
    for (white, black, terminal_wins, terminal_draws) in cases {
        let parameters = Parameters {
            white_branching: white.parse().unwrap(),
            black_branching: black.parse().unwrap(),
            terminal_draws,
            ..Parameters::even(N, Branching::Fixed(1), terminal_wins)
        };
        let games: Vec<RandomGame> = (0..GAMES)
            .map(|seed| {
                let mut rng = ChaCha8Rng::seed_from_u64(100 + seed);
                RandomGame::new(&parameters, &mut rng).unwrap()
            })
            .collect();
        let all: Vec<Mistakes> = games.iter().map(Mistakes::of).collect();
        let theory = Theory::of(&parameters);
        let alpha = parameters.share_of_wins();
        let within = theory.distribution(alpha);
        let lost = theory.lost(theory.limit(alpha));
        let safe = theory.safe_chances(alpha, &within);
        for (depth, &expected) in safe.iter().enumerate().take(9).skip(1) {
            safe_moves_are_expected(&games, depth, expected, white);
        }
        let check = |name: &str, depth: usize, expected: f64, counts: Vec<(u64, u64)>| {
            // Games with few such moves say little: shares are weighed by what they were counted on.
            let moves: f64 = counts.iter().map(|&(_, moves)| moves as f64).sum();
            let share = counts.iter().map(|&(part, _)| part as f64).sum::<f64>() / moves;
            let variance: f64 =
                counts.iter().map(|&(part, of)| (part as f64 - share * of as f64).powi(2)).sum();
            let allowed = 5.0 * variance.sqrt() / moves + 2e-3;
            assert!(
                (share - expected).abs() < allowed,
                "{white} {black} {name} {depth}: {share} {expected}"
            );
        };
        for depth in 1..9 {
            let of = |list: fn(&Mistakes) -> &Vec<MoveCounts>| -> Vec<MoveCounts> {
                all.iter().filter_map(|one| list(one).get(depth).copied()).collect()
            };
            let parts = |counts: &[MoveCounts], part: fn(&MoveCounts) -> u64| {
                counts.iter().map(|one| (part(one), one.moves)).collect::<Vec<_>>()
            };
            let counts = of(|mistakes| &mistakes.white_won);
            let seen: u64 = counts.iter().map(|one| one.moves).sum();
            if let Some(moves) = theory.white_moves(&within, lost, depth).filter(|_| seen > 5_000) {
                let shares =
                    [moves.optimal, moves.inaccurate, moves.fatal].map(|x| x / moves.all());
                check("optimal", depth, shares[0], parts(&counts, |one| one.optimal));
                check("inaccurate", depth, shares[1], parts(&counts, |one| one.inaccurate));
                check("fatal", depth, shares[2], parts(&counts, |one| one.fatal));
            }
            let counts = of(|mistakes| &mistakes.black_lost);
            let seen: u64 = counts.iter().map(|one| one.moves).sum();
            if let Some(moves) = theory.black_moves(&within, depth).filter(|_| seen > 5_000) {
                let share = moves.optimal / moves.all();
                check("Black's optimal", depth, share, parts(&counts, |one| one.optimal));
            }
        }
    }
}

/// Just below the threshold the equation has two roots close together, and the first is the limit.
#[test]
fn the_limit_is_found_however_close_the_threshold() {
    for b in [2, 4, 20] {
        let theory = fixed(b);
        let Threshold { alpha, critical_mass } = theory.threshold().unwrap();
        for below in [1e-4, 1e-6, 1e-8, 1e-10] {
            let limit = theory.limit(alpha - below);
            assert!(limit < critical_mass && limit > 0.9 * critical_mass, "{b} {below}: {limit}");
            assert!(theory.limit(alpha + below) > 0.99, "{b} {below}");
        }
    }
}
