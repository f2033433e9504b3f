//! The static evaluation: material and piece placement.
//!
//! Simple on purpose: a few bonuses by formula, no piece-square tables, no knowledge of openings or
//! endgames. [`searcher`](crate::searcher) applies it to quiet positions.

use endgame::rules::{Board, Color, Role};

/// The value of a piece, in centipawns.
pub(crate) fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// Bonus of a pawn by its rank, counted from 0 on its own side, in centipawns.
const ADVANCED: [i32; 8] = [0, 0, 4, 8, 18, 40, 80, 0];

/// The [`officers`] of both sides in the initial position.
const FULL: i32 = 24;

/// The value of the position for the side to move, in centipawns.
pub fn evaluate(board: &Board) -> i32 {
    let phase = (officers(board, Color::White) + officers(board, Color::Black)).min(FULL);
    let white = side(board, Color::White, phase) - side(board, Color::Black, phase);
    board.turn().fold_wb(white, -white)
}

/// The weight of a side's pieces other than pawns, as a measure of the game's phase: 12 at the
/// start.
fn officers(board: &Board, color: Color) -> i32 {
    let count = |role| board.squares(color, role).count_ones().cast_signed();
    count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen)
}

fn side(board: &Board, color: Color, phase: i32) -> i32 {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let men = roles.into_iter().map(|role| {
        let squares = Squares(board.squares(color, role));
        squares.map(|square| worth(role) + place(role, square, color, phase)).sum::<i32>()
    });
    let pair = board.squares(color, Role::Bishop).count_ones() >= 2;
    men.sum::<i32>() + if pair { 30 } else { 0 }
}

/// The bonus of a piece for its square, in centipawns.
fn place(role: Role, square: u32, color: Color, phase: i32) -> i32 {
    let file = (square % 8).cast_signed();
    let rank = (square / 8).cast_signed();
    let rank = color.fold_wb(rank, 7 - rank);
    // 0 on the edge, 3 on the four squares in the middle.
    let centre = file.min(7 - file).min(rank.min(7 - rank));
    match role {
        Role::Pawn => {
            let central = (2..=5).contains(&file) && rank >= 3;
            ADVANCED[rank.unsigned_abs() as usize] + if central { 8 } else { 0 }
        }
        Role::Knight => 10 * centre,
        Role::Bishop => 6 * centre,
        Role::Rook => 2 * file.min(7 - file) + if rank == 6 { 15 } else { 0 },
        Role::Queen => 2 * centre,
        Role::King => {
            // Hidden while there are officers, in the middle when they are gone.
            let hidden = -12 * rank.min(4) + if (3..=5).contains(&file) { -10 } else { 0 };
            (hidden * phase + 12 * centre * (FULL - phase)) / FULL
        }
    }
}

/// The squares of a set, a1 first.
struct Squares(u64);

impl Iterator for Squares {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let square = (self.0 != 0).then(|| self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> i32 {
        evaluate(&Board::from_fen(fen).unwrap())
    }

    #[test]
    fn colours_are_equal() {
        assert_eq!(evaluate(&Board::default()), 0);
        let pairs = [
            ("4k3/8/8/3n4/8/2P5/8/R3K3 w - - 0 1", "r3k3/8/2p5/8/3N4/8/8/4K3 b - - 0 1"),
            (
                "r1bqkb1r/pp3ppp/2n2n2/3p4/8/2N2N2/PPPPBPPP/R1BQK2R w - - 0 1",
                "r1bqk2r/ppppbppp/2n2n2/8/3P4/2N2N2/PP3PPP/R1BQKB1R b - - 0 1",
            ),
        ];
        for (white, black) in pairs {
            assert_eq!(of(white), of(black), "{white}");
            assert_eq!(of(white), -of(&white.replace(" w ", " b ")), "{white}");
        }
    }

    #[test]
    fn men_count_first() {
        assert!(of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
        assert!(of("4k3/P7/8/8/8/8/8/4K3 w - - 0 1") > of("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
    }
}
