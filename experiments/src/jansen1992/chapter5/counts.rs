//! The positions he counts: those that no symmetry of the board leaves as they are.

use endgame::rules::Color;
use endgame::table::Table;
use value::Outcome;

use super::Kqkr;

/// How many classes without a symmetry of their own there are.
pub(super) struct Lopsided {
    /// White's wins by the moves White needs.
    pub(super) won: Vec<u64>,
    /// Everything else that is legal.
    pub(super) other: u64,
}

impl Kqkr {
    /// Counts the positions with one side to move.
    pub(super) fn lopsided(&self, turn: Color) -> Lopsided {
        let table: &Table = &self.table;
        let mut found = Lopsided { won: vec![0; 64], other: 0 };
        for cell in 0..table.index().cells() {
            let mask = table.index().class_mask(cell);
            let counted = mask.representatives & !mask.self_symmetric;
            for square in (0..64).filter(|square| counted >> square & 1 == 1) {
                let code = table.codes(turn)[cell * 64 + square];
                match table.codec().outcome(code, turn) {
                    None => (),
                    Some(Outcome::Win(depth)) if turn == Color::White => {
                        found.won[usize::from(depth.0)] += 1;
                    }
                    Some(Outcome::Loss(depth)) if turn == Color::Black => {
                        found.won[usize::from(depth.0)] += 1;
                    }
                    Some(_) => found.other += 1,
                }
            }
        }
        found
    }
}
