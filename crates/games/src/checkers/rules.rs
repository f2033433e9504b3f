//! English draughts: positions, moves and their names.
//!
//! Squares are numbered 1 to 32 from Black's side, as usual; Black moves first and towards 32, White towards 1. Men move and capture
//! forwards, kings both ways; captures are forced and go on as long as they can; a man that is crowned ends its move. Who cannot move
//! has lost.

use std::fmt;
use std::str::FromStr;

/// Who moves: White is 0 and Black 1, as everywhere here.
pub const WHITE: usize = 0;

/// The men and kings of both sides, a bit for each of the 32 squares, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// All of White's, all of Black's.
    pub(crate) sides: [u32; 2],
    /// Those of them that are kings.
    pub(crate) kings: u32,
    /// 0 for White, 1 for Black.
    pub(crate) turn: usize,
}

/// A move: the squares it visits, from 0 to 31; a capture jumps over what lies between.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    path: Vec<u8>,
    taken: u32,
}

impl Move {
    /// Whether it takes something.
    pub fn is_capture(&self) -> bool {
        self.taken != 0
    }

    /// The numbers of the squares it visits, from 1 to 32.
    pub fn squares(&self) -> Vec<u8> {
        self.path.iter().map(|at| at + 1).collect()
    }
}

/// Why a text is not a position of checkers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum PositionError {
    #[error(
        "'{0}' is not a position of checkers: write the side to move, then White's and Black's squares from 1 to 32, kings with a K, as in W:W12,K30:B5"
    )]
    Unreadable(String),
    #[error(
        "'{0}' is a position of a chess board: of checkers it is the side to move, then White's and Black's squares from 1 to 32, as in W:W12,K30:B5"
    )]
    OfChess(String),
    #[error("square {0} has two pieces: write each square once")]
    Twice(u8),
    #[error("a man on square {0} would be a king: write K{0}")]
    Uncrowned(u8),
    #[error("there is no piece on the board: put one there")]
    Empty,
}

/// Row and column of a square; row 0 is Black's first.
fn place(square: u8) -> (i8, i8) {
    let row = (square / 4) as i8;
    (row, 2 * (square % 4) as i8 + if row % 2 == 0 { 1 } else { 0 })
}

/// The square at a row and column, if there is one: callers stay on dark squares.
fn square(row: i8, column: i8) -> Option<u8> {
    let on_board = (0..8).contains(&row) && (0..8).contains(&column);
    on_board.then_some((row * 4 + column / 2) as u8)
}

/// The neighbour of a square and the square behind it.
fn step(from: u8, (down, right): (i8, i8)) -> (Option<u8>, Option<u8>) {
    let (row, column) = place(from);
    (square(row + down, column + right), square(row + 2 * down, column + 2 * right))
}

/// The row where men of a side are crowned: White's is row 0, Black's row 7.
fn crowns(side: usize, at: u8) -> bool {
    at / 4 == if side == WHITE { 0 } else { 7 }
}

/// The squares of a set, from 0 to 31.
fn squares(set: u32) -> impl Iterator<Item = u8> {
    (0..32u8).filter(move |at| set >> at & 1 == 1)
}

impl Position {
    /// The start of a game: twelve men each, Black to move.
    pub fn start() -> Position {
        Position { sides: [0xfff0_0000, 0x0000_0fff], kings: 0, turn: 1 }
    }

    /// A position; men and kings must not share squares, and no man may stand where it would be crowned.
    pub(crate) fn new(sides: [u32; 2], kings: u32, turn: usize) -> Option<Position> {
        let men = [sides[0] & !kings, sides[1] & !kings];
        let fits = sides[0] & sides[1] == 0
            && kings & !(sides[0] | sides[1]) == 0
            && men[WHITE] & 0xf == 0
            && men[1] & 0xf000_0000 == 0;
        fits.then_some(Position { sides, kings, turn })
    }

    /// Who is to move: 0 for White.
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// How many men and kings there are.
    pub fn men(&self) -> usize {
        (self.sides[0] | self.sides[1]).count_ones() as usize
    }

    /// The men and kings of White (0) or Black (1).
    pub fn men_of(&self, side: usize) -> usize {
        self.sides[side].count_ones() as usize
    }

    /// Where the men stand that are no kings yet: it changes with every move that cannot be taken back but captures.
    pub fn uncrowned(&self) -> u32 {
        (self.sides[0] | self.sides[1]) & !self.kings
    }

