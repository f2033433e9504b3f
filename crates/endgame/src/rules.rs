//! The only module that uses shakmaty: positions, moves, FEN and SAN.

mod board;

pub use board::{Board, SanProblem, is_san};

use std::ops::Deref;

use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, MoveList, Rank, Setup};
use shakmaty::{Position as _, PositionErrorKinds};

pub use shakmaty::{Color, Move, Piece, Role, Square};

use crate::material::Material;

/// A [`Board`] without castling rights, as endgame tables know it.
///
/// Legal means: one king each, kings apart, no pawn on the first or last rank, the side that has
/// just moved not in check. Checks that no legal game can reach (three checkers, say) are accepted,
/// because endgame tables hold such positions too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position(Board);

impl Deref for Position {
    type Target = Board;

    fn deref(&self) -> &Board {
        &self.0
    }
}

/// Why a text or a placement is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum PositionError {
    #[error(
        "'{text}' is not a FEN ({reason}): give the board, the side to move and the rest in quotes, as in \"K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1\""
    )]
    Unreadable { text: String, reason: String },
    #[error("{color} has {kings} kings on the board: put exactly one there")]
    Kings { color: &'static str, kings: usize },
    #[error(
        "the position has castling rights, which endgame tables do not know: write - in the FEN's third field"
    )]
    Castling,
    #[error("there is a pawn on the first or last rank: move or promote it")]
    PawnOnBackRank,
    #[error("the kings stand next to each other: move one of them")]
    KingsAdjacent,
    #[error("{0} is in check but it is not {0}'s move: change the side to move, or the position")]
    OppositeCheck(&'static str),
    #[error(
        "no pawn has just moved two squares past the en passant square: write - in the FEN's fourth field"
    )]
    EnPassant,
    #[error(
        "the clock of this FEN stands at {0}, and the game is drawn at {DRAWN_AT}: give a clock from 0 to {DRAWN_AT} in the FEN's fifth field"
    )]
    Clock(u32),
}

/// Half-moves without a capture or a pawn move after which a game is drawn: the 50-move rule.
pub const DRAWN_AT: u32 = 100;

/// Why a game is over where it stands, whatever was played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side has the men to mate, whatever is played: bare kings, a single knight or bishop
    /// beside them, or bishops of one square colour alone.
    InsufficientMaterial,
}

/// `White` or `Black`, for sentences.
pub fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The place of a colour in arrays of two: White first.
#[inline(always)]
pub(crate) fn side(color: Color) -> usize {
    usize::from(color == Color::Black)
}

impl Position {
    /// Reads a FEN; the move counters may be missing.
    pub fn from_fen(text: &str) -> Result<Position, PositionError> {
        Position::from_setup(read_fen(text)?)
    }

    /// The position, unless its clock is past the 50-move rule: for what a person asks about. Games go on past it where nobody
    /// claims the draw, so that programs may send such positions.
    pub fn within_the_rule(self) -> Result<Position, PositionError> {
        match self.halfmove_clock() {
            0..=DRAWN_AT => Ok(self),
            late => Err(PositionError::Clock(late)),
        }
    }

    /// Puts men on the board, the given side to move.
    pub fn from_men(
        men: impl IntoIterator<Item = (Square, Piece)>,
        turn: Color,
    ) -> Result<Position, PositionError> {
        let mut setup = Setup::empty();
        for (square, piece) in men {
            setup.board.set_piece_at(square, piece);
        }
        setup.turn = turn;
        Position::from_setup(setup)
    }

    fn from_setup(setup: Setup) -> Result<Position, PositionError> {
        if setup.castling_rights.any() {
            check_kings(&setup)?;
            return Err(PositionError::Castling);
        }
        chess(setup, CastlingMode::Standard).map(|chess| Position(Board(chess)))
    }

    /// The men on the board.
    pub fn material(&self) -> Material {
        Material::of(|color, role| self.squares(color, role).count_ones() as u8)
    }

    /// Every man with its square.
    pub fn men(&self) -> Vec<(Square, Piece)> {
        self.chess().board().iter().collect()
    }

    /// Every legal move, not copied into a list of its own.
    pub(crate) fn moves(&self) -> MoveList {
        self.chess().legal_moves()
    }

