//! The 32 inputs of 1998: Table 4 of Haworth & Velliste, with the corrections printed after publication.
//!
//! Each characteristic has a level: it is computed from characteristics of lower levels alone (Fig 2). Files count from 1 for
//! a, ranks from 1; the pawn stands on the files a to d.

use endgame::rules::Color;

use crate::features::Place;

/// How many inputs.
pub const INPUTS: usize = 32;

/// Label, level and meaning of `x_1` to `x_32`.
pub const CHARACTERISTICS: [(&str, u8, &str); INPUTS] = [
    ("c01", 0, "file of wK"),
    ("c02", 0, "rank of wK"),
    ("c03", 0, "file of bK"),
    ("c04", 0, "rank of bK"),
    ("c05", 0, "file of wP"),
    ("c06", 0, "rank of wP"),
    ("c11", 1, "wK-bK file difference"),
    ("c12", 1, "wK-bK rank difference"),
    ("c13", 1, "wK-wP file difference"),
    ("c14", 1, "wK-wP rank difference"),
    ("c15", 1, "bK-wP file difference"),
    ("c16", 1, "bK-wP rank difference"),
    ("c17", 1, "wP on the last rank"),
    ("c18", 1, "P-moves needed to convert P"),
    ("c21", 2, "wK-bK files"),
    ("c22", 2, "wK-bK ranks"),
    ("c23", 2, "parity re opposition"),
    ("c24", 2, "wK-wP files"),
    ("c25", 2, "wK-wP ranks"),
    ("c26", 2, "wK behind wP"),
    ("c27", 2, "bK-wP files"),
    ("c28", 2, "bK-wP ranks"),
    ("c29", 2, "bK behind wP"),
    ("c31", 3, "wK-bK distance"),
    ("c32", 3, "White may have the opposition"),
    ("c33", 3, "Black may have the opposition"),
    ("c34", 3, "wK-wP distance"),
    ("c35", 3, "bK-wP distance"),
    ("c36", 3, "bK to the queening square"),
    ("c41", 4, "wK-wP less bK-wP distance"),
    ("c42", 4, "bK to the queening square less P-moves"),
    ("c51", 5, "P can run and convert"),
];

/// The inputs `x_1` to `x_32` of a position: white king, black king and pawn, files and ranks from 0.
///
/// In row c51 the test is `x_18 > 0`, white king and pawn on different files (the note after publication); `(btm, 2)`
/// means that with Black to move `x_31` must exceed 2.
pub fn characterise(men: [Place; 3], turn: Color) -> [f32; INPUTS] {
    characterise_whole(men, turn).map(f32::from)
}

/// The same as the whole numbers they are.
pub fn characterise_whole([white, black, pawn]: [Place; 3], turn: Color) -> [i8; INPUTS] {
    let mut x = [0i8; INPUTS + 1];
    let flag = i8::from;
    (x[1], x[2]) = (white.0 + 1, white.1 + 1);
    (x[3], x[4]) = (black.0 + 1, black.1 + 1);
    (x[5], x[6]) = (pawn.0 + 1, pawn.1 + 1);
    (x[7], x[8]) = (x[1] - x[3], x[2] - x[4]);
    (x[9], x[10]) = (x[1] - x[5], x[2] - x[6]);
    (x[11], x[12]) = (x[3] - x[5], x[4] - x[6]);
    x[13] = flag(x[6] == 8);
    x[14] = if x[6] == 2 { 5 } else { 8 - x[6] };
    (x[15], x[16]) = (x[7].abs(), x[8].abs());
    x[17] = flag(x[7] % 2 == 0 && x[8] % 2 == 0);
    (x[18], x[19]) = (x[9].abs(), x[10].abs());
    x[20] = flag(x[10] < 0);
    (x[21], x[22]) = (x[11].abs(), x[12].abs());
    x[23] = flag(x[12] < 0);
    x[24] = x[15].max(x[16]);
    let white_to_move = turn == Color::White;
    x[25] = flag((x[17] == 0) == white_to_move);
    x[26] = 1 - x[25];
    x[27] = x[18].max(x[19]);
    x[28] = x[21].max(x[22]);
    x[29] = x[21].max((8 - x[4]).abs());
    x[30] = x[27] - x[28];
    x[31] = x[29] - x[14];
    x[32] = flag(x[18] > 0 && x[31] > if white_to_move { 1 } else { 2 });
    std::array::from_fn(|at| x[at + 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White Kd1, pawn c3, black Kf8 (Table 1, set 3), worked out by hand.
    #[test]
    fn a_position_by_hand() {
        let men = [(3, 0), (5, 7), (2, 2)];
        let white = characterise(men, Color::White);
        let by_hand = [
            4, 1, 6, 8, 3, 3, -2, -7, 1, -2, 3, 5, 0, 5, 2, 7, 0, 1, 2, 1, 3, 5, 0, 7, 1, 0, 2, 5,
            3, -3, -2, 0,
        ];
        assert_eq!(white, by_hand.map(|number: i32| number as f32));
        let black = characterise(men, Color::Black);
        assert_eq!((black[24], black[25]), (0.0, 1.0));
    }

    /// A pawn that runs away: Ka1, pawn h-side mirrored to b5, black king far; on White's move the lead must exceed 1.
    #[test]
    fn the_square_of_the_pawn() {
        // Pawn b5 needs 3 moves; the black king on f6 is 4 from b8: a lead of 1 is not enough for either.
        let runs = |king: Place, turn| characterise([(7, 0), king, (1, 4)], turn)[31] == 1.0;
        assert!(!runs((5, 5), Color::White));
        // From g6 the way is 5, a lead of 2: enough with White to move, not with Black to move.
        assert!(runs((6, 5), Color::White) && !runs((6, 5), Color::Black));
        assert!(runs((7, 5), Color::Black));
        // With the white king on the pawn's file it may stand in the way.
        assert_eq!(characterise([(1, 6), (7, 5), (1, 4)], Color::Black)[31], 0.0);
    }
}
