//! A practice game and its moves as a history keeps them.

use endgame::rules::Color;
use games::GameName;

use super::ending::Over;
use super::goal::Goal;
use crate::schema::Word;

/// What is kept of a game beside its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its name.
    pub id: String,
    /// When, in seconds since 1970.
    pub started: i64,
    /// Which game; none for chess.
    pub game: Option<GameName>,
    /// White's men first, at the start.
    pub material: String,
    /// Your colour.
    pub you: Color,
    /// Where it began.
    pub start_fen: String,
    /// What you set out for.
    pub goal: Goal,
    /// Whether it goes on after a conversion.
    pub to_mate: bool,
    /// Whether the opponent is not told before the end.
    pub surprise: bool,
    /// The opponent in the language of agents.
    pub opponent: String,
    /// The seed of the random generator.
    pub seed: u64,
    /// The depth at the start; none in a draw.
    pub depth: Option<u16>,
    /// The game it branched off.
    pub parent: Option<String>,
    /// What the opponent had seen of you: log-likelihoods on the usual grid.
    pub seen: Vec<f64>,
    /// Counts every change, from 1.
    pub version: u64,
    /// Plies ever reached or told, moves taken back included: only a move beyond says something new.
    pub furthest: usize,
    /// How it ended; none while it goes on.
    pub over: Option<Over>,
}

/// A move as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRow {
    /// From 1.
    pub ply: usize,
    /// In UCI notation.
    pub uci: String,
    /// Whether you made it.
    pub by_you: bool,
    /// Whether it says something of your competence.
    pub counts: bool,
    /// The depth before it.
    pub depth: Option<u16>,
    /// Moves of depth given away; none if the value was.
    pub conceded: Option<u16>,
    /// Whether the value was.
    pub value_conceded: bool,
    /// The log-likelihood at each competence of the usual grid; of your moves only.
    pub likelihood: Option<Vec<f64>>,
}

/// A game with the moves that stand.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    /// The game.
    pub game: GameRow,
    /// The first one first.
    pub moves: Vec<MoveRow>,
}

/// A game whose row or moves cannot be read; the others can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its name.
    pub id: String,
    /// What the database said.
    pub why: String,
}

/// Games of a history, the latest first.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Those that can be read.
    pub games: Vec<RecordedGame>,
    /// The others.
    pub unreadable: Vec<Unreadable>,
}

impl GameRow {
    /// `antichess`; none for chess.
    pub fn game_word(&self) -> Option<Word> {
        self.game.map(|game| game.word().into())
    }

    /// Whether you reached your goal; none while the game goes on.
    pub fn reached(&self) -> Option<bool> {
        self.over.map(|over| over.reached(self.you, self.goal))
    }

    /// The opponent, unless that is still a secret.
    pub fn told_opponent(&self) -> Option<&str> {
        (!self.surprise || self.over.is_some()).then_some(self.opponent.as_str())
    }
}
