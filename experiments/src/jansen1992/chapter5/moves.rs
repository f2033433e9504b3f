//! Figures 5.2 to 5.6 and 8.2: how many moves there are, and how many of them are any good.

use endgame::rules::Color;
use endgame::survey::{Histogram, Stratum};
use study::survey_plots::View;
use value::Depth;

use super::{CONVENTION, beside};
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

/// His depth for the positions of a view that need so many moves.
pub(super) fn his(view: &View<'_>, depth: Depth) -> u16 {
    depth.0 + u16::from(view.is_loser())
}

/// Positions by number of moves, one row for each number.
fn distribution(all: &Stratum, third: &str, of: &Histogram) -> Grid {
    let mut grid = Grid::new(&format!("moves | branching factor | {third} | optimal"));
    for n in 0..all.branching.len() {
        grid.row([n as u64, all.branching.get(n), of.get(n), all.optimal.get(n)]);
    }
    grid
}

/// The most frequent number in a range.
fn peak(of: &Histogram, range: std::ops::Range<usize>) -> f64 {
    range.max_by_key(|&n| (of.get(n), std::cmp::Reverse(n))).unwrap_or(0) as f64
}

/// The means of each depth.
fn means(view: &View<'_>) -> Grid {
    let third = if view.is_loser() { "long lines" } else { "good moves" };
    let head = format!("depth | moves | positions | branching factor | {third} | optimal moves");
    let mut grid = Grid::new(&head);
    for (depth, at) in view.side.strata() {
        let of = if view.is_loser() { &at.long } else { &at.good };
        let mean = |of: &Histogram| figure(of.mean().unwrap_or(0.0));
        grid.row([
            his(view, depth).to_string(),
            depth.to_string(),
            at.positions().to_string(),
            mean(&at.branching),
            mean(of),
            mean(&at.optimal),
        ]);
    }
    grid
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole as f64
}

pub(super) fn figure5_2(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let all = view.side.from(Depth(2));
    let here = "figure5.2";
    Ok(Report {
        claim: "White has many moves, most of them good, and usually just one that is optimal."
            .to_owned(),
        grid: distribution(&all, "good moves", &all.good),
        comparisons: vec![
            beside(here, "peak of the branching factor", peak(&all.branching, 12..40))?,
            beside(here, "lower peak, White in check", peak(&all.branching, 0..12))?,
            beside(here, "peak of the good moves", peak(&all.good, 8..40))?,
            beside(here, "peak of the optimal moves", peak(&all.optimal, 0..40))?,
            Comparison::unprinted(
                "percent with a single optimal move",
                percent(all.optimal.get(1), all.positions()),
            ),
        ],
        plot: Some(view.move_counts(Depth(2)).into()),
        notes: vec![CONVENTION.to_owned(), "Positions won in one move are left out.".to_owned()],
    })
}

pub(super) fn figure5_3(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let here = "figure5.3";
    let between = |from: u16, to: u16, of: fn(&Stratum) -> &Histogram| {
        let strata = view.side.strata().filter(|(depth, _)| (from..=to).contains(&depth.0));
        let means: Vec<f64> = strata.filter_map(|(_, at)| of(at).mean()).collect();
        means.iter().sum::<f64>() / means.len() as f64
    };
    let from = view.side.from(Depth(2));
    let all = (from.branching.mean().unwrap_or(0.0), from.good.mean().unwrap_or(0.0));
    let (moves, good) = (between(8, 29, |at| &at.branching), between(8, 29, |at| &at.good));
    Ok(Report {
        claim: "White's moves do not depend on the depth: about one is optimal, and some seven throw the win away.".to_owned(),
        grid: means(&view),
        comparisons: vec![
            beside(here, "branching factor, depths 8 to 29", moves)?,
            beside(here, "good moves, depths 8 to 29", good)?,
            beside(here, "moves that throw the win away", moves - good)?,
            beside(here, "optimal moves, depths 7 to 14", between(7, 14, |at| &at.optimal))?,
            Comparison::unprinted("good moves, all positions from depth 2", all.1),
            Comparison::unprinted("moves that throw the win away, all positions", all.0 - all.1),
            Comparison::unprinted("optimal moves, depths 15 to 24", between(15, 24, |at| &at.optimal)),
            Comparison::unprinted("optimal moves, depths 25 to 30", between(25, 30, |at| &at.optimal)),
        ],
        plot: Some(view.mean_moves().into()),
        notes: vec![
            CONVENTION.to_owned(),
            "His ranges are read as their middle, give or take half; depths are averaged, not positions. At these depths we find \
             fewer good moves and fewer fatal ones than he says; near the win, where most positions are, it is as he says."
                .to_owned(),
        ],
    })
}

