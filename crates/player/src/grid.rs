//! The competences an Analyser thinks possible, regularly spaced: `0(1)50`.

use std::fmt;
use std::str::FromStr;

use crate::competence::Competence;

/// The papers' `c_min(cδ)c_max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompetenceGrid {
    least: f64,
    step: f64,
    len: usize,
}

/// What is no grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum GridError {
    #[error("'{0}' is no grid of competences: write least(step)greatest, as in 0(1)50")]
    Unreadable(String),
    #[error("the grid {0} is empty: its step must be above 0 and its end not below its start")]
    Empty(String),
    #[error("the grid {0} goes beyond a million: competences from 0 to 50 are usual, as in 0(1)50")]
    TooFar(String),
    #[error("the grid {0} has more than {MOST} values: take a wider step")]
    TooLong(String),
}

/// Values a grid may have.
const MOST: usize = 1_000_000;

impl CompetenceGrid {
    /// From the least to the greatest, both included if the step divides the range.
    pub fn new(least: f64, step: f64, greatest: f64) -> Result<CompetenceGrid, GridError> {
        let written = || format!("{least}({step}){greatest}");
        if ![least, step, greatest].into_iter().all(f64::is_finite) {
            return Err(GridError::Unreadable(written()));
        }
        if step <= 0.0 || greatest < least {
            return Err(GridError::Empty(written()));
        }
        if least.abs().max(greatest.abs()) > Competence::GREATEST {
            return Err(GridError::TooFar(format!("{least:e}({step:e}){greatest:e}")));
        }
        // A step such as 0.1 does not divide its range exactly in binary.
        let steps = ((greatest - least) / step + 1e-9).floor();
        if steps >= MOST as f64 {
            return Err(GridError::TooLong(written()));
        }
        Ok(CompetenceGrid { least, step, len: steps as usize + 1 })
    }

    /// One competence only.
    pub fn single(competence: f64) -> Result<CompetenceGrid, GridError> {
        CompetenceGrid::new(competence, 1.0, competence)
    }

    /// How many values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The distance between neighbours.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// The value of a number.
    pub fn at(&self, number: usize) -> Competence {
        let c = self.least + number as f64 * self.step;
        Competence::new(c).expect("a grid has finite ends")
    }

    /// Every value, the least first.
    pub fn competences(&self) -> impl Iterator<Item = Competence> + '_ {
        (0..self.len).map(|number| self.at(number))
    }
}

impl Default for CompetenceGrid {
    /// The papers' `0(1)50`.
    fn default() -> CompetenceGrid {
        CompetenceGrid { least: 0.0, step: 1.0, len: 51 }
    }
}

impl fmt::Display for CompetenceGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let greatest = self.at(self.len - 1);
        f.pad(&format!("{}({}){greatest}", self.least, self.step))
    }
}

impl FromStr for CompetenceGrid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<CompetenceGrid, GridError> {
        let wrong = || GridError::Unreadable(text.to_owned());
        let (least, rest) = text.trim().split_once('(').ok_or_else(wrong)?;
        let (step, greatest) = rest.split_once(')').ok_or_else(wrong)?;
        let number = |part: &str| part.trim().parse::<f64>().map_err(|_| wrong());
        CompetenceGrid::new(number(least)?, number(step)?, number(greatest)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_written_as_in_the_papers() {
        let grid: CompetenceGrid = "0(1)50".parse().unwrap();
        assert_eq!(grid, CompetenceGrid::default());
        assert_eq!(grid.to_string(), "0(1)50");
        assert_eq!(grid.len(), 51);
        let fine: CompetenceGrid = "0(0.01)50".parse().unwrap();
        assert_eq!((fine.len(), fine.at(5000).get()), (5001, 50.0));
        let tenth: CompetenceGrid = "-1(0.1)1".parse().unwrap();
        assert_eq!(tenth.len(), 21);
        assert_eq!("0(10)45".parse::<CompetenceGrid>().unwrap().to_string(), "0(10)40");
    }

    #[test]
    fn empty_and_endless_grids_are_refused() {
        let refusal = |text: &str| text.parse::<CompetenceGrid>().unwrap_err();
        for empty in ["0(0)50", "0(-1)50", "50(1)0"] {
            assert!(matches!(refusal(empty), GridError::Empty(_)), "{empty}");
        }
        for wrong in ["", "50", "0(1", "0(x)50", "0(1)inf", "NaN(1)3"] {
            assert!(matches!(refusal(wrong), GridError::Unreadable(_)), "{wrong}");
        }
        for far in ["1e300(1)1e300", "-1e7(1)0", "0(1e300)1e301"] {
            assert!(matches!(refusal(far), GridError::TooFar(_)), "{far}");
        }
        assert!(matches!(refusal("0(1e-9)1"), GridError::TooLong(_)));
    }
}
