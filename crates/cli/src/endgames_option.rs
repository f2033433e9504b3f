//! Which endgames a command is about: the option of those that take several.

use clap::Args;
use endgame::material::{MOST_MEN_LISTED, Material};

use crate::failure::refuse_if;
use crate::options::number_or;

const SIX_MEN: &str = "choose 3, 4 or 5 (a six-man endgame is asked for by name, as in KRBKNN)";

/// Endgames by name or by the number of men.
#[derive(Args, Clone, Debug)]
pub(crate) struct Endgames {
    /// Endgames, White's men first: KQKR, KBBKN, KRKQ
    #[arg(value_name = "ENDGAME")]
    names: Vec<Material>,

    /// All endgames with exactly so many men: 3, 4 or 5; may be repeated
    #[arg(long, value_name = "N", value_parser = number_or("men", 3..=MOST_MEN_LISTED, SIX_MEN), value_delimiter = ',')]
    men: Vec<usize>,
}

impl Endgames {
    /// What was asked for, each once, in the order asked.
    pub(crate) fn list(&self) -> anyhow::Result<Vec<Material>> {
        let mut list: Vec<Material> = Vec::new();
        let by_men = self.men.iter().flat_map(|&men| Material::all_with(men));
        for material in self.names.iter().copied().chain(by_men) {
            if list.iter().all(|listed| listed.normalized() != material.normalized()) {
                list.push(material);
            }
        }
        refuse_if!(list.is_empty(), "no endgame named: give one, as in KQKR, or all with --men 4");
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endgames_are_listed_once() {
        let names = ["KQKR", "KRKQ", "KQK"].map(|name| name.parse().unwrap()).to_vec();
        let list = Endgames { names, men: vec![3] }.list().unwrap();
        assert_eq!(list.len(), 6);
        assert!(Endgames { names: vec![], men: vec![] }.list().is_err());
    }
}
