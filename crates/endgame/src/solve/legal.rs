//! Which positions of a king slice are legal, and in which the side to move is in check.

use super::geometry::{self, KING, attacks, between, beyond, empty_board, hidden_by, pawn_attacks};
use super::pawn_slice::{Outer, PawnSlice, Run};
use super::scan::Board;
use crate::index::{Kings, squares};
use crate::rules::{Color, Piece, Role, side};

/// For each side, in the order of [`side`].
pub(super) type BySide<T> = [T; 2];

/// What is the same in all words of a king slice.
pub(super) struct CheckDetector<'s, 'f> {
    slice: &'s PawnSlice<'f>,
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

impl<'s, 'f> CheckDetector<'s, 'f> {
    #[inline(always)]
    pub(super) fn new(slice: &'s PawnSlice<'f>, king_slice: usize) -> CheckDetector<'s, 'f> {
        let [white_king, black_king] = slice.index.kings().squares(king_slice);
        let kings = slice.kings(king_slice);
        let attacked = |white, pawns| squares(pawns).fold(0, |set, p| set | pawn_attacks(white, p));
        let whole = |set: u64, king: u8| if set >> king & 1 == 1 { !0 } else { 0 };
        let by_white = attacked(true, slice.pawns.white);
        let by_black = attacked(false, slice.pawns.black);
        let (on_black, inner) = if slice.index.kings() == Kings::White {
            (by_white, 0)
        } else {
            let man = slice.inner();
            let king = man.color.fold_wb(black_king, white_king);
            (whole(by_white, black_king), attacks(man.role, king, kings))
        };
        let pawns = [whole(by_black, white_king), on_black];
        CheckDetector { slice, white_king, black_king, kings, pawns, inner }
    }

    /// The legality of a word; all empty where men share a square.
    #[inline(always)]
    pub(super) fn word(&self, word: usize) -> Legality {
        match self.slice.outer(word) {
            Some(outer) if outer.fixed & self.kings == 0 => self.outer(outer),
            _ => Legality::default(),
        }
    }

    /// Whether a man's attacks on the other king are told by the bits: that king is the inner man.
    #[inline(always)]
    fn attacks_inner(&self, man: Piece) -> bool {
        self.slice.index.kings() == Kings::White && man.color == Color::White
    }

    /// The squares between a man and the other king; none for a knight.
    #[inline(always)]
    fn line(&self, man: Piece, square: u8) -> u64 {
        let king = man.color.fold_wb(self.black_king, self.white_king);
        if man.role == Role::Knight { 0 } else { between(square, king) }
    }

    /// Where the inner man stands if a man attacks the other king.
    #[inline(always)]
    fn attack(&self, man: Piece, square: u8, occupied: u64) -> u64 {
        let king = man.color.fold_wb(self.black_king, self.white_king);
        let line = self.line(man, square);
        let attacked = empty_board(man.role, square) >> king & 1 == 1 && line & occupied == 0;
        if attacked { !line } else { 0 }
    }

