//! The games of PGN files, some at a time: read, counted, and those that cannot be read told of.
//!
//! However many games there are, only those of one batch are in memory.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use endgame::rules::Board;
use rayon::prelude::*;
use study::pgn::source::{STANDARD_INPUT, check, size_of};
use study::pgn::{FileBoard, Game, GameError, Games, Source};

use crate::console::{Console, stopped};
use crate::failure::{refuse, refuse_if};
use crate::format::grouped;
use crate::printable::printable;

/// Games taken at a time: enough for all cores, few enough to stop soon.
const GAMES: usize = 256;

/// Half-moves taken at a time, if the games are long.
const HALF_MOVES: usize = 50_000;

/// Games that cannot be read told one by one; more are only counted.
const TOLD: usize = 10;

/// The games that could not be read: the first of them, and how many.
#[derive(Debug, Default)]
pub(crate) struct Unreadable {
    pub(crate) first: Vec<GameError>,
    pub(crate) count: usize,
}

impl Unreadable {
    fn add(&mut self, error: GameError) {
        self.count += 1;
        if self.first.len() < TOLD {
            self.first.push(error);
        }
    }

    /// Says which on stderr; an error if there are any, of so many games in all.
    pub(crate) fn report(mut self, games: usize) -> anyhow::Result<()> {
        if self.count <= 1 {
            return self.first.pop().map_or(Ok(()), |error| Err(error.into()));
        }
        for error in &self.first {
            eprintln!("fallible: {}", printable(&error.to_string()));
        }
        if self.count > self.first.len() {
            eprintln!("fallible: and {} more like these", grouped((self.count - TOLD) as u64));
        }
        let (count, games) = (grouped(self.count as u64), grouped(games as u64));
        anyhow::bail!("{count} of {games} games could not be read")
    }
}

/// Some games of one file, of those that could be read.
pub(crate) struct Batch<B: FileBoard = Board> {
    pub(crate) file: PathBuf,
    pub(crate) games: Vec<Game<B>>,
}

impl<B: FileBoard<Move: Sync> + Sync> Batch<B> {
    /// Works on all games, on all cores, and takes the results in the order of the games; an error
    /// if Ctrl-C was pressed meanwhile.
    pub(crate) fn in_parallel<T: Send>(
        &self,
        work: impl Fn(usize, &Game<B>) -> T + Sync,
        mut take: impl FnMut(&Game<B>, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let one = |(at, game)| (!stopped()).then(|| work(at, game));
        let all: Vec<Option<T>> = self.games.par_iter().enumerate().map(one).collect();
        for (game, one) in self.games.iter().zip(all) {
            take(game, one.ok_or_else(interrupted)?)?;
        }
        Ok(())
    }
}

/// What is said of work on games that Ctrl-C ended.
fn interrupted() -> anyhow::Error {
    anyhow::anyhow!("stopped: no file was written; run the command again")
}

/// The games of several files.
pub(crate) struct GameFiles<B: FileBoard = Board> {
    rules: B::Rules,
    /// Files still to be opened, the next one last.
    ahead: Vec<PathBuf>,
    open: Option<Games<Source, B>>,
    /// Bytes of the files read to their end, and of all, if they are files.
    before: u64,
    total: Option<u64>,
    since: Option<Instant>,
    /// Games read, those that could not be included.
    pub(crate) read: usize,
    pub(crate) unreadable: Unreadable,
}

impl GameFiles {
    /// Makes sure that the files are there; nothing is read yet.
    pub(crate) fn new(files: &[PathBuf]) -> anyhow::Result<GameFiles> {
        GameFiles::new_by((), files)
    }
}

impl<B: FileBoard> GameFiles<B> {
    /// The same with games that are played by such rules.
    pub(crate) fn new_by(rules: B::Rules, files: &[PathBuf]) -> anyhow::Result<GameFiles<B>> {
        refuse_if!(
            files.iter().filter(|file| **file == Path::new(STANDARD_INPUT)).count() > 1,
            "- is named twice, and standard input can be read once"
        );
        files.iter().try_for_each(|file| check(file))?;
        let mut seen = HashSet::new();
        let mut real = files.iter().filter_map(|file| fs::canonicalize(file).ok());
        if let Some(twice) = real.find(|file| file.is_file() && !seen.insert(file.clone())) {
            refuse!("{} is named twice: its games would count twice", twice.display());
        }
        Ok(GameFiles {
            rules,
            ahead: files.iter().rev().cloned().collect(),
            open: None,
            before: 0,
            total: files.iter().map(|file| size_of(file)).sum(),
            since: None,
            read: 0,
            unreadable: Unreadable::default(),
        })
    }

    /// The next games, all of one file; none at the end, an error if there was no game at all.
    pub(crate) fn next(&mut self, console: &Console) -> anyhow::Result<Option<Batch<B>>> {
        let since = *self.since.get_or_insert_with(Instant::now);
        loop {
            if stopped() {
                return Err(interrupted());
            }
            let games = match &mut self.open {
                Some(games) => games,
                None => match self.ahead.pop() {
                    Some(file) => self.open.insert(Games::open_by(self.rules, &file)?),
                    None if self.read == 0 => {
                        refuse!("there is no game in the files given: name a PGN file with games")
                    }
                    None => return Ok(None),
                },
            };
            let (read, mut moves) = (self.read, 0);
            let mut batch = Batch { file: games.name().to_owned(), games: Vec::new() };
            while self.read - read < GAMES && moves < HALF_MOVES {
                let Some(game) = games.next() else { break };
                self.read += 1;
                match game {
                    Ok(game) => {
                        moves += game.moves.len();
                        batch.games.push(game);
                    }
                    Err(error) => self.unreadable.add(error),
                }
            }
            console.reading(self.read, "games", (self.before + games.taken(), self.total), since);
            if self.read > read {
                return Ok(Some(batch));
            }
            self.before += games.taken();
            self.open = None;
        }
    }
}
