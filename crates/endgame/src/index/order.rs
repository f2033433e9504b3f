//! An order of positions that does not depend on how the board is turned.

use super::{Index, Symmetry};
use crate::rules::{Color, Role};

/// The men of one colour, in the order in which an endgame is named.
const ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

impl Index {
    /// The squares of all men of a number as the digits of one, a1 = 0, b1 = 1 to h8 = 63: White's king, queens,
    /// rooks, bishops, knights and pawns, then Black's, like men in the order of their squares; the board turned
    /// and mirrored so that it is the least. The same for all images of a position, and different for any other
    /// position. None if two men share a square.
    pub fn least_squares(&self, number: usize) -> Option<u64> {
        let men = self.men(number)?;
        let symmetries = Symmetry::all().take(if self.material.pawns() == 0 { 8 } else { 2 });
        let digits = |symmetry: Symmetry| {
            let mut digits = 0;
            for color in Color::ALL {
                for role in ROLES {
                    let alike = men.iter().filter(|(_, man)| *man == role.of(color));
                    let mut squares = alike.fold(0u64, |set, (square, _)| {
                        set | 1 << symmetry.square(u32::from(*square) as u8)
                    });
                    while squares != 0 {
                        digits = digits << 6 | u64::from(squares.trailing_zeros());
                        squares &= squares - 1;
                    }
                }
            }
            digits
        };
        symmetries.map(digits).min()
    }
}
