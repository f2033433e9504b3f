//! The rules, and the only module that asks shakmaty for positions and moves.

use std::fmt;
use std::str::FromStr;

use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::variant::Antichess;
use shakmaty::{CastlingMode, EnPassantMode, FromSetup as _, Setup};
use shakmaty::{Position as _, PositionErrorKinds};

pub use shakmaty::{Color, Move, Piece, Role, Square};

use super::material::Material;

/// Who wins when the side to move has men but no move. All else is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    /// The side to move: antichess as on Lichess, called giveaway elsewhere.
    #[default]
    Antichess,
    /// The side with fewer men; a draw if both have as many: suicide chess as on FICS.
    Suicide,
}

impl Rules {
    /// What a stalemate is worth to the side to move, by the numbers of men: 1 a win, 0 a draw, -1 a loss.
    pub fn stalemate(self, own: usize, others: usize) -> i8 {
        match self {
            Rules::Antichess => 1,
            Rules::Suicide => (others as i8 - own as i8).signum(),
        }
    }

    /// `antichess` or `suicide`.
    pub fn word(self) -> &'static str {
        match self {
            Rules::Antichess => "antichess",
            Rules::Suicide => "suicide",
        }
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum PositionError {
    #[error(
        "'{text}' is not a FEN ({reason}): give the board, the side to move and the rest in quotes, as in \"8/8/8/8/8/8/2k5/Q7 w - - 0 1\""
    )]
    Unreadable { text: String, reason: String },
    #[error(
        "the position has castling rights, which antichess does not know: write - in the FEN's third field"
    )]
    Castling,
    #[error("there is a pawn on the first or last rank: move or promote it")]
    PawnOnBackRank,
    #[error("there is no man on the board: put one there")]
    Empty,
    #[error(
        "no pawn has just moved two squares past the en passant square: write - in the FEN's fourth field"
    )]
    EnPassant,
    #[error("no game of antichess has these men: check the FEN")]
    Impossible,
}

/// A position of antichess: kings are men like others, captures are forced.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position(Antichess);

impl Position {
    /// The start of a game: all 32 men, no castling.
    pub fn start() -> Position {
        Position(Antichess::new())
    }

    /// Puts men on the board, the given side to move.
    pub(crate) fn from_men(
        men: impl IntoIterator<Item = (Square, Piece)>,
        turn: Color,
        en_passant: Option<Square>,
    ) -> Result<Position, PositionError> {
        let mut setup = Setup::empty();
        for (square, piece) in men {
            setup.board.set_piece_at(square, piece);
        }
        setup.turn = turn;
        setup.ep_square = en_passant;
        Position::from_setup(setup)
    }

