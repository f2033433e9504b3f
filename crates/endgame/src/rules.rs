//! The only module that uses shakmaty: positions, moves, FEN and SAN.

mod board;

pub use board::{Board, SanProblem, is_san};

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, Rank, Setup};
use shakmaty::{Position as _, PositionErrorKinds};

pub use shakmaty::{Color, Move, Piece, Role, Square};

use crate::material::{Army, Material};

/// A legal chess position without castling rights.
///
/// Legal means: one king each, kings apart, no pawn on the first or last rank, the side that has
/// just moved not in check. Checks that no legal game can reach (three checkers, say) are accepted,
/// because endgame tables hold such positions too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position(Chess);

/// Why a text or a placement is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Not readable as FEN.
    #[error(
        "'{text}' is not a FEN ({reason}): give the board, the side to move and the rest in quotes, as in \"K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1\""
    )]
    Unreadable {
        /// What was typed.
        text: String,
        /// What the reader stumbled over.
        reason: String,
    },
    /// Not one king each.
    #[error("{color} has {kings} kings on the board: put exactly one there")]
    Kings {
        /// Whose kings.
        color: &'static str,
        /// How many there are.
        kings: usize,
    },
    /// There are castling rights.
    #[error(
        "the position has castling rights, which endgame tables do not know: write - in the FEN's third field"
    )]
    Castling,
    /// A pawn where none can stand.
    #[error("there is a pawn on the first or last rank: move or promote it")]
    PawnOnBackRank,
    /// Kings side by side.
    #[error("the kings stand next to each other: move one of them")]
    KingsAdjacent,
    /// The side that has just moved is in check.
    #[error("{0} is in check but it is not {0}'s move: change the side to move, or the position")]
    OppositeCheck(&'static str),
    /// An en passant square that cannot be.
    #[error(
        "no pawn has just moved two squares past the en passant square: write - in the FEN's fourth field"
    )]
    EnPassant,
}

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

