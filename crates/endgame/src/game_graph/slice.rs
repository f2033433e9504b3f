//! Parts of an endgame with one pawn, by where the pawn stands: to Jansen (1992, section 4.6) KPK is four
//! games, one for each file, and KNNKP as many as there are places for the pawn.

use std::fmt;

use value::Metric;

use super::WalkError;
use crate::bitboards::Bitboards;
use crate::index::squares;
use crate::material::Material;
use crate::rules::{Color, Role};
use crate::table::Table;

/// How an endgame is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BySlice {
    /// By the pawn's file, a to d: files mirror each other.
    File,
    /// By its rank.
    Rank,
    /// By its square.
    Square,
}

/// One slice: where the pawn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slice {
    by: BySlice,
    /// 0 to 3 for the files a to d, 0 to 7 for ranks; both for a square.
    file: u8,
    rank: u8,
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file);
        let rank = self.rank + 1;
        match self.by {
            BySlice::File => write!(f, "pawn on the {file}-file"),
            BySlice::Rank => write!(f, "pawn on rank {rank}"),
            BySlice::Square => write!(f, "pawn on {file}{rank}"),
        }
    }
}

/// Why an endgame cannot be cut.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum SliceError {
    #[error("{0} cannot be cut by its pawn: choose an endgame with one pawn, such as KPK or KNNKP")]
    NotOnePawn(Material),
    #[error(
        "a pawn's move leads from one rank to another and {0} counts on: cut by rank or square with --metric dtz"
    )]
    CountsOn(Metric),
    #[error(transparent)]
    Walk(#[from] WalkError),
}

impl BySlice {
    pub(super) fn check(self, table: &Table) -> Result<(), SliceError> {
        let (material, metric) = (table.material(), table.metric());
        if material.pawns() != 1 {
            return Err(SliceError::NotOnePawn(material));
        }
        if self != BySlice::File && metric != Metric::Dtz {
            return Err(SliceError::CountsOn(metric));
        }
        Ok(())
    }

    /// How many slices there may be.
    pub(super) fn slices(self) -> usize {
        match self {
            BySlice::File => 4,
            BySlice::Rank => 8,
            BySlice::Square => 32,
        }
    }

    /// The number of the slice that a placement is in.
    pub(super) fn number(self, men: &Bitboards) -> usize {
        let pawns =
            Color::ALL.map(|color| men.get(Role::Pawn.of(color))).into_iter().fold(0, |a, b| a | b);
        let pawn = squares(pawns).next().map_or(0, usize::from);
        let file = (pawn % 8).min(7 - pawn % 8);
        match self {
            BySlice::File => file,
            BySlice::Rank => pawn / 8,
            BySlice::Square => pawn / 8 * 4 + file,
        }
    }

    pub(super) fn slice(self, number: usize) -> Slice {
        let number = number as u8;
        let (file, rank) = match self {
            BySlice::File => (number, 0),
            BySlice::Rank => (0, number),
            BySlice::Square => (number % 4, number / 4),
        };
        Slice { by: self, file, rank }
    }
}
