//! Games valued by an engine before a command looks at them; files of decisions are read as they are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use corpus::evaluate::{
    EvaluateError, GameStream, Outcome, Plan, Progress, ReferenceEngine, evaluate,
};
use corpus::game_review::offer;
use corpus::human::HumanModels;
use corpus::names::only_player;
use corpus::one_reference::of_one_engine;
use corpus::rate::{RateError, common_pool};
use corpus::select::{Candidate, Filters};
use corpus::{Decision, Pool, input, several_depths};

use crate::console::{Console, stop_flag};
use crate::failure::{bad_input, refuse};

/// Whose moves of which games are valued, and by whom.
pub(crate) struct ValuedGames<'a> {
    /// PGN files, or files of `fallible evaluate`.
    pub(crate) files: &'a [PathBuf],
    /// Words of the names; empty: everybody.
    pub(crate) players: Vec<String>,
    /// Whose ratings are meant; none: as the games say.
    pub(crate) pool: Option<&'a Pool>,
    /// Who values a PGN; of values that are read, whose count.
    pub(crate) engine: Option<&'a str>,
    /// Who values a PGN if nobody is named.
    pub(crate) usual_engine: fn() -> &'static str,
    /// How deep; none: as is usual for the engine.
    pub(crate) depth: Option<u16>,
    /// All depths whose scores are kept, the deepest last.
    pub(crate) depths: fn(u16) -> Vec<u16>,
    /// Where the values of a PGN are kept, and the option that says so.
    pub(crate) keep: Option<&'a Path>,
    pub(crate) keep_option: &'static str,
    /// What is said of a name that fits nobody or two.
    pub(crate) refused: fn(RateError) -> anyhow::Error,
    pub(crate) json: bool,
}

impl ValuedGames<'_> {
    /// The decisions of files that have them, else those of games, valued now; each once, with the
    /// scores of all depths.
    pub(crate) fn decisions(&self) -> anyhow::Result<Vec<Decision>> {
        let (values, games): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.files.iter().partition(|file| input::holds_decisions(file));
        match (&values[..], &games[..]) {
            (_, []) => return self.read(self.files),
            ([], _) => (),
            ([values, ..], [games, ..]) => refuse!(
                "{} has values of `fallible evaluate` and {} has games: give files of one kind",
                values.display(),
                games.display()
            ),
        }
        let valued = match self.keep {
            Some(file) => self.valued(file)?,
            None => {
                let folder = tempfile::tempdir().context("cannot make a folder for the values")?;
                self.valued(&folder.path().join("values.parquet"))?
            }
        };
        Ok(several_depths::joined(valued))
    }

    /// Decisions that were valued before, as the engine scored them that was asked for.
    pub(crate) fn read(&self, files: &[PathBuf]) -> anyhow::Result<Vec<Decision>> {
        let joined = several_depths::joined(input::read(files)?);
        let wanted = self.engine.map(ReferenceEngine::name_of);
        of_one_engine(joined, wanted.as_deref()).map_err(bad_input)
    }

    /// The whole names of the players asked for. A name that fits nobody or two, and games of pools that
    /// cannot be compared, are refused here, before anything is valued; but what comes through standard
    /// input can be read only once.
    fn whole_names(&self) -> anyhow::Result<Vec<String>> {
        if self.players.is_empty() || self.files.iter().any(|file| file.as_os_str() == "-") {
            return Ok(self.players.clone());
        }
        let every = Filters::default();
        let (mut stream, mut pools) = (GameStream::new(self.files, &every), BTreeMap::new());
        while let Some(found) = stream.next_game().map_err(bad_input)? {
            let Some(Candidate { game, .. }) = found.first() else { continue };
            for player in &game.players {
                pools.entry(player.clone()).or_insert_with(BTreeSet::new).insert(Pool::of(game));
            }
        }
        let whole = |wanted: &String| -> anyhow::Result<Vec<String>> {
            let names = pools.keys().map(String::as_str);
            let player = only_player(names, wanted).map_err(self.refused)?;
            let theirs = player.spellings().flat_map(|name| pools[name].iter().cloned());
            common_pool(theirs, self.pool).map_err(self.refused)?;
            Ok(player.spellings().map(str::to_owned).collect())
        };
        let all = self.players.iter().map(whole).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(all.concat())
    }

    fn valued(&self, file: &Path) -> anyhow::Result<Vec<Decision>> {
        let console = Console::new(self.json);
        let engine = self.engine.unwrap_or_else(self.usual_engine);
        let depth = self.depth.unwrap_or_else(|| offer::usual_depth(engine));
        let filters = Filters { players: self.whole_names()?, ..Filters::default() };
        let plan = Plan {
            files: self.files.to_vec(),
            filters,
            engines: vec![ReferenceEngine::parse(engine).map_err(bad_input)?],
            depths: (self.depths)(depth),
            processes: std::thread::available_parallelism().map_or(1, usize::from),
            out: file.to_owned(),
            journal: None,
            force: false,
        };
        let mut tell = |progress: Progress| {
            let total = progress.total.unwrap_or(progress.decisions);
            console.advance((progress.decisions, total), "decisions", progress.left);
        };
        let Outcome { games, totals } =
            evaluate(&plan, stop_flag(), &mut tell).map_err(|error| self.sorted(error))?;
        console.clear();
        if games.unreadable > 0 || totals.failed > 0 {
            eprintln!(
                "fallible: {} games could not be read and {} positions not be valued; the others are looked at",
                games.unreadable, totals.failed
            );
        }
        match totals.rows {
            0 if totals.failed > 0 => {
                let why = totals.failures.first().map_or("", String::as_str);
                anyhow::bail!("no position could be valued: {why}")
            }
            0 => Ok(Vec::new()),
            _ => Ok(input::read(&[file.to_owned()])?),
        }
    }
}

impl ValuedGames<'_> {
    /// Why the games are not valued, in words of the command's own options.
    fn sorted(&self, error: EvaluateError) -> anyhow::Error {
        let option = self.keep_option;
        match error {
            EvaluateError::Exists { path } => bad_input(format!(
                "{} is there already: give it in place of the games, or choose another {option}",
                path.display()
            )),
            EvaluateError::Stopped { known, .. } if self.keep.is_none() => anyhow::anyhow!(
                "stopped: {known} positions were valued and are not kept; with {option} FILE.parquet the same command goes on where it was stopped"
            ),
            other => crate::commands::sorted(other),
        }
    }
}

/// The models of human choice in a file; the built-in ones without a file.
pub(crate) fn models(file: Option<&Path>) -> anyhow::Result<HumanModels> {
    let Some(file) = file else { return Ok(HumanModels::built_in().clone()) };
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read {}: name a model that exists", file.display()))?;
    HumanModels::read(&text).map_err(|error| bad_input(format!("{}: {error}", file.display())))
}
