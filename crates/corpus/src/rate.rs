//! The rating that one player's moves speak for, beside the measures everybody knows.

use std::collections::{BTreeMap, BTreeSet};

use study::schema::whole_games::{RateBaselines, RateReport, RatedPart, RatingEstimate};

use crate::decision::{Decision, Phase};
use crate::expected_score::expected_score;
use crate::human::file::HumanModels;
use crate::human::{HumanModel, Seen};
use crate::model_record::reference_of;
use crate::names::{Person, only_player};
use crate::pool::Pool;
use crate::rating_belief::{RatingBelief, RatingInterval};
use crate::select::TimeClass;

/// Why nobody is rated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum RateError {
    #[error("no decision of '{name}' is in these games: {hint}")]
    Nobody { name: String, hint: String },
    #[error("'{name}' could be {who}: give more of the name")]
    Several { name: String, who: String },
    #[error(
        "the games of the player are rated by {0}, and ratings of one pool mean nothing in another: choose one with --pool"
    )]
    Pools(String),
    #[error("there is no model of the players of {0}: learn one with `fallible train`")]
    NoModel(Pool),
}

/// Fewer games than this are few.
const FEW_GAMES: usize = 10;

/// Rates a player, by words of the name; several names are one player who is written in several ways.
pub fn rate(
    decisions: &[Decision],
    names: &[String],
    pool: Option<&Pool>,
    models: &HumanModels,
) -> Result<RateReport, RateError> {
    let mut player = the_player(decisions, names.first().map_or("", String::as_str))?;
    for other in names.iter().skip(1) {
        player = player.with(&the_player(decisions, other)?);
    }
    let own: Vec<&Decision> =
        decisions.iter().filter(|one| player.is(one.player()) && !one.is_forced()).collect();
    let pool = the_pool(&own, pool)?;
    let reference = reference_of(decisions);
    let Some((record, model)) = models.model(&pool, decisions) else {
        return Err(RateError::NoModel(pool));
    };
    let rater = Rater { models, model, pool: &pool, dispersion: record.dispersion };
    let (elo, baselines) = rater.of(&own);
    let games: BTreeSet<(&str, usize)> =
        own.iter().map(|one| (one.game.file.as_str(), one.game.number)).collect();
    let tags: Vec<f64> = own.iter().filter_map(|one| one.rating()).map(f64::from).collect();
    let sees_scores = record.reference.is_some();
    Ok(RateReport {
        player: player.name.to_owned(),
        games: games.len(),
        decisions: own.len(),
        pool: pool.to_string(),
        sees_scores,
        elo: told(elo),
        tagged: (!tags.is_empty()).then(|| tags.iter().sum::<f64>() / tags.len() as f64),
        games_to_halve: 3 * games.len(),
        baselines,
        phases: rater.parts(&own, |one| one.phase().word()),
        colours: rater.parts(&own, |one| one.board.turn().fold_wb("white", "black")),
        time_controls: rater
            .parts(&own, |one| TimeClass::of(one.game.time_control.as_deref()).word()),
        remarks: remarks(&pool, (&reference, record.reference.as_deref()), games.len()),
        reference,
    })
}

/// Rates decisions by a model of human choice.
pub(crate) struct Rater<'a> {
    pub(crate) models: &'a HumanModels,
    pub(crate) model: HumanModel,
    pub(crate) pool: &'a Pool,
    pub(crate) dispersion: f64,
}

