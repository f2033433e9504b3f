//! Large blocks of memory, on large pages where the system has them, used again when they can be.
//!
//! The system clears every page it hands out, and of a virtual machine's pages that nobody touched for
//! a while it takes the host's time too: memory handed out anew for each table was a third of the time
//! of solving all of five men. So blocks are parts of one reservation, of which only what was ever
//! touched is memory, and what one gives back the next one takes, whatever its length and wherever it
//! lies.
//!
//! - `arena`: which parts of the reservation are in use
//! - `reservation`: the addresses, and the pages that are moved from one part of them to another
//! - `budget`: how much of the machine's memory is taken unasked

mod arena;
mod budget;
mod reservation;

use std::fmt;
use std::ops::{Deref, DerefMut, Range};

use memmap2::MmapMut;

use crate::tables::Size;
use reservation::RESERVATION;

pub use budget::{LEAST_BUDGET, MOST_BUDGET, available, budget_of, default_budget};

/// A fixed-length run of bytes, nobody else's as long as it lives.
pub struct Bytes {
    len: usize,
    place: Place,
}

enum Place {
    /// A part of the reservation.
    Part(Range<usize>),
    /// Beside it: there was no room, or the system reserves nothing.
    Apart(MmapMut),
}

/// The system would not give so much memory.
#[derive(Debug, thiserror::Error)]
#[error("cannot get {} of memory: close other programs or ask about a smaller endgame", Size(*.bytes))]
pub struct OutOfMemory {
    bytes: usize,
    source: std::io::Error,
}

impl Bytes {
    /// So many bytes, whatever they are: for those who write every one of them.
    pub(crate) fn uncleared(bytes: usize) -> Result<Bytes, OutOfMemory> {
        let out_of_memory = |source| OutOfMemory { bytes, source };
        let Some((part, cold)) = RESERVATION.take(bytes).map_err(out_of_memory)? else {
            let map = MmapMut::map_anon(bytes.max(1)).map_err(out_of_memory)?;
            return Ok(Bytes { len: bytes, place: Place::Apart(map) });
        };
        let block = Bytes { len: bytes, place: Place::Part(part) };
        // A reservation is no promise: whether so much could be had is asked before it is touched.
        if cold > 0 {
            MmapMut::map_anon(cold).map_err(out_of_memory)?;
        }
        Ok(block)
    }

    /// So many zero bytes.
    pub fn zeroed(bytes: usize) -> Result<Bytes, OutOfMemory> {
        let mut block = Bytes::uncleared(bytes)?;
        block.fill(0);
        Ok(block)
    }
}

/// Gives all memory that no block uses back to the system.
pub fn give_back() {
    keep_idle(0, 0);
}

/// Gives idle memory back to the system until no more than so many bytes of it are left. What is taken from
/// now on counts with it; all blocks and idle memory together may take no more than the budget.
pub(crate) fn keep_idle(bytes: usize, budget: usize) {
    RESERVATION.allow(bytes, budget);
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.place {
            // SAFETY: the part lies inside the reservation, which is never given up; it is lent to
            // this block alone until it is dropped.
            #[allow(unsafe_code)]
            Place::Part(part) => unsafe {
                std::slice::from_raw_parts(RESERVATION.start().add(part.start), self.len)
            },
            Place::Apart(map) => &map[..self.len],
        }
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        match &mut self.place {
            // SAFETY: as above, and nobody else has this block while it is borrowed.
            #[allow(unsafe_code)]
            Place::Part(part) => unsafe {
                std::slice::from_raw_parts_mut(RESERVATION.start().add(part.start), self.len)
            },
            Place::Apart(map) => &mut map[..self.len],
        }
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        if let Place::Part(part) = &self.place {
            RESERVATION.give_back(part.clone());
        }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({})", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_keep_apart() {
        let mut blocks: Vec<Bytes> =
            (0..20).map(|n| Bytes::uncleared(n * 40_000).unwrap()).collect();
        for (n, block) in (0..).zip(&mut blocks) {
            assert_eq!(block.len(), usize::from(n) * 40_000);
            block.fill(n);
        }
        blocks.swap_remove(7);
        keep_idle(0, 0);
        blocks.push(Bytes::zeroed(1_000_000).unwrap());
        assert!(blocks.last().unwrap().iter().all(|&byte| byte == 0));
        for block in &blocks[..19] {
            let first = block.first().copied().unwrap_or(0);
            assert_eq!(block.len(), usize::from(first) * 40_000);
            assert!(block.iter().all(|&byte| byte == first));
        }
    }

    /// What a block writes is its own, wherever the memory came from.
    #[test]
    fn blocks_of_moved_memory_keep_apart() {
        const LEN: usize = 5 << 20;
        let block = |n: u8| {
            let mut block = Bytes::uncleared(LEN).unwrap();
            block.fill(n);
            block
        };
        let mut blocks: Vec<Bytes> = (0..12).map(block).collect();
        for round in 1..5u8 {
            let mut n = 0;
            blocks.retain(|_| {
                n += 1;
                n % 2 == round % 2
            });
            // Longer than any gap: the pages in the gaps are moved together.
            let mut long = Bytes::uncleared(6 * LEN).unwrap();
            long.fill(200);
            blocks.extend((0..6).map(|n| block(100 + n)));
            assert!(long.iter().all(|&byte| byte == 200));
            for block in &blocks {
                assert!(block.iter().all(|&byte| byte == block[0]));
            }
        }
    }

    #[test]
    fn more_than_there_is_is_refused() {
        assert!(Bytes::uncleared(usize::MAX / 4).is_err());
    }
}
