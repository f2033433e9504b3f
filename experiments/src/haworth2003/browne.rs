//! Figures 8 and 9: how competent Browne seemed, and how far he got, move by move in both games.

use endgame::rules::Color;
use player::{Belief, CompetenceGrid, DepthOffset};
use plot::{Plot, Series};
use study::assess::MoveAssessment;

use super::PAPER;
use crate::games::{browne_belle, by};
use crate::printed::printed;
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

/// White's moves of a game, judged on the grid 0(1)50 from a uniform prior.
fn browne(
    lab: &Lab<'_>,
    game: usize,
    kappa: DepthOffset,
) -> Result<Vec<MoveAssessment>, ExperimentError> {
    let prior = Belief::uniform(CompetenceGrid::default());
    let assessment = lab.assess(&browne_belle()?[game], kappa, prior)?;
    Ok(by(Color::White, &assessment).into_iter().cloned().collect())
}

pub(super) fn figure8(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new("game | move | played | kappa | apparent c | sd");
    let mut series = Vec::new();
    let mut seen: Vec<Vec<f64>> = Vec::new();
    let mut comparisons = Vec::new();
    for kappa in [DepthOffset::VANISHING, DepthOffset::ONE] {
        for game in [1, 2] {
            let moves = browne(lab, game - 1, kappa)?;
            let mut points = vec![(0.0, Belief::uniform(CompetenceGrid::default()).mean())];
            for judged in &moves {
                let (mean, sd) = judged.competence;
                let head = [game.to_string(), judged.number.to_string(), judged.san()];
                grid.row(head.into_iter().chain([kappa.to_string(), figure(mean), figure(sd)]));
                points.push((f64::from(judged.number), mean));
            }
            let means: Vec<f64> = moves.iter().map(|judged| judged.competence.0).collect();
            let end = means.last().copied().unwrap_or(f64::NAN);
            comparisons
                .push(Comparison::unprinted(format!("end of game {game}, kappa {kappa}"), end));
            if kappa == DepthOffset::VANISHING {
                series.push(Series { name: format!("game {game}"), points });
                seen.push(means);
            }
        }
    }
    let mut claims = Vec::new();
    let mut claim = |name: &str, words: &str, ours: f64| {
        claims.push(Comparison::new(words, ours, printed(PAPER, "figure8", name)?));
        Ok::<_, ExperimentError>(())
    };
    for (name, game, means) in [("after_move_1", 1, &seen[0]), ("after_move_1", 2, &seen[1])] {
        let nine_decimals = (means[0] * 1e9).round() / 1e9;
        claim(name, &format!("after move 1 of game {game}"), nine_decimals)?;
    }
    let low = seen.iter().flatten().filter(|&&c| c <= 17.0).count();
    claim("moves_at_17_or_less", "moves after which c is 17 or less", low as f64)?;
    let lower = (35..=39).filter(|m| seen[1][m - 1] < seen[0][m - 1]).count();
    claim("lower_in_game2", "moves 35 to 39 with c lower in game 2", lower as f64)?;
    let least = |means: &[f64]| means.iter().copied().fold(f64::INFINITY, f64::min);
    for (game, means) in [(1, &seen[0]), (2, &seen[1])] {
        claims.push(Comparison::unprinted(format!("least c in game {game}"), least(means)));
        claims.push(Comparison::unprinted(format!("after move 14 of game {game}"), means[13]));
    }
    claims.extend(comparisons);
    Ok(Report {
        claim: "Browne seemed nearly infallible for fourteen moves of either game, then a few slips brought him down \
                to much the same level in both."
            .to_owned(),
        grid,
        comparisons: claims,
        plot: Some(Plot {
            title: "Browne's apparent competence, move by move".to_owned(),
            note: "KQKR, DTC, kappa 0+, grid 0(1)50, uniform prior, wins never conceded".to_owned(),
            across: "move".to_owned(),
            up: "apparent competence c".to_owned(),
            series,
            ..Plot::default()
        }.into()),
        notes: vec![
            "The printed figure has no numbers; the claims compared are those of the text of section 8. Plain means and \
             standard deviations of the posterior."
                .to_owned(),
            "The section has kappa 0+; the grid lists kappa 1 too, which makes Browne about one unit stronger."
                .to_owned(),
        ],
    })
}

pub(super) fn figure9(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new("game | move | played | depth | conceded | conceded so far");
    let mut comparisons = Vec::new();
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
            let head = [game.to_string(), judged.number.to_string(), judged.san()];
            grid.row(head.into_iter().chain([depth, conceded, total].map(|n| n.to_string())));
            points.push((f64::from(judged.number), f64::from(depth)));
        }
        let mut compare = |name: String, words: String, ours: f64| {
            comparisons.push(Comparison::new(words, ours, printed(PAPER, "figure9", &name)?));
            Ok::<_, ExperimentError>(())
        };
        compare(
            format!("start_game{game}"),
            format!("depth at the start of game {game}"),
            points[0].1,
        )?;
        if game == 1 {
            compare("after_33_game1".into(), "depth after move 33 of game 1".into(), points[33].1)?;
            compare("end_game1".into(), "depth at the end of game 1".into(), points[45].1)?;
        }
        let words = format!("depth conceded in game {game}");
        compare(format!("conceded_game{game}"), words, f64::from(total))?;
        series.push(Series { name: format!("game {game}"), points });
    }
    Ok(Report {
        claim: "Two fights from depth 31: the first stalls twice and is given up at depth 13, the second is won on \
                the fiftieth move."
            .to_owned(),
        grid,
        comparisons,
        plot: Some(Plot {
            title: "Browne against BELLE: depth after each of White's moves".to_owned(),
            note: "KQKR, DTC, winner's moves; BELLE conceded nothing".to_owned(),
            across: "move".to_owned(),
            up: "depth".to_owned(),
            series,
            ..Plot::default()
        }.into()),
        notes: vec![
            "The depth after White's move m is 31 - m and what was conceded so far.".to_owned(),
        ],
    })
}
