//! What the theory of random games expects: thresholds and distributions, ready to be told.

use graph::Branching;
use graph::random::{Class, Parameters};
use graph::theory::conditions::{interesting, interesting_when_large};
use graph::theory::equations::{Expected, bottleneck};
use graph::theory::{ExpectedMoves, Theory, Threshold};
use plot::{Plot, Series};

use crate::schema::random_game::{
    ClassTheory, ExpectedShares, InterestingFrom, RandomTheory, TheoryDepth, TheoryDistribution,
};

/// What to ask the theory.
#[derive(Clone, Debug)]
pub struct TheoryQuestion {
    /// The class of infinitely large games.
    pub theory: Theory,
    /// Shares of terminal wins whose distributions are told; a little below and above the threshold if empty.
    pub alphas: Vec<f64>,
    /// Positions of each side, to say how many terminal wins make a game interesting.
    pub positions: Option<u32>,
}

/// How far below and above the threshold a distribution is told if no share was asked for.
const BESIDE: f64 = 0.01;

/// Depths of a distribution that are told.
const DEPTHS: usize = 200;

/// What the theory says.
pub fn answer(question: &TheoryQuestion) -> RandomTheory {
    let theory = &question.theory;
    let threshold = theory.threshold();
    let alphas = match (&question.alphas[..], threshold) {
        ([], Some(Threshold { alpha, .. })) => {
            let mut beside =
                [alpha - BESIDE, alpha + BESIDE].map(|alpha| alpha.clamp(0.0, 1.0)).to_vec();
            beside.dedup();
            beside
        }
        ([], None) => vec![0.1],
        (given, _) => given.to_vec(),
    };
    let interesting = question.positions.map(|positions| {
        // Terminal draws cannot be lost.
        let black = f64::from(positions) * (1.0 - theory.terminal_draws);
        let large = |moves| interesting_when_large(positions.into(), black, moves);
        InterestingFrom {
            positions,
            terminal_wins: interesting(positions, black.round() as u32, &theory.black_branching),
            when_large: theory.black_branching.as_fixed().map(large),
        }
    });
    RandomTheory {
        branching: (&theory.black_branching).into(),
        white_branching: (&theory.white_branching).into(),
        terminal_draws: theory.terminal_draws,
        critical_mass: threshold.map(|threshold| threshold.critical_mass),
        threshold: threshold.map(|threshold| threshold.alpha),
        interesting,
        distributions: alphas.iter().map(|&alpha| distribution(theory, alpha)).collect(),
    }
}

fn distribution(theory: &Theory, alpha: f64) -> TheoryDistribution {
    let depths = densities(theory, alpha);
    let lost: Vec<f64> = depths.iter().map(|at| at.black_lost).collect();
    let narrow = bottleneck(&lost);
    let white_won = theory.limit(alpha);
    let told = depths.into_iter().filter(|at| at.depth > 0 || at.black_lost > 0.0);
    TheoryDistribution {
        alpha,
        class: theory.class(alpha).name(),
        white_won,
        black_lost: theory.lost(white_won),
        bottleneck: narrow.map(|narrow| narrow.depth),
        second_maximum: narrow.map(|narrow| narrow.second_maximum),
        depths: told.take(DEPTHS).collect(),
    }
}

