//! Appendix B: every printed annotation of the two games, against the tables.

use endgame::rules::Color;
use player::{Belief, CompetenceGrid, DepthOffset};
use study::assess::MoveAssessment;

use super::PAPER;
use crate::games::browne_belle;
use crate::printed::{Printed, printed};
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let mut grid = Grid::new("game | move | played | depth | printed | ours | holds");
    let mut comparisons = Vec::new();
    let mut notes = vec![
        "Signs: ' only optimal move, \" only move that keeps the win, ° only legal move. +i/+j: i moves of depth conceded, \
         j in all. The circled choices are the business of haworth2003/section8."
            .to_owned(),
    ];
    let (mut held, mut all) = (0, 0);
    for (at, game) in browne_belle()?.iter().enumerate() {
        let prior = Belief::uniform(CompetenceGrid::default());
        let assessment = lab.assess(game, DepthOffset::VANISHING, prior)?;
        let (mut total, mut conceding, mut agreeing) = (0, 0, 0);
        for (judged, played) in assessment.moves.iter().zip(&game.moves) {
            total += judged.conceded().unwrap_or(0);
            let ours = annotation(judged, total);
            let said = played.comments.first().map_or(String::new(), |said| in_order(said));
            let holds = ours == said;
            held += usize::from(holds);
            all += 1;
            if let Some(theirs) = concession(&said) {
                conceding += 1;
                agreeing += u32::from(concession(&ours) == Some(theirs));
            }
            let place = format!("{}{}", judged.number, judged.mover().fold_wb("w", "b"));
            if !holds {
                let blank = |text: &str| if text.is_empty() { "nothing" } else { text }.to_owned();
                notes.push(format!(
                    "Game {}, {place}, {}: printed {}, is {}.",
                    at + 1,
                    judged.san(),
                    blank(&said),
                    blank(&ours)
                ));
            }
            grid.row([
                (at + 1).to_string(),
                place,
                judged.san(),
                judged.after.depth().map_or(0, |depth| depth.0).to_string(),
                said,
                ours,
                if holds { "yes" } else { "no" }.to_owned(),
            ]);
        }
        let name = format!("conceding_moves_game{}", at + 1);
        let theirs = printed(PAPER, "appendixb", &name)?;
        comparisons.push(Comparison::new(
            format!("concessions of game {} that are as printed", at + 1),
            f64::from(agreeing),
            theirs,
        ));
        comparisons.push(Comparison::unprinted(
            format!("concessions printed of game {}", at + 1),
            f64::from(conceding),
        ));
    }
    let theirs = Printed { printed: f64::from(all), spread: 0.0 };
    comparisons.push(Comparison::new("moves annotated as printed", held as f64, theirs));
    Ok(Report {
        claim: "Every move of the two games is annotated with what it conceded, or how little choice there was."
            .to_owned(),
        grid,
        comparisons,
        plot: None,
        notes,
    })
}

/// The two numbers of `+i/+j`.
fn concession(said: &str) -> Option<&str> {
    said.starts_with('+').then(|| said.split(';').next().unwrap_or(said))
}

/// What the tables say of a move, in the words of the game file.
fn annotation(judged: &MoveAssessment, total: u16) -> String {
    let mut names: Vec<String> =
        judged.optimal.iter().map(|&play| judged.position.san(play)).collect();
    names.sort();
    match judged.conceded() {
        None => "win conceded".to_owned(),
        Some(0) => match judged.sign() {
            Some(sign) => format!("sign {sign}"),
            None if judged.mover() == Color::Black => format!("options {}", names.join(" ")),
            None => String::new(),
        },
        Some(conceded) => {
            let only = if names.len() == 1 { "; only" } else { "" };
            format!("+{conceded}/+{total}; optimal {}{only}", names.join(" "))
        }
    }
}

/// A printed comment with its options in order and without the circled choice.
fn in_order(said: &str) -> String {
    let said = said.split("; model").next().unwrap_or(said);
    let Some(names) = said.strip_prefix("options ") else { return said.to_owned() };
    let mut names: Vec<&str> = names.split(' ').collect();
    names.sort_unstable();
    format!("options {}", names.join(" "))
}
