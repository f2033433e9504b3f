//! Practice games: how one stands, what it teaches, and what all of them say.
//!
//! `you` is the person, whichever colour that is.

use serde::{Deserialize, Serialize};

use super::people::PeopleRating;
use super::{BoardPosition, Model, Side, TheoreticalValue, Word};

/// Who plays against you.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opponent {
    /// In words.
    pub name: String,
    /// In the language of agents.
    pub spec: String,
}

/// How a practice game stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Its name.
    pub id: String,
    /// Counts every change, from 1.
    pub version: u64,
    /// `antichess`, `suicide` or `checkers`; left out for chess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Word>,
    /// Where it stands.
    pub fen: String,
    /// Where it began.
    pub start_fen: String,
    /// Your colour.
    pub you: Side,
    /// White's men first, at the start.
    pub material: String,
    /// The same in plain words.
    pub name: String,
    /// `win`, `hold` or `resist`.
    pub goal: Word,
    /// Whether a conversion does not end the game.
    pub to_mate: bool,
    /// None while a surprise lasts.
    pub opponent: Option<Opponent>,
    /// Everything played.
    pub moves: Vec<PlayedMove>,
    /// Moves you may still make under the 50-move rule.
    pub moves_left: u32,
    /// Moves you must still hold out for, if that is the goal.
    pub hold_left: Option<usize>,
    /// How it ended.
    pub over: Option<GameResult>,
    /// The best moves here, if they are to be shown.
    pub best: Option<Vec<String>>,
    /// The depth here, if it is to be shown.
    pub depth: Option<u16>,
    /// What it is worth to you here, if that is to be shown.
    pub value: Option<TheoreticalValue>,
    /// The game this one branched off.
    pub parent: Option<String>,
    /// For the board.
    pub position: BoardPosition,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: Word,
    /// `checkmate`, `conversion`, `stalemate`, `insufficient_material`, `repetition`, `fifty_moves`,
    /// `held`, `dead_draw` (nothing is left to win) or `resigned`; in other games also `lost_all`, `took_all` or `no_moves`.
    pub reason: Word,
    /// Whether you reached your goal.
    pub reached: bool,
    /// In a sentence.
    pub sentence: String,
}

/// A move of a practice game. What it was worth is none unless that is to be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// From 1.
    pub ply: usize,
    /// `e7e8q`.
    pub uci: String,
    /// `e8=Q+`.
    pub san: String,
    /// Where it led.
    pub fen_after: String,
    /// `you` or `opponent`.
    pub by: Word,
    /// Whether it says something of your competence: made without help, and for the first time.
    pub counts: bool,
    /// Before it, for the mover.
    pub value_before: Option<TheoreticalValue>,
    /// After it, for the mover.
    pub value_after: Option<TheoreticalValue>,
    /// Moves of depth given away.
    pub conceded: Option<u16>,
    /// Whether no move was better.
    pub optimal: Option<bool>,
    /// Whether it was the only move that kept the value.
    pub only_move: Option<bool>,
}

/// A best move and why it is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// `d1d5`.
    pub uci: String,
    /// `Qd5+`.
    pub san: String,
    /// In a sentence.
    pub why: String,
}

/// What there is to learn from one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The game in a sentence or two.
    pub summary: String,
    /// Your moves that were slips, the first one first.
    pub slips: Vec<Slip>,
    /// Both players' mistakes.
    pub quality: Qualities,
    /// How competent your moves look; none without a move that counts.
    pub competence: Option<CompetenceCurve>,
    /// The rating that your moves speak for; none without a move that counts, and in other games than chess.
    pub rating: Option<PeopleRating>,
    /// The reference players you are compared with.
    pub model: Model,
    /// The competences thought possible: `0(1)50`.
    pub grid: String,
    /// The winner's move and the depth then, where the game was won for somebody.
    pub trajectory: Vec<(usize, Option<u16>)>,
    /// Where such a game can go within 50 moves.
    pub polygon: Vec<(f64, f64)>,
    /// Your worst move.
    pub turning_point: Option<TurningPoint>,
    /// Who it was; none while that is a secret.
    pub opponent: Option<Opponent>,
    /// Moves of the opponent that left you fewer good answers than most others would have.
    pub traps: Vec<Trap>,
}

