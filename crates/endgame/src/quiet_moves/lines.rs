//! The quiet moves of many cells as lines to be added up, listed once for many sweeps.
//!
//! A move of an outer man or of a king leads the positions of a cell into one line, place by place, and a
//! move of the inner man is a shift within a line. So all moves of the 64 positions of a cell are some ten to sixty
//! lines: where each begins, and at which places it counts. Numbers have room around them, so that a shifted line is read
//! like any other.

use std::ops::Range;

use super::gathering::{Gathering, MoveTaker};
use super::{QuietMoves, Reading, Which};
use crate::index::Symmetry;
use crate::line::Number;
use crate::simd::{Kernel, dispatch};

/// Room before the first number and after the last: a line may be shifted by so much.
const MARGIN: usize = 64;
/// Doubles in what the machine reads at once.
const ALIGNED: usize = 8;

/// Numbers by position, with room around them: doubles, or single floats in the same memory.
#[derive(Debug)]
pub struct Numbers {
    all: Vec<f64>,
    /// Where the room before the first number begins, so that lines begin where the machine reads best.
    first: usize,
    len: usize,
}

impl Numbers {
    /// So many zeros.
    pub fn zeros(len: usize) -> Numbers {
        let all = vec![0.0f64; len + 2 * MARGIN + ALIGNED];
        let first = all.as_ptr().align_offset(8 * ALIGNED).min(ALIGNED);
        Numbers { all, first, len }
    }

    /// The numbers. What was written as numbers of the other kind means nothing.
    pub fn get<N: Number>(&self) -> &[N] {
        &self.with_room()[MARGIN..MARGIN + self.len]
    }

    /// The doubles in a list of their own.
    pub fn into_doubles(mut self) -> Vec<f64> {
        self.all.truncate(self.first + MARGIN + self.len);
        self.all.drain(..self.first + MARGIN);
        self.all.shrink_to_fit();
        self.all
    }

    /// The same, to be written.
    pub fn get_mut<N: Number>(&mut self) -> &mut [N] {
        let all = bytemuck::cast_slice_mut(&mut self.all[self.first..]);
        &mut all[MARGIN..MARGIN + self.len]
    }

    /// The numbers with the room around them: number `n` is at [`Numbers::place`]`(n)`, and 0 at place 0.
    pub fn with_room<N: Number>(&self) -> &[N] {
        &bytemuck::cast_slice(&self.all[self.first..])[..self.len + 2 * MARGIN]
    }

    /// Where a number is among those with room around them.
    pub fn place(number: usize) -> usize {
        MARGIN + number
    }
}

/// A cell with a wanted position.
#[derive(Clone, Copy, Debug)]
struct Cell {
    number: u32,
    /// How many groups of lines there are.
    groups: u8,
    wanted: u64,
}

/// Lines that are added up before the board is turned.
#[derive(Clone, Copy, Debug)]
struct Group {
    symmetry: Symmetry,
    lines: u16,
}

/// The moves of some cells.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    cells: Vec<Cell>,
    groups: Vec<Group>,
    /// Where each line begins, room included, and its places, as the board stands there.
    bases: Vec<u32>,
    places: Vec<u64>,
}

/// Bytes for each line, and for each cell.
pub const PER_LINE: usize = 4 + 8;
/// Bytes for each cell.
pub const PER_CELL: usize = 16 + 4;

impl QuietMoves<'_> {
    /// Lists the lines that [`sweep`](QuietMoves::sweep) adds up; the values of the reading are not looked at. Not for
    /// the best of several moves.
    pub fn lines(&self, cells: Range<usize>, reading: Reading<'_>) -> Lines {
        debug_assert!(!matches!(reading.which, Which::Best { .. }));
        let (own, others) = (self.table.codes(self.turn), self.table.codes(self.turn.other()));
        let mut taking = Taking { gathering: Gathering::new(reading, others), found: Vec::new() };
        let mut lines = Lines::default();
        for cell in cells {
            let codes = own[cell * 64..cell * 64 + 64].try_into().expect("64 bytes");
            if !taking.gathering.begin(codes, cell) {
                continue;
            }
            let at = self.neighbours.decode(cell);
            if let Some(occupied) = self.occupied(&at) {
                taking.found.clear();
                self.gather(&at, occupied, &mut taking);
                lines.add(cell, taking.gathering.wanted, &mut taking.found);
            }
        }
        lines.cells.shrink_to_fit();
        lines.groups.shrink_to_fit();
        lines.bases.shrink_to_fit();
        lines.places.shrink_to_fit();
        lines
    }
}

