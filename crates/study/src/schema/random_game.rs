//! Random games and their theory: `fallible random-game --json`, `fallible theory --json`.

use graph::Branching;
use graph::random::{Class, Moves, Parameters};
use serde::Serialize;

use super::random_contest::RandomContest;
use super::{Side, TheoreticalValue};

/// A branching factor: a number, or a distribution in words such as `poisson:2.7`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum BranchingFactor {
    /// Every position has so many moves.
    Fixed(u32),
    /// `poisson:2.7`, or `1:0.2/2:0.8`: numbers of moves with their probabilities.
    Varied(String),
}

impl From<&Branching> for BranchingFactor {
    fn from(branching: &Branching) -> BranchingFactor {
        match branching.as_fixed() {
            Some(moves) => BranchingFactor::Fixed(moves),
            None => BranchingFactor::Varied(branching.to_string()),
        }
    }
}

/// Random games of one class, made, solved and counted. White is the side that has terminal wins. Depths
/// count White's moves: a terminal win is won in 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomGames {
    /// Their class.
    #[serde(flatten)]
    pub parameters: RandomParameters,
    /// How many games.
    pub games: usize,
    /// The seed of the random generator.
    pub seed: u64,
    /// How many were total wins, interesting draws and trivial draws.
    pub classes: Vec<RandomClass>,
    /// Positions with White to move that are won, the terminal ones included, in a game.
    pub white_won: Estimate,
    /// How many games have so many of them: pairs of a number of positions and a number of games; left out for a single game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub won_counts: Vec<(u32, usize)>,
    /// Positions with Black to move that are lost, in a game.
    pub black_lost: Estimate,
    /// The depth of the deepest win or loss.
    pub deepest: Estimate,
    /// The depth that one game in a hundred does not exceed.
    pub deepest_low: u16,
    /// The depth that one game in a hundred reaches or exceeds.
    pub deepest_high: u16,
    /// Positions of the same number in which neither side wants to move, in a game.
    pub zugzwangs: Estimate,
    /// Positions of each depth, and what the theory expects: as deep as the games go, or the theory expects half a position.
    pub depths: Vec<RandomDepth>,
    /// What Black's moves in drawn positions do: `fatal` ones lose.
    pub black_drawn: MoveShares,
    /// What the theory says of the class.
    pub theory: ClassTheory,
    /// The game itself, if there is only one.
    pub game: Option<RandomGameDetail>,
    /// Games that agents have played in these random games; left out if nobody was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contest: Option<RandomContest>,
}

/// What is fixed in a class of random games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomParameters {
    /// Positions with White to move.
    pub white: u32,
    /// Positions with Black to move.
    pub black: u32,
    /// White's moves in a position.
    pub white_branching: BranchingFactor,
    /// Black's moves in a position.
    pub black_branching: BranchingFactor,
    /// White's positions that are won at once.
    pub terminal_wins: u32,
    /// Black's positions where the game is over and drawn.
    pub terminal_draws: u32,
    /// Whether as many moves lead to each position of a side as to any other.
    pub flow: bool,
}

impl From<&Parameters> for RandomParameters {
    fn from(parameters: &Parameters) -> RandomParameters {
        RandomParameters {
            white: parameters.white,
            black: parameters.black,
            white_branching: (&parameters.white_branching).into(),
            black_branching: (&parameters.black_branching).into(),
            terminal_wins: parameters.terminal_wins,
            terminal_draws: parameters.terminal_draws,
            flow: parameters.moves == Moves::Conserved,
        }
    }
}

/// How many games were of a class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomClass {
    /// `total win`, `interesting draw` or `trivial draw`, for White.
    pub class: &'static str,
    /// How many.
    pub games: usize,
    /// Their share of all games.
    pub share: f64,
    /// The lower end of the share's 95 % interval (Wilson).
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Positions of each depth in games of this class; left out for a single game, and where there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub depths: Vec<RandomClassDepth>,
}