/// A game as a coach tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coaching {
    /// The game in a sentence or two.
    pub summary: String,
    /// The person's moves that were slips, the first one first.
    pub slips: Vec<Slip>,
}

/// A move of yours that gave away two moves of depth or more, or the win or the draw itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slip {
    /// From 1.
    pub ply: usize,
    /// `4.` or `4...`.
    pub number: String,
    /// The move.
    pub san: String,
    /// `??`: the win or the draw itself went; `?`: five moves of depth or more; `?!`: fewer.
    pub mark: Word,
    /// The best moves.
    pub better: Vec<BetterMove>,
    /// Moves of depth given away; none if the win or the draw went.
    pub conceded: Option<u16>,
    /// What the position was worth to you.
    pub before: TheoreticalValue,
    /// What it was worth to you after the move.
    pub after: TheoreticalValue,
    /// Where the move was made.
    pub fen: String,
    /// What was better and why: `4.Rg6+; 4.Kf6 was quicker.`
    pub sentence: String,
}

/// A move by both of its names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BetterMove {
    /// `d1d5`.
    pub uci: String,
    /// `Qd5+`.
    pub san: String,
}

/// Both players' mistakes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Qualities {
    /// Yours.
    pub you: Quality,
    /// The opponent's.
    pub opponent: Quality,
}

/// One player's mistakes: Jansen 1992, section 6.1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Moves made.
    pub moves: u64,
    /// Moves that gave depth away.
    pub mistakes: u64,
    /// Moves that gave the value itself away.
    pub value_conceded: u64,
    /// Moves of depth given away.
    pub conceded: u64,
    /// Mistakes per move.
    pub p: Option<f64>,
    /// Depth given away per mistake.
    pub delta: Option<f64>,
    /// Depth given away per move.
    pub d: Option<f64>,
    /// `d` less the other player's.
    pub net: Option<f64>,
    /// Depth gone for each move, of a game won to the end.
    pub efficiency: Option<f64>,
    /// The deepest position such a player is expected to win in 50 moves.
    pub dmax: Option<u16>,
}

/// How competent the moves look, move by move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompetenceCurve {
    /// The apparent competence.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// How many of your moves count.
    pub counted: usize,
    /// The number of your move, then mean, low and high.
    pub curve: Vec<(usize, f64, f64, f64)>,
}

/// The move with which it went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurningPoint {
    /// From 1.
    pub ply: usize,
    /// The move.
    pub san: String,
    /// What would have been best.
    pub better: Vec<String>,
    /// Moves of depth; none if the win or the draw went.
    pub conceded: Option<u16>,
    /// Where it was made.
    pub fen: String,
}

/// A move of the opponent that left you fewer good answers than most others would have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trap {
    /// The opponent's move, from 1.
    pub ply: usize,
    /// The move.
    pub san: String,
    /// Whether you fell into it.
    pub sprung: bool,
    /// In a sentence.
    pub sentence: String,
}

/// One game of the history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PastGame {
    /// Its name.
    pub id: String,
    /// When: `2026-11-16T09:16:17Z`.
    pub started: String,
    /// `antichess`, `suicide` or `checkers`; left out for chess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Word>,
    /// White's men first.
    pub material: String,
    /// Where it began.
    pub start_fen: String,
    /// Your colour.
    pub you: Side,
    /// `win`, `hold` or `resist`.
    pub goal: Word,
    /// At the start; none in a draw.
    pub depth: Option<u16>,
    /// In words; none while that is a secret.
    pub opponent: Option<String>,
    /// None while it lasts.
    pub result: Option<Word>,
    /// Whether you reached your goal.
    pub reached: Option<bool>,
    /// Moves of yours.
    pub moves: usize,
    /// Moves of depth you gave away.
    pub conceded: u32,
    /// How competent you looked.
    pub competence: Option<f64>,
}

