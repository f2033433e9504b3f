//! What an experiment works with: tables, how thoroughly to work, and who may stop it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use endgame::jansen::JansenError;
use endgame::material::{Material, MaterialError};
use endgame::progress::Monitor;
use endgame::rules::{Position, PositionError};
use endgame::successors::WalkError;
use endgame::tables::{Tables, TablesError};
use player::agents::Turn;
use player::belief::PriorError;
use study::assess::AssessError;
use study::assess::profile::ProfileError;
use study::exact::ExactError;
use study::learn::LearnError;
use study::matches::MatchError;
use study::pgn::{GameError, GamesError};
use study::rule_statistics::Findings;
use value::{ChoiceError, ChoiceSource};

use crate::chains::Walked;
use crate::jansen1992::chapter5::Kqkr;
use crate::printed::PrintedError;

/// How thoroughly to work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// As the papers did, or better.
    #[default]
    Full,
    /// Fewer games and smaller endgames: seconds, for tests.
    Reduced,
}

/// Tables in DTC, a scale, and somebody watching.
pub struct Lab<'a> {
    /// What is true.
    pub tables: &'a Tables,
    /// How thoroughly.
    pub scale: Scale,
    /// Games of people that reach KQKR, for the experiments about people.
    pub human_games: Option<PathBuf>,
    /// Who watches and may stop the work.
    pub monitor: Monitor<'a>,
    /// Endgames walked over already.
    pub(crate) walked: Mutex<Walked>,
    /// Rules of thumb measured already.
    pub(crate) thumbs: Mutex<Option<Arc<Findings>>>,
    /// KQKR in Jansen's depths, if somebody asked for it already.
    pub(crate) kqkr: Mutex<Option<Arc<Kqkr>>>,
}

impl<'a> Lab<'a> {
    /// A lab with these tables, and no games of people.
    pub fn new(tables: &'a Tables, scale: Scale, monitor: Monitor<'a>) -> Lab<'a> {
        let walked = Mutex::default();
        let (thumbs, kqkr) = (Mutex::default(), Mutex::default());
        Lab { tables, scale, human_games: None, monitor, walked, thumbs, kqkr }
    }

    /// The first at full scale, the second otherwise.
    pub fn at_scale<T>(&self, full: T, reduced: T) -> T {
        match self.scale {
            Scale::Full => full,
            Scale::Reduced => reduced,
        }
    }

    /// So many games at full scale, or a tenth of them.
    pub fn games(&self, full: usize) -> usize {
        self.at_scale(full, full.div_ceil(10))
    }

    /// Whether somebody asked to stop.
    pub fn check(&self) -> Result<(), ExperimentError> {
        if self.stop().load(Ordering::Relaxed) { Err(ExperimentError::Stopped) } else { Ok(()) }
    }

    /// The flag that is raised to stop.
    pub fn stop(&self) -> &AtomicBool {
        self.monitor.stop
    }

    /// Loads an endgame and all it converts into, to be asked many times over.
    pub fn load(&self, material: &Material) -> Result<(), ExperimentError> {
        for needed in material.converts_into().into_iter().chain([*material]) {
            if needed != Material::KINGS {
                self.tables.table(&needed, &self.monitor)?;
            }
        }
        Ok(())
    }

    /// Calls a function with the turn of a position.
    pub fn turn<T>(
        &self,
        position: &Position,
        then: impl FnOnce(&Turn<'_, Tables>) -> Result<T, ExperimentError>,
    ) -> Result<T, ExperimentError> {
        let choices = self.tables.choices(position)?;
        then(&Turn { source: self.tables, at: position, choices: &choices })
    }
}

/// Why an experiment could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The tables cannot answer.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The tables cannot list choices.
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    /// A match was stopped or could not start.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A position of a paper that is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An endgame that is none.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// Jansen's depths cannot be had.
    #[error(transparent)]
    Jansen(#[from] JansenError),
    /// A walk over the positions of an endgame ended early.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// There is no exact answer.
    #[error(transparent)]
    Exact(#[from] ExactError),
    /// A game that cannot be read.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A game that cannot be judged.
    #[error(transparent)]
    Assess(#[from] AssessError),
    /// A file of games that cannot be read.
    #[error(transparent)]
    Games(#[from] GamesError),
    /// Mistakes by depth that cannot be had.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// A prior that is none.
    #[error(transparent)]
    Prior(#[from] PriorError),
    /// The list of printed values is not as it should be.
    #[error(transparent)]
    Printed(#[from] PrintedError),
    /// Nothing can be learned.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// Ctrl-C.
    #[error("stopped")]
    Stopped,
}