/// The one rule by which every front ends a game where it stands.
fn ending(position: &Chess) -> Option<Ending> {
    if position.is_checkmate() {
        Some(Ending::Checkmate)
    } else if position.is_stalemate() {
        Some(Ending::Stalemate)
    } else if position.is_insufficient_material() {
        Some(Ending::InsufficientMaterial)
    } else {
        None
    }
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
        let fen = Fen::from_ascii(text.trim().as_bytes()).map_err(|error| {
            PositionError::Unreadable { text: text.to_owned(), reason: error.to_string() }
        })?;
        Position::from_setup(fen.into_setup())
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
        chess(setup).map(Position)
    }

    /// The position as FEN; the en passant square only if a capture there is legal.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.0, EnPassantMode::Legal).to_string()
    }

    /// Whose move it is.
    pub fn turn(&self) -> Color {
        self.0.turn()
    }

    /// The men on the board.
    pub fn material(&self) -> Material {
        let army = |color| {
            let counts = self.0.board().material_side(color);
            crate::material::ROLES.into_iter().fold(Army::default(), |army, role| {
                (0..*counts.get(role)).fold(army, |army, _| army.with(role))
            })
        };
        Material { white: army(Color::White), black: army(Color::Black) }
    }

    /// Whether exactly these men are on the board.
    #[inline]
    pub(crate) fn has_material(&self, material: &Material) -> bool {
        self.0.board().occupied().count() == material.men()
            && Color::ALL.into_iter().all(|color| {
                let army = material.army(color);
                crate::material::ROLES
                    .into_iter()
                    .all(|role| self.squares(color, role).count_ones() as usize == army.count(role))
            })
    }

    /// The set of squares where a man of this colour and role stands.
    pub(crate) fn squares(&self, color: Color, role: Role) -> u64 {
        (self.0.board().by_color(color) & self.0.board().by_role(role)).0
    }

    /// Every man with its square.
    pub fn men(&self) -> Vec<(Square, Piece)> {
        self.0.board().iter().collect()
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.0.legal_moves().into_iter().collect()
    }

    /// The position after a legal move of this position.
    #[must_use]
    pub fn after(&self, play: Move) -> Position {
        let mut next = self.0.clone();
        next.play_unchecked(play);
        Position(next)
    }

    /// The same men with the other side to move; none if the side to move is in check.
    pub fn passed(&self) -> Option<Position> {
        let mut setup = self.0.to_setup(EnPassantMode::Legal);
        setup.turn = setup.turn.other();
        setup.ep_square = None;
        (!self.is_check()).then(|| Position::from_setup(setup).ok()).flatten()
    }

    /// The same position without the right to capture en passant, and whether there was one that
    /// can be used.
    pub fn without_en_passant(&self) -> (Position, bool) {
        if self.0.legal_ep_square().is_none() {
            return (self.clone(), false);
        }
        let mut setup = self.0.to_setup(EnPassantMode::Legal);
        setup.ep_square = None;
        let plain = Position::from_setup(setup).expect("only the en passant right was dropped");
        (plain, true)
    }

    /// Whether the side to move can capture en passant.
    pub(crate) fn has_en_passant(&self) -> bool {
        self.0.legal_ep_square().is_some()
    }

    /// The same men and side to move with a right to capture en passant, for each right that could
    /// be used.
    pub(crate) fn with_en_passant(&self) -> Vec<Position> {
        let double_stepped = self.turn().fold_wb(Rank::Fifth, Rank::Fourth);
        let board = self.0.board();
        let pawns = board.pawns() & board.by_color(self.turn().other());
        let stepped = (pawns & Bitboard::from(double_stepped)).into_iter();
        stepped.filter_map(|pawn| self.with_en_passant_of(pawn)).collect()
    }

    /// The same after this pawn has just moved two squares; none if it cannot be captured for it.
    pub(crate) fn with_en_passant_of(&self, pawn: Square) -> Option<Position> {
        let skipped = self.turn().fold_wb(Rank::Sixth, Rank::Third);
        let mut setup = self.0.to_setup(EnPassantMode::Legal);
        setup.ep_square = Some(Square::from_coords(pawn.file(), skipped));
        Position::from_setup(setup).ok().filter(Position::has_en_passant)
    }

    /// The move in standard algebraic notation, with check and mate signs.
    pub fn san(&self, play: Move) -> String {
        SanPlus::from_move(self.0.clone(), play).to_string()
    }

    /// The move as engines write it.
    pub fn uci(&self, play: Move) -> String {
        uci(play)
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.0.is_checkmate()
    }

    /// Whether the side to move is stalemated.
    pub fn is_stalemate(&self) -> bool {
        self.0.is_stalemate()
    }

    /// Whether neither side has the men to mate, whatever happens.
    pub fn is_insufficient_material(&self) -> bool {
        self.0.is_insufficient_material()
    }

    /// Why the game is over here, if it is; fifty moves and repetition need more than a position.
    pub fn ending(&self) -> Option<Ending> {
        ending(&self.0)
    }

    /// The same position with the colours exchanged, top to bottom: worth the same to the side to
    /// move.
    #[must_use]
    pub fn colours_exchanged(&self) -> Position {
        let mirrored = self.0.to_setup(EnPassantMode::Legal).into_mirrored();
        Position::from_setup(mirrored).expect("a legal position is legal for either colour")
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.0.halfmoves()
    }

    /// The shakmaty position inside, for the Syzygy files.
    pub(crate) fn as_shakmaty(&self) -> &Chess {
        &self.0
    }
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
fn chess(setup: Setup) -> Result<Chess, PositionError> {
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
    Chess::from_setup(setup, CastlingMode::Standard)
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

/// Squares a man attacks, by shakmaty's tables: a test of the solver's own.
#[cfg(test)]
pub(crate) fn shakmaty_attacks(role: Role, from: Square, blockers: u64) -> u64 {
    shakmaty::attacks::attacks(from, role.of(Color::White), Bitboard(blockers)).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuse(fen: &str) -> PositionError {
        Position::from_fen(fen).unwrap_err()
    }

    #[test]
    fn bad_positions_are_refused_with_the_reason() {
        assert!(matches!(refuse("hello"), PositionError::Unreadable { .. }));
        assert!(matches!(
            refuse("8/8/8/3k4/8/8/8/8 w - - 0 1"),
            PositionError::Kings { kings: 0, .. }
        ));
        assert!(matches!(
            refuse("8/8/8/3k4/8/8/3K4/3K4 w - - 0 1"),
            PositionError::Kings { kings: 2, color: "White" }
        ));
        assert_eq!(refuse("8/8/8/3k4/8/8/8/4K2R w K - 0 1"), PositionError::Castling);
        assert_eq!(refuse("8/8/8/3k4/8/8/8/P3K3 w - - 0 1"), PositionError::PawnOnBackRank);
        assert_eq!(refuse("8/8/8/3k4/3K4/8/8/8 w - - 0 1"), PositionError::KingsAdjacent);
        assert_eq!(
            refuse("8/8/8/3k4/8/8/3Q4/3K4 w - - 0 1"),
            PositionError::OppositeCheck("Black")
        );
        assert_eq!(refuse("8/8/8/3k4/8/8/8/3K4 w - e6 0 1"), PositionError::EnPassant);
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

    #[test]
    fn material_is_named_white_first() {
        let position = Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
        assert_eq!(position.material().to_string(), "KQKR");
    }
}
