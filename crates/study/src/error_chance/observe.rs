//! The positions of games with what was open and what was played, as an error predictor sees them.

use endgame::heuristics::{Facts, Rule, facts};
use endgame::rules::Position;
use player::logit::{Chance, Decision, LogitError, fit_available};
use serde::Serialize;
use value::{ChoiceSource, Outcome};

use super::structure;
use crate::learn::{Extractor, LearnError};
use crate::pgn::Game;

/// What counts as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ErrorKind {
    /// Any move that is not optimal: depth or value is conceded.
    Any,
    /// A move that gives the value away.
    Fatal,
}

impl ErrorKind {
    /// Both.
    pub const ALL: [ErrorKind; 2] = [ErrorKind::Any, ErrorKind::Fatal];

    /// Whether a move that concedes so much depth, none if it gives the value away, is such an error.
    fn is(self, conceded: Option<u16>) -> bool {
        match self {
            ErrorKind::Any => conceded != Some(0),
            ErrorKind::Fatal => conceded.is_none(),
        }
    }
}

/// A decided position with a choice in it.
#[derive(Clone, Debug)]
pub struct ErrorObservation {
    /// The features of every legal move, and the one made, if one was.
    pub decision: Decision,
    /// What each move concedes in depth; none if it gives the value away.
    pub conceded: Vec<Option<u16>>,
    /// The features of the position: see [`structure`].
    pub structure: Vec<f64>,
    /// The moves the winner needs, before the move.
    pub depth: u16,
}

impl ErrorObservation {
    /// A position with the move made there, by its number among the legal ones; none if the position
    /// is drawn or has no choice in it.
    pub fn of(
        extractor: &Extractor<'_>,
        game: usize,
        position: &Position,
        chosen: usize,
    ) -> Result<Option<ErrorObservation>, LearnError> {
        let choices = extractor.tables.choices(position)?;
        let Some(best) = choices.best().filter(|best| *best != Outcome::Draw) else {
            return Ok(None);
        };
        if choices.len() < 2 {
            return Ok(None);
        }
        let facts: Vec<Facts> = facts(extractor.tables, position)?;
        let costs = extractor.model.costs(&choices);
        let row = |(facts, cost): (&Facts, &f64)| extractor.row(position, *cost, facts);
        let rows = facts.iter().zip(&costs).map(row).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(ErrorObservation {
            decision: Decision::new(game, &rows, chosen),
            conceded: choices.values().map(|value| value.conceded(best)).collect(),
            structure: structure::features(&facts, &predicates(&extractor.rules)),
            depth: best.before_move().depth().map_or(0, |depth| depth.0),
        }))
    }

    /// Whether such an error was made.
    pub fn happened(&self, kind: ErrorKind) -> bool {
        kind.is(self.conceded[self.decision.chosen])
    }

    /// Whether it could be made, and could be avoided.
    pub fn is_possible(&self, kind: ErrorKind) -> bool {
        self.conceded.iter().any(|&conceded| kind.is(conceded))
    }

    /// How likely a player with these coefficients is to err.
    pub fn chance(&self, kind: ErrorKind, coefficients: &[f64]) -> f64 {
        let logs = self.decision.log_probabilities(coefficients);
        let errs = logs.iter().zip(&self.conceded).filter(|(_, conceded)| kind.is(**conceded));
        errs.map(|(log, _)| log.exp()).sum::<f64>().clamp(0.0, 1.0)
    }

    /// How much depth such a player concedes when he concedes some and keeps the value; none if no
    /// move does.
    pub fn size(&self, coefficients: &[f64]) -> Option<f64> {
        let logs = self.decision.log_probabilities(coefficients);
        let (mut total, mut weight) = (0.0, 0.0);
        for (log, conceded) in logs.iter().zip(&self.conceded) {
            if let Some(moves) = conceded.filter(|&moves| moves > 0) {
                total += log.exp() * f64::from(moves);
                weight += log.exp();
            }
        }
        (weight > 0.0).then(|| total / weight)
    }

    /// All that is known of the position before the move: a constant, what two models of the player
    /// expect, and its structure.
    pub fn features(&self, kind: ErrorKind, models: &MoveModels) -> Vec<f64> {
        let expected = [&models.alone, &models.with_rules]
            .map(|coefficients| Chance::log_odds_of(self.chance(kind, coefficients)));
        [1.0].into_iter().chain(expected).chain(self.structure.iter().copied()).collect()
    }
}

/// The rules that hold or do not: of those a position can agree with more or less.
pub(super) fn predicates(rules: &[Rule]) -> Vec<Rule> {
    rules.iter().filter(|rule| rule.is_predicate()).cloned().collect()
}

/// The names of [`ErrorObservation::features`] under these rules.
pub fn feature_names(rules: &[Rule]) -> Vec<String> {
    let models = ["constant", "R_c errs, log-odds", "R_c and rules err, log-odds"];
    models.map(str::to_owned).into_iter().chain(structure::names(&predicates(rules))).collect()
}

/// How players choose their moves, as two models have it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveModels {
    /// `R_c` alone: a competence, and 0 for every rule.
    pub alone: Vec<f64>,
    /// `R_c` and rules.
    pub with_rules: Vec<f64>,
}

impl MoveModels {
    /// Both, fitted to these decisions of so many features.
    pub fn fit(decisions: &[Decision], width: usize) -> Result<MoveModels, LogitError> {
        let all: Vec<usize> = (0..width).collect();
        let alone = fit_available(decisions, &[0])?.coefficients(width);
        let with_rules = fit_available(decisions, &all)?.coefficients(width);
        Ok(MoveModels { alone, with_rules })
    }
}

/// What a game teaches of errors; its number keeps its moves together.
pub fn observe(
    extractor: &Extractor<'_>,
    number: usize,
    game: &Game,
) -> Result<Vec<ErrorObservation>, LearnError> {
    let mut found = Vec::new();
    for (board, played) in game.replay() {
        let Some(position) = extractor.turn_on(&board) else { continue };
        let moves = position.legal_moves();
        let Some(chosen) = moves.iter().position(|play| *play == played.play) else { continue };
        found.extend(ErrorObservation::of(extractor, number, &position, chosen)?);
    }
    Ok(found)
}
