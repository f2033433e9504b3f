//! Figures 5.7 to 5.9: where a random move of White's leads.

use endgame::rules::Color;
use study::survey_plots::equilibria;
use value::Depth;

use super::CONVENTION;
use crate::{ExperimentError, Lab, Report};

pub(super) fn figure5_7(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A random move is optimal more often than chance would have it, or anything at all, or fatal.",
        "depth | moves after | probability",
    );
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let mut fatal = Vec::new();
    for (depth, at) in view.side.strata() {
        let Some(after) = at.depth_after() else { continue };
        for (to, &share) in
            after.probabilities.iter().enumerate().filter(|(_, share)| **share > 0.0)
        {
            report.grid.figures(&[&depth, &to], [share]);
        }
        report.grid.figures(&[&depth, &"fatal"], [after.fatal]);
        fatal.push((depth, after.fatal));
    }
    for (from, to) in [(2, 10), (11, 20), (21, 31)] {
        let within = fatal.iter().filter(|(depth, _)| (from..=to).contains(&depth.0));
        let shares: Vec<f64> = within.map(|&(_, share)| share).collect();
        let mean = 100.0 * shares.iter().sum::<f64>() / shares.len() as f64;
        report.compare(format!("percent fatal, depths {from} to {to}"), mean);
    }
    report.draw(view.depth_after());
    report.note(&[
        CONVENTION,
        "Each position's moves share its weight equally. The caption of his figure repeats that of Fig 5.4; his text describes \
         this one.",
    ]);
    Ok(())
}

pub(super) fn figure5_8(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    const FROM: Depth = Depth(16);
    report.begin(
        "From depth 16 a random move makes progress, drifts, or gives the win away.",
        "depth after | moves after | probability",
    );
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let after = view.side.at(FROM).and_then(|at| at.depth_after());
    let after = after.expect("KQKR has wins in 16");
    for (to, &share) in after.probabilities.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        report.grid.figures(&[&(to + 1), &to], [share]);
    }
    report.grid.figures(&[&"fatal", &"fatal"], [after.fatal]);
    let least = after.probabilities.iter().position(|&share| share > 0.0).unwrap_or(0);
    report.compare("least depth after", (least + 1) as f64);
    report.compare("probability of an optimal move", after.probabilities[least]);
    report.compare("probability of a fatal move", after.fatal);
    report.compare("mean depth after, fatal ignored", after.mean() + 1.0);
    report.draw(view.depth_after_from(FROM));
    report.note(&[CONVENTION, "He draws fatal moves at depth 35; ours are in the last row."]);
    Ok(())
}

pub(super) fn figure5_9(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The random player cannot win KQKR, even if he is kept from throwing the win away.",
        "depth | expected depth | expected error | error probability | error magnitude | fatal",
    );
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let mut expected = Vec::new();
    for (depth, at) in view.side.strata() {
        let (Some(error), Some(after)) = (at.random_error(), at.depth_after()) else { continue };
        let (depth_after, good) = (after.mean() + 1.0, error.good);
        expected.push((depth.0, depth_after));
        let magnitude = good.magnitude().unwrap_or(0.0);
        let figures = [depth_after, good.expected, good.probability, magnitude, error.fatal];
        report.grid.figures(&[&depth], figures);
    }
    for (from, to) in [(3, 12), (12, 30)] {
        let of = |depth: u16| expected.iter().find(|at| at.0 == depth).map_or(0.0, |at| at.1);
        let change = (of(to) - of(from)) / f64::from(to - from);
        report.compare(format!("expected depth gained for a depth, {from} to {to}"), change);
    }
    let stuck = equilibria(view.side);
    let last = stuck.iter().rfind(|place| place.stable).map_or(0.0, |place| place.depth);
    report.compare("stable equilibrium of the random player", last);
    report.draw(view.mean_depth_after());
    report.note(&[
        CONVENTION,
        "Expected depths are his, with Black to move; the plot counts White's moves. He says that the expected depth is about \
         constant below depth 12: it grows by the first figure for each depth there, by the second above. At the \
         equilibrium the error is one move a move; below it every move loses ground on average.",
    ]);
    Ok(())
}