impl Rater<'_> {
    /// The rating that decisions speak for, and what everybody knows.
    pub(crate) fn of(&self, decisions: &[&Decision]) -> (RatingInterval, RateBaselines) {
        let mut belief = RatingBelief::new(self.pool.clone());
        for decision in decisions {
            let seen = Seen::new(decision, self.pool, &self.models.weights, 0);
            belief.observe(&self.model, &seen);
        }
        (belief.interval(self.dispersion), baselines(decisions))
    }

    /// The decisions by a word, the words in their order.
    fn parts(
        &self,
        decisions: &[&Decision],
        word: fn(&Decision) -> &'static str,
    ) -> Vec<RatedPart> {
        let mut parts: BTreeMap<&'static str, Vec<&Decision>> = BTreeMap::new();
        for &one in decisions {
            parts.entry(word(one)).or_default().push(one);
        }
        let mut parts: Vec<RatedPart> = parts
            .into_iter()
            .map(|(part, decisions)| {
                let (elo, baselines) = self.of(&decisions);
                let elo = told(elo);
                RatedPart { part: part.into(), decisions: decisions.len(), elo, baselines }
            })
            .collect();
        let place =
            |part: &RatedPart| Phase::ALL.iter().position(|phase| phase.word() == part.part);
        parts.sort_by_key(place);
        parts
    }
}

/// An interval as answers tell it.
pub(crate) fn told(interval: RatingInterval) -> RatingEstimate {
    RatingEstimate { mean: interval.mean, low: interval.low, high: interval.high }
}

/// Average centipawn loss, Lichess's accuracy, agreement with the engine.
pub(crate) fn baselines(decisions: &[&Decision]) -> RateBaselines {
    let n = decisions.len().max(1) as f64;
    let mean = |of: &dyn Fn(&Decision) -> f64| decisions.iter().map(|one| of(one)).sum::<f64>() / n;
    RateBaselines {
        centipawn_loss: mean(&Decision::centipawn_loss),
        accuracy: mean(&accuracy),
        agreement: mean(&|one| f64::from(u8::from(one.scores[one.played] == one.best()))),
    }
}

/// Lichess's accuracy of a move: by the winning chances, in per cent, before and after it.
fn accuracy(decision: &Decision) -> f64 {
    let percent = |score| 100.0 * expected_score(score);
    let lost = percent(decision.best()) - percent(decision.scores[decision.played]);
    (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The one player whose name has these words.
pub(crate) fn the_player<'a>(
    decisions: &'a [Decision],
    name: &str,
) -> Result<Person<'a>, RateError> {
    only_player(decisions.iter().map(Decision::player), name)
}

/// The pool that was asked for, or the one all games may be of.
pub(crate) fn the_pool(decisions: &[&Decision], asked: Option<&Pool>) -> Result<Pool, RateError> {
    common_pool(decisions.iter().map(|one| Pool::of(&one.game)), asked)
}

/// The same of the pools of games.
pub fn common_pool(
    pools: impl IntoIterator<Item = Pool>,
    asked: Option<&Pool>,
) -> Result<Pool, RateError> {
    asked.map_or_else(|| Pool::common(pools).map_err(RateError::Pools), |pool| Ok(pool.clone()))
}

/// What is said of a reference that the model was not measured with: without scores, or with those of another version.
pub(crate) fn of_reference(reference: &str, measured: Option<&str>) -> Option<String> {
    match measured {
        None => Some(format!(
            "No model has been measured for the scores of {reference}: the rating comes from what the moves look like alone. Stockfish 15.1 at depth 8 tells more."
        )),
        Some(measured) if measured != reference => Some(format!(
            "The model was measured with {measured}, and scores of {reference} are taken for alike: the rating may be less sure than its interval says."
        )),
        Some(_) => None,
    }
}

fn remarks(pool: &Pool, (reference, measured): (&str, Option<&str>), games: usize) -> Vec<String> {
    let mut remarks = Vec::new();
    if games < FEW_GAMES {
        let are = if games == 1 { "game is" } else { "games are" };
        remarks.push(format!(
            "{games} {are} few: the interval says how little they tell, and one bad day moves it."
        ));
    }
    remarks.extend(of_reference(reference, measured));
    if matches!(pool, Pool::Other(_)) {
        remarks.push(
            "Nobody says whose ratings these games carry: FIDE's are meant; choose with --pool."
                .to_owned(),
        );
    }
    remarks.push(
        "This is how the moves compare with those of rated players, not a rating: that is earned against opponents."
            .to_owned(),
    );
    remarks
}
