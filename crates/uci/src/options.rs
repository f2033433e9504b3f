//! Everything a GUI can set, and what it is set to.

use std::time::Duration;

use endgame::store::Store;
use endgame::syzygy::{Syzygy, SyzygyError};
use endgame::tables::{Tables, TablesError};
use engine::message::{Kind, OptionLine, OptionValue};
use player::spec::{AgentSpec, ModelWords, SpecError};
use player::{Concede, DepthOffset, Model, MoveFilter, PowerLaw};
use study::background_tables::TableQueue;
use study::other_games::background::GameQueue;
use study::other_games::{AnyGame, GameName};
use value::{Depth, Metric, Plies};

use crate::opponent::Opponent;
use study::calibration::Calibration;
use study::engine_scale;

/// The settings of one engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// `Agent`: who plays, one of [`AGENTS`] or a description given at the start.
    pub agent: String,
    /// Descriptions given at the start, as in `predator:20,plies=4`.
    pub described: Vec<String>,
    /// `Competence`, in hundredths, both signs.
    pub competence: i64,
    /// `UCI_LimitStrength`: whether `elo` decides instead of `competence`.
    pub limit_strength: bool,
    /// `UCI_Elo`.
    pub elo: i64,
    /// Which competence a rating stands for.
    pub calibration: Calibration,
    /// `Kappa`.
    pub kappa: DepthOffset,
    /// `Horizon`: mates and conversions within so many moves are seen; none for 0.
    pub horizon: Option<u16>,
    /// `Metric`.
    pub metric: Metric,
    /// `PreserveValue`: which values are never given away.
    pub concede: Concede,
    /// `Seed`; 0 for another in every game.
    pub seed: u64,
    /// `Risk`: depth a move may give up in the tables; none for -1, any.
    pub risk: Option<u16>,
    /// `Tables`: their folder; empty to keep them in memory only.
    pub tables: String,
    /// `SyzygyPath`; empty for none.
    pub syzygy: String,
    /// `Hash`, there in MiB: bytes that tables and solving may take together.
    pub memory: usize,
    /// `Threads`: how many solve tables.
    pub threads: usize,
    /// `UCI_Chess960`: castling as in Chess960, written as the king taking his rook.
    pub chess960: bool,
    /// `UCI_Variant`: antichess or suicide chess; none for chess.
    pub variant: Option<GameName>,
    /// `Variety`: in the opening, who plays the best move takes any within so many centipawns of it.
    pub variety: i32,
    /// `Engine`: the engine, with its arguments, that scores moves outside the tables; empty for our own searcher.
    pub engine: String,
    /// `EngineDepth`: the `p` of `E_p`; none for the default of the engine or searcher.
    pub engine_depth: Option<Plies>,
    /// `MultiPV`.
    pub multipv: usize,
    /// `UCI_ShowWDL`.
    pub show_wdl: bool,
    /// `UCI_AnalyseMode`: say what is best instead of playing.
    pub analyse: bool,
    /// `UCI_Opponent`.
    pub opponent: Opponent,
    /// `Move Overhead`.
    pub overhead: Duration,
    /// `Ponder`: nothing changes, but the protocol wants it offered.
    pub ponder: bool,
}

/// The default depth of our own searcher: about a tenth of a second.
pub(crate) const OWN_DEPTH: Plies = engine_scale::DEPTH;
/// The default depth of an engine: the least that Haworth 2007, section 4.3, considers, and as
/// quick.
const ENGINE_DEPTH: Plies = Plies(8);

/// The most MiB that can be asked for: a tebibyte.
const MOST_HASH: i64 = 1 << 20;
/// The most threads that can be asked for.
const MOST_THREADS: i64 = 1024;

/// The agents that can be chosen without a description.
pub const AGENTS: [&str; 11] = [
    "player",
    "random",
    "infallible",
    "anti-infallible",
    "emulator",
    "imitator",
    "predator",
    "human:1200",
    "human:1600",
    "human:2000",
    "human:2400",
];

