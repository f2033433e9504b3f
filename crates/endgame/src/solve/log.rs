//! Which positions fell at which step, in the order they fell.
//!
//! Depths are not written while the sets are being solved: each step appends the words it settled,
//! the newest of them are what the next step starts from, and at the end the log is replayed into
//! bytes, a slice at a time.

use super::lines::{Line, repaint};
use crate::code::DRAW;

/// Positions of one word that fell together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) places: u64,
    pub(super) word: u32,
    /// What they are worth; in a [`Calendar`](super::calendar::Calendar) the depth.
    pub(super) code: u8,
}

/// What fell in a slice with one side to move.
#[derive(Clone, Default)]
pub(super) struct Log {
    events: Vec<Event>,
    /// Stalemates: nothing follows from them.
    apart: Vec<Event>,
    /// The last two rounds in which something fell, and where their events begin.
    last: (u8, u32),
    previous: (u8, u32),
}

impl Log {
    #[inline(always)]
    pub(super) fn note(&mut self, round: u8, event: Event) {
        if self.last.0 != round {
            self.previous = self.last;
            self.last = (round, self.events.len() as u32);
        }
        self.events.push(event);
    }

    /// What fell in a round, one of the last two.
    #[inline(always)]
    pub(super) fn of_round(&self, round: u8) -> &[Event] {
        if self.last.0 == round {
            &self.events[self.last.1 as usize..]
        } else if self.previous.0 == round {
            &self.events[self.previous.1 as usize..self.last.1 as usize]
        } else {
            &[]
        }
    }

    /// Notes what is painted and no step starts from.
    pub(super) fn note_apart(&mut self, event: Event) {
        self.apart.push(event);
    }

    /// Paints the codes over draws.
    #[inline(always)]
    pub(super) fn replay(&self, lines: &mut [Line]) {
        for event in self.events.iter().chain(&self.apart) {
            repaint(&mut lines[event.word as usize], event.places, DRAW, event.code);
        }
    }
}
