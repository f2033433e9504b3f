//! What can be wrong with a table file.

use super::format::{FORMAT, GENERATOR};

/// What is wrong with a file that was to be a table. A part was altered if its checksum does not match,
/// or if it contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum Corruption {
    /// A pipe, a device or a folder.
    #[error("it is no regular file")]
    NotAFile,
    #[error("it is not a table file: it starts with {0:?}")]
    Foreign(String),
    #[error("it has format {0}, and this program reads format {FORMAT}")]
    Format(u32),
    #[error("it was made by generator {0}, and this program is generator {GENERATOR}")]
    Generator(u32),
    #[error("it holds {0}")]
    OtherTable(String),
    #[error("it has {found} bytes instead of {expected}")]
    Length { found: u64, expected: u64 },
    #[error("its header was altered")]
    Header,
    #[error("its directory was altered")]
    Directory,
    #[error("block {0} was altered")]
    Block(usize),
}
