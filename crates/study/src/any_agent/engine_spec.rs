//! An engine in words: `engine:stockfish,depth=8`, `searcher:depth=4`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::client::{Launch, MoveLimits};
use player::Competence;
use value::Plies;

use crate::engine_scale;

/// The depth of an engine for which no limit is given: the least that Haworth 2007, section 4.3,
/// considers.
const ENGINE_DEPTH: Plies = Plies(8);
/// The depth of our own searcher: some milliseconds in an endgame.
const SEARCHER_DEPTH: Plies = engine_scale::DEPTH;
/// How long an engine that hangs is waited for.
const SILENCE: Duration = Duration::from_secs(30);
/// The longest time for a move, in ms: an hour.
const MOST_TIME: u64 = 3_600_000;

/// Who searches, and how far.
#[derive(Clone, Debug)]
pub(super) struct EngineSpec {
    pub(super) program: Program,
    pub(super) limits: MoveLimits,
}

#[derive(Clone, Debug)]
pub(super) enum Program {
    /// Our own, stopped down to a competence if there is one.
    Searcher(Option<Competence>),
    Uci(Box<Launch>),
}

impl EngineSpec {
    /// Reads a description; none if it does not begin as an engine's.
    pub(super) fn read(text: &str) -> Option<Result<EngineSpec, String>> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let words = rest.split(',').map(str::trim).filter(|word| !word.is_empty());
        match name.trim() {
            "engine" => Some(uci(words)),
            "searcher" => Some(searcher(words)),
            _ => None,
        }
    }

    /// A UCI engine by its name or path.
    pub(super) fn of(program: &str) -> EngineSpec {
        let program = Program::Uci(Box::new(launch(program)));
        EngineSpec { program, limits: MoveLimits::default() }
    }
}

fn uci<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<EngineSpec, String> {
    let program = words.next().filter(|word| !word.contains('='));
    let program = program.ok_or("name a program, as in engine:stockfish")?;
    let mut launch = launch(program);
    let mut limits = MoveLimits::default();
    for word in words {
        let (key, value) = setting(word)?;
        match key {
            "depth" => once(key, &mut limits.depth, Plies(number(word, value, 1, 200)?))?,
            "nodes" => once(key, &mut limits.nodes, number(word, value, 1, u64::MAX)?)?,
            "movetime" => {
                let time = Duration::from_millis(number(word, value, 1, MOST_TIME)?);
                once(key, &mut limits.time, time)?;
                launch.silence += time;
                launch.longest += time;
            }
            _ => launch.options.push((key.to_owned(), value.to_owned())),
        }
    }
    if limits == MoveLimits::default() {
        limits.depth = Some(ENGINE_DEPTH);
    }
    Ok(EngineSpec { program: Program::Uci(Box::new(launch)), limits })
}

/// Programs that speak UCI only if told to, and the argument that tells them.
const TOLD: [(&str, &str); 1] = [("gnuchess", "--uci")];

/// How to start an engine by its name or path.
pub fn launch(program: &str) -> Launch {
    let path = found(program);
    let is = |name: &str| path.file_name().is_some_and(|file| file == name);
    let told = TOLD.iter().filter(|(name, _)| is(name));
    let arguments = told.map(|(_, argument)| (*argument).to_owned()).collect();
    Launch { silence: SILENCE, arguments, ..Launch::new(path) }
}

fn searcher<'a>(words: impl Iterator<Item = &'a str>) -> Result<EngineSpec, String> {
    let mut limits = MoveLimits::default();
    let (mut competence, mut elo) = (None, None);
    let scale = engine_scale::measured();
    for word in words {
        let (key, value) = setting(word)?;
        match key {
            "depth" => once(key, &mut limits.depth, Plies(number(word, value, 1, 64)?))?,
            "nodes" => once(key, &mut limits.nodes, number(word, value, 1, u64::MAX)?)?,
            "c" => {
                let c: Competence = value.parse().map_err(|error| format!("{word}: {error}"))?;
                once(key, &mut competence, c)?;
            }
            "elo" => once(key, &mut elo, number(word, value, scale.min(), scale.max())?)?,
            _ => return Err(format!("it has no setting '{word}'")),
        }
    }
    if let Some(elo) = elo {
        if competence.is_some() || limits != MoveLimits::default() {
            return Err(format!(
                "elo={elo} was measured at depth {SEARCHER_DEPTH} and stands for a competence: leave depth, nodes and c out, or give c instead"
            ));
        }
        competence = Some(scale.competence(elo));
    }
    limits.depth = limits.depth.or(Some(SEARCHER_DEPTH));
    Ok(EngineSpec { program: Program::Searcher(competence), limits })
}

pub(super) fn setting(word: &str) -> Result<(&str, &str), String> {
    let pair = word.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
    pair.ok_or_else(|| format!("'{word}' is no setting: write name=value, as in depth=8"))
}

pub(super) fn once<T>(key: &str, setting: &mut Option<T>, value: T) -> Result<(), String> {
    match setting.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("{key} is given twice")),
    }
}

pub(super) fn number<T>(word: &str, text: &str, least: T, most: T) -> Result<T, String>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display,
{
    let number = text.parse().ok().filter(|number| (&least..=&most).contains(&number));
    number.ok_or_else(|| format!("{word}: give a whole number from {least} to {most}"))
}

/// Where Debian keeps engines, a folder that not everybody's `PATH` has.
const GAMES: &str = "/usr/games";

/// The program to start: a name alone is looked for where the shell does, and among the games.
fn found(program: &str) -> PathBuf {
    let is_path = program.contains(std::path::is_separator);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let among_games = Path::new(GAMES).join(program);
    let known = std::env::split_paths(&folders).any(|folder| folder.join(program).is_file());
    if !is_path && !known && among_games.is_file() { among_games } else { PathBuf::from(program) }
}
