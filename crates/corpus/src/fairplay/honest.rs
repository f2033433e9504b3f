//! How honest players differ from what the model of human choice expects of them, measured on games of
//! people: without it a `z` is no `z`.
//!
//! The model foresees single moves, and is a little too sure whether the best one is found; so its
//! log-odds of agreement are read in their [context](super::context). Decisions of one player in one game
//! are a little alike, as a day is good or bad: their correlation widens every variance,
//!
//! ```text
//! Var[Σ x_i] = f (Σ v_i + ρ Σ_games Σ_i≠j sqrt(v_i v_j))
//! ```
//!
//! and players of one rating [differ](super::between), which widens the profile.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use player::logit::{Chance, LogitError, fit_available};
use serde::{Deserialize, Serialize};

use super::between::{BetweenPlayers, Difference, between};
use super::context::{Context, TERMS};
use super::expectation::{Expected, NODES};

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

    /// Measured on decisions of players who differ by a standard deviation `between` them, in units of
    /// what the weights are for. Neither is ever taken for less than if the model were the truth.
    pub fn measured(differences: &[Difference], between: f64) -> Spread {
        let factor = differences.iter().map(|one| one.by * one.by).sum::<f64>()
            / differences.iter().map(|one| one.variance).sum::<f64>();
        let mut games: BTreeMap<(usize, usize), [f64; 6]> = BTreeMap::new();
        for one in differences {
            let Difference { by, variance, weight, game, player } = *one;
            let terms = [by, by * by, variance.sqrt(), variance, weight, weight * weight];
            let sums = games.entry((game, player)).or_default();
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        }
        let (mut alike, mut most) = (0.0, 0.0);
        for [by, squares, roots, variances, weights, weights_squared] in games.values() {
            // What two decisions have in common because one player took them is not the game's.
            let own = between * between * (weights * weights - weights_squared);
            alike += by * by - squares - own;
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
    /// Their players.
    pub players: usize,
    /// How the model's log-odds of agreement are read: see [`context`](super::context).
    pub coefficients: [f64; TERMS],
    /// How much players of one rating differ.
    pub between: BetweenPlayers,
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
        let mut coefficients = [0.0; TERMS];
        coefficients[1] = 1.0;
        Honest {
            pool: String::new(),
            reference: None,
            decisions: 0,
            games: 0,
            players: 0,
            coefficients,
            between: BetweenPlayers::default(),
            agreement: Spread::NONE,
            loss: Spread::NONE,
            score: Spread::NONE,
        }
    }

    /// The text of the file that is built in.
    pub fn file_text(honest: Vec<Honest>) -> String {
        serde_json::to_string(&Record { honest }).expect("a record is JSON") + "\n"
    }

    fn all() -> &'static [Honest] {
        static RECORD: OnceLock<Record> = OnceLock::new();
        let record = RECORD.get_or_init(|| {
            serde_json::from_str(include_str!("../../data/honest_players.json"))
                .expect("the file in this crate is whole")
        });
        &record.honest
    }

    /// Whether the players of a pool have been measured.
    pub fn knows(pool: &str) -> bool {
        Honest::all().iter().any(|one| one.pool == pool)
    }

    /// Of the players of a pool as its built-in models see them; `sees_scores` says which of the two
    /// models. Those of FIDE's for a pool that has not been measured. `docs/numbers.md` says how it was
    /// measured.
    pub fn built_in(pool: &str, sees_scores: bool) -> &'static Honest {
        let of = |name: &str| {
            let all = Honest::all().iter();
            all.into_iter().find(|one| one.pool == name && one.reference.is_some() == sees_scores)
        };
        of(pool).or_else(|| of("fide")).expect("both models of FIDE's players are in the file")
    }

    /// Measured on decisions of honest players, who were looked at as if the model were the truth; the
    /// players are numbered from 0, one number for each decision.
    pub fn measured(
        pool: &str,
        reference: Option<String>,
        seen: &[Expected],
        players: &[usize],
    ) -> Result<Honest, LogitError> {
        let model = |one: &Expected| Chance::log_odds_of(one.agreement[NODES / 2]);
        let event = |one: &Expected| {
            let agrees = one.context.row(model(one), one.units).to_vec();
            player::logit::Decision::new(
                one.game,
                &[vec![0.0; TERMS], agrees],
                usize::from(one.agreed),
            )
        };
        let events: Vec<_> = seen.iter().map(event).collect();
        let all: Vec<usize> = (0..TERMS).collect();
        let found = fit_available(&events, &all)?.coefficients(TERMS);
        let count = |of: &mut dyn Iterator<Item = usize>| of.collect::<BTreeSet<_>>().len();
        let mut honest = Honest {
            pool: pool.to_owned(),
            reference,
            decisions: seen.len(),
            games: count(&mut seen.iter().map(|one| one.game)),
            players: count(&mut players.iter().copied()),
            ..Honest::model_is_true()
        };
        honest.coefficients.copy_from_slice(&found);
        let differences = |of: &dyn Fn(&Expected) -> [f64; 3]| -> Vec<Difference> {
            let one = |(one, player): (&Expected, &usize)| {
                let [by, variance, weight] = of(one);
                Difference { by, variance, weight, game: one.game, player: *player }
            };
            seen.iter().zip(players).map(one).collect()
        };
        let agreement = differences(&|one| {
            let p = honest.probability(model(one), &one.context, one.units);
            [f64::from(u8::from(one.agreed)) - p, p * (1.0 - p), p * (1.0 - p)]
        });
        let loss = differences(&|one| [one.lost - one.loss.0, one.loss.1, one.loss.1.sqrt()]);
        let score = differences(&|one| [one.score, one.information, one.information]);
        let [in_agreement, in_loss, in_rating] = [&agreement, &loss, &score].map(|of| between(of));
        honest.between =
            BetweenPlayers { agreement: in_agreement, loss: in_loss, rating: in_rating };
        honest.agreement = Spread::measured(&agreement, in_agreement);
        honest.loss = Spread::measured(&loss, in_loss);
        honest.score = Spread::measured(&score, in_rating);
        Ok(honest)
    }

    /// The log-odds of agreement of honest players so many units strong, where the model has these.
    pub fn log_odds(&self, model: f64, context: &Context, units: f64) -> f64 {
        let row = context.row(model, units);
        self.coefficients.iter().zip(row).map(|(coefficient, term)| coefficient * term).sum()
    }

    /// How often honest players agree where the model has these log-odds.
    pub fn probability(&self, model: f64, context: &Context, units: f64) -> f64 {
        Chance::of_log_odds(self.log_odds(model, context, units)).probability
    }
}
