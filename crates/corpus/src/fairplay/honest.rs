//! How honest players differ from what the model of human choice expects of them, measured on games of
//! people: without it a `z` is no `z`.
//!
//! The model foresees single moves, and is a little too sure whether the best one is found; so its
//! log-odds of agreement are read through a straight line. Decisions of one game are a little alike, as
//! a day is good or bad: their correlation widens every variance,
//!
//! ```text
//! Var[Σ x_i] = f (Σ v_i + ρ Σ_games Σ_i≠j sqrt(v_i v_j))
//! ```

use std::collections::BTreeMap;
use std::sync::OnceLock;

use player::logit::{Chance, LogitError, fit};
use serde::{Deserialize, Serialize};

use super::expectation::{Expected, NODES};
use crate::pool::Pool;

/// How far sums over decisions lie from what is expected of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// `f`: the variance of one decision over the model's.
    pub factor: f64,
    /// `ρ`: the correlation of two decisions of one game.
    pub correlation: f64,
}

impl Spread {
    /// As if the model were the truth and every decision stood alone.
    pub const NONE: Spread = Spread { factor: 1.0, correlation: 0.0 };

    /// Measured on differences of observed and expected, each with its variance by the model and its
    /// game. Neither is ever taken for less than if the model were the truth.
    pub fn measured(terms: &[(f64, f64, usize)]) -> Spread {
        let factor = terms.iter().map(|(e, ..)| e * e).sum::<f64>()
            / terms.iter().map(|(_, v, _)| v).sum::<f64>();
        let mut games: BTreeMap<usize, [f64; 4]> = BTreeMap::new();
        for (e, v, game) in terms {
            let sums = games.entry(*game).or_default();
            for (sum, term) in sums.iter_mut().zip([*e, e * e, v.sqrt(), *v]) {
                *sum += term;
            }
        }
        let (mut alike, mut most) = (0.0, 0.0);
        for [e, squares, roots, variances] in games.values() {
            alike += e * e - squares;
            most += roots * roots - variances;
        }
        let factor = if factor.is_finite() { factor.max(1.0) } else { 1.0 };
        let correlation = if most > 0.0 { (alike / most / factor).max(0.0) } else { 0.0 };
        Spread { factor, correlation }
    }

    /// The variance of a sum of terms with these variances in these games.
    pub fn variance(&self, terms: impl Iterator<Item = (f64, usize)>) -> f64 {
        let mut games: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for (v, game) in terms {
            let sums = games.entry(game).or_default();
            *sums = (sums.0 + v, sums.1 + v.sqrt());
        }
        let of_game = |(v, root): &(f64, f64)| v + self.correlation * (root * root - v);
        self.factor * games.values().map(of_game).sum::<f64>()
    }
}

/// How the honest players of one pool differ from the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Honest {
    /// Whose ratings.
    pub pool: String,
    /// Who scored the moves, if the model sees scores.
    pub reference: Option<String>,
    /// Decisions it was measured on.
    pub decisions: usize,
    /// Their games.
    pub games: usize,
    /// Added to the log-odds of agreement.
    pub intercept: f64,
    /// What the model's log-odds of agreement are multiplied with first.
    pub slope: f64,
    /// The spread of agreement.
    pub agreement: Spread,
    /// The spread of what is given away.
    pub loss: Spread,
    /// The spread of what moves say about the rating.
    pub score: Spread,
}

/// The file in this crate.
#[derive(Serialize, Deserialize)]
struct Record {
    honest: Vec<Honest>,
}

impl Honest {
    /// As if the model were the truth.
    pub fn model_is_true() -> Honest {
        Honest {
            pool: String::new(),
            reference: None,
            decisions: 0,
            games: 0,
            intercept: 0.0,
            slope: 1.0,
            agreement: Spread::NONE,
            loss: Spread::NONE,
            score: Spread::NONE,
        }
    }

    /// The text of the file that is built in.
    pub fn file_text(honest: Vec<Honest>) -> String {
        serde_json::to_string(&Record { honest }).expect("a record is JSON") + "\n"
    }

    /// Of the players of a pool as the built-in models see them; `sees_scores` says which of the two
    /// models. `docs/numbers.md` says how it was measured.
    pub fn built_in(pool: &Pool, sees_scores: bool) -> &'static Honest {
        static RECORD: OnceLock<Record> = OnceLock::new();
        let record = RECORD.get_or_init(|| {
            serde_json::from_str(include_str!("../../data/honest_players.json"))
                .expect("the file in this crate is whole")
        });
        let name = match pool {
            Pool::Fide | Pool::Other(_) => "fide",
            Pool::Rapid | Pool::Lichess | Pool::Fics => "lichess",
        };
        let fits = |one: &&Honest| one.pool == name && one.reference.is_some() == sees_scores;
        record.honest.iter().find(fits).expect("both models of both pools are in the file")
    }

    /// Measured on decisions of honest players, who were looked at as if the model were the truth.
    pub fn measured(
        pool: &str,
        reference: Option<String>,
        seen: &[Expected],
    ) -> Result<Honest, LogitError> {
        let stated = |one: &Expected| one.agreement[NODES / 2];
        let odds = |one: &Expected| {
            let agrees = vec![1.0, Chance::log_odds_of(stated(one))];
            player::logit::Decision::new(one.game, &[vec![0.0; 2], agrees], usize::from(one.agreed))
        };
        let found = fit(&seen.iter().map(odds).collect::<Vec<_>>())?.coefficients;
        let mut honest = Honest {
            pool: pool.to_owned(),
            reference,
            decisions: seen.len(),
            games: seen.iter().map(|one| one.game).collect::<std::collections::BTreeSet<_>>().len(),
            intercept: found[0],
            slope: found[1],
            ..Honest::model_is_true()
        };
        let terms = |of: &dyn Fn(&Expected) -> (f64, f64)| -> Vec<(f64, f64, usize)> {
            seen.iter().map(|one| (of(one).0, of(one).1, one.game)).collect()
        };
        honest.agreement = Spread::measured(&terms(&|one| {
            let p = honest.probability(stated(one));
            (f64::from(u8::from(one.agreed)) - p, p * (1.0 - p))
        }));
        honest.loss = Spread::measured(&terms(&|one| (one.lost - one.loss.0, one.loss.1)));
        honest.score = Spread::measured(&terms(&|one| (one.score, one.information)));
        Ok(honest)
    }

    /// How often honest players agree where the model says so.
    pub fn probability(&self, model: f64) -> f64 {
        Chance::of_log_odds(self.intercept + self.slope * Chance::log_odds_of(model)).probability
    }
}
