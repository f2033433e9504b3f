//! What a network sees of a position: small whole numbers.

mod general;
mod pawn;

use endgame::material::Material;
use endgame::rules::{Color, Piece, Square};

/// The inputs of a network for one endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// King and pawn against king: what the books speak of, distances, the square of the pawn, key squares, opposition.
    Pawn,
    /// Any other endgame: files, ranks, distances, attacks.
    General(general::General),
}

impl FeatureSet {
    /// The inputs for an endgame.
    pub fn of(material: &Material) -> FeatureSet {
        match material.to_string().as_str() {
            "KPK" => FeatureSet::Pawn,
            _ => FeatureSet::General(general::General::of(material)),
        }
    }

    /// How many inputs there are.
    pub fn len(&self) -> usize {
        match self {
            FeatureSet::Pawn => pawn::NAMES.len(),
            FeatureSet::General(general) => general.len(),
        }
    }

    /// Never true.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What each input says, in a few words.
    pub fn names(&self) -> Vec<String> {
        match self {
            FeatureSet::Pawn => pawn::NAMES.iter().map(ToString::to_string).collect(),
            FeatureSet::General(general) => general.names(),
        }
    }

    /// Appends the inputs of a position, whose men stand as in the endgame's numbering.
    pub fn write(&self, men: &[(Square, Piece)], turn: Color, inputs: &mut Vec<i8>) {
        match self {
            FeatureSet::Pawn => pawn::write(men, turn, inputs),
            FeatureSet::General(general) => general.write(men, turn, inputs),
        }
    }
}

pub(crate) use pawn::places as places_of_kpk;

/// What counts for yes: as much as the middle of a distance, so that weights are of like sizes.
pub(crate) const FLAG: i8 = 4;

/// A square by its file and rank, 0 to 7 each.
pub type Place = (i8, i8);

pub(crate) fn place(square: Square) -> Place {
    (square.file() as i8, square.rank() as i8)
}

/// The king's moves between two squares on an empty board.
pub(crate) fn distance(a: Place, b: Place) -> i8 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}
