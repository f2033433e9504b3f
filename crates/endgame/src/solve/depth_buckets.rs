//! Positions that a move out of the slice settles with the clock running on, by depth.

use super::log::Event;

/// Positions of a part of the pawn slice that a move out of the slice settles, in the order of their depths.
#[derive(Default)]
pub(super) struct DepthBuckets {
    events: Vec<Event>,
    next: usize,
    /// The depth of the next event, so that most who ask need not look there.
    due: Option<u8>,
}

impl DepthBuckets {
    /// The events in order of their depths, a depth's as they came: by counting, as there are few depths
    /// and many events.
    pub(super) fn of(events: &[Event]) -> DepthBuckets {
        if events.is_empty() {
            return DepthBuckets::default();
        }
        let mut next = [0; 257];
        for event in events {
            next[usize::from(event.code) + 1] += 1;
        }
        for depth in 1..257 {
            next[depth] += next[depth - 1];
        }
        let mut sorted = vec![Event { places: 0, word: 0, code: 0 }; events.len()];
        for event in events {
            let at = &mut next[usize::from(event.code)];
            sorted[*at] = *event;
            *at += 1;
        }
        let due = sorted.first().map(|event| event.code);
        DepthBuckets { events: sorted, next: 0, due }
    }

    /// Whether there are events of this depth.
    #[inline(always)]
    fn is_due(&self, depth: u8) -> bool {
        self.due.is_some_and(|due| due <= depth)
    }

    /// The events of a depth; depths are asked for one after the other.
    #[inline(always)]
    pub(super) fn take(&mut self, depth: u8) -> &[Event] {
        if !self.is_due(depth) {
            return &[];
        }
        let ahead = &self.events[self.next..];
        let later = ahead.iter().position(|event| event.code > depth);
        self.due = later.map(|later| ahead[later].code);
        let due = later.unwrap_or(ahead.len());
        self.next += due;
        &ahead[..due]
    }

    /// All events, whatever their depth.
    pub(super) fn all(&self) -> &[Event] {
        &self.events
    }
}

/// The parts of a pawn slice that have events of each depth.
pub(super) struct DueParts(Vec<Vec<u32>>);

impl DueParts {
    pub(super) fn of(buckets: &[DepthBuckets]) -> DueParts {
        let mut parts: Vec<Vec<u32>> = Vec::new();
        for (part, buckets) in (0..).zip(buckets) {
            for depth in buckets.events.chunk_by(|a, b| a.code == b.code).map(|same| same[0].code) {
                if parts.len() <= usize::from(depth) {
                    parts.resize_with(usize::from(depth) + 1, Vec::new);
                }
                parts[usize::from(depth)].push(part);
            }
        }
        DueParts(parts)
    }

    /// Those with events of this depth.
    pub(super) fn at(&self, depth: u8) -> impl Iterator<Item = usize> + '_ {
        self.0.get(usize::from(depth)).into_iter().flatten().map(|&part| part as usize)
    }

    /// The deepest, if there is one.
    pub(super) fn last(&self) -> Option<u8> {
        self.0.len().checked_sub(1).map(|last| last as u8)
    }
}

/// Moves out of the slice with the clock running on, by part of the pawn slice.
#[derive(Default)]
pub(super) struct Timed {
    /// One wins, at the depth said.
    pub(super) enter: Vec<DepthBuckets>,
    /// All lose, the longest at the depth said.
    pub(super) hold: Vec<DepthBuckets>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_taken_by_depth_and_within_a_depth_as_they_came() {
        let event = |word| Event { places: 1, word, code: (word * 37 % 11) as u8 };
        let mut buckets = DepthBuckets::of(&(0..300).map(event).collect::<Vec<_>>());
        let mut taken = 0;
        for depth in 0..11 {
            let events = buckets.take(depth);
            assert!(events.iter().all(|event| u32::from(event.code) == event.word * 37 % 11));
            assert!(events.is_sorted_by_key(|event| event.word));
            taken += events.len();
        }
        assert_eq!(taken, 300);
    }

    #[test]
    fn parts_are_due_at_the_depths_of_their_events() {
        let events = |depths: &[u8]| {
            let event = |&code: &u8| Event { places: 1, word: 0, code };
            DepthBuckets::of(&depths.iter().map(event).collect::<Vec<_>>())
        };
        let due = DueParts::of(&[events(&[4, 2, 4]), events(&[]), events(&[7, 4])]);
        let at = |depth| due.at(depth).collect::<Vec<_>>();
        assert_eq!(
            [at(2), at(3), at(4), at(7), at(9)],
            [vec![0], vec![], vec![0, 2], vec![2], vec![]]
        );
        assert_eq!((due.last(), DueParts::of(&[]).last()), (Some(7), None));
    }
}