/// What else changes with an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Set,
    /// The tables must be opened anew.
    OtherTables,
    /// Positions must be read anew.
    OtherRules,
    /// Another engine must be started.
    OtherEngine,
    /// Cached evaluations must be dropped.
    Forget,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum OptionError {
    #[error("there is no option {0}: say uci for the list")]
    Unknown(String),
    #[error("{name} cannot be '{value}': {expected}")]
    Value { name: String, value: String, expected: String },
}

impl Default for Options {
    fn default() -> Options {
        let calibration = engine_scale::measured();
        Options {
            agent: "player".to_owned(),
            described: Vec::new(),
            competence: 2000,
            limit_strength: false,
            elo: calibration.default_elo(),
            calibration,
            kappa: DepthOffset::ONE,
            horizon: None,
            metric: Metric::default(),
            concede: Concede::default(),
            seed: 0,
            risk: None,
            tables: String::new(),
            syzygy: String::new(),
            memory: endgame::memory::default_budget(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            chess960: false,
            variant: None,
            variety: 20,
            engine: String::new(),
            engine_depth: None,
            multipv: 1,
            show_wdl: false,
            analyse: false,
            opponent: Opponent::default(),
            overhead: Duration::from_millis(30),
            ponder: false,
        }
    }
}

/// The words of `PreserveValue` say what is kept, those of the model what may be conceded.
const PRESERVE: [(&str, Concede); 3] =
    [("wins", Concede::Draws), ("everything", Concede::Never), ("nothing", Concede::Anything)];

/// The words of `UCI_Variant`, as Fairy-Stockfish has them.
const VARIANTS: [(&str, Option<GameName>); 4] = [
    ("chess", None),
    ("antichess", Some(GameName::Antichess)),
    ("giveaway", Some(GameName::Antichess)),
    ("suicide", Some(GameName::Suicide)),
];

fn variant_word(variant: Option<GameName>) -> &'static str {
    let known = VARIANTS.iter().find(|(_, meant)| *meant == variant);
    known.map_or("chess", |(word, _)| word)
}

impl Options {
    /// The lines that offer them, in the order in which GUIs should show them.
    pub fn lines(&self) -> Vec<OptionLine> {
        let line = |name: &str, kind| OptionLine { name: name.to_owned(), kind };
        let check = |default| Kind::Check { default };
        let spin = |default, min, max| Kind::Spin { default, min, max };
        let text = |default: &str| Kind::Text { default: default.to_owned() };
        let combo = |default: &str, vars| Kind::Combo { default: default.to_owned(), vars };
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let or_none = |number: Option<u16>, none| number.map_or(none, i64::from);
        let preserve = PRESERVE.iter().find(|(_, concede)| *concede == self.concede);
        let preserve = preserve.map_or("wins", |(word, _)| word);
        let metrics: Vec<&str> = Metric::ALL.iter().map(|metric| metric.word()).collect();
        let agents = AGENTS.map(str::to_owned).into_iter().chain(self.described.iter().cloned());
        vec![
            line("Agent", combo(&self.agent, agents.collect())),
            line("Competence", spin(self.competence, -10_000, 10_000)),
            line("UCI_LimitStrength", check(self.limit_strength)),
            line("UCI_Elo", spin(self.elo, self.calibration.min(), self.calibration.max())),
            line("Kappa", text(&self.kappa.to_string())),
            line("Horizon", spin(or_none(self.horizon, 0), 0, 500)),
            line("Metric", combo(self.metric.word(), words(&metrics))),
            line("PreserveValue", combo(preserve, words(&PRESERVE.map(|(word, _)| word)))),
            line("Seed", spin(self.seed.cast_signed(), 0, i64::from(i32::MAX))),
            line("Risk", spin(or_none(self.risk, -1), -1, 500)),
            line("Tables", text(&self.tables)),
            line("SyzygyPath", text(&self.syzygy)),
            line("Hash", spin((self.memory >> 20).max(1) as i64, 1, MOST_HASH)),
            line("Threads", spin(self.threads as i64, 1, MOST_THREADS)),
            line("UCI_Chess960", check(self.chess960)),
            line(
                "UCI_Variant",
                combo(variant_word(self.variant), words(&VARIANTS.map(|(word, _)| word))),
            ),
            line("Variety", spin(i64::from(self.variety), 0, 100)),
            line("Engine", text(&self.engine)),
            line("EngineDepth", spin(or_none(self.engine_depth.map(|plies| plies.0), 0), 0, 60)),
            line("MultiPV", spin(self.multipv as i64, 1, 500)),
            line("UCI_ShowWDL", check(self.show_wdl)),
            line("UCI_AnalyseMode", check(self.analyse)),
            line("UCI_Opponent", text("")),
            line("Ponder", check(self.ponder)),
            line("Move Overhead", spin(self.overhead.as_millis() as i64, 0, 10_000)),
            line("Clear Hash", Kind::Button),
        ]
    }

