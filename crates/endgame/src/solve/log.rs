//! Which positions fell at which step, in the order they fell.
//!
//! Depths are not written while the sets are being solved. Each step notes the words it settled; the
//! newest notes are what the next step starts from, older ones are packed into few bytes, and
//! at the end all are replayed into the table, a king slice at a time.

use std::sync::Arc;

use super::chunk_pool::{CHUNK, Chunk, ChunkPool};
use crate::codec::DRAW;
use crate::line::{Line, replace};

/// Positions of one word that fell together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) places: u64,
    pub(super) word: u32,
    /// What they are worth; in a [`DepthBuckets`](super::depth_buckets::DepthBuckets) the depth.
    pub(super) code: u8,
}

/// Events for which room is made when the first one comes.
const AT_FIRST: usize = 32;

/// Events whose room is given back after their round: 32 kB of them.
const MANY_EVENTS: usize = 2048;

/// What fell in a king slice with one side to move.
pub(super) struct Log<'p> {
    /// The last round in which something fell, and what; before it, if it is wanted, the same of the
    /// round before.
    last: (u8, Vec<Event>),
    previous: Option<(u8, Vec<Event>)>,
    /// Everything but the last.
    record: Record<'p>,
}

impl<'p> Log<'p> {
    /// An empty log, from which the last round can be asked for, or the last two.
    pub(super) fn new(pool: &Arc<ChunkPool<'p>>, last_two: bool) -> Log<'p> {
        let previous = last_two.then(Default::default);
        let record = Record { pool: Arc::clone(pool), chunks: Vec::new(), used: CHUNK, code: DRAW };
        Log { last: Default::default(), previous, record }
    }

    #[inline(always)]
    pub(super) fn note(&mut self, round: u8, event: Event) {
        if self.last.0 != round {
            self.begin(round);
        }
        let events = &mut self.last.1;
        if events.len() == events.capacity() {
            events.reserve(events.len().max(AT_FIRST));
        }
        events.push(event);
    }

    /// Puts the last round's notes away.
    fn begin(&mut self, round: u8) {
        let events = &mut self.last.1;
        self.record.write(events);
        match &mut self.previous {
            Some(previous) => std::mem::swap(&mut self.last, previous),
            // The first rounds are the largest: their room is not kept.
            None if events.capacity() > MANY_EVENTS => *events = Vec::new(),
            None => {}
        }
        self.last.0 = round;
        self.last.1.clear();
    }

    /// What fell in a round: the last, or the one before if that is kept.
    #[inline(always)]
    pub(super) fn of_round(&self, round: u8) -> &[Event] {
        match &self.previous {
            _ if self.last.0 == round => &self.last.1,
            Some(previous) if previous.0 == round => &previous.1,
            _ => &[],
        }
    }

    /// Notes what is written and no step starts from.
    pub(super) fn note_apart(&mut self, event: Event) {
        self.record.write(&[event]);
    }

    /// Writes the codes over draws.
    #[inline(always)]
    pub(super) fn replay(&self, lines: &mut [Line]) {
        self.record.replay(lines);
        for event in &self.last.1 {
            replace(&mut lines[event.word as usize], event.places, DRAW, event.code);
        }
    }
}

/// Events in numbers of 32 bits, whose two highest bits say what they are.
struct Record<'p> {
    pool: Arc<ChunkPool<'p>>,
    chunks: Vec<Chunk<'p>>,
    /// Numbers on the last chunk.
    used: usize,
    /// The code of the last event.
    code: u8,
}

/// A word's number, and one or two of its places, 6 bits each.
const FEW: u32 = 0;
/// So many bits are left for the word's number then.
pub(super) const WORD_BITS: u32 = 18;
/// A word's number; its places follow in two numbers.
const MANY: u32 = 1;
/// The code of all events that follow.
const CODE: u32 = 2;
/// The rest of the chunk is empty.
const END: u32 = 3;
/// The most numbers that an event takes: the word and its places.
const LONGEST: usize = 3;