/// What opponents know of you.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knowledge {
    /// Games with a move that counts.
    pub games: usize,
    /// Moves that count.
    pub moves: usize,
    /// Your apparent competence.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Competence and probability.
    pub distribution: Vec<(f64, f64)>,
    /// The reference players you are compared with.
    pub model: Model,
}

/// How you get on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PracticeProgress {
    /// Endgame by endgame.
    pub endgames: Vec<EndgameProgress>,
    /// The rating that the latest games of all endgames of chess speak for; none without a move that counts.
    pub rating: Option<PeopleRating>,
    /// What to practise, the most pressing first.
    pub next: Vec<Next>,
    /// The reference players you are compared with.
    pub model: Model,
}

/// How you get on in one endgame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndgameProgress {
    /// `antichess`, `suicide` or `checkers`; left out for chess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Word>,
    /// The side named first is the stronger.
    pub material: String,
    /// In plain words.
    pub name: String,
    /// Played to the end.
    pub games: usize,
    /// Of these, with your goal reached.
    pub won: usize,
    /// Game by game, the first one first.
    pub competence: Vec<Moment>,
    /// How competent you look by all of these games together, up to the last one with a move that counts.
    pub overall: Option<Moment>,
    /// The rating that the latest of these games speak for: those with the last 200 moves that count; none without one, and in other
    /// games than chess.
    pub rating: Option<PeopleRating>,
    /// By depth at the start.
    pub by_depth: Vec<DepthProgress>,
}

/// How competent you looked at some time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// `2026-11-16T09:16:17Z`.
    pub when: String,
    /// The apparent competence.
    pub mean: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// How you get on from one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DepthProgress {
    /// None in a draw.
    pub depth: Option<u16>,
    /// Played to the end.
    pub games: usize,
    /// The share with your goal reached.
    pub score: f64,
    /// Moves of depth given away in a game, on average.
    pub conceded: f64,
}

/// Something to practise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    /// The endgame.
    pub material: String,
    /// In plain words.
    pub name: String,
    /// The depth; none for any, or for a draw.
    pub depth: Option<u16>,
    /// Your colour last time.
    pub side: Option<Side>,
    /// Whether you have the stronger men.
    pub stronger: bool,
    /// `win`, `hold` or `resist`.
    pub goal: Option<Word>,
    /// In a sentence.
    pub why: String,
}

/// A lesson: a named position with its task and the idea that solves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonEntry {
    /// In addresses: `lucena`.
    pub id: String,
    /// What it belongs to.
    pub chapter: String,
    /// What people call it.
    pub title: String,
    /// Where it begins.
    pub fen: String,
    /// Your colour.
    pub you: Side,
    /// The endgame in plain words.
    pub name: String,
    /// `win` or `hold`.
    pub goal: Word,
    /// Against whom, in the language of agents.
    pub opponent: String,
    /// How it is done.
    pub idea: String,
    /// Games played to the end from here.
    pub tries: usize,
    /// Whether you reached the goal in one of them.
    pub done: bool,
}

/// Five positions for one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Today {
    /// The day, counted from 1970-01-01.
    pub day: i64,
    /// In the order in which they are asked.
    pub positions: Vec<TodaysPosition>,
    /// Days in a row, up to this one or the one before, on which all were answered.
    pub streak: u32,
}

/// A position of which one move is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TodaysPosition {
    /// You are to move.
    pub fen: String,
    /// What it is from.
    pub title: String,
    /// Why it is asked today.
    pub why: String,
    /// Whether the first answer was right; none before it.
    pub right: Option<bool>,
}

/// What an answer was worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TodaysAnswer {
    /// Whether it is as good as any move, or one move slower.
    pub right: bool,
    /// In a sentence.
    pub sentence: String,
    /// The best moves.
    pub best: Vec<BetterMove>,
    /// The day after it.
    pub today: Today,
}

/// Positions read out of what a coach has pasted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionSet {
    /// In the order of the text.
    pub positions: Vec<SetPosition>,
    /// What was left out, and why: one sentence each.
    pub left_out: Vec<String>,
}

/// A position of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetPosition {
    /// The position.
    pub fen: String,
    /// The endgame in plain words, or what the text called it.
    pub title: String,
}
