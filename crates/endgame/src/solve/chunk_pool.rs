//! The memory of the logs: one large block of memory lent out in chunks, and taken back.
//!
//! A log grows at its own pace. On memory of its own it would be copied each time it outgrows it, and
//! the system would hand it out in small pages.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

/// Numbers in a chunk.
pub(super) const CHUNK: usize = 256;

/// Lends chunks of one large block, and takes them back.
pub(super) struct ChunkPool<'p>(Mutex<Chunks<'p>>);

struct Chunks<'p> {
    returned: Vec<Chunk<'p>>,
    unused: &'p mut [u32],
}

/// Numbers to be written; what is in it at first means nothing.
pub(super) enum Chunk<'p> {
    Lent(&'p mut [u32; CHUNK]),
    /// One more than the block has room for.
    Own(Box<[u32; CHUNK]>),
}

impl<'p> ChunkPool<'p> {
    pub(super) fn new(block: &'p mut [u32]) -> ChunkPool<'p> {
        ChunkPool(Mutex::new(Chunks { returned: Vec::new(), unused: block }))
    }

    pub(super) fn take(&self) -> Chunk<'p> {
        let mut stock = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chunk) = stock.returned.pop() {
            return chunk;
        }
        let Some((chunk, unused)) = std::mem::take(&mut stock.unused).split_first_chunk_mut()
        else {
            return Chunk::Own(Box::new([0; CHUNK]));
        };
        stock.unused = unused;
        Chunk::Lent(chunk)
    }

    pub(super) fn give_back(&self, chunks: &mut Vec<Chunk<'p>>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).returned.append(chunks);
    }
}

impl Deref for Chunk<'_> {
    type Target = [u32; CHUNK];

    #[inline(always)]
    fn deref(&self) -> &[u32; CHUNK] {
        match self {
            Chunk::Lent(chunk) => chunk,
            Chunk::Own(chunk) => chunk,
        }
    }
}

impl DerefMut for Chunk<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u32; CHUNK] {
        match self {
            Chunk::Lent(chunk) => chunk,
            Chunk::Own(chunk) => chunk,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_lent_returned_and_allocated_when_all_are_lent() {
        let mut block = vec![0; 2 * CHUNK + 7];
        let pool = ChunkPool::new(&mut block);
        let lent = |chunk: &Chunk<'_>| matches!(chunk, Chunk::Lent(_));
        let mut chunks = vec![pool.take(), pool.take()];
        assert!(chunks.iter().all(lent));
        assert!(matches!(pool.take(), Chunk::Own(_)));
        pool.give_back(&mut chunks);
        assert!(lent(&pool.take()) && lent(&pool.take()) && !lent(&pool.take()));
    }
}
