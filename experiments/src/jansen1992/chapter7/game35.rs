//! Game 35, the only one of which the thesis prints moves (section 7.3.3, footnote 6).

use endgame::rules::{Board, Color};
use value::ChoiceSource;

use crate::{ExperimentError, Lab, Report};

const START: &str = "8/K6r/8/8/1k6/8/8/3Q4 w - - 0 1";

const MOVES: &str =
    "Kb6 Rh6+ Kb7 Rh7+ Kc6 Rh6+ Kd5 Rb6 Qb1+ Ka5 Qa2+ Kb5 Qa3 Rb7 Qb3+ Ka6 Qa4+ Kb6 Kd6";

/// What each side concedes in the moves printed, the person's first move left out as in the table.
pub(super) fn compare(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    lab.load(&"KQKR".parse()?)?;
    let mut board = Board::from_fen(START)?;
    let (mut conceded, mut mistakes) = ([0u16; 2], [0u16; 2]);
    let mut depth = 0;
    for (ply, san) in MOVES.split(' ').enumerate() {
        let position = board.position().expect("a position of four men");
        let choices = lab.tables.choices(&position)?;
        let play = board.read_san(san).expect("a legal move as printed");
        let best = choices.best().expect("a move");
        let value = choices[choices.find(&play).expect("a legal move")].value;
        let given = value.conceded(best).expect("nobody gives the win away");
        if ply == 0 {
            depth = best.before_move().depth().map_or(0, |depth| depth.0);
        } else {
            let side = usize::from(position.turn() == Color::Black);
            conceded[side] += given;
            mistakes[side] += u16::from(given > 0);
        }
        board.play(play);
    }
    report.compare("game 35: depth of the start", f64::from(depth));
    for (side, name) in ["person", "program"].into_iter().enumerate() {
        report.compare(format!("game 35: mistakes of the {name}"), f64::from(mistakes[side]));
        report.compare(format!("game 35: conceded by the {name}"), f64::from(conceded[side]));
    }
    report.note(&[
        "Game 35 begins with wKa7 Qd1 bKb4 Rh7 in the footnote, and that cannot be right: the position is 17 deep, not 15, 5. Qd2, called a move faster \
         than 5. Qb1+ there, would be check, and both are optimal.",
    ]);
    Ok(())
}
