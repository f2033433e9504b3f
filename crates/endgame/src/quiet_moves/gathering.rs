//! What is done with the numbers of one move: added up, or compared.

use super::{Reading, Sums, Which};
use crate::codec::{DRAW, ILLEGAL, STALEMATE};
use crate::index::{Symmetry, squares};
use crate::line::{Line, Number, places_between, places_within};

/// How close two numbers must be to count as equal, as a share of them.
const ALIKE: f64 = 1e-9;

/// So many places of a turned line are added one by one.
const FEW: u32 = 8;

/// Lines to be added up: where each begins, and the places at which it is added.
#[derive(Default)]
struct Terms {
    bases: Vec<u32>,
    places: Vec<u64>,
}

impl Terms {
    #[inline(always)]
    fn push(&mut self, base: usize, places: u64) {
        self.bases.push(base as u32);
        self.places.push(places);
    }

    /// Adds them up, and forgets them.
    #[inline(always)]
    fn add_up(&mut self, numbers: &[f64], sums: &mut Sums) {
        Number::add_up(numbers, &self.bases, &self.places, sums);
        self.bases.clear();
        self.places.clear();
    }
}

/// The sums of one cell in the making.
pub(super) struct Gathering<'v> {
    pub(super) reading: Reading<'v>,
    /// The bytes after the moves.
    pub(super) codes: &'v [u8],
    /// The bytes of positions that are asked about, as ranges.
    ranges: Vec<(u8, u8)>,
    /// The places that are asked about.
    pub(super) wanted: u64,
    sums: Sums,
    /// What may be moved to from each place.
    first: Line,
    more: Line,
    best: Sums,
    equals: Sums,
    /// The cell itself, the other side to move, with nothing around it.
    pub(super) own: usize,
    around: [f64; 192],
    codes_around: [u8; 192],
    /// Lines to be added up: of the values, of what is around the cell, and of lines that were turned.
    terms: Terms,
    terms_around: Terms,
    turned: Vec<(Sums, u64)>,
}

/// The bytes that are wanted, as ranges.
fn ranges(wanted: &[bool; 256]) -> Vec<(u8, u8)> {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for code in (0..=255u8).filter(|&code| wanted[usize::from(code)]) {
        match ranges.last_mut() {
            Some((_, last)) if code > 0 && *last == code - 1 => *last = code,
            _ => ranges.push((code, code)),
        }
    }
    ranges
}

#[inline(always)]
fn line<T>(all: &[T], base: usize) -> &[T; 64] {
    all[base..base + 64].try_into().expect("64 of them")
}

/// What takes the moves of a cell one after the other.
pub(super) trait MoveTaker {
    /// The places that are asked about.
    fn wanted(&self) -> u64;
    /// Takes a move from these places to the cell that begins with a number, the board turned.
    fn line(&mut self, base: usize, symmetry: Symmetry, places: u64);
    /// The places from which a move to a cell draws.
    fn drawn(&self, base: usize, symmetry: Symmetry) -> u64;
    /// Makes ready for moves of the inner man.
    fn open(&mut self, own: usize);
    /// Takes a move of the inner man from these places, so many squares on.
    fn shifted(&mut self, by: i32, places: u64);
}

/// Whether a number is better than the best so far, and whether it is worse; neither if they are alike.
#[inline(always)]
pub(super) fn compared(mine: f64, best: f64, least: bool) -> (bool, bool) {
    let (above, below) = (mine > best * (1.0 + ALIKE), mine < best * (1.0 - ALIKE));
    if least { (below, above) } else { (above, below) }
}

