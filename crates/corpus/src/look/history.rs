//! How a move goes on from the moves before it: people answer, and follow their plans.

use shakmaty::attacks;

use super::template::{Features, signed};
use super::view::{Tried, View, landing, number};

/// Answers to the opponent's last move, then continuations of one's own.
pub(super) fn put(view: &View<'_>, tried: &Tried, features: &mut Features) {
    put_answers(view, tried, features);
    put_continuations(view, tried, features);
}

/// Recaptures, moves near the last one, out of its attack, against it, in its way.
fn put_answers(view: &View<'_>, tried: &Tried, features: &mut Features) {
    let (man, last) = (tried.man, view.answered);
    let there = last.map(landing);
    let took = u16::from(last.is_some_and(|last| last.is_capture()));
    let (near, quiet) = (u16::from(tried.length() <= 2), u16::from(tried.quiet));
    let back = there == Some(tried.to);
    features.case_if(2 * 7 * 2, back.then(|| (took * 7 + signed(tried.exchange)) * 2 + near));
    features.case_if(8 * 2, there.map(|there| tried.to.distance(there) as u16 * 2 + quiet));
    features.case_if(8, there.map(|there| tried.from.distance(there) as u16));
    features.case_if(6 * 6 * 2, last.map(|last| (number(last.role()) * 6 + man) * 2 + took));
    let safe = u16::from(tried.exchange >= 0);
    let attacked = view.attacked_by_last.contains(tried.from);
    features.case_if(6 * 2, attacked.then_some(man * 2 + safe));
    let hits = there.is_some_and(|there| {
        tried.board().attacks_from(tried.to).contains(there)
            && tried.board().color_at(there) == Some(!view.us)
    });
    features.case_if(6 * 2, hits.then_some(man * 2 + safe));
    let interposes = there.is_some_and(|there| {
        let mut attacked = view.attacked_by_last.into_iter();
        attacked.any(|ours| attacks::between(there, ours).contains(tried.to))
    });
    features.flag(interposes && tried.quiet);
}

/// The same man again, back again, on in the same direction, near or beside the man moved last.
fn put_continuations(view: &View<'_>, tried: &Tried, features: &mut Features) {
    let (man, own) = (tried.man, view.continued);
    let there = own.map(landing);
    let again = there == Some(tried.from);
    let took = u16::from(own.is_some_and(|own| own.is_capture()));
    features.case_if(6 * 2, again.then_some(man * 2 + took));
    let came_from = own.and_then(|own| own.from());
    let back = again && came_from == Some(tried.to);
    features.case_if(6, back.then_some(man));
    features.case_if(8, there.map(|there| tried.to.distance(there) as u16));
    features.case_if(6 * 6, own.map(|own| number(own.role()) * 6 + man));
    let guards = there.is_some_and(|there| tried.board().attacks_from(tried.to).contains(there));
    features.flag(guards && !again);
    let on = again && came_from.is_some_and(|first| attacks::aligned(first, tried.from, tried.to));
    features.flag(on && !back);
}
