//! An endgame as the user named it: White is the side named first.
//!
//! Tables are made with the stronger side White; who asks about KRKQ is answered in these colours.

use clap::Args;
use endgame::material::Material;
use endgame::rules::{Color, Position};

use crate::failure::bad_input;
use crate::options::men;

/// A name and the way from its colours to the table's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named(pub(crate) Material);

impl Named {
    /// The table's colour for one of the user's, and back.
    pub(crate) fn in_table(self, color: Color) -> Color {
        if self.0.is_normalized() { color } else { color.other() }
    }

    /// A position of the table in the user's colours.
    pub(crate) fn seen(self, position: &Position) -> Position {
        if self.0.is_normalized() {
            return position.clone();
        }
        let men = position
            .men()
            .into_iter()
            .map(|(square, man)| (square.flip_vertical(), man.role.of(man.color.other())));
        Position::from_men(men, position.turn().other())
            .expect("a legal position with the colours exchanged is legal")
    }
}

/// Endgames by name or by the number of men.
#[derive(Args, Clone, Debug)]
pub(crate) struct Endgames {
    /// Endgames, White's men first: KQKR, KBBKN, KRKQ
    #[arg(value_name = "ENDGAME")]
    names: Vec<Material>,

    /// All endgames with exactly so many men: 3, 4 or 5; may be repeated
    #[arg(long, value_name = "N", value_parser = men, value_delimiter = ',')]
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
        if list.is_empty() {
            return Err(bad_input("no endgame named: give one, as in KQKR, or all with --men 4"));
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weaker_side_may_be_named_first() {
        let position = Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
        let named = |name: &str| Named(name.parse().unwrap());
        assert_eq!(named("KQKR").seen(&position), position);
        assert_eq!(named("KRKQ").seen(&position).fen(), "8/8/8/8/q7/5K2/8/k3R3 b - - 0 1");
        assert_eq!(named("KRKQ").in_table(Color::White), Color::Black);
    }

    #[test]
    fn endgames_are_listed_once() {
        let names = ["KQKR", "KRKQ", "KQK"].map(|name| name.parse().unwrap()).to_vec();
        let list = Endgames { names, men: vec![3] }.list().unwrap();
        assert_eq!(list.len(), 6);
        assert!(Endgames { names: vec![], men: vec![] }.list().is_err());
    }
}
