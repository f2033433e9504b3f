//! Models of human choice as a file: the weights of looks, and the coefficients for each pool.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::{HumanModel, NotAModel};
use crate::look::weights::{LookWeights, OtherFeatures};
use crate::pool::Pool;

/// What the file calls itself.
const FORMAT: &str = "fallible-human-model";
/// Its version.
const VERSION: u32 = 1;

/// The coefficients for one pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoolModel {
    /// The pool of ratings.
    pub pool: String,
    /// Who scored the moves, as in `Stockfish 15.1, depth 8, multipv`; null without scores.
    pub reference: Option<String>,
    /// Decisions it was fitted to.
    pub decisions: usize,
    /// The coefficients, in the order of [`human`](super).
    pub coefficients: Vec<f64>,
    /// How many decisions count for one, as errors on decisions held out have it.
    pub dispersion: f64,
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
            HumanModel::new(model.coefficients.clone())?;
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

    /// The model of a pool for the scores of a reference: for other scores the one without, for other
    /// pools the nearest. None if there is no model at all.
    pub fn model(&self, pool: &Pool, reference: &str) -> Option<(&PoolModel, HumanModel)> {
        let near = match pool {
            Pool::Fide | Pool::Other(_) => "fide",
            Pool::Rapid | Pool::Lichess | Pool::Fics => "lichess",
        };
        let of = |name: &str, reference: Option<&str>| {
            let fits = |one: &&PoolModel| one.pool == name && one.reference.as_deref() == reference;
            self.models.iter().find(fits)
        };
        let found = of(near, Some(reference)).or_else(|| of(near, None))?;
        Some((found, HumanModel::new(found.coefficients.clone()).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_survive_their_file() {
        let model = |pool: &str, reference: Option<&str>, width: usize| PoolModel {
            pool: pool.to_owned(),
            reference: reference.map(str::to_owned),
            decisions: 7,
            coefficients: vec![0.25; width],
            dispersion: 1.5,
        };
        let models = HumanModels {
            weights: LookWeights::zero(),
            models: vec![model("lichess", Some("S 1"), 9), model("lichess", None, 3)],
            source: "nothing".to_owned(),
        };
        assert_eq!(HumanModels::read(&models.text()).unwrap(), models);
        let width = |pool: &Pool, reference: &str| {
            models.model(pool, reference).map(|(one, _)| one.coefficients.len())
        };
        assert_eq!(width(&Pool::Lichess, "S 1"), Some(9));
        assert_eq!(width(&Pool::Fics, "own"), Some(3));
        assert_eq!(width(&Pool::Fide, "S 1"), None);
        for (from, to) in
            [("\"version\":1", "\"version\":9"), ("0.25,0.25,0.25]", "0.25]"), ("{", "")]
        {
            assert!(HumanModels::read(&models.text().replacen(from, to, 1)).is_err(), "{from}");
        }
    }

    #[test]
    fn the_built_in_models_know_both_pools() {
        let models = HumanModels::built_in();
        for pool in [Pool::Lichess, Pool::Fide] {
            let (with, _) = models.model(&pool, "Stockfish 15.1, depth 8, multipv").unwrap();
            let (without, _) = models.model(&pool, "nobody").unwrap();
            assert_eq!((with.coefficients.len(), without.coefficients.len()), (9, 3));
            assert!(with.dispersion > 0.5 && with.dispersion < 20.0);
        }
    }
}
