//! Which positions of a row are legal, and in which the side to move is in check.

use super::frame::{Frame, Row};
use super::geometry::{KING, attacks, between, empty_board, pawn_attacks};
use super::set::RowWords;
use crate::index::{Lane, squares};
use crate::rules::{Color, Role, side};

/// For each side, in the order of [`side`].
pub(super) type BySide<T> = [T; 2];

/// What a row's words say about legality.
pub(super) struct Legality {
    /// Legal positions with this side to move.
    pub(super) to_move: BySide<RowWords>,
    /// Positions in which this side's king is attacked.
    pub(super) check: BySide<RowWords>,
}

#[inline(always)]
pub(super) fn legality(frame: &Frame<'_>, row: &Row) -> Legality {
    let mut legality = Legality { to_move: [[0; 64]; 2], check: [[0; 64]; 2] };
    let pieces = frame.index.seats();
    let outer = frame.outer_seats();
    let pawns_attack = squares(frame.pawns.white).fold(0, |set, p| set | pawn_attacks(true, p));
    let black_pawns_attack =
        squares(frame.pawns.black).fold(0, |set, p| set | pawn_attacks(false, p));
    let mut alone = [0; crate::index::MOST_SEATS];
    for seat in 0..outer {
        alone[seat] = attacks(pieces[seat].role, row.seats[seat], row.fixed);
    }
    for lane in squares(!row.fixed) {
        let occupied = row.fixed | 1 << lane;
        let king = if frame.index.lane() == Lane::King { lane } else { row.king };
        let mut white_attacks = pawns_attack;
        let mut on_king = if black_pawns_attack >> king & 1 == 1 { !0 } else { 0 };
        for (seat, &man) in pieces.iter().enumerate() {
            let square = if seat < outer { row.seats[seat] } else { lane };
            if man.color == Color::White {
                white_attacks |= if seat < outer && alone[seat] >> lane & 1 == 0 {
                    alone[seat]
                } else {
                    attacks(man.role, square, occupied)
                };
            } else if empty_board(man.role, square) >> king & 1 == 1 {
                let line = if man.role == Role::Knight { 0 } else { between(square, king) };
                if line & occupied == 0 {
                    on_king |= !line;
                }
            }
        }
        let free = !(occupied | KING[usize::from(king)]);
        let lane = usize::from(lane);
        legality.to_move[side(Color::White)][lane] = free & !white_attacks;
        legality.to_move[side(Color::Black)][lane] = free & !on_king;
        legality.check[side(Color::White)][lane] = on_king;
        legality.check[side(Color::Black)][lane] = white_attacks;
    }
    legality
}
