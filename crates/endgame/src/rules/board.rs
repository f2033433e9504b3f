//! The board of a whole game, from its first move on: castling rights and any number of men.

use shakmaty::fen::Fen;
use shakmaty::san::{SanError, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{Castles, CastlingMode, CastlingSide, Chess, EnPassantMode, Position as _};

use super::{Color, Ending, Move, Position, PositionError, Role, chess, read_fen};

/// A legal chess position of any game; [`Board::position`] hands out those that endgame tables know.
///
/// Two boards are equal if they repeat each other: men, side to move, castling rights and a usable
/// right to capture en passant, whatever the counters say.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(pub(super) Chess);

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum SanProblem {
    #[error("is not a move in standard algebraic notation")]
    Unreadable,
    #[error("is not legal there")]
    Illegal,
    #[error("could be more than one move there")]
    Ambiguous,
}

/// Whether a text begins as a move in standard algebraic notation does.
pub fn is_san(text: &str) -> bool {
    SanPlus::from_ascii_prefix(text.as_bytes()).is_ok()
}

impl Default for Board {
    fn default() -> Board {
        Board(Chess::new())
    }
}

impl Board {
    /// Reads a FEN; the move counters may be missing.
    pub fn from_fen(text: &str) -> Result<Board, PositionError> {
        Ok(Board(chess(read_fen(text)?, CastlingMode::Standard)?))
    }

    /// Reads a FEN of Chess960, with castling rights as X-FEN (`KQkq`) or Shredder-FEN (`HAha`): any
    /// rook on the king's rank may castle, and castling is written as the king taking his rook.
    pub fn from_chess960_fen(text: &str) -> Result<Board, PositionError> {
        Ok(Board(chess(read_fen(text)?, CastlingMode::Chess960)?))
    }

    /// Reads a FEN that may be of either: one whose castling rights fit no game of standard chess, but one of
    /// Chess960, is of that. Rights that fit neither are dropped.
    pub fn from_either_fen(text: &str) -> Result<Board, PositionError> {
        let setup = read_fen(text)?;
        let fits = |mode: &CastlingMode| Castles::from_setup(&setup, *mode).is_ok();
        let modes = [CastlingMode::Standard, CastlingMode::Chess960];
        let mode = modes.into_iter().find(fits).unwrap_or(CastlingMode::Standard);
        Ok(Board(chess(setup, mode)?))
    }

    /// Whether castling is that of Chess960.
    pub fn is_chess960(&self) -> bool {
        self.0.castles().mode() == CastlingMode::Chess960
    }

    /// Whether a game of chess begins here.
    pub fn is_start(&self) -> bool {
        self.0 == Chess::new()
    }

    /// The position as FEN; the en passant square only if a capture there is legal.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.0, EnPassantMode::Legal).to_string()
    }

    /// The position as shakmaty has it, for what it knows of attacks.
    pub fn as_chess(&self) -> &Chess {
        &self.0
    }

    /// Whose move it is.
    pub fn turn(&self) -> Color {
        self.0.turn()
    }

    /// The number of the move to come.
    pub fn move_number(&self) -> u32 {
        self.0.fullmoves().get()
    }

    /// How many men are on the board, kings included.
    pub fn count_men(&self) -> usize {
        self.0.board().occupied().count()
    }

    /// The position, if endgame tables could know it: no castling rights.
    pub fn position(&self) -> Option<Position> {
        let castles = Color::ALL.into_iter().any(|color| {
            CastlingSide::ALL.into_iter().any(|side| self.0.castles().has(color, side))
        });
        (!castles).then(|| Position(self.clone()))
    }

    /// The legal move that a text such as `Qxe7+` means here; its signs of check are not looked at.
    pub fn read_san(&self, text: &str) -> Result<Move, SanProblem> {
        let san: SanPlus = text.parse().map_err(|_| SanProblem::Unreadable)?;
        san.san.to_move(&self.0).map_err(|error| match error {
            SanError::AmbiguousSan => SanProblem::Ambiguous,
            _ => SanProblem::Illegal,
        })
    }

    /// The move in standard algebraic notation, with check and mate signs.
    pub fn san(&self, play: Move) -> String {
        SanPlus::from_move(self.0.clone(), play).to_string()
    }

    /// Makes a legal move.
    pub fn play(&mut self, play: Move) {
        self.0.play_unchecked(play);
    }

    /// The board after a legal move.
    #[must_use]
    pub fn after(&self, play: Move) -> Board {
        let mut next = self.clone();
        next.play(play);
        next
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.0.legal_moves().into_iter().collect()
    }

    /// How many legal moves there are.
    pub fn count_legal_moves(&self) -> usize {
        self.0.legal_moves().len()
    }

    /// The legal move that engines write so (`e2e4`, `e7e8q`, `e1g1`), if there is one.
    pub fn read_uci(&self, text: &str) -> Option<Move> {
        text.parse::<UciMove>().ok()?.to_move(&self.0).ok()
    }

    /// The move as engines write it, castling as its mode has it.
    pub fn uci(&self, play: Move) -> String {
        play.to_uci(self.0.castles().mode()).to_string()
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.0.halfmoves()
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

    /// Why the game is over here, if it is; fifty moves and repetition need more than a board.
    pub fn ending(&self) -> Option<Ending> {
        if self.is_checkmate() {
            Some(Ending::Checkmate)
        } else if self.is_stalemate() {
            Some(Ending::Stalemate)
        } else {
            self.is_insufficient_material().then_some(Ending::InsufficientMaterial)
        }
    }

    /// Whether neither side has the men to mate, whatever is played.
    pub fn is_insufficient_material(&self) -> bool {
        self.0.is_insufficient_material()
    }

    /// The set of squares where a man of this colour and role stands: bit 0 is a1, bit 63 h8.
    pub fn squares(&self, color: Color, role: Role) -> u64 {
        (self.0.board().by_color(color) & self.0.board().by_role(role)).0
    }
}

impl From<Position> for Board {
    fn from(position: Position) -> Board {
        position.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_replayed_until_tables_know_it() {
        let mut board = Board::default();
        assert!(board.is_start() && board.position().is_none());
        for san in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"] {
            let play = board.read_san(san).unwrap();
            assert_eq!(board.san(play), san);
            board.play(play);
        }
        assert_eq!((board.turn(), board.move_number(), board.count_men()), (Color::Black, 4, 32));
        assert_eq!(board.read_san("Ke9"), Err(SanProblem::Unreadable));
        assert_eq!(board.read_san("Ke6"), Err(SanProblem::Illegal));
        let few = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        assert!(few.position().is_none());
        let twins = Board::from_fen("4k3/8/8/8/R6R/8/8/4K3 w - - 3 70").unwrap();
        assert_eq!(twins.read_san("Rd4"), Err(SanProblem::Ambiguous));
        assert_eq!(twins.read_san("Rad4+").map(|play| twins.san(play)), Ok("Rad4".to_owned()));
        assert_eq!(Board::from(twins.position().unwrap()), twins);
        assert!(Board::from_fen("4k3/8/8/8/8/8/8/8 w - - 0 1").is_err());
    }

    /// King b1 and rook g1: castling goes to g1, and is written as the king taking the rook.
    #[test]
    fn chess960_castles_by_taking_the_rook() {
        let fen = "1k6/8/8/8/8/8/8/1K4R1 w G - 0 1";
        let board = Board::from_chess960_fen(fen).unwrap();
        assert!(board.is_chess960() && !Board::default().is_chess960());
        let play = board.read_uci("b1g1").unwrap();
        assert_eq!((board.uci(play), board.san(play)), ("b1g1".to_owned(), "O-O".to_owned()));
        let after = board.after(play);
        let square = |file: u32| 1u64 << file;
        assert_eq!(after.squares(Color::White, Role::King), square(6));
        assert_eq!(after.squares(Color::White, Role::Rook), square(5));
        let usual = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let [standard, free] =
            [Board::from_fen(usual).unwrap(), Board::from_chess960_fen(usual).unwrap()];
        let castles = |board: &Board, text| board.read_uci(text).map(|play| board.san(play));
        assert_eq!(castles(&standard, "e1g1").as_deref(), Some("O-O"));
        assert_eq!(castles(&free, "e1h1").as_deref(), Some("O-O"));
        assert_eq!(free.uci(free.read_san("O-O-O").unwrap()), "e1a1");
        assert_eq!(standard.uci(standard.read_san("O-O-O").unwrap()), "e1c1");
    }

    #[test]
    fn a_position_of_either_chess_is_known_by_its_castling_rights() {
        for (fen, shuffled, castles) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false, 2),
            ("1k6/8/8/8/8/8/8/R4K1R w KQ - 0 1", true, 2),
            ("1k6/8/8/8/8/8/8/1K4R1 w G - 0 1", true, 1),
            ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", false, 0),
        ] {
            let board = Board::from_either_fen(fen).unwrap();
            let found = board.legal_moves().into_iter().filter(|play| play.is_castle()).count();
            assert_eq!((board.is_chess960(), found), (shuffled, castles), "{fen}");
            assert_eq!(Board::from_either_fen(&board.fen()), Ok(board), "{fen}");
        }
    }

    #[test]
    fn engines_write_moves_their_own_way() {
        let board = Board::from_fen("r3k3/7P/8/8/8/8/8/4K2R w K - 7 1").unwrap();
        for text in ["e1g1", "h7h8q", "h7h8n", "h1h6"] {
            let play = board.read_uci(text).unwrap();
            assert_eq!(board.uci(play), text);
        }
        assert!(
            ["e1c1", "h7h8", "0000", "e1", "", "h7h8k", "a8a7"]
                .iter()
                .all(|text| board.read_uci(text).is_none())
        );
        let there = board.after(board.read_uci("h1h6").unwrap());
        assert_eq!((there.halfmove_clock(), there.squares(Color::White, Role::Rook)), (8, 1 << 47));
        let [mut back, mut forth] = [Board::default(), Board::default()];
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            back.play(back.read_uci(text).unwrap());
        }
        assert_eq!(back, forth);
        forth.play(forth.read_uci("e2e4").unwrap());
        assert_ne!(back, forth);
    }
}
