//! Several engines look at one game: their values, their best moves, and how competent each holds
//! the players for (Haworth 2007, section 4.6).
//!
//! An engine that is not installed, dies, hangs or lies is named with one sentence, and the others
//! go on.
//!
//! - `look`: the positions of the game valued, each engine in a thread of its own
//! - `report`: what the values come to
//! - [`text()`], [`picture`]: for people

mod look;
mod report;
mod text;

use std::path::Path;

use engine::client::EngineError;
use study::pgn::{Game, GameError, Games, GamesError};
use study::schema::suite::LeftOutEngine;

use crate::evaluate::reference_engine::{OWN, ReferenceEngine, ReferenceError};
use crate::family::Family;

pub use look::look;
pub use text::{picture, text};

/// The engines that are looked for if none is named: those of Debian, and our own searcher.
pub const ENGINES: [&str; 6] =
    ["stockfish", "ethereal-chess", "toga2", "gnuchess", "fairy-stockfish", OWN];

/// Our own searcher looks no deeper than so many plies: it is there to be compared, not waited for.
pub const OWN_DEPTH: u16 = 4;

/// Why nobody looks.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum SuiteError {
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error("there is no game {asked}: {name} has {read}, choose one with --game")]
    NoGame { name: String, asked: usize, read: usize },
    #[error(
        "no position of the game is left from half-move {0} on: begin earlier with --from-ply 1"
    )]
    NoPosition(u32),
    #[error("no engine is left ({0}): `--engines own` needs none installed")]
    NoEngine(String),
    #[error("stopped")]
    Stopped,
}

/// Who looks, and how.
#[derive(Clone, Debug)]
pub struct Suite {
    engines: Vec<(String, ReferenceEngine)>,
    left_out: Vec<LeftOutEngine>,
    /// How deep, in plies; our own searcher no deeper than [`OWN_DEPTH`].
    pub depth: u16,
    /// The first half-move that is looked at; none: as is usual.
    pub from_ply: Option<u32>,
    /// The law that makes competences of values.
    pub family: Family,
}

impl Suite {
    /// Starts these engines once, to hear their names; who cannot be had is left out.
    pub fn new(words: &[String], depth: u16, from_ply: Option<u32>, family: Family) -> Suite {
        let (mut engines, mut left_out) = (Vec::new(), Vec::<LeftOutEngine>::new());
        for word in words {
            let asked = word.clone();
            match ReferenceEngine::parse(word) {
                Ok(engine) => engines.push((asked, engine)),
                Err(error) => left_out.push(LeftOutEngine { reason: reason(word, &error), asked }),
            }
        }
        Suite { engines, left_out, depth, from_ply, family }
    }

    /// Who is left out so far.
    pub fn left_out(&self) -> &[LeftOutEngine] {
        &self.left_out
    }

    fn depth_of(&self, word: &str) -> u16 {
        if word == OWN { self.depth.min(OWN_DEPTH) } else { self.depth }
    }
}

/// Why an engine cannot be had.
fn reason(word: &str, error: &ReferenceError) -> String {
    match error {
        ReferenceError::Engine { source: EngineError::Start { .. }, .. }
            if ENGINES.contains(&word) =>
        {
            format!("not installed: `apt install {word}` brings it")
        }
        ReferenceError::Engine { source, .. } => source.to_string(),
        words @ ReferenceError::Words { .. } => words.to_string(),
    }
}

/// A game of a file by its number, from 1; those before it may be unreadable.
pub fn game(path: &Path, number: usize) -> Result<Game, SuiteError> {
    let mut games = Games::open(path)?;
    let name = games.name().display().to_string();
    let mut read = 0;
    for game in &mut games {
        read += 1;
        if read == number {
            return Ok(game?);
        }
    }
    Err(SuiteError::NoGame { name, asked: number, read })
}
