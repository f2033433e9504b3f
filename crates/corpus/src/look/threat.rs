//! Threats answered and threats made.

use super::exchange::gain;
use super::template::{Features, loss, signed};
use super::view::{Tried, View, best_gain, number};

/// What hangs before and after, for both sides.
pub(super) fn put(view: &View<'_>, tried: &Tried, features: &mut Features) {
    let (man, quiet) = (tried.man, u16::from(tried.quiet));
    let (was, is) = (loss(view.threat), loss(tried.threat));
    features.case(5 * 5, was * 5 + is);
    features.case(2 * 5, quiet * 5 + is);
    features.case(5 * 5 * 6 * 2, ((was * 5 + is) * 6 + man) * 2 + quiet);
    features.case(7 * 5 * 6 * 3, ((signed(tried.exchange) * 5 + is) * 6 + man) * 3 + view.phase);
    let comes_of_it = (tried.exchange.signum() + 1) as u16;
    let hung = view.hanging.contains(tried.from);
    features.case_if(6 * 3, hung.then_some(man * 3 + comes_of_it));
    let others = view.hanging.without(tried.from).into_iter();
    let saved = others.filter(|&ours| gain(tried.board(), ours, !view.us) == 0).count().min(3);
    features.case_if(3, (saved as u16).checked_sub(1));
    put_made(view, tried, features);
}

/// What the mover could win next, and whom the man attacks that it did not attack before.
fn put_made(view: &View<'_>, tried: &Tried, features: &mut Features) {
    let board = tried.board();
    let (could, can) = (loss(view.chance), loss(best_gain(board, !view.us, view.us)));
    features.case(5 * 5, could * 5 + can);
    features.case(5 * 5 * 7, (could * 5 + can) * 7 + signed(tried.exchange));
    let attacked = board.attacks_from(tried.to) & board.by_color(!view.us);
    let mut newly = [false; 6];
    for square in attacked & !view.board().attacks_from(tried.from) {
        if let Some(role) = board.role_at(square) {
            newly[usize::from(number(role))] = true;
        }
    }
    for newly in newly {
        features.case_if(6, newly.then_some(tried.man));
    }
}
