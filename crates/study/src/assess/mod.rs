//! Games judged move by move: what each was worth, what it gave away, and the competence it shows.
//!
//! - `move_assessment`: one move against its alternatives, in the signs of Haworth 2003, appendix B
//! - `judge`: one game, move by move, whatever the tables
//! - `record`: what one player did in one role, in one game or in many
//! - `table_preload`: which tables are worth reading whole
//! - [`quality`]: how well won and lost positions were played; [`profile`]: the same by depth, beside
//!   the random player
//! - `annotate`: the game with all this as comments; [`plots`]: the same drawn
//! - [`totals`]: what many games come to
//!
//! An [`Assessor`] is the papers' Analyser for both players of a game.

mod annotate;
mod judge;
mod move_assessment;
pub mod plots;
pub mod profile;
pub mod quality;
mod record;
mod table_preload;
pub mod totals;

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use endgame::material::{MOST_MEN_LISTED, Material};
use endgame::progress::Monitor;
use endgame::rules::{Color, Move, Position};
use endgame::syzygy::SyzygyError;
use endgame::tables::{Tables, TablesError};
use player::{Belief, CompetenceGrid, DepthOffset, JointBelief, Model, MovePrior, PriorSource};
use value::{ChoiceError, Choices, Metric};

pub use annotate::annotated;
pub use move_assessment::{MoveAssessment, PlayerRole, Sign};
pub use plots::GamePlots;
pub use record::{OTHERS, Record, Records};
pub use totals::{MOVES_ALLOWED, Totals, deepest_in};

use crate::described::Described;
use crate::pgn::{Game, GameError, Problem};
pub(crate) use judge::GameJudge;
use table_preload::TablePreload;

/// The probability that an interval of competences holds unless another is asked for.
pub const INTERVAL_MASS: f64 = 0.95;

/// How games are judged.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The players thought of.
    pub model: Model,
    /// What is thought of a competence before a game.
    pub prior: Belief,
    /// The same players with other `κ`, for inference of `c` and `κ` together; may be empty.
    pub offsets: Vec<(DepthOffset, Model)>,
    /// Positions with more men are left out.
    pub men: usize,
    /// What moves weigh to the players thought of; with nobody, all the same.
    pub move_prior: Option<Arc<dyn MovePrior<Tables>>>,
}

impl Settings {
    /// The model and the prior, up to five men, `κ` as the model has it.
    pub fn new(model: Model, prior: Belief) -> Settings {
        Settings { model, prior, offsets: Vec::new(), men: MOST_MEN_LISTED, move_prior: None }
    }

    /// The default for games of people: any value may be conceded, nothing is known before.
    pub fn judging_people() -> Settings {
        Settings::new(Model::judging_people(), Belief::uniform(CompetenceGrid::default()))
    }

    /// How many players and roles can be kept apart in bounded memory: fewer for a finer grid.
    pub fn most_records(&self) -> usize {
        // Three numbers for each competence, one more for each with each kappa.
        let numbers = self.prior.grid().len().saturating_mul(3 + self.offsets.len());
        (RECORD_BYTES / 8 / numbers.max(1)).clamp(2, MOST_RECORDS)
    }

    /// The belief about `c` and `κ` together before a game, if it was asked for.
    fn joint_prior(&self) -> Option<JointBelief> {
        let offsets = self.offsets.iter().map(|(offset, _)| *offset).collect();
        (!self.offsets.is_empty()).then(|| JointBelief::new(offsets, &self.prior))
    }
}

/// Why a game was not assessed.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum AssessError {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Weights(#[from] ChoiceError),
}

impl AssessError {
    /// Whether a game is as good as any other, but has no position of the tables.
    pub fn is_outside_tables(&self) -> bool {
        let outside = |error: &GameError| {
            matches!(error.problem, Problem::OutsideTables { .. } | Problem::OutsideGame { .. })
        };
        matches!(self, AssessError::Game(error) if outside(error))
    }
}

