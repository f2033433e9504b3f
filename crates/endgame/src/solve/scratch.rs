//! What the two steps of a round share: the work is done a king slice at a time, millions of times.
//!
//! Quiet moves can be taken back, so Jansen's `S^-1` of a word is made of the same words its men can
//! move to. Illegal moves need no test: the sets hold legal positions only, so an illegal move
//! leads nowhere.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

use super::log::{Event, Log};
use super::pawn_slice::{Link, Outer, OuterMan, PawnSlice, Scan};
use crate::rules::{Color, Role};

/// Memory for one step: the words of a king slice that it must look at, and what moves lead there; all zero
/// between steps.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) words: Vec<u64>,
    /// One bit for each word.
    pub(super) marks: Vec<u64>,
    /// The words that moves start from, and which of them are not empty.
    pub(super) from: Vec<u64>,
    pub(super) from_marks: Vec<u64>,
    /// The words of a pair's king slice as 64 rows of 64, and the moves from there.
    pub(super) square: [Vec<u64>; 2],
}

impl Scratch {
    fn new(slice: &PawnSlice<'_>) -> Scratch {
        let words = slice.words_per_part();
        let pair = Color::ALL.iter().flat_map(|&c| slice.movers(c)).any(|m| m.scan == Scan::Pair);
        let square = if pair { 64 * 64 } else { 0 };
        Scratch {
            words: vec![0; words],
            marks: vec![0; words.div_ceil(64)],
            from: vec![0; words],
            from_marks: vec![0; words.div_ceil(64)],
            square: [vec![0; square], vec![0; square]],
        }
    }

    #[inline(always)]
    pub(super) fn mark(&mut self, word: usize) {
        self.marks[word / 64] |= 1 << (word % 64);
    }

    #[inline(always)]
    pub(super) fn mark_all(&mut self) {
        self.marks.fill(!0);
        if let Some(last) = self.marks.last_mut() {
            *last = !0 >> (self.words.len().wrapping_neg() % 64);
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, word: usize, places: u64) {
        self.words[word] |= places;
        self.mark(word);
    }
}

/// Scratch memory to be used again by the next step: one over pawns alone takes less time than an allocation.
#[derive(Default)]
pub(super) struct ScratchPool(Mutex<Vec<Scratch>>);

impl ScratchPool {
    /// One of those that nobody uses, or a new one.
    pub(super) fn take(&self, slice: &PawnSlice<'_>) -> Borrowed<'_> {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Borrowed { scratch: idle.unwrap_or_else(|| Scratch::new(slice)), home: self }
    }
}

/// Goes back to the idle ones when it is dropped.
pub(super) struct Borrowed<'i> {
    scratch: Scratch,
    home: &'i ScratchPool,
}

impl Deref for Borrowed<'_> {
    type Target = Scratch;

    fn deref(&self) -> &Scratch {
        &self.scratch
    }
}

impl DerefMut for Borrowed<'_> {
    fn deref_mut(&mut self) -> &mut Scratch {
        &mut self.scratch
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        let scratch = std::mem::take(&mut self.scratch);
        self.home.0.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}

/// Where a step on one part leaves what falls.
pub(super) struct Fallen<'s, 'p> {
    /// The list of a frontier.
    pub(super) events: &'s mut Vec<Event>,
    pub(super) log: &'s mut Log<'p>,
}

impl Fallen<'_, '_> {
    #[inline(always)]
    pub(super) fn note(&mut self, event: Event) {
        self.events.push(event);
        self.log.note(event);
    }

    /// Notes what the next step does not start from.
    pub(super) fn note_apart(&mut self, event: Event) {
        self.log.note(event);
        self.log.put_away(&[event]);
    }
}

/// What both steps know.
#[derive(Clone, Copy)]
pub(super) struct StepContext<'s, 'f> {
    pub(super) slice: &'s PawnSlice<'f>,
    /// Who moves.
    pub(super) mover: Color,
    pub(super) king_slice: usize,
    pub(super) round: u8,
    /// What positions that fall now are worth.
    pub(super) code: u8,
}

impl<'s> StepContext<'s, '_> {
    /// The squares of the kings.
    #[inline(always)]
    pub(super) fn kings(&self) -> u64 {
        self.slice.kings(self.king_slice)
    }

    /// Squares that are taken wherever the outer men stand.
    #[inline(always)]
    pub(super) fn blockers(&self) -> u64 {
        self.slice.pawns.all() | self.kings()
    }

    /// The outer men of a word with a position.
    #[inline(always)]
    pub(super) fn outer(&self, word: usize) -> &'s Outer {
        self.slice.outer(word).expect("a word with a position")
    }

    /// The inner man's role, if he is one of those who move.
    #[inline(always)]
    pub(super) fn inner_mover(&self) -> Option<Role> {
        let inner = self.slice.inner();
        (inner.color == self.mover).then_some(inner.role)
    }

    /// The outer men who move.
    #[inline(always)]
    pub(super) fn outer_movers(&self) -> &'s [OuterMan] {
        self.slice.movers(self.mover)
    }

    /// The moves of the king out of the king slice.
    #[inline(always)]
    pub(super) fn links(&self) -> impl Iterator<Item = Link> + use<'s> {
        self.slice.links(self.king_slice, self.mover).iter()
    }
}
