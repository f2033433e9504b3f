//! Games for one: sliding-tile puzzles, the 8-puzzle among them. Jansen 1992, section 8.1.3.
//!
//! A game for one is a game whose other player has one move, always: Black passes. So the solver, the
//! choices and every agent see an ordinary game, and depths count the moves to the goal.

use std::collections::BTreeMap;

use crate::branching::Branching;
use crate::random::{Moves, Parameters, RandomGame};

/// The most squares of a puzzle: with nine there are 181,440 positions.
pub const MOST_SQUARES: usize = 9;

/// The tiles of a puzzle, row by row; 0 is the blank.
pub type Tiles = [u8; MOST_SQUARES];

/// A size of which there is no puzzle here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a puzzle of {columns} by {rows} squares cannot be solved here: give at least 2 squares and at most {MOST_SQUARES}"
)]
pub struct NoPuzzle {
    columns: usize,
    rows: usize,
}

/// A sliding-tile puzzle, all positions from which the goal can be reached.
#[derive(Clone, Debug)]
pub struct Puzzle {
    columns: usize,
    squares: usize,
    /// By number; the goal is the first.
    boards: Vec<Tiles>,
    numbers: BTreeMap<Tiles, u32>,
}

impl Puzzle {
    /// The 8-puzzle, the blank in the last corner at the goal.
    pub fn eight() -> Puzzle {
        Puzzle::new(3, 3).expect("three by three squares are nine")
    }

    /// A puzzle of so many columns and rows, the blank in the last corner at the goal.
    pub fn new(columns: usize, rows: usize) -> Result<Puzzle, NoPuzzle> {
        let squares = columns * rows;
        if !(2..=MOST_SQUARES).contains(&squares) {
            return Err(NoPuzzle { columns, rows });
        }
        let mut goal = Tiles::default();
        for (at, tile) in goal[..squares - 1].iter_mut().enumerate() {
            *tile = at as u8 + 1;
        }
        let mut puzzle =
            Puzzle { columns, squares, boards: vec![goal], numbers: BTreeMap::from([(goal, 0)]) };
        let mut next = 0;
        while let Some(&board) = puzzle.boards.get(next) {
            for slid in puzzle.slides(&board) {
                let number = puzzle.boards.len() as u32;
                puzzle.numbers.entry(slid).or_insert_with(|| {
                    puzzle.boards.push(slid);
                    number
                });
            }
            next += 1;
        }
        Ok(puzzle)
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Never: there is the goal.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The tiles of a position.
    pub fn tiles(&self, number: u32) -> &[u8] {
        &self.boards[number as usize][..self.squares]
    }

    /// Where one move leads: the blank changes places with a neighbour.
    fn slides(&self, board: &Tiles) -> Vec<Tiles> {
        let blank = board[..self.squares].iter().position(|&tile| tile == 0).expect("a blank");
        let place = |at: usize| (at / self.columns, at % self.columns);
        let beside = |&other: &usize| {
            let ((row, column), (to_row, to_column)) = (place(blank), place(other));
            row.abs_diff(to_row) + column.abs_diff(to_column) == 1
        };
        let slid = |other| {
            let mut next = *board;
            next.swap(blank, other);
            next
        };
        (0..self.squares).filter(beside).map(slid).collect()
    }

    /// The puzzle as a game in which White slides and Black passes, solved. Positions have the same
    /// number for both sides; the game is over, and won for White, where Black is to move at the goal.
    pub fn game(&self) -> RandomGame {
        let moves = |board: &Tiles| -> Vec<u32> {
            self.slides(board).iter().map(|slid| self.numbers[slid]).collect()
        };
        let white: Vec<Vec<u32>> = self.boards.iter().map(moves).collect();
        let passes = |number: u32| if number == 0 { Vec::new() } else { vec![number] };
        let black: Vec<Vec<u32>> = (0..self.len() as u32).map(passes).collect();
        let parameters = Parameters {
            white: self.len() as u32,
            black: self.len() as u32,
            white_branching: self.branching(&white),
            black_branching: Branching::Fixed(1),
            terminal_wins: 0,
            terminal_draws: 0,
            moves: Moves::Independent,
        };
        RandomGame::from_moves(parameters, &white, &black)
    }

    /// How many moves positions have.
    fn branching(&self, moves: &[Vec<u32>]) -> Branching {
        let mut counts: BTreeMap<u32, f64> = BTreeMap::new();
        moves.iter().for_each(|moves| *counts.entry(moves.len() as u32).or_default() += 1.0);
        let counts: Vec<(u32, f64)> = counts.into_iter().collect();
        Branching::weights(&counts).expect("every position has a move")
    }
}
