//! Chapter 1.4: when a mistake is worth making.

use player::speculate::curves::{CUT, contour_line, section_of};
use player::speculate::{NotAnOpponent, Opponent, Reply, Stakes, contour};
use plot::{HeatMap, Plot, Scale, Series};

use super::PAPER;
use crate::printed::printed;
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report, Row};

/// Its tables and figures.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("jansen1992/table1.1", "what the opponent does where MAX would speculate, and what it is worth", table1_1),
    ("jansen1992/figure1.2", "the decision surface between optimal and speculative play", figure1_2),
    ("jansen1992/figure1.3", "a section of the surface at p = 1/2", figure1_3),
    ("jansen1992/figure1.4", "contours of the surface: where speculating pays", figure1_4),
];

fn fixed(opponent: Result<Opponent, NotAnOpponent>) -> Opponent {
    opponent.expect("fixed numbers are probabilities")
}

fn compare(
    table: &str,
    name: &str,
    words: impl Into<String>,
    ours: f64,
) -> Result<Comparison, ExperimentError> {
    Ok(Comparison::new(words, ours, printed(PAPER, table, name)?))
}

/// Masters err in a third of their moves, by 2.24 moves; predictions are wrong in 15 to 40 %.
fn table1_1(_: &Lab<'_>) -> Result<Report, ExperimentError> {
    let (p, epsilon) = (0.322, 0.2);
    let stakes = Stakes::new(2.24, 1.0).expect("fixed numbers are sizes");
    let mut grid =
        Grid::new("case | after the best move | after the mistake | G1 | G2 | probability");
    let opponent = fixed(Opponent::equal(p, epsilon));
    let word = |answer: Reply| if answer == Reply::Mistake { "mistake" } else { "correct" };
    for (at, case) in opponent.cases().iter().enumerate() {
        grid.row([
            (at + 1).to_string(),
            word(case.after_best).to_owned(),
            word(case.after_mistake).to_owned(),
            figure(case.optimal(stakes)),
            figure(case.speculative(stakes)),
            figure(case.probability),
        ]);
    }
    let mut comparisons = Vec::new();
    // The four rows as printed, at these numbers.
    let (q, correct) = (1.0 - p, 1.0 - epsilon);
    let rows = [
        p * p * correct * epsilon,
        p * q * epsilon * epsilon,
        p * q * correct * correct,
        q * q * correct * epsilon,
    ];
    let off: f64 =
        opponent.cases().iter().zip(rows).map(|(case, row)| (case.probability - row).abs()).sum();
    let off = (off * 1e12).round() / 1e12;
    comparisons.push(compare("table1.1", "off", "probabilities off the printed formulas", off)?);
    for (words, epsilon) in [("0.15", 0.15), ("0.2", 0.2), ("0.3", 0.3), ("0.4", 0.4)] {
        let needed = fixed(Opponent::equal(p, epsilon)).required_ratio().unwrap_or(f64::INFINITY);
        comparisons.push(Comparison::unprinted(
            format!("ratio needed against masters, epsilon {words}"),
            needed,
        ));
    }
    let bound = contour(p, 2.24).unwrap_or(f64::NAN);
    comparisons.push(Comparison::unprinted(
        "epsilon up to which a mistake of 1 pays against masters",
        bound,
    ));
    Ok(Report {
        claim: "Only where a correct answer to the best move and a mistake after the worse one are predicted do the \
                two strategies part; only one of the four cases pays."
            .to_owned(),
        grid,
        comparisons,
        plot: None,
        notes: vec![
            "The numbers are the thesis's for masters: p = 0.322, mistakes of 2.24 moves; predictions are guessed there to be \
             wrong in 15 to 40 % of positions, so that a mistake of one move pays in about the lower half of that range."
                .to_owned(),
            "Rules 1 to 5 of table 1.2 are applied to any numbers by `fallible speculate`.".to_owned(),
        ],
    })
}

