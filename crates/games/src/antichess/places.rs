//! The numbering of one endgame's positions, in the colours of its name: each class of mirrored boards has one place.

use shakmaty::{Color, Square};

use super::layout::{Fixed, Layout};
use super::material::{Man, Material};
use super::rules::Position;

/// Which of a layout's men somebody's men are, and whether the colours are swapped.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// Whether the colours are swapped, and the board turned upside down with them.
    pub(crate) swapped: bool,
    /// The layout's number of each man.
    pub(crate) places: Vec<usize>,
}

impl Order {
    /// The order of these men; the layout must be theirs.
    pub(crate) fn of(layout: &Layout, swapped: bool, men: &[Man]) -> Order {
        let mut taken = vec![false; men.len()];
        let places = men.iter().map(|man| {
            let color = if swapped { man.color.other() } else { man.color };
            let wanted = Man { color, ..*man };
            let theirs = layout.men.iter().enumerate();
            let mut free = theirs.filter(|(place, theirs)| **theirs == wanted && !taken[*place]);
            let (place, _) = free.next().expect("the layout has the same men");
            taken[place] = true;
            place
        });
        let places = places.collect();
        Order { swapped, places }
    }

    /// The word and the bit of a placement of these men; no two on one square, no pawn on a back rank.
    pub(crate) fn place(&self, layout: &Layout, squares: impl Iterator<Item = u8>) -> (usize, u8) {
        let (mut fixed, mut last) = (Fixed::default(), 0);
        for (square, &place) in squares.zip(&self.places) {
            let square = if self.swapped { square ^ 56 } else { square };
            if place == layout.fixed() { last = square } else { fixed[place] = square }
        }
        let (word, mask) = layout.word(&fixed);
        (word, last ^ mask)
    }
}

/// The positions of an endgame by number, either side to move; en passant is left out.
#[derive(Clone, Debug)]
pub struct Places {
    layout: Layout,
    swapped: bool,
    /// Every order of the men that leaves the board as it is.
    orders: Vec<Vec<usize>>,
}

impl Places {
    /// Of these men, in these colours.
    pub fn of(material: &Material) -> Places {
        let normalized = material.normalized();
        let layout = Layout::new(&normalized);
        let orders = same_boards(&layout.men);
        Places { swapped: normalized != *material, layout, orders }
    }

    /// How many numbers there are; some belong to no position.
    pub fn len(&self) -> usize {
        self.layout.words() << 6
    }

    /// Never: two men can always be placed.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The position of a number with this side to move; none if no board belongs there, or if another number has it.
    pub fn position(&self, place: usize, turn: Color) -> Option<Position> {
        let squares = self.layout.squares(place)?;
        (self.least(&squares) == place).then(|| self.build(&squares, turn))
    }

    /// The number of a position of these men, en passant not looked at.
    pub fn place(&self, at: &Position) -> usize {
        self.least(&self.squares_of(at))
    }

    /// How many boards look the same as this one, mirrored, itself included.
    pub fn boards(&self, at: &Position) -> u64 {
        let sorted = |mirror: u8| {
            let mut men: Vec<(u8, Man)> = self
                .layout
                .men
                .iter()
                .copied()
                .zip(self.squares_of(at))
                .map(|(man, square)| (square ^ mirror, man))
                .collect();
            men.sort_by_key(|(square, _)| *square);
            men
        };
        let mirrors: &[u8] = if self.layout.boards() == 2 { &[0, 7] } else { &[0, 7, 56, 63] };
        let mut boards: Vec<Vec<(u8, Man)>> = Vec::new();
        for board in mirrors.iter().map(|&mirror| sorted(mirror)) {
            if !boards.contains(&board) {
                boards.push(board);
            }
        }
        boards.len() as u64
    }

