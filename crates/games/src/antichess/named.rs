//! Antichess as fronts ask for it: positions are FENs, moves have the names of chess.

use shakmaty::{Color, Move};
use value::{ChoiceError, Metric, Outcome};

use super::material::Material;
use super::rules::Position;
use super::tables::Tables;
use crate::solved_game::{Counts, SolvedGame};

fn material(endgame: &str) -> Result<Material, ChoiceError> {
    endgame.parse().map_err(ChoiceError::new)
}

impl SolvedGame for Tables {
    fn game(&self) -> &'static str {
        self.rules().word()
    }

    fn metric(&self) -> Metric {
        Tables::metric(self)
    }

    fn read(&self, text: &str) -> Result<Position, ChoiceError> {
        text.parse().map_err(ChoiceError::new)
    }

    fn write(&self, at: &Position) -> String {
        at.fen()
    }

    fn turn(&self, at: &Position) -> usize {
        usize::from(at.turn().is_black())
    }

    fn code(&self, at: &Position, play: &Move) -> String {
        at.uci(*play)
    }

    fn name(&self, at: &Position, play: &Move) -> String {
        at.san(*play)
    }

    fn value(&self, at: &Position) -> Result<Outcome, ChoiceError> {
        self.outcome(at).map_err(ChoiceError::new)
    }

    fn counts(&self, endgame: &str) -> Result<(String, [Counts; 2]), ChoiceError> {
        let material = material(endgame)?;
        let table = self.table(&material).map_err(ChoiceError::new)?;
        let mut counts = Color::ALL.map(|turn| table.counts(turn));
        if *table.material() != material {
            counts.swap(0, 1);
        }
        Ok((material.to_string(), counts))
    }

    fn won_in(
        &self,
        endgame: &str,
        side: usize,
        depth: Option<u16>,
        from: f64,
        most: usize,
    ) -> Result<Vec<Position>, ChoiceError> {
        let material = material(endgame)?;
        let table = self.table(&material).map_err(ChoiceError::new)?;
        let swapped = *table.material() != material;
        let turn = if swapped { Color::ALL[1 - side] } else { Color::ALL[side] };
        let deepest = || table.counts(turn).into_keys().filter(|o| o.sign() > 0).min();
        let outcome = match depth {
            Some(depth) => Some(Outcome::Win(value::Depth(depth))),
            None => deepest(),
        };
        let Some(outcome) = outcome else { return Ok(Vec::new()) };
        let found = table.positions(turn, outcome, from, most);
        Ok(found.into_iter().map(|at| if swapped { at.in_other_colors() } else { at }).collect())
    }
}
