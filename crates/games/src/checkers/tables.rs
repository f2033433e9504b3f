//! Endgames of checkers, solved on demand through [`Graph`]: DTC, where captures and crownings end the count.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use graph::{Graph, Node, Solution};
use value::{Choice, ChoiceError, ChoiceSource, Choices, Depth, Extent, Outcome};

use super::rules::{Move, Position};
use super::slice::Slice;
use crate::error::GameError;

/// The most men and kings that are solved.
pub const MOST_MEN: usize = 4;

/// One endgame, both sides to move.
#[derive(Debug)]
struct Table {
    nodes: HashMap<Position, Node>,
    solution: Solution,
    /// The deepest win of White and of Black, whoever moves.
    deepest: [Depth; 2],
}

/// Every endgame of at most four men and kings, kept in memory once it is solved.
#[derive(Debug, Default)]
pub struct Tables(Mutex<HashMap<Slice, Arc<Table>>>);

impl Tables {
    /// Nothing is solved yet.
    pub fn new() -> Tables {
        Tables::default()
    }

    /// What a position is worth to the side to move.
    pub fn outcome(&self, at: &Position) -> Result<Outcome, GameError> {
        let men = at.men();
        if men > MOST_MEN {
            return Err(GameError::TooManyMen { game: "checkers", men, most: MOST_MEN });
        }
        if at.sides[at.turn] == 0 {
            return Ok(Outcome::Loss(Depth(0)));
        }
        if at.sides[1 - at.turn] == 0 {
            return Ok(Outcome::Win(Depth(0)));
        }
        let table = self.table(Slice::of(at));
        Ok(table.solution.outcome(table.nodes[at]))
    }

    fn table(&self, slice: Slice) -> Arc<Table> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = kept().get(&slice) {
            return Arc::clone(table);
        }
        let table = Arc::new(self.solve(slice));
        kept().insert(slice, Arc::clone(&table));
        table
    }

    fn solve(&self, slice: Slice) -> Table {
        let mut listed = Vec::new();
        for turn in 0..2 {
            slice.placements(turn, &mut |position| listed.push(position));
        }
        let numbers = (0u32..).map(Node);
        let nodes: HashMap<Position, Node> = listed.iter().copied().zip(numbers).collect();
        let mut game = Graph::new();
        for position in &listed {
            let moves = position.legal_moves();
            if moves.is_empty() {
                game.add_lost();
                continue;
            }
            let (mut within, mut leaving) = (Vec::new(), Vec::new());
            for play in &moves {
                let after = position.after(play);
                match ends_count(position, play) {
                    true => leaving.push(self.leaving(&after)),
                    false => within.push(nodes[&after]),
                }
            }
            game.add(within, leaving);
        }
        let solution = game.solve();
        let mut deepest = [Depth(0); 2];
        for (position, &node) in &nodes {
            let winner = match solution.outcome(node) {
                Outcome::Win(_) => position.turn,
                Outcome::Loss(_) => 1 - position.turn,
                Outcome::Draw => continue,
            };
            let depth = solution.outcome(node).depth().unwrap_or_default();
            deepest[winner] = deepest[winner].max(depth);
        }
        Table { nodes, solution, deepest }
    }

    /// What a move that ends the count is worth to who made it; no more men than before are on the board.
    fn leaving(&self, after: &Position) -> Outcome {
        let outcome = self.outcome(after).expect("no more men than are solved").flipped();
        match outcome {
            Outcome::Win(_) => Outcome::Win(Depth(0)),
            Outcome::Loss(_) => Outcome::Loss(Depth(0)),
            Outcome::Draw => Outcome::Draw,
        }
    }
}

fn ends_count(at: &Position, play: &Move) -> bool {
    play.is_capture() || at.is_crowning(play)
}

impl ChoiceSource for Tables {
    type Position = Position;
    type Move = Move;
    type Value = Outcome;

    fn choices(&self, at: &Position) -> Result<Choices<Move>, ChoiceError> {
        // A position of too many men is refused, whatever its moves lead to.
        self.outcome(at).map_err(ChoiceError::new)?;
        let moves = at.legal_moves();
        if moves.is_empty() || at.sides[1 - at.turn] == 0 {
            return Ok(Choices::new(Vec::new(), Extent::default()));
        }
        let mut list = Vec::new();
        for play in moves {
            let after = at.after(&play);
            let value = match ends_count(at, &play) {
                true => self.leaving(&after),
                false => self.outcome(&after).map_err(ChoiceError::new)?.flipped(),
            };
            list.push(Choice::new(play, value));
        }
        let deepest = self.table(Slice::of(at)).deepest;
        let extent = Extent { deepest_win: deepest[at.turn], deepest_loss: deepest[1 - at.turn] };
        Ok(Choices::new(list, extent))
    }

    fn after(&self, at: &Position, play: &Move) -> Position {
        at.after(play)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(tables: &Tables, text: &str) -> Outcome {
        tables.outcome(&text.parse().unwrap()).unwrap()
    }

    #[test]
    fn small_endgames_by_hand() {
        let tables = Tables::new();
        // Shut in: no move, and a man that must be taken.
        assert_eq!(value(&tables, "B:W16:B12,K32"), Outcome::Win(Depth(1)));
        assert_eq!(value(&tables, "W:W18:B15"), Outcome::Win(Depth(1)));
        // Two kings beat one unless it holds the double corner (Payne 1756).
        assert_eq!(value(&tables, "W:WK14,K15:BK4").sign(), 1);
        assert_eq!(value(&tables, "W:WK1:BK32"), Outcome::Draw);
        assert!(tables.outcome(&"W:W21,22,23:B1,2".parse().unwrap()).is_err());
    }

    #[test]
    fn a_position_is_worth_its_best_move() {
        let tables = Tables::new();
        for slice in Slice::all(2, false).into_iter().chain(["KKvM".parse().unwrap()]) {
            for turn in 0..2 {
                slice.placements(turn, &mut |at| {
                    let (value, choices) =
                        (tables.outcome(&at).unwrap(), tables.choices(&at).unwrap());
                    match choices.best() {
                        Some(best) => assert_eq!(value, best.before_move(), "{at}"),
                        None => assert_eq!(value, Outcome::Loss(Depth(0)), "{at}"),
                    }
                });
            }
        }
    }
}
