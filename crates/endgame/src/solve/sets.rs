//! What a table tells those who move into it, as sets of places: where they win, and where they do
//! not lose.
//!
//! A move that ends the clock asks for nothing else. So the bytes of a table are looked through once,
//! line by line as they lie in memory, and not again for each pair of kings from which a move leads
//! there; and where lines of another man than the table's inner man are asked for, 64 by 64 places
//! change their order at once.

use super::legal::BySide;
use super::probe_results::ProbeResult;
use super::promoted;
use super::reader::{Free, Reader, Source};
use super::scan::Board;
use crate::index::{Index, Kings, Seats, Symmetry};
use crate::line::Line;
use crate::memory::Bytes;
use crate::rules::Color;
use crate::simd::{self, Kernel};

/// The sets of a whole table, by the numbers of its kings and then of the other men.
pub(super) struct Sets {
    order: Order,
    /// How many sets each number of the kings has.
    per_king_slice: usize,
    pair: PairOfSets,
}

/// Sets of wins and sets of escapes as they lie in memory: blocks of it are used again by the next solve.
pub(super) struct PairOfSets([Bytes; 2]);

impl PairOfSets {
    /// So many sets of each; none if there is no memory for them.
    pub(super) fn new(sets: usize) -> Option<PairOfSets> {
        let [wins, escapes] = [(); 2].map(|()| Bytes::uncleared(sets * 8).ok());
        Some(PairOfSets([wins?, escapes?]))
    }

    /// The wins, then the escapes.
    #[inline(always)]
    pub(super) fn words(&self) -> [&[u64]; 2] {
        self.0.each_ref().map(|bytes| bytemuck::cast_slice(bytes))
    }

    #[inline(always)]
    pub(super) fn words_mut(&mut self) -> [&mut [u64]; 2] {
        self.0.each_mut().map(|bytes| bytemuck::cast_slice_mut(bytes))
    }
}

/// How the sets of a king slice are numbered.
enum Order {
    /// As the table's words, the places being the inner man's.
    Own,
    /// By the men who are neither inner nor free, then by the inner man: the places are those of the
    /// free man, who is another one.
    Across { free: usize, others: Vec<usize>, inner: Option<usize> },
}

/// About how many bytes the sets of a table take that the pawn slices of `ours` read.
pub(super) fn room(theirs: &Index, ours: &Index) -> usize {
    // Lines of the black king come from tables that have such lines, or otherwise.
    if ours.inner_seat().is_none() && theirs.inner_seat().is_some() {
        return promoted::room(theirs);
    }
    let across = Order::across(theirs, 0).per_king_slice(theirs);
    theirs.king_slices() * theirs.words().max(across) * 16
}

/// Whether the pawn slices of `ours` ask a table that pawns promote into for sets alone, its colours
/// being exchanged or not: sets of lines of the black king cannot always be had.
pub(super) fn are_enough(theirs: &Index, exchanged: bool, ours: &Index) -> bool {
    let has_such_lines = theirs.kings() == Kings::White && !exchanged;
    ours.inner_seat().is_some() || has_such_lines || promoted::is_possible(theirs)
}

impl Order {
    fn across(index: &Index, free: usize) -> Order {
        let inner = index.inner_seat();
        let others = 0..index.seats().len();
        let others = others.filter(|&seat| seat != free && Some(seat) != inner).collect();
        Order::Across { free, others, inner }
    }

    fn per_king_slice(&self, index: &Index) -> usize {
        match self {
            Order::Own => index.words(),
            Order::Across { others, .. } => 64 << (6 * others.len()),
        }
    }
}

impl Sets {
    /// The sets of lines as a reader gives them, for those who move there; none if each place of such
    /// a line may need the board turned in another way, or if there is no memory for them.
    pub(super) fn new(reader: &Reader<'_>, mover: Color) -> Option<Sets> {
        let (source, order) = match reader {
            Reader::Direct(source) => (source, Order::Own),
            Reader::Column(source, Free::Seat(free)) => {
                (source, Order::across(source.index, *free))
            }
            _ => return None,
        };
        let per_king_slice = order.per_king_slice(source.index);
        let sets = source.index.king_slices() * per_king_slice;
        let mut sets = Sets { order, per_king_slice, pair: PairOfSets::new(sets)? };
        simd::dispatch(Building { reader, source, mover, sets: &mut sets });
        Some(sets)
    }

