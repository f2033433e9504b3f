//! Every entry of a table against its successors, by slow plain code.
//!
//! Each position must be worth what its legal moves say: lost in 0 if mated, a draw if stalemated,
//! else the best of its choices, one winner's move deeper if that is a win. A table that passes at
//! every position is right: depths fall along the winner's moves, so each win is one, and each draw
//! has a move that holds it.
//!
//! # What cannot be checked move by move
//!
//! Under the 50-move rule a win counts up to ply 100, and a depth in moves does not say whether the
//! winner needs 99 plies or 100 for 50 moves. So where every move of the loser allows a win and the
//! longest is a quiet move into a win in 50, both `loss in 50` and `draw` are accepted, and counted
//! in [`Report::at_the_border`]. The winner's side of the border is exact: a quiet move into a loss
//! in 50 comes too late and counts as a draw.

mod images;
mod walked;

use std::fmt;

use rayon::prelude::*;
use value::{Depth, Metric, Outcome};

use crate::conversion::choice_value;
use crate::rules::Position;
pub use images::images;
pub use walked::verify_walked;

/// How many disagreements a report keeps; it counts them all.
const KEPT: usize = 10;

/// Positions looked at between two visits to the iterator.
const BATCH: usize = 1 << 12;

/// One position in this many is also compared with its mirror images.
const IMAGE_EVERY: usize = 16;

/// The most winner's moves under the 50-move rule.
const LAST: Depth = Depth(50);

/// A table's answer for a position.
pub type Lookup<'a, E> = dyn Fn(&Position) -> Result<Outcome, E> + Sync + 'a;

/// What a walk through a table has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Positions compared with their legal moves.
    pub checked: u64,
    /// Mirror images compared with their originals.
    pub images: u64,
    /// Checked positions where the 50-move rule lets moves alone say two things.
    pub at_the_border: u64,
    /// Entries that should be something else.
    pub wrong: u64,
    /// The first of them.
    pub disagreements: Vec<Disagreement>,
}

/// An entry that should be something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The position.
    pub fen: String,
    /// What the table says, for the side to move.
    pub stored: Outcome,
    /// What it should say.
    pub expected: Outcome,
    /// Who says so.
    pub witness: Witness,
}

/// Against what an entry was held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// The position's legal moves.
    Moves,
    /// A mirror image of the position, as FEN.
    Image(String),
}

impl Report {
    fn add(&mut self, found: Report) {
        self.checked += found.checked;
        self.images += found.images;
        self.at_the_border += found.at_the_border;
        self.wrong += found.wrong;
        let room = KEPT - self.disagreements.len();
        self.disagreements.extend(found.disagreements.into_iter().take(room));
    }

    fn against_moves(&mut self, fen: impl FnOnce() -> String, stored: Outcome, expected: Expected) {
        self.checked += 1;
        match expected {
            Expected::Exactly(expected) => self.compare(fen, stored, expected, Witness::Moves),
            Expected::LossOrDraw => {
                self.at_the_border += 1;
                if stored != Outcome::Loss(LAST) {
                    self.compare(fen, stored, Outcome::Draw, Witness::Moves);
                }
            }
        }
    }

    fn compare(
        &mut self,
        fen: impl FnOnce() -> String,
        stored: Outcome,
        expected: Outcome,
        witness: Witness,
    ) {
        if stored != expected {
            self.wrong += 1;
            if self.disagreements.len() < KEPT {
                self.disagreements.push(Disagreement { fen: fen(), stored, expected, witness });
            }
        }
    }
}

/// Walks positions of a finished table and holds each against its legal moves, and a fixed sample
/// of them against their mirror images. The same report on any number of threads.
pub fn verify<E: Send>(
    metric: Metric,
    lookup: &Lookup<'_, E>,
    positions: impl IntoIterator<Item = Position>,
) -> Result<Report, E> {
    let mut report = Report::default();
    let mut positions = positions.into_iter();
    loop {
        let batch: Vec<Position> = positions.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return Ok(report);
        }
        let found: Vec<Report> = batch
            .par_iter()
            .enumerate()
            .map(|(at, position)| {
                let (mut found, stored) = (Report::default(), lookup(position)?);
                let expected = by_moves(metric, lookup, position)?;
                found.against_moves(|| position.fen(), stored, expected);
                let images = if at % IMAGE_EVERY == 0 { images(position) } else { Vec::new() };
                for image in &images {
                    found.images += 1;
                    let witness = Witness::Image(image.fen());
                    found.compare(|| position.fen(), stored, lookup(image)?, witness);
                }
                Ok(found)
            })
            .collect::<Result<_, E>>()?;
        found.into_iter().for_each(|one| report.add(one));
    }
}

