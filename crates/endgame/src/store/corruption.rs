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
    #[error("it is not a table file: it starts with {found:?}")]
    Foreign {
        /// The first bytes of the file, as text.
        found: String,
    },
    /// Another layout.
    #[error("it has format {found}, and this program reads format {FORMAT}")]
    Format {
        /// The format it claims.
        found: u32,
    },
    /// Made by another solver.
    #[error("it was made by generator {found}, and this program is generator {GENERATOR}")]
    Generator {
        /// The generator it claims.
        found: u32,
    },
    /// Another endgame or metric than its name says.
    #[error("it holds {found}")]
    OtherTable {
        /// The endgame and metric it claims.
        found: String,
    },
    /// Shorter or longer than its header says.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// Bytes in the file.
        found: u64,
        /// Bytes there should be.
        expected: u64,
    },
    /// A checksum does not match, or a checked part contradicts itself.
    #[error("{part} was altered")]
    Altered {
        /// The part at fault.
        part: Part,
    },
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
        Corruption::Altered { part }
    }
}
