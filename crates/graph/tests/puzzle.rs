//! Sliding-tile puzzles: known counts, and moves that can be taken back.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use graph::puzzle::Puzzle;
use graph::random::{RandomGame, Shape, Side};
use value::{ChoiceSource, Depth, Outcome};

/// Positions by distance from the goal, as the sum and the deepest ones say.
fn distances(game: &RandomGame) -> Vec<u32> {
    let black = game.positions(Side::Black);
    let mut counts = Vec::new();
    for node in black {
        let Outcome::Loss(Depth(depth)) = game.outcome(node) else { panic!("all can be solved") };
        counts.resize(counts.len().max(usize::from(depth) + 1), 0);
        counts[usize::from(depth)] += 1;
    }
    counts
}

/// Jansen 1992, Fig 8.1; the counts are those of the sequence A089473 of the OEIS: from the blank in a corner
/// 1, 2, 4, 8, 16, 20, 39, 62 ... 221, 2 positions.
#[test]
fn the_eight_puzzle_is_as_known() {
    let game = Puzzle::eight().game();
    let counts = distances(&game);
    assert_eq!(counts.iter().sum::<u32>(), 181_440);
    assert_eq!(counts[..8], [1, 2, 4, 8, 16, 20, 39, 62]);
    assert_eq!(counts[30..], [221, 2]);
    // White to move at the goal goes away and comes back.
    let shape = Shape::of(&game);
    assert_eq!((shape.won(), shape.deepest()), (181_440, Depth(31)));
    assert_eq!(game.outcome(game.position(Side::White, 0)), Outcome::Win(Depth(2)));
}

/// Two rows of three squares: 360 positions, one of them at the greatest distance, 21.
#[test]
fn a_smaller_puzzle_is_as_known() {
    let puzzle = Puzzle::new(3, 2).unwrap();
    let counts = distances(&puzzle.game());
    assert_eq!((puzzle.len(), counts.len() - 1, counts[21]), (360, 21, 1));
    assert_eq!(puzzle.tiles(0), [1, 2, 3, 4, 5, 0]);
}

/// Every move can be taken back, and changes two squares.
#[test]
fn moves_slide_one_tile() {
    let puzzle = Puzzle::new(2, 2).unwrap();
    let game = puzzle.game();
    for at in game.positions(Side::White) {
        let here = puzzle.tiles(at.0);
        for choice in game.choices(&at).unwrap().iter() {
            let there = game.number(choice.play).1;
            let changed = here.iter().zip(puzzle.tiles(there)).filter(|(a, b)| a != b).count();
            assert_eq!(changed, 2);
            let back = game.choices(&game.position(Side::White, there)).unwrap();
            assert!(back.iter().any(|move_back| game.number(move_back.play).1 == at.0));
        }
    }
}

#[test]
fn impossible_puzzles_are_refused() {
    assert!(Puzzle::new(4, 3).unwrap_err().to_string().contains("at most 9"));
    assert!(Puzzle::new(1, 1).is_err());
    assert_eq!(Puzzle::new(2, 1).unwrap().len(), 2);
}