    #[inline(always)]
    fn outer(&self, outer: &Outer) -> Legality {
        let occupied = outer.fixed | self.kings;
        let mut check = self.pawns;
        let mut free = !occupied;
        let index = self.slice.index;
        let seats = index.seats();
        for (&man, square) in seats[..index.outer_seats()].iter().zip(outer.seats) {
            check[side(man.color.other())] |= if self.attacks_inner(man) {
                attacks(man.role, square, occupied)
            } else {
                self.attack(man, square, occupied)
            };
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

/// The legality of all words of a king slice, a run at a time.
pub(super) struct LegalRuns<'s, 'f> {
    checks: CheckDetector<'s, 'f>,
    /// For each square of the last outer man, what lies between him and the king he attacks.
    lines: Board,
    /// For each square, where the inner man lets that king be attacked, pawns and kings alone being
    /// in the way; if the king is the inner man, where he is attacked.
    attacks: Board,
}

impl<'s, 'f> LegalRuns<'s, 'f> {
    #[inline(always)]
    pub(super) fn new(slice: &'s PawnSlice<'f>, king_slice: usize) -> LegalRuns<'s, 'f> {
        let checks = CheckDetector::new(slice, king_slice);
        let mut lines = [0; 64];
        let mut attacks = [0; 64];
        if let Some(runner) = slice.index.runner() {
            let man = slice.index.seats()[runner];
            let occupied = checks.kings | slice.pawns.all();
            for square in 0..64 {
                let at = usize::from(square);
                if checks.attacks_inner(man) {
                    attacks[at] = geometry::attacks(man.role, square, occupied);
                } else {
                    lines[at] = checks.line(man, square);
                    attacks[at] = checks.attack(man, square, occupied);
                }
            }
        }
        LegalRuns { checks, lines, attacks }
    }

    /// The legal positions of a run, by side to move; all empty where men share a square.
    #[inline(always)]
    pub(super) fn run(&self, run: &Run) -> BySide<Board> {
        let LegalRuns { checks, lines, attacks } = self;
        let index = checks.slice.index;
        let mut legal = [[0; 64]; 2];
        let Some(runner) = index.runner() else {
            for (legal, word) in legal.iter_mut().zip(checks.word(run.first).to_move) {
                legal[0] = word;
            }
            return legal;
        };
        if run.fixed & checks.kings != 0 {
            return legal;
        }
        let occupied = run.fixed | checks.kings;
        let mut check = checks.pawns.map(|pawns| [pawns; 64]);
        let seats = index.seats();
        for (&man, &square) in seats.iter().zip(&run.seats[..runner]) {
            let check = &mut check[side(man.color.other())];
            if checks.attacks_inner(man) {
                let attacks = geometry::attacks(man.role, square, occupied);
                for (check, hidden) in check.iter_mut().zip(beyond(square)) {
                    *check |= attacks & !hidden;
                }
            } else {
                let attack = checks.attack(man, square, occupied);
                let line = checks.line(man, square);
                for (at, check) in check.iter_mut().enumerate() {
                    *check |= attack & (line >> at & 1).wrapping_sub(1);
                }
            }
        }
        let man = seats[runner];
        let by_runner = &mut check[side(man.color.other())];
        *by_runner = std::array::from_fn(|at| {
            let mut attack = attacks[at];
            for &other in &run.seats[..runner] {
                attack &= if checks.attacks_inner(man) {
                    !hidden_by(other)[at]
                } else {
                    (lines[at] >> other & 1).wrapping_sub(1)
                };
            }
            by_runner[at] | attack
        });
        let mut free = !occupied;
        if let Some(inner) = index.inner_seat() {
            let man = seats[inner];
            let king = man.color.fold_wb(checks.black_king, checks.white_king);
            let attacks = geometry::attacks(man.role, king, occupied);
            let check = &mut check[side(man.color.other())];
            for (check, hidden) in check.iter_mut().zip(beyond(king)) {
                *check |= attacks & !hidden;
            }
        } else {
            free &= !KING[usize::from(checks.white_king)];
        }
        let [white, black] = &check;
        for at in 0..64 {
            let free = free & !(1 << at) & (occupied >> at & 1).wrapping_sub(1);
            legal[0][at] = free & !black[at];
            legal[1][at] = free & !white[at];
        }
        legal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Index;

    /// Runs are fast, words are plain.
    #[test]
    fn runs_agree_with_words() {
        for name in ["KQKR", "KBBKN", "KRBKN", "KRPKB", "KRPK", "KNNKP", "KPKP", "KPK", "KQK"] {
            let index = Index::new(&name.parse().unwrap());
            let slice = PawnSlice::new(&index, index.placements().len() / 2);
            for king_slice in (0..slice.king_slices()).step_by(7) {
                let (checks, runs) =
                    (CheckDetector::new(&slice, king_slice), LegalRuns::new(&slice, king_slice));
                for run in &slice.runs {
                    let [white, black] = runs.run(run);
                    for (at, word) in run.words().enumerate() {
                        let plain = checks.word(word).to_move;
                        assert_eq!([white[at], black[at]], plain, "{name} {king_slice} {word}");
                    }
                }
            }
        }
    }
}
