//! Table 5.1: how many positions of KQKR need how many moves.

use endgame::rules::Color;

use super::{CONVENTION, PAPER, beside};
use crate::printed::printed;
use crate::{Comparison, ExperimentError, Grid, Lab, Report};

const HERE: &str = "table5.1";
/// Placements of four men on different squares that no symmetry leaves alone, classes of images.
const APART: u64 = 1_905_708;

pub(super) fn run(lab: &Lab<'_>) -> Result<Report, ExperimentError> {
    let kqkr = lab.kqkr()?;
    let [white, black] = Color::ALL.map(|turn| kqkr.lopsided(turn));
    let mut grid = Grid::new("depth | Black to move | printed | White to move | printed");
    let mut same = 0;
    for depth in 2..=32usize {
        let ours = [black.won[depth - 1], white.won[depth]];
        let theirs = ["btm", "wtm"].map(|side| printed(PAPER, HERE, &format!("{side}_{depth}")));
        let [black_printed, white_printed] = theirs;
        let theirs = [black_printed?.printed as u64, white_printed?.printed as u64];
        same += ours.iter().zip(&theirs).filter(|(ours, theirs)| ours == theirs).count();
        let row = [depth as u64, ours[0], theirs[0], ours[1], theirs[1]];
        grid.row(row);
    }
    let sum = |of: &[u64], from: usize| of[from..].iter().sum::<u64>() as f64;
    let deepest = white.won.iter().rposition(|&n| n > 0).unwrap_or(0);
    let interesting = sum(&white.won, 3);
    let lost = sum(&black.won, 1);
    let wins = sum(&white.won, 0) / (sum(&white.won, 0) + white.other as f64);
    // White to move his legal positions are all but those with two men on one square, and 3,234 of
    // those; Black to move all with the men apart.
    let (legal_white, legal_black) = (APART as f64 + 3234.0, APART as f64);
    let comparisons = vec![
        Comparison::new("rows from depth 2 as printed", same as f64, printed(PAPER, HERE, "rows")?),
        beside(HERE, "longest forced win", deepest as f64)?,
        beside(HERE, "percent of legal White to move won", 100.0 * wins)?,
        beside(HERE, "interesting wins", interesting)?,
        beside(HERE, "percent interesting", 100.0 * interesting / legal_white)?,
        beside(HERE, "lost with Black to move", lost)?,
        beside(HERE, "percent lost with Black to move", 100.0 * lost / legal_black)?,
        beside(HERE, "percent lost from depth 3", 100.0 * sum(&black.won, 2) / legal_black)?,
        beside(HERE, "draws with White to move", white.other as f64)?,
        beside(HERE, "potentially difficult, Black to move", sum(&black.won, 5))?,
        beside(HERE, "potentially difficult, White to move", sum(&white.won, 6))?,
    ];
    Ok(Report {
        claim: "Nearly all of KQKR is won for the queen, most of it at once, and the rest is deep.".to_owned(),
        grid,
        comparisons,
        plot: None,
        notes: vec![
            CONVENTION.to_owned(),
            "He counts a class of positions only if no symmetry of the board leaves it alone. His row 1 and the row of illegal \
             positions hold placements with two men on one square or a king left to be taken; they are met to the last \
             unit too, by the plain code of `crates/endgame/tests/jansen.rs`."
                .to_owned(),
            "Two of his sentences do not fit his table: the 482,246 interesting wins are those from depth 3, not 2; and 882,595 is \
             all that Black loses (46.3 percent), not what is left without depth 2, which is 839,027 (44.0 percent)."
                .to_owned(),
        ],
    })
}
