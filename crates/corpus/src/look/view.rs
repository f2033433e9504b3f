//! What a player sees before he looks at any move.

use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position, Role, Square};

use super::Before;
use super::exchange::{gain, worth};

/// A position from the side of its mover.
pub(super) struct View<'a> {
    pub(super) at: &'a Chess,
    pub(super) us: Color,
    /// The moves before.
    pub(super) answered: Option<Move>,
    pub(super) continued: Option<Move>,
    /// 0 with many pieces that are neither king nor pawn, 1 with nine or fewer, 2 with four or fewer.
    pub(super) phase: u16,
    /// Whether there are six such pieces or fewer.
    pub(super) endgame: bool,
    pub(super) in_check: bool,
    /// 0 behind in material, 1 level, 2 ahead.
    pub(super) balance: u16,
    /// The most the opponent could win by a capture if it were his move, in pawns.
    pub(super) threat: i32,
    /// The most the mover can win by a capture.
    pub(super) chance: i32,
    /// The mover's men that the opponent would win something by capturing.
    pub(super) hanging: Bitboard,
    /// The mover's men that the man moved last attacks.
    pub(super) attacked_by_last: Bitboard,
    pub(super) our_king: Square,
    pub(super) their_king: Square,
}

impl<'a> View<'a> {
    pub(super) fn new(at: &'a Chess, before: &Before) -> View<'a> {
        let (board, us) = (at.board(), at.turn());
        let pieces = (board.occupied() & !board.pawns() & !board.kings()).count();
        let lead = material(board, us) - material(board, !us);
        let men = board.by_color(us) & !board.kings();
        let hanging = men.into_iter().filter(|&square| gain(board, square, !us) > 0).collect();
        let last = before.answered.map(landing);
        let last = last.filter(|&square| board.color_at(square) == Some(!us));
        View {
            at,
            us,
            answered: before.answered,
            continued: before.continued,
            phase: match pieces {
                0..=4 => 2,
                5..=9 => 1,
                _ => 0,
            },
            endgame: pieces <= 6,
            in_check: at.is_check(),
            balance: match lead {
                ..=-2 => 0,
                -1..=1 => 1,
                2.. => 2,
            },
            threat: best_gain(board, us, !us),
            chance: best_gain(board, !us, us),
            hanging,
            attacked_by_last: last
                .map_or(Bitboard::EMPTY, |square| board.attacks_from(square) & board.by_color(us)),
            our_king: board.king_of(us).unwrap_or(Square::E1),
            their_king: board.king_of(!us).unwrap_or(Square::E8),
        }
    }

    pub(super) fn board(&self) -> &'a Board {
        self.at.board()
    }

    /// The rank of a square, from 0 on the mover's own side.
    pub(super) fn rank(&self, square: Square) -> i32 {
        self.seen(square) as i32 / 8
    }

    /// The square as the mover would see it if he were White.
    pub(super) fn seen(&self, square: Square) -> u16 {
        self.us.fold_wb(square, square.flip_vertical()) as u16
    }

    pub(super) fn endgame_case(&self) -> u16 {
        u16::from(self.endgame)
    }
}

/// One move, and the position after it.
pub(super) struct Tried {
    pub(super) play: Move,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) after: Chess,
    /// The man that moves, from 0 for a pawn.
    pub(super) man: u16,
    /// What it wins or loses on the square it goes to, in pawns.
    pub(super) exchange: i32,
    /// Neither a capture nor a promotion.
    pub(super) quiet: bool,
    /// The most the opponent can win by a capture after it.
    pub(super) threat: i32,
}

impl Tried {
    pub(super) fn new(view: &View<'_>, play: Move) -> Tried {
        let mut after = view.at.clone();
        after.play_unchecked(play);
        let threat = best_gain(after.board(), view.us, !view.us);
        Tried {
            play,
            // A man dropped on the board has no square it came from; chess has no such moves.
            from: play.from().unwrap_or(play.to()),
            to: landing(play),
            man: number(play.role()),
            exchange: super::exchange::of_move(view.board(), view.us, play),
            quiet: play.capture().is_none() && play.promotion().is_none(),
            threat,
            after,
        }
    }

    pub(super) fn board(&self) -> &Board {
        self.after.board()
    }

    /// How many king's steps it goes.
    pub(super) fn length(&self) -> u16 {
        self.from.distance(self.to).min(7) as u16
    }
}

/// The number of a man, from 0 for a pawn.
pub(super) fn number(role: Role) -> u16 {
    role as u16 - 1
}

/// The square a move's man stands on after it: the king's if it castles.
pub(super) fn landing(play: Move) -> Square {
    let Move::Castle { king, rook } = play else { return play.to() };
    let file = if rook > king { File::G } else { File::C };
    Square::from_coords(file, king.rank())
}

/// The most one colour can win by a capture of a man of the other, in pawns.
pub(super) fn best_gain(board: &Board, of: Color, by: Color) -> i32 {
    let men = board.by_color(of) & !board.kings();
    men.into_iter().map(|square| gain(board, square, by)).max().unwrap_or(0)
}

fn material(board: &Board, color: Color) -> i32 {
    let men = board.by_color(color) & !board.kings();
    men.into_iter().filter_map(|square| board.role_at(square)).map(worth).sum()
}
