//! Kings that may be taken: the positions in which they are, and the moves that leave them to be.
//!
//! Jansen 1992, section 2.1: the game may end with the king's capture instead of mate. Then a side has
//! all moves of its men, whatever attacks its king, and every placement of the men is a position with
//! either side to move. Kings never stand beside each other here either.

use crate::bitboards::Bitboards;
use crate::codec::ILLEGAL;
use crate::index::squares;
use crate::rules::{Color, Role, reach};
use crate::table::Table;

/// The moves of a side's men that capture and promote nothing, into check or not.
pub(super) fn quiet_moves(men: &Bitboards, turn: Color) -> usize {
    let occupied = men.occupied();
    let other_king = reach(Role::King.of(turn.other()), men.king(turn.other()), 0);
    let mut moves = 0;
    for role in Role::ALL {
        let man = role.of(turn);
        for from in squares(men.get(man)) {
            let to = match role {
                Role::Pawn => pushes(from, turn, occupied),
                Role::King => reach(man, from, occupied) & !occupied & !other_king,
                _ => reach(man, from, occupied) & !occupied,
            };
            moves += to.count_ones() as usize;
        }
    }
    moves
}

/// The squares that a pawn may go to without capturing or promoting.
fn pushes(from: u8, turn: Color, occupied: u64) -> u64 {
    const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;
    let ahead = |set: u64| turn.fold_wb(set << 8, set >> 8) & !occupied;
    let once = ahead(1 << from);
    let starts = from >> 3 == turn.fold_wb(1, 6);
    (once | if starts { ahead(once) } else { 0 }) & !LAST_RANKS
}

/// The placements, up to symmetry, in which the side to move can take the king.
pub(super) fn placements(table: &Table, turn: Color) -> u64 {
    let index = table.index();
    let codes = table.codes(turn);
    let mut taken = 0;
    for cell in 0..index.cells() {
        for place in squares(index.class_mask(cell).representatives) {
            let number = cell * 64 + usize::from(place);
            if codes[number] == ILLEGAL && index.men(number).is_some_and(|men| stand_apart(&men)) {
                taken += 1;
            }
        }
    }
    taken
}

/// Whether the kings do not stand beside each other.
fn stand_apart(men: &[(crate::rules::Square, crate::rules::Piece)]) -> bool {
    let mut kings = men.iter().filter(|(_, man)| man.role == Role::King).map(|(square, _)| *square);
    match (kings.next(), kings.next()) {
        (Some(one), Some(other)) => one.distance(other) > 1,
        _ => false,
    }
}
