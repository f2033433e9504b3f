//! What a move gives away, and how near the end it brings the game.

use value::{Depth, Outcome};

use super::blocks::{Block, Row, bin};
use super::scene::{Scene, Tried};

/// Minus the cost of the papers, `ln(d + 1)` against the best move; times strength.
pub(super) const COST: Block = Block::first(2);
/// How much depth is given away, by the depth there is.
const LOST: Block = COST.next(9 * 5);
/// The same times strength.
const LOST_RATED: Block = LOST.next(9);
/// The depth given away, and its logarithm.
const LOST_PLAIN: Block = LOST_RATED.next(2);
/// A move that ends the phase, or nearly.
const AT_ONCE: Block = LOST_PLAIN.next(8);
/// What is given away, and how it is taken.
const GIVEN: Block = AT_ONCE.next(9);
const GIVEN_RATED: Block = GIVEN.next(3);
/// What is given away where so few moves keep it.
const GIVEN_OF_FEW: Block = GIVEN_RATED.next(3);
/// What the opponent can answer.
const REPLIES: Block = GIVEN_OF_FEW.next(9);
const KING_REPLIES: Block = REPLIES.next(9);
const LONG_REPLIES: Block = KING_REPLIES.next(6);
const CHECKING_REPLIES: Block = LONG_REPLIES.next(4);
/// What is threatened: a win in so many moves, zugzwang, a king driven out.
const THREAT: Block = CHECKING_REPLIES.next(9);
pub(super) const LAST: Block = THREAT;

/// Bounds of depths given away, and of depths.
const LOSSES: [usize; 8] = [1, 2, 3, 4, 5, 7, 10, 15];
const DEPTHS: [usize; 4] = [3, 6, 11, 19];

pub(super) fn put(scene: &Scene<'_>, tried: &Tried<'_>, row: &mut Row) {
    match (tried.facts.best, tried.facts.value) {
        (Outcome::Win(best), Outcome::Win(depth)) => lost(scene, [best, depth], depth, row),
        (Outcome::Loss(best), Outcome::Loss(depth)) => lost(scene, [depth, best], depth, row),
        (Outcome::Draw, Outcome::Draw) => (),
        (best, value) => given(scene, tried, best, value, row),
    }
    ends(tried, row);
    replies(tried, row);
}

/// The value is kept: what is lost is depth, the better of both first.
fn lost(scene: &Scene<'_>, [less, more]: [Depth; 2], depth: Depth, row: &mut Row) {
    let ln = |Depth(depth): Depth| (f64::from(depth) + 1.0).ln();
    let cost = ln(more) - ln(less);
    row.weigh(COST, 0, -cost);
    row.weigh(COST, 1, -cost * scene.units);
    let given = usize::from(more.0 - less.0);
    let from = if less == depth { more } else { less };
    let places = (bin(given, &LOSSES), bin(usize::from(from.0), &DEPTHS));
    row.put(LOST, places.0 * 5 + places.1);
    row.weigh(LOST_RATED, places.0, scene.units);
    row.weigh(LOST_PLAIN, 0, -(given.min(30) as f64) / 10.0);
    row.weigh(LOST_PLAIN, 1, -(1.0 + given as f64).ln());
}

/// A win or a draw goes.
fn given(scene: &Scene<'_>, tried: &Tried<'_>, best: Outcome, value: Outcome, row: &mut Row) {
    let what = match (best.sign(), value.sign()) {
        (1, 0) => 0,
        (1, _) => 1,
        _ => 2,
    };
    let how = match (tried.replies, tried.facts.replies.spoils) {
        (0, _) => 0,
        (_, true) => 1,
        _ => 2,
    };
    row.put(GIVEN, what * 3 + how);
    row.weigh(GIVEN_RATED, what, scene.units);
    row.weigh(GIVEN_OF_FEW, what, scene.ln_keeping);
}

fn ends(tried: &Tried<'_>, row: &mut Row) {
    let place = match tried.facts.value {
        Outcome::Win(Depth(0)) if tried.replies == 0 => 0,
        Outcome::Win(Depth(depth @ 0..=2)) => 1 + usize::from(depth),
        Outcome::Loss(Depth(depth @ 0..=2)) => 4 + usize::from(depth),
        Outcome::Draw if tried.replies == 0 => 7,
        _ => return,
    };
    row.put(AT_ONCE, place);
}

fn replies(tried: &Tried<'_>, row: &mut Row) {
    let facts = tried.facts;
    row.put(REPLIES, bin(tried.replies, &[1, 2, 3, 4, 5, 7, 10, 15]));
    row.put(KING_REPLIES, tried.king_replies.min(8));
    row.put(LONG_REPLIES, bin(usize::from(facts.replies.long), &[1, 2, 3, 4, 7]));
    row.put(CHECKING_REPLIES, usize::from(facts.replies.checks.min(3)));
    if let Some(threat @ 1..=6) = facts.threat().filter(|_| !facts.check()) {
        row.put(THREAT, usize::from(threat));
    }
    row.put_if(facts.zugzwang(), THREAT, 7);
    row.put_if(facts.replies.outward, THREAT, 8);
}
