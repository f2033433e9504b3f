//! Classes of positions that a symmetry of the board turns into each other, and which of them counts.

use super::{Index, Kings, Symmetry, squares};
use crate::rules::Piece;

/// The positions of a cell that stand for their class of symmetric images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassMask {
    /// Squares of the inner man whose position represents its class.
    pub representatives: u64,
    /// Those among them that are their own mirror image in the diagonal: half as many boards.
    pub self_symmetric: u64,
}

impl ClassMask {
    const EMPTY: ClassMask = ClassMask { representatives: 0, self_symmetric: 0 };
}

impl Index {
    /// Which positions of a cell stand for their class of symmetric images.
    ///
    /// A class can be stored more than once: both kings on the diagonal leave the reflection in it,
    /// pawns on mirrored files the mirror image, and an inner man like an outer one can change
    /// seats with it. The smallest number of a class represents it, like men being seated by
    /// ascending square.
    pub fn class_mask(&self, cell: usize) -> ClassMask {
        const BELOW_DIAGONAL: u64 = 0x80c0_e0f0_f8fc_feff;
        const DIAGONAL: u64 = 0x8040_2010_0804_0201;
        let at = self.men_of_cell(cell);
        let outer = self.outer_seats();
        let seated = at.seats[..outer].iter().fold(0u64, |set, square| set | 1 << square);
        if seated.count_ones() as usize != outer {
            return ClassMask::EMPTY;
        }
        let inner_likes = self.inner_seat().map_or(0, |inner| {
            let like = |&(man, _): &(&Piece, u8)| *man == self.seats[inner];
            let others = self.seats[..inner].iter().zip(at.seats);
            others.filter(like).fold(0u64, |set, (_, square)| set | 1 << square)
        });
        // Like men sit by ascending square, the inner man last.
        let ordered =
            if inner_likes == 0 { !0 } else { !0 << (63 - inner_likes.leading_zeros()) << 1 };
        let everyone = ClassMask { representatives: ordered, self_symmetric: 0 };
        match self.kings_alone_tell(cell) {
            Some(true) => return everyone,
            Some(false) => return ClassMask::EMPTY,
            None => {}
        }
        let men = |man: Piece, place: u8| {
            let squares = self.seats.iter().zip(at.seats).enumerate();
            squares.fold(0u64, |set, (seat, (&seated, square))| {
                let square = if seat == outer { place } else { square };
                if seated == man { set | 1 << square } else { set }
            })
        };
        let image_of = |place: u8| {
            let seats = self.seat(&|man| men(man, place), Symmetry::TRANSPOSE);
            (cell - cell % self.words + self.word(&seats), seats[outer])
        };
        if inner_likes != 0 {
            let mut mask = ClassMask::EMPTY;
            for place in squares(ordered & !seated) {
                let image = image_of(place);
                mask.representatives |= u64::from((cell, place) <= image) << place;
                mask.self_symmetric |= u64::from((cell, place) == image) << place;
            }
            return mask;
        }
        match cell.cmp(&image_of(0).0) {
            std::cmp::Ordering::Less => everyone,
            std::cmp::Ordering::Greater => ClassMask::EMPTY,
            std::cmp::Ordering::Equal => {
                ClassMask { representatives: BELOW_DIAGONAL, self_symmetric: DIAGONAL }
            }
        }
    }

    /// Whether every legal position of a cell stands for its class, by its pawns and kings alone; none
    /// if that depends on the others.
    pub(crate) fn all_represent(&self, cell: usize) -> Option<bool> {
        let inner = self.inner_seat().map(|inner| self.seats[inner]);
        let alike = self.seats[..self.outer_seats()].iter().any(|&man| Some(man) == inner);
        self.kings_alone_tell(cell).filter(|_| !alike)
    }

    /// The same, the order of like men apart.
    fn kings_alone_tell(&self, cell: usize) -> Option<bool> {
        let number = cell / self.words;
        let [white, black] = self.kings.squares(number % self.kings.len());
        if self.kings == Kings::Triangle {
            let diagonal = |square| Symmetry::TRANSPOSE.square(square) == square;
            return if diagonal(white) && diagonal(black) { None } else { Some(true) };
        }
        let placement = number / self.kings.len();
        let pawns = self.placements.get(placement);
        let Some(mirrored) = self.placements.find(pawns.mirrored()) else { return Some(true) };
        Some((placement, white) < (mirrored, Symmetry::MIRROR.square(white)))
    }

    /// How many boards a class has: 8 images without pawns, 2 with.
    pub fn images(&self) -> u64 {
        if self.material.pawns() == 0 { 8 } else { 2 }
    }
}
