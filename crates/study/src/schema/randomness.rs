//! How much an endgame is like a random game: `fallible randomness --json`.

use serde::Serialize;

use super::random_game::Estimate;
use super::{Side, Word};

/// An endgame, or each of its parts, beside the theory of random games. Depths count the attacker's moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Randomness {
    /// The endgame, White's men first.
    pub material: String,
    /// What depths count.
    pub metric: Word,
    /// Who wants to win; whatever else happens is no win.
    pub attacker: Side,
    /// `mated`, or `taken`: whether the game ends with mate, or with the king's capture a move later, as in the thesis of 1992.
    pub kings: Word,
    /// What the theory knows of the numbers of moves: `counted`, how many positions have how many; `mean`; or `fitted`, which positions
    /// have none, the others having as many as misplace least.
    pub moves: Word,
    /// The endgame as a whole, or one part after the other.
    pub parts: Vec<EndgameFit>,
}

/// An endgame as a random game: what was counted, what the theory makes of it, and how far it is off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndgameFit {
    /// Which part: `pawn on the a-file`; null for the whole endgame.
    pub part: Option<String>,
    /// With the attacker to move. Terminal are its wins by a move that ends the endgame; `decided` are its wins.
    pub attacker: FitSide,
    /// With the defender to move. Terminal are stalemates and positions with a move that ends the endgame and does not lose; `decided` are
    /// its losses.
    pub defender: FitSide,
    /// The share of terminal wins above which a large random game is a total win; null if nothing leaps.
    pub threshold: Option<f64>,
    /// The share of the attacker's positions that can be won below the threshold.
    pub critical_mass: Option<f64>,
    /// The number of terminal wins from which on a lost position is likelier than not.
    pub interesting_from: f64,
    /// The class of the endgame: `total win`, `interesting draw` or `trivial draw`.
    pub class: &'static str,
    /// The class that the theory expects.
    pub class_expected: &'static str,
    /// The depth of the defender's losses at which positions are fewest between two maxima; null if there is no such depth.
    pub bottleneck: Option<u16>,
    /// The same as the theory expects it.
    pub bottleneck_expected: Option<u16>,
    /// The deepest loss of the defender; null if there is none.
    pub deepest: Option<u16>,
    /// The depth beyond which the theory expects less than half a position.
    pub deepest_expected: Option<u16>,
    /// The share of positions at another depth than expected, the mean of both sides: terminal ones left out.
    pub misplaced: f64,
    /// The share of what there is to foresee that is foreseen: 1 if all is as expected, 0 if it would have been as good to expect
    /// nothing beyond the terminal positions, negative if better; null if nothing is decided.
    pub foreseen: Option<f64>,
    /// The same for random games with these parameters: what chance alone misplaces. Null if none were made.
    pub random_games: Option<RandomGamesScore>,
    /// Zugzwangs; null for a part of an endgame, and where kings are taken.
    pub zugzwangs: Option<ZugzwangCount>,
    /// By depth, from 0.
    pub depths: Vec<FitDepth>,
}

/// The positions with one side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FitSide {
    /// How many, unique under the board's symmetries.
    pub positions: u64,
    /// How many of them are terminal.
    pub terminal: u64,
    /// Their share.
    pub terminal_share: f64,
    /// The mean number of moves that stay in the endgame, over the others.
    pub moves: f64,
    /// The mean number of moves that the theory takes: the same, unless it is fitted.
    pub moves_expected: f64,
    /// How many such moves, and how many of the others have so many.
    pub staying: Vec<(usize, u64)>,
    /// The share of all positions that are decided.
    pub decided: f64,
    /// The same as the theory expects it.
    pub decided_expected: f64,
    /// The share of positions at another depth than expected, terminal ones left out.
    pub misplaced: f64,
}

/// What chance misplaces in random games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RandomGamesScore {
    /// How many were made.
    pub games: u64,
    /// Their positions with the attacker to move: at most those of the endgame.
    pub positions: u32,
    /// The misplaced share of a game.
    pub misplaced: Estimate,
}

/// Placements in which neither side wants to move: with the defender to move the attacker wins sooner, or wins only so.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ZugzwangCount {
    /// Placements that are legal with either side to move.
    pub placements: u64,
    /// The zugzwangs among them.
    pub found: u64,
    /// How many there would be if placements with the one side to move were paired by chance with those of the other.
    pub by_chance: f64,
    /// How many the theory expects among so many placements.
    pub expected: f64,
}

/// The positions of one depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FitDepth {
    /// The attacker's moves.
    pub depth: usize,
    /// With the attacker to move, won.
    pub attacker_won: u64,
    /// The same as the theory expects it.
    pub attacker_expected: f64,
    /// With the defender to move, lost.
    pub defender_lost: u64,
    /// The same as the theory expects it.
    pub defender_expected: f64,
}
