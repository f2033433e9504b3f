//! Pawns: passed, storming, shielding, attacking, guarding, blocked.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::template::Features;
use super::view::{Tried, View, number};

/// What a pawn's step does, and whether a pawn guards the man that moves.
pub(super) fn put(view: &View<'_>, tried: &Tried, features: &mut Features) {
    let board = view.board();
    let (ours, theirs) = (board.by_color(view.us), board.by_color(!view.us));
    let pawn = tried.play.role() == Role::Pawn;
    let passed = pawn && (in_the_way(view, tried.to) & board.pawns() & theirs).is_empty();
    let rank = view.rank(tried.to) as u16;
    features.case_if(8 * 3, passed.then_some(rank * 3 + view.phase));
    let beside = |king: Square| (tried.from.file() as i32 - king.file() as i32).abs() <= 1;
    let shield = pawn && beside(view.our_king);
    features.case_if(3, shield.then_some(view.phase));
    features.case_if(3, (pawn && beside(view.their_king) && !shield).then_some(view.phase));
    let attacked = (attacks::pawn_attacks(view.us, tried.to) & theirs).into_iter();
    let strongest = attacked.filter_map(|square| board.role_at(square)).map(number).max();
    features.case_if(6, strongest.filter(|_| pawn));
    let guarded = (attacks::pawn_attacks(!view.us, tried.to) & board.pawns() & ours).any();
    features.case_if(6, guarded.then_some(tried.man));
    let front = tried.to.offset(view.us.fold_wb(8, -8));
    features.flag(pawn && front.is_some_and(|front| (board.pawns() & theirs).contains(front)));
}

/// The squares before a pawn on its own file and the two beside it.
fn in_the_way(view: &View<'_>, pawn: Square) -> Bitboard {
    let near = |square: &Square| (square.file() as i32 - pawn.file() as i32).abs() <= 1;
    let before = |square: &Square| view.rank(*square) > view.rank(pawn);
    Square::ALL.into_iter().filter(near).filter(before).collect()
}
