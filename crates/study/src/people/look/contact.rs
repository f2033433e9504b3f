//! Checks, captures, attacks, and men that are defended or hang.

use endgame::bitboards::Bitboards;
use endgame::heuristics::distance;
use endgame::rules::{Color, Role};

use super::blocks::{Block, Row};
use super::scene::{Scene, Tried, is_loose, of};
use super::worth;

const CHECK: Block = worth::LAST.next(6 * 2);
const CHECK_FROM: Block = CHECK.next(8);
/// Times strength: check, a man that hangs, a capture.
const RATED: Block = CHECK_FROM.next(3);
const CAPTURE: Block = RATED.next(6 * 6);
const TAKES_HANGING: Block = CAPTURE.next(6);
const PROMOTES: Block = TAKES_HANGING.next(6 * 2);
/// The man that moved hangs; another man does, or does no more.
const HANGS: Block = PROMOTES.next(6);
const LEFT_HANGING: Block = HANGS.next(6);
const RESCUED: Block = LEFT_HANGING.next(6);
const ENEMY_HANGS: Block = RESCUED.next(6);
const ATTACKS: Block = ENEMY_HANGS.next(6 * 6 * 2);
const STILL_ATTACKS: Block = ATTACKS.next(6);
/// The man goes where a man of the opponent attacks it.
const ENTERS: Block = STILL_ATTACKS.next(6 * 6);
/// The man leaves a square that is attacked.
const LEAVES: Block = ENTERS.next(6 * 2);
const DEFENDED: Block = LEAVES.next(6 * 2);
const DEFENDS: Block = DEFENDED.next(6 * 6);
const FORK: Block = DEFENDS.next(6);
pub(super) const LAST: Block = FORK;

/// The men of a colour that are no kings.
fn men(board: &Bitboards, color: Color) -> impl Iterator<Item = (u8, Role)> + '_ {
    let of_color = board.pieces().filter(move |(_, man)| man.color == color);
    of_color.map(|(square, man)| (square as u8, man.role)).filter(|(_, role)| *role != Role::King)
}

pub(super) fn put(scene: &Scene<'_>, tried: &Tried<'_>, row: &mut Row) {
    let (mover, enemy) = (scene.mover, scene.mover.other());
    let role = of(tried.role);
    let hanging = tried.role != Role::King && is_loose(tried.men, mover, tried.to);
    if tried.facts.check() {
        row.put(CHECK, role * 2 + usize::from(hanging));
        row.put(CHECK_FROM, usize::from(distance(tried.to, tried.men.king(enemy))).min(7));
        row.weigh(RATED, 0, scene.units);
    }
    row.put_if(hanging, HANGS, role);
    row.weigh(RATED, 1, if hanging { scene.units } else { 0.0 });
    if let Some(captured) = tried.facts.captured {
        row.put(CAPTURE, role * 6 + of(captured));
        row.put_if(is_loose(&scene.men, enemy, tried.to), TAKES_HANGING, of(captured));
        row.weigh(RATED, 2, scene.units);
    }
    if tried.facts.step.promotes.is_some() {
        row.put(PROMOTES, role * 2 + usize::from(hanging));
    }
    own_men(scene, tried, row);
    enemy_men(scene, tried, row);
    square(scene, tried, row);
}

/// What becomes of the mover's men.
fn own_men(scene: &Scene<'_>, tried: &Tried<'_>, row: &mut Row) {
    for (square, role) in men(&scene.men, scene.mover) {
        let before = is_loose(&scene.men, scene.mover, square);
        let now = if square == tried.from { tried.to } else { square };
        let after = is_loose(tried.men, scene.mover, now);
        row.put_if(after && square != tried.from, LEFT_HANGING, of(role));
        row.put_if(before && !after, RESCUED, of(role));
    }
}

/// What becomes of the opponent's.
fn enemy_men(scene: &Scene<'_>, tried: &Tried<'_>, row: &mut Row) {
    let enemy = scene.mover.other();
    let hits = |board: &Bitboards, from: u8, square: u8| {
        board.attackers(scene.mover, square, board.occupied()) >> from & 1 == 1
    };
    let mut attacked = usize::from(tried.facts.check());
    for (square, role) in men(tried.men, enemy) {
        row.put_if(is_loose(tried.men, enemy, square), ENEMY_HANGS, of(role));
        if !hits(tried.men, tried.to, square) {
            continue;
        }
        attacked += 1;
        let defended = tried.men.attackers(enemy, square, tried.men.occupied()) != 0;
        row.put(ATTACKS, (of(tried.role) * 6 + of(role)) * 2 + usize::from(defended));
        row.put_if(hits(&scene.men, tried.from, square), STILL_ATTACKS, of(tried.role));
    }
    row.put_if(attacked > 1, FORK, of(tried.role));
}

/// The square left and the square reached.
fn square(scene: &Scene<'_>, tried: &Tried<'_>, row: &mut Row) {
    let role = of(tried.role);
    let occupied = tried.men.occupied();
    let attackers = tried.men.attackers(scene.mover.other(), tried.to, occupied);
    for (square, man) in tried.men.pieces().filter(|(_, man)| man.color != scene.mover) {
        row.put_if(attackers >> square as u8 & 1 == 1, ENTERS, role * 6 + of(man.role));
    }
    let defended = tried.men.attackers(scene.mover, tried.to, occupied) & !(1 << tried.to) != 0;
    row.put(DEFENDED, role * 2 + usize::from(defended));
    if scene.men.attackers(scene.mover.other(), tried.from, scene.men.occupied()) != 0 {
        let hung = is_loose(&scene.men, scene.mover, tried.from);
        row.put(LEAVES, of(tried.facts.role) * 2 + usize::from(hung));
    }
    let guards =
        |square: u8| tried.men.attackers(scene.mover, square, occupied) >> tried.to & 1 == 1;
    for (square, own) in men(tried.men, scene.mover).filter(|(square, _)| *square != tried.to) {
        row.put_if(guards(square), DEFENDS, role * 6 + of(own));
    }
}
