//! Chapter 1.4: when a mistake is worth making.

use player::speculate::curves::{CUT, contour_line, section_of};
use player::speculate::{NotAnOpponent, Opponent, Reply, Stakes, contour};
use plot::{HeatMap, Plot, Scale, Series};

use crate::report::figure;
use crate::{ExperimentError, Lab, Report, Row};

/// Its tables and figures.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("jansen1992/table1.1", "what the opponent does where MAX would speculate, and what it is worth", table1_1),
    ("jansen1992/table1.2", "five rules: when to speculate, tried on a grid", super::table1_2::run),
    ("jansen1992/figure1.2", "the decision surface between optimal and speculative play", figure1_2),
    ("jansen1992/figure1.3", "a section of the surface at p = 1/2", figure1_3),
    ("jansen1992/figure1.4", "contours of the surface: where speculating pays", figure1_4),
];

fn fixed(opponent: Result<Opponent, NotAnOpponent>) -> Opponent {
    opponent.expect("fixed numbers are probabilities")
}

/// The ratio that an opponent who errs with this probability asks for, predicted with this error.
fn ratio_needed(p: f64, epsilon: f64) -> Option<f64> {
    fixed(Opponent::equal(p, epsilon)).required_ratio()
}

/// Without what rounding adds.
fn nine_decimals(number: f64) -> f64 {
    (number * 1e9).round() / 1e9
}

/// Masters err in a third of their moves, by 2.24 moves; predictions are wrong in 15 to 40 %.
fn table1_1(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Only where a correct answer to the best move and a mistake after the worse one are predicted do the \
         two strategies part; only one of the four cases pays.",
        "case | after the best move | after the mistake | G1 | G2 | probability",
    );
    let (p, epsilon) = (0.322, 0.2);
    let stakes = Stakes::new(2.24, 1.0).expect("fixed numbers are sizes");
    let cases = fixed(Opponent::equal(p, epsilon)).cases();
    let word = |answer: Reply| if answer == Reply::Mistake { "mistake" } else { "correct" };
    for (number, case) in (1..).zip(&cases) {
        let words = [case.after_best, case.after_mistake].map(word);
        let figures = [case.optimal(stakes), case.speculative(stakes), case.probability];
        report.grid.figures(&[&number, &words[0], &words[1]], figures);
    }
    // The four rows as printed, at these numbers.
    let (q, correct) = (1.0 - p, 1.0 - epsilon);
    let rows = [
        p * p * correct * epsilon,
        p * q * epsilon * epsilon,
        p * q * correct * correct,
        q * q * correct * epsilon,
    ];
    let off: f64 = cases.iter().zip(rows).map(|(case, row)| (case.probability - row).abs()).sum();
    report.compare("probabilities off the printed formulas", (off * 1e12).round() / 1e12);
    for epsilon in [0.15, 0.2, 0.3, 0.4] {
        let words = format!("ratio needed against masters, epsilon {epsilon}");
        report.compare(words, ratio_needed(p, epsilon).unwrap_or(f64::INFINITY));
    }
    let bound = contour(p, 2.24).unwrap_or(f64::NAN);
    report.compare("epsilon up to which a mistake of 1 pays against masters", bound);
    report.note(&[
        "The numbers are the thesis's for masters: p = 0.322, mistakes of 2.24 moves; predictions are guessed there to be \
         wrong in 15 to 40 % of positions, so that a mistake of one move pays in about the lower half of that range.",
        "Rules 1 to 5 of table 1.2 are applied to any numbers by `fallible speculate`.",
    ]);
    Ok(())
}

