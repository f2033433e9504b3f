//! Figures 5.7 to 5.9: where a random move of White's leads.

use endgame::rules::Color;
use endgame::survey::equilibria;
use value::Depth;

use super::{CONVENTION, beside};
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

pub(super) fn figure5_7(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let mut grid = Grid::new("depth | moves after | probability");
    let mut fatal = Vec::new();
    for (depth, at) in view.side.strata() {
        let Some(after) = at.depth_after() else { continue };
        for (to, &share) in
            after.probabilities.iter().enumerate().filter(|(_, share)| **share > 0.0)
        {
            grid.row([depth.to_string(), to.to_string(), figure(share)]);
        }
        grid.row([depth.to_string(), "fatal".to_owned(), figure(after.fatal)]);
        fatal.push((depth, after.fatal));
    }
    let mean = |from: u16, to: u16| {
        let shares: Vec<f64> = fatal
            .iter()
            .filter(|(depth, _)| (from..=to).contains(&depth.0))
            .map(|&(_, share)| share)
            .collect();
        100.0 * shares.iter().sum::<f64>() / shares.len() as f64
    };
    Ok(Report {
        claim: "A random move is optimal more often than chance would have it, or anything at all, or fatal.".to_owned(),
        grid,
        comparisons: vec![
            Comparison::unprinted("percent fatal, depths 2 to 10", mean(2, 10)),
            Comparison::unprinted("percent fatal, depths 11 to 20", mean(11, 20)),
            Comparison::unprinted("percent fatal, depths 21 to 31", mean(21, 31)),
        ],
        plot: Some(view.depth_after().into()),
        notes: vec![
            CONVENTION.to_owned(),
            "Each position's moves share its weight equally. The caption of his figure repeats that of Fig 5.4; his text describes \
             this one."
                .to_owned(),
        ],
    })
}

pub(super) fn figure5_8(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    const FROM: Depth = Depth(16);
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let after = view.side.at(FROM).and_then(|at| at.depth_after());
    let after = after.expect("KQKR has wins in 16");
    let mut grid = Grid::new("depth after | moves after | probability");
    for (to, &share) in after.probabilities.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        grid.row([(to + 1).to_string(), to.to_string(), figure(share)]);
    }
    grid.row(["fatal".to_owned(), "fatal".to_owned(), figure(after.fatal)]);
    let least = after.probabilities.iter().position(|&share| share > 0.0).unwrap_or(0);
    Ok(Report {
        claim: "From depth 16 a random move makes progress, drifts, or gives the win away."
            .to_owned(),
        grid,
        comparisons: vec![
            beside("figure5.8", "least depth after", (least + 1) as f64)?,
            Comparison::unprinted("probability of an optimal move", after.probabilities[least]),
            Comparison::unprinted("probability of a fatal move", after.fatal),
            Comparison::unprinted("mean depth after, fatal ignored", after.mean() + 1.0),
        ],
        plot: Some(view.depth_after_from(FROM).into()),
        notes: vec![
            CONVENTION.to_owned(),
            "He draws fatal moves at depth 35; ours are in the last row.".to_owned(),
        ],
    })
}

pub(super) fn figure5_9(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let mut grid = Grid::new(
        "depth | expected depth | expected error | error probability | \
             error magnitude | fatal",
    );
    let mut expected = Vec::new();
    for (depth, at) in view.side.strata() {
        let (Some(error), Some(after)) = (at.random_error(), at.depth_after()) else { continue };
        expected.push((depth.0, after.mean() + 1.0));
        grid.row([
            depth.to_string(),
            figure(after.mean() + 1.0),
            figure(error.good.expected),
            figure(error.good.probability),
            figure(error.good.magnitude().unwrap_or(0.0)),
            figure(error.fatal),
        ]);
    }
    let change = |from: u16, to: u16| {
        let of = |depth: u16| expected.iter().find(|at| at.0 == depth).map_or(0.0, |at| at.1);
        (of(to) - of(from)) / f64::from(to - from)
    };
    let errors = view.side.random_player();
    let stuck = equilibria(errors.iter().map(|(depth, error)| (*depth, error.good.expected)));
    let mut stuck = stuck.iter().filter(|place| place.stable).map(|place| place.depth);
    Ok(Report {
        claim: "The random player cannot win KQKR, even if he is kept from throwing the win away.".to_owned(),
        grid,
        comparisons: vec![
            Comparison::unprinted("expected depth gained for a depth, 3 to 12", change(3, 12)),
            Comparison::unprinted("expected depth gained for a depth, 12 to 30", change(12, 30)),
            Comparison::unprinted(
                "stable equilibrium of the random player",
                stuck.next_back().unwrap_or(0.0),
            ),
        ],
        plot: Some(view.mean_depth_after().into()),
        notes: vec![
            CONVENTION.to_owned(),
            "Expected depths are his, with Black to move; the plot counts White's moves. He says that the expected depth is about \
             constant below depth 12: it grows by the first figure for each depth there, by the second above. At the \
             equilibrium the error is one move a move; below it every move loses ground on average."
                .to_owned(),
        ],
    })
}
