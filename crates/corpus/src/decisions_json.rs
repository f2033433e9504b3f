//! Decisions from JSON lines: one object a line, each legal move with its score.
//!
//! ```json
//! {"file":"a.pgn","game":2,"ply":62,"fen":"...","elo":883,"opponent_elo":994,"time_control":"600+0",
//!  "played":"f5f4","sf":{"f5f4":[0,1048],"a1a2":[1,3]}}
//! ```
//!
//! Only `fen`, `played` and the scores (`sf` or `evals`: `[0, centipawns]` or `[1, mate]`, for the mover)
//! are needed; a line without `game` counts as a game of its own, one without `depth` was searched to 8 plies.
//! `answered`, `answered_capture`, `continued` and `continued_capture` are the two moves before, as in the
//! columns of [`store`](crate::store). Other fields are passed over.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use endgame::rules::{Board, Move};
use engine::evaluator::Method;
use engine::score::Score;
use serde::Deserialize;
use study::pgn::GamesError;
use study::pgn::source::Source;

use crate::decision::{Decision, GameInfo, Reference};
use crate::store::previous_moves::{read_answered, read_continued};

/// Why a file of JSON lines cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum JsonLinesError {
    #[error(transparent)]
    Open(#[from] GamesError),
    #[error("cannot read {} to its end: it may be damaged or cut off", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}, line {line}: {problem}", path.display())]
    Line { path: PathBuf, line: usize, problem: LineProblem },
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum LineProblem {
    #[error(
        "no decision in JSON ({0}): give a file that `fallible evaluate` wrote, or JSON lines with fen, played and sf"
    )]
    NotADecision(#[from] serde_json::Error),
    #[error(
        "games in PGN, not decisions: value them first, as in `fallible evaluate GAMES.pgn --out FILE.parquet`"
    )]
    Games,
    #[error("'{0}' is no position")]
    Position(String),
    #[error("the move {0} is not legal there")]
    Illegal(String),
    #[error("the move {0} has no score: every legal move needs one")]
    Missing(String),
}

/// A line as it is written.
#[derive(Debug, Deserialize)]
struct Line {
    file: Option<String>,
    game: Option<usize>,
    ply: Option<u32>,
    fen: String,
    elo: Option<f64>,
    opponent_elo: Option<f64>,
    time_control: Option<String>,
    event: Option<String>,
    site: Option<String>,
    date: Option<String>,
    eco: Option<String>,
    player: Option<String>,
    opponent: Option<String>,
    result: Option<String>,
    clock: Option<f32>,
    depth: Option<u16>,
    answered: Option<String>,
    answered_capture: Option<String>,
    continued: Option<String>,
    continued_capture: Option<String>,
    played: String,
    #[serde(alias = "evals")]
    sf: BTreeMap<String, (u8, i32)>,
}

impl Line {
    /// The opponent's move that led to the board, and the mover's own before it, as far as told.
    fn before(&self, board: &Board) -> (Option<Move>, Option<Move>) {
        let capture = |name: &Option<String>| name.clone().filter(|name| !name.is_empty());
        let [took, took_before] = [&self.answered_capture, &self.continued_capture].map(capture);
        let answered = self.answered.as_deref();
        let answered = answered.and_then(|text| read_answered(board, text, took.as_deref()));
        let continued = self.continued.as_deref();
        let continued = continued
            .and_then(|text| read_continued(board, text, took_before.as_deref(), answered));
        (answered, continued)
    }
}

/// Every decision of a file, which may be packed; `-` is standard input.
pub fn read(path: &Path) -> Result<Vec<Decision>, JsonLinesError> {
    from_lines(path, BufReader::new(Source::open(path)?))
}