impl Record<'_> {
    /// Writes events that are worth the same.
    fn write(&mut self, mut events: &[Event]) {
        let Some(first) = events.first() else { return };
        let mut code = (first.code != self.code).then_some(first.code);
        self.code = first.code;
        while !events.is_empty() {
            if self.used + LONGEST > CHUNK {
                self.next_chunk();
            }
            let chunk: &mut [u32; CHUNK] =
                self.chunks.last_mut().expect("just taken from the pool");
            let mut at = self.used;
            if let Some(code) = code.take() {
                chunk[at] = CODE << 30 | u32::from(code);
                at += 1;
            }
            let (now, rest) = events.split_at(events.len().min((CHUNK - at) / LONGEST));
            for event in now {
                // Always three numbers, of which the last two may be written over: no branch to guess.
                let few = event.places.count_ones() <= 2;
                let (a, b) = (event.places.trailing_zeros(), 63 - event.places.leading_zeros());
                let places = event.word << 12 | a << 6 | b;
                let number = if few { FEW << 30 | places } else { MANY << 30 | event.word };
                let room = chunk[at..].first_chunk_mut().expect("counted before");
                *room = [number, event.places as u32, (event.places >> 32) as u32];
                at += if few { 1 } else { LONGEST };
            }
            (self.used, events) = (at, rest);
        }
    }

    /// Begins a new chunk.
    fn next_chunk(&mut self) {
        if let Some(number) = self.chunks.last_mut().and_then(|chunk| chunk.get_mut(self.used)) {
            *number = END << 30;
        }
        self.chunks.push(self.pool.take());
        self.used = 0;
    }

    #[inline(always)]
    fn replay(&self, lines: &mut [Line]) {
        let mut code = DRAW;
        for (n, chunk) in self.chunks.iter().enumerate() {
            let used = if n + 1 == self.chunks.len() { self.used } else { CHUNK };
            let mut at = 0;
            while at < used {
                let (kind, told) = (chunk[at] >> 30, chunk[at] & !(END << 30));
                if kind == CODE {
                    code = told as u8;
                    at += 1;
                    continue;
                }
                // Three numbers were written for every event; the chunk ends where they find no room.
                let (false, Some([_, low, high])) = (kind == END, chunk[at..].first_chunk()) else {
                    break;
                };
                let many = u64::from(*high) << 32 | u64::from(*low);
                let (word, places, length) = match kind {
                    FEW => (told >> 12, 1 << (told >> 6 & 63) | 1 << (told & 63), 1),
                    _ => (told, many, LONGEST),
                };
                replace(&mut lines[word as usize], places, DRAW, code);
                at += length;
            }
        }
    }
}

impl Drop for Record<'_> {
    fn drop(&mut self) {
        self.pool.give_back(&mut self.chunks);
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::random_words;
    use super::*;

    /// What is replayed is what was noted, however it was packed.
    #[test]
    fn a_log_is_replayed_as_it_was_noted() {
        let mut next = random_words();
        let mut block = vec![0; 3 * CHUNK];
        let pool = Arc::new(ChunkPool::new(&mut block));
        for last_two in [false, true] {
            let mut log = Log::new(&pool, last_two);
            let mut noted = vec![[DRAW; 64]; 500];
            let mut free = vec![!0u64; 500];
            let mut fell_before = Vec::new();
            for round in 1..40u8 {
                let code = DRAW.wrapping_add(round);
                let mut fell = Vec::new();
                for _ in 0..next() % 60 {
                    let word = (next() % 500) as u32;
                    let many = next() & next() & next();
                    let one = |set: u64| set & set.wrapping_neg();
                    let some = [many, one(many), one(many) | one(next())][(next() % 3) as usize];
                    let places = some & free[word as usize];
                    free[word as usize] &= !places;
                    if places != 0 {
                        log.note(round, Event { places, word, code });
                        fell.push((word, places));
                        for place in (0..64).filter(|place| places >> place & 1 == 1) {
                            noted[word as usize][place] = code;
                        }
                    }
                }
                let told = |round: u8| -> Vec<(u32, u64)> {
                    log.of_round(round).iter().map(|event| (event.word, event.places)).collect()
                };
                assert_eq!(told(round), fell);
                if !fell.is_empty() {
                    assert_eq!(told(round - 1), if last_two { fell_before } else { Vec::new() });
                }
                fell_before = fell;
            }
            let mut lines = vec![[DRAW; 64]; 500];
            log.replay(&mut lines);
            assert!(lines == noted);
            assert!(log.record.chunks.len() > 3, "some chunks are not of the block");
        }
    }
}
