//! How people of a rating play some endgames: what a competence means there, and nowhere else.
//!
//! The file is `experiments/results/haworth2007/endgames.csv`, made by `fallible reproduce
//! haworth2007/endgames`. The same people show another competence in each endgame and on each side of
//! it, so nothing is said of other endgames.

use std::collections::{BTreeMap, BTreeSet};

use player::Competence;

use crate::assess::PlayerRole;
use crate::schema::{EndgamePeople, RatedCompetence};

const FILE: &str = include_str!("../../data/endgame_people.csv");

/// Half the width of a band of ratings.
const HALF_BAND: f64 = 100.0;

/// A band: its rating, the competence in it, and how much it weighs.
type Band = (f64, f64, f64);

/// Why no competence is known for a rating.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum UnknownPeople {
    #[error(
        "a rating of {rating} stands for a competence where people were measured, in {known}, and {endgame} is none of these: give -c, or play whole games at a rating with `fallible uci --elo` or the agent searcher:elo=1500"
    )]
    Endgame { rating: f64, endgame: String, known: String },
    #[error(
        "a rating of {rating} is outside of those measured in {endgame}: {least} to {greatest} for the side that {role}; give one of these, or -c"
    )]
    Rating { rating: f64, endgame: String, role: &'static str, least: f64, greatest: f64 },
}

/// The competence that people of a rating of FIDE's show in an endgame, named with the stronger side first: with `kappa`
/// 1, in depths to conversion, where they may concede anything.
///
/// Between the middles of two bands it changes evenly.
pub fn competence(
    endgame: &str,
    role: PlayerRole,
    rating: f64,
) -> Result<Competence, UnknownPeople> {
    let word = match role {
        PlayerRole::Attacker => "wins",
        PlayerRole::Defender => "resists",
    };
    let all = measured();
    let found = all.iter().find(|one| one.material == endgame && one.role == word);
    let Some(EndgamePeople { ratings, .. }) = found else {
        let known: BTreeSet<&str> = all.iter().map(|one| one.material.as_str()).collect();
        let known = known.into_iter().collect::<Vec<_>>().join(" and ");
        return Err(UnknownPeople::Endgame { rating, endgame: endgame.to_owned(), known });
    };
    let between = ratings.windows(2).find_map(|two| {
        let [low, high] = [&two[0], &two[1]];
        let share = (rating - low.elo) / (high.elo - low.elo);
        (0.0..=1.0).contains(&share).then_some(low.c + share * (high.c - low.c))
    });
    between.and_then(|c| Competence::new(c).ok()).ok_or_else(|| UnknownPeople::Rating {
        rating,
        endgame: endgame.to_owned(),
        role: word,
        least: ratings.first().map_or(0.0, |one| one.elo),
        greatest: ratings.last().map_or(0.0, |one| one.elo),
    })
}

/// An agent in words, its rating replaced by the competence that it stands for on this side of an endgame:
/// `player:elo=2300` is `player:6.966,concede=all` on the winning side of KQKR. Other agents stay as they are.
pub fn by_rating(agent: &str, endgame: &str, role: PlayerRole) -> Result<String, UnknownPeople> {
    let rest = agent.trim().strip_prefix("player:elo=");
    let split = rest.map(|rest| rest.split_once(',').unwrap_or((rest, "")));
    let rating = split.and_then(|(rating, rest)| Some((rating.trim().parse().ok()?, rest)));
    let Some((rating, rest)) = rating else { return Ok(agent.to_owned()) };
    let c = competence(endgame, role, rating)?.get();
    let comma = if rest.is_empty() { "" } else { "," };
    Ok(format!("player:{c:.3},concede=all{comma}{rest}"))
}

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

    #[test]
    fn a_rating_stands_for_a_competence_where_people_were_measured() {
        let c = |endgame, role, rating| competence(endgame, role, rating).map(Competence::get);
        use PlayerRole::{Attacker, Defender};
        assert!((c("KQKR", Attacker, 2300.0).unwrap() - 6.96599).abs() < 1e-9);
        let halfway = c("KQKR", Attacker, 2200.0).unwrap();
        assert!((halfway - (5.92796 + 6.96599) / 2.0).abs() < 1e-9, "{halfway}");
        assert!(c("KQKR", Defender, 2300.0).unwrap() < 4.0);
        assert!(matches!(c("KRK", Attacker, 2300.0), Err(UnknownPeople::Endgame { .. })));
        let named = |agent| by_rating(agent, "KQKR", Attacker).unwrap();
        assert_eq!(named("player:elo=2300"), "player:6.966,concede=all");
        assert_eq!(named(" player:elo=2300,horizon=3"), "player:6.966,concede=all,horizon=3");
        assert_eq!(named("player:20"), "player:20");
        assert!(by_rating("player:elo=900", "KQKR", Attacker).is_err());
        let outside = c("KQKR", Attacker, 1500.0).unwrap_err();
        assert_eq!(
            outside.to_string(),
            "a rating of 1500 is outside of those measured in KQKR: 2100 to 2700 for the side that wins; give one of these, or -c"
        );
    }
}
