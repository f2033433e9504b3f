//! A program that goes by the characterisation of 1998 alone, as a textbook would write it.
//!
//! Haworth & Velliste (1998, section 7) want programs "using the rules included in the characterisation" beside networks. These
//! rules are ours: the ones a beginner learns, in the words of Table 4.

use endgame::rules::Color;

use crate::characterisation::INPUTS;

/// A rule, in words, and whether it holds.
type Rule = (&'static str, fn(&Seen) -> bool);

/// The characteristics by their numbers in the paper, from 1.
struct Seen {
    x: [i8; INPUTS + 1],
    white_moves: bool,
}

impl Seen {
    fn is_rooks_pawn(&self) -> bool {
        self.x[5] == 1
    }

    /// Moves by which White's king is nearer to the pawn than Black's, the move included.
    fn guards(&self) -> bool {
        self.x[27] == 1
    }
}

/// The rules in the order in which they are asked, each with its verdict: is the position won?
const RULES: [(bool, Rule); 11] = [
    (false, ("Black takes the pawn", |s| !s.white_moves && s.x[28] == 1 && s.x[27] > 1)),
    (true, ("the pawn runs and queens", |s| s.x[32] == 1)),
    (
        true,
        ("the pawn on the 7th queens at once, guarded or out of reach", |s| {
            s.white_moves
                && s.x[14] == 1
                && s.x[29] > 0
                && s.x[18] + s.x[19] > 0
                && (s.guards() || s.x[29] > 1)
                && !(s.x[9] == 0 && s.x[10] > 0)
        }),
    ),
    (
        false,
        ("a rook's pawn, Black's king in or near the corner", |s| {
            s.is_rooks_pawn() && s.x[29] <= 1
        }),
    ),
    (
        false,
        ("a rook's pawn, Black's king in front or beside", |s| {
            s.is_rooks_pawn() && s.x[3] <= 3 && s.x[12] >= 0 && s.x[29] <= s.x[14] + 1
        }),
    ),
    (
        true,
        ("White's king two ranks ahead, at most a file aside", |s| {
            !s.is_rooks_pawn() && s.x[10] >= 2 && s.x[18] <= 1 && s.x[27] <= s.x[28] + 1
        }),
    ),
    (
        true,
        ("White's king ahead on the 6th rank or farther", |s| {
            !s.is_rooks_pawn() && s.x[2] >= 6 && s.x[10] >= 1 && s.x[18] <= 1
        }),
    ),
    (
        true,
        ("White's king one rank ahead, with the opposition", |s| {
            !s.is_rooks_pawn()
                && s.x[10] == 1
                && s.x[18] <= 1
                && s.x[17] == 1
                && !s.white_moves
                && s.x[24] == 2
        }),
    ),
    (
        true,
        ("the pawn on its first rank has a move to spare, White's king ahead", |s| {
            !s.is_rooks_pawn() && s.x[6] == 2 && s.x[10] >= 1 && s.x[18] <= 1
        }),
    ),
    (
        true,
        ("Black's king far from the pawn and its queening square", |s| {
            s.x[28] > s.x[27] + 1 && s.x[29] > s.x[14]
        }),
    ),
    (true, ("Black's king behind the pawn, White's nearer", |s| s.x[23] == 1 && s.x[30] < 0)),
];

/// How many rules there are.
pub const RULE_COUNT: usize = RULES.len();

/// Which rule decides a position, and whether it calls it won; where no rule holds, it is drawn.
pub fn verdict(characteristics: &[i8; INPUTS], turn: Color) -> (&'static str, bool) {
    let mut x = [0; INPUTS + 1];
    x[1..].copy_from_slice(characteristics);
    let seen = Seen { x, white_moves: turn == Color::White };
    let found = RULES.iter().find(|(_, (_, holds))| holds(&seen));
    found.map_or(("no rule holds", false), |&(is_won, (name, _))| (name, is_won))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::characterisation::characterise_whole;

    fn of(men: [(i8, i8); 3], turn: Color) -> (&'static str, bool) {
        verdict(&characterise_whole(men, turn), turn)
    }

    #[test]
    fn positions_from_the_books() {
        // White Kd6, pawn d5, black Kd8: ahead on the sixth rank, won with either to move.
        let ahead = of([(3, 5), (3, 7), (3, 4)], Color::White);
        assert!(ahead.1, "{ahead:?}");
        // White Ka1, pawn b5, black Kg6, White to move: it runs.
        assert_eq!(of([(0, 0), (6, 5), (1, 4)], Color::White), ("the pawn runs and queens", true));
        // Black Ka8 before a rook's pawn.
        assert!(!of([(1, 5), (0, 7), (0, 4)], Color::White).1);
        // A pawn that Black takes.
        assert_eq!(of([(7, 0), (2, 3), (1, 3)], Color::Black), ("Black takes the pawn", false));
    }
}
