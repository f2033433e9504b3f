//! The room in which the solver works: all positions with one placement of the pawns.
//!
//! A pawn slice is a list of *king slices*, one for each number of the kings. A king slice is a list of *words*, one
//! for each number of the outer men, and a word's 64 bits are the squares of the inner man. All men
//! but the kings move inside a king slice; a king's move leads to another king slice, where without pawns the
//! board may have to be turned.

use super::geometry::{KING, each_square};
use crate::index::{Axis, Index, Kings, Pawns, Seats, Symmetry, pair_number, squares};
use crate::rules::{Color, Piece, Role, side};

pub(super) struct PawnSlice<'a> {
    pub(super) index: &'a Index,
    pub(super) pawns: Pawns,
    /// The outer men of each word; none where two men share a square.
    words: Vec<Option<Outer>>,
    /// The squares of pawns and outer men in each word; all squares where two share one.
    pub(super) fixed: Vec<u64>,
    /// The outer men that can move inside a king slice, by colour.
    movers: [Vec<OuterMan>; 2],
    /// Where each word goes under each symmetry; empty with pawns.
    turned: Vec<Vec<u32>>,
    links: Vec<[Links; 2]>,
    /// The words in runs along which only the last outer man moves; runs of one word if there is no
    /// outer man.
    pub(super) runs: Vec<Run>,
}

/// Words side by side that differ in the square of one man: 0, 1, 2 and so on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) first: usize,
    pub(super) len: usize,
    /// The outer men; the one who moves is on a1.
    pub(super) seats: Seats,
    /// Squares taken by pawns and the other outer men; all if two share one.
    pub(super) fixed: u64,
}

impl Run {
    #[inline(always)]
    pub(super) fn words(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.len
    }
}

/// The outer men of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outer {
    pub(super) seats: Seats,
    /// Squares taken by pawns and outer men.
    pub(super) fixed: u64,
}

/// How an outer man's moves change a word's number.
#[derive(Clone, Copy, Debug)]
pub(super) struct OuterMan {
    pub(super) role: Role,
    pub(super) seat: usize,
    /// The like man of a pair.
    pair: Option<usize>,
    stride: usize,
    pub(super) scan: Scan,
}

/// How the moves of an outer man can be made from many words at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scan {
    /// His squares are 64 words side by side.
    Row,
    /// His squares are 64 rows of 64 words, another man's being the columns.
    Slab,
    /// He is one of a pair, and there are no other outer men.
    Pair,
    /// One by one only.
    Never,
}

impl OuterMan {
    /// Calls `visit` with each word that a quiet move of this man (or of either man of the pair)
    /// leads to, and the squares he passes: the inner man must not be there.
    #[inline(always)]
    pub(super) fn each_move(
        &self,
        word: usize,
        seats: &Seats,
        occupied: u64,
        mut visit: impl FnMut(usize, u64),
    ) {
        let from = seats[self.seat];
        match self.pair {
            None => {
                let base = word - usize::from(from) * self.stride;
                each_square(self.role, from, occupied, |to, passed| {
                    visit(base + usize::from(to) * self.stride, passed);
                });
            }
            Some(pair) => {
                let other = seats[pair];
                let base = word - pair_number(from, other) * self.stride;
                for (from, stays) in [(from, other), (other, from)] {
                    each_square(self.role, from, occupied, |to, passed| {
                        visit(base + pair_number(to, stays) * self.stride, passed);
                    });
                }
            }
        }
    }
}

/// A king's move into another king slice, and how the board is turned on arrival.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    king_slice: u16,
    pub(super) symmetry: Symmetry,
}

impl Link {
    pub(super) fn king_slice(self) -> usize {
        usize::from(self.king_slice)
    }
}

/// The moves of one king out of a king slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links {
    count: u8,
    links: [Link; 8],
}

