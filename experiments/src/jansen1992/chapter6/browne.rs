//! Figures 6.1 and 6.2: Browne's two games as ways through the space of possible games.

use player::DepthOffset;
use player::quality::{Errors, GameSpace, Trajectory};
use plot::{Plot, Series};
use study::assess::quality::passages;

use crate::games::{browne_belle, uniform};
use crate::report::figure;
use crate::{ExperimentError, Lab, Report};

const ALLOWED: u16 = 50;

/// Compares the figures of some moves.
fn rates(report: &mut Report, words: &str, errors: &Errors) {
    for (what, ours) in [
        ("moves", Some(errors.moves as f64)),
        ("mistakes", Some(errors.mistakes as f64)),
        ("moves conceded", Some(errors.total as f64)),
        ("p", errors.probability()),
        ("delta", errors.magnitude()),
        ("d", errors.average()),
    ] {
        report.compare(format!("{words}: {what}"), ours.unwrap_or(f64::NAN));
    }
}

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Both games run much alike until move 31; the first leaves the space of games that can be won in fifty \
         moves with move 33, the second is won with the last move allowed.",
        "game | moves made | depth | conceded | conceded so far",
    );
    let mut series = Vec::new();
    for (number, game) in (1..).zip(&browne_belle()?) {
        let assessment = lab.assess(game, DepthOffset::ONE, uniform())?;
        let passage = passages(&assessment).into_iter().next();
        let trajectory = passage.map(|passage| passage.trajectory).unwrap_or_default();
        let mut total = 0;
        let mut points = vec![(0.0, f64::from(trajectory.start))];
        for (made, step) in (1u16..).zip(&trajectory.moves) {
            total += step.conceded;
            report.grid.row(&[&number, &made, &step.depth, &step.conceded, &total]);
            points.push((f64::from(made), f64::from(step.depth)));
        }
        series.push(Series { name: format!("game {number}"), points });
        rates(report, &format!("game {number}"), &trajectory.winner());
        if number == 1 {
            first_game(report, &trajectory);
        }
    }
    let space = GameSpace { moves_allowed: ALLOWED, deepest: 31 };
    let plot = Plot::new(
        "Browne against BELLE in the space of possible games",
        "KQKR, DTC; dashed: where a game can still be won in 50 moves (figure 6.1)",
        ["winner's moves", "depth, winner to move"],
        series,
    );
    let guides = vec![Series { name: "game space".to_owned(), points: space.outline(31) }];
    report.draw(Plot { guides, ..plot });
    report.note(&[
        &format!(
            "The printed figures of game 1 are those of its first 40 moves, divided by all 45: with 14 mistakes and 27 moves \
             conceded p is {}, and best play from the final position would have won in 58 moves, not 54.",
            figure(14.0 / 45.0)
        ),
        "A game is within the space as long as i + D_i is at most 50; the move that leaves it is counted.",
    ]);
    Ok(())
}

/// What is printed of the game that was given up.
fn first_game(report: &mut Report, trajectory: &Trajectory) {
    rates(report, "game 1 within the game space", &trajectory.within(ALLOWED).winner());
    let first = Trajectory { moves: trajectory.moves[..40].to_vec(), ..trajectory.clone() };
    let first = first.winner();
    report.compare("game 1, first 40 moves: mistakes", first.mistakes as f64);
    report.compare("game 1, first 40 moves: moves conceded", first.total as f64);
    let could = trajectory.moves.len() as f64 + f64::from(trajectory.end());
    report.compare("game 1: won in so many with best play from the end", could);
}
