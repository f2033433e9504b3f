//! What the theory of random games expects: thresholds and distributions, ready to be told.

use graph::Branching;
use graph::random::{Class, Parameters};
use graph::theory::conditions::{interesting, interesting_when_large};
use graph::theory::equations::{Expected, bottleneck};
use graph::theory::{Theory, Threshold};
use plot::{Plot, Series};

use crate::schema::random_game::{
    ClassTheory, InterestingFrom, RandomTheory, TheoryDepth, TheoryDistribution,
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
            [alpha - BESIDE, alpha + BESIDE].map(|alpha| alpha.clamp(0.0, 1.0)).to_vec()
        }
        ([], None) => vec![0.1],
        (given, _) => given.to_vec(),
    };
    let interesting = question.positions.map(|positions| InterestingFrom {
        positions,
        terminal_wins: interesting(positions, positions, &theory.black_branching),
        when_large: theory
            .black_branching
            .as_fixed()
            .map(|moves| interesting_when_large(positions.into(), moves)),
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
    let within = theory.distribution(alpha);
    let depths = densities(&within);
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

/// The shares of exactly each depth, from those within it.
fn densities(within: &[Expected]) -> Vec<TheoryDepth> {
    let mut last = Expected { depth: 0, won: 0.0, lost: 0.0 };
    let exactly = |at: &Expected| {
        let row = TheoryDepth {
            depth: at.depth,
            white_won: at.won - last.won,
            black_lost: at.lost - last.lost,
            white_within: at.won,
            black_within: at.lost,
        };
        last = *at;
        row
    };
    within.iter().map(exactly).collect()
}

/// The expected positions of each depth of a class of games, White's wins and Black's losses.
pub fn expected(parameters: &Parameters) -> Vec<(f64, f64)> {
    let within = Theory::of(parameters).distribution(parameters.share_of_wins());
    let (white, black) = (f64::from(parameters.white), f64::from(parameters.black));
    densities(&within).iter().map(|at| (white * at.white_won, black * at.black_lost)).collect()
}

/// What the theory says of a class of finite games.
pub fn of_class(parameters: &Parameters) -> ClassTheory {
    let theory = Theory::of(parameters);
    let alpha = parameters.share_of_wins();
    let threshold = theory.threshold();
    let white_won = theory.limit(alpha);
    let interesting_from =
        interesting(parameters.white, parameters.black, &parameters.black_branching);
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
