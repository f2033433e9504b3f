//! What fell in one step, by part of the pawn slice: what the next step starts from.
//!
//! The events of parts that one thread works on are side by side in one list: a step reads those of a
//! part and of the parts around it, of most of which there are none.

use super::log::Event;

/// Events whose room is given back where far fewer fell: 256 kB of them. The first steps are the largest.
const MANY_EVENTS: usize = 1 << 14;

/// Where the events of a part are in its list: the first, and the one after the last.
pub(super) type Span = [u32; 2];

/// What fell in one step.
#[derive(Default)]
pub(super) struct Frontier {
    /// How many parts share a list.
    parts_per_list: usize,
    lists: Vec<Vec<Event>>,
    spans: Vec<Span>,
}

impl Frontier {
    /// An empty one for so many parts.
    pub(super) fn new(parts: usize) -> Frontier {
        Frontier { parts_per_list: parts, lists: vec![Vec::new()], spans: vec![[0; 2]; parts] }
    }

    /// Forgets everything; gives an empty list for each so many parts, and room for the parts' spans.
    pub(super) fn begin(&mut self, parts_per_list: usize) -> (&mut [Vec<Event>], &mut [Span]) {
        self.parts_per_list = parts_per_list;
        self.spans.fill([0; 2]);
        let lists = self.spans.len().div_ceil(parts_per_list);
        if self.lists.len() < lists {
            self.lists.resize_with(lists, Vec::new);
        }
        for list in &mut self.lists {
            if list.capacity() > MANY_EVENTS.max(4 * list.len()) {
                *list = Vec::new();
            }
            list.clear();
        }
        (&mut self.lists[..lists], &mut self.spans)
    }

    /// What fell in a part.
    #[inline(always)]
    pub(super) fn of(&self, part: usize) -> &[Event] {
        let [first, end] = self.spans[part];
        if first == end {
            return &[];
        }
        &self.lists[part / self.parts_per_list][first as usize..end as usize]
    }

    /// The parts in which something fell.
    pub(super) fn parts(&self) -> impl Iterator<Item = usize> + '_ {
        let fell = |(_, [first, end]): &(usize, &Span)| first != end;
        self.spans.iter().enumerate().filter(fell).map(|(part, _)| part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_found_by_part_whatever_shares_a_list() {
        let mut frontier = Frontier::new(10);
        assert_eq!(frontier.parts().count(), 0);
        for parts_per_list in [3, 10, 1] {
            let (lists, spans) = frontier.begin(parts_per_list);
            for (list, spans) in lists.iter_mut().zip(spans.chunks_mut(parts_per_list)) {
                assert!(list.is_empty());
                for (n, span) in spans.iter_mut().enumerate() {
                    let first = list.len() as u32;
                    list.extend((0..n % 3).map(|_| Event { places: 1, word: 7, code: 0 }));
                    *span = [first, list.len() as u32];
                }
            }
            let counts: Vec<usize> = (0..10).map(|part| frontier.of(part).len()).collect();
            let expected: Vec<usize> = (0..10).map(|part| part % parts_per_list % 3).collect();
            assert_eq!(counts, expected);
            let some: Vec<usize> = (0..10).filter(|&part| expected[part] > 0).collect();
            assert_eq!(frontier.parts().collect::<Vec<_>>(), some);
        }
    }
}
