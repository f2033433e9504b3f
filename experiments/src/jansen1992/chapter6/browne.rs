//! Figures 6.1 and 6.2: Browne's two games as ways through the space of possible games.

use player::quality::{Errors, GameSpace, Trajectory};
use player::{Belief, CompetenceGrid, DepthOffset};
use plot::{Plot, Series};
use study::assess::quality::passages;

use super::super::PAPER;
use crate::games::browne_belle;
use crate::printed::printed;
use crate::report::figure;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

const ALLOWED: u16 = 50;

/// The figures of some moves beside those printed under this name.
fn rates(name: &str, words: &str, errors: &Errors) -> Result<Vec<Comparison>, ExperimentError> {
    let numbers = [
        ("moves", "moves", Some(errors.moves as f64)),
        ("mistakes", "mistakes", Some(errors.mistakes as f64)),
        ("total", "moves conceded", Some(errors.total as f64)),
        ("p", "p", errors.probability()),
        ("delta", "delta", errors.magnitude()),
        ("d", "d", errors.average()),
    ];
    let compared = numbers.into_iter().map(|(key, said, ours)| {
        beside(&format!("{name}_{key}"), format!("{words}: {said}"), ours.unwrap_or(f64::NAN))
    });
    compared.collect()
}

fn beside(name: &str, words: String, ours: f64) -> Result<Comparison, ExperimentError> {
    Ok(Comparison::new(words, ours, printed(PAPER, "figure6.2", name)?))
}

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new("game | moves made | depth | conceded | conceded so far");
    let mut series = Vec::new();
    let mut comparisons = Vec::new();
    for (number, game) in browne_belle()?.iter().enumerate().map(|(at, game)| (at + 1, game)) {
        let prior = Belief::uniform(CompetenceGrid::default());
        let assessment = lab.assess(game, DepthOffset::ONE, prior)?;
        let passage = passages(&assessment).into_iter().next();
        let trajectory = passage.map(|passage| passage.trajectory).unwrap_or_default();
        let mut total = 0;
        let mut points = vec![(0.0, f64::from(trajectory.start))];
        for (at, step) in trajectory.moves.iter().enumerate() {
            total += step.conceded;
            let cells = [number, at + 1, step.depth.into(), step.conceded.into(), total.into()];
            grid.row(cells);
            points.push(((at + 1) as f64, f64::from(step.depth)));
        }
        series.push(Series { name: format!("game {number}"), points });
        let words = format!("game {number}");
        comparisons.extend(rates(&format!("game{number}"), &words, &trajectory.winner())?);
        if number == 1 {
            comparisons.extend(first_game(&trajectory)?);
        }
    }
    let space = GameSpace { moves_allowed: ALLOWED, deepest: 31 };
    Ok(Report {
        claim: "Both games run much alike until move 31; the first leaves the space of games that can be won in fifty \
                moves with move 33, the second is won with the last move allowed."
            .to_owned(),
        grid,
        comparisons,
        plot: Some(
            Plot {
                title: "Browne against BELLE in the space of possible games".to_owned(),
                note: "KQKR, DTC; dashed: where a game can still be won in 50 moves (figure 6.1)".to_owned(),
                across: "winner's moves".to_owned(),
                up: "depth, winner to move".to_owned(),
                series,
                guides: vec![Series { name: "game space".to_owned(), points: space.outline(31) }],
                ..Plot::default()
            }
            .into(),
        ),
        notes: vec![
            format!(
                "The printed figures of game 1 are those of its first 40 moves, divided by all 45: with 14 mistakes and 27 moves \
                 conceded p is {}, and best play from the final position would have won in 58 moves, not 54.",
                figure(14.0 / 45.0)
            ),
            "A game is within the space as long as i + D_i is at most 50; the move that leaves it is counted.".to_owned(),
        ],
    })
}

/// What is printed of the game that was given up.
fn first_game(trajectory: &Trajectory) -> Result<Vec<Comparison>, ExperimentError> {
    let within = trajectory.within(ALLOWED).winner();
    let mut comparisons = rates("within", "game 1 within the game space", &within)?;
    let first = Trajectory { moves: trajectory.moves[..40].to_vec(), ..trajectory.clone() };
    let first = first.winner();
    let could = trajectory.moves.len() as f64 + f64::from(trajectory.end());
    for (name, words, ours) in [
        ("game1_mistakes", "game 1, first 40 moves: mistakes", first.mistakes as f64),
        ("game1_total", "game 1, first 40 moves: moves conceded", first.total as f64),
        ("game1_won_in", "game 1: won in so many with best play from the end", could),
    ] {
        comparisons.push(beside(name, words.to_owned(), ours)?);
    }
    Ok(comparisons)
}
