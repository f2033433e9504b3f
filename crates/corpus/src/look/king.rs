//! Towards which king a move goes, and what it leaves that king.

use shakmaty::{Bitboard, Board, Position, Rank, Role, Square, attacks};

use super::template::{Features, change};
use super::view::{Tried, View};

/// Attacks on squares about the opponent's king, steps towards either king, castling rights lost.
pub(super) fn put(view: &View<'_>, tried: &Tried, features: &mut Features) {
    let (man, end) = (tried.man, view.endgame_case());
    let about = attacks::king_attacks(view.their_king);
    let hits = |board: &Board, square: Square| (board.attacks_from(square) & about).count() as i32;
    let before = if tried.play.is_castle() { 0 } else { hits(view.board(), tried.from) };
    features.case(7, change(hits(tried.board(), tried.to) - before));
    let nearer = |king: Square| tried.from.distance(king) as i32 - tried.to.distance(king) as i32;
    features.case(6 * 7 * 2, (man * 7 + change(nearer(view.their_king))) * 2 + end);
    let other = tried.play.role() != Role::King;
    features.case_if(6 * 7, other.then(|| man * 7 + change(nearer(view.our_king))));
    let home = Bitboard::from_rank(view.us.fold_wb(Rank::First, Rank::Eighth));
    let before = (view.at.castles().castling_rights() & home).count();
    let rights = (tried.after.castles().castling_rights() & home).count();
    features.flag(!tried.play.is_castle() && rights < before);
    let free = |board: &Board| -> i32 {
        let squares = (about & !board.by_color(!view.us)).into_iter();
        let attacked = |square| board.attacks_to(square, view.us, board.occupied()).any();
        squares.filter(|&square| !attacked(square)).count() as i32
    };
    features.case(7 * 2, change(free(view.board()) - free(tried.board())) * 2 + end);
}
