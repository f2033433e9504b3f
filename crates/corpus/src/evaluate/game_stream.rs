//! The candidates of PGN files, game after game; one game at a time is in memory.

use std::path::{Path, PathBuf};

use study::pgn::source::{STANDARD_INPUT, size_of};
use study::pgn::{GameError, Games, GamesError, Source};

use crate::select::{Candidate, Filters, Refusal, candidates};

/// Games that cannot be read kept with their reason; more are only counted.
const KEPT: usize = 10;

/// What became of the games.
#[derive(Debug, Default)]
pub struct GameCounts {
    /// Games read, those that could not be included.
    pub read: usize,
    /// Games with at least one candidate.
    pub kept: usize,
    /// Games that could not be read.
    pub unreadable: usize,
    /// The first of them.
    pub errors: Vec<GameError>,
    /// Games left out, by reason, in the order of [`Refusal::ALL`].
    pub refused: [usize; Refusal::ALL.len()],
}

/// The games of several files.
pub struct GameStream<'a> {
    filters: &'a Filters,
    /// Files still to be opened with their names, the next one last.
    ahead: Vec<(String, PathBuf)>,
    open: Option<(String, Games<Source>)>,
    /// Bytes of the files read to their end, and of all, if they are files.
    before: u64,
    total: Option<u64>,
    counts: GameCounts,
}

impl<'a> GameStream<'a> {
    /// Nothing is read yet.
    pub fn new(files: &[PathBuf], filters: &'a Filters) -> GameStream<'a> {
        GameStream {
            filters,
            ahead: names(files).into_iter().zip(files.iter().cloned()).rev().collect(),
            open: None,
            before: 0,
            total: files.iter().map(|file| size_of(file)).sum(),
            counts: GameCounts::default(),
        }
    }

    /// What became of the games so far.
    pub fn counts(&self) -> &GameCounts {
        &self.counts
    }

    /// The same, at the end.
    pub fn into_counts(self) -> GameCounts {
        self.counts
    }

    /// Bytes read so far, and of all files; none if one is no file.
    pub fn bytes(&self) -> (u64, Option<u64>) {
        let open = self.open.as_ref().map_or(0, |(_, games)| games.taken());
        (self.before + open, self.total)
    }

    /// The candidates of the next game, perhaps none; none at the end.
    pub fn next_game(&mut self) -> Result<Option<Vec<Candidate>>, GamesError> {
        loop {
            let (file, games) = match &mut self.open {
                Some(open) => open,
                None => match self.ahead.pop() {
                    None => return Ok(None),
                    Some((name, path)) => self.open.insert((name, Games::open(&path)?)),
                },
            };
            let Some(game) = games.next() else {
                self.before += games.taken();
                self.open = None;
                continue;
            };
            self.counts.read += 1;
            let found = match game {
                Ok(game) => candidates(file, &game, self.filters),
                Err(error) => {
                    self.counts.unreadable += 1;
                    if self.counts.errors.len() < KEPT {
                        self.counts.errors.push(error);
                    }
                    return Ok(Some(Vec::new()));
                }
            };
            return Ok(Some(match found {
                Ok(found) => {
                    self.counts.kept += 1;
                    found
                }
                Err(refusal) => {
                    self.counts.refused[refusal as usize] += 1;
                    Vec::new()
                }
            }));
        }
    }
}

/// The names of files without their folders; of files that are called alike, with as much of their folders
/// as tells them apart: games are known by the name of their file and their number in it.
fn names(files: &[PathBuf]) -> Vec<String> {
    let of = |path: &Path, parts: usize| {
        if path == Path::new(STANDARD_INPUT) {
            return "standard input".to_owned();
        }
        let all: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        all[all.len().saturating_sub(parts)..].join("/")
    };
    let name = |path: &PathBuf| {
        let is_alone = |parts: &usize| {
            let mut others = files.iter().filter(|other| *other != path);
            others.all(|other| of(other, *parts) != of(path, *parts))
        };
        let longest = path.iter().count().max(1);
        of(path, (1..longest).find(is_alone).unwrap_or(longest))
    };
    files.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_called_alike_are_told_apart() {
        let of = |paths: &[&str]| names(&paths.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(of(&["a/games.pgn", "b/other.pgn"]), ["games.pgn", "other.pgn"]);
        assert_eq!(of(&["a/x/g.pgn", "b/x/g.pgn", "h.pgn"]), ["a/x/g.pgn", "b/x/g.pgn", "h.pgn"]);
        assert_eq!(of(&["2024/g.pgn", "2025/g.pgn"]), ["2024/g.pgn", "2025/g.pgn"]);
        assert_eq!(of(&["g.pgn", "old/g.pgn"]), ["g.pgn", "old/g.pgn"]);
        assert_eq!(of(&["-", "a/g.pgn", "a/g.pgn"]), ["standard input", "g.pgn", "g.pgn"]);
    }
}
