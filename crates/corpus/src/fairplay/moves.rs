//! Every decision with what was expected of it, so that the analysis can be replayed.

use study::schema::fair_play::FairPlayMove;

use super::agreement::Variance;
use super::bayes::BayesFactor;
use super::expectation::Expected;
use super::honest::Honest;
use crate::decision::Decision;
use crate::family::MateRule;
use crate::human::{HumanModel, HumanModels, Seen};
use crate::pool::Pool;
use crate::rating_belief::{RatingBelief, RatingInterval};

/// How mates count: as so many pawns.
const MATE: MateRule = MateRule::Capped(20.0);

/// The decisions as they are told, and what they come to.
pub(super) struct Listed {
    pub(super) moves: Vec<FairPlayMove>,
    pub(super) bayes_factor: BayesFactor,
    /// The rating that all of them speak for.
    pub(super) whole: RatingInterval,
    each: Vec<RatingBelief>,
    pool: Pool,
    dispersion: f64,
}

impl Listed {
    pub(super) fn new(
        decisions: &[&Decision],
        expected: &[Expected],
        (models, model, pool, dispersion): (&HumanModels, &HumanModel, &Pool, f64),
        honest: &Honest,
    ) -> Listed {
        let mut bayes_factor = BayesFactor::new(Variance::new(expected, honest).design_effect());
        let mut so_far = RatingBelief::new(pool.clone());
        let (mut moves, mut each) = (Vec::new(), Vec::new());
        for (decision, expected) in decisions.iter().zip(expected) {
            bayes_factor.observe(expected);
            let mut belief = RatingBelief::new(pool.clone());
            belief.observe(model, &Seen::new(decision, pool, &models.weights, 0));
            so_far.join(&belief);
            each.push(belief);
            let log10_bayes_factor = bayes_factor.log() / std::f64::consts::LN_10;
            let elo = so_far.interval(dispersion).mean;
            moves.push(told(decision, expected, log10_bayes_factor, elo));
        }
        let whole = so_far.interval(dispersion);
        Listed { moves, bayes_factor, whole, each, pool: pool.clone(), dispersion }
    }

    /// The ratings that the decisions of a stretch and all others speak for.
    pub(super) fn apart(&self, first: usize, last: usize) -> (RatingInterval, RatingInterval) {
        let of = |inside: bool| {
            let mut belief = RatingBelief::new(self.pool.clone());
            let is = |at: usize| (first..=last).contains(&at) == inside;
            let chosen = self.each.iter().enumerate().filter(|(at, _)| is(*at));
            chosen.for_each(|(_, one)| belief.join(one));
            belief.interval(self.dispersion)
        };
        (of(true), of(false))
    }
}

fn told(one: &Decision, expected: &Expected, log10_bayes_factor: f64, elo: f64) -> FairPlayMove {
    let best = one.best();
    let first = one.moves.iter().zip(&one.scores).filter(|(_, score)| **score == best);
    FairPlayMove {
        game: expected.game,
        ply: one.ply,
        fen: one.board.fen(),
        san: one.board.san(one.moves[one.played]),
        best: first.map(|(play, _)| one.board.san(*play)).collect(),
        values: (MATE.pawns(best), MATE.pawns(one.scores[one.played])),
        expected: expected.probability(),
        agreed: expected.agreed,
        log10_bayes_factor,
        elo,
    }
}

/// What a game is called: by its players, event and date, or by its number alone.
pub(super) fn name_of(
    (file, number): &(&str, usize),
    decisions: &[&Decision],
    masked: bool,
) -> String {
    let of = |one: &&&Decision| one.game.file == *file && one.game.number == *number;
    let Some(one) = decisions.iter().find(of).filter(|_| !masked) else {
        return format!("game {number}");
    };
    let [white, black] = &one.game.players;
    let told = [one.game.event.as_deref(), one.game.date.as_deref()];
    let told: Vec<&str> =
        told.into_iter().flatten().filter(|text| !text.is_empty() && *text != "?").collect();
    let comma = if told.is_empty() { "" } else { ", " };
    format!("{white} - {black}{comma}{}", told.join(" "))
}
