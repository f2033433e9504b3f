//! The model of people as a file: hundredths of weights, level by level, and the built-in one.

use std::collections::HashMap;
use std::sync::OnceLock;

use endgame::material::Material;
use serde::{Deserialize, Serialize};

use super::Standing;
use super::look::FEATURES;
use super::model::{Level, PeopleModel};

/// What the file calls itself.
const FORMAT: &str = "fallible-people-model";
/// Its version: of the file, and of the features that its weights are of.
const VERSION: u32 = 1;
/// What one unit of a written weight is.
const UNIT: f64 = 0.01;
/// Weights of fewer units are left out.
const LEAST: i32 = 5;

/// Why a text is no model of people.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum PeopleFileError {
    #[error(
        "this is no model of people ({0}): give a file that `fallible learn --people --out` wrote"
    )]
    Unreadable(String),
    #[error(
        "this is version {0} of a model of people, and this program reads version {VERSION}: learn it again with `fallible learn --people`"
    )]
    Version(u32),
}

#[derive(Serialize, Deserialize)]
struct Record {
    format: String,
    version: u32,
    features: usize,
    source: String,
    /// How many moves count for one, as ratings of games held out have it.
    dispersion: f64,
    levels: Vec<LevelRecord>,
}

#[derive(Serialize, Deserialize)]
struct LevelRecord {
    level: String,
    /// How many features are passed over, then a weight in hundredths, and so on.
    weights: Vec<i32>,
}

impl PeopleModel {
    /// Learned from games on Lichess, on the Free Internet Chess Server and under FIDE's rules; `docs/people.md` says how, and
    /// how well it foresees games held out.
    pub fn built_in() -> &'static PeopleModel {
        static MODEL: OnceLock<PeopleModel> = OnceLock::new();
        MODEL.get_or_init(|| {
            PeopleModel::read(include_str!("../../data/people_model.json"))
                .expect("the file in this crate is whole")
        })
    }

    /// Reads what [`text`](PeopleModel::text) writes.
    pub fn read(text: &str) -> Result<PeopleModel, PeopleFileError> {
        let wrong = |what: &str| PeopleFileError::Unreadable(what.to_owned());
        let record: Record =
            serde_json::from_str(text).map_err(|error| wrong(&error.to_string()))?;
        if record.format != FORMAT {
            return Err(wrong("it says it is something else"));
        }
        if record.version != VERSION || record.features != FEATURES {
            return Err(PeopleFileError::Version(record.version));
        }
        let mut levels = HashMap::new();
        for one in &record.levels {
            let level = read_level(&one.level).ok_or_else(|| wrong("a level has no name"))?;
            let weights = unpacked(&one.weights).ok_or_else(|| wrong("it has too many weights"))?;
            levels.insert(level, weights);
        }
        let Record { source, dispersion, .. } = record;
        Ok(PeopleModel { levels, source, dispersion })
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        let mut levels: Vec<&Level> = self.levels.keys().collect();
        levels.sort_by_key(ToString::to_string);
        let record = Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            features: FEATURES,
            source: self.source.clone(),
            dispersion: self.dispersion,
            levels: levels
                .into_iter()
                .map(|level| LevelRecord {
                    level: level.to_string(),
                    weights: packed(&self.levels[level]),
                })
                .collect(),
        };
        serde_json::to_string(&record).expect("a record is JSON") + "\n"
    }
}

fn packed(weights: &[f64]) -> Vec<i32> {
    let mut written = Vec::new();
    let mut passed = 0;
    for weight in weights {
        match (weight / UNIT).round() as i32 {
            units if units.abs() < LEAST => passed += 1,
            units => {
                written.extend([passed, units]);
                passed = 0;
            }
        }
    }
    written
}

fn unpacked(written: &[i32]) -> Option<Vec<f64>> {
    let mut weights = vec![0.0; FEATURES];
    let mut place = 0;
    for pair in written.chunks(2) {
        place += usize::try_from(pair[0]).ok()?;
        *weights.get_mut(place)? = f64::from(*pair.get(1)?) * UNIT;
        place += 1;
    }
    Some(weights)
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Level::All => f.write_str("all"),
            Level::Standing(standing) => f.write_str(standing.word()),
            Level::Pawns(standing, true) => write!(f, "{} with pawns", standing.word()),
            Level::Pawns(standing, false) => write!(f, "{} without pawns", standing.word()),
            Level::Endgame(standing, material) => write!(f, "{} in {material}", standing.word()),
        }
    }
}

fn read_level(text: &str) -> Option<Level> {
    let mut words = text.splitn(2, ' ');
    let (first, rest) = (words.next()?, words.next());
    if text == "all" {
        return Some(Level::All);
    }
    let standing = Standing::ALL.into_iter().find(|one| one.word() == first)?;
    Some(match rest {
        None => Level::Standing(standing),
        Some("with pawns") => Level::Pawns(standing, true),
        Some("without pawns") => Level::Pawns(standing, false),
        Some(rest) => Level::Endgame(standing, rest.strip_prefix("in ")?.parse::<Material>().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_survives_its_file() {
        let mut weights = vec![0.0; FEATURES];
        (weights[3], weights[FEATURES - 1]) = (-1.25, 0.5);
        let levels = [
            Level::All,
            Level::Standing(Standing::Wins),
            Level::Pawns(Standing::Holds, false),
            Level::Endgame(Standing::Resists, "KQKR".parse().unwrap()),
        ];
        let model = PeopleModel {
            levels: levels.into_iter().map(|level| (level, weights.clone())).collect(),
            source: "nothing".to_owned(),
            dispersion: 2.5,
        };
        let text = model.text();
        assert_eq!(PeopleModel::read(&text).unwrap(), model);
        for (from, to) in
            [("\"version\":1", "\"version\":9"), ("people-model", "tea"), ("all", "al")]
        {
            assert!(PeopleModel::read(&text.replacen(from, to, 1)).is_err(), "{from}");
        }
        let far = text.replacen("\"weights\":[3,", "\"weights\":[999999,", 1);
        assert!(PeopleModel::read(&far).is_err());
    }

    #[test]
    fn the_built_in_model_knows_every_standing() {
        for standing in Standing::ALL {
            assert!(PeopleModel::built_in().levels.contains_key(&Level::Standing(standing)));
        }
    }
}
