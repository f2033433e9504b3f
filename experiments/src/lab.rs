//! What an experiment works with: tables, how thoroughly to work, and who may stop it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use corpus::Decision;
use corpus::evaluate::ReferenceError;
use corpus::evaluate::reference_engine::OWN;
use corpus::input::InputError;
use endgame::find::{Find, Pick, Worth, find};
use endgame::jansen::JansenError;
use endgame::material::{Material, MaterialError};
use endgame::progress::Monitor;
use endgame::rules::{Color, Position, PositionError};
use endgame::successors::WalkError;
use endgame::tables::{Tables, TablesError};
use engine::client::EngineError;
use player::agents::Turn;
use player::belief::PriorError;
use study::assess::AssessError;
use study::assess::profile::ProfileError;
use study::error_chance::SpeculationError;
use study::exact::ExactError;
use study::learn::LearnError;
use study::matches::MatchError;
use study::networks::performance::PerformanceError;
use study::pgn::{Game, GameError, Games, GamesError};
use study::practice::TrialError;
use study::random_games::RandomGameError;
use study::random_games::contest::ContestError;
use study::random_games::randomness::RandomnessError;
use study::rule_statistics::Findings;
use value::{ChoiceError, ChoiceSource};

use crate::chains::Walked;
use crate::jansen1992::chapter5::Kqkr;

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
    /// Games of people that reach KQKR or KBBKN, for the experiments about people.
    pub human_games: Option<PathBuf>,
    /// Files of decisions of people with an engine's scores, for the experiments about whole games.
    pub decisions: Vec<PathBuf>,
    /// The engine that plays in the experiments with matches, as `fallible evaluate --engine` has it.
    pub engine: String,
    /// The folder that results are written to: an experiment of hours keeps there what it has finished.
    pub results: Option<PathBuf>,
    /// Who watches and may stop the work.
    pub monitor: Monitor<'a>,
    /// Endgames walked over already.
    pub(crate) walked: Mutex<Walked>,
    /// Rules of thumb measured already.
    pub(crate) thumbs: Kept<Findings>,
    /// KQKR in Jansen's depths, if somebody asked for it already.
    pub(crate) kqkr: Kept<Kqkr>,
    /// The decisions, if somebody asked for them already.
    pub(crate) valued: Kept<Vec<Decision>>,
}

impl<'a> Lab<'a> {
    /// A lab with these tables, and neither games nor decisions of people.
    pub fn new(tables: &'a Tables, scale: Scale, monitor: Monitor<'a>) -> Lab<'a> {
        let walked = Mutex::default();
        let (thumbs, kqkr, valued) = (Mutex::default(), Mutex::default(), Mutex::default());
        let (human_games, decisions, results) = (None, Vec::new(), None);
        Lab {
            tables,
            scale,
            human_games,
            decisions,
            engine: OWN.to_owned(),
            results,
            monitor,
            walked,
            thumbs,
            kqkr,
            valued,
        }
    }

    /// The first at full scale, the second otherwise.
    pub fn at_scale<T>(&self, full: T, reduced: T) -> T {
        if self.scale == Scale::Full { full } else { reduced }
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

    /// Random positions of an endgame with this side to move, of this worth; the same for a seed.
    pub fn positions(
        &self,
        material: &Material,
        turn: Color,
        worth: Worth,
        seed: u64,
        limit: usize,
    ) -> Result<Vec<Position>, ExperimentError> {
        self.load(material)?;
        let table = self.tables.table(material, &self.monitor)?;
        let pick = Pick::Random { seed };
        let wanted = Find { turn, worth, pick, limit };
        Ok(find(&table, &wanted))
    }

    /// Games of people that reach an endgame: of KQKR those that were given, of another one those of the file
    /// beside them with its name in place of KQKR. None if there is no such file.
    pub fn games_of(&self, endgame: &str) -> Result<Option<Vec<Game>>, ExperimentError> {
        let Some(given) = &self.human_games else { return Ok(None) };
        let name = given.file_name().unwrap_or_default().to_string_lossy();
        let file = given.with_file_name(name.replace("KQKR", endgame));
        if endgame != "KQKR" && (file == *given || !file.exists()) {
            return Ok(None);
        }
        let games = Games::open(&file)?.take(self.at_scale(usize::MAX, 60));
        Ok(Some(games.collect::<Result<_, _>>()?))
    }

    /// Calls a function with the turn of a position.
    pub fn turn<T>(
        &self,
        position: &Position,
        then: impl FnOnce(&Turn<'_, Tables>) -> Result<T, ExperimentError>,
    ) -> Result<T, ExperimentError> {
        let choices = self.tables.choices(position)?;
        then(&Turn::new(self.tables, position, &choices))
    }
}

/// What is made once and kept for all experiments.
pub(crate) type Kept<T> = Mutex<Option<Arc<T>>>;

/// What is kept, made if nobody asked for it before.
pub(crate) fn kept<T>(
    kept: &Kept<T>,
    make: impl FnOnce() -> Result<T, ExperimentError>,
) -> Result<Arc<T>, ExperimentError> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = &*kept {
        return Ok(Arc::clone(known));
    }
    Ok(Arc::clone(kept.insert(Arc::new(make()?))))
}

/// Why an experiment could not be made.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ExperimentError {
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Material(#[from] MaterialError),
    #[error(transparent)]
    Jansen(#[from] JansenError),
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    Exact(#[from] ExactError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Assess(#[from] AssessError),
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error(transparent)]
    Decisions(#[from] InputError),
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Profile(#[from] ProfileError),
    #[error(transparent)]
    Prior(#[from] PriorError),
    #[error(transparent)]
    Learn(#[from] LearnError),
    #[error(transparent)]
    Trial(#[from] TrialError),
    #[error(transparent)]
    RandomGame(#[from] RandomGameError),
    #[error(transparent)]
    Randomness(#[from] RandomnessError),
    #[error(transparent)]
    Contest(#[from] ContestError),
    #[error(transparent)]
    Speculation(#[from] SpeculationError),
    #[error("cannot write {path}: name another folder with --out")]
    Keep { path: PathBuf, source: std::io::Error },
    #[error("stopped")]
    Stopped,
}

impl From<PerformanceError> for ExperimentError {
    fn from(error: PerformanceError) -> ExperimentError {
        match error {
            PerformanceError::Tables(error) => error.into(),
            PerformanceError::Match(error) => error.into(),
            PerformanceError::Stopped => ExperimentError::Stopped,
        }
    }
}
