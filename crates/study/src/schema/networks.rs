//! `fallible net --json` and `fallible probe --net --json`: networks that learn an endgame.

use serde::{Deserialize, Serialize};

use super::{Side, Theoretical, TheoreticalValue};

/// `fallible net pack`: a network with its exceptions, as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedNetwork {
    /// The endgame, the side named first being White.
    pub endgame: String,
    /// Positions compared with the table, both sides to move.
    pub positions: usize,
    /// Positions where the file, read back, differs from the table: 0.
    pub wrong: usize,
    /// The size of the file.
    pub bytes: usize,
    /// Bytes of the weights.
    pub weights_bytes: usize,
    /// Positions that the network alone misjudges.
    pub exceptions: usize,
    /// Bytes of the exceptions.
    pub exceptions_bytes: usize,
}

/// `fallible net test`: a file compared with a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkTest {
    /// The endgame, the side named first being White.
    pub endgame: String,
    /// Positions compared, both sides to move.
    pub positions: usize,
    /// Positions where the file differs from the table.
    pub wrong: usize,
    /// Positions that the network alone, without its exceptions, misjudges.
    pub wrong_alone: usize,
    /// Whether the file has exceptions; a network without is left to err.
    pub exact: bool,
    /// Nanoseconds a probe takes on average, exceptions included.
    pub nanoseconds: f64,
}

/// `fallible net train`: a network and what it learned from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainedNetwork {
    /// The endgame, the side named first being White.
    pub endgame: String,
    /// Weights that are not zero.
    pub weights: usize,
    /// The size of the file.
    pub bytes: usize,
    /// Passes over the positions that were made.
    pub epochs: usize,
    /// Whether training ended early: asked to, or because it no longer helped.
    pub stopped: bool,
    /// Positions learned from.
    pub trained_on: usize,
    /// Of those, how many it misjudges.
    pub wrong: usize,
    /// Positions held out, none of them learned from, nor a mirror image.
    pub held_out: usize,
    /// Of those, how many it misjudges; the file is written after the last of them was looked at.
    pub wrong_held_out: usize,
    /// The seed of the random generator.
    pub seed: u64,
}

/// `fallible net play`: a network against perfect play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkPerformance {
    /// The endgame, the side named first being White.
    pub endgame: String,
    /// Positions of the endgame, both sides to move.
    pub positions: usize,
    /// Of those, how many the network alone misjudges.
    pub wrong_alone: usize,
    /// Whether every position was followed; otherwise shares are those of games.
    pub followed: bool,
    /// What it gets of what it should get, as White and as Black.
    pub results: Vec<NetworkResult>,
    /// The competence that its moves in won positions speak for; null if it has none to win.
    pub competence: Option<NetworkCompetence>,
    /// Games for each side and goal.
    pub games: usize,
    /// The seed of the random generator.
    pub seed: u64,
}

/// One side and goal of a network at the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkResult {
    /// The network's colour, the side named first in the endgame's name being White; it is to move.
    pub side: Side,
    /// What the positions are worth to it: a win to be won, or a draw to be held.
    pub goal: Theoretical,
    /// Positions looked at.
    pub positions: usize,
    /// The share of them where it gets that against perfect play, within 50 moves.
    pub share: f64,
    /// The standard error of the share; null if every position was followed.
    pub error: Option<f64>,
    /// The share of positions where it gets that or, after 50 moves, still could: it has not let it slip; null if positions were not followed.
    pub kept: Option<f64>,
    /// The share of positions where it gets that whatever the opponent plays; null if they were not all followed.
    pub safe: Option<f64>,
}

/// The competence of a network in the eyes of the Analyser, kappa 1, on the grid 0(0.1)100.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkCompetence {
    /// The mean of the belief.
    pub mean: f64,
    /// Between this and `high` it lies with 95 %.
    pub low: f64,
    /// See `low`.
    pub high: f64,
    /// Moves that the Analyser learned from.
    pub moves: usize,
}

/// `fallible net explain`: what a network goes by, and where it fails.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkExplanation {
    /// The endgame, the side named first being White.
    pub endgame: String,
    /// Weights that are not zero.
    pub weights: usize,
    /// Every input, the one that is missed most first.
    pub inputs: Vec<NetworkInput>,
    /// Every hidden unit that is in use.
    pub units: Vec<NetworkUnit>,
    /// Positions that the network alone misjudges: first those with a single move that wins, the deepest first.
    pub exceptions: Vec<NetworkException>,
}

/// One input of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkInput {
    /// What it says of a position.
    pub name: String,
    /// Units of the first layer that use it.
    pub units: usize,
    /// Positions misjudged in a thousand when it always has its average value.
    pub wrong_without: f64,
}

/// One hidden unit of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkUnit {
    /// Its layer, from 1.
    pub layer: usize,
    /// Its number, from 1.
    pub unit: usize,
    /// The share of positions where it says nothing.
    pub silent: f64,
    /// The share of positions where it says all it can: it is saturated.
    pub saturated: f64,
    /// What it adds up, with weights in whole numbers, the greatest first.
    pub inputs: Vec<String>,
}

/// A position that a network misjudges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkException {
    /// The position.
    pub fen: String,
    /// What it is worth to the side to move.
    pub value: Theoretical,
    /// What the network alone holds it for.
    pub guess: Theoretical,
    /// The only move that keeps the value, in SAN; null if there are several or none.
    pub only_move: Option<String>,
    /// The winner's moves to the goal; null in a draw.
    pub depth: Option<u16>,
}

/// `fallible probe --net`: a position in the eyes of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkProbe {
    /// The position.
    pub fen: String,
    /// What it is worth to the side to move, exactly; null if the network was left to err.
    pub value: Option<Theoretical>,
    /// What the network alone, without its exceptions, holds it for.
    pub guess: Theoretical,
    /// How sure the network is that the side named first in the endgame's name wins: `ln(p / (1 - p))`.
    pub logit: f64,
    /// What the network alone expects the side to move to score: a win counts 1, a draw a half.
    pub expected_score: f64,
}

/// `GET /api/network`: a position in the eyes of a network, beside the truth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkView {
    /// The endgame of the network.
    pub endgame: String,
    /// The side to move.
    pub turn: Side,
    /// What the position is worth to the side to move.
    pub truth: TheoreticalValue,
    /// What the network says.
    pub said: NetworkProbe,
    /// Whether the network alone is right.
    pub is_right: bool,
}

/// `GET /api/network/chart`: one man of a position on every square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkChart {
    /// The man, as in `White's king`.
    pub man: String,
    /// Where it stands.
    pub square: String,
    /// Every square where it makes a legal position.
    pub squares: Vec<NetworkSquare>,
}

/// A square of such a chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkSquare {
    /// The square.
    pub square: String,
    /// What the position is worth to the side to move with the man there.
    pub truth: TheoreticalValue,
    /// What the network alone holds it for.
    pub guess: Theoretical,
    /// What the network alone expects the side to move to score.
    pub expected_score: f64,
}

/// `GET /api/network/about`: the network that the workbench shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkAbout {
    /// Its endgame, the side named first being White.
    pub endgame: String,
    /// The size of its file.
    pub bytes: usize,
    /// Weights that are not zero.
    pub weights: usize,
    /// Positions of the endgame, both sides to move; 0 if the network was left to err.
    pub positions: usize,
    /// Positions that the network alone misjudges, as far as it knows.
    pub exceptions: usize,
    /// A position of the endgame to begin with, as FEN: a win with White to move if there is one.
    pub start: String,
    /// The inputs that it misses most.
    pub inputs: Vec<NetworkInput>,
}
