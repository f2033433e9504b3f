//! Chapter 4 and section 8.1: the theory of random games.

use graph::Branching;
use graph::puzzle::Puzzle;
use graph::random::{Class, Parameters, Shape};
use graph::theory::Theory;
use graph::theory::conditions::{interesting, interesting_when_large};
use plot::{HeatMap, Plot, Scale as AxisScale, Series};
use study::random_games::Sample;
use study::random_games::theory::expected;

use crate::{ExperimentError, Lab, Report, Row};

/// Its tables and figures.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("jansen1992/figure4.1", "terminal wins that make a game interesting", figure4_1),
    ("jansen1992/figure4.2", "wins within a depth, b = 2", |_, report| surface(report, 2, Shown::WonWithin)),
    ("jansen1992/figure4.3", "wins at a depth, b = 2", |_, report| surface(report, 2, Shown::Won)),
    ("jansen1992/figure4.4", "losses within a depth, b = 2", |_, report| surface(report, 2, Shown::LostWithin)),
    ("jansen1992/figure4.5", "losses at a depth, b = 2", |_, report| surface(report, 2, Shown::Lost)),
    ("jansen1992/figure4.6", "wins within a depth, b = 3", |_, report| surface(report, 3, Shown::WonWithin)),
    ("jansen1992/figure4.7", "wins at a depth, b = 3", |_, report| surface(report, 3, Shown::Won)),
    ("jansen1992/section4.4", "the threshold and the critical mass for each branching factor", section4_4),
    ("jansen1992/figure4.8", "fixed points of the game equation, b = 2", figure4_8),
    ("jansen1992/figure4.9", "random games beside the theory", figure4_9),
    ("jansen1992/figure8.1", "the 8-puzzle: a game for one", figure8_1),
];

fn fixed(b: u32) -> Theory {
    Theory::even(Branching::Fixed(b))
}

fn figure4_1(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "With 20 moves half of a domain of two million positions must be terminal wins before any other position is likely to be won.",
        "b | terminal wins (4.2) | terminal wins, large games (4.3) | share",
    );
    const POSITIONS: u32 = 2_000_000;
    let mut line = Vec::new();
    for b in 1..=40u32 {
        let exact = interesting(POSITIONS, POSITIONS, &Branching::Fixed(b));
        let share = exact / f64::from(POSITIONS);
        let large = interesting_when_large(POSITIONS.into(), POSITIONS.into(), b);
        report.grid.figures(&[&b], [exact, large, share]);
        line.push((f64::from(b), exact));
        if b == 20 {
            report.compare("share of terminal wins needed with 20 moves", share);
        }
    }
    report
        .compare("terminal wins needed, N = 20, b = 2", interesting(20, 20, &Branching::Fixed(2)));
    report.compare(
        "terminal wins needed, king and a-pawn",
        interesting_when_large(21_600.0, 21_600.0, 5),
    );
    report.draw(Plot::new(
        "Terminal wins that make a game interesting",
        "N = 2,000,000 positions for each side; equation 4.2",
        ["moves of a position", "terminal wins"],
        vec![Series { name: "needed".to_owned(), points: line }],
    ));
    report.note(&["The exponents of the a-pawn example are printed as 1/2; they are 4/5 and 1/5, which gives his result."]);
    Ok(())
}

#[derive(Clone, Copy)]
enum Shown {
    WonWithin,
    Won,
    LostWithin,
    Lost,
}

/// Shares by depth over a range of alpha: his plots in three dimensions as shades.
fn surface(report: &mut Report, b: u32, shown: Shown) -> Result<(), ExperimentError> {
    report.begin(
        "Where terminal wins pass the threshold, games turn from draws into total wins, with a second maximum that comes from infinity.",
        "alpha | depth | share",
    );
    let theory = fixed(b);
    let alphas: Vec<f64> = (0..=16).map(|at| 0.08 + 0.02 * f64::from(at)).collect();
    let mut cells = Vec::new();
    for &alpha in &alphas {
        let within = theory.distribution(alpha);
        let at = |depth: usize| within[depth.min(within.len() - 1)];
        let row = (1..=30usize).map(|depth| {
            let (here, last) = (at(depth), at(depth - 1));
            match shown {
                Shown::WonWithin => here.won,
                Shown::Won => here.won - last.won,
                Shown::LostWithin => here.lost,
                Shown::Lost => here.lost - last.lost,
            }
        });
        let row: Vec<f64> = row.collect();
        for (at, &share) in row.iter().enumerate() {
            report.grid.figures(&[&format!("{alpha:.2}"), &(at + 1)], [share]);
        }
        cells.push(row.into_iter().map(Some).collect());
    }
    let total = |&alpha: &f64| theory.class(alpha) == Class::TotalWin;
    let first = alphas.iter().copied().find(|alpha| total(alpha)).unwrap_or(1.0);
    let threshold = theory.threshold().expect("two moves or more have a threshold");
    report.compare("least alpha of the plot with a total win", first);
    report.compare("threshold", threshold.alpha);
    report.draw(HeatMap {
        title: format!("Shares by depth and terminal wins, b = {b}"),
        note: "the theory; depths count White's moves, a terminal win being 1".to_owned(),
        across: "depth".to_owned(),
        up: "share of terminal wins".to_owned(),
        shade: "share of positions".to_owned(),
        columns: (1..=30).map(|depth| depth.to_string()).collect(),
        rows: alphas.iter().map(|alpha| format!("{alpha:.2}")).collect(),
        cells,
        scale: AxisScale::Linear,
    });
    report.note(&["His depth i is ours less one with White to move, and ours with Black to move."]);
    Ok(())
}

