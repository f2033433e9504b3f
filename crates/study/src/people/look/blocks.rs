//! How the features are numbered: one block after the other, and the row of one move.

/// Features of one kind, numbered from `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    start: u32,
    size: u32,
}

impl Block {
    /// The first block.
    pub(super) const fn first(size: u32) -> Block {
        Block { start: 0, size }
    }

    /// A block of so many features behind this one.
    pub(super) const fn next(self, size: u32) -> Block {
        Block { start: self.end(), size }
    }

    /// How many features there are up to the end of this block.
    pub(super) const fn end(self) -> u32 {
        self.start + self.size
    }
}

/// The features of one move: a number and how much of it, each number as often as it was put.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Row(pub(crate) Vec<(u32, f32)>);

impl Row {
    /// A feature holds.
    pub(super) fn put(&mut self, block: Block, place: usize) {
        self.weigh(block, place, 1.0);
    }

    /// A feature holds if something is so.
    pub(super) fn put_if(&mut self, holds: bool, block: Block, place: usize) {
        if holds {
            self.put(block, place);
        }
    }

    /// A feature holds so much.
    pub(super) fn weigh(&mut self, block: Block, place: usize, much: f64) {
        debug_assert!((place as u32) < block.size, "place {place} of {block:?}");
        if much != 0.0 {
            self.0.push((block.start + place as u32, much as f32));
        }
    }
}

/// The number of the bin that a count falls into: how many of these rising bounds it reaches.
pub(super) fn bin(count: usize, bounds: &[usize]) -> usize {
    bounds.iter().filter(|&&bound| count >= bound).count()
}
