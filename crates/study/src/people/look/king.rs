//! Kings: how near to each other, to the border and to the corners, and how much room they have.

use endgame::bitboards::Bitboards;
use endgame::heuristics::{center, corner, distance};
use endgame::rules::{Color, Role};

use super::blocks::{Block, Row, bin};
use super::contact;
use super::scene::{Scene, Tried, apart, is_light, of};
use crate::people::Standing;

const KINGS: Block = contact::LAST.next(8);
const OWN_CENTER: Block = KINGS.next(4);
const OWN_CORNER: Block = OWN_CENTER.next(4);
/// From the nearest corner of the colour of the opponent's bishops, and of the other.
const OWN_BISHOPS_CORNER: Block = OWN_CORNER.next(2 * 8);
/// The squares that the weak king can go to in the end, if nobody else moves.
const ROOM: Block = OWN_BISHOPS_CORNER.next(14);
const ROOM_CHANGE: Block = ROOM.next(7);
const OPPOSITION: Block = ROOM_CHANGE.next(3);
/// Nearer to the opponent's king, away, or neither, by the man.
const APPROACH: Block = OPPOSITION.next(6 * 3);
/// The same to the pawns: the mover's, and the opponent's.
const TO_PAWN: Block = APPROACH.next(6 * 3 * 2);
pub(super) const LAST: Block = TO_PAWN;

/// The squares of one king and all he can go to while nobody else moves.
fn room(men: &Bitboards, king: Color) -> u32 {
    let square = 1u64 << men.king(king);
    let occupied = men.occupied() & !square;
    let attacked = |at: &u8| men.attackers(king.other(), *at, occupied) != 0;
    let closed = (0..64).filter(attacked).fold(men.of(king) & !square, |all, at| all | 1 << at);
    let mut room = square;
    loop {
        let wide = room | room << 1 & !0x0101_0101_0101_0101 | room >> 1 & !0x8080_8080_8080_8080;
        let spread = square | (wide | wide << 8 | wide >> 8) & !closed;
        if spread == room {
            return room.count_ones();
        }
        room = spread;
    }
}

pub(super) fn put(scene: &Scene<'_>, tried: &Tried<'_>, row: &mut Row) {
    let (own, enemy) = (tried.men.king(scene.mover), tried.men.king(scene.mover.other()));
    row.put(KINGS, usize::from(distance(own, enemy)));
    row.put(OWN_CENTER, usize::from(center(own)));
    row.put(OWN_CORNER, usize::from(corner(own)));
    if let Some(light) = scene.bishops {
        for (place, light) in [light, !light].into_iter().enumerate() {
            row.put(OWN_BISHOPS_CORNER, place * 8 + usize::from(to_corner(own, light)));
        }
    }
    let weak = match scene.standing {
        Standing::Wins | Standing::Presses => scene.mover.other(),
        Standing::Holds | Standing::Resists => scene.mover,
    };
    let [before, after] = [&scene.men, tried.men].map(|men| room(men, weak) as usize);
    row.put(ROOM, bin(after, &[2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 28, 35, 45]));
    let change = after as i32 - before as i32;
    row.put(ROOM_CHANGE, bin((change + 64) as usize, &[54, 61, 64, 65, 68, 75]));
    if tried.role == Role::King {
        let (files, ranks) = apart(own, enemy);
        row.put_if((files, ranks) == (0, 2) || (files, ranks) == (2, 0), OPPOSITION, 0);
        row.put_if((files, ranks) == (2, 2), OPPOSITION, 1);
        row.put_if(files % 2 == 0 && ranks % 2 == 0, OPPOSITION, 2);
    }
    let place = of(tried.facts.role) * 3;
    row.put(APPROACH, place + nearer(tried, scene.men.king(scene.mover.other())));
    for color in Color::ALL {
        let pawns = scene.men.get(Role::Pawn.of(color)) & !(1 << tried.from);
        if pawns != 0 {
            let side = usize::from(color == scene.mover) * 18;
            row.put(TO_PAWN, side + place + nearer(tried, pawns.trailing_zeros() as u8));
        }
    }
}

/// Whether a move brings its man nearer to a square: 0 nearer, 1 neither, 2 away.
fn nearer(tried: &Tried<'_>, goal: u8) -> usize {
    match distance(tried.to, goal).cmp(&distance(tried.from, goal)) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

/// King moves to the nearest corner of a colour.
fn to_corner(king: u8, light: bool) -> u8 {
    let corners = [0u8, 7, 56, 63].into_iter().filter(|corner| is_light(*corner) == light);
    corners.map(|corner| distance(king, corner)).min().unwrap_or(0)
}
