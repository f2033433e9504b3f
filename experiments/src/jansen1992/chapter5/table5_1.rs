//! Table 5.1: how many positions of KQKR need how many moves.

use endgame::rules::Color;

use super::CONVENTION;
use crate::{ExperimentError, Lab, Report};

/// Placements of four men on different squares that no symmetry leaves alone, classes of images.
const APART: u64 = 1_905_708;

pub(super) fn run(lab: &Lab<'_>, report: &mut Report) -> Result<(), ExperimentError> {
    report.begin(
        "Nearly all of KQKR is won for the queen, most of it at once, and the rest is deep.",
        "depth | Black to move | printed | White to move | printed",
    );
    let kqkr = lab.kqkr()?;
    let [white, black] = Color::ALL.map(|turn| kqkr.lopsided(turn));
    let mut same = 0;
    for depth in 2..=32usize {
        let ours = [black.won[depth - 1], white.won[depth]];
        let theirs = ["btm", "wtm"].map(|side| {
            let value = report.printed.get(&format!("{side}_{depth}"));
            value.expect("a row of the table").printed as u64
        });
        same += ours.iter().zip(&theirs).filter(|(ours, theirs)| ours == theirs).count();
        report.grid.row(&[&depth, &ours[0], &theirs[0], &ours[1], &theirs[1]]);
    }
    let sum = |of: &[u64], from: usize| of[from..].iter().sum::<u64>() as f64;
    let deepest = white.won.iter().rposition(|&n| n > 0).unwrap_or(0);
    let interesting = sum(&white.won, 3);
    let lost = sum(&black.won, 1);
    let wins = sum(&white.won, 0) / (sum(&white.won, 0) + white.other as f64);
    // White to move his legal positions are all but those with two men on one square, and 3,234 of
    // those; Black to move all with the men apart.
    let (legal_white, legal_black) = (APART as f64 + 3234.0, APART as f64);
    report.compare("rows from depth 2 as printed", same as f64);
    report.compare("longest forced win", deepest as f64);
    report.compare("percent of legal White to move won", 100.0 * wins);
    report.compare("interesting wins", interesting);
    report.compare("percent interesting", 100.0 * interesting / legal_white);
    report.compare("lost with Black to move", lost);
    report.compare("percent lost with Black to move", 100.0 * lost / legal_black);
    report.compare("percent lost from depth 3", 100.0 * sum(&black.won, 2) / legal_black);
    report.compare("draws with White to move", white.other as f64);
    report.compare("potentially difficult, Black to move", sum(&black.won, 5));
    report.compare("potentially difficult, White to move", sum(&white.won, 6));
    report.note(&[
        CONVENTION,
        "He counts a class of positions only if no symmetry of the board leaves it alone. His row 1 and the row of illegal \
         positions hold placements with two men on one square or a king left to be taken; they are met to the last \
         unit too, by the plain code of `crates/endgame/tests/jansen.rs`.",
        "Two of his sentences do not fit his table: the 482,246 interesting wins are those from depth 3, not 2; and 882,595 is \
         all that Black loses (46.3 percent), not what is left without depth 2, which is 839,027 (44.0 percent).",
    ]);
    Ok(())
}