    /// The board as text, White below: White's men and kings are M and K, Black's m and k; the numbers are those of a row's first square.
    pub fn diagram(&self) -> String {
        let mut text = String::new();
        for row in 0..8u8 {
            text.push_str(&format!("  {:>2}", 4 * row + 1));
            for column in 0..8u8 {
                let dark = (row + column) % 2 == 1;
                let at = 4 * row + column / 2;
                let letter = match (
                    self.sides.iter().position(|side| side >> at & 1 == 1),
                    self.kings >> at & 1,
                ) {
                    _ if !dark => ' ',
                    (None, _) => '.',
                    (Some(WHITE), 1) => 'K',
                    (Some(WHITE), _) => 'M',
                    (Some(_), 1) => 'k',
                    (Some(_), _) => 'm',
                };
                text.push_str(&format!(" {letter}"));
            }
            text.push_str(&format!("  {:>2}\n", 4 * row + 4));
        }
        text
    }

    /// The same with colours exchanged and the board turned round.
    #[must_use]
    pub fn in_other_colors(&self) -> Position {
        let turned = |set: u32| set.reverse_bits();
        let sides = [turned(self.sides[1]), turned(self.sides[0])];
        Position { sides, kings: turned(self.kings), turn: 1 - self.turn }
    }

    fn directions(&self, from: u8) -> &'static [(i8, i8)] {
        const UP: [(i8, i8); 2] = [(-1, -1), (-1, 1)];
        const DOWN: [(i8, i8); 2] = [(1, -1), (1, 1)];
        const ALL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        match (self.kings >> from & 1, self.turn) {
            (1, _) => &ALL,
            (_, WHITE) => &UP,
            _ => &DOWN,
        }
    }

    /// Every legal move: captures if there is one.
    pub fn legal_moves(&self) -> Vec<Move> {
        let own = self.sides[self.turn];
        let occupied = self.sides[0] | self.sides[1];
        let mut moves = Vec::new();
        for from in squares(own) {
            self.jumps(from, from, vec![from], 0, &mut moves);
        }
        if moves.is_empty() {
            for from in squares(own) {
                for &direction in self.directions(from) {
                    if let (Some(to), _) = step(from, direction)
                        && occupied >> to & 1 == 0
                    {
                        moves.push(Move { path: vec![from, to], taken: 0 });
                    }
                }
            }
        }
        moves
    }

    /// Adds every way to go on jumping from a square.
    fn jumps(&self, start: u8, at: u8, path: Vec<u8>, taken: u32, moves: &mut Vec<Move>) {
        let others = self.sides[1 - self.turn] & !taken;
        let occupied = (self.sides[0] | self.sides[1]) & !(1 << start);
        let crowned = self.kings >> start & 1 == 0 && path.len() > 1 && crowns(self.turn, at);
        let mut further = false;
        for &direction in self.directions(start).iter().filter(|_| !crowned) {
            if let (Some(over), Some(to)) = step(at, direction)
                && others >> over & 1 == 1
                && occupied >> to & 1 == 0
            {
                further = true;
                let next = path.iter().copied().chain([to]).collect();
                self.jumps(start, to, next, taken | 1 << over, moves);
            }
        }
        if !further && taken != 0 {
            moves.push(Move { path, taken });
        }
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, play: &Move) -> Position {
        let (from, to) = (play.path[0], play.path[play.path.len() - 1]);
        let mut next = *self;
        let king = self.kings >> from & 1 == 1 || crowns(self.turn, to);
        next.sides[self.turn] = self.sides[self.turn] & !(1 << from) | 1 << to;
        next.sides[1 - self.turn] &= !play.taken;
        next.kings = self.kings & !(play.taken | 1 << from) | u32::from(king) << to;
        next.turn = 1 - self.turn;
        next
    }

    /// Whether a move ends the count of DTC: a capture or a crowning.
    pub fn ends_count(&self, play: &Move) -> bool {
        play.is_capture() || self.is_crowning(play)
    }

    /// Whether a move crowns a man.
    pub fn is_crowning(&self, play: &Move) -> bool {
        self.kings >> play.path[0] & 1 == 0 && crowns(self.turn, play.path[play.path.len() - 1])
    }
}

impl fmt::Display for Move {
    /// `11-15`, or `15x24x31`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: Vec<String> = self.path.iter().map(|at| (at + 1).to_string()).collect();
        f.pad(&squares.join(if self.is_capture() { "x" } else { "-" }))
    }
}

