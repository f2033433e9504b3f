//! Best play by both sides, with how much choice each had.

use std::collections::HashSet;

use endgame::conversion::is_conversion;
use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use value::Outcome;

use crate::position_report::{PositionReport, ReportError};
use crate::schema::{self, LineEnd};

/// A line of best moves from a position to the metric's goal.
#[derive(Clone, Debug)]
pub struct BestLine {
    /// The position it begins with.
    pub start: PositionReport,
    /// The moves of both sides.
    pub steps: Vec<Step>,
    /// Why it ends.
    pub end: LineEnd,
}

/// One move of the line and what it was chosen from.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where it was made.
    pub before: Position,
    /// The move.
    pub play: Move,
    /// For the mover.
    pub value: Outcome,
    /// How many moves are as good.
    pub optimal: usize,
    /// How many moves are legal.
    pub legal: usize,
}

impl BestLine {
    /// Follows best play: the first of equal moves by name, or one at random for a seed. A
    /// conversion ends the line unless it is to be followed to mate.
    pub fn follow(
        tables: &Tables,
        start: Position,
        to_mate: bool,
        seed: Option<u64>,
    ) -> Result<BestLine, ReportError> {
        let start = PositionReport::of(tables, start)?;
        let mut rng = seed.map(ChaCha8Rng::seed_from_u64);
        let mut steps = Vec::new();
        let mut seen = HashSet::new();
        let mut at = start.clone();
        let end = loop {
            if !seen.insert(at.position.clone()) {
                break LineEnd::Repetition;
            }
            if at.value == Outcome::Draw {
                break LineEnd::Draw;
            }
            if at.choices.is_empty() {
                break LineEnd::Mate;
            }
            let (optimal, legal) = (at.optimal(), at.choices.len());
            let pick = rng.as_mut().map_or(0, |rng| rng.random_range(0..optimal));
            let (play, value) = (at.choices[pick].play, at.choices[pick].value);
            let after = at.position.after(play);
            let converted = is_conversion(at.metric, play) && !to_mate && !after.is_checkmate();
            steps.push(Step { before: at.position, play, value, optimal, legal });
            if converted {
                break LineEnd::Conversion;
            }
            at = PositionReport::of(tables, after)?;
        };
        Ok(BestLine { start, steps, end })
    }

    /// The line as it is told, with the positions the moves lead to if they are wanted.
    pub fn told(&self, with_positions: bool) -> schema::Line {
        let line = self.steps.iter().map(|step| schema::LineMove {
            uci: step.before.uci(step.play),
            san: step.before.san(step.play),
            value: step.value.into(),
            optimal: step.optimal,
            legal: step.legal,
            fen_after: with_positions.then(|| step.before.after(step.play).fen()),
        });
        schema::Line {
            fen: self.start.position.fen(),
            metric: self.start.metric.word().into(),
            value: self.start.value.into(),
            line: line.collect(),
            end: self.end,
        }
    }
}
