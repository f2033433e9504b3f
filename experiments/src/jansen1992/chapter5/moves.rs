//! Figures 5.2 to 5.6 and 8.2: how many moves there are, and how many of them are any good.

use endgame::rules::Color;
use endgame::survey::{Histogram, Stratum};
use study::survey_plots::View;
use value::Depth;

use super::CONVENTION;
use crate::{ExperimentError, Grid, Lab, Report};

const RANGES: &str =
    "His ranges are read as their middle, give or take half; depths are averaged, not positions.";

/// His depth for the positions of a view that need so many moves.
pub(super) fn his(view: &View<'_>, depth: Depth) -> u16 {
    depth.0 + u16::from(view.is_loser())
}

/// The strata of these depths of his.
fn between<'a>(view: &View<'a>, from: u16, to: u16) -> impl Iterator<Item = &'a Stratum> {
    let plus = u16::from(view.is_loser());
    let strata =
        view.side.strata().filter(move |(depth, _)| (from..=to).contains(&(depth.0 + plus)));
    strata.map(|(_, at)| at)
}

/// The mean over these depths of a mean at each depth.
fn mean(view: &View<'_>, from: u16, to: u16, of: fn(&Stratum) -> &Histogram) -> f64 {
    let means: Vec<f64> = between(view, from, to).filter_map(|at| of(at).mean()).collect();
    means.iter().sum::<f64>() / means.len() as f64
}

/// Positions by number of moves, one row for each number.
fn distribution(grid: &mut Grid, all: &Stratum, third: &Histogram) {
    for n in 0..all.branching.len() {
        grid.row(&[&n, &all.branching.get(n), &third.get(n), &all.optimal.get(n)]);
    }
}

/// The most frequent number in a range.
fn peak(of: &Histogram, range: std::ops::Range<usize>) -> f64 {
    range.max_by_key(|&n| (of.get(n), std::cmp::Reverse(n))).unwrap_or(0) as f64
}

/// The means of each depth.
fn means(grid: &mut Grid, view: &View<'_>, third: fn(&Stratum) -> &Histogram) {
    for (depth, at) in view.side.strata() {
        let means = [&at.branching, third(at), &at.optimal].map(|of| of.mean().unwrap_or(0.0));
        grid.figures(&[&his(view, depth), &depth, &at.positions()], means);
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole as f64
}

pub(super) fn figure5_2(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "White has many moves, most of them good, and usually just one that is optimal.",
        "moves | branching factor | good moves | optimal",
    );
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let all = view.side.from(Depth(2));
    distribution(&mut report.grid, &all, &all.good);
    report.compare("peak of the branching factor", peak(&all.branching, 12..40));
    report.compare("lower peak, White in check", peak(&all.branching, 0..12));
    report.compare("peak of the good moves", peak(&all.good, 8..40));
    report.compare("peak of the optimal moves", peak(&all.optimal, 0..40));
    let single = percent(all.optimal.get(1), all.positions());
    report.compare("percent with a single optimal move", single);
    report.draw(view.move_counts(Depth(2)));
    report.note(&[CONVENTION, "Positions won in one move are left out."]);
    Ok(())
}

pub(super) fn figure5_3(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "White's moves do not depend on the depth: about one is optimal, and some seven throw the win away.",
        "depth | moves | positions | branching factor | good moves | optimal moves",
    );
    let kqkr = lab.kqkr()?;
    let view = &kqkr.view(Color::White);
    means(&mut report.grid, view, |at| &at.good);
    let moves = mean(view, 8, 29, |at| &at.branching);
    let good = mean(view, 8, 29, |at| &at.good);
    report.compare("branching factor, depths 8 to 29", moves);
    report.compare("good moves, depths 8 to 29", good);
    report.compare("moves that throw the win away", moves - good);
    report.compare("optimal moves, depths 7 to 14", mean(view, 7, 14, |at| &at.optimal));
    let from = view.side.from(Depth(2));
    let [moves, good] = [&from.branching, &from.good].map(|of| of.mean().unwrap_or(0.0));
    report.compare("good moves, all positions from depth 2", good);
    report.compare("moves that throw the win away, all positions", moves - good);
    report.compare("optimal moves, depths 15 to 24", mean(view, 15, 24, |at| &at.optimal));
    report.compare("optimal moves, depths 25 to 30", mean(view, 25, 30, |at| &at.optimal));
    report.draw(view.mean_moves());
    report.note(&[
        CONVENTION,
        &format!(
            "{RANGES} At these depths we find fewer good moves and fewer fatal ones than he says; near the win, where most \
             positions are, it is as he says."
        ),
    ]);
    Ok(())
}