/// The positions of one depth in a game of one class, on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RandomClassDepth {
    /// White's moves.
    pub depth: u16,
    /// White to move, won.
    pub white_won: Estimate,
    /// Black to move, lost.
    pub black_lost: Estimate,
}

/// A mean over games, with its uncertainty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard deviation from game to game.
    pub sd: f64,
    /// The lower end of the mean's 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The positions of one depth in a game, on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomDepth {
    /// White's moves.
    pub depth: u16,
    /// White to move, won.
    pub white_won: Estimate,
    /// The same as the theory expects it.
    pub white_expected: f64,
    /// Black to move, lost.
    pub black_lost: Estimate,
    /// The same as the theory expects it.
    pub black_expected: f64,
    /// What White's moves do in these wins; nothing at depth 1, where the one move wins.
    pub white_moves: MoveShares,
    /// What Black's moves do in these losses.
    pub black_moves: MoveShares,
    /// What the theory expects of White's moves; null where it expects no such wins.
    pub white_moves_expected: Option<ExpectedShares>,
    /// What the theory expects of Black's moves; null where it expects no such losses.
    pub black_moves_expected: Option<ExpectedShares>,
    /// The probability that a White who moves at random goes wrong before the end, over these wins, Black taking any optimal move;
    /// null where it was not computed, or there are none.
    pub difficulty: Option<f64>,
    /// Half the width of its 95 % interval; left out unless several games have such wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty_reach: Option<f64>,
    /// The same as the theory expects it; null where it expects no such wins.
    pub difficulty_expected: Option<f64>,
}

/// The moves of some positions, by what they do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MoveShares {
    /// Moves counted, in all games.
    pub moves: u64,
    /// The share that is optimal.
    pub optimal: f64,
    /// Half the width of its 95 % interval; left out unless several games have such moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_reach: Option<f64>,
    /// The share that keeps the value and changes the distance to the win for the worse.
    pub inaccurate: f64,
    /// Half the width of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inaccurate_reach: Option<f64>,
    /// The share that gives the value away.
    pub fatal: f64,
    /// Half the width of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fatal_reach: Option<f64>,
}

/// What the theory expects of the moves of some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ExpectedShares {
    /// Moves of a position, on average.
    pub moves: f64,
    /// The share that is optimal.
    pub optimal: f64,
    /// The share that keeps the value and changes the distance to the win for the worse.
    pub inaccurate: f64,
    /// The share that gives the value away.
    pub fatal: f64,
}

/// What the theory says of a class of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassTheory {
    /// The class it expects: of a large game, or `trivial draw` where terminal wins are too few to make
    /// a lost position likely.
    pub class: &'static str,
    /// The share of White's positions that are terminal wins.
    pub alpha: f64,
    /// The share of terminal wins above which a large game is a total win; null if nothing leaps.
    pub threshold: Option<f64>,
    /// The share of White's positions that can be won below the threshold.
    pub critical_mass: Option<f64>,
    /// The number of terminal wins from which on a lost position is likelier than not (equation 4.2).
    pub interesting_from: f64,
    /// The share of White's positions that are won in the end.
    pub white_won: f64,
    /// The share of Black's positions that are lost in the end.
    pub black_lost: f64,
    /// Positions of the same number in which neither side wants to move, in a game.
    pub zugzwangs: f64,
}

/// One random game, looked into.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomGameDetail {
    /// The numbers of the zugzwang positions, the first hundred.
    pub zugzwangs: Vec<u32>,
    /// The positions that most optimal lines lead through; empty in games of more than a million positions.
    pub important: Vec<ImportantPosition>,
    /// Every position, in games of at most 100 positions for each side; empty otherwise.
    pub positions: Vec<RandomPosition>,
}

/// A position that many optimal lines lead through.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImportantPosition {
    /// Who moves.
    pub side: Side,
    /// Its number among that side's positions.
    pub number: u32,
    /// White's moves to the end.
    pub depth: u16,
    /// The number of optimal lines through it, in digits; null if it has more than 38.
    pub lines: Option<String>,
    /// The natural logarithm of that number.
    pub ln_lines: f64,
}

