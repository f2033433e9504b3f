//! A position with what it is worth and what can be played there.

use std::cmp::Reverse;

use endgame::material::{MOST_MEN, MOST_MEN_LISTED};
use endgame::rules::{Color, Position};
use endgame::syzygy::{Syzygy, SyzygyError};
use endgame::tables::{Tables, TablesError};
use games::{AnyGame, AnyPosition, GameError};
use player::Model;
use player::agents::Turn;
use value::{ChoiceError, ChoiceSource, Choices, Metric, Outcome};

use crate::clock::clock;
use crate::described::{Described, TablePosition};
use crate::schema;

/// A position that cannot be looked up.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ReportError {
    #[error("{0}")]
    Tables(#[from] TablesError),
    #[error("{0}")]
    Choices(#[from] ChoiceError),
    #[error("{0}")]
    Syzygy(#[from] SyzygyError),
    #[error("{0}")]
    Game(#[from] GameError),
}

/// Everything the tables say of a position, of chess or of another game.
#[derive(Clone, Debug)]
pub struct PositionReport<P: Described = Position> {
    /// The position.
    pub position: P,
    /// What depths count here: another metric than was asked for where Syzygy files answer.
    pub metric: Metric,
    /// The same in words.
    pub unit: &'static str,
    /// For the side to move; in DTZ50 the half-move clock counts.
    pub value: Outcome,
    /// The same with a half-move clock of 0.
    pub fresh: Outcome,
    /// How far the 50-move rule is, where the metric tells and it matters to a win.
    pub clock: Option<schema::Clock>,
    /// Best first, equal ones in the order of their UCI names.
    pub choices: Choices<P::Move>,
    /// Whether the extent is known: Syzygy files do not say.
    pub extent_known: bool,
    /// Whether the depth may be one move short; none where our own tables answer.
    pub rounded: Option<bool>,
}

impl PositionReport {
    /// Looks a position up.
    pub fn of(tables: &Tables, position: Position) -> Result<PositionReport, ReportError> {
        let (value, metric) = (tables.outcome(&position)?, tables.metric_at(&position)?);
        let fresh = tables.fresh_outcome(&position)?;
        let clock = match fresh {
            Outcome::Draw => None,
            _ => clock(tables, &position)?.filter(schema::Clock::matters),
        };
        let mut choices = tables.choices(&position)?;
        choices.sort_by_cached_key(|choice| (Reverse(choice.value), position.uci(choice.play)));
        let rounded = match answering(tables, &position) {
            Some(syzygy) => Some(syzygy.value(&position)?.rounded),
            None => None,
        };
        let extent_known = tables.knows_extent(&position.material())?;
        let unit = metric.unit();
        Ok(PositionReport {
            position,
            metric,
            unit,
            value,
            fresh,
            clock,
            choices,
            extent_known,
            rounded,
        })
    }
}

impl PositionReport<AnyPosition> {
    /// Looks a position of another game up.
    pub fn of_game(
        game: &AnyGame,
        position: AnyPosition,
    ) -> Result<PositionReport<AnyPosition>, ReportError> {
        let (value, metric) = (game.value(&position)?, game.metric());
        let mut choices = game.choices(&position)?;
        choices.sort_by_cached_key(|choice| (Reverse(choice.value), position.code(&choice.play)));
        Ok(PositionReport {
            position,
            metric,
            unit: game.unit(),
            value,
            fresh: value,
            clock: None,
            choices,
            extent_known: true,
            rounded: None,
        })
    }
}

impl<P: TablePosition> PositionReport<P> {
    /// Who wins, the half-move clock not looked at; none in a draw.
    pub fn winner(&self) -> Option<Color> {
        match self.fresh {
            Outcome::Win(_) => Some(self.position.turn()),
            Outcome::Loss(_) => Some(self.position.turn().other()),
            Outcome::Draw => None,
        }
    }

    /// What draws are measured against.
    pub fn extent(&self) -> schema::Extent {
        schema::Extent::new(self.choices.extent(), self.extent_known)
    }

    /// A move by its number among the choices, with its value.
    pub fn move_value(&self, at: usize) -> schema::MoveValue {
        schema::MoveValue::of(&self.position, &self.choices[at], self.choices.is_optimal(at))
    }

    /// The position as agents see it, with a source of the same moves for what comes after.
    pub fn turn<'a, S>(&'a self, source: &'a S) -> Turn<'a, S>
    where
        S: ChoiceSource<Position = P, Move = P::Move, Value = Outcome>,
    {
        Turn::new(source, &self.position, &self.choices)
    }

    /// The value and every move, best first.
    pub fn probe(&self) -> schema::Probe {
        schema::Probe {
            fen: self.position.text(),
            metric: self.metric.word().into(),
            value: self.value.into(),
            clock: self.clock,
            moves: (0..self.choices.len()).map(|at| self.move_value(at)).collect(),
            source: self.rounded.map(|_| "syzygy".into()),
            rounded: self.rounded,
        }
    }

    /// The same with the cost and the weight that players of this kind give each move.
    pub fn explore(&self, model: &Model) -> schema::ExploredPosition {
        let (costs, weights) = (model.costs(&self.choices), model.filter.weights(&self.choices));
        let moves = (0..self.choices.len()).map(|at| {
            let play = &self.choices[at].play;
            schema::ExploredMove {
                valued: self.move_value(at),
                squares: self.position.squares(play),
                keeps_value: self.choices.keeps_value(at),
                conceded: self.choices.conceded(at),
                cost: costs[at].is_finite().then_some(costs[at]),
                weight: weights[at],
                gives_check: self.position.checks(play),
                captures: self.position.captures(play),
                fen_after: self.position.next(play).text(),
            }
        });
        schema::ExploredPosition {
            board: self.position.facts(),
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
