//! Large blocks of zeroed memory, on large pages where the system has them.

use std::fmt;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// A fixed-length run of bytes, zero at first.
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

impl Bytes {
    /// So many zero bytes.
    pub fn zeroed(bytes: usize) -> Result<Bytes, OutOfMemory> {
        let map =
            MmapMut::map_anon(bytes.max(1)).map_err(|source| OutOfMemory { bytes, source })?;
        #[cfg(target_os = "linux")]
        if bytes >= 1 << 21 {
            // Only advice: without large pages everything works, a little slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Bytes(map))
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

/// A fixed-length run of 64-bit words, zero at first.
///
/// Small ones come from the usual heap, large ones straight from the system as [`Bytes`] do.
pub(crate) enum Words {
    Small(Vec<u64>),
    Large(Bytes),
}

impl Words {
    /// So many zero words; falls back to the heap if the system gives no large block.
    pub(crate) fn zeroed(words: usize) -> Words {
        if words < 1 << 17 {
            return Words::Small(vec![0; words]);
        }
        match Bytes::zeroed(words * 8) {
            Ok(bytes) => Words::Large(bytes),
            Err(_) => Words::Small(vec![0; words]),
        }
    }
}

impl Default for Words {
    fn default() -> Words {
        Words::Small(Vec::new())
    }
}

impl Deref for Words {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        match self {
            Words::Small(words) => words,
            Words::Large(bytes) => bytemuck::cast_slice(bytes),
        }
    }
}

impl DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            Words::Small(words) => words,
            Words::Large(bytes) => bytemuck::cast_slice_mut(bytes),
        }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({})", self.len())
    }
}
