//! Figures 5.1 and 6.12: how many positions there are, and where the Black king stands in them.

use endgame::rules::Color;
use value::Depth;

use super::moves::his;
use super::{CONVENTION, beside};
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

pub(super) fn figure5_1(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let views = Color::ALL.map(|turn| kqkr.view(turn));
    let mut grid = Grid::new("turn | depth | moves | positions");
    for view in &views {
        for (depth, at) in view.side.strata() {
            let turn = if view.is_loser() { "black" } else { "white" };
            let row = [his(view, depth).to_string(), depth.to_string(), at.positions().to_string()];
            grid.row([turn.to_owned()].into_iter().chain(row));
        }
    }
    let here = "figure5.1";
    let [white, black] = views.map(|view| (view, view.side.bottleneck()));
    let mut comparisons = Vec::new();
    if let (view, Some(found)) = white {
        let at = |depth| f64::from(his(&view, depth));
        comparisons.push(beside(here, "bottleneck from, White to move", at(found.region.0))?);
        comparisons.push(beside(here, "bottleneck to, White to move", at(found.region.1))?);
        comparisons.push(Comparison::unprinted("narrowest, White to move", at(found.narrowest)));
        comparisons.push(Comparison::unprinted("second maximum, White to move", at(found.deep)));
    }
    if let (view, Some(found)) = black {
        let at = |depth| f64::from(his(&view, depth));
        comparisons
            .push(Comparison::unprinted("bottleneck from, Black to move", at(found.region.0)));
        comparisons.push(Comparison::unprinted("bottleneck to, Black to move", at(found.region.1)));
        comparisons.push(Comparison::unprinted("narrowest, Black to move", at(found.narrowest)));
        comparisons.push(Comparison::unprinted("second maximum, Black to move", at(found.deep)));
    }
    Ok(Report {
        claim: "Few positions lie between the quick wins and the deep ones, and every deep win passes through them.".to_owned(),
        grid,
        comparisons,
        plot: study::survey_plots::positions(&views).map(Into::into),
        notes: vec![
            CONVENTION.to_owned(),
            "He reads the bottleneck off his plot, once as 7 to 15 and once as 7 to 12. Ours is every depth with at most a third \
             of the positions of the lower maximum. Classes with a symmetry of their own are counted here."
                .to_owned(),
        ],
    })
}

pub(super) fn figure6_12(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let view = kqkr.view(Color::White);
    let names: Vec<String> =
        endgame::survey::king_squares(false).iter().map(ToString::to_string).collect();
    let mut grid = Grid::new("turn | depth | positions");
    grid.columns.extend(names.iter().cloned());
    let mut shares = Vec::new();
    for view in Color::ALL.map(|turn| kqkr.view(turn)) {
        for (depth, at) in view.side.strata() {
            let turn = if view.is_loser() { "black" } else { "white" };
            let mut row =
                vec![turn.to_owned(), his(&view, depth).to_string(), at.positions().to_string()];
            for (square, share) in at.king_frequencies(Color::Black) {
                shares.push((view.turn, his(&view, depth), square.to_string(), share));
                row.push(figure(share));
            }
            grid.row(row);
        }
    }
    let on = |turn: Color, depth: u16, square: &str| {
        let found = shares.iter().find(|at| at.0 == turn && at.1 == depth && at.2 == square);
        found.map_or(0.0, |at| at.3)
    };
    let first = |depth: u16| {
        let at = |square: &&String| on(Color::White, depth, square);
        let most = names.iter().max_by(|a, b| at(a).total_cmp(&at(b)));
        most.and_then(|most| names.iter().position(|name| name == most)).unwrap_or(0)
    };
    let here = "figure6.12";
    let corner = names.iter().position(|name| name == "a1").unwrap_or(0);
    Ok(Report {
        claim: "The Black king is in the centre where the win is deep, on the edge and in the corner where it is near.".to_owned(),
        grid,
        comparisons: vec![
            beside(here, "percent on c3 at depth 30", on(Color::White, 30, "c3"))?,
            beside(here, "percent on d4 at depth 30", on(Color::White, 30, "d4"))?,
            Comparison::unprinted("percent on c3 at depth 30, Black to move", on(Color::Black, 30, "c3")),
            Comparison::unprinted("percent on d4 at depth 30, Black to move", on(Color::Black, 30, "d4")),
            beside(
                here,
                "depths 3 and 4 led by the corner",
                [3, 4].into_iter().filter(|&depth| first(depth) == corner).count() as f64,
            )?,
        ],
        plot: Some(view.king_lines(Color::Black, "Black's").into()),
        notes: vec![
            CONVENTION.to_owned(),
            "A relative frequency is that of one square: a square of the diagonal has 4 images on the board and the others 8, so it \
             counts double. Without that c3 would have 41 percent at depth 30 and d4 11."
                .to_owned(),
            format!("At depth 30 there are {} classes with White to move.", view.side.at(Depth(30)).map_or(0, |at| at.positions())),
        ],
    })
}