    /// Sets an option; a wrong value changes nothing.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let offered = self.lines().into_iter().find(|line| line.name.eq_ignore_ascii_case(name));
        let Some(OptionLine { name, kind }) = offered else {
            return Err(OptionError::Unknown(name.to_owned()));
        };
        let text = value.unwrap_or_default().trim();
        let wrong = |expected: String| OptionError::Value {
            name: name.clone(),
            value: text.to_owned(),
            expected,
        };
        let OptionValue { on, number, text: word } = kind.read(text).map_err(wrong)?;
        let at_least_one = |number: i64| (number > 0).then_some(number as u16);
        match name.as_str() {
            "Agent" => {
                let before = std::mem::replace(&mut self.agent, word);
                if let Err(error) = self.spec() {
                    self.agent = before;
                    return Err(wrong(error.to_string()));
                }
            }
            "Competence" => self.competence = number,
            "UCI_LimitStrength" => self.limit_strength = on,
            "UCI_Elo" => self.elo = number,
            "Kappa" => self.kappa = word.parse().map_err(|error| wrong(format!("{error}")))?,
            "Horizon" => self.horizon = at_least_one(number),
            "Metric" => self.metric = word.parse().map_err(|error| wrong(format!("{error}")))?,
            "PreserveValue" => {
                let meant = PRESERVE.iter().find(|(known, _)| *known == word);
                self.concede = meant.map_or(self.concede, |(_, concede)| *concede);
            }
            "Seed" => self.seed = number.unsigned_abs(),
            "Risk" => self.risk = u16::try_from(number).ok(),
            "Tables" => self.tables = word,
            "SyzygyPath" => self.syzygy = word,
            "Hash" => self.memory = (number.unsigned_abs() as usize) << 20,
            "Threads" => self.threads = number.unsigned_abs() as usize,
            "UCI_Chess960" => self.chess960 = on,
            "UCI_Variant" => {
                let meant = VARIANTS.iter().find(|(known, _)| *known == word);
                self.variant = meant.and_then(|(_, variant)| *variant);
            }
            "Variety" => self.variety = number as i32,
            "Engine" => self.engine = word,
            "EngineDepth" => self.engine_depth = at_least_one(number).map(Plies),
            "MultiPV" => self.multipv = number.unsigned_abs() as usize,
            "UCI_ShowWDL" => self.show_wdl = on,
            "UCI_AnalyseMode" => self.analyse = on,
            "UCI_Opponent" => self.opponent = Opponent::parse(&word),
            "Ponder" => self.ponder = on,
            "Move Overhead" => self.overhead = Duration::from_millis(number.unsigned_abs()),
            "Clear Hash" => (),
            _ => return Err(OptionError::Unknown(name)),
        }
        Ok(match name.as_str() {
            "Metric" | "Tables" | "SyzygyPath" | "Hash" | "Threads" => Effect::OtherTables,
            "UCI_Chess960" | "UCI_Variant" => Effect::OtherRules,
            "Engine" => Effect::OtherEngine,
            "Clear Hash" => Effect::Forget,
            _ => Effect::Set,
        })
    }

    /// The tables that the options name, within the memory and the threads that they allow.
    pub fn open_tables(&self) -> Result<TableQueue, SyzygyError> {
        let mut tables =
            Tables::new(self.metric).with_memory_budget(self.memory).with_threads(self.threads);
        if !self.tables.is_empty() {
            tables = tables.with_store(Store::new(&self.tables));
        }
        if !self.syzygy.is_empty() {
            tables = tables.with_syzygy(Syzygy::open(&self.syzygy)?);
        }
        Ok(TableQueue::new(tables, refusal))
    }

    /// The tables of a variant within the memory that the options allow; DTZ if that is asked for, else DTC.
    pub fn open_variant(&self, game: GameName) -> GameQueue {
        let metric = if self.metric == Metric::Dtz { Metric::Dtz } else { Metric::Dtc };
        let tables = AnyGame::open(game, metric).expect("variants have both metrics");
        let tables = tables.within(self.memory);
        GameQueue::new(match self.tables.is_empty() {
            true => tables,
            false => tables.in_folder(self.tables.clone().into()),
        })
    }

    /// The search depth outside the tables.
    pub fn depth(&self) -> Plies {
        let usual = if self.engine.is_empty() { OWN_DEPTH } else { ENGINE_DEPTH };
        self.engine_depth.unwrap_or(usual)
    }

    /// The model's settings, for every agent that names none of its own.
    pub fn words(&self) -> ModelWords {
        let (preference, horizon) = (PowerLaw::new(self.kappa), self.horizon.map(Depth));
        let filter = MoveFilter { concede: self.concede, avoid_losses: false, horizon };
        ModelWords { preference, filter, ..ModelWords::default() }
    }

    /// The model of players who choose by an engine's scores. They may concede anything: a level
    /// score is no draw, so nothing is known to be given away.
    pub fn engine_model(&self) -> Model {
        let words = self.words();
        let filter = MoveFilter { concede: Concede::Anything, ..words.filter };
        ModelWords { filter, ..words }.model()
    }

    /// The agent who plays, as every front describes agents.
    ///
    /// With `UCI_LimitStrength` the rating's competence takes the place of the agent's own; an
    /// imitator and a predator, who have none, play on as they are.
    pub fn spec(&self) -> Result<AgentSpec, SpecError> {
        let (name, settings) = self.agent.split_once(':').unwrap_or((&self.agent, ""));
        let own = self.competence as f64 / 100.0;
        let rated = self.limit_strength.then(|| self.calibration.competence(self.elo).get());
        let text = match (name, rated) {
            ("player" | "emulator", _) => {
                let (given, more) = settings.split_once(',').unwrap_or((settings, ""));
                let given = (!given.is_empty()).then(|| given.to_owned());
                let c = rated.map(|c| c.to_string()).or(given).unwrap_or_else(|| own.to_string());
                let c = match (name, c.parse::<f64>()) {
                    ("emulator", Ok(c)) => c.max(1.0).to_string(),
                    _ => c,
                };
                let comma = if more.is_empty() { "" } else { "," };
                format!("{name}:{c}{comma}{more}")
            }
            ("random" | "infallible" | "anti-infallible", Some(c)) => format!("player:{c}"),
            _ => self.agent.clone(),
        };
        AgentSpec::parse(&text, &self.words())
    }
}

/// Why an endgame cannot be had, and which option helps.
fn refusal(error: &TablesError) -> String {
    match error {
        TablesError::Memory { material, needed, budget } => {
            let hash = needed.0.div_ceil(1 << 20);
            let why = format!("{material} needs about {needed} of memory and may use {budget}");
            format!("{why}: set Hash to {hash} or more")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_the_option_to_set() {
        let options = Options { memory: 1 << 10, ..Options::default() };
        let queue = options.open_tables().unwrap();
        let material = "KQKR".parse().unwrap();
        assert!(!queue.wait(&material, &|| false));
        assert!(queue.refusal(&material).unwrap().contains("memory and may use 1"));
        assert!(queue.take_remarks()[0].contains("set Hash to "));
    }
}
