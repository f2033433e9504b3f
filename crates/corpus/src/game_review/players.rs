//! How both players played, in the whole game and by phase.

use study::pgn::Game;
use study::schema::Word;
use study::schema::game_review::{ReviewedPart, ReviewedPlayer};
use study::schema::whole_games::RatingEstimate;

use super::Reviewer;
use crate::decision::{Decision, Phase};
use crate::family::Family;
use crate::human::HumanModels;
use crate::inference::{Estimate, Sample};
use crate::model_record::told;
use crate::pool::Pool;
use crate::rate::{self, Rater};

/// Fewer decisions than this speak for no rating.
pub(super) const FEWEST: usize = 5;

/// Ratings are told in steps of so many points.
const STEP: f64 = 50.0;

/// Whose ratings a game carries: by the name of its file or event, else of the site it was played on.
pub(super) fn pool_of(reviewer: &Reviewer) -> Pool {
    match Pool::of(&reviewer.info) {
        Pool::Other(name) => by_site(&reviewer.game).unwrap_or(Pool::Other(name)),
        pool => pool,
    }
}

fn by_site(game: &Game) -> Option<Pool> {
    let site = game.tag("Site")?.to_lowercase();
    let signs = [("lichess", Pool::Lichess), ("freechess", Pool::Fics), ("fics", Pool::Fics)];
    signs.into_iter().find(|(sign, _)| site.contains(sign)).map(|(_, pool)| pool)
}

/// The pool in words: which players the model has seen.
pub(super) fn pool_name(pool: &Pool) -> &'static str {
    match pool {
        Pool::Fide | Pool::Other(_) => "FIDE, classical",
        Pool::Rapid => "FIDE, online rapid",
        Pool::Lichess => "Lichess, blitz",
        Pool::Fics => "FICS",
    }
}

/// Judges the decisions of one game.
pub(super) struct Judge<'a> {
    reviewer: &'a Reviewer,
    /// The decisions valued so far, those with few men judged by tables.
    decisions: &'a [Decision],
    rater: Option<Rater<'a>>,
    pool: &'a Pool,
    /// The law of the competences.
    pub(super) family: Family,
}

impl<'a> Judge<'a> {
    /// With the model of a pool, if there is one; and who scored the moves it was measured with, if anybody.
    pub(super) fn new(
        reviewer: &'a Reviewer,
        decisions: &'a [Decision],
        pool: &'a Pool,
        models: &'a HumanModels,
    ) -> (Judge<'a>, Option<&'a str>) {
        let found = models.model(pool, decisions);
        let measured = found.as_ref().and_then(|(record, _)| record.reference.as_deref());
        let rater = found.map(|(record, model)| Rater {
            models,
            model,
            pool,
            dispersion: record.dispersion,
        });
        (Judge { reviewer, decisions, rater, pool, family: Family::default() }, measured)
    }

    /// The player of a colour, 0 for White.
    pub(super) fn player(&self, side: usize) -> ReviewedPlayer {
        let is_own = |one: &&Decision| one.board.turn().fold_wb(0, 1) == side && !one.is_forced();
        let own: Vec<&Decision> = self.decisions.iter().filter(is_own).collect();
        let all = self.part("all".into(), &own);
        let of_phase = |phase: Phase| {
            let part: Vec<&Decision> =
                own.iter().copied().filter(|one| one.phase() == phase).collect();
            (!part.is_empty()).then(|| self.part(phase.word().into(), &part))
        };
        ReviewedPlayer {
            name: self.reviewer.info.players[side].clone(),
            rating: self.reviewer.info.ratings[side],
            said: said(&all, self.pool),
            phases: Phase::ALL.into_iter().filter_map(of_phase).collect(),
            all,
        }
    }

    fn part(&self, part: Word, decisions: &[&Decision]) -> ReviewedPart {
        let is_counted = |one: &&Decision| self.reviewer.counted.contains(&one.ply);
        let counted: Vec<&Decision> = decisions.iter().copied().filter(is_counted).collect();
        let rater = self.rater.as_ref().filter(|_| counted.len() >= FEWEST);
        let sample = Sample::new(self.family, decisions.iter().copied());
        let estimate = || told(&Estimate::new(&sample, self.family.default_grid()));
        ReviewedPart {
            part,
            moves: decisions.len(),
            counted: counted.len(),
            competence: (!sample.is_empty()).then(estimate),
            elo: rater.map(|rater| rate::told(rater.of(&counted).0)),
            baselines: (!decisions.is_empty()).then(|| rate::baselines(decisions)),
        }
    }
}

/// The rating with its interval in words; never a number without one.
fn said(all: &ReviewedPart, pool: &Pool) -> String {
    let Some(RatingEstimate { mean, low, high }) = all.elo else {
        let (counted, moves) = (all.counted, if all.counted == 1 { "move" } else { "moves" });
        return format!(
            "{counted} {moves} after the opening with an alternative: too few to speak for a rating"
        );
    };
    let (mean, low, high) =
        ((mean / STEP).round() * STEP, (low / STEP).floor() * STEP, (high / STEP).ceil() * STEP);
    format!("plays like about {mean:.0} ({}), 95 % between {low:.0} and {high:.0}", pool_name(pool))
}