    /// The position after a legal move of this position.
    #[must_use]
    pub fn after(&self, play: Move) -> Position {
        Position(self.0.after(play))
    }

    /// The same men with the other side to move; none if the side to move is in check.
    pub fn passed(&self) -> Option<Position> {
        let mut setup = self.chess().to_setup(EnPassantMode::Legal);
        setup.turn = setup.turn.other();
        setup.ep_square = None;
        (!self.is_check()).then(|| Position::from_setup(setup).ok()).flatten()
    }

    /// The same position without the right to capture en passant, and whether there was one that
    /// can be used.
    pub fn without_en_passant(&self) -> (Position, bool) {
        if !self.has_en_passant() {
            return (self.clone(), false);
        }
        let mut setup = self.chess().to_setup(EnPassantMode::Legal);
        setup.ep_square = None;
        let plain = Position::from_setup(setup).expect("only the en passant right was dropped");
        (plain, true)
    }

    /// Whether the side to move can capture en passant.
    pub fn has_en_passant(&self) -> bool {
        self.chess().legal_ep_square().is_some()
    }

    /// The same men and side to move with a right to capture en passant, for each right that could
    /// be used.
    pub(crate) fn with_en_passant(&self) -> Vec<Position> {
        let double_stepped = self.turn().fold_wb(Rank::Fifth, Rank::Fourth);
        let board = self.chess().board();
        let pawns = board.pawns() & board.by_color(self.turn().other());
        let stepped = (pawns & Bitboard::from(double_stepped)).into_iter();
        stepped.filter_map(|pawn| self.with_en_passant_of(pawn)).collect()
    }

    /// The same after this pawn has just moved two squares; none if it cannot be captured for it.
    pub fn with_en_passant_of(&self, pawn: Square) -> Option<Position> {
        let skipped = self.turn().fold_wb(Rank::Sixth, Rank::Third);
        let mut setup = self.chess().to_setup(EnPassantMode::Legal);
        setup.ep_square = Some(Square::from_coords(pawn.file(), skipped));
        Position::from_setup(setup).ok().filter(Position::has_en_passant)
    }

    /// The same position with the colours exchanged, top to bottom: worth the same to the side to
    /// move.
    #[must_use]
    pub fn colours_exchanged(&self) -> Position {
        let mirrored = self.chess().to_setup(EnPassantMode::Legal).into_mirrored();
        Position::from_setup(mirrored).expect("a legal position is legal for either colour")
    }

    /// The shakmaty position inside.
    pub(crate) fn chess(&self) -> &Chess {
        &self.0.0
    }
}

fn read_fen(text: &str) -> Result<Setup, PositionError> {
    let fen = Fen::from_ascii(text.trim().as_bytes());
    fen.map(Fen::into_setup).map_err(|error| PositionError::Unreadable {
        text: text.to_owned(),
        reason: error.to_string(),
    })
}

/// A move as engines write it.
pub fn uci(play: Move) -> String {
    play.to_uci(CastlingMode::Standard).to_string()
}

/// One king each.
fn check_kings(setup: &Setup) -> Result<(), PositionError> {
    let board = &setup.board;
    for color in Color::ALL {
        let kings = (board.kings() & board.by_color(color)).count();
        if kings != 1 {
            return Err(PositionError::Kings { color: color_name(color), kings });
        }
    }
    Ok(())
}

/// A legal position; castling rights that cannot be are dropped.
fn chess(setup: Setup, mode: CastlingMode) -> Result<Chess, PositionError> {
    check_kings(&setup)?;
    let board = &setup.board;
    if (board.pawns() & Bitboard::BACKRANKS).any() {
        return Err(PositionError::PawnOnBackRank);
    }
    let kings = Color::ALL.map(|color| board.king_of(color));
    if let [Some(white), Some(black)] = kings
        && white.distance(black) < 2
    {
        return Err(PositionError::KingsAdjacent);
    }
    let waiting = color_name(setup.turn.other());
    Chess::from_setup(setup, mode)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_invalid_castling_rights)
        .map_err(|error| {
            if error.kinds().contains(PositionErrorKinds::INVALID_EP_SQUARE) {
                PositionError::EnPassant
            } else {
                PositionError::OppositeCheck(waiting)
            }
        })
}

