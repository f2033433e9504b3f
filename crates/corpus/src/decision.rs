//! A decision: a position somebody had to move in, what an engine thinks of each legal move, and
//! which one was played.

use std::sync::Arc;

use endgame::rules::{Board, Color, Move, Role};
use engine::evaluator::Method;
use engine::score::Score;
use value::{Choices, Outcome};

/// One move of one game with its alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The game it was taken in.
    pub game: Arc<GameInfo>,
    /// The number of the half-move in the game, from 1.
    pub ply: u32,
    /// The position before the move.
    pub board: Board,
    /// The opponent's move that led here; none at the start of a game.
    pub answered: Option<Move>,
    /// The mover's own move before that.
    pub continued: Option<Move>,
    /// Seconds the mover had left before the move, if the game says.
    pub clock: Option<f32>,
    /// Every legal move, ordered as [`Board::legal_moves`] has them.
    pub moves: Vec<Move>,
    /// The reference's score of each, for the mover.
    pub scores: Vec<Score>,
    /// Which of the moves was played.
    pub played: usize,
    /// Who scored them.
    pub reference: Arc<Reference>,
    /// The scores of the same reference after shallower searches, the shallowest first; none if
    /// nobody kept them.
    pub shallower: Vec<Shallower>,
    /// What endgame tables say of the moves, where they have [judged](crate::exact_zone::judge).
    pub exact: Option<Choices<Move, Outcome>>,
}

/// The scores of a decision's moves after a shallower search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shallower {
    /// How deep, in plies.
    pub depth: u16,
    /// The score of each move, for the mover.
    pub scores: Vec<Score>,
}

/// What the tags of a game say, White first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// The file it stands in, without its folder.
    pub file: String,
    /// Its number in that file, from 1.
    pub number: usize,
    /// `Event`.
    pub event: Option<String>,
    /// `Site`.
    pub site: Option<String>,
    /// `Date`, as written.
    pub date: Option<String>,
    /// `ECO`.
    pub eco: Option<String>,
    /// `TimeControl`, as written.
    pub time_control: Option<String>,
    /// `White` and `Black`; `?` if nobody says.
    pub players: [String; 2],
    /// `WhiteElo` and `BlackElo`.
    pub ratings: [Option<u16>; 2],
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// Who scored the moves: all that the scores depend on, the definition of `E_p`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The engine's name without its version.
    pub engine: String,
    /// Its version; empty if it does not say.
    pub version: String,
    /// The network it uses, if any.
    pub network: Option<String>,
    /// Options that were set, as `Name=value`, one space between two.
    pub options: String,
    /// How the moves were scored.
    pub method: Method,
    /// The `p` of `E_p`.
    pub depth: u16,
}

/// The part of a game a position belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// The first ten moves, while there are more than ten pieces that are neither king nor pawn.
    Opening,
    /// Between the two others.
    Middlegame,
    /// Six pieces or fewer that are neither king nor pawn.
    Endgame,
}

impl Phase {
    /// The phases, the first first.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// The phase of a position after so many half-moves, its own included.
    pub fn of(board: &Board, ply: u32) -> Phase {
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let men = |color| roles.map(|role| board.squares(color, role).count_ones()).iter().sum();
        let pieces: u32 = [Color::White, Color::Black].map(men).iter().sum();
        match pieces {
            0..=6 => Phase::Endgame,
            7..=10 => Phase::Middlegame,
            _ if ply <= 20 => Phase::Opening,
            _ => Phase::Middlegame,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }
}

impl Decision {
    /// The player's name.
    pub fn player(&self) -> &str {
        &self.game.players[side(self.board.turn())]
    }

    /// The opponent's name.
    pub fn opponent(&self) -> &str {
        &self.game.players[side(self.board.turn().other())]
    }

    /// The player's rating.
    pub fn rating(&self) -> Option<u16> {
        self.game.ratings[side(self.board.turn())]
    }

    /// The opponent's rating.
    pub fn opponent_rating(&self) -> Option<u16> {
        self.game.ratings[side(self.board.turn().other())]
    }

    /// The part of the game.
    pub fn phase(&self) -> Phase {
        Phase::of(&self.board, self.ply)
    }

    /// Whether there was nothing to decide.
    pub fn is_forced(&self) -> bool {
        self.moves.len() < 2
    }

    /// What the move played gave away, in centipawns, everything beyond ten pawns counting as ten.
    pub fn centipawn_loss(&self) -> f64 {
        let capped = |score: Score| 100.0 * score.pawns().clamp(-10.0, 10.0);
        self.scores.get(self.played).map_or(0.0, |&played| capped(self.best()) - capped(played))
    }

    /// The best score of all moves.
    pub fn best(&self) -> Score {
        self.scores.iter().copied().max().unwrap_or(Score::DRAW)
    }
}

/// The place of a colour in a pair.
fn side(color: Color) -> usize {
    color.fold_wb(0, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_by_pieces_and_plies() {
        let start = Board::default();
        assert_eq!(Phase::of(&start, 1), Phase::Opening);
        assert_eq!(Phase::of(&start, 21), Phase::Middlegame);
        let rooks = Board::from_fen("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1").unwrap();
        assert_eq!(Phase::of(&rooks, 9), Phase::Endgame);
    }
}