impl Links {
    fn of(found: impl Iterator<Item = Link>) -> Links {
        let mut links = [Link { king_slice: 0, symmetry: Symmetry::IDENTITY }; 8];
        let count = links.iter_mut().zip(found).map(|(link, found)| *link = found).count() as u8;
        Links { count, links }
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = Link> + use<'_> {
        self.links[..usize::from(self.count)].iter().copied()
    }
}

impl<'a> PawnSlice<'a> {
    pub(super) fn new(index: &'a Index, placement: usize) -> PawnSlice<'a> {
        let pawns = index.placements().get(placement);
        let outer = |word: usize| {
            let seats = index.seats_of_word(word);
            let fixed = taken(pawns, &seats[..index.outer_seats()])?;
            Some(Outer { seats, fixed })
        };
        let words: Vec<_> = (0..index.words()).map(outer).collect();
        let fixed = words.iter().map(|outer| outer.map_or(!0, |outer| outer.fixed)).collect();
        let turned = if index.kings() == Kings::Triangle {
            Symmetry::all().map(|symmetry| turned_words(index, symmetry)).collect()
        } else {
            Vec::new()
        };
        let movers = Color::ALL.map(|color| outer_movers(index, color));
        let links =
            (0..index.kings().len()).map(|king_slice| links(index, pawns, king_slice)).collect();
        PawnSlice { index, pawns, words, fixed, movers, turned, links, runs: runs(index, pawns) }
    }

    pub(super) fn king_slices(&self) -> usize {
        self.index.kings().len()
    }

    pub(super) fn words_per_king_slice(&self) -> usize {
        self.words.len()
    }

    /// Slices for one thread to work on before it looks for others. All of a small pawn slice: a step over
    /// four men takes no longer than waking another thread and waiting for it.
    pub(super) fn king_slices_per_task(&self) -> usize {
        let small = self.king_slices() * self.words.len() <= 1 << 15;
        if small { self.king_slices() } else { (2048 / self.words.len()).max(1) }
    }

    /// The same in parts, of which a pawn slice may have but one.
    pub(super) fn parts_per_task(&self) -> usize {
        self.king_slices_per_task().min(self.parts())
    }

    /// With pawns and no outer man a king slice is a single word: then all king slices are worked on as one,
    /// the king slice's number being the word's.
    #[inline(always)]
    pub(super) fn is_one_part(&self) -> bool {
        self.words.len() == 1 && self.index.kings() != Kings::Triangle
    }

    /// How many king slices are worked on as one.
    pub(super) fn king_slices_per_part(&self) -> usize {
        if self.is_one_part() { self.king_slices() } else { 1 }
    }

    /// How many parts are worked on apart: mostly the king slices.
    pub(super) fn parts(&self) -> usize {
        self.king_slices() / self.king_slices_per_part()
    }

    pub(super) fn words_per_part(&self) -> usize {
        self.words_per_king_slice() * self.king_slices_per_part()
    }

    /// How many words of marks, a bit for each word, a part has.
    pub(super) fn marks_per_part(&self) -> usize {
        self.words_per_part().div_ceil(64)
    }

    /// Whether the words of a king slice are rows of 64, one man's square being the row and another's
    /// the column, or a single such row.
    pub(super) fn is_matrix(&self) -> bool {
        matches!(self.index.axes(), [Axis::Single(_)] | [Axis::Single(_), Axis::Single(_)])
    }

    /// The inner man.
    pub(super) fn inner(&self) -> Piece {
        let black_king = Role::King.of(Color::Black);
        self.index.inner_seat().map_or(black_king, |inner| self.index.seats()[inner])
    }

    /// The squares of the kings that belong to a king slice.
    #[inline(always)]
    pub(super) fn kings(&self, king_slice: usize) -> u64 {
        let [white, black] = self.index.kings().squares(king_slice);
        let black = if self.index.kings() == Kings::White { 0 } else { 1 << black };
        1 << white | black
    }

    /// The outer men of a word; none if two of them or the pawns share a square.
    #[inline(always)]
    pub(super) fn outer(&self, word: usize) -> Option<&Outer> {
        self.words[word].as_ref()
    }

    /// Where each word is found when the board is turned; none if it is not.
    #[inline(always)]
    pub(super) fn turned(&self, symmetry: Symmetry) -> Option<&[u32]> {
        (symmetry != Symmetry::IDENTITY).then(|| &*self.turned[symmetry.number()])
    }

    /// The moves of a king out of a king slice.
    #[inline(always)]
    pub(super) fn links(&self, king_slice: usize, color: Color) -> &Links {
        &self.links[king_slice][side(color)]
    }

    /// Where a word is found when the board is turned.
    #[inline(always)]
    pub(super) fn turn(&self, word: usize, symmetry: Symmetry) -> usize {
        self.turned(symmetry).map_or(word, |turned| turned[word] as usize)
    }

    /// The outer men of a colour; of a pair the first.
    #[inline(always)]
    pub(super) fn movers(&self, color: Color) -> &[OuterMan] {
        &self.movers[side(color)]
    }
}

/// The squares of pawns and of these men; none if two share one.
fn taken(pawns: Pawns, men: &[u8]) -> Option<u64> {
    let taken = men.iter().fold(pawns.all(), |set, square| set | 1 << square);
    let count = pawns.all().count_ones() as usize + men.len();
    (taken.count_ones() as usize == count).then_some(taken)
}

fn runs(index: &Index, pawns: Pawns) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut first = 0;
    while first < index.words() {
        let seats = index.seats_of_word(first);
        let len = match index.axes().last() {
            Some(Axis::Single(_)) => 64,
            Some(Axis::Pair(high, _)) => usize::from(seats[*high]) + 1,
            None => 1,
        };
        let others = &seats[..index.runner().unwrap_or(0)];
        runs.push(Run { first, len, seats, fixed: taken(pawns, others).unwrap_or(!0) });
        first += len;
    }
    runs
}

