//! Where the pawns can stand, up to a mirror image, each placement with a number.
//!
//! Pushes keep a pawn on its file, so the choice between a placement and its mirror image looks at
//! files alone: no push ever leads to a placement whose mirror image is the stored one. A placement
//! whose files are their own mirror image is stored both ways; [`PawnPlacements::find`] accepts
//! either.

/// The pawns of both sides as sets of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Pawns {
    pub(crate) white: u64,
    pub(crate) black: u64,
}

impl Pawns {
    pub(crate) fn all(self) -> u64 {
        self.white | self.black
    }

    pub(crate) fn mirrored(self) -> Pawns {
        let mirror = |set| super::Symmetry::MIRROR.set(set);
        Pawns { white: mirror(self.white), black: mirror(self.black) }
    }

    /// Ranks still to go until every pawn has promoted: a push makes it smaller.
    pub(crate) fn distance(self) -> u32 {
        squares(self.white).map(|s| 7 - u32::from(s >> 3)).sum::<u32>()
            + squares(self.black).map(|s| u32::from(s >> 3)).sum::<u32>()
    }

    /// The mirror image is the stored one exactly when this is greater than the mirror image's.
    fn file_key(self) -> u64 {
        let files = |set| squares(set).fold(0u64, |sum, s| sum + (1 << (4 * (7 - (s & 7)))));
        // Fewer pawns on the a-file first, then the b-file, White before Black.
        files(self.black) | files(self.white) << 32
    }
}

/// The squares of a set, in ascending order.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(first)
    })
}

/// All placements of so many white and black pawns, numbered by [`Pawns::distance`]: a push leads to
/// a smaller number.
#[derive(Clone, Debug)]
pub(crate) struct PawnPlacements {
    placements: Vec<Pawns>,
    /// Number of the placement by its rank among ordered placements; `NONE` where not stored.
    numbers: Vec<u32>,
}

const NONE: u32 = u32::MAX;
/// Squares a pawn can stand on: a2 to h7.
const PAWN_SQUARES: u64 = 0x00ff_ffff_ffff_ff00;

impl PawnPlacements {
    /// The placements of `white` and `black` pawns; a single empty one when there are none.
    pub(crate) fn new(white: usize, black: usize) -> PawnPlacements {
        let all = subsets(PAWN_SQUARES, white).into_iter().flat_map(|white| {
            let blacks = subsets(PAWN_SQUARES & !white, black).into_iter();
            blacks.map(move |black| Pawns { white, black })
        });
        let mut placements: Vec<Pawns> =
            all.filter(|p| p.file_key() >= p.mirrored().file_key()).collect();
        placements.sort_by_key(|p| p.distance());
        let mut numbers = vec![NONE; 48usize.pow((white + black) as u32)];
        for (number, &pawns) in placements.iter().enumerate() {
            numbers[rank(pawns)] = number as u32;
        }
        PawnPlacements { placements, numbers }
    }

    pub(crate) fn len(&self) -> usize {
        self.placements.len()
    }

    pub(crate) fn get(&self, number: usize) -> Pawns {
        self.placements[number]
    }

    /// The number of a stored placement; none for one whose mirror image is stored instead.
    pub(crate) fn find(&self, pawns: Pawns) -> Option<usize> {
        Some(self.numbers[rank(pawns)]).filter(|&number| number != NONE).map(|n| n as usize)
    }
}

fn rank(pawns: Pawns) -> usize {
    squares(pawns.white)
        .chain(squares(pawns.black))
        .fold(0, |rank, square| rank * 48 + usize::from(square - 8))
}

fn subsets(from: u64, size: usize) -> Vec<u64> {
    if size == 0 {
        return vec![0];
    }
    squares(from)
        .flat_map(|first| {
            let above = from & !((1 << first) | ((1 << first) - 1));
            subsets(above, size - 1).into_iter().map(move |rest| rest | 1 << first)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_or_its_mirror_image_is_stored() {
        for (white, black) in [(1, 0), (0, 1), (1, 1), (2, 0), (2, 1), (3, 0)] {
            let stored = PawnPlacements::new(white, black);
            for number in 0..stored.len() {
                let pawns = stored.get(number);
                assert_eq!(stored.find(pawns), Some(number));
                let image = stored.find(pawns.mirrored());
                assert_eq!(image.is_some(), pawns.file_key() == pawns.mirrored().file_key());
            }
        }
        assert_eq!(PawnPlacements::new(1, 0).len(), 24);
        assert_eq!(PawnPlacements::new(0, 0).len(), 1);
    }

    #[test]
    fn a_push_stays_among_the_stored() {
        let stored = PawnPlacements::new(1, 1);
        for number in 0..stored.len() {
            let pawns = stored.get(number);
            let pushed = Pawns { white: pawns.white << 8, ..pawns };
            if pushed.white & pushed.black == 0 && pushed.white >> 56 == 0 {
                assert!(stored.find(pushed).is_some());
                assert!(pushed.distance() < pawns.distance());
            }
        }
    }
}
