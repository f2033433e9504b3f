//! What goes out: one type for each answer of the API, as `docs/api.md` describes them.

use endgame::rules::Color;
use serde::Serialize;
use study::schema::BoardPosition;
pub use study::schema::Value;

/// `white` or `black`.
pub fn color_word(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// Who sits opposite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpponentAnswer {
    /// In words.
    pub name: String,
    /// In the language of agents.
    pub spec: String,
}

/// How a practice game stands.
#[derive(Clone, Debug, Serialize)]
pub struct GameAnswer {
    /// Its name.
    pub id: String,
    /// Counts every change.
    pub version: u64,
    /// Where it stands.
    pub fen: String,
    /// Where it began.
    pub start_fen: String,
    /// Your colour.
    pub you: &'static str,
    /// White's men first, at the start.
    pub material: String,
    /// In plain words.
    pub name: String,
    /// `win`, `hold` or `resist`.
    pub goal: &'static str,
    /// Whether a conversion does not end the game.
    pub to_mate: bool,
    /// None while a surprise lasts.
    pub opponent: Option<OpponentAnswer>,
    /// Everything played.
    pub moves: Vec<PlayedAnswer>,
    /// Moves you may still make under the 50-move rule.
    pub moves_left: u32,
    /// Moves you must still hold out for, if that is the goal.
    pub hold_left: Option<usize>,
    /// How it ended.
    pub over: Option<OverAnswer>,
    /// The best moves here, if they are to be shown.
    pub best: Option<Vec<String>>,
    /// The depth here, if it is to be shown.
    pub depth: Option<u16>,
    /// What it is worth to you here, if that is to be shown.
    pub value: Option<Value>,
    /// The game this one branched off.
    pub parent: Option<String>,
    /// For the board.
    pub position: BoardPosition,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OverAnswer {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// In a word.
    pub reason: &'static str,
    /// Whether you reached what you set out for.
    pub reached: bool,
    /// In a sentence.
    pub sentence: String,
}

/// A move of a practice game.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedAnswer {
    /// From 1.
    pub ply: usize,
    /// `e7e8q`.
    pub uci: String,
    /// `e8=Q+`.
    pub san: String,
    /// Where it led.
    pub fen_after: String,
    /// `you` or `opponent`.
    pub by: &'static str,
    /// Whether it says something of your competence: made without help, and for the first time.
    pub counts: bool,
    /// Before it, for the mover.
    pub value_before: Option<Value>,
    /// After it, for the mover.
    pub value_after: Option<Value>,
    /// Moves of depth given away.
    pub conceded: Option<u16>,
    /// Whether no move was better.
    pub optimal: Option<bool>,
    /// Whether it was the only move that kept the value.
    pub only_move: Option<bool>,
}
