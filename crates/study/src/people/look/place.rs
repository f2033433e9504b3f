//! Which man goes, how far, where to, and where he then stands beside the others.

use endgame::heuristics::distance;
use endgame::rules::Role;

use super::blocks::{Block, Row};
use super::king;
use super::scene::{Scene, Tried, apart, of};

const MAN: Block = king::LAST.next(6);
const MAN_IN_CHECK: Block = MAN.next(6);
const MAN_RATED: Block = MAN_IN_CHECK.next(6);
const DISTANCE: Block = MAN_RATED.next(6 * 8);
const DIRECTION: Block = DISTANCE.next(6 * 5);
const PAWN_TO: Block = DIRECTION.next(8 * 2);
/// Where he stands: by the border's nearness, or, with pawns on the board, by file and rank.
const SQUARE: Block = PAWN_TO.next(6 * 10);
const SQUARE_WITH_PAWNS: Block = SQUARE.next(6 * 32);
/// Beside another man: files and ranks apart, whichever way.
const BESIDE: Block = SQUARE_WITH_PAWNS.next(6 * 12 * 36);
const WAS_BESIDE: Block = BESIDE.next(6 * 12 * 36);
/// The same with pawns on the board: files apart, and ranks before or behind.
const BESIDE_WITH_PAWNS: Block = WAS_BESIDE.next(6 * 12 * 8 * 15);
/// Beside the opponent's king, by how near the kings are.
const BEFORE_KING: Block = BESIDE_WITH_PAWNS.next(6 * 8 * 36);
pub(super) const LAST: Block = BEFORE_KING;

pub(super) fn put(scene: &Scene<'_>, tried: &Tried<'_>, row: &mut Row) {
    let moved = of(tried.facts.role);
    row.put(MAN, moved);
    row.put_if(scene.in_check, MAN_IN_CHECK, moved);
    row.weigh(MAN_RATED, moved, scene.units);
    row.put(DISTANCE, moved * 8 + usize::from(distance(tried.from, tried.to)));
    let [from, to] = [tried.from, tried.to].map(|square| scene.oriented(square));
    let (files, _) = apart(from, to);
    let direction = match (to >> 3).cmp(&(from >> 3)) {
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1 + usize::from(files > 0),
        std::cmp::Ordering::Less => 3 + usize::from(files > 0),
    };
    row.put(DIRECTION, moved * 5 + direction);
    if tried.facts.role == Role::Pawn {
        row.put(PAWN_TO, usize::from(to >> 3) * 2 + usize::from(files > 0));
    }
    let half = |line: u8| usize::from(line.min(7 - line));
    let role = of(tried.role);
    match scene.has_pawns {
        false => row.put(SQUARE, role * 10 + sorted(half(to & 7), half(to >> 3))),
        true => row.put(SQUARE_WITH_PAWNS, role * 32 + half(to & 7) * 8 + usize::from(to >> 3)),
    }
    others(scene, tried, row);
}

/// The man beside each of the others.
fn others(scene: &Scene<'_>, tried: &Tried<'_>, row: &mut Row) {
    let (role, moved) = (of(tried.role), of(tried.facts.role));
    let [from, to] = [tried.from, tried.to].map(|square| scene.oriented(square));
    for (square, other) in tried.men.pieces().filter(|(square, _)| *square as u8 != tried.to) {
        let there = scene.oriented(square as u8);
        let pair = of(other.role) * 2 + usize::from(other.color == scene.mover);
        let gap = |square| {
            let (files, ranks) = apart(square, there);
            sorted(files, ranks)
        };
        row.put(BESIDE, (role * 12 + pair) * 36 + gap(to));
        row.put(WAS_BESIDE, (moved * 12 + pair) * 36 + gap(from));
        if scene.has_pawns {
            let ranks = 7 + usize::from(to >> 3) - usize::from(there >> 3);
            let (files, _) = apart(to, there);
            row.put(BESIDE_WITH_PAWNS, ((role * 12 + pair) * 8 + files) * 15 + ranks);
        }
    }
    let kings = [scene.mover, scene.mover.other()].map(|color| tried.men.king(color));
    let near = usize::from(distance(kings[0], kings[1]));
    if tried.role == Role::King {
        let (files, ranks) = apart(kings[0], kings[1]);
        row.put(BEFORE_KING, (role * 8 + nearest_helper(scene, tried)) * 36 + sorted(files, ranks));
    } else {
        let (files, ranks) = apart(tried.to, kings[1]);
        row.put(BEFORE_KING, (role * 8 + near) * 36 + sorted(files, ranks));
    }
}

/// How near the mover's nearest man is to the opponent's king.
fn nearest_helper(scene: &Scene<'_>, tried: &Tried<'_>) -> usize {
    let king = tried.men.king(scene.mover.other());
    let own = tried.men.pieces().filter(|(_, man)| man.color == scene.mover);
    let helpers = own.filter(|(_, man)| man.role != Role::King);
    helpers.map(|(square, _)| usize::from(distance(square as u8, king))).min().unwrap_or(0)
}

/// The number of an unordered pair of numbers from 0 to 7, among 36; from 0 to 3 among the first ten.
fn sorted(a: usize, b: usize) -> usize {
    let (less, more) = (a.min(b), a.max(b));
    more * (more + 1) / 2 + less
}
