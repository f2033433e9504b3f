//! The addresses that blocks are parts of, and the memory behind them.
//!
//! A block must lie in one piece, and the idle memory it could have may not. So idle pages are moved to where a
//! block is: the system changes an entry of its page table for each, which takes a hundredth of the
//! time of clearing another.

use std::io;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use memmap2::{MmapOptions, MmapRaw};

use super::arena::{Arena, PAGE};
use super::budget;

/// Addresses to reserve, or as many as can be had.
const RESERVED: u64 = 1 << 36;

pub(super) struct Reservation {
    map: Option<MmapRaw>,
    /// Where large pages begin.
    lead: usize,
    arena: Mutex<Arena>,
}

pub(super) static RESERVATION: LazyLock<Reservation> = LazyLock::new(|| {
    // Where addresses are scarce, most of them are left for what is mapped beside the reservation.
    let most = budget::address_space_left().map_or(u64::MAX, |left| left / 4);
    let lengths = (28..=RESERVED.ilog2()).rev().filter(|&log| 1u64 << log <= most);
    let lengths = lengths.filter_map(|log| 1usize.checked_shl(log));
    let reserve = |len| MmapOptions::new().len(len).no_reserve_swap().map_anon().ok();
    let map = lengths.into_iter().find_map(reserve).map(MmapRaw::from);
    #[cfg(target_os = "linux")]
    if let Some(map) = &map {
        // Only advice: without large pages everything works, a little slower.
        let _ = map.advise(memmap2::Advice::HugePage);
    }
    let lead = map.as_ref().map_or(0, |map| map.as_ptr().addr().wrapping_neg() % PAGE);
    let arena = Mutex::new(Arena::new(map.as_ref().map_or(0, MmapRaw::len).saturating_sub(lead)));
    Reservation { map, lead, arena }
});

impl Reservation {
    fn arena(&self) -> MutexGuard<'_, Arena> {
        self.arena.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address that parts are counted from.
    pub(super) fn start(&self) -> *mut u8 {
        self.map.as_ref().map_or(std::ptr::dangling_mut(), |map| {
            // Never beyond the end: what is reserved is longer than a page.
            map.as_mut_ptr().wrapping_add(self.lead)
        })
    }

    /// Lends a part of so many bytes, and says how much of it the system has to clear; none if there is
    /// no room.
    pub(super) fn take(&self, bytes: usize) -> io::Result<Option<(Range<usize>, usize)>> {
        let mut arena = self.arena();
        let Some((part, cold)) = arena.take(bytes) else { return Ok(None) };
        let mut to_clear = cold.iter().map(ExactSizeIterator::len).sum::<usize>();
        for (from, to) in arena.moves_into(&cold) {
            if !self.move_page(from, to)? {
                break;
            }
            arena.moved_away(from);
            to_clear -= PAGE;
        }
        // Beyond what is allowed as much goes back as is taken: idle memory never adds to the most
        // that was in use.
        let owed = arena.owed(to_clear);
        self.release(&mut arena, owed);
        Ok(Some((part, to_clear)))
    }

    /// Takes a part back.
    pub(super) fn give_back(&self, part: Range<usize>) {
        self.arena().give_back(part);
    }

    /// Gives idle memory back to the system until no more than so many bytes of it are left, and sets
    /// what may be lent from now on: [`Arena::allow`].
    pub(super) fn allow(&self, idle: usize, together: usize) {
        let mut arena = self.arena();
        let too_much = arena.allow(idle, together);
        self.release(&mut arena, too_much);
    }

    /// Gives so much of the idle memory back to the system; whoever calls holds the arena, so that
    /// nobody takes it meanwhile.
    fn release(&self, arena: &mut Arena, bytes: usize) {
        for part in arena.cool(bytes) {
            #[cfg(target_os = "linux")]
            if let Some(map) = &self.map {
                let (advice, first) = (memmap2::UncheckedAdvice::DontNeed, self.lead + part.start);
                // SAFETY: the part is idle, so nobody minds that its bytes become zero.
                #[allow(unsafe_code)]
                let _ = unsafe { map.unchecked_advise_range(advice, first, part.len()) };
            }
            #[cfg(not(target_os = "linux"))]
            let _ = part;
        }
    }

    /// Moves an idle page of memory to where none is yet; says whether the system can. Whoever calls
    /// holds the arena.
    #[cfg(target_os = "linux")]
    fn move_page(&self, from: usize, to: usize) -> io::Result<bool> {
        use rustix::mm::{MapFlags, MremapFlags, ProtFlags, mmap_anonymous, mremap_fixed};
        let [old, new] = [from, to].map(|at| self.start().wrapping_add(at).cast());
        let flags = MremapFlags::MAYMOVE | MremapFlags::DONTUNMAP;
        // SAFETY: both are whole pages of the reservation, in which nobody has references: the one
        // is idle, the other belongs to a block that is not made yet. Both stay mapped.
        #[allow(unsafe_code)]
        let moved = unsafe { mremap_fixed(old, PAGE, PAGE, flags, new) };
        if moved.is_ok() {
            return Ok(true);
        }
        // Linux before 5.7 refuses at once. A later one may have unmapped the new place before it failed.
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE | MapFlags::FIXED;
        let rights = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: as above; nothing is lost, as no memory was there yet.
        #[allow(unsafe_code)]
        unsafe { mmap_anonymous(new, PAGE, rights, flags) }?;
        Ok(false)
    }

    #[cfg(not(target_os = "linux"))]
    fn move_page(&self, _from: usize, _to: usize) -> io::Result<bool> {
        Ok(false)
    }
}
