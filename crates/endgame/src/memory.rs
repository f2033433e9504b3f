//! Large blocks of memory, on large pages where the system has them, used again when they can be.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

use memmap2::MmapMut;

/// A fixed-length run of bytes.
///
/// Page faults are a tenth of a solve on small pages; the memory is taken straight from the system
/// so that large pages can be asked for.
pub struct Bytes(MmapMut);

/// The system would not give so much memory.
#[derive(Debug, thiserror::Error)]
#[error("cannot get {bytes} bytes of memory: close other programs or solve a smaller endgame")]
pub struct OutOfMemory {
    bytes: usize,
    source: std::io::Error,
}

/// From here on blocks are worth keeping.
const LARGE: usize = 1 << 21;
/// From here on they are worth large pages: in a smaller one half of such a page may stay unused.
const WORTH_LARGE_PAGES: usize = 1 << 24;

impl Bytes {
    /// So many bytes, whatever they are: for those who write every one of them.
    pub(crate) fn uncleared(bytes: usize) -> Result<Bytes, OutOfMemory> {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = idle.iter().position(|block| block.len() == bytes) {
            return Ok(Bytes(idle.swap_remove(found)));
        }
        // As much goes back as is taken: idle memory never adds to the most that was ever in use.
        let mut returned = 0;
        while returned < bytes
            && let Some(block) = idle.pop()
        {
            returned += block.len();
        }
        drop(idle);
        Bytes::zeroed(bytes)
    }

    /// About so many bytes, half or twice as many if they are at hand: for those who can do with less.
    pub(crate) fn about(bytes: usize) -> Result<Bytes, OutOfMemory> {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |block: &MmapMut| (bytes / 2..=2 * bytes).contains(&block.len());
        let found = idle.iter().enumerate().filter(|(_, block)| fits(block));
        if let Some((found, _)) = found.max_by_key(|(_, block)| block.len()) {
            return Ok(Bytes(idle.swap_remove(found)));
        }
        drop(idle);
        Bytes::uncleared(bytes)
    }

    /// So many zero bytes.
    pub fn zeroed(bytes: usize) -> Result<Bytes, OutOfMemory> {
        let block =
            MmapMut::map_anon(bytes.max(1)).map_err(|source| OutOfMemory { bytes, source })?;
        #[cfg(target_os = "linux")]
        if bytes >= WORTH_LARGE_PAGES {
            // Only advice: without large pages everything works, a little slower.
            let _ = block.advise(memmap2::Advice::HugePage);
        }
        Ok(Bytes(block))
    }
}

/// Gives idle blocks back to the system until no more than so many bytes of them are left.
pub(crate) fn keep_idle(bytes: usize) {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut kept: usize = idle.iter().map(|block| block.len()).sum();
    while kept > bytes
        && let Some(block) = idle.pop()
    {
        kept -= block.len();
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

/// Blocks that nobody uses any more: memory that was touched before costs nothing to take again,
/// while the system clears every page it hands out.
static IDLE: Mutex<Vec<MmapMut>> = Mutex::new(Vec::new());

impl Drop for Bytes {
    fn drop(&mut self) {
        if self.0.len() >= LARGE
            && let Ok(nothing) = MmapMut::map_anon(1)
        {
            let block = std::mem::replace(&mut self.0, nothing);
            IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(block);
        }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({})", self.len())
    }
}
