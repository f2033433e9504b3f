//! The games of PGN files, some at a time: read, counted, and those that cannot be read told of.
//!
//! However many games there are, only those of one batch are in memory.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use study::pgn::source::{STANDARD_INPUT, check, size_of};
use study::pgn::{Game, GameError, Games, Source};

use crate::console::{Console, stopped};
use crate::failure::bad_input;
use crate::format::grouped;
use crate::printable::printable;

/// Games taken at a time: enough for all cores, few enough to stop soon.
const GAMES: usize = 256;

/// Half-moves taken at a time, if the games are long.
const HALF_MOVES: usize = 50_000;

/// Games that cannot be read told one by one; more are only counted.
const TOLD: usize = 10;

/// The games that could not be read.
#[derive(Debug, Default)]
pub(crate) struct Unreadable {
    /// The first of them.
    pub(crate) first: Vec<GameError>,
    /// How many there are.
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

/// Some games of one file.
pub(crate) struct Batch {
    /// What the file is called.
    pub(crate) file: PathBuf,
    /// Those that could be read.
    pub(crate) games: Vec<Game>,
}

/// The games of several files.
pub(crate) struct GameFiles {
    /// Files still to be opened, the next one last.
    ahead: Vec<PathBuf>,
    open: Option<Games<Source>>,
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
        if files.iter().filter(|file| **file == Path::new(STANDARD_INPUT)).count() > 1 {
            return Err(bad_input("- is named twice, and standard input can be read once"));
        }
        files.iter().try_for_each(|file| check(file))?;
        let mut seen = HashSet::new();
        let real = files.iter().filter_map(|file| fs::canonicalize(file).ok());
        if let Some(twice) =
            real.into_iter().find(|file| file.is_file() && !seen.insert(file.clone()))
        {
            let twice = twice.display();
            return Err(bad_input(format!("{twice} is named twice: its games would count twice")));
        }
        Ok(GameFiles {
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
    pub(crate) fn next(&mut self, console: &Console) -> anyhow::Result<Option<Batch>> {
        let since = *self.since.get_or_insert_with(Instant::now);
        loop {
            if stopped() {
                anyhow::bail!("stopped: no file was written; run the command again");
            }
            let games = match &mut self.open {
                Some(games) => games,
                None => match self.ahead.pop() {
                    Some(file) => self.open.insert(Games::open(&file)?),
                    None if self.read == 0 => return Err(no_game()),
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

/// What files without games get.
fn no_game() -> anyhow::Error {
    bad_input("there is no game in the files given: name a PGN file with games")
}
