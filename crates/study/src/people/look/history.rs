//! What the last moves suggest: the same man again, back, on, another check, an answer to the opponent.

use endgame::heuristics::{LastMove, distance};
use endgame::rules::Role;

use super::blocks::{Block, Row};
use super::place;
use super::scene::{Scene, Tried, of};

const SAME_MAN: Block = place::LAST.next(6);
const TAKES_BACK: Block = SAME_MAN.next(6);
const GOES_ON: Block = TAKES_BACK.next(6);
const CHECKS_AGAIN: Block = GOES_ON.next(1);
const TAKES_THE_LAST: Block = CHECKS_AGAIN.next(6);
/// How far from the square that the opponent's last move reached.
const FROM_LAST: Block = TAKES_THE_LAST.next(6 * 8);
/// The man was attacked by the man that moved last.
const ANSWERS_ATTACK: Block = FROM_LAST.next(6);
const AFTER_OWN: Block = ANSWERS_ATTACK.next(6 * 6);
const AFTER_ENEMY: Block = AFTER_OWN.next(6 * 6);
/// The kings move alike: by files, by ranks, by both.
const SHADOWS: Block = AFTER_ENEMY.next(3);
/// The position comes a second time.
const REPEATS: Block = SHADOWS.next(1);
/// A move after which the fifty moves are counted anew, by how far they have been counted.
const CLOCK: Block = REPEATS.next(3);
pub(super) const LAST: Block = CLOCK;

pub(super) fn put(scene: &Scene<'_>, tried: &Tried<'_>, row: &mut Row) {
    let role = of(tried.facts.role);
    let (from, to) = (tried.from, tried.to);
    if let Some(own) = scene.last.own {
        row.put_if(own.to == from, SAME_MAN, role);
        let back = own.to == from && own.from == to;
        row.put_if(back, TAKES_BACK, role);
        row.put_if(own.to == from && way(own.from, own.to) == way(from, to), GOES_ON, role);
        row.put_if(own.check && tried.facts.check(), CHECKS_AGAIN, 0);
        if let Some(man) = scene.men.role_at(scene.mover, own.to) {
            row.put(AFTER_OWN, of(man) * 6 + role);
        }
        let undone =
            |last: LastMove, before: LastMove| last.from == before.to && last.to == before.from;
        let both = scene.last.enemy.zip(scene.last.enemy_before);
        let was_undone = both.is_some_and(|(last, before)| undone(last, before));
        row.put_if(back && was_undone, REPEATS, 0);
    }
    if let Some(enemy) = scene.last.enemy {
        answers(scene, tried, enemy, row);
    }
    let clock = scene.at.halfmove_clock();
    if (tried.facts.captured.is_some() || tried.facts.role == Role::Pawn) && clock >= 20 {
        row.put(CLOCK, [40, 70].iter().filter(|&&bound| clock >= bound).count());
    }
}

/// What answers the opponent's last move.
fn answers(scene: &Scene<'_>, tried: &Tried<'_>, enemy: LastMove, row: &mut Row) {
    let role = of(tried.facts.role);
    let Some(man) = scene.men.role_at(scene.mover.other(), enemy.to) else { return };
    row.put_if(tried.to == enemy.to, TAKES_THE_LAST, role);
    row.put(FROM_LAST, role * 8 + usize::from(distance(tried.to, enemy.to)));
    row.put(AFTER_ENEMY, of(man) * 6 + role);
    let attackers = scene.men.attackers(scene.mover.other(), tried.from, scene.men.occupied());
    row.put_if(attackers >> enemy.to & 1 == 1, ANSWERS_ATTACK, role);
    if man == Role::King && tried.facts.role == Role::King {
        let [theirs, ours] = [way(enemy.from, enemy.to), way(tried.from, tried.to)];
        row.put_if(theirs.0 == ours.0, SHADOWS, 0);
        row.put_if(theirs.1 == ours.1, SHADOWS, 1);
        row.put_if(theirs == ours, SHADOWS, 2);
    }
}

/// In which direction a move goes: a line's single step, a knight's leap as it is.
fn way(from: u8, to: u8) -> (i8, i8) {
    let part = |square: u8| ((square & 7) as i8, (square >> 3) as i8);
    let ((from_file, from_rank), (to_file, to_rank)) = (part(from), part(to));
    let (files, ranks) = (to_file - from_file, to_rank - from_rank);
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    if is_line { (files.signum(), ranks.signum()) } else { (files, ranks) }
}