fn figure1_2(_: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new("p | epsilon | ratio needed");
    let [ps, epsilons] = [19u32, 10].map(|count| (0..count).map(f64::from).collect::<Vec<_>>());
    let ps: Vec<f64> = ps.iter().map(|at| (5.0 + 5.0 * at) / 100.0).collect();
    let epsilons: Vec<f64> = epsilons.iter().map(|at| 5.0 * at / 100.0).collect();
    let mut cells = Vec::new();
    let mut least = f64::INFINITY;
    for &p in &ps {
        let mut row = Vec::new();
        for &epsilon in &epsilons {
            let needed = fixed(Opponent::equal(p, epsilon)).required_ratio();
            let needed = needed.expect("neither p nor epsilon is at an end");
            least = least.min(needed);
            grid.row([figure(p), figure(epsilon), figure(needed)]);
            row.push((needed <= CUT).then_some(needed));
        }
        cells.push(row);
    }
    let flat =
        ps.iter().map(|&p| fixed(Opponent::equal(p, 0.0)).required_ratio().unwrap_or(f64::NAN));
    let worst = flat.map(|ratio| (ratio - 1.0).abs()).fold(0.0, f64::max);
    let never = [(0.5, 0.5), (0.0, 0.2), (1.0, 0.2)]
        .map(|(p, e)| fixed(Opponent::equal(p, e)).required_ratio());
    let never = never.iter().filter(|ratio| ratio.is_none()).count();
    let nine = |number: f64| (number * 1e9).round() / 1e9;
    let names = |numbers: &[f64]| numbers.iter().map(|number| figure(*number)).collect();
    Ok(Report {
        claim: "What a mistake of the opponent's must be worth for speculation to pay: 1 with perfect prediction, without \
                bound when predictions tell nothing or the opponent errs never or always."
            .to_owned(),
        grid,
        comparisons: vec![
            compare("figure1.2", "at_epsilon_0", "ratio at epsilon 0, whatever p", nine(1.0 + worst))?,
            compare("figure1.2", "least", "least ratio anywhere (rule 1)", nine(least))?,
            compare("figure1.2", "never", "of rule 3's three cases, without bound", never as f64)?,
        ],
        plot: Some(
            HeatMap {
                title: "The decision surface".to_owned(),
                note: format!("least delta-min / delta-max for which speculating pays, cut off at {CUT}"),
                across: "error of the prediction, epsilon".to_owned(),
                up: "probability that the opponent errs, p".to_owned(),
                shade: "ratio".to_owned(),
                columns: names(&epsilons),
                rows: names(&ps),
                cells,
                scale: Scale::Log,
            }
            .into(),
        ),
        notes: vec!["The printed figure is a drawing in perspective without numbers; the claims are those of the text.".to_owned()],
    })
}

fn figure1_3(_: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new("epsilon | ratio needed");
    let points = section_of(0.5);
    points.iter().for_each(|&(epsilon, ratio)| grid.row([figure(epsilon), figure(ratio)]));
    let off =
        points.iter().map(|&(e, ratio)| (ratio - 1.0 / (1.0 - 2.0 * e)).abs()).fold(0.0, f64::max);
    let quarter = fixed(Opponent::equal(0.5, 0.25)).required_ratio().unwrap_or(f64::NAN);
    Ok(Report {
        claim:
            "Against an opponent who errs every other move the ratio needed is 1 / (1 - 2 epsilon)."
                .to_owned(),
        grid,
        comparisons: vec![
            compare(
                "figure1.3",
                "off",
                "greatest distance from 1 / (1 - 2 epsilon)",
                (off * 1e9).round() / 1e9,
            )?,
            compare("figure1.3", "at_quarter", "ratio at epsilon 1/4", quarter)?,
        ],
        plot: Some(
            Plot {
                title: "What must a mistake be worth when p = 1/2?".to_owned(),
                note: format!(
                    "least delta-min / delta-max for which speculating pays, cut off at {CUT}"
                ),
                across: "error of the prediction, epsilon".to_owned(),
                up: "ratio".to_owned(),
                series: [0.5, 0.322, 0.1]
                    .map(|p| Series { name: format!("p = {p}"), points: section_of(p) })
                    .to_vec(),
                ..Plot::default()
            }
            .into(),
        ),
        notes: vec![
            "The thesis draws p = 1/2 alone; masters have p = 0.322 (section 6.1.3).".to_owned(),
        ],
    })
}

fn figure1_4(_: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new("ratio | epsilon | p");
    let mut series = Vec::new();
    let mut comparisons = Vec::new();
    for ratio in [1.2, 1.5, 2.0, 3.0, 5.0, 10.0] {
        let points = contour_line(ratio);
        for (epsilon, p) in points.iter().step_by(6) {
            grid.row([figure(ratio), figure(*epsilon), figure(*p)]);
        }
        let farthest = points.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0));
        let (epsilon, p) = farthest.unwrap_or((f64::NAN, f64::NAN));
        comparisons.push(compare(
            "figure1.4",
            "easiest_p",
            format!("p where the contour of {ratio} reaches farthest"),
            p,
        )?);
        comparisons.push(Comparison::unprinted(
            format!("epsilon it reaches there, ratio {ratio}"),
            epsilon,
        ));
        let points = points.into_iter().step_by(3).collect();
        series.push(Series { name: format!("ratio {ratio}"), points });
    }
    Ok(Report {
        claim: "Speculating pays to the left of a contour: rather against opponents of middling strength, and the better \
                they are predicted."
            .to_owned(),
        grid,
        comparisons,
        plot: Some(
            Plot {
                title: "When is a mistake worth making?".to_owned(),
                note: "speculating pays to the left of the contour of delta-min / delta-max".to_owned(),
                across: "error of the prediction, epsilon".to_owned(),
                up: "probability that the opponent errs, p".to_owned(),
                series,
                ..Plot::default()
            }
            .into(),
        ),
        notes: vec!["The contours are solved for epsilon in closed form. The printed figure has no numbers we could read.".to_owned()],
    })
}
