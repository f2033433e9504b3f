//! A position with what it is worth and what can be played there.

use std::cmp::Reverse;

use endgame::material::{MOST_MEN, MOST_MEN_LISTED};
use endgame::rules::{Move, Position};
use endgame::syzygy::{Syzygy, SyzygyError};
use endgame::tables::{Tables, TablesError};
use player::Model;
use player::agents::Turn;
use value::{Choice, ChoiceError, ChoiceSource, Extent, Metric, Outcome};

use crate::schema;

/// A position that cannot be looked up.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The tables do not answer.
    #[error("{0}")]
    Tables(#[source] TablesError),
    /// The moves cannot be listed.
    #[error("{0}")]
    Choices(#[source] ChoiceError),
    /// The Syzygy files do not answer.
    #[error("{0}")]
    Syzygy(#[source] SyzygyError),
}

/// Everything the tables say of a position.
#[derive(Clone, Debug)]
pub struct PositionReport {
    /// The position.
    pub position: Position,
    /// What depths count here: another metric than was asked for where Syzygy files answer.
    pub metric: Metric,
    /// For the side to move.
    pub value: Outcome,
    /// Best first, equal ones in the order of their UCI names.
    pub choices: Vec<Choice<Move>>,
    /// How deep wins and losses go, for the side to move.
    pub extent: Extent,
    /// Whether the extent is known: Syzygy files do not say.
    pub extent_known: bool,
    /// Whether the depth may be one move short; none where our own tables answer.
    pub rounded: Option<bool>,
}

impl PositionReport {
    /// Looks a position up.
    pub fn of(tables: &Tables, position: Position) -> Result<PositionReport, ReportError> {
        let value = tables.outcome(&position).map_err(ReportError::Tables)?;
        let metric = tables.metric_at(&position).map_err(ReportError::Tables)?;
        let mut choices = tables.choices(&position).map_err(ReportError::Choices)?;
        choices.sort_by_cached_key(|choice| (Reverse(choice.value), position.uci(choice.play)));
        let rounded = match answering(tables, &position) {
            Some(syzygy) => Some(syzygy.value(&position).map_err(ReportError::Syzygy)?.rounded),
            None => None,
        };
        let material = position.material();
        let extent = tables.extent_of(&material, position.turn()).map_err(ReportError::Tables)?;
        let extent_known = tables.knows_extent(&material).map_err(ReportError::Tables)?;
        Ok(PositionReport { position, metric, value, choices, extent, extent_known, rounded })
    }

    /// Whether no move is better.
    pub fn is_optimal(&self, choice: &Choice<Move>) -> bool {
        self.choices.first().is_some_and(|best| best.value == choice.value)
    }

    /// How many moves are as good as the best.
    pub fn optimal(&self) -> usize {
        self.choices.iter().filter(|choice| self.is_optimal(choice)).count()
    }

    /// Moves of depth that a choice gives away against the best; none if the value itself is.
    pub fn conceded(&self, choice: &Choice<Move>) -> Option<u16> {
        let best = self.choices.first()?.value;
        let depth = |outcome: Outcome| outcome.depth().map_or(0, |depth| depth.0);
        (best.sign() == choice.value.sign()).then(|| depth(best).abs_diff(depth(choice.value)))
    }

    /// What draws are measured against.
    pub fn extent(&self) -> schema::Extent {
        schema::Extent::new(self.extent, self.extent_known)
    }

    /// A move with its value.
    pub fn move_value(&self, choice: &Choice<Move>) -> schema::MoveValue {
        schema::MoveValue::of(&self.position, choice, self.is_optimal(choice))
    }

    /// The position as agents see it, with a source of the same moves for what comes after.
    pub fn turn<'a, S>(&'a self, source: &'a S) -> Turn<'a, S>
    where
        S: ChoiceSource<Position = Position, Move = Move, Value = Outcome>,
    {
        Turn { source, at: &self.position, choices: &self.choices, extent: self.extent }
    }

    /// The value and every move, best first.
    pub fn probe(&self) -> schema::Probe {
        schema::Probe {
            fen: self.position.fen(),
            metric: self.metric.word().into(),
            value: self.value.into(),
            moves: self.choices.iter().map(|choice| self.move_value(choice)).collect(),
            source: self.rounded.map(|_| "syzygy".into()),
            rounded: self.rounded,
        }
    }

    /// The same with the cost and the weight that players of this kind give each move.
    pub fn explore(&self, model: &Model) -> schema::ExploredPosition {
        let weights = model.weighting.weights(&self.choices);
        let moves = self.choices.iter().zip(weights).map(|(choice, weight)| {
            let valued = self.move_value(choice);
            let conceded = self.conceded(choice);
            let cost = model.preference.cost(choice.value, self.extent);
            schema::ExploredMove {
                squares: schema::MoveSquares::of(&valued.uci),
                valued,
                keeps_value: conceded.is_some(),
                conceded,
                cost: cost.is_finite().then_some(cost),
                weight,
                gives_check: self.position.after(choice.play).is_check(),
                captures: choice.play.is_capture(),
            }
        });
        schema::ExploredPosition {
            board: schema::BoardFacts::of(&self.position),
            metric: self.metric.word().into(),
            value: self.value.into(),
            extent: self.extent(),
            moves: moves.collect(),
        }
    }
}

/// The Syzygy files, if they answer for this position: more men than we solve, or six that nobody
/// has solved here.
fn answering<'a>(tables: &'a Tables, position: &Position) -> Option<&'a Syzygy> {
    let material = position.material();
    let stored = || {
        let path = tables.store().map(|store| store.path(&material, tables.metric()));
        material.men() <= MOST_MEN && path.is_some_and(|path| path.exists())
    };
    tables.syzygy().filter(|_| material.men() > MOST_MEN_LISTED && !stored())
}
