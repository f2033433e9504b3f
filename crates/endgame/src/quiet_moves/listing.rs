//! The moves of a cell one by one.

use std::ops::Range;

use super::gathering::{Gathering, MoveTaker, compared};
use super::{QuietMoves, Reading, Which};
use crate::codec::ILLEGAL;
use crate::index::{Symmetry, squares};

/// For each place of a cell, the numbers that moves lead to.
pub type Lists = [Vec<u32>; 64];

struct Listing<'v> {
    gathering: Gathering<'v>,
    /// The best so far, where only the best count.
    best: [f64; 64],
    lists: Lists,
}

impl QuietMoves<'_> {
    /// Calls a function with each cell that has a wanted position, the places of those, and for each place the moves that
    /// [`sweep`](QuietMoves::sweep) adds up; the values of the reading are not looked at.
    pub fn list(
        &self,
        cells: Range<usize>,
        reading: Reading<'_>,
        mut each: impl FnMut(usize, u64, &Lists),
    ) {
        let (own, others) = (self.table.codes(self.turn), self.table.codes(self.turn.other()));
        let gathering = Gathering::new(reading, others);
        let lists = std::array::from_fn(|_| Vec::new());
        let mut listing = Listing { gathering, best: [0.0; 64], lists };
        for cell in cells {
            let codes = own[cell * 64..cell * 64 + 64].try_into().expect("64 bytes");
            if !listing.gathering.begin(codes, cell) {
                continue;
            }
            let at = self.neighbours.decode(cell);
            if let Some(occupied) = self.occupied(&at) {
                listing.lists.iter_mut().for_each(Vec::clear);
                self.gather(&at, occupied, &mut listing);
                each(cell, listing.gathering.wanted, &listing.lists);
            }
        }
    }
}

impl Listing<'_> {
    fn take(&mut self, places: u64, number: impl Fn(u8) -> usize) {
        for place in squares(places) {
            let (number, place) = (number(place), usize::from(place));
            if self.gathering.codes[number] == ILLEGAL {
                continue;
            }
            let list = &mut self.lists[place];
            if let Which::Best { by, least, .. } = self.gathering.reading.which {
                let (better, worse) = compared(by[number], self.best[place], least);
                if list.is_empty() || better {
                    list.clear();
                    self.best[place] = by[number];
                } else if worse {
                    continue;
                }
            }
            list.push(number as u32);
        }
    }
}

impl MoveTaker for Listing<'_> {
    fn wanted(&self) -> u64 {
        self.gathering.wanted
    }

    fn line(&mut self, base: usize, symmetry: Symmetry, places: u64) {
        let places = self.gathering.made(base, symmetry, places);
        self.take(places, |place| base + usize::from(symmetry.square(place)));
    }

    fn drawn(&self, base: usize, symmetry: Symmetry) -> u64 {
        self.gathering.drawn(base, symmetry)
    }

    fn open(&mut self, own: usize) {
        self.gathering.open_codes(own);
    }

    fn shifted(&mut self, by: i32, places: u64) {
        let places = self.gathering.made_within(by, places);
        let own = self.gathering.own as i64;
        self.take(places, |place| (own + i64::from(place) + i64::from(by)) as usize);
    }
}