/// The shares of exactly each depth, from those within it, and what moves do there.
fn densities(theory: &Theory, alpha: f64) -> Vec<TheoryDepth> {
    let within = theory.distribution(alpha);
    let lost = theory.lost(theory.limit(alpha));
    let shares = |moves: Option<ExpectedMoves>| {
        let moves = moves.filter(|moves| moves.all() > 0.0)?;
        let share = |part: f64| part / moves.all();
        Some(ExpectedShares {
            moves: moves.all(),
            optimal: share(moves.optimal),
            inaccurate: share(moves.inaccurate),
            fatal: share(moves.fatal),
        })
    };
    let safe = theory.safe_chances(alpha, &within);
    let mut last = Expected { depth: 0, won: 0.0, lost: 0.0 };
    let exactly = |at: &Expected| {
        let row = TheoryDepth {
            depth: at.depth,
            white_won: at.won - last.won,
            black_lost: at.lost - last.lost,
            white_within: at.won,
            black_within: at.lost,
            white_moves: shares(theory.white_moves(&within, lost, usize::from(at.depth))),
            black_moves: shares(theory.black_moves(&within, usize::from(at.depth))),
            difficulty: (at.won > last.won).then(|| 1.0 - safe[usize::from(at.depth)]),
        };
        last = *at;
        row
    };
    within.iter().map(exactly).collect()
}

/// What is expected of one depth of a class of games.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExpectedDepth {
    /// White's wins.
    pub white_won: f64,
    /// Black's losses.
    pub black_lost: f64,
    /// What White's moves do in these wins, terminal ones left out.
    pub white_moves: Option<ExpectedShares>,
    /// What Black's moves do in these losses.
    pub black_moves: Option<ExpectedShares>,
    /// How likely a White who moves at random goes wrong before the end, over these wins.
    pub difficulty: Option<f64>,
}

/// The expected positions and moves of each depth of a class of games.
pub fn expected(parameters: &Parameters) -> Vec<ExpectedDepth> {
    let theory = Theory::of(parameters);
    let alpha = parameters.share_of_wins();
    let (white, black) = (f64::from(parameters.white), f64::from(parameters.black));
    let depths = densities(&theory, alpha);
    let of = |at: &TheoryDepth| ExpectedDepth {
        white_won: white * at.white_won,
        black_lost: black * at.black_lost,
        white_moves: at.white_moves,
        black_moves: at.black_moves,
        difficulty: at.difficulty,
    };
    depths.iter().map(of).collect()
}

/// The share of pairs of positions, one with White and one with Black to move, in which neither side wants to move.
pub fn zugzwang_share(within: &[Expected]) -> f64 {
    let mut lost = 0.0;
    let share = |at: &Expected| (at.lost - std::mem::replace(&mut lost, at.lost)) * (1.0 - at.won);
    within.iter().map(share).sum()
}

/// What the theory says of a class of finite games.
pub fn of_class(parameters: &Parameters) -> ClassTheory {
    let theory = Theory::of(parameters);
    let alpha = parameters.share_of_wins();
    let threshold = theory.threshold();
    let white_won = theory.limit(alpha);
    // Terminal draws cannot be lost.
    let black = parameters.black - parameters.terminal_draws;
    let interesting_from = interesting(parameters.white, black, &parameters.black_branching);
    let class = match f64::from(parameters.terminal_wins) < interesting_from {
        true => Class::TrivialDraw,
        false => theory.class(alpha),
    };
    ClassTheory {
        class: class.name(),
        alpha,
        threshold: threshold.map(|threshold| threshold.alpha),
        critical_mass: threshold.map(|threshold| threshold.critical_mass),
        interesting_from,
        white_won,
        black_lost: theory.lost(white_won),
        zugzwangs: f64::from(parameters.white.min(parameters.black))
            * zugzwang_share(&theory.distribution(alpha)),
    }
}

/// The distributions of an answer, drawn.
pub fn plot(answer: &RandomTheory, black: &Branching) -> Plot {
    let lines = answer.distributions.iter().flat_map(|at| {
        let line = |name: &str, of: fn(&TheoryDepth) -> f64| Series {
            name: format!("{name}, alpha {:.4}", at.alpha),
            points: at.depths.iter().map(|row| (f64::from(row.depth), of(row))).collect(),
        };
        [line("White wins", |row| row.white_won), line("Black loses", |row| row.black_lost)]
    });
    Plot::new(
        format!("Expected depths, branching factor {black}"),
        "shares of the positions of each side; depths count White's moves",
        ["depth", "share of positions"],
        lines.collect(),
    )
}
