//! Best play by both sides from a position: `fallible line`, the workbench, and what our engine
//! tells a GUI to expect.

use std::collections::HashSet;

use endgame::conversion::is_conversion;
use endgame::rules::{Board, Move, Position};
use endgame::tables::Tables;
use rand::{Rng, RngExt};
use value::{ChoiceError, ChoiceSource, Outcome};

use crate::described::{Described, TablePosition};
use crate::game::GameRecord;
use crate::position_report::PositionReport;
use crate::schema;
pub use crate::schema::LineEnd;

/// A best move and what it was chosen from.
#[derive(Clone, Debug, PartialEq)]
pub struct LineStep<P: Described = Position> {
    /// Where it was made.
    pub before: P,
    /// The move.
    pub play: P::Move,
    /// For the mover; the depth is that of the position after the move.
    pub value: Outcome,
    /// How many moves are as good.
    pub optimal: usize,
    /// How many moves are legal.
    pub legal: usize,
}

/// How far to follow best play. A mate ends it in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The metric's goal, or a drawn position.
    Goal,
    /// Mate, or a drawn position.
    Mate,
    /// So many half-moves, drawn or not, but not past a capture or a pawn move. A move that makes fifty
    /// without either is a draw, as in a game.
    Plies(usize),
}

/// Which of several best moves is taken.
pub enum LineTies<'a> {
    /// The first that the tables list.
    FirstListed,
    /// The first by its UCI name.
    FirstNamed,
    /// Any, by chance.
    Random(&'a mut dyn Rng),
}

/// Follows best play from a position.
pub fn best_line(
    tables: &Tables,
    start: &Position,
    until: Until,
    mut ties: LineTies<'_>,
) -> Result<(Vec<LineStep>, LineEnd), ChoiceError> {
    let mut steps = Vec::new();
    let mut seen = HashSet::new();
    let mut at = start.clone();
    loop {
        match until {
            Until::Plies(longest) if steps.len() >= longest => return Ok((steps, LineEnd::Length)),
            Until::Plies(_) => (),
            _ if !seen.insert(at.clone()) => return Ok((steps, LineEnd::Repetition)),
            _ => (),
        }
        let mut choices = tables.choices(&at)?;
        if let Until::Plies(_) = until {
            choices = GameRecord::from(Board::from(at.clone())).ruled(0, choices);
        }
        let Some(value) = choices.best() else {
            let end = if at.is_check() { LineEnd::Mate } else { LineEnd::Draw };
            return Ok((steps, end));
        };
        let to_goal = !matches!(until, Until::Plies(_));
        if to_goal && value == Outcome::Draw {
            return Ok((steps, LineEnd::Draw));
        }
        let mut optimal: Vec<Move> =
            choices.optimal().into_iter().map(|at| choices[at].play).collect();
        if !matches!(ties, LineTies::FirstListed) {
            optimal.sort_by_cached_key(|&play| at.uci(play));
        }
        let play = match &mut ties {
            LineTies::Random(rng) => optimal[rng.random_range(0..optimal.len())],
            LineTies::FirstListed | LineTies::FirstNamed => optimal[0],
        };
        let next = at.after(play);
        let (optimal, legal) = (optimal.len(), choices.len());
        let over = match until {
            Until::Goal => is_conversion(tables.metric_at(&at).map_err(ChoiceError::new)?, play),
            Until::Mate => false,
            Until::Plies(_) => play.is_zeroing(),
        };
        steps.push(LineStep {
            before: std::mem::replace(&mut at, next),
            play,
            value,
            optimal,
            legal,
        });
        if over && !at.is_checkmate() {
            return Ok((steps, LineEnd::Conversion));
        }
    }
}

/// A line in its serialised form, with the positions its moves lead to if they are wanted.
pub fn to_schema<P: TablePosition>(
    start: &PositionReport<P>,
    (steps, end): &(Vec<LineStep<P>>, LineEnd),
    with_positions: bool,
) -> schema::Line {
    let line = steps.iter().map(|step| schema::LineMove {
        uci: step.before.code(&step.play),
        san: step.before.name(&step.play),
        value: step.value.into(),
        optimal: step.optimal,
        legal: step.legal,
        fen_after: with_positions.then(|| step.before.next(&step.play).text()),
    });
    schema::Line {
        fen: start.position.text(),
        metric: start.metric.word().into(),
        value: start.value.into(),
        line: line.collect(),
        end: *end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::{Depth, Metric};

    #[test]
    fn a_line_goes_to_its_goal_and_on() {
        let tables = Tables::new(Metric::Dtc);
        let start = Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
        let line = |until| best_line(&tables, &start, until, LineTies::FirstNamed).unwrap();
        let (goal, end) = line(Until::Goal);
        assert_eq!((goal.len(), end), (61, LineEnd::Conversion));
        assert_eq!(goal[0].value, Outcome::Win(Depth(30)));
        let (mate, end) = line(Until::Mate);
        assert_eq!(end, LineEnd::Mate);
        assert_eq!(mate[..61], goal[..]);
        let last = mate.last().unwrap();
        assert!(last.before.after(last.play).is_checkmate());
        assert_eq!(line(Until::Plies(5)).0, goal[..5]);
        let late = Position::from_fen("8/8/4P3/4K3/8/8/8/k7 b - - 98 60").unwrap();
        let (steps, _) = best_line(&tables, &late, Until::Plies(2), LineTies::FirstListed).unwrap();
        assert!(steps[1].play.is_zeroing(), "another move would make it the fiftieth");
    }

    #[test]
    fn a_draw_has_no_goal_and_is_played_on_only_by_length() {
        let tables = Tables::new(Metric::Dtc);
        let drawn = Position::from_fen("8/8/8/3k4/8/8/r7/6KR w - - 0 1").unwrap();
        let line = |until| best_line(&tables, &drawn, until, LineTies::FirstListed).unwrap();
        assert_eq!(line(Until::Goal), (Vec::new(), LineEnd::Draw));
        let (steps, end) = line(Until::Plies(2));
        assert!(steps.iter().all(|step| step.value == Outcome::Draw));
        assert_eq!((steps.len(), end), (2, LineEnd::Length));
    }
}
