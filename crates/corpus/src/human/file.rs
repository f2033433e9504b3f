//! Models of human choice as a file: the weights of looks, and the coefficients for each pool.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::HumanModel;
use super::terms::{NotAModel, Terms};
use crate::decision::Decision;
use crate::look::weights::{LookWeights, OtherFeatures};
use crate::model_record::reference_of;
use crate::pool::Pool;

/// What the file calls itself.
const FORMAT: &str = "fallible-human-model";
/// Its version.
const VERSION: u32 = 2;

/// The engine whose later versions are taken for it, and its version.
const MEASURED: &str = "Stockfish 15.1";
const OLDEST: f64 = 15.1;

/// The coefficients for one pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoolModel {
    /// The pool of ratings.
    pub pool: String,
    /// Who scored the moves, as in `Stockfish 15.1, depth 8, multipv`; null without scores.
    pub reference: Option<String>,
    /// The depths whose scores it sees, the shallowest first; none without scores.
    pub depths: Vec<u16>,
    /// Whether it knows how long players had for the game.
    pub time: bool,
    /// Decisions it was fitted to.
    pub decisions: usize,
    /// The coefficients, in the order of [`human`](super).
    pub coefficients: Vec<f64>,
    /// How many decisions count for one, as errors on decisions held out have it.
    pub dispersion: f64,
}

impl PoolModel {
    fn model(&self) -> Result<HumanModel, NotAModel> {
        let terms = Terms { depths: self.depths.clone(), time: self.time };
        HumanModel::new(terms, self.coefficients.clone())
    }
}

/// All that is needed to foresee people's moves.
#[derive(Clone, Debug, PartialEq)]
pub struct HumanModels {
    /// What looks are worth.
    pub weights: LookWeights,
    /// The coefficients of each pool, with scores and without.
    pub models: Vec<PoolModel>,
    /// What it was learned from.
    pub source: String,
}

/// Why a file is no model.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ModelFileError {
    #[error("this is no model of human choice ({0}): give a file that `fallible train` wrote")]
    Unreadable(#[from] serde_json::Error),
    #[error(
        "this is version {0} of a model of human choice, and this program reads version {VERSION}: learn it again with `fallible train`"
    )]
    Version(u32),
    #[error(transparent)]
    Features(#[from] OtherFeatures),
    #[error(transparent)]
    Coefficients(#[from] NotAModel),
}

#[derive(Serialize, Deserialize)]
struct Record {
    format: String,
    version: u32,
    source: String,
    models: Vec<PoolModel>,
    looks: Vec<[i32; 3]>,
}

impl HumanModels {
    /// Learned from games on Lichess, on the Free Internet Chess Server and at FIDE's classical time
    /// controls; `docs/numbers.md` says how, and how well it foresees games held out.
    pub fn built_in() -> &'static HumanModels {
        static MODELS: OnceLock<HumanModels> = OnceLock::new();
        MODELS.get_or_init(|| {
            HumanModels::read(include_str!("../../data/human_model.json"))
                .expect("the file in this crate is whole")
        })
    }

    /// Reads what [`text`](HumanModels::text) writes.
    pub fn read(text: &str) -> Result<HumanModels, ModelFileError> {
        let record: Record = serde_json::from_str(text)?;
        if record.format != FORMAT || record.version != VERSION {
            return Err(ModelFileError::Version(record.version));
        }
        for model in &record.models {
            model.model()?;
        }
        let weights = LookWeights::from_thousandths(&record.looks)?;
        Ok(HumanModels { weights, models: record.models, source: record.source })
    }

    /// The text of its file.
    pub fn text(&self) -> String {
        let record = Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            source: self.source.clone(),
            models: self.models.clone(),
            looks: self.weights.thousandths(),
        };
        serde_json::to_string(&record).expect("a record is JSON") + "\n"
    }

    /// The same with models put beside those it has; one of a pool, reference and depths that it has stays
    /// as it is. The coefficients must have been fitted with its weights of looks.
    #[must_use]
    pub fn with(&self, more: Vec<PoolModel>) -> HumanModels {
        let mut all = self.clone();
        for model in more {
            let is_same = |one: &PoolModel| {
                (&one.pool, &one.reference, &one.depths)
                    == (&model.pool, &model.reference, &model.depths)
            };
            if !all.models.iter().any(is_same) {
                all.models.push(model);
            }
        }
        all
    }

    /// The model of a pool for these decisions: the one that sees most of the depths they were scored
    /// at, the one without scores if their reference is not known, and the nearest pool's if theirs
    /// has none. A later Stockfish is taken for the one that was measured: the record says which that was.
    /// None if there is no model at all.
    pub fn model<'a>(
        &self,
        pool: &Pool,
        decisions: impl IntoIterator<Item = &'a Decision> + Clone,
    ) -> Option<(&PoolModel, HumanModel)> {
        let known = |depth: &u16| {
            let mut decisions = decisions.clone().into_iter();
            decisions.all(|one| one.depths().contains(depth))
        };
        let reference = self.akin(reference_of(decisions.clone()));
        let chosen =
            |name: &str| self.chosen(name, &reference, &|model| model.depths.iter().all(known));
        chosen(&pool.to_string()).or_else(|| chosen(near(pool)))
    }

    /// The reference that was measured in place of this one: since 15.1 all versions of Stockfish scale their scores
    /// alike. Others stand for themselves.
    fn akin(&self, reference: String) -> String {
        let is_known =
            |name: &str| self.models.iter().any(|one| one.reference.as_deref() == Some(name));
        let later = || {
            let (version, how) = reference.strip_prefix("Stockfish ")?.split_once(',')?;
            let version: f64 = version.trim().parse().ok()?;
            let measured = format!("{MEASURED},{how}");
            (version > OLDEST && is_known(&measured)).then_some(measured)
        };
        if is_known(&reference) { reference } else { later().unwrap_or(reference) }
    }

    /// The same for the scores of one depth, that of the reference, whatever else is known, and of the
    /// pools by name that may be: those that honest play was measured in.
    pub fn model_of_one_depth(
        &self,
        pool: &Pool,
        reference: &str,
        may_be: impl Fn(&str) -> bool,
    ) -> Option<(&PoolModel, HumanModel)> {
        let own = pool.to_string();
        let names = [own.as_str(), near(pool)].into_iter().filter(|name| may_be(name));
        let mut found =
            names.map(|name| self.chosen(name, reference, &|model| model.depths.len() <= 1));
        found.find_map(|found| found)
    }

    fn chosen(
        &self,
        pool: &str,
        reference: &str,
        may_be: &dyn Fn(&PoolModel) -> bool,
    ) -> Option<(&PoolModel, HumanModel)> {
        let fits = |one: &&PoolModel| {
            let scores = one.reference.as_ref().is_none_or(|named| *named == reference);
            one.pool == pool && scores && may_be(one)
        };
        let found = self.models.iter().filter(fits).max_by_key(|one| one.depths.len())?;
        Some((found, found.model().ok()?))
    }
}

