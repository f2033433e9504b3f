//! How people of a rating play some endgames: what a competence means there, and nowhere else.
//!
//! The file is `experiments/results/haworth2007/endgames.csv`, made by `fallible reproduce
//! haworth2007/endgames`. The same people show another competence in each endgame and on each side of
//! it, so nothing is said of other endgames.

use std::collections::BTreeMap;

use crate::schema::{EndgamePeople, RatedCompetence};

const FILE: &str = include_str!("../../data/endgame_people.csv");

/// Half the width of a band of ratings.
const HALF_BAND: f64 = 100.0;

/// A band: its rating, the competence in it, and how much it weighs.
type Band = (f64, f64, f64);

/// Every endgame and side that was measured.
pub fn measured() -> Vec<EndgamePeople> {
    let mut bands: BTreeMap<(&str, &str), Vec<Band>> = BTreeMap::new();
    for line in FILE.lines().skip(1) {
        if let Some((of, band)) = read(line) {
            bands.entry(of).or_default().push(band);
        }
    }
    let told = |((material, role), bands): ((&str, &str), Vec<Band>)| EndgamePeople {
        material: material.to_owned(),
        role: role.to_owned().into(),
        scale: "FIDE".into(),
        ratings: rising(&bands).into_iter().map(|(elo, c)| RatedCompetence { elo, c }).collect(),
    };
    bands.into_iter().map(told).collect()
}

/// The endgame and the side of a line, and its band.
fn read(line: &str) -> Option<((&str, &str), Band)> {
    let fields: Vec<&str> = line.split(',').collect();
    let [material, role, band, _games, _decisions, c, sd, ..] = fields[..] else { return None };
    let (band, c, sd): (f64, f64, f64) = (band.parse().ok()?, c.parse().ok()?, sd.parse().ok()?);
    Some(((material, role), (band + HALF_BAND, c, sd.powi(-2))))
}

/// The competences made to rise with the rating: neighbours that fall are put together, each as sure as it
/// is (isotonic regression).
fn rising(bands: &[Band]) -> Vec<(f64, f64)> {
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (_, c, weight) in bands {
        let mut block = (*c, *weight, 1);
        while let Some(last) = blocks.pop_if(|last| last.0 > block.0) {
            let weight = last.1 + block.1;
            let c = (last.0 * last.1 + block.0 * block.1) / weight;
            block = (c, weight, last.2 + block.2);
        }
        blocks.push(block);
    }
    let all = blocks.into_iter().flat_map(|(c, _, count)| std::iter::repeat_n(c, count));
    bands.iter().map(|band| band.0).zip(all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falling_neighbours_are_put_together() {
        let bands = [(1.0, 2.0, 1.0), (2.0, 5.0, 1.0), (3.0, 3.0, 3.0), (4.0, 6.0, 1.0)];
        assert_eq!(rising(&bands), [(1.0, 2.0), (2.0, 3.5), (3.0, 3.5), (4.0, 6.0)]);
    }

    #[test]
    fn the_file_is_that_of_the_experiment() {
        let made = include_str!("../../../../experiments/results/haworth2007/endgames.csv");
        assert!(FILE == made, "copy experiments/results/haworth2007/endgames.csv");
    }

    /// Better players play better, in both endgames that enough people have played.
    #[test]
    fn the_file_is_read() {
        let all = measured();
        for material in ["KQKR", "KBNK"] {
            let one =
                all.iter().find(|one| one.material == material && one.role == "wins").unwrap();
            let [first, .., last] = &one.ratings[..] else { panic!("{one:?}") };
            assert!(first.c < last.c && last.elo - first.elo >= 400.0, "{one:?}");
        }
    }
}