/// Squares a man attacks from a square, these squares being occupied.
#[inline(always)]
pub(crate) fn reach(man: Piece, from: u8, occupied: u64) -> u64 {
    shakmaty::attacks::attacks(Square::new(u32::from(from)), man, Bitboard(occupied)).0
}

/// The squares between two squares on a line; none if they are on none.
#[inline(always)]
pub(crate) fn between(a: u8, b: u8) -> u64 {
    let [a, b] = [a, b].map(|square| Square::new(u32::from(square)));
    shakmaty::attacks::between(a, b).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_positions_are_refused_with_the_reason() {
        assert!(matches!(Position::from_fen("hello"), Err(PositionError::Unreadable { .. })));
        let kings = |kings| PositionError::Kings { color: "White", kings };
        for (fen, reason) in [
            ("8/8/8/3k4/8/8/8/8 w - - 0 1", kings(0)),
            ("8/8/8/3k4/8/8/3K4/3K4 w - - 0 1", kings(2)),
            ("8/8/8/3k4/8/8/8/4K2R w K - 0 1", PositionError::Castling),
            ("8/8/8/3k4/8/8/8/P3K3 w - - 0 1", PositionError::PawnOnBackRank),
            ("8/8/8/3k4/3K4/8/8/8 w - - 0 1", PositionError::KingsAdjacent),
            ("8/8/8/3k4/8/8/3Q4/3K4 w - - 0 1", PositionError::OppositeCheck("Black")),
            ("8/8/8/3k4/8/8/8/3K4 w - e6 0 1", PositionError::EnPassant),
        ] {
            assert_eq!(Position::from_fen(fen), Err(reason));
        }
    }

    #[test]
    fn a_clock_past_the_rule_is_read_and_refused_where_it_matters() {
        let at =
            |clock| Position::from_fen(&format!("8/8/8/3k4/8/8/8/3K3R w - - {clock} 90")).unwrap();
        assert_eq!(at(100).within_the_rule(), Ok(at(100)));
        assert_eq!(at(101).within_the_rule(), Err(PositionError::Clock(101)));
    }

    #[test]
    fn dropping_en_passant_says_whether_it_mattered() {
        let fen = "8/8/8/8/k2Pp3/8/8/4K3 b - d3 0 1";
        let (plain, mattered) = Position::from_fen(fen).unwrap().without_en_passant();
        assert!(mattered);
        assert_eq!(plain.fen(), "8/8/8/8/k2Pp3/8/8/4K3 b - - 0 1");
        assert!(!plain.without_en_passant().1);
    }

    #[test]
    fn a_position_says_why_a_game_is_over() {
        let ending = |fen: &str| Position::from_fen(fen).unwrap().ending();
        let dead = Some(Ending::InsufficientMaterial);
        for fen in [
            "8/8/8/3k4/8/8/8/3K4 w - - 0 1",
            "8/8/8/3k4/8/8/8/3K3N b - - 0 1",
            "8/8/8/3k4/8/8/8/3K3b w - - 0 1",
            // Bishops on squares of one colour, on either side.
            "8/8/8/3k4/8/8/b7/1B1K4 w - - 0 1",
        ] {
            assert_eq!(ending(fen), dead, "{fen}");
        }
        // Both have a way to be mated with the help of the loser.
        for fen in [
            "8/8/8/3k4/8/8/b7/B2K4 w - - 0 1",
            "8/8/8/3k4/8/8/n7/N2K4 w - - 0 1",
            "8/8/8/3k4/8/8/8/2NKN3 w - - 0 1",
            "8/8/8/3k4/8/8/P7/3K4 w - - 0 1",
        ] {
            assert_eq!(ending(fen), None, "{fen}");
        }
        assert_eq!(ending("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), Some(Ending::Checkmate));
        assert_eq!(ending("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), Some(Ending::Stalemate));
        // Nobody can mate, and nobody can move: stalemate is said.
        assert_eq!(ending("k7/8/1K1B4/8/8/8/8/8 b - - 0 1"), Some(Ending::Stalemate));
    }
}