fn section4_4(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "For every branching factor there is a threshold of terminal wins that divides total wins from draws, 5/32 with two moves, and a critical mass, 1/3.",
        "b | threshold | critical mass | threshold, one move more for White | threshold, one more for Black | threshold with 5 % terminal draws",
    );
    for b in (2..=20).chain([30, 40, 60, 100]) {
        let threshold = fixed(b).threshold();
        let alpha = |white, black, terminal_draws| {
            let (white_branching, black_branching) =
                (Branching::Fixed(white), Branching::Fixed(black));
            Theory { white_branching, black_branching, terminal_draws }
                .threshold()
                .map(|at| at.alpha)
        };
        let mass = threshold.map(|at| at.critical_mass);
        let others = [alpha(b + 1, b, 0.0), alpha(b, b + 1, 0.0), alpha(b, b, 0.05)];
        let all = [threshold.map(|at| at.alpha), mass].into_iter().chain(others);
        report.grid.figures(&[&b], all);
        if let Some(at) = threshold.filter(|_| [2, 3, 4, 5, 10, 20].contains(&b)) {
            report.compare(format!("threshold, b = {b}"), at.alpha);
        }
    }
    report.compare("critical mass, b = 2", fixed(2).threshold().map_or(0.0, |at| at.critical_mass));
    report.note(&[
        "Black's branching factor matters more than White's, as section 8.1.2 says. Terminal draws raise the threshold; \
         equation 8.1 is printed with White's branching factor as exponent, and needs Black's.",
    ]);
    Ok(())
}

fn figure4_8(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The two fixed points of the game equation with b = 2 meet at the threshold, where they are the critical mass.",
        "alpha | lower fixed point | upper fixed point",
    );
    // alpha(x) rises up to the critical mass and falls behind it.
    let theory = fixed(2);
    let threshold = theory.threshold().expect("two moves have a threshold");
    let root = |alpha: f64, from: f64, to: f64| {
        let (mut low, mut high) = (from, to);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            let before = (theory.alpha_at(middle) < alpha) == (theory.alpha_at(from) < alpha);
            if before { low = middle } else { high = middle }
        }
        low
    };
    let mut lines =
        ["lower", "upper"].map(|name| Series { name: name.to_owned(), points: Vec::new() });
    for step in 0..=100 {
        let alpha = threshold.alpha * f64::from(step) / 100.0;
        let roots = [
            root(alpha, 0.0, threshold.critical_mass),
            root(alpha, threshold.critical_mass, 1.0 - 1e-9),
        ];
        report.grid.figures(&[&format!("{alpha:.6}")], roots);
        for (line, root) in lines.iter_mut().zip(roots) {
            line.points.push((alpha, root));
        }
    }
    report.compare("they meet at alpha", threshold.alpha);
    report.compare("they meet at the share", threshold.critical_mass);
    report.draw(Plot::new(
        "Fixed points of the game equation",
        "b = 2; above the threshold they are complex",
        ["share of terminal wins", "share of positions won"],
        lines.to_vec(),
    ));
    report.note(&["Equation 4.6: (1 + x - x^2 - x^3) = 1 / (1 - alpha)."]);
    Ok(())
}

