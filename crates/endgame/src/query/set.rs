//! Positions of one endgame with one side to move, a bit for each number of its table.

use value::Metric;

use super::{Database, QueryError};
use crate::index::{Index, Symmetry, squares};
use crate::material::Material;
use crate::rules::Color;

/// Positions of one endgame with one side to move.
///
/// A number of the table stands for all its symmetric images. Where a query speaks of squares the images
/// are told apart, and each has a bit of its own: 8 without pawns, 2 with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSet {
    /// The endgame as it was asked for, White's men first.
    pub material: Material,
    /// Who is to move.
    pub side: Color,
    /// What the depths of its table count.
    pub metric: Metric,
    /// The checksum of its table.
    pub checksum: u64,
    /// Images told apart: 1 if none are.
    pub images: usize,
    /// A word for each cell of the index and each image, a bit for each square of the inner man.
    pub(super) words: Vec<u64>,
}

/// The images of a board that one number stands for.
pub(super) fn symmetries(material: &Material) -> Vec<Symmetry> {
    match material.pawns() {
        0 => Symmetry::all().collect(),
        _ => vec![Symmetry::IDENTITY, Symmetry::MIRROR],
    }
}

impl PositionSet {
    /// The bits of a cell, in the given image.
    #[inline]
    pub(super) fn word(&self, cell: usize, image: usize) -> u64 {
        self.words[cell * self.images + if self.images == 1 { 0 } else { image }]
    }

    #[inline]
    pub(super) fn has(&self, number: usize, image: usize) -> bool {
        self.word(number / 64, image) >> (number % 64) & 1 == 1
    }

    /// Those squares of a cell whose position stands for its class and is here, in whatever image.
    pub(super) fn members(&self, index: &Index, cell: usize) -> u64 {
        let any = (0..self.images).fold(0, |all, image| all | self.word(cell, image));
        if any == 0 { 0 } else { any & index.class_mask(cell).representatives }
    }

    /// How many positions there are, symmetric images counted once.
    pub fn len(&self, index: &Index) -> u64 {
        (0..index.cells()).map(|cell| u64::from(self.members(index, cell).count_ones())).sum()
    }

    /// Every number of a class that is here, ascending.
    pub(super) fn numbers<'a>(&'a self, index: &'a Index) -> impl Iterator<Item = usize> + 'a {
        (0..index.cells()).flat_map(move |cell| {
            squares(self.members(index, cell)).map(move |square| cell * 64 + usize::from(square))
        })
    }

    /// Its bits as text: compressed, in hexadecimal digits.
    pub fn bits(&self) -> String {
        let bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let packed = zstd::bulk::compress(&bytes, 3).expect("a buffer in memory can be compressed");
        packed.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Reads the bits back; none if they do not fit the endgame.
    #[must_use]
    pub fn with_bits(mut self, bits: &str) -> Option<PositionSet> {
        let index = Index::new(&self.material);
        if self.images != 1 && self.images != symmetries(&self.material).len() {
            return None;
        }
        let digits = bits.as_bytes().chunks(2);
        let packed: Option<Vec<u8>> =
            digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok()).collect();
        let length = index.cells() * self.images * 8;
        let bytes = zstd::bulk::decompress(&packed?, length).ok()?;
        let words = bytes.chunks_exact(8);
        self.words =
            words.map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))).collect();
        (bytes.len() == length).then_some(self)
    }

    /// A set without bits, to be read.
    pub fn unread(
        material: Material,
        side: Color,
        metric: Metric,
        checksum: u64,
        images: usize,
    ) -> PositionSet {
        PositionSet { material, side, metric, checksum, images, words: Vec::new() }
    }
}

impl Database<'_> {
    /// Refuses a set of another endgame, metric or table.
    pub(super) fn check(&self, name: &str, set: &PositionSet) -> Result<(), QueryError> {
        let name = name.to_owned();
        if set.material != self.material {
            let (holds, asked) = (set.material, self.material);
            return Err(QueryError::OtherEndgame { name, holds, asked });
        }
        if set.metric != self.table().metric() {
            let (holds, asked) = (set.metric, self.table().metric());
            return Err(QueryError::OtherMetric { name, holds, asked });
        }
        if set.checksum != self.checksum() {
            return Err(QueryError::OtherTable(name));
        }
        Ok(())
    }
}
