//! Which rule of thumb, and which two together, are worth most in each endgame.
//!
//! The thesis looks at KQKR, one rule at a time, and leaves combinations open (1992, section 6.2.4).

use endgame::heuristics::{Rule, Sweep, named};
use endgame::material::Material;
use endgame::rules::Color;
use endgame::successors::Successors;
use study::rule_statistics::{Cell, Settings, measure};

use crate::{ExperimentError, Lab, Report};

/// A rule that applies less often than this is no rule of thumb.
const OFTEN: f64 = 0.05;

pub(super) fn thumb(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Which rule of thumb, and which two together, leave least to be done in the positions where they apply?",
        "endgame | rule | applies | helps | gain | depth after | random | best | error saved",
    );
    let endgames: &[&str] =
        lab.at_scale(&["KQKR", "KRKN", "KRKB", "KBNK", "KQKN"], &["KRK", "KQK"]);
    for &name in endgames {
        let (singles, pairs) = measured(lab, name)?;
        for (words, cell) in singles.iter().chain(&pairs) {
            let figures = measures(cell).into_iter().chain([cell.error_saved()]);
            report.grid.figures(&[&name, words], figures);
        }
        for (what, among) in [("rule", singles), ("pair", pairs)] {
            let often = among.iter().filter(|(_, cell)| cell.applicability() >= Some(OFTEN));
            let saved = |cell: &Cell| cell.error_saved().unwrap_or(f64::NEG_INFINITY);
            if let Some((words, cell)) = often.max_by(|a, b| saved(&a.1).total_cmp(&saved(&b.1))) {
                report.compare(format!("{name}: best {what}, error saved"), saved(cell));
                report.notes.push(format!(
                    "{name}: the best {what} is `{words}`; it applies in {:.1} %, helps in {:.1} % of those and saves {:.0} % of a random player's error.",
                    100.0 * cell.applicability().unwrap_or_default(),
                    100.0 * cell.helpfulness().unwrap_or_default(),
                    100.0 * saved(cell),
                ));
            }
        }
    }
    report.note(&[
        "A rule is judged where it applies, so that two rules are not judged in the same positions; and by its moves that \
         keep the win alone: where most moves give it away, as in KRKN and KRKB, it may save much and still let many wins \
         go.",
        &format!(
            "DTC, classes, White to move and to win in 3 or more; moves that give the win away at once are not considered, and none that gives it away has a depth. Best: the greatest share of a random player's expected error saved, among rules that apply in {:.0} % of the positions or more.",
            100.0 * OFTEN
        ),
    ]);
    Ok(())
}

/// How often a rule applies, how often it helps there, and what it gains.
pub(crate) fn measures(cell: &Cell) -> [Option<f64>; 6] {
    [
        cell.applicability(),
        cell.helpfulness(),
        cell.gain(),
        cell.depth_after(),
        cell.depth_after_random(),
        cell.depth_after_best(),
    ]
}

type Measured = Vec<(String, Cell)>;

/// What each rule of an endgame is worth, and each two together.
fn measured(lab: &Lab<'_>, name: &str) -> Result<(Measured, Measured), ExperimentError> {
    let material: Material = name.parse()?;
    let successors = Successors::of(lab.tables, &material, &lab.monitor)?;
    let sweep = Sweep::new(&successors, Color::White, &lab.monitor)?;
    let rules = named(&material, Color::White);
    let asked: Vec<Rule> = rules.iter().map(|named| named.rule.clone()).collect();
    let settings = Settings { pairs: true, ..Settings::default() };
    let findings = measure(&sweep, &asked, &settings, &lab.monitor)?;
    let singles = rules
        .iter()
        .zip(&findings.rules)
        .map(|(rule, finding)| (rule.name.clone(), finding.from_depth(settings.from_depth)));
    let pairs = findings.pairs.iter().map(|((a, b), finding)| {
        let words = format!("{} and {}", rules[*a].name, rules[*b].name);
        (words, finding.from_depth(settings.from_depth))
    });
    Ok((singles.collect(), pairs.collect()))
}