fn turned_words(index: &Index, symmetry: Symmetry) -> Vec<u32> {
    (0..index.words())
        .map(|word| {
            let turned = index.seats_of_word(word).map(|square| symmetry.square(square));
            index.word(&turned) as u32
        })
        .collect()
}

fn outer_movers(index: &Index, color: Color) -> Vec<OuterMan> {
    let mut movers = Vec::new();
    let mut stride = 1;
    for &axis in index.axes().iter().rev() {
        let (seat, pair) = match axis {
            Axis::Single(seat) => (seat, None),
            Axis::Pair(a, b) => (a, Some(b)),
        };
        let man = index.seats()[seat];
        let scan = match (pair, index.axes()) {
            (None, _) if stride == 1 => Scan::Row,
            (None, [_, Axis::Single(_)]) => Scan::Slab,
            (Some(_), [_]) => Scan::Pair,
            _ => Scan::Never,
        };
        if man.color == color {
            movers.push(OuterMan { role: man.role, seat, pair, stride, scan });
        }
        stride *= axis.size();
    }
    movers
}

/// The moves of both kings out of a king slice, not onto pawns nor next to each other.
fn links(index: &Index, pawns: Pawns, king_slice: usize) -> [Links; 2] {
    let [white, black] = index.kings().squares(king_slice);
    Color::ALL.map(|color| {
        let from = color.fold_wb(white, black);
        let is_inner = index.kings() == Kings::White && color == Color::Black;
        let free = if is_inner { 0 } else { KING[usize::from(from)] & !pawns.all() };
        Links::of(squares(free).filter_map(|to| {
            let (white, black) = color.fold_wb((to, black), (white, to));
            let (symmetry, number) = match index.kings() {
                Kings::Triangle => Kings::at_home(white, black)?,
                kings => (Symmetry::IDENTITY, kings.number(white, black)?),
            };
            Some(Link { king_slice: number as u16, symmetry })
        }))
    })
}
