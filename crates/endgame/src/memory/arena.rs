//! Which parts of a long stretch of memory are in use, and which were.

use std::ops::Range;

/// A stretch of memory lent out in parts.
#[derive(Debug)]
pub(super) struct Arena {
    /// Side by side from the first byte to the last; no two neighbours are idle in the same way.
    extents: Vec<Extent>,
    /// How much cold memory may be lent without letting as much grow cold in return.
    room: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    start: usize,
    end: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Used,
    /// Nobody uses it, but somebody did: taking it again costs nothing.
    Warm,
    /// Never used, or given back to the system, which would have to clear it first.
    Cold,
}

impl Extent {
    fn len(&self) -> usize {
        self.end - self.start
    }

    fn overlap(&self, part: &Range<usize>) -> usize {
        self.end.min(part.end).saturating_sub(self.start.max(part.start))
    }
}

impl Arena {
    pub(super) fn new(len: usize) -> Arena {
        Arena { extents: vec![Extent { start: 0, end: len, state: State::Cold }], room: 0 }
    }

    /// Lends a part, as warm as can be had and from the tightest place; none if no gap is so long.
    /// Says how much of it was cold.
    pub(super) fn take(&mut self, len: usize) -> Option<(Range<usize>, usize)> {
        let gaps = self.extents.chunk_by(|a, b| a.state != State::Used && b.state != State::Used);
        let gaps = gaps.filter(|gap| gap[0].state != State::Used);
        let offers = gaps.flat_map(|gap| {
            let (start, end) = (gap[0].start, gap[gap.len() - 1].end);
            // The warmest part of a gap begins or ends where something changes.
            let at_ends = gap.iter().flat_map(move |e| [Some(e.start), e.end.checked_sub(len)]);
            let fits = at_ends.flatten().filter(move |&at| at >= start && at + len <= end);
            fits.map(move |at| {
                let part = at..at + len;
                let warm = gap.iter().filter(|extent| extent.state == State::Warm);
                let used_up: usize = warm.clone().map(|extent| extent.overlap(&part)).sum();
                let broken = warm.filter(|extent| extent.overlap(&part) > 0);
                let left = broken.map(Extent::len).sum::<usize>() - used_up;
                (used_up, std::cmp::Reverse(left), std::cmp::Reverse(at))
            })
        });
        let (warm, _, std::cmp::Reverse(at)) = offers.max()?;
        self.set(at..at + len, State::Used);
        Some((at..at + len, len - warm))
    }

    /// Allows so much to be idle, or to be lent of what is cold, until this is asked again, and so much to
    /// be in use or idle together; says how much is idle beyond the former.
    pub(super) fn allow(&mut self, idle: usize, together: usize) -> usize {
        let warm = self.warm();
        let used = self.extents.iter().filter(|e| e.state == State::Used).map(Extent::len);
        let left = together.saturating_sub(used.sum::<usize>() + warm);
        self.room = idle.saturating_sub(warm).min(left);
        warm.saturating_sub(idle)
    }

    /// So much was cold and is lent: says how much has to grow cold in return.
    pub(super) fn owed(&mut self, cold: usize) -> usize {
        let free = self.room.min(cold);
        self.room -= free;
        cold - free
    }

    /// Takes a part back.
    pub(super) fn give_back(&mut self, part: Range<usize>) {
        self.set(part, State::Warm);
    }

    /// How much is warm and idle.
    pub(super) fn warm(&self) -> usize {
        self.extents.iter().filter(|e| e.state == State::Warm).map(Extent::len).sum()
    }

    /// Lets so much of what is warm and idle grow cold, the small pieces first; says which parts.
    pub(super) fn cool(&mut self, len: usize) -> Vec<Range<usize>> {
        let mut warm: Vec<_> =
            self.extents.iter().filter(|e| e.state == State::Warm).copied().collect();
        warm.sort_unstable_by_key(Extent::len);
        let mut parts = Vec::new();
        let mut left = len;
        for extent in warm {
            let part = extent.end - extent.len().min(left)..extent.end;
            if part.is_empty() {
                break;
            }
            left -= part.len();
            self.set(part.clone(), State::Cold);
            parts.push(part);
        }
        parts
    }

