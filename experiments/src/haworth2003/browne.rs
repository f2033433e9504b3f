//! Figures 8 and 9: how competent Browne seemed, and how far he got, move by move in both games.

use endgame::rules::Color;
use player::DepthOffset;
use plot::{Plot, Series};
use study::assess::MoveAssessment;

use crate::games::{browne_belle, by, uniform};
use crate::{ExperimentError, Lab, Report};

/// White's moves of a game, judged on the grid 0(1)50 from a uniform prior.
fn browne(
    lab: &Lab<'_>,
    game: usize,
    kappa: DepthOffset,
) -> Result<Vec<MoveAssessment>, ExperimentError> {
    let assessment = lab.assess(&browne_belle()?[game], kappa, uniform())?;
    Ok(by(Color::White, &assessment).into_iter().cloned().collect())
}

pub(super) fn figure8(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Browne seemed nearly infallible for fourteen moves of either game, then a few slips brought him down \
         to much the same level in both.",
        "game | move | played | kappa | apparent c | sd",
    );
    let mut series = Vec::new();
    let mut seen: Vec<Vec<f64>> = Vec::new();
    let mut ends = Vec::new();
    for kappa in [DepthOffset::VANISHING, DepthOffset::ONE] {
        for game in [1, 2] {
            let moves = browne(lab, game - 1, kappa)?;
            let mut points = vec![(0.0, uniform().mean())];
            for judged in &moves {
                let (mean, sd) = judged.competence;
                let san = judged.san();
                report.grid.figures(&[&game, &judged.number, &san, &kappa], [mean, sd]);
                points.push((f64::from(judged.number), mean));
            }
            let means: Vec<f64> = moves.iter().map(|judged| judged.competence.0).collect();
            let end = means.last().copied().unwrap_or(f64::NAN);
            ends.push((format!("end of game {game}, kappa {kappa}"), end));
            if kappa == DepthOffset::VANISHING {
                series.push(Series { name: format!("game {game}"), points });
                seen.push(means);
            }
        }
    }
    for (game, means) in [(1, &seen[0]), (2, &seen[1])] {
        let nine_decimals = (means[0] * 1e9).round() / 1e9;
        report.compare(format!("after move 1 of game {game}"), nine_decimals);
    }
    let low = seen.iter().flatten().filter(|&&c| c <= 17.0).count();
    report.compare("moves after which c is 17 or less", low as f64);
    let lower = (35..=39).filter(|m| seen[1][m - 1] < seen[0][m - 1]).count();
    report.compare("moves 35 to 39 with c lower in game 2", lower as f64);
    for (game, means) in [(1, &seen[0]), (2, &seen[1])] {
        let least = means.iter().copied().fold(f64::INFINITY, f64::min);
        report.compare(format!("least c in game {game}"), least);
        report.compare(format!("after move 14 of game {game}"), means[13]);
    }
    for (words, end) in ends {
        report.compare(words, end);
    }
    report.draw(Plot::new(
        "Browne's apparent competence, move by move",
        "KQKR, DTC, kappa 0+, grid 0(1)50, uniform prior, wins never conceded",
        ["move", "apparent competence c"],
        series,
    ));
    report.note(&[
        "The printed figure has no numbers; the claims compared are those of the text of section 8. Plain means and \
         standard deviations of the posterior.",
        "The section has kappa 0+; the grid lists kappa 1 too, which makes Browne about one unit stronger.",
    ]);
    Ok(())
}

pub(super) fn figure9(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Two fights from depth 31: the first stalls twice and is given up at depth 13, the second is won on \
         the fiftieth move.",
        "game | move | played | depth | conceded | conceded so far",
    );
    let mut series = Vec::new();
    for game in [1, 2] {
        let moves = browne(lab, game - 1, DepthOffset::VANISHING)?;
        let depth_of = |outcome: value::Outcome| outcome.depth().map_or(0, |depth| depth.0);
        let start = moves.first().map_or(0, |judged| depth_of(judged.before));
        let mut points = vec![(0.0, f64::from(start))];
        let mut total = 0;
        for judged in &moves {
            let (depth, conceded) = (depth_of(judged.after), judged.conceded().unwrap_or(0));
            total += conceded;
            let san = judged.san();
            report.grid.row(&[&game, &judged.number, &san, &depth, &conceded, &total]);
            points.push((f64::from(judged.number), f64::from(depth)));
        }
        report.compare(format!("depth at the start of game {game}"), points[0].1);
        if game == 1 {
            report.compare("depth after move 33 of game 1", points[33].1);
            report.compare("depth at the end of game 1", points[45].1);
        }
        report.compare(format!("depth conceded in game {game}"), f64::from(total));
        series.push(Series { name: format!("game {game}"), points });
    }
    report.draw(Plot::new(
        "Browne against BELLE: depth after each of White's moves",
        "KQKR, DTC, winner's moves; BELLE conceded nothing",
        ["move", "depth"],
        series,
    ));
    report.note(&["The depth after White's move m is 31 - m and what was conceded so far."]);
    Ok(())
}
