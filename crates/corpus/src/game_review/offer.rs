//! What can be reviewed, and by whom.

use std::io::Read;

use endgame::rules::Color;
use study::pgn::{Game, GameError, Games};
use study::schema::game_review::{OfferedEngine, OfferedEngines, OfferedGame};

use super::MOST_PLIES;
use crate::evaluate::reference_engine::{OWN, ReferenceEngine, ReferenceError};

/// The depth of an engine, in plies: the built-in model was measured with it.
const DEPTH: u16 = 8;
/// The depth of our own searcher: a game takes some seconds.
const OWN_DEPTH: u16 = 4;
/// The engine that is looked for.
const USUAL: &str = "stockfish";

/// How to get an engine, in one line.
const HINT: &str = "No engine is installed, so our own small searcher values the moves, and less well: `apt install stockfish` brings one that is found by itself; any other UCI engine can be named when the workbench is started (docs/workbench.md says how).";

/// The games of a PGN, those that cannot be read with the reason.
pub fn games<R: Read>(games: Games<R>) -> Vec<OfferedGame> {
    games.map(|game| game.map_or_else(|error| broken(&error), |game| offered(&game))).collect()
}

fn offered(game: &Game) -> OfferedGame {
    let known = |name| game.tag(name).filter(|tag| !tag.trim_matches(['?', '.', ' ']).is_empty());
    let plies = game.moves.len();
    let problem = match plies {
        0 => Some("it has no moves".to_owned()),
        _ if plies > MOST_PLIES => Some(format!("it has more than {MOST_PLIES} half-moves")),
        _ => None,
    };
    OfferedGame {
        index: game.index,
        white: game.player(Color::White).to_owned(),
        black: game.player(Color::Black).to_owned(),
        event: known("Event").map(str::to_owned),
        date: known("Date").map(str::to_owned),
        result: game.result.clone(),
        plies,
        problem,
    }
}

fn broken(error: &GameError) -> OfferedGame {
    let (white, black) = error.players.split_once(" - ").unwrap_or((&error.players, "?"));
    OfferedGame {
        index: error.game,
        white: white.to_owned(),
        black: black.to_owned(),
        event: None,
        date: None,
        result: "*".to_owned(),
        plies: 0,
        problem: Some(error.problem.to_string()),
    }
}

/// Words by which an engine may be asked for: one that was named, the usual one, our own searcher.
fn words(named: Option<&str>) -> impl Iterator<Item = &str> {
    named.filter(|named| ![USUAL, OWN].contains(named)).into_iter().chain([USUAL, OWN])
}

/// The engines that can be started, the one named first and our own searcher last.
pub fn engines(named: Option<&str>) -> OfferedEngines {
    let offered = |word: &str| {
        let engine = ReferenceEngine::parse(word).ok()?;
        let own = word == OWN;
        let name = if own { "our own searcher".to_owned() } else { engine.to_string() };
        Some(OfferedEngine { engine: word.to_owned(), name, depth: usual_depth(word), own })
    };
    let engines: Vec<OfferedEngine> = words(named).filter_map(offered).collect();
    let hint = (engines.len() == 1).then(|| HINT.to_owned());
    OfferedEngines { engines, hint }
}

/// The word of the best engine there is if none is named: the usual one, else our own searcher.
pub fn usual_engine() -> &'static str {
    if ReferenceEngine::parse(USUAL).is_ok() { USUAL } else { OWN }
}

/// How deep an engine searches unless told.
pub fn usual_depth(word: &str) -> u16 {
    if word == OWN { OWN_DEPTH } else { DEPTH }
}

/// Why an engine is not started.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum OfferError {
    #[error("'{0}' is none of the engines offered: they are {1}")]
    NotOffered(String, String),
    #[error(transparent)]
    Engine(#[from] ReferenceError),
}

/// The engine of a word, if it is one of those offered: no other program is started. Without a word the
/// first that can be.
pub fn engine(
    asked: Option<&str>,
    named: Option<&str>,
) -> Result<(ReferenceEngine, u16), OfferError> {
    let offered: Vec<&str> = words(named).collect();
    let with_depth = |word: &str| Ok((ReferenceEngine::parse(word)?, usual_depth(word)));
    match asked {
        Some(word) if offered.contains(&word) => with_depth(word),
        Some(word) => Err(OfferError::NotOffered(word.to_owned(), offered.join(", "))),
        None => {
            let first = offered.iter().find_map(|word| with_depth(word).ok());
            first.map_or_else(|| with_depth(OWN), Ok)
        }
    }
}