    fn set(&mut self, part: Range<usize>, state: State) {
        if part.is_empty() {
            return;
        }
        let mut extents: Vec<Extent> = Vec::with_capacity(self.extents.len() + 2);
        let new = Extent { start: part.start, end: part.end, state };
        let before = |e: &Extent| Extent { end: e.end.min(part.start), ..*e };
        let after = |e: &Extent| Extent { start: e.start.max(part.end), ..*e };
        let pieces = (self.extents.iter().map(before))
            .chain([new])
            .chain(self.extents.iter().map(after))
            .filter(|extent| extent.start < extent.end);
        for piece in pieces {
            match extents.last_mut() {
                Some(last) if last.state == piece.state && piece.state != State::Used => {
                    last.end = piece.end;
                }
                _ => extents.push(piece),
            }
        }
        self.extents = extents;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_warm_is_taken_again_whatever_its_length() {
        let mut arena = Arena::new(1000);
        let [a, b, c] = [30, 10, 20].map(|len| arena.take(len).unwrap());
        assert_eq!([&a, &b, &c], [&(0..30, 30), &(30..40, 10), &(40..60, 20)]);
        arena.give_back(a.0);
        arena.give_back(c.0);
        assert_eq!(arena.warm(), 50);
        assert_eq!(arena.take(15).unwrap(), (40..55, 0), "the tighter place");
        assert_eq!(arena.take(35).unwrap(), (55..90, 30), "five are warm there");
        arena.give_back(b.0);
        assert_eq!(arena.take(40).unwrap(), (0..40, 0), "neighbours have become one");
        assert_eq!(arena.take(911), None);
    }

    #[test]
    fn what_grows_cold_is_told() {
        let mut arena = Arena::new(1000);
        let parts = [30, 10, 20, 10].map(|len| arena.take(len).unwrap().0);
        arena.give_back(parts[0].clone());
        arena.give_back(parts[2].clone());
        assert_eq!(arena.cool(25), [40..60, 25..30]);
        assert_eq!(arena.warm(), 25);
        assert_eq!(arena.cool(100), vec![0..25; 1]);
        assert_eq!(arena.cool(1), []);
        assert_eq!(arena.take(30).unwrap(), (0..30, 30));
    }

    #[test]
    fn what_is_lent_beyond_the_room_is_owed() {
        let mut arena = Arena::new(1000);
        assert_eq!(arena.owed(10), 10, "nothing is allowed at first");
        let part = arena.take(30).unwrap().0;
        arena.give_back(part);
        assert_eq!((arena.allow(100, 500), arena.owed(50), arena.owed(50)), (0, 0, 30));
        assert_eq!((arena.allow(20, 500), arena.owed(1)), (10, 1));
        arena.take(20).unwrap();
        assert_eq!((arena.allow(100, 35), arena.owed(10)), (0, 5), "thirty are there already");
    }

    proptest! {
        #[test]
        fn parts_in_use_never_meet_and_nothing_is_lost(
            steps in prop::collection::vec((0..3, 1..40usize), 1..60),
        ) {
            let mut arena = Arena::new(200);
            let mut used: Vec<Range<usize>> = Vec::new();
            let mut touched = [false; 200];
            for (what, len) in steps {
                match what {
                    0 => if let Some((part, cold)) = arena.take(len) {
                        prop_assert_eq!(part.len(), len);
                        prop_assert!(used.iter().all(|u| u.end <= part.start || part.end <= u.start));
                        prop_assert_eq!(cold, touched[part.clone()].iter().filter(|t| !**t).count());
                        touched[part.clone()].fill(true);
                        used.push(part);
                    },
                    1 => if !used.is_empty() {
                        arena.give_back(used.swap_remove(len % used.len()));
                    },
                    _ => for part in arena.cool(len) {
                        prop_assert!(touched[part.clone()].iter().all(|t| *t));
                        touched[part].fill(false);
                    },
                }
                let in_use: usize = used.iter().map(|part| part.len()).sum();
                prop_assert_eq!(arena.warm() + in_use, touched.iter().filter(|t| **t).count());
                let all: usize = arena.extents.iter().map(Extent::len).sum();
                prop_assert_eq!(all, 200);
            }
        }
    }
}