/// A line: how the board is turned there, where it begins, its places.
type Found = (Symmetry, u32, u64);

struct Taking<'v> {
    gathering: Gathering<'v>,
    found: Vec<Found>,
}

impl MoveTaker for Taking<'_> {
    fn wanted(&self) -> u64 {
        self.gathering.wanted
    }

    fn line(&mut self, base: usize, symmetry: Symmetry, places: u64) {
        let places = self.gathering.made(base, symmetry, places);
        if places != 0 {
            self.found.push((symmetry, Numbers::place(base) as u32, symmetry.set(places)));
        }
    }

    fn drawn(&self, base: usize, symmetry: Symmetry) -> u64 {
        self.gathering.drawn(base, symmetry)
    }

    fn open(&mut self, own: usize) {
        self.gathering.open_codes(own);
    }

    fn shifted(&mut self, by: i32, places: u64) {
        let places = self.gathering.made_within(by, places);
        if places != 0 {
            let base = (Numbers::place(self.gathering.own) as i64 + i64::from(by)) as u32;
            self.found.push((Symmetry::IDENTITY, base, places));
        }
    }
}

impl Lines {
    fn add(&mut self, cell: usize, wanted: u64, found: &mut [Found]) {
        // Lines that are not turned come first.
        found.sort_by_key(|&(symmetry, ..)| symmetry.number());
        let groups = found.chunk_by(|one, other| one.0 == other.0);
        let before = self.groups.len();
        self.groups
            .extend(groups.map(|group| Group { symmetry: group[0].0, lines: group.len() as u16 }));
        self.bases.extend(found.iter().map(|&(_, base, _)| base));
        self.places.extend(found.iter().map(|&(.., places)| places));
        let groups = (self.groups.len() - before) as u8;
        self.cells.push(Cell { number: cell as u32, groups, wanted });
    }

    /// Calls a function with each cell that has a wanted position, the places of those, and for each place the sum over
    /// its moves.
    pub fn sweep<N: Number>(&self, numbers: &Numbers, each: impl FnMut(usize, u64, &[N; 64])) {
        dispatch(Sweep { lines: self, numbers: numbers.with_room(), each });
    }
}

struct Sweep<'s, N, F> {
    lines: &'s Lines,
    numbers: &'s [N],
    each: F,
}

impl<N: Number, F: FnMut(usize, u64, &[N; 64])> Kernel for Sweep<'_, N, F> {
    #[inline(always)]
    fn run(mut self) {
        let (mut groups, mut done) = (self.lines.groups.iter(), 0);
        for cell in &self.lines.cells {
            let mut sums = [N::default(); 64];
            for group in groups.by_ref().take(usize::from(cell.groups)) {
                let lines = done..done + usize::from(group.lines);
                done = lines.end;
                let (bases, places) = (&self.lines.bases[lines.clone()], &self.lines.places[lines]);
                if group.symmetry == Symmetry::IDENTITY {
                    N::add_up(self.numbers, bases, places, &mut sums);
                } else {
                    let mut turned = [N::default(); 64];
                    N::add_up(self.numbers, bases, places, &mut turned);
                    let turned = group.symmetry.before(&turned);
                    sums.iter_mut().zip(turned).for_each(|(sum, one)| *sum += one);
                }
            }
            (self.each)(cell.number as usize, cell.wanted, &sums);
        }
    }
}
