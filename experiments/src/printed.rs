//! What the papers say: values as printed, in `papers/`.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A printed value and how far ours may lie from it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// As printed.
    pub printed: f64,
    /// Rounding, or the standard error where chance was at work.
    pub spread: f64,
}

/// Why a printed value cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum PrintedError {
    /// A file that is not what it should be.
    #[error("the printed values of {paper} cannot be read: {source}")]
    Unreadable {
        /// The paper.
        paper: &'static str,
        /// Why.
        source: Box<toml::de::Error>,
    },
    /// A value nobody typed in.
    #[error("{paper} has no printed value {table}.{name}")]
    Missing {
        /// The paper.
        paper: &'static str,
        /// The table or figure.
        table: String,
        /// The value.
        name: String,
    },
}

const PAPERS: [(&str, &str); 3] = [
    ("jansen1992", include_str!("../papers/jansen1992.toml")),
    ("haworth2003", include_str!("../papers/haworth2003.toml")),
    ("andrist2005", include_str!("../papers/andrist2005.toml")),
];

/// A value of a paper's table or figure.
pub fn printed(paper: &'static str, table: &str, name: &str) -> Result<Printed, PrintedError> {
    let missing = || PrintedError::Missing { paper, table: table.into(), name: name.into() };
    let (_, text) = PAPERS.iter().find(|(key, _)| *key == paper).ok_or_else(missing)?;
    let tables: BTreeMap<String, BTreeMap<String, Printed>> = toml::from_str(text)
        .map_err(|source| PrintedError::Unreadable { paper, source: Box::new(source) })?;
    tables.get(table).and_then(|values| values.get(name)).copied().ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paper_can_be_read() {
        for (paper, _) in PAPERS {
            let missing = printed(paper, "nowhere", "nothing");
            assert!(matches!(missing, Err(PrintedError::Missing { .. })), "{missing:?}");
        }
        let value = printed("andrist2005", "table1", "mean_moves").unwrap();
        assert_eq!(value, Printed { printed: 95.60, spread: 2.294 });
    }
}
