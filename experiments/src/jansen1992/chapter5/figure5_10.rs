//! Figure 5.10: the depth with the queen on every square.

use endgame::chart::{Cell, Chart, ChartError};
use endgame::jansen::printed_depth;
use endgame::rules::{Color, Position, Square};
use plot::{Board, OnSquare};
use value::Outcome;

use super::{CONVENTION, PAPER};
use crate::printed::printed;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

/// The position, the queen anywhere.
const FEN: &str = "8/1Q6/5K2/r7/7k/8/8/8 b - - 0 1";

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let position = Position::from_fen(FEN)?;
    let which = "Q".parse().expect("a queen");
    let chart = Chart::of(&position, which, Color::Black, |at| {
        Ok::<_, ChartError>(kqkr.table.outcome(at).expect("the same men"))
    });
    let chart = chart.expect("the position has one queen");
    let mut grid = Grid::new("square | ours | printed");
    let mut same = 0;
    let mut squares = Vec::new();
    for (number, &cell) in chart.cells.iter().enumerate() {
        let square = Square::new(number as u32);
        let ours = match cell {
            Cell::Value(loss @ Outcome::Loss(_)) => printed_depth(loss).map_or(0, |depth| depth.0),
            _ => 0,
        };
        let theirs =
            printed(PAPER, "figure5.10", &square.to_string()).map_or(0, |p| p.printed as u16);
        same += usize::from(ours == theirs);
        let said = |depth: u16| if depth == 0 { "-".to_owned() } else { depth.to_string() };
        grid.row([square.to_string(), said(ours), said(theirs)]);
        squares.push(match cell {
            Cell::Man(man) => OnSquare::Man(man.char().to_string()),
            _ if ours > 0 => OnSquare::Value {
                text: ours.to_string(),
                shade: 0.1 + 0.8 * f64::from(ours) / 27.0,
            },
            Cell::Illegal => OnSquare::Word("illegal".to_owned()),
            Cell::Value(_) => OnSquare::Word("not won".to_owned()),
        });
    }
    Ok(Report {
        claim: "Depths are irregular: a square further and the win is ten moves longer.".to_owned(),
        grid,
        comparisons: vec![Comparison::new(
            "squares as printed, of 64",
            same as f64,
            printed(PAPER, "figure5.10", "squares")?,
        )],
        plot: Some(
            Board {
                title: "KQKR: the queen on every square".to_owned(),
                note: "Black to move, Jansen's depths".to_owned(),
                legend: "capital letters are White's men".to_owned(),
                squares,
            }
            .into(),
        ),
        notes: vec![CONVENTION.to_owned(), format!("The position is {FEN}.")],
    })
}
