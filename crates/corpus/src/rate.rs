//! The rating that one player's moves speak for, beside the measures everybody knows.

use std::collections::{BTreeMap, BTreeSet};

use study::schema::whole_games::{RateBaselines, RateReport, RatedPart, RatingEstimate};

use crate::decision::{Decision, Phase};
use crate::expected_score::expected_score;
use crate::human::file::HumanModels;
use crate::human::{HumanModel, Seen};
use crate::model_record::reference_of;
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

/// Rates a player, by words of the name.
pub fn rate(
    decisions: &[Decision],
    name: &str,
    pool: Option<&Pool>,
    models: &HumanModels,
) -> Result<RateReport, RateError> {
    let player = the_player(decisions, name)?;
    let own: Vec<&Decision> =
        decisions.iter().filter(|one| one.player() == player && !one.is_forced()).collect();
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
        player: player.to_owned(),
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
        remarks: remarks(&pool, &reference, sees_scores, games.len()),
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
pub(crate) fn the_player<'a>(decisions: &'a [Decision], name: &str) -> Result<&'a str, RateError> {
    only_player(decisions.iter().map(Decision::player), name)
}

/// The one of these players whose name has these words; the same name may come many times.
pub fn only_player<'a>(
    players: impl IntoIterator<Item = &'a str>,
    name: &str,
) -> Result<&'a str, RateError> {
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    for player in players {
        *all.entry(player).or_default() += 1;
    }
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let is = |player: &&str| {
        let player = player.to_lowercase();
        words.iter().all(|word| player.contains(word.as_str()))
    };
    let exact = all.keys().find(|player| player.eq_ignore_ascii_case(name));
    let found: Vec<&str> = match exact {
        Some(exact) => vec![exact],
        None => all.keys().copied().filter(is).collect(),
    };
    match found[..] {
        [one] => Ok(one),
        [] => Err(RateError::Nobody { name: name.to_owned(), hint: hint(&all, &words) }),
        _ => {
            let who = found.iter().take(5).copied().collect::<Vec<_>>().join(" or ");
            Err(RateError::Several { name: name.to_owned(), who })
        }
    }
}

/// Players with names like the one asked for, else those with the most games.
fn hint(all: &BTreeMap<&str, usize>, words: &[String]) -> String {
    let begins_alike = |player: &&str| {
        let player = player.to_lowercase();
        words.iter().any(|word| word.get(..3).is_some_and(|start| player.contains(start)))
    };
    let mut known: Vec<&str> = all.keys().copied().filter(begins_alike).collect();
    let (are, count) = match known.is_empty() {
        true => {
            known = all.keys().copied().collect();
            ("players are", all.len())
        }
        false => ("names like it are", known.len()),
    };
    known.sort_by_key(|player| std::cmp::Reverse(all[player]));
    known.truncate(5);
    match known.is_empty() {
        true => "no move after the opening had an alternative: give whole games".to_owned(),
        false => format!("{are} {}{}", known.join("; "), if count > 5 { "; ..." } else { "" }),
    }
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

fn remarks(pool: &Pool, reference: &str, sees_scores: bool, games: usize) -> Vec<String> {
    let mut remarks = Vec::new();
    if games < FEW_GAMES {
        let are = if games == 1 { "game is" } else { "games are" };
        remarks.push(format!(
            "{games} {are} few: the interval says how little they tell, and one bad day moves it."
        ));
    }
    if !sees_scores {
        remarks.push(format!(
            "No model has been measured for the scores of {reference}: the rating comes from what the moves look like alone. Stockfish 15.1 at depth 8 tells more."
        ));
    }
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