impl fmt::Display for Position {
    /// As PDN writes positions: `W:W12,K30:B5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: usize| {
            let king = |at: &u8| if self.kings >> at & 1 == 1 { "K" } else { "" };
            let named = squares(self.sides[side]).map(|at| format!("{}{}", king(&at), at + 1));
            named.collect::<Vec<_>>().join(",")
        };
        f.pad(&format!("{}:W{}:B{}", ["W", "B"][self.turn], side(0), side(1)))
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        if text.contains('/') {
            return Err(PositionError::OfChess(text.to_owned()));
        }
        let unreadable = || PositionError::Unreadable(text.to_owned());
        let side_of = |word: &str| ["W", "B"].iter().position(|side| word.starts_with(side));
        let mut parts = text.trim().trim_end_matches('.').split(':');
        let turn = parts.next().filter(|word| word.len() == 1).and_then(side_of);
        let turn = turn.ok_or_else(unreadable)?;
        let (mut sides, mut kings) = ([0u32; 2], 0u32);
        for part in parts {
            let side = side_of(part).ok_or_else(unreadable)?;
            for word in part[1..].split(',').filter(|word| !word.is_empty()) {
                let number = word.trim_start_matches('K');
                let at = number.parse::<u8>().ok().filter(|at| (1..=32).contains(at));
                let at = at.ok_or_else(unreadable)? - 1;
                if (sides[0] | sides[1]) >> at & 1 == 1 {
                    return Err(PositionError::Twice(at + 1));
                }
                sides[side] |= 1 << at;
                kings |= u32::from(number.len() < word.len()) << at;
            }
        }
        if sides == [0, 0] {
            return Err(PositionError::Empty);
        }
        let uncrowned = [0, 1]
            .into_iter()
            .find_map(|side| squares(sides[side] & !kings).find(|&at| crowns(side, at)));
        match uncrowned {
            Some(at) => Err(PositionError::Uncrowned(at + 1)),
            None => Ok(Position { sides, kings, turn }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let at: Position = text.parse().unwrap();
        assert_eq!(at.to_string(), text);
        at.legal_moves().iter().map(ToString::to_string).collect()
    }

    /// Lines of play by their length, as published for English draughts.
    #[test]
    fn the_moves_from_the_start_are_counted() {
        fn perft(at: &Position, depth: usize) -> u64 {
            let moves = at.legal_moves();
            if depth == 1 {
                return moves.len() as u64;
            }
            moves.iter().map(|play| perft(&at.after(play), depth - 1)).sum()
        }
        let start = Position::start();
        let counts = [1, 2, 3, 4, 5, 6, 7, 8].map(|depth| perft(&start, depth));
        assert_eq!(counts, [7, 49, 302, 1469, 7361, 36768, 179740, 845931]);
    }

    #[test]
    fn captures_are_forced_and_crowning_ends_them() {
        assert_eq!(names("W:W18:B1,15"), ["18x11"]);
        assert_eq!(names("W:WK18:B7,15"), ["18x11x2"]);
        assert_eq!(names("W:W10:B6,7").len(), 2);
        // Crowned on 3, it could take on 8 as a king, but its move is over.
        assert_eq!(names("W:W10:B7,8"), ["10x3"]);
        assert_eq!(names("B:WK1:B12"), ["12-16"]);
    }

    #[test]
    fn what_is_no_position_says_so() {
        for wrong in ["", "W", "X:W1:B2", "W:W1:B5", "W:W33:B5", "W:W9,9:B1", "B:W9:B32"] {
            assert!(wrong.parse::<Position>().is_err(), "{wrong}");
        }
        let said = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        assert!(said("8/8/8/8/8/2k5/8/K1q5 w - - 0 1").contains("chess board"));
        assert!(said("W:W9,9:B1").contains("square 9 has two"));
        assert!(said("B:W9:B32").contains("write K32"));
        assert!(said("W:W:B").contains("no piece"));
    }

    #[test]
    fn a_board_is_drawn_with_white_below() {
        let at: Position = "W:W18,K30:B1,K15".parse().unwrap();
        let lines: Vec<String> = at.diagram().lines().map(str::to_owned).collect();
        assert_eq!(lines[0], "   1   m   .   .   .   4");
        assert_eq!(lines[3], "  13 .   .   k   .    16");
        assert_eq!(lines[4], "  17   .   M   .   .  20");
        assert_eq!(lines[7], "  29 .   K   .   .    32");
    }

    #[test]
    fn colours_are_exchanged_by_turning_the_board() {
        let at: Position = "W:W18,K30:B1,K15".parse().unwrap();
        let other = at.in_other_colors();
        assert_eq!(other.to_string(), "B:WK18,32:BK3,15");
        let lengths = |at: &Position| {
            let mut all: Vec<usize> = at.legal_moves().iter().map(|play| play.path.len()).collect();
            all.sort_unstable();
            all
        };
        assert_eq!((lengths(&other), other.in_other_colors()), (lengths(&at), at));
        assert_eq!(Position::start().in_other_colors().sides, Position::start().sides);
    }
}