fn figure4_9(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Games of 1,000 positions, 4 moves and 400 terminal wins are total wins with a bottleneck, longer or shorter by chance, around the distribution of the theory.",
        "depth | White won, theory | games' mean | low | high | Black lost, theory | games' mean | low | high",
    );
    let parameters = Parameters::even(1000, Branching::Fixed(4), 400).conserved();
    let count = lab.at_scale(10_000, 300);
    let sample = Sample::draw(&parameters, (count, 49), lab.stop(), || ())?;
    let told = sample.report();
    let theory = expected(&parameters);
    for row in told.depths.iter().take(30) {
        let expected = theory.get(usize::from(row.depth)).copied().unwrap_or_default();
        let (white, black) = (expected.white_won, expected.black_lost);
        let (w, b) = (row.white_won, row.black_lost);
        report
            .grid
            .figures(&[&row.depth], [white, w.mean, w.low, w.high, black, b.mean, b.low, b.high]);
    }
    let share = 100.0 * sample.count(Class::TotalWin) as f64 / count as f64;
    let chance = share / 100.0;
    report.compare("percent total wins", share).error =
        100.0 * (chance * (1.0 - chance) / count as f64).sqrt();
    let line = |name: &str, of: &dyn Fn(usize) -> f64| Series {
        name: name.to_owned(),
        points: (1..=15).map(|depth| (depth as f64, of(depth))).collect(),
    };
    let theory_at = |depth: usize| theory.get(depth).copied().unwrap_or_default();
    let game = |number: usize, depth: usize| {
        let shape = &sample.games[number].shape;
        f64::from(shape.black_lost.get(depth).copied().unwrap_or(0))
    };
    let mut plot = Plot::new(
        "Three random games and the theory",
        "N = 1000, b = 4, 400 terminal wins; Black to move, lost; dashed: the theory",
        ["depth in White's moves", "positions"],
        (0..3)
            .map(|number| line(&format!("game {}", number + 1), &|depth| game(number, depth)))
            .collect(),
    );
    plot.guides = vec![line("theory", &|depth| theory_at(depth).black_lost)];
    report.draw(plot);
    report.note(&[
        "He made three games, all total wins; conserved flow. The mean over games is flatter than the theory behind the bottleneck, because games \
         reach their second maximum at different depths. In games of 50,000 positions the means agree with the theory within their \
         standard errors (a test): the flattening is the small game's, not the equations'.",
    ]);
    Ok(())
}

fn figure8_1(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "In a game for one only the amplifying step is left: the number of positions grows about exponentially with the distance until the domain is exhausted.",
        "distance | positions | random puzzle of the same size",
    );
    let puzzle = Puzzle::eight().game();
    let shape = Shape::of(&puzzle);
    let mut counts: Vec<u64> = shape.white_won.iter().map(|&count| count.into()).collect();
    // The goal with White to move: Black, to move there, has lost, and White would have to go away and come back.
    counts[0] = 1;
    counts[2] -= 1;
    // One player: x -> alpha + (1 - alpha) (1 - (1 - x)^b), with 8/3 moves on average.
    let branching: Branching = "2:4/3:4/4:1".parse().expect("weights");
    let positions = counts.iter().sum::<u64>() as f64;
    let alpha = 1.0 / positions;
    let (mut x, mut random) = (alpha, vec![1.0]);
    for _ in 1..counts.len() {
        let next = alpha + (1.0 - alpha) * (1.0 - branching.all_within(1.0 - x));
        random.push(positions * (next - x));
        x = next;
    }
    for (at, &count) in counts.iter().enumerate() {
        report.grid.figures(&[&at, &count], [random[at]]);
    }
    report.compare("positions", positions);
    report.compare(
        "greatest distance",
        (counts.iter().rposition(|&count| count > 0).unwrap_or(0)) as f64,
    );
    report
        .compare("positions at the greatest distance", counts.last().copied().unwrap_or(0) as f64);
    let line = |name: &str, values: Vec<f64>| Series {
        name: name.to_owned(),
        points: values
            .into_iter()
            .enumerate()
            .filter(|(_, y)| *y >= 0.5)
            .map(|(x, y)| (x as f64, y))
            .collect(),
    };
    let mut plot = Plot::new(
        "The 8-puzzle",
        "positions by distance from the goal, the blank in a corner; dashed: a random puzzle of that size",
        ["moves", "positions"],
        vec![line("8-puzzle", counts.iter().map(|&count| count as f64).collect())],
    );
    plot.guides = vec![line("random puzzle", random)];
    plot.up_scale = AxisScale::Log;
    report.draw(plot);
    report.note(&[
        "The random puzzle has the 8-puzzle's branching factors and one goal: it is exhausted in half the distance, since no move leads back.",
    ]);
    Ok(())
}
