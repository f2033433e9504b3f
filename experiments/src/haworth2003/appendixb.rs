//! Appendix B: every printed annotation of the two games, against the tables.

use endgame::rules::Color;
use player::DepthOffset;
use study::assess::MoveAssessment;

use crate::games::{browne_belle, uniform};
use crate::{ExperimentError, Lab, Report};

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Every move of the two games is annotated with what it conceded, or how little choice there was.",
        "game | move | played | depth | printed | ours | holds",
    );
    report.note(&[
        "Signs: ' only optimal move, \" only move that keeps the win, ° only legal move. +i/+j: i moves of depth conceded, \
         j in all. The circled choices are the business of haworth2003/section8.",
    ]);
    let mut held = 0;
    for (number, game) in (1..).zip(&browne_belle()?) {
        let assessment = lab.assess(game, DepthOffset::VANISHING, uniform())?;
        let (mut total, mut conceding, mut agreeing) = (0, 0, 0);
        for (judged, played) in assessment.moves.iter().zip(&game.moves) {
            total += judged.conceded().unwrap_or(0);
            let ours = annotation(judged, total);
            let said = played.comments.first().map_or(String::new(), |said| in_order(said));
            let holds = ours == said;
            held += u32::from(holds);
            if let Some(theirs) = concession(&said) {
                conceding += 1;
                agreeing += u32::from(concession(&ours) == Some(theirs));
            }
            let place = format!("{}{}", judged.number, judged.mover().fold_wb("w", "b"));
            let san = judged.san();
            if !holds {
                let [said, ours] =
                    [&said, &ours].map(|text| if text.is_empty() { "nothing" } else { text });
                report
                    .notes
                    .push(format!("Game {number}, {place}, {san}: printed {said}, is {ours}."));
            }
            let depth = judged.after.depth().map_or(0, |depth| depth.0);
            let holds = if holds { "yes" } else { "no" };
            report.grid.row(&[&number, &place, &san, &depth, &said, &ours, &holds]);
        }
        let words = format!("concessions of game {number} that are as printed");
        report.compare(words, f64::from(agreeing));
        report.compare(format!("concessions printed of game {number}"), f64::from(conceding));
    }
    report.compare("moves annotated as printed", f64::from(held));
    Ok(())
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
