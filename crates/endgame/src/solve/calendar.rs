//! Positions that a move out of the frame settles with the clock running on, by depth.

use super::log::Event;

/// Positions of a piece of the frame that a move out of the frame settles, in the order of their depths.
#[derive(Default)]
pub(super) struct Calendar {
    events: Vec<Event>,
    next: usize,
}

impl Calendar {
    pub(super) fn add(&mut self, depth: u8, word: u32, places: u64) {
        self.events.push(Event { places, word, code: depth });
    }

    pub(super) fn sort(&mut self) {
        self.events.sort_unstable_by_key(|event| (event.code, event.word));
    }

    /// The depth of the last event, if there is one.
    pub(super) fn last(&self) -> Option<u8> {
        self.events.last().map(|event| event.code)
    }

    /// Whether there are events of this depth.
    #[inline(always)]
    pub(super) fn is_due(&self, depth: u8) -> bool {
        self.events.get(self.next).is_some_and(|event| event.code <= depth)
    }

    /// The events of a depth; depths are asked for one after the other.
    #[inline(always)]
    pub(super) fn take(&mut self, depth: u8) -> &[Event] {
        let first = self.next;
        while self.is_due(depth) {
            self.next += 1;
        }
        &self.events[first..self.next]
    }

    /// All events, whatever their depth.
    pub(super) fn all(&self) -> &[Event] {
        &self.events
    }
}

/// Moves out of the frame with the clock running on, by piece of the frame.
#[derive(Default)]
pub(super) struct Timed {
    /// One wins, at the depth said.
    pub(super) enter: Vec<Calendar>,
    /// All lose, the longest at the depth said.
    pub(super) hold: Vec<Calendar>,
}