impl<'v> Gathering<'v> {
    pub(super) fn new(reading: Reading<'v>, codes: &'v [u8]) -> Gathering<'v> {
        Gathering {
            reading,
            codes,
            ranges: ranges(reading.wanted),
            wanted: 0,
            sums: [0.0; 64],
            first: [0; 64],
            more: [0; 64],
            best: [0.0; 64],
            equals: [0.0; 64],
            own: 0,
            around: [0.0; 192],
            codes_around: [ILLEGAL; 192],
            terms: Terms::default(),
            terms_around: Terms::default(),
            turned: Vec::with_capacity(8),
        }
    }

    /// Begins with a cell; says whether any of its positions is wanted.
    #[inline(always)]
    pub(super) fn begin(&mut self, codes: &Line, cell: usize) -> bool {
        let ranges = self.ranges.iter();
        self.wanted = ranges.fold(0, |set, &range| set | places_between(codes, range));
        if self.wanted == 0 {
            return false;
        }
        self.sums = [0.0; 64];
        if let Which::Allowed(allowed) | Which::Best { allowed, .. } = self.reading.which {
            let rules = self.reading.rules.map_or(codes, |rules| line(rules, cell * 64));
            for ((first, more), &rule) in self.first.iter_mut().zip(&mut self.more).zip(rules) {
                (*first, *more) = allowed.0[usize::from(rule)];
            }
        }
        if let Which::Best { .. } = self.reading.which {
            self.equals = [0.0; 64];
        }
        true
    }

    /// From which of these places a move to a cell is made.
    #[inline(always)]
    pub(super) fn made(&self, base: usize, symmetry: Symmetry, places: u64) -> u64 {
        let places = places & self.wanted;
        match self.reading.which {
            Which::All => places,
            _ if places == 0 => 0,
            _ => {
                let codes = symmetry.before(line(self.codes, base));
                places & places_within(&codes, &self.first, &self.more)
            }
        }
    }

    /// From which of these places a move of the inner man is made.
    #[inline(always)]
    pub(super) fn made_within(&self, by: i32, places: u64) -> u64 {
        match self.reading.which {
            Which::All => places,
            _ => {
                let codes = line(&self.codes_around, (64 + by) as usize);
                places & places_within(codes, &self.first, &self.more)
            }
        }
    }

    /// Makes ready for the bytes that moves of the inner man lead to.
    #[inline(always)]
    pub(super) fn open_codes(&mut self, own: usize) {
        self.own = own;
        if !matches!(self.reading.which, Which::All) {
            self.codes_around[64..128].copy_from_slice(line(self.codes, own));
        }
    }

    /// Takes the moves from these places to these numbers if none is better.
    #[inline(always)]
    fn compare(&mut self, places: u64, by: &[f64], least: bool, number: impl Fn(u8) -> usize) {
        for place in squares(places) {
            let (number, place) = (number(place), usize::from(place));
            if self.codes[number] == ILLEGAL {
                continue;
            }
            let (mine, value) = (by[number], self.reading.values[number]);
            let (better, worse) = compared(mine, self.best[place], least);
            if self.equals[place] == 0.0 || better {
                (self.best[place], self.sums[place], self.equals[place]) = (mine, value, 1.0);
            } else if !worse {
                self.sums[place] += value;
                self.equals[place] += 1.0;
            }
        }
    }

    /// The sums, or the means of the best.
    #[inline(always)]
    pub(super) fn finish(&mut self) -> &Sums {
        match self.reading.which {
            Which::All | Which::Allowed(_) => self.add_up(),
            Which::Best { .. } => {
                for (sum, equals) in self.sums.iter_mut().zip(&self.equals) {
                    *sum /= equals.max(1.0);
                }
            }
        }
        &self.sums
    }

    /// Adds all lines up.
    #[inline(always)]
    fn add_up(&mut self) {
        self.terms.add_up(self.reading.values, &mut self.sums);
        self.terms_around.add_up(&self.around, &mut self.sums);
        for (line, places) in self.turned.drain(..) {
            Number::add_up(&line, &[0], &[places], &mut self.sums);
        }
    }
}

impl MoveTaker for Gathering<'_> {
    #[inline(always)]
    fn wanted(&self) -> u64 {
        self.wanted
    }

    #[inline(always)]
    fn line(&mut self, base: usize, symmetry: Symmetry, places: u64) {
        let places = self.made(base, symmetry, places);
        if places == 0 {
            return;
        }
        match self.reading.which {
            Which::Best { by, least, .. } => {
                self.compare(places, by, least, |place| base + usize::from(symmetry.square(place)));
            }
            _ if symmetry == Symmetry::IDENTITY => self.terms.push(base, places),
            _ if places.count_ones() < FEW => {
                for place in squares(places) {
                    let number = base + usize::from(symmetry.square(place));
                    self.sums[usize::from(place)] += self.reading.values[number];
                }
            }
            _ => self.turned.push((symmetry.before(line(self.reading.values, base)), places)),
        }
    }

    #[inline(always)]
    fn drawn(&self, base: usize, symmetry: Symmetry) -> u64 {
        symmetry.inverse().set(places_between(line(self.codes, base), (DRAW, STALEMATE)))
    }

    #[inline(always)]
    fn open(&mut self, own: usize) {
        self.open_codes(own);
        if !matches!(self.reading.which, Which::Best { .. }) {
            self.around[64..128].copy_from_slice(line(self.reading.values, own));
        }
    }

    #[inline(always)]
    fn shifted(&mut self, by: i32, places: u64) {
        let places = self.made_within(by, places);
        if places == 0 {
            return;
        }
        let own = self.own;
        match self.reading.which {
            Which::Best { by: numbers, least, .. } => {
                self.compare(places, numbers, least, |place| {
                    (own as i64 + i64::from(place) + i64::from(by)) as usize
                })
            }
            _ => self.terms_around.push((64 + by) as usize, places),
        }
    }
}