    /// The number of men among the sets of a king slice, a king who is the inner man left out.
    pub(super) fn number(&self, source: &Source<'_>, seats: &Seats) -> usize {
        match &self.order {
            Order::Own => source.index.word(seats),
            Order::Across { others, inner, .. } => {
                let square = |seat: usize| usize::from(seats[seat]);
                let others = others.iter().fold(0, |number, &seat| number * 64 + square(seat));
                others * 64 + inner.map_or(0, square)
            }
        }
    }

    /// The sets with these kings, wins first, and how our board is turned to meet them; none if the
    /// kings touch.
    #[inline(always)]
    pub(super) fn king_slice(
        &self,
        source: &Source<'_>,
        kings: BySide<u8>,
    ) -> Option<([&[u64]; 2], Symmetry)> {
        let (king_slice, symmetry) = source.king_slice(kings)?;
        let inner = match self.order {
            Order::Across { inner: None, .. } => {
                usize::from(symmetry.square(source.inner_king(kings)))
            }
            _ => 0,
        };
        let own = king_slice * self.per_king_slice + inner..(king_slice + 1) * self.per_king_slice;
        Some((self.pair.words().map(|sets| &sets[own.clone()]), symmetry))
    }
}

/// Looks through a table.
struct Building<'l, 'a> {
    reader: &'l Reader<'a>,
    source: &'l Source<'a>,
    mover: Color,
    sets: &'l mut Sets,
}

impl Kernel for Building<'_, '_> {
    #[inline(always)]
    fn run(self) {
        let Building { reader, source, mover, sets } = self;
        let (lines, _) = source.codes.as_chunks::<64>();
        let [all_wins, all_escapes] = sets.pair.words_mut();
        let result = |line: &Line| ProbeResult::of(reader, line, Symmetry::IDENTITY, mover);
        let Order::Across { free, others, .. } = &sets.order else {
            for ((wins, escapes), line) in all_wins.iter_mut().zip(all_escapes).zip(lines) {
                ProbeResult { wins: *wins, escapes: *escapes } = result(line);
            }
            return;
        };
        let mut seats = Seats::default();
        let (all_wins, _) = all_wins.as_chunks_mut::<64>();
        let (all_escapes, _) = all_escapes.as_chunks_mut::<64>();
        let all = all_wins.iter_mut().zip(all_escapes);
        let per_king_slice = sets.per_king_slice / 64;
        for (n, (wins, escapes)) in all.enumerate() {
            let words = source.index.words();
            let king_slice = &lines[n / per_king_slice * words..(n / per_king_slice + 1) * words];
            for (at, &seat) in others.iter().rev().enumerate() {
                seats[seat] = ((n % per_king_slice) >> (6 * at) & 63) as u8;
            }
            for (place, (wins, escapes)) in (0..).zip(wins.iter_mut().zip(&mut *escapes)) {
                seats[*free] = place;
                let line = &king_slice[source.index.word(&seats)];
                ProbeResult { wins: *wins, escapes: *escapes } = result(line);
            }
            transpose(wins);
            transpose(escapes);
        }
    }
}

/// The places of each set become the sets of each place.
#[inline(always)]
pub(super) fn transpose(sets: &mut Board) {
    let mut width = 32;
    let mut low = !0u64 >> 32;
    while width > 0 {
        for pair in sets.chunks_exact_mut(2 * width) {
            let (upper, lower) = pair.split_at_mut(width);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let change = (*upper >> width ^ *lower) & low;
                *upper ^= change << width;
                *lower ^= change;
            }
        }
        width /= 2;
        low ^= low << width;
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::random_words;
    use super::*;

    #[test]
    fn places_and_sets_change_roles() {
        let mut random = random_words();
        let sets: Board = std::array::from_fn(|_| random());
        let mut there = sets;
        transpose(&mut there);
        for (row, set) in sets.iter().enumerate() {
            for (place, turned) in there.iter().enumerate() {
                assert_eq!(set >> place & 1, turned >> row & 1);
            }
        }
    }
}
