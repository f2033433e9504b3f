//! Figure 5.10: the depth with the queen on every square.

use endgame::chart::{Chart, ChartError, SquareContent};
use endgame::jansen::printed_depth;
use endgame::rules::{Color, Position, Square};
use plot::{Board, OnSquare};
use value::Outcome;

use super::CONVENTION;
use crate::{ExperimentError, Lab, Report};

/// The position, the queen anywhere.
const FEN: &str = "8/1Q6/5K2/r7/7k/8/8/8 b - - 0 1";

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Depths are irregular: a square further and the win is ten moves longer.",
        "square | ours | printed",
    );
    let kqkr = lab.kqkr()?;
    let position = Position::from_fen(FEN)?;
    let which = "Q".parse().expect("a queen");
    let chart = Chart::of(&position, which, Color::Black, |at| {
        Ok::<_, ChartError>(kqkr.table.outcome(at).expect("the same men"))
    });
    let chart = chart.expect("the position has one queen");
    let mut same = 0;
    let mut squares = Vec::new();
    for (number, &cell) in chart.cells.iter().enumerate() {
        let square = Square::new(number as u32).to_string();
        let ours = match cell {
            SquareContent::Value(loss @ Outcome::Loss(_)) => {
                printed_depth(loss).map_or(0, |depth| depth.0)
            }
            _ => 0,
        };
        let theirs = report.printed.get(&square).map_or(0, |value| value.printed as u16);
        same += usize::from(ours == theirs);
        let said = |depth: u16| if depth == 0 { "-".to_owned() } else { depth.to_string() };
        report.grid.row(&[&square, &said(ours), &said(theirs)]);
        squares.push(match cell {
            SquareContent::Man(man) => OnSquare::Man(man.char().to_string()),
            _ if ours > 0 => OnSquare::Value {
                text: ours.to_string(),
                shade: 0.1 + 0.8 * f64::from(ours) / 27.0,
            },
            SquareContent::Illegal => OnSquare::Word("illegal".to_owned()),
            SquareContent::Value(_) => OnSquare::Word("not won".to_owned()),
        });
    }
    report.compare("squares as printed, of 64", same as f64);
    report.draw(Board {
        title: "KQKR: the queen on every square".to_owned(),
        note: "Black to move, Jansen's depths".to_owned(),
        legend: "capital letters are White's men".to_owned(),
        squares,
    });
    report.note(&[CONVENTION, &format!("The position is {FEN}.")]);
    Ok(())
}