/// The same from any text; the name is for sentences, and for games that name no file.
pub fn from_lines(path: &Path, text: impl BufRead) -> Result<Vec<Decision>, JsonLinesError> {
    let reference = Arc::new(shared_reference());
    let mut decisions: Vec<Decision> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let failed = |source| JsonLinesError::Read { path: path.to_owned(), source };
        let line = line.map_err(failed)?;
        if line.trim().is_empty() {
            continue;
        }
        let mut decision = decision(path, at + 1, &line, &reference).map_err(|problem| {
            JsonLinesError::Line { path: path.to_owned(), line: at + 1, problem }
        })?;
        if let Some(last) = decisions.last()
            && last.game == decision.game
        {
            decision.game = Arc::clone(&last.game);
        }
        decisions.push(decision);
    }
    Ok(decisions)
}

/// Such lines do not say who scored them; the ones at hand are by this engine.
fn shared_reference() -> Reference {
    Reference {
        engine: "Stockfish".to_owned(),
        version: "15.1".to_owned(),
        network: None,
        options: String::new(),
        method: Method::MultiPv,
        depth: 8,
    }
}

fn decision(
    path: &Path,
    number: usize,
    text: &str,
    reference: &Arc<Reference>,
) -> Result<Decision, LineProblem> {
    // A tag; no decision begins so.
    if number == 1 && text.trim_start_matches('\u{feff}').starts_with('[') {
        return Err(LineProblem::Games);
    }
    let line: Line = serde_json::from_str(text)?;
    let board =
        Board::from_either_fen(&line.fen).map_err(|_| LineProblem::Position(line.fen.clone()))?;
    let moves = board.legal_moves();
    let place = |text: &str| {
        let read = board.read_uci(text);
        let found = read.and_then(|play| moves.iter().position(|legal| *legal == play));
        found.ok_or_else(|| LineProblem::Illegal(text.to_owned()))
    };
    let played = place(&line.played)?;
    let mut scores = vec![None; moves.len()];
    for (text, score) in &line.sf {
        scores[place(text)?] = Some(match *score {
            (0, cp) => Score::Centipawns(cp),
            (_, mate) => Score::Mate(mate),
        });
    }
    if let Some(missing) = scores.iter().position(Option::is_none) {
        return Err(LineProblem::Missing(board.uci(moves[missing])));
    }
    let first = 2 * (board.move_number() - 1) + board.turn().fold_wb(1, 2);
    let (ply, clock, depth) = (line.ply.unwrap_or(first), line.clock, line.depth);
    let (answered, continued) = line.before(&board);
    let game = Arc::new(game(path, number, line, board.turn().is_white()));
    let scores = scores.into_iter().flatten().collect();
    let reference = match depth {
        Some(depth) if depth != reference.depth => {
            Arc::new(Reference { depth, ..Reference::clone(reference) })
        }
        _ => Arc::clone(reference),
    };
    let (shallower, exact) = (Vec::new(), None);
    Ok(Decision {
        game,
        ply,
        board,
        answered,
        continued,
        clock,
        moves,
        scores,
        played,
        reference,
        shallower,
        exact,
    })
}

/// The game of a line, whose player has White or Black.
fn game(path: &Path, number: usize, line: Line, is_white: bool) -> GameInfo {
    let name = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let rating = |elo: Option<f64>| elo.filter(|elo| *elo > 0.0).map(|elo| elo as u16);
    GameInfo {
        file: line.file.unwrap_or_else(name),
        number: line.game.unwrap_or(number),
        event: line.event,
        site: line.site,
        date: line.date,
        eco: line.eco,
        time_control: line.time_control,
        players: white_first([line.player, line.opponent], is_white)
            .map(|name| name.unwrap_or_else(|| "?".to_owned())),
        ratings: white_first([line.elo, line.opponent_elo].map(rating), is_white),
        result: line.result.unwrap_or_else(|| "*".to_owned()),
    }
}

/// A pair that begins with the player, turned so that it begins with White.
fn white_first<T>([own, other]: [T; 2], is_white: bool) -> [T; 2] {
    if is_white { [own, other] } else { [other, own] }
}