    fn from_setup(setup: Setup) -> Result<Position, PositionError> {
        let antichess = Antichess::from_setup(setup, CastlingMode::Standard);
        let antichess = antichess.map_err(|error| {
            let kinds = error.kinds();
            if kinds.contains(PositionErrorKinds::EMPTY_BOARD) {
                PositionError::Empty
            } else if kinds.contains(PositionErrorKinds::PAWNS_ON_BACKRANK) {
                PositionError::PawnOnBackRank
            } else if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
                PositionError::Castling
            } else if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE) {
                PositionError::EnPassant
            } else {
                PositionError::Impossible
            }
        });
        antichess.map(Position)
    }

    /// Whose move it is.
    pub fn turn(&self) -> Color {
        self.0.turn()
    }

    /// The number of the next move of either side.
    pub fn move_number(&self) -> u32 {
        self.0.fullmoves().get()
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.0.halfmoves()
    }

    /// The men on the board.
    pub fn material(&self) -> Material {
        Material::of(|color, role| self.0.board().by_piece(role.of(color)).count())
    }

    /// Every man with its square.
    pub fn men(&self) -> Vec<(Square, Piece)> {
        self.0.board().iter().collect()
    }

    /// The same with colours swapped and the board turned upside down; nobody has just made a double step.
    #[must_use]
    pub fn in_other_colors(&self) -> Position {
        let men = self.men().into_iter().map(|(square, man)| {
            (square.flip_vertical(), Piece { color: man.color.other(), role: man.role })
        });
        Position::from_men(men, self.turn().other(), None).expect("the same men are possible")
    }

    /// The squares of the pawns of both sides.
    pub(crate) fn pawns(&self) -> u64 {
        self.0.board().pawns().0
    }

    /// One of the positions that look the same in a mirror: bit 0 of the number swaps left and right, bit 1 up and down if there is
    /// no pawn. Nobody has just made a double step.
    #[must_use]
    pub fn mirrored(&self, image: u8) -> Position {
        let upside_down = image & 2 != 0 && self.pawns() == 0;
        let mask = if image & 1 != 0 { 7 } else { 0 } | if upside_down { 56 } else { 0 };
        let turned = |square: Square| Square::new(square.to_u32() ^ mask);
        let men = self.men().into_iter().map(|(square, man)| (turned(square), man));
        Position::from_men(men, self.turn(), None).expect("the same men are possible")
    }

    /// Every legal move: captures if there is one, and none where a side has no men.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.0.is_variant_end() { Vec::new() } else { self.0.legal_moves().to_vec() }
    }

    /// Whether a pawn can be taken en passant.
    pub(crate) fn has_en_passant(&self) -> bool {
        !self.0.en_passant_moves().is_empty()
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, play: Move) -> Position {
        let mut next = self.0.clone();
        next.play_unchecked(play);
        Position(next)
    }

    /// A move as engines write it: `e7e8k`.
    pub fn uci(&self, play: Move) -> String {
        UciMove::from_standard(play).to_string()
    }

    /// A move as people write it: `exd8=K`.
    pub fn san(&self, play: Move) -> String {
        San::from_move(&self.0, play).to_string()
    }

    /// Reads a move in either way; none if it is not legal here.
    pub fn read_move(&self, text: &str) -> Option<Move> {
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        let legal = self.legal_moves();
        let by_uci = legal.iter().find(|&&play| self.uci(play) == text.to_ascii_lowercase());
        let by_san = || {
            let read = San::from_str(text).ok()?.to_move(&self.0).ok()?;
            legal.iter().find(|&&play| play == read)
        };
        by_uci.or_else(by_san).copied()
    }

    /// The FEN, counters included.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.0, EnPassantMode::Legal).to_string()
    }
}

/// Whether a text looks like a move at all.
pub(crate) fn is_written_like_a_move(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
    San::from_str(text).is_ok() || UciMove::from_str(&text.to_ascii_lowercase()).is_ok()
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads a FEN; the move counters may be missing.
    fn from_str(text: &str) -> Result<Position, PositionError> {
        let unreadable = |reason: &dyn fmt::Display| PositionError::Unreadable {
            text: text.to_owned(),
            reason: reason.to_string(),
        };
        let fen: Fen = text.trim().parse().map_err(|error| unreadable(&error))?;
        Position::from_setup(fen.into_setup())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_are_forced_and_pawns_become_kings() {
        let at: Position = "8/5P2/8/2r5/8/8/8/8 w".parse().unwrap();
        assert_eq!(at.legal_moves().len(), 5);
        assert_eq!(at.read_move("f8=K"), at.read_move("f7f8k"));
        assert!(at.read_move("f8=K").is_some() && at.read_move("f6").is_none());
        let forced: Position = "8/8/8/8/8/8/r7/RN6 w - - 0 1".parse().unwrap();
        let names: Vec<String> =
            forced.legal_moves().iter().map(|&play| forced.san(play)).collect();
        assert_eq!(names, ["Rxa2"]);
    }

    #[test]
    fn what_is_no_position_says_why() {
        for (fen, part) in [
            ("nonsense", "not a FEN"),
            ("8/8/8/8/8/8/8/8 w", "no man"),
            ("P7/8/8/8/8/8/8/k7 w", "first or last rank"),
            ("8/8/8/8/8/8/8/R3K2k w Q - 0 1", "castling"),
        ] {
            let error = fen.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains(part), "{fen}: {error}");
        }
    }

    #[test]
    fn stalemates_differ_by_the_rules() {
        assert_eq!([1, 2, 3].map(|own| Rules::Suicide.stalemate(own, 2)), [1, 0, -1]);
        assert_eq!([1, 2, 3].map(|own| Rules::Antichess.stalemate(own, 2)), [1, 1, 1]);
    }
}
