//! Events packed into few bytes, on chunks of a pool, and replayed into a table's lines.

use std::sync::Arc;

use super::chunk_pool::{CHUNK, Chunk, ChunkPool};
use super::log::Event;
use crate::codec::DRAW;
use crate::line::{Line, replace};

/// Events in numbers of 32 bits, whose two highest bits say what they are.
pub(super) struct Record<'p> {
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

impl<'p> Record<'p> {
    /// An empty one.
    pub(super) fn new(pool: &Arc<ChunkPool<'p>>) -> Record<'p> {
        Record { pool: Arc::clone(pool), chunks: Vec::new(), used: CHUNK, code: DRAW }
    }

    /// How many chunks it takes.
    #[cfg(test)]
    pub(super) fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// Writes events that are worth the same.
    pub(super) fn write(&mut self, mut events: &[Event]) {
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

    /// Writes the codes over draws.
    #[inline(always)]
    pub(super) fn replay(&self, lines: &mut [Line]) {
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
