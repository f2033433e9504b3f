//! Games valued by an engine before a command looks at them; files of decisions are read as they are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use corpus::evaluate::{GameStream, Outcome, Plan, Progress, ReferenceEngine, evaluate};
use corpus::human::HumanModels;
use corpus::rate::{common_pool, only_player};
use corpus::select::{Candidate, Filters};
use corpus::{Decision, Pool, input, several_depths};

use crate::console::{Console, stop_flag};
use crate::failure::bad_input;

/// Whose moves of which games are valued, and by whom.
pub(crate) struct ValuedGames<'a> {
    /// PGN files, or files of `fallible evaluate`.
    pub(crate) files: &'a [PathBuf],
    /// Words of the names; empty: everybody.
    pub(crate) players: Vec<String>,
    /// Whose ratings are meant; none: as the games say.
    pub(crate) pool: Option<&'a Pool>,
    pub(crate) engine: &'a str,
    /// How deep, the deepest last.
    pub(crate) depths: Vec<u16>,
    /// Where the values of a PGN are kept.
    pub(crate) keep: Option<&'a Path>,
    pub(crate) json: bool,
}

impl ValuedGames<'_> {
    /// The decisions of files that have them, else those of games, valued now; each once, with the
    /// scores of all depths.
    pub(crate) fn decisions(&self) -> anyhow::Result<Vec<Decision>> {
        Ok(several_depths::joined(self.apart()?))
    }

    fn apart(&self) -> anyhow::Result<Vec<Decision>> {
        if self.files.iter().all(|file| input::holds_decisions(file)) {
            return Ok(input::read(self.files)?);
        }
        match self.keep {
            Some(file) => self.valued(file),
            None => {
                let folder = tempfile::tempdir().context("cannot make a folder for the values")?;
                self.valued(&folder.path().join("values.parquet"))
            }
        }
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
        let whole = |wanted: &String| -> anyhow::Result<String> {
            let names = pools.keys().map(String::as_str);
            let name = only_player(names, wanted).map_err(bad_input)?;
            common_pool(pools[name].iter().cloned(), self.pool).map_err(bad_input)?;
            Ok(name.to_owned())
        };
        self.players.iter().map(whole).collect()
    }

    fn valued(&self, file: &Path) -> anyhow::Result<Vec<Decision>> {
        let console = Console::new(self.json);
        let filters = Filters { players: self.whole_names()?, ..Filters::default() };
        let plan = Plan {
            files: self.files.to_vec(),
            filters,
            engines: vec![ReferenceEngine::parse(self.engine).map_err(bad_input)?],
            depths: self.depths.clone(),
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
            evaluate(&plan, stop_flag(), &mut tell).map_err(crate::commands::sorted)?;
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

/// The models of human choice in a file; the built-in ones without a file.
pub(crate) fn models(file: Option<&Path>) -> anyhow::Result<HumanModels> {
    let Some(file) = file else { return Ok(HumanModels::built_in().clone()) };
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read {}: name a model that exists", file.display()))?;
    HumanModels::read(&text).map_err(|error| bad_input(format!("{}: {error}", file.display())))
}
