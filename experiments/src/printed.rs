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

/// The printed values of one table or figure by their names.
pub type PrintedValues = BTreeMap<String, Printed>;

const PAPERS: [(&str, &str); 6] = [
    ("jansen1992", include_str!("../papers/jansen1992.toml")),
    ("haworth1998", include_str!("../papers/haworth1998.toml")),
    ("haworth2003", include_str!("../papers/haworth2003.toml")),
    ("andrist2005", include_str!("../papers/andrist2005.toml")),
    ("haworth2007", include_str!("../papers/haworth2007.toml")),
    ("regan2011", include_str!("../papers/regan2011.toml")),
];

/// What is printed of an experiment; nothing of those that no paper has.
pub fn printed(key: &str) -> PrintedValues {
    let (paper, table) = key.split_once('/').unwrap_or((key, ""));
    let text = PAPERS.iter().find(|(name, _)| *name == paper).map_or("", |(_, text)| text);
    let tables: BTreeMap<String, PrintedValues> =
        toml::from_str(text).expect("a test reads the file of every paper");
    tables.get(table).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paper_can_be_read() {
        for (paper, _) in PAPERS {
            assert!(printed(&format!("{paper}/nowhere")).is_empty(), "{paper}");
        }
        let value = printed("andrist2005/table1")["mean moves, ties uniform"];
        assert_eq!(value, Printed { printed: 95.60, spread: 2.294 });
    }
}