pub(super) fn figure5_4(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "At every depth White has either few moves, in check, or many; near the win he is hardly ever in check.",
        "depth | branching factor | positions",
    );
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    for (depth, at) in view.side.strata() {
        for (moves, n) in at.branching.iter() {
            report.grid.row(&[&depth, &moves, &n]);
        }
    }
    for (words, from, to) in [("2 to 6", 2, 6), ("7 to 29", 7, 29), ("30 and 31", 30, 31)] {
        let few = |at: &Stratum| (0..9).map(|n| at.branching.get(n)).sum::<u64>();
        let low = between(&view, from, to).map(few).sum();
        let all = between(&view, from, to).map(Stratum::positions).sum();
        report.compare(format!("percent with 8 moves or fewer, depths {words}"), percent(low, all));
    }
    report.draw(view.joint());
    report.note(&[
        CONVENTION,
        "His plot shows counts; ours shows shares of each depth, since depth 1 would drown the rest.",
    ]);
    Ok(())
}

pub(super) fn figure5_5(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Black usually has one optimal move and a handful of long lines.",
        "moves | branching factor | long lines | optimal",
    );
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::Black);
    let all = view.side.from(Depth(1));
    distribution(&mut report.grid, &all, &all.long);
    report.compare("peak of the branching factor", peak(&all.branching, 10..40));
    report.compare("lower peak, Black in check", peak(&all.branching, 0..10));
    report.compare("peak of the long lines", peak(&all.long, 1..40));
    report.compare("peak of the optimal moves", peak(&all.optimal, 0..40));
    report.draw(view.move_counts(Depth(1)));
    report.note(&[
        CONVENTION,
        "A line is long if White then needs at least 4 moves in his count. Mates are left out.",
    ]);
    Ok(())
}

pub(super) fn figure5_6(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The deeper the position, the more Black has to choose from.",
        "depth | moves | positions | branching factor | long lines | optimal moves",
    );
    let kqkr = lab.kqkr()?;
    let view = &kqkr.view(Color::Black);
    means(&mut report.grid, view, |at| &at.long);
    let ratio = mean(view, 5, 5, |at| &at.long) / mean(view, 5, 5, |at| &at.optimal);
    report.compare("long lines to optimal moves at depth 5", ratio);
    report.compare("branching factor, depths 11 to 31", mean(view, 11, 31, |at| &at.branching));
    report.compare("optimal moves, depths 7 to 12", mean(view, 7, 12, |at| &at.optimal));
    report.compare("optimal moves, depths 25 to 30", mean(view, 25, 30, |at| &at.optimal));
    report.compare("long lines, depths 15 to 20", mean(view, 15, 20, |at| &at.long));
    report.draw(view.mean_moves());
    report.note(&[CONVENTION, RANGES]);
    Ok(())
}

pub(super) fn figure8_2(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "A player who risks three moves doubles his choice where it matters.",
        "depth | moves | risk 0 | 1 | 2 | 3 | 4 | 5 | all",
    );
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::Black);
    let within = |at: &Stratum, risk: u16| {
        (0..=risk).map(|risked| at.long_by_risk.get(risked.into())).sum::<u64>() as f64
            / at.positions() as f64
    };
    for (depth, at) in view.side.strata() {
        let all = at.long.mean().unwrap_or(0.0);
        let options = (0..=5).map(|risk| within(at, risk)).chain([all]);
        report.grid.figures(&[&his(&view, depth), &depth], options);
    }
    for risk in [3, 1] {
        for (words, from, to) in [("depths 12 to 17", 12, 17), ("deeper", 18, 31)] {
            // Moves that concede something, for each optimal one.
            let (mut more, mut optimal) = (0.0, 0.0);
            for at in between(&view, from, to) {
                more += within(at, risk) - within(at, 0);
                optimal += within(at, 0);
            }
            report.compare(format!("risk {risk}, {words}"), more / optimal);
        }
    }
    report.draw(view.options_within(&[0, 1, 2, 3]));
    report.note(&[
        CONVENTION,
        "Compared are the long lines that concede something but no more than the risk, for each optimal one. He says \
         'about' of numbers read off a plot; the spread is a fifth.",
    ]);
    Ok(())
}
