//! Which parts of a long stretch of memory are in use, and which were.

use std::ops::Range;

/// Parts are multiples of this.
const UNIT: usize = 1 << 16;
/// Memory is moved in large pages.
pub(super) const PAGE: usize = 1 << 21;
/// Parts from this length on begin and end with a large page.
const LARGE: usize = 4 * PAGE;

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

    /// Lends a part of so many bytes or a few more, as warm as can be had and from the tightest place;
    /// none if no gap is so long. Says which stretches of it are cold.
    pub(super) fn take(&mut self, bytes: usize) -> Option<(Range<usize>, Vec<Range<usize>>)> {
        let unit = if bytes >= LARGE { PAGE } else { UNIT };
        let len = bytes.checked_next_multiple_of(unit)?;
        let gaps = self.extents.chunk_by(|a, b| a.state != State::Used && b.state != State::Used);
        let gaps = gaps.filter(|gap| gap[0].state != State::Used);
        let offers = gaps.flat_map(|gap| {
            let (start, end) = (gap[0].start, gap[gap.len() - 1].end);
            // The warmest part of a gap begins or ends where something changes.
            let at_ends = gap.iter().flat_map(move |extent| {
                let last = extent.end.checked_sub(len);
                [Some(extent.start.next_multiple_of(unit)), last.map(|at| at / unit * unit)]
            });
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
        let (_, _, std::cmp::Reverse(at)) = offers.max()?;
        let part = at..at + len;
        let cold = self.extents.iter().filter(|extent| extent.state == State::Cold);
        let cold = cold.map(|extent| extent.start.max(part.start)..extent.end.min(part.end));
        let cold = cold.filter(|stretch| !stretch.is_empty()).collect();
        self.set(part.clone(), State::Used);
        Some((part, cold))
    }

    /// Pages that are warm and idle, each with one of these cold stretches to which it can be moved: as many
    /// as there are of both, those of small pieces first.
    pub(super) fn moves_into(&self, cold: &[Range<usize>]) -> Vec<(usize, usize)> {
        let pages = |part: Range<usize>| {
            let first = part.start.next_multiple_of(PAGE);
            (first..part.end).step_by(PAGE).filter(move |page| page + PAGE <= part.end)
        };
        let mut warm: Vec<_> = self.extents.iter().filter(|e| e.state == State::Warm).collect();
        warm.sort_unstable_by_key(|extent| extent.len());
        let from = warm.into_iter().flat_map(|extent| pages(extent.start..extent.end));
        from.zip(cold.iter().cloned().flat_map(pages)).collect()
    }

    /// A warm page was moved away.
    pub(super) fn moved_away(&mut self, page: usize) {
        self.set(page..page + PAGE, State::Cold);
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

    /// An arena of so many units.
    fn arena(units: usize) -> Arena {
        Arena::new(units * UNIT)
    }

    /// Takes so many units; says where, and how many of them are cold.
    fn take(arena: &mut Arena, units: usize) -> Option<(Range<usize>, usize)> {
        let (part, cold) = arena.take(units * UNIT)?;
        Some((in_units(part), cold.into_iter().map(|stretch| in_units(stretch).len()).sum()))
    }

    fn in_units(part: Range<usize>) -> Range<usize> {
        assert!([part.start, part.end].iter().all(|at| at.is_multiple_of(UNIT)));
        part.start / UNIT..part.end / UNIT
    }

    fn give_back(arena: &mut Arena, part: Range<usize>) {
        arena.give_back(part.start * UNIT..part.end * UNIT);
    }

    fn cool(arena: &mut Arena, units: usize) -> Vec<Range<usize>> {
        arena.cool(units * UNIT).into_iter().map(in_units).collect()
    }

    #[test]
    fn what_is_warm_is_taken_again_whatever_its_length() {
        let mut arena = arena(1000);
        let [a, b, c] = [30, 10, 20].map(|len| take(&mut arena, len).unwrap());
        assert_eq!([&a, &b, &c], [&(0..30, 30), &(30..40, 10), &(40..60, 20)]);
        give_back(&mut arena, a.0);
        give_back(&mut arena, c.0);
        assert_eq!(arena.warm(), 50 * UNIT);
        assert_eq!(take(&mut arena, 15).unwrap(), (40..55, 0), "the tighter place");
        assert_eq!(take(&mut arena, 35).unwrap(), (55..90, 30), "five are warm there");
        give_back(&mut arena, b.0);
        assert_eq!(take(&mut arena, 40).unwrap(), (0..40, 0), "neighbours have become one");
        assert_eq!(take(&mut arena, 911), None);
        assert_eq!(arena.take(usize::MAX), None);
    }

    #[test]
    fn what_grows_cold_is_told() {
        let mut arena = arena(1000);
        let parts = [30, 10, 20, 10].map(|len| take(&mut arena, len).unwrap().0);
        give_back(&mut arena, parts[0].clone());
        give_back(&mut arena, parts[2].clone());
        assert_eq!(cool(&mut arena, 25), [40..60, 25..30]);
        assert_eq!(arena.warm(), 25 * UNIT);
        assert_eq!(cool(&mut arena, 100), vec![0..25; 1]);
        assert_eq!(cool(&mut arena, 1), []);
        assert_eq!(take(&mut arena, 30).unwrap(), (0..30, 30));
    }

    #[test]
    fn what_is_lent_beyond_the_room_is_owed() {
        let mut arena = arena(1000);
        assert_eq!(arena.owed(10), 10, "nothing is allowed at first");
        let part = take(&mut arena, 30).unwrap().0;
        give_back(&mut arena, part);
        let [idle, together] = [100, 500].map(|units| units * UNIT);
        let fifty = 50 * UNIT;
        assert_eq!((arena.allow(idle, together), arena.owed(fifty)), (0, 0));
        assert_eq!(arena.owed(fifty), 30 * UNIT);
        assert_eq!((arena.allow(20 * UNIT, together), arena.owed(1)), (10 * UNIT, 1));
        take(&mut arena, 20).unwrap();
        let told = (arena.allow(idle, 35 * UNIT), arena.owed(10 * UNIT));
        assert_eq!(told, (0, 5 * UNIT), "thirty are there already");
    }

    /// Whole pages of idle memory come to where a long part is cold, from small pieces first.
    #[test]
    fn idle_pages_are_moved_together() {
        let mut arena = Arena::new(100 * PAGE);
        let parts = [5, 4, 6].map(|pages| arena.take(pages * PAGE).unwrap().0);
        let between = arena.take(UNIT).unwrap().0;
        assert_eq!(between, 15 * PAGE..15 * PAGE + UNIT);
        arena.give_back(parts[0].clone());
        arena.give_back(parts[2].clone());
        let (part, cold) = arena.take(20 * PAGE - 7).unwrap();
        assert_eq!((&part, &cold), (&(16 * PAGE..36 * PAGE), &vec![part.clone(); 1]));
        let moves = arena.moves_into(&cold);
        let from: Vec<usize> = moves.iter().map(|(from, _)| from / PAGE).collect();
        assert_eq!(from, [0, 1, 2, 3, 4, 9, 10, 11, 12, 13, 14]);
        assert!((16..).zip(&moves).all(|(page, &(_, to))| to == page * PAGE));
        for (from, _) in moves {
            arena.moved_away(from);
        }
        assert_eq!(arena.warm(), 0);
        assert_eq!(arena.take(4 * PAGE).unwrap().1.len(), 1, "cold again");
    }

    proptest! {
        #[test]
        fn parts_in_use_never_meet_and_nothing_is_lost(
            steps in prop::collection::vec((0..3, 1..40usize), 1..60),
        ) {
            let mut arena = arena(200);
            let mut used: Vec<Range<usize>> = Vec::new();
            let mut touched = [false; 200];
            for (what, len) in steps {
                match what {
                    0 => if let Some((part, cold)) = take(&mut arena, len) {
                        prop_assert_eq!(part.len(), len);
                        prop_assert!(used.iter().all(|u| u.end <= part.start || part.end <= u.start));
                        prop_assert_eq!(cold, touched[part.clone()].iter().filter(|t| !**t).count());
                        touched[part.clone()].fill(true);
                        used.push(part);
                    },
                    1 => if !used.is_empty() {
                        give_back(&mut arena, used.swap_remove(len % used.len()));
                    },
                    _ => for part in cool(&mut arena, len) {
                        prop_assert!(touched[part.clone()].iter().all(|t| *t));
                        touched[part].fill(false);
                    },
                }
                let in_use: usize = used.iter().map(|part| part.len()).sum();
                let there = (arena.warm() / UNIT + in_use, touched.iter().filter(|t| **t).count());
                prop_assert_eq!(there.0, there.1);
                let all: usize = arena.extents.iter().map(Extent::len).sum();
                prop_assert_eq!(all, 200 * UNIT);
            }
        }
    }
}