/// A game with every move that the tables know, judged.
#[derive(Clone, Debug)]
pub struct Assessment<P: Described = Position> {
    /// The moves, in order.
    pub moves: Vec<MoveAssessment<P>>,
    /// Moves made where the tables do not reach.
    pub outside: usize,
    /// What depths count; where Syzygy files answered some moves, that of the last.
    pub metric: Metric,
    /// What each player did in each role.
    pub records: Vec<(Color, Record)>,
}

/// Judges games by tables and a model.
pub struct Assessor<'a> {
    tables: &'a Tables,
    settings: &'a Settings,
    reading: Mutex<TablePreload>,
    /// Endgames whose table does not fit into memory: to find that out takes seconds each time.
    too_large: RwLock<HashSet<Material>>,
}

/// Players and roles whose records are kept apart at most.
const MOST_RECORDS: usize = 20_000;

/// Bytes all of these may take.
const RECORD_BYTES: usize = 64 << 20;

impl<'a> Assessor<'a> {
    /// A judge with these tables.
    pub fn new(tables: &'a Tables, settings: &'a Settings) -> Assessor<'a> {
        Assessor { tables, settings, reading: Mutex::default(), too_large: RwLock::default() }
    }

    /// Solves the tables that many positions of these games ask for, if they are not yet, and brings
    /// the smaller ones into memory: reading a file block by block would take longer.
    pub fn prepare<'g>(
        &self,
        games: impl Iterator<Item = &'g Game>,
        monitor: &Monitor<'_>,
    ) -> Result<(), TablesError> {
        let men = self.settings.men.min(MOST_MEN_LISTED);
        let boards = games.flat_map(|game| game.replay().map(|(board, _)| board));
        let known =
            boards.filter(|board| board.count_men() <= men).filter_map(|board| board.position());
        let asked = known.map(|position| position.material().normalized());
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        reading.prepare(self.tables, asked.filter(|asked| *asked != Material::KINGS), monitor)
    }

    /// Judges a game of a file; the name is for sentences.
    pub fn assess(&self, file: &Path, game: &Game) -> Result<Assessment, AssessError> {
        let mut judge = GameJudge::new(self.settings, self.tables.metric());
        for (ply, (board, played)) in game.replay().enumerate() {
            let position =
                (board.count_men() <= self.settings.men).then(|| board.position()).flatten();
            let known = match &position {
                Some(position) => self.look_up(position)?,
                None => None,
            };
            let (Some(position), Some((mut choices, counted))) = (position, known) else {
                judge.pass();
                continue;
            };
            judge.metric = counted;
            let move_prior = self.settings.move_prior.as_deref();
            PriorSource::new(self.tables, move_prior).set_weights(&position, &mut choices)?;
            judge.judge((ply + 1, board.move_number()), position, &choices, &played.play);
        }
        judge.finish().ok_or_else(|| {
            let men = self.settings.men;
            game.refused(file, Problem::OutsideTables { men }).into()
        })
    }

    /// The choices of a position and what their depths count; none if the tables do not reach it.
    fn look_up(&self, at: &Position) -> Result<Option<(Choices<Move>, Metric)>, TablesError> {
        let known = || Ok((self.tables.list_choices(at)?, self.tables.metric_at(at)?));
        let material = at.material().normalized();
        if self.too_large.read().unwrap_or_else(PoisonError::into_inner).contains(&material) {
            return Ok(None);
        }
        match known() {
            Ok(known) => Ok(Some(known)),
            Err(TablesError::Memory { .. }) => {
                let mut found = self.too_large.write().unwrap_or_else(PoisonError::into_inner);
                found.insert(material);
                Ok(None)
            }
            Err(
                TablesError::NotSolved(..)
                | TablesError::TooManyMen { .. }
                | TablesError::Syzygy(
                    SyzygyError::Missing { .. }
                    | SyzygyError::LeftOut(..)
                    | SyzygyError::TooManyMen { .. },
                ),
            ) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