pub(super) fn figure5_4(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let mut grid = Grid::new("depth | branching factor | positions");
    for (depth, at) in view.side.strata() {
        for (moves, n) in at.branching.iter() {
            grid.row([u64::from(depth.0), moves as u64, n]);
        }
    }
    let few = |from: u16, to: u16| {
        let strata = || view.side.strata().filter(|(depth, _)| (from..=to).contains(&depth.0));
        let low: u64 =
            strata().map(|(_, at)| (0..9).map(|n| at.branching.get(n)).sum::<u64>()).sum();
        percent(low, strata().map(|(_, at)| at.positions()).sum())
    };
    Ok(Report {
        claim: "At every depth White has either few moves, in check, or many; near the win he is hardly ever in check.".to_owned(),
        grid,
        comparisons: vec![
            Comparison::unprinted("percent with 8 moves or fewer, depths 2 to 6", few(2, 6)),
            Comparison::unprinted("percent with 8 moves or fewer, depths 7 to 29", few(7, 29)),
            Comparison::unprinted("percent with 8 moves or fewer, depths 30 and 31", few(30, 31)),
        ],
        plot: Some(view.joint().into()),
        notes: vec![
            CONVENTION.to_owned(),
            "His plot shows counts; ours shows shares of each depth, since depth 1 would drown the rest.".to_owned(),
        ],
    })
}

pub(super) fn figure5_5(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::Black);
    let all = view.side.from(Depth(1));
    let here = "figure5.5";
    Ok(Report {
        claim: "Black usually has one optimal move and a handful of long lines.".to_owned(),
        grid: distribution(&all, "long lines", &all.long),
        comparisons: vec![
            beside(here, "peak of the branching factor", peak(&all.branching, 10..40))?,
            beside(here, "lower peak, Black in check", peak(&all.branching, 0..10))?,
            beside(here, "peak of the long lines", peak(&all.long, 1..40))?,
            beside(here, "peak of the optimal moves", peak(&all.optimal, 0..40))?,
        ],
        plot: Some(view.move_counts(Depth(1)).into()),
        notes: vec![
            CONVENTION.to_owned(),
            "A line is long if White then needs at least 4 moves in his count. Mates are left out."
                .to_owned(),
        ],
    })
}

pub(super) fn figure5_6(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::Black);
    let here = "figure5.6";
    let mean = |from: u16, to: u16, of: fn(&Stratum) -> &Histogram| {
        let strata =
            view.side.strata().filter(|(depth, _)| (from..=to).contains(&his(&view, *depth)));
        let means: Vec<f64> = strata.filter_map(|(_, at)| of(at).mean()).collect();
        means.iter().sum::<f64>() / means.len() as f64
    };
    let ratio = mean(5, 5, |at| &at.long) / mean(5, 5, |at| &at.optimal);
    Ok(Report {
        claim: "The deeper the position, the more Black has to choose from.".to_owned(),
        grid: means(&view),
        comparisons: vec![
            beside(here, "long lines to optimal moves at depth 5", ratio)?,
            beside(here, "branching factor, depths 11 to 31", mean(11, 31, |at| &at.branching))?,
            beside(here, "optimal moves, depths 7 to 12", mean(7, 12, |at| &at.optimal))?,
            beside(here, "optimal moves, depths 25 to 30", mean(25, 30, |at| &at.optimal))?,
            beside(here, "long lines, depths 15 to 20", mean(15, 20, |at| &at.long))?,
        ],
        plot: Some(view.mean_moves().into()),
        notes: vec![
            CONVENTION.to_owned(),
            "His ranges are read as their middle, give or take half; depths are averaged, not positions.".to_owned(),
        ],
    })
}

pub(super) fn figure8_2(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    const RISKS: [u16; 6] = [0, 1, 2, 3, 4, 5];
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::Black);
    let here = "figure8.2";
    let within = |at: &Stratum, risk: u16| {
        (0..=risk).map(|risked| at.long_by_risk.get(risked.into())).sum::<u64>() as f64
            / at.positions() as f64
    };
    let mut grid = Grid::new("depth | moves | risk 0 | 1 | 2 | 3 | 4 | 5 | all");
    for (depth, at) in view.side.strata() {
        let mut row = vec![his(&view, depth).to_string(), depth.to_string()];
        row.extend(RISKS.map(|risk| figure(within(at, risk))));
        row.push(figure(at.long.mean().unwrap_or(0.0)));
        grid.row(row);
    }
    // Moves that concede something, for each optimal one.
    let speculative = |from: u16, to: u16, risk: u16| {
        let strata =
            view.side.strata().filter(|(depth, _)| (from..=to).contains(&his(&view, *depth)));
        let (mut more, mut optimal) = (0.0, 0.0);
        for (_, at) in strata {
            more += within(at, risk) - within(at, 0);
            optimal += within(at, 0);
        }
        more / optimal
    };
    Ok(Report {
        claim: "A player who risks three moves doubles his choice where it matters.".to_owned(),
        grid,
        comparisons: vec![
            beside(here, "risk 3, depths 12 to 17", speculative(12, 17, 3))?,
            beside(here, "risk 3, deeper", speculative(18, 31, 3))?,
            beside(here, "risk 1, depths 12 to 17", speculative(12, 17, 1))?,
            beside(here, "risk 1, deeper", speculative(18, 31, 1))?,
        ],
        plot: Some(view.options_within(&[0, 1, 2, 3]).into()),
        notes: vec![
            CONVENTION.to_owned(),
            "Compared are the long lines that concede something but no more than the risk, for each optimal one. He says \
             'about' of numbers read off a plot; the spread is a fifth."
                .to_owned(),
        ],
    })
}