fn figure1_2(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "What a mistake of the opponent's must be worth for speculation to pay: 1 with perfect prediction, without \
         bound when predictions tell nothing or the opponent errs never or always.",
        "p | epsilon | ratio needed",
    );
    let ps: Vec<f64> = (0..19).map(|at| (5.0 + 5.0 * f64::from(at)) / 100.0).collect();
    let epsilons: Vec<f64> = (0..10).map(|at| 5.0 * f64::from(at) / 100.0).collect();
    let mut cells = Vec::new();
    let mut least = f64::INFINITY;
    for &p in &ps {
        let mut row = Vec::new();
        for &epsilon in &epsilons {
            let needed = ratio_needed(p, epsilon).expect("neither p nor epsilon is at an end");
            least = least.min(needed);
            report.grid.figures(&[], [p, epsilon, needed]);
            row.push((needed <= CUT).then_some(needed));
        }
        cells.push(row);
    }
    let flat = ps.iter().map(|&p| ratio_needed(p, 0.0).unwrap_or(f64::NAN));
    let worst = flat.map(|ratio| (ratio - 1.0).abs()).fold(0.0, f64::max);
    report.compare("ratio at epsilon 0, whatever p", nine_decimals(1.0 + worst));
    report.compare("least ratio anywhere (rule 1)", nine_decimals(least));
    let never = [(0.5, 0.5), (0.0, 0.2), (1.0, 0.2)].map(|(p, e)| ratio_needed(p, e));
    let never = never.iter().filter(|ratio| ratio.is_none()).count();
    report.compare("of rule 3's three cases, without bound", never as f64);
    let names = |numbers: &[f64]| numbers.iter().map(|number| figure(*number)).collect();
    report.draw(HeatMap {
        title: "The decision surface".to_owned(),
        note: format!("least delta-min / delta-max for which speculating pays, cut off at {CUT}"),
        across: "error of the prediction, epsilon".to_owned(),
        up: "probability that the opponent errs, p".to_owned(),
        shade: "ratio".to_owned(),
        columns: names(&epsilons),
        rows: names(&ps),
        cells,
        scale: Scale::Log,
    });
    report.note(&[
        "The printed figure is a drawing in perspective without numbers; the claims are those of the text.",
    ]);
    Ok(())
}

fn figure1_3(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Against an opponent who errs every other move the ratio needed is 1 / (1 - 2 epsilon).",
        "epsilon | ratio needed",
    );
    let points = section_of(0.5);
    points.iter().for_each(|&(epsilon, ratio)| report.grid.figures(&[], [epsilon, ratio]));
    let off =
        points.iter().map(|&(e, ratio)| (ratio - 1.0 / (1.0 - 2.0 * e)).abs()).fold(0.0, f64::max);
    report.compare("greatest distance from 1 / (1 - 2 epsilon)", nine_decimals(off));
    report.compare("ratio at epsilon 1/4", ratio_needed(0.5, 0.25).unwrap_or(f64::NAN));
    report.draw(Plot::new(
        "What must a mistake be worth when p = 1/2?",
        format!("least delta-min / delta-max for which speculating pays, cut off at {CUT}"),
        ["error of the prediction, epsilon", "ratio"],
        [0.5, 0.322, 0.1]
            .map(|p| Series { name: format!("p = {p}"), points: section_of(p) })
            .to_vec(),
    ));
    report.note(&["The thesis draws p = 1/2 alone; masters have p = 0.322 (section 6.1.3)."]);
    Ok(())
}

fn figure1_4(_: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Speculating pays to the left of a contour: rather against opponents of middling strength, and the better \
         they are predicted.",
        "ratio | epsilon | p",
    );
    let mut series = Vec::new();
    for ratio in [1.2, 1.5, 2.0, 3.0, 5.0, 10.0] {
        let points = contour_line(ratio);
        for &(epsilon, p) in points.iter().step_by(6) {
            report.grid.figures(&[], [ratio, epsilon, p]);
        }
        let farthest = points.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0));
        let (epsilon, p) = farthest.unwrap_or((f64::NAN, f64::NAN));
        report.compare(format!("p where the contour of {ratio} reaches farthest"), p);
        report.compare(format!("epsilon it reaches there, ratio {ratio}"), epsilon);
        let points = points.into_iter().step_by(3).collect();
        series.push(Series { name: format!("ratio {ratio}"), points });
    }
    report.draw(Plot::new(
        "When is a mistake worth making?",
        "speculating pays to the left of the contour of delta-min / delta-max",
        ["error of the prediction, epsilon", "probability that the opponent errs, p"],
        series,
    ));
    report.note(&[
        "The contours are solved for epsilon in closed form. The printed figure has no numbers we could read.",
    ]);
    Ok(())
}
