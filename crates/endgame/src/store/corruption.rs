//! What can be wrong with a table file.

use std::fmt;

use super::format::{FORMAT, GENERATOR};

/// What is wrong with a file that was to be a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Corruption {
    /// A pipe, a device or a folder.
    #[error("it is no regular file")]
    NotAFile,
    /// It starts with something else.
    #[error("it is not a table file: it starts with {0:?}")]
    Foreign(String),
    /// Another layout of the file, by the number it claims.
    #[error("it has format {0}, and this program reads format {FORMAT}")]
    Format(u32),
    /// Made by another solver, by the number it claims.
    #[error("it was made by generator {0}, and this program is generator {GENERATOR}")]
    Generator(u32),
    /// Another endgame or metric than its name says.
    #[error("it holds {0}")]
    OtherTable(String),
    /// Shorter or longer than its header says.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// Bytes in the file.
        found: u64,
        /// Bytes there should be.
        expected: u64,
    },
    /// A checksum does not match, or a checked part contradicts itself.
    #[error("{0} was altered")]
    Altered(Part),
}

/// A part of a table file with a checksum of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The first 80 bytes.
    Header,
    /// Where the blocks are.
    Directory,
    /// One compressed block, by its number.
    Block(usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Header => f.write_str("its header"),
            Part::Directory => f.write_str("its directory"),
            Part::Block(number) => write!(f, "block {number}"),
        }
    }
}

impl From<Part> for Corruption {
    fn from(part: Part) -> Corruption {
        Corruption::Altered(part)
    }
}