    /// The squares of the layout's men.
    fn squares_of(&self, at: &Position) -> Vec<u8> {
        let (men, squares): (Vec<Man>, Vec<u8>) = at
            .men()
            .into_iter()
            .map(|(square, man)| (Man { color: man.color, role: man.role }, square.to_u32() as u8))
            .unzip();
        let order = Order::of(&self.layout, self.swapped, &men);
        let mut sorted = vec![0; squares.len()];
        for (square, place) in squares.into_iter().zip(order.places) {
            sorted[place] = if self.swapped { square ^ 56 } else { square };
        }
        sorted
    }

    /// The least number of a board: like men can be told apart in several ways.
    fn least(&self, squares: &[u8]) -> usize {
        let numbers = self.orders.iter().map(|order| {
            let mut fixed = Fixed::default();
            let last = order.len() - 1;
            for (at, &man) in order[..last].iter().enumerate() {
                fixed[at] = squares[man];
            }
            let (word, mask) = self.layout.word(&fixed);
            word << 6 | usize::from(squares[order[last]] ^ mask)
        });
        numbers.min().expect("the order as it is is one of them")
    }

    fn build(&self, squares: &[u8], turn: Color) -> Position {
        let men = self.layout.men.iter().zip(squares).map(|(man, &square)| {
            let (square, color) = match self.swapped {
                true => (square ^ 56, man.color.other()),
                false => (square, man.color),
            };
            (Square::new(u32::from(square)), man.role.of(color))
        });
        Position::from_men(men, turn, None).expect("men stand where they can")
    }
}

/// Every permutation that puts like men in each other's place.
fn same_boards(men: &[Man]) -> Vec<Vec<usize>> {
    fn extend(men: &[Man], so_far: &[usize], all: &mut Vec<Vec<usize>>) {
        let Some(man) = men.get(so_far.len()) else {
            all.push(so_far.to_vec());
            return;
        };
        for (number, other) in men.iter().enumerate() {
            if other == man && !so_far.contains(&number) {
                let next: Vec<usize> = so_far.iter().copied().chain([number]).collect();
                extend(men, &next, all);
            }
        }
    }
    let mut all = Vec::new();
    extend(men, &[], &mut all);
    all
}

impl Layout {
    /// The squares of all men at a place, in the order of the layout; none if no board belongs there.
    pub(crate) fn squares(&self, place: usize) -> Option<Vec<u8>> {
        let fixed = self.placement(place >> 6)?;
        let last = (place & 63) as u8;
        let mut squares = fixed[..self.fixed()].to_vec();
        squares.push(last);
        (self.free(&fixed) >> last & 1 == 1).then_some(squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every board once, in either colours: what they stand for adds up to all placements.
    #[test]
    fn every_board_has_one_number() {
        for (name, boards) in [
            ("QvR", 64 * 63),
            ("PvQ", 48 * 63),
            ("RvKK", 64 * 63 * 62 / 2),
            ("NNvN", 64 * 63 * 62 / 2),
            ("PPvR", 48 * 47 * 62 / 2),
            ("BvPN", 48 * 63 * 62),
        ] {
            let material: Material = name.parse().unwrap();
            let places = Places::of(&material);
            let mut counted = 0;
            for place in 0..places.len() {
                let Some(at) = places.position(place, Color::White) else { continue };
                assert_eq!((at.material(), places.place(&at)), (material, place), "{name}");
                counted += places.boards(&at);
            }
            assert_eq!(counted, boards, "{name}");
        }
    }

    #[test]
    fn mirrored_boards_share_their_number() {
        let place =
            |name: &str, fen: &str| Places::of(&name.parse().unwrap()).place(&fen.parse().unwrap());
        for (one, other) in [
            ("8/6k1/8/8/8/8/8/2N2N2 w", "8/1k6/8/8/8/8/8/2N2N2 w"),
            ("8/6k1/8/8/8/8/8/2N2N2 b", "2N2N2/8/8/8/8/8/6k1/8 b"),
        ] {
            assert_eq!(place("NNvK", one), place("NNvK", other));
        }
    }
}