/// What the legal moves of a position say about it.
enum Expected {
    Exactly(Outcome),
    /// At the border of the 50-move rule, see the module's documentation.
    LossOrDraw,
}

fn by_moves<E>(metric: Metric, lookup: &Lookup<'_, E>, position: &Position) -> Result<Expected, E> {
    let mut best = None;
    for play in position.legal_moves() {
        best = best.max(Some(choice_value(metric, play, lookup(&position.after(play))?)));
    }
    Ok(expected(metric, best, || position.is_check()))
}

/// What the best move of a position says about it; whether its side is in check is asked if there is
/// no move.
fn expected(metric: Metric, best: Option<Outcome>, is_check: impl FnOnce() -> bool) -> Expected {
    let Some(best) = best else {
        let lost = Outcome::Loss(Depth(0));
        return Expected::Exactly(if is_check() { lost } else { Outcome::Draw });
    };
    // Conversions have depth 0: a choice in 50 is a quiet move.
    let at_the_border = metric == Metric::Dtz50 && best.depth() == Some(LAST);
    match best {
        Outcome::Win(_) if at_the_border => Expected::Exactly(Outcome::Draw),
        Outcome::Loss(_) if at_the_border => Expected::LossOrDraw,
        _ => Expected::Exactly(best.before_move()),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions against their moves, {} mirror images", self.checked, self.images)?;
        if self.at_the_border > 0 {
            write!(f, ", {} at the border of the 50-move rule", self.at_the_border)?;
        }
        match self.wrong {
            0 => write!(f, ": all agree"),
            wrong => {
                write!(f, ": {wrong} wrong")?;
                self.disagreements.iter().try_for_each(|one| write!(f, "\n{one}"))
            }
        }
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { fen, stored, expected, witness } = self;
        write!(f, "{fen}: stored {stored}, but ")?;
        match witness {
            Witness::Moves => write!(f, "its moves say {expected}"),
            Witness::Image(image) => write!(f, "its mirror image {image} has {expected}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    const ROOT: &str = "8/8/8/8/3k4/8/6R1/K7 b - - 0 1";

    /// Verifies one position of KRK, Black to move, in a table where every position is worth the
    /// same for the side that has the rook, and the same for the side that has not.
    fn report(metric: Metric, without_rook: Outcome, with_rook: Outcome) -> Report {
        let lookup = |position: &Position| {
            let bare = position.material().army(position.turn()).is_empty();
            Ok::<_, Infallible>(if bare { without_rook } else { with_rook })
        };
        verify(metric, &lookup, [Position::from_fen(ROOT).unwrap()]).unwrap()
    }

    #[test]
    fn at_the_border_of_the_fifty_move_rule_a_loser_may_be_saved() {
        let late = Outcome::Win(LAST);
        for stored in [Outcome::Loss(LAST), Outcome::Draw] {
            let report = report(Metric::Dtz50, stored, late);
            assert_eq!((report.wrong, report.at_the_border), (0, 1));
        }
        assert_eq!(report(Metric::Dtz50, Outcome::Loss(Depth(49)), late).wrong, 1);
        assert_eq!(report(Metric::Dtz, Outcome::Draw, late).wrong, 1);
    }

    #[test]
    fn after_the_border_a_winner_comes_too_late() {
        let late = Outcome::Loss(LAST);
        assert_eq!(report(Metric::Dtz50, Outcome::Draw, late).wrong, 0);
        assert_eq!(report(Metric::Dtz50, Outcome::Win(Depth(51)), late).wrong, 1);
        assert_eq!(report(Metric::Dtz, Outcome::Win(Depth(51)), late).wrong, 0);
    }

    #[test]
    fn a_report_names_the_position_and_both_values() {
        let report = report(Metric::Dtc, Outcome::Loss(Depth(3)), Outcome::Win(Depth(4)));
        assert_eq!(
            report.to_string(),
            format!(
                "1 positions against their moves, 15 mirror images: 1 wrong\n\
                 {ROOT}: stored loss in 3, but its moves say loss in 4"
            )
        );
    }
}
