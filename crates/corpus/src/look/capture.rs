//! What a move takes, and what it exposes itself to.

use shakmaty::{Position, Role, attacks};

use super::exchange::worth;
use super::template::{Features, signed};
use super::view::{Tried, View, number};

/// Captures by who takes whom and what comes of it; squares that are guarded.
pub(super) fn put(view: &View<'_>, tried: &Tried, features: &mut Features) {
    let (man, comes_of_it) = (tried.man, signed(tried.exchange));
    let victim = tried.play.capture();
    features.case_if(
        6 * 5 * 7,
        victim.map(|victim| (man * 5 + number(victim).min(4)) * 7 + comes_of_it),
    );
    features.case_if(7, (!tried.quiet).then_some(comes_of_it));
    features.case_if(6 * 7, tried.quiet.then_some(man * 7 + comes_of_it));
    let trade = victim.is_some_and(|victim| worth(victim) == worth(tried.play.role()));
    let even = trade && tried.exchange == 0;
    features.case_if(3 * 6, even.then_some(view.balance * 6 + man));
    // Squares that pawns guard, and how many men of each side look at the square.
    let their_pawns = view.board().pawns() & view.board().by_color(!view.us);
    let guarded = (attacks::pawn_attacks(view.us, tried.to) & their_pawns).any();
    features.case_if(6, (guarded && victim.is_none()).then_some(man));
    let board = tried.board();
    let lookers = |color| board.attacks_to(tried.to, color, board.occupied()).count().min(3) as u16;
    let (against, with) = (lookers(!view.us), lookers(view.us));
    features.case(16 * 2, (against * 4 + with) * 2 + u16::from(tried.quiet));
    features.flag(with == 0 && tried.quiet);
    put_checks(view, tried, features);
}

/// Checks, mates, stalemates and answers to checks.
fn put_checks(view: &View<'_>, tried: &Tried, features: &mut Features) {
    let check = tried.after.is_check();
    features.flag(tried.after.is_checkmate());
    features.case_if(3 * 7, check.then(|| view.phase * 7 + signed(tried.exchange)));
    features.case_if(6, check.then_some(tried.man));
    let answer = match tried.play.role() {
        Role::King => 0,
        _ if tried.quiet => 1,
        _ => 2,
    };
    features.case_if(3, view.in_check.then_some(answer));
    features.flag(tried.after.is_stalemate());
}
