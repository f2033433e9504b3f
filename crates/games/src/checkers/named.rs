//! Checkers as fronts ask for it: positions as in PDN, moves by the numbers of their squares.

use value::{ChoiceError, Depth, Metric, Outcome};

use super::rules::{Move, Position};
use super::slice::Slice;
use super::tables::Tables;
use crate::solved_game::{Counts, SolvedGame};

fn slice(endgame: &str) -> Result<Slice, ChoiceError> {
    endgame.parse().map_err(ChoiceError::new)
}

impl Tables {
    /// Every position of an endgame with this side to move, and what it is worth.
    fn valued(&self, slice: Slice, turn: usize) -> Result<Vec<(Position, Outcome)>, ChoiceError> {
        let mut all = Vec::new();
        slice.placements(turn, &mut |at| all.push(at));
        let valued = all.into_iter().map(|at| Ok((at, self.value(&at)?)));
        valued.collect()
    }
}

impl SolvedGame for Tables {
    fn game(&self) -> &'static str {
        "checkers"
    }

    fn metric(&self) -> Metric {
        Metric::Dtc
    }

    fn read(&self, text: &str) -> Result<Position, ChoiceError> {
        text.parse().map_err(ChoiceError::new)
    }

    fn write(&self, at: &Position) -> String {
        at.to_string()
    }

    fn turn(&self, at: &Position) -> usize {
        at.turn()
    }

    fn code(&self, _at: &Position, play: &Move) -> String {
        play.to_string()
    }

    fn name(&self, _at: &Position, play: &Move) -> String {
        play.to_string()
    }

    fn value(&self, at: &Position) -> Result<Outcome, ChoiceError> {
        self.outcome(at).map_err(ChoiceError::new)
    }

    fn counts(&self, endgame: &str) -> Result<(String, [Counts; 2]), ChoiceError> {
        let slice = slice(endgame)?;
        let mut counts = [Counts::new(), Counts::new()];
        for (turn, counts) in counts.iter_mut().enumerate() {
            for (_, outcome) in self.valued(slice, turn)? {
                *counts.entry(outcome).or_default() += 1;
            }
        }
        Ok((slice.to_string(), counts))
    }

    fn won_in(
        &self,
        endgame: &str,
        side: usize,
        depth: Option<u16>,
        from: f64,
        most: usize,
    ) -> Result<Vec<Position>, ChoiceError> {
        let mut valued = self.valued(slice(endgame)?, side)?;
        let wins = valued.iter().map(|(_, outcome)| *outcome).filter(|outcome| outcome.sign() > 0);
        let wanted = depth.map(|depth| Outcome::Win(Depth(depth))).or(wins.min());
        let start = ((valued.len() as f64 * from) as usize).min(valued.len());
        valued.rotate_left(start);
        let found = valued.into_iter().filter(|(_, outcome)| Some(*outcome) == wanted);
        Ok(found.map(|(at, _)| at).take(most).collect())
    }
}
