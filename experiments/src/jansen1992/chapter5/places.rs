//! Figures 5.1 and 6.12: how many positions there are, and where the Black king stands in them.

use endgame::rules::Color;
use value::Depth;

use super::CONVENTION;
use super::moves::his;
use crate::{ExperimentError, Lab, Report};

pub(super) fn figure5_1(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Few positions lie between the quick wins and the deep ones, and every deep win passes through them.",
        "turn | depth | moves | positions",
    );
    let kqkr = lab.kqkr()?;
    let views = Color::ALL.map(|turn| kqkr.view(turn));
    for view in &views {
        for (depth, at) in view.side.strata() {
            let turn = view.turn.fold_wb("white", "black");
            report.grid.row(&[&turn, &his(view, depth), &depth, &at.positions()]);
        }
    }
    for (view, side) in views.iter().zip(["White", "Black"]) {
        let Some(found) = view.side.bottleneck() else { continue };
        for (what, depth) in [
            ("bottleneck from", found.region.0),
            ("bottleneck to", found.region.1),
            ("narrowest", found.narrowest),
            ("second maximum", found.deep),
        ] {
            report.compare(format!("{what}, {side} to move"), f64::from(his(view, depth)));
        }
    }
    report.plot = study::survey_plots::positions(&views).map(Into::into);
    report.note(&[
        CONVENTION,
        "He reads the bottleneck off his plot, once as 7 to 15 and once as 7 to 12. Ours is every depth with at most a third \
         of the positions of the lower maximum. Classes with a symmetry of their own are counted here.",
    ]);
    Ok(())
}

pub(super) fn figure6_12(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "The Black king is in the centre where the win is deep, on the edge and in the corner where it is near.",
        "turn | depth | positions",
    );
    let kqkr = lab.kqkr()?;
    let names: Vec<String> =
        endgame::survey::king_squares(false).iter().map(ToString::to_string).collect();
    report.grid.columns.extend(names.iter().cloned());
    let mut shares = Vec::new();
    for view in Color::ALL.map(|turn| kqkr.view(turn)) {
        for (depth, at) in view.side.strata() {
            let (turn, depth) = (view.turn, his(&view, depth));
            let places = at.king_frequencies(Color::Black);
            let name = turn.fold_wb("white", "black");
            let figures = places.iter().map(|(_, share)| *share);
            report.grid.figures(&[&name, &depth, &at.positions()], figures);
            shares.extend(places.iter().map(|(at, share)| (turn, depth, at.to_string(), *share)));
        }
    }
    let on = |turn: Color, depth: u16, square: &str| {
        let found = shares.iter().find(|at| at.0 == turn && at.1 == depth && at.2 == square);
        found.map_or(0.0, |at| at.3)
    };
    let leads = |depth: u16| {
        let at = |square: &&String| on(Color::White, depth, square);
        names.iter().max_by(|a, b| at(a).total_cmp(&at(b))).is_some_and(|most| most == "a1")
    };
    for (words, turn) in [("", Color::White), (", Black to move", Color::Black)] {
        report.compare(format!("percent on c3 at depth 30{words}"), on(turn, 30, "c3"));
        report.compare(format!("percent on d4 at depth 30{words}"), on(turn, 30, "d4"));
    }
    let corner = [3, 4].into_iter().filter(|&depth| leads(depth)).count();
    report.compare("depths 3 and 4 led by the corner", corner as f64);
    let view = kqkr.view(Color::White);
    report.draw(view.king_lines(Color::Black, "Black's"));
    let classes = view.side.at(Depth(30)).map_or(0, |at| at.positions());
    report.note(&[
        CONVENTION,
        "A relative frequency is that of one square: a square of the diagonal has 4 images on the board and the others 8, so it \
         counts double. Without that c3 would have 41 percent at depth 30 and d4 11.",
        &format!("At depth 30 there are {classes} classes with White to move."),
    ]);
    Ok(())
}
