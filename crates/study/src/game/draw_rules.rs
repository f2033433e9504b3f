//! Draws by the rules of chess. Every front asks here whether a game is drawn.

use endgame::rules::{Board, DRAWN_AT, Ending, Position};
use player::simulate::Referee;

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has the men to mate.
    InsufficientMaterial,
    /// The same position for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
}

impl DrawRule {
    /// As JSON answers write it: `fifty_moves`.
    pub fn word(self) -> &'static str {
        match self {
            DrawRule::Stalemate => "stalemate",
            DrawRule::InsufficientMaterial => "insufficient_material",
            DrawRule::Repetition => "repetition",
            DrawRule::FiftyMoves => "fifty_moves",
        }
    }
}

/// Which draws are called that a player would have to claim. Stalemate and insufficient material end
/// a game in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// At the third occurrence of a position.
    pub repetition: bool,
    /// After fifty moves of each side without a capture or a pawn move.
    pub fifty_moves: bool,
}

impl DrawRules {
    /// All of them, as in a game between people.
    pub const ALL: DrawRules = DrawRules { repetition: true, fifty_moves: true };

    /// None of them, as in the papers.
    pub const NONE: DrawRules = DrawRules { repetition: false, fifty_moves: false };

    /// The draw on a board; `earlier` are the boards before it, the latest first.
    pub fn draw<'a>(
        self,
        board: &Board,
        earlier: impl IntoIterator<Item = &'a Board>,
    ) -> Option<DrawRule> {
        match board.ending() {
            Some(Ending::Checkmate) => None,
            Some(Ending::Stalemate) => Some(DrawRule::Stalemate),
            Some(Ending::InsufficientMaterial) | None => self.on_live_board(board, earlier),
        }
    }

    /// The draw on a board where the side to move has a legal move.
    fn on_live_board<'a>(
        self,
        board: &Board,
        earlier: impl IntoIterator<Item = &'a Board>,
    ) -> Option<DrawRule> {
        let clock = board.halfmove_clock();
        // Nothing repeats what was before the last capture or pawn move.
        let recent = earlier.into_iter().take(clock as usize);
        let repeats = || recent.filter(|earlier| *earlier == board).count() >= 2;
        self.called(board.is_insufficient_material(), repeats, clock)
    }

    fn called(
        self,
        is_insufficient: bool,
        repeats: impl FnOnce() -> bool,
        clock: u32,
    ) -> Option<DrawRule> {
        if is_insufficient {
            Some(DrawRule::InsufficientMaterial)
        } else if self.repetition && repeats() {
            Some(DrawRule::Repetition)
        } else {
            (self.fifty_moves && clock >= DRAWN_AT).then_some(DrawRule::FiftyMoves)
        }
    }
}

/// Calls the draws of one game between agents.
#[derive(Clone, Debug)]
pub struct DrawReferee {
    rules: DrawRules,
    /// The boards so far, if repetitions count.
    boards: Vec<Board>,
}

impl DrawReferee {
    /// For a game that begins now.
    pub fn new(rules: DrawRules) -> DrawReferee {
        DrawReferee { rules, boards: Vec::new() }
    }
}

impl Referee<Position> for DrawReferee {
    type Draw = DrawRule;

    /// Sees only positions with a legal move: no mate and no stalemate.
    fn call(&mut self, at: &Position) -> Option<DrawRule> {
        if !self.rules.repetition {
            return self.rules.called(at.is_insufficient_material(), || false, at.halfmove_clock());
        }
        let board = Board::from(at.clone());
        let draw = self.rules.on_live_board(&board, self.boards.iter().rev());
        self.boards.push(board);
        draw
    }
}