/// A position of a random game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomPosition {
    /// Who moves.
    pub side: Side,
    /// Its number among that side's positions.
    pub number: u32,
    /// Whether the game ends here: White wins at once, or it is a draw, or the mover has no move.
    pub terminal: bool,
    /// What it is worth to the side to move.
    pub value: TheoreticalValue,
    /// Plies to the end; null in a draw. Jansen's `D` is one less.
    pub plies: Option<u16>,
    /// The probability that a White who moves at random goes wrong before the end; null where White does not win.
    pub difficulty: Option<f64>,
    /// Its moves.
    pub moves: Vec<RandomMove>,
}

/// A move of a random game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomMove {
    /// The number of the position it leads to, among the other side's.
    pub to: u32,
    /// What it is worth to the mover.
    pub value: TheoreticalValue,
    /// Whether no move is better.
    pub optimal: bool,
}

/// Positions of one depth of a random game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomPositions {
    /// How many there are.
    pub count: usize,
    /// The first of them.
    pub positions: Vec<RandomPosition>,
}

/// What the theory of random games says of branching factors.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RandomTheory {
    /// Black's branching factor, and White's unless `white_branching` differs.
    pub branching: BranchingFactor,
    /// White's branching factor.
    pub white_branching: BranchingFactor,
    /// The share of Black's positions that are terminal draws.
    pub terminal_draws: f64,
    /// The critical mass: the share of White's positions that can be won below the threshold; null if
    /// nothing leaps.
    pub critical_mass: Option<f64>,
    /// The share of White's positions that must be terminal wins to make a large game a total win.
    pub threshold: Option<f64>,
    /// How many terminal wins make a game interesting; null without a number of positions.
    pub interesting: Option<InterestingFrom>,
    /// The distribution for each share of terminal wins asked for.
    pub distributions: Vec<TheoryDistribution>,
}

/// How many terminal wins a game needs so that a position with Black to move is lost, likelier than not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct InterestingFrom {
    /// Positions of each side.
    pub positions: u32,
    /// By equation 4.2.
    pub terminal_wins: f64,
    /// By equation 4.3, for large games; null if the branching factor varies.
    pub when_large: Option<f64>,
}

/// The expected distribution over depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TheoryDistribution {
    /// The share of White's positions that are terminal wins.
    pub alpha: f64,
    /// The class of a large game.
    pub class: &'static str,
    /// The share of White's positions won in the end.
    pub white_won: f64,
    /// The share of Black's positions lost in the end.
    pub black_lost: f64,
    /// Where the distribution of Black's losses is narrowest between two maxima; null if it has one maximum.
    pub bottleneck: Option<u16>,
    /// The depth of the second maximum.
    pub second_maximum: Option<u16>,
    /// By depth, at most 200 of them.
    pub depths: Vec<TheoryDepth>,
}

/// The expected shares of one depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TheoryDepth {
    /// White's moves; 1 for terminal wins.
    pub depth: u16,
    /// The share of White's positions that are won in exactly so many moves.
    pub white_won: f64,
    /// The share of Black's positions that are lost in exactly so many moves.
    pub black_lost: f64,
    /// The share of White's positions that are won in so many moves or fewer.
    pub white_within: f64,
    /// The share of Black's positions that are lost in so many moves or fewer.
    pub black_within: f64,
    /// What White's moves do in wins of this depth that are not terminal; null where there are none.
    pub white_moves: Option<ExpectedShares>,
    /// What Black's moves do in losses of this depth; null where there are none, or no moves.
    pub black_moves: Option<ExpectedShares>,
    /// The probability that a White who moves at random goes wrong before the end, over wins of this depth; null where there are none.
    pub difficulty: Option<f64>,
}

/// All classes, in the order in which they are told.
pub(crate) const CLASSES: [Class; 3] =
    [Class::TotalWin, Class::InterestingDraw, Class::TrivialDraw];
