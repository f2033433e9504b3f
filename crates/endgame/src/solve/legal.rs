//! Which positions of a slice are legal, and in which the side to move is in check.

use super::frame::{Frame, Outer};
use super::geometry::{KING, attacks, between, empty_board, pawn_attacks};
use crate::index::{Kings, squares};
use crate::rules::{Color, Role, side};

/// For each side, in the order of [`side`].
pub(super) type BySide<T> = [T; 2];

/// What is the same in all words of a slice.
pub(super) struct Guard<'s, 'f> {
    frame: &'s Frame<'f>,
    white_king: u8,
    black_king: u8,
    kings: u64,
    /// Each side's king attacked by pawns.
    pawns: BySide<u64>,
    /// Where the inner man attacks the other side's king, if no outer man is in the way.
    inner: u64,
}

/// What a word says about legality.
#[derive(Clone, Copy, Default)]
pub(super) struct Legality {
    /// Legal positions with this side to move.
    pub(super) to_move: BySide<u64>,
    /// Positions in which this side's king is attacked.
    pub(super) check: BySide<u64>,
}

impl<'s, 'f> Guard<'s, 'f> {
    #[inline(always)]
    pub(super) fn new(frame: &'s Frame<'f>, slice: usize) -> Guard<'s, 'f> {
        let (white_king, black_king) = frame.index.kings().squares(slice);
        let kings = frame.kings(slice);
        let attacked = |white, pawns| squares(pawns).fold(0, |set, p| set | pawn_attacks(white, p));
        let whole = |set: u64, king: u8| if set >> king & 1 == 1 { !0 } else { 0 };
        let by_white = attacked(true, frame.pawns.white);
        let by_black = attacked(false, frame.pawns.black);
        let (on_black, inner) = if frame.index.kings() == Kings::White {
            (by_white, 0)
        } else {
            let man = frame.inner();
            let king = man.color.fold_wb(black_king, white_king);
            (whole(by_white, black_king), attacks(man.role, king, kings))
        };
        let pawns = [whole(by_black, white_king), on_black];
        Guard { frame, white_king, black_king, kings, pawns, inner }
    }

    /// The legality of a word; all empty where men share a square.
    #[inline(always)]
    pub(super) fn word(&self, word: usize) -> Legality {
        match self.frame.outer(word) {
            Some(outer) if outer.fixed & self.kings == 0 => self.outer(outer),
            _ => Legality::default(),
        }
    }

    #[inline(always)]
    fn outer(&self, outer: &Outer) -> Legality {
        let occupied = outer.fixed | self.kings;
        let mut check = self.pawns;
        let mut free = !occupied;
        let index = self.frame.index;
        let seats = index.seats();
        let black_king_inside = index.kings() == Kings::White;
        for (&man, square) in seats[..index.outer_seats()].iter().zip(outer.seats) {
            if black_king_inside && man.color == Color::White {
                check[side(Color::Black)] |= attacks(man.role, square, occupied);
                continue;
            }
            let king = man.color.fold_wb(self.black_king, self.white_king);
            if empty_board(man.role, square) >> king & 1 == 1 {
                let line = if man.role == Role::Knight { 0 } else { between(square, king) };
                if line & occupied == 0 {
                    check[side(man.color.other())] |= !line;
                }
            }
        }
        if let Some(inner) = index.inner_seat() {
            let man = seats[inner];
            let king = man.color.fold_wb(self.black_king, self.white_king);
            check[side(man.color.other())] |= if self.inner & outer.fixed == 0 {
                self.inner
            } else {
                attacks(man.role, king, occupied)
            };
        } else {
            free &= !KING[usize::from(self.white_king)];
        }
        let to_move = [Color::White, Color::Black].map(|c| free & !check[side(c.other())]);
        Legality { to_move, check }
    }
}