/// The pool whose players are most like those of a pool that has no model.
fn near(pool: &Pool) -> &'static str {
    match pool {
        Pool::Fide | Pool::Other(_) => "fide",
        Pool::Rapid | Pool::Lichess | Pool::Fics => "lichess",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::several_depths::{joined, tests::scored};

    #[test]
    fn models_survive_their_file() {
        let models = HumanModels {
            weights: LookWeights::zero(),
            models: vec![
                model("lichess", Some("E, depth 8, multipv"), &[8]),
                model("lichess", Some("E, depth 8, multipv"), &[2, 8]),
                model("lichess", None, &[]),
            ],
            source: "nothing".to_owned(),
        };
        assert_eq!(HumanModels::read(&models.text()).unwrap(), models);
        let changes = [("\"version\":2", "\"version\":9"), ("0.25,0.25,", "0.25,"), ("{", "")];
        for (from, to) in changes {
            assert!(HumanModels::read(&models.text().replacen(from, to, 1)).is_err(), "{from}");
        }
        let seen = |pool: &Pool, engine: &str, depths: &[u16]| {
            let decisions = joined(depths.iter().map(|&depth| scored(engine, depth)).collect());
            models.model(pool, &decisions).map(|(one, _)| one.depths.clone())
        };
        assert_eq!(seen(&Pool::Lichess, "E", &[8]), Some(vec![8]));
        assert_eq!(seen(&Pool::Lichess, "E", &[1, 2, 8]), Some(vec![2, 8]));
        assert_eq!(seen(&Pool::Fics, "E", &[2]), Some(vec![]));
        assert_eq!(seen(&Pool::Fics, "other", &[2, 8]), Some(vec![]));
        assert_eq!(seen(&Pool::Fide, "E", &[8]), None);
    }

    fn model(pool: &str, reference: Option<&str>, depths: &[u16]) -> PoolModel {
        let terms = Terms { depths: depths.to_vec(), time: true };
        PoolModel {
            pool: pool.to_owned(),
            reference: reference.map(str::to_owned),
            depths: depths.to_vec(),
            time: true,
            decisions: 7,
            coefficients: vec![0.25; terms.count()],
            dispersion: 1.5,
        }
    }

    #[test]
    fn the_built_in_models_know_both_pools() {
        for pool in [Pool::Lichess, Pool::Fide] {
            let of = |decisions: &[Decision]| {
                let (record, _) = HumanModels::built_in().model(&pool, decisions).unwrap();
                assert!(record.dispersion > 0.5 && record.dispersion < 20.0);
                record.depths.clone()
            };
            let stockfish = |depths: &[u16]| {
                joined(depths.iter().map(|&depth| scored("Stockfish 15.1", depth)).collect())
            };
            assert_eq!(of(&stockfish(&[1, 2, 4, 8])), [1, 2, 4, 8]);
            assert_eq!(of(&stockfish(&[8])), [8]);
            assert_eq!(of(&stockfish(&[3])), Vec::<u16>::new());
            // Later versions scale their scores in the same way, earlier ones and other engines do not.
            let one = |engine: &str| of(&[scored(engine, 8)]);
            assert_eq!((one("Stockfish 17.1"), one("Stockfish 16")), (vec![8], vec![8]));
            for other in ["Stockfish 14.1", "Stockfish dev", "Ethereal 16"] {
                assert_eq!(one(other), Vec::<u16>::new(), "{other}");
            }
        }
    }
}
