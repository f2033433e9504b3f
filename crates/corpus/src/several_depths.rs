//! Decisions that one reference scored at several depths, put together: what is seen at once stands
//! beside what a deeper search finds.

use std::collections::HashMap;
use std::sync::Arc;

use crate::decision::{Decision, Reference, Shallower};

/// The depths at which moves are scored for models of human choice: the greatest, and every power of
/// two below it. One search passes through them all.
pub fn depths_below(greatest: u16) -> Vec<u16> {
    let powers = (0..16).map(|power| 1u16 << power).take_while(|depth| *depth < greatest);
    powers.chain([greatest]).collect()
}

/// Decisions that differ in the depth of their scores alone are made one, with the deepest scores as
/// its own; they stand where the first of them stood.
pub fn joined(decisions: Vec<Decision>) -> Vec<Decision> {
    let mut places: HashMap<(String, usize, u32, String, Reference), usize> = HashMap::new();
    let mut all: Vec<Decision> = Vec::new();
    for decision in decisions {
        let reference = Reference { depth: 0, ..(*decision.reference).clone() };
        let game = &decision.game;
        let key = (game.file.clone(), game.number, decision.ply, decision.board.fen(), reference);
        match places.get(&key) {
            Some(&place) => all[place].join(decision),
            None => {
                places.insert(key, all.len());
                all.push(decision);
            }
        }
    }
    all
}

impl Decision {
    /// Takes the scores of the same decision at another depth.
    fn join(&mut self, mut other: Decision) {
        if other.reference.depth > self.reference.depth {
            std::mem::swap(&mut self.scores, &mut other.scores);
            std::mem::swap(&mut self.reference, &mut other.reference);
        }
        let depth = other.reference.depth;
        let known = self.reference.depth == depth
            || self.shallower.iter().any(|shallower| shallower.depth == depth);
        if !known {
            self.shallower.push(Shallower { depth, scores: other.scores });
            self.shallower.sort_by_key(|shallower| shallower.depth);
        }
    }

    /// Every depth whose scores are known, the shallowest first.
    pub fn depths(&self) -> Vec<u16> {
        let shallower = self.shallower.iter().map(|shallower| shallower.depth);
        shallower.chain([self.reference.depth]).collect()
    }

    /// As if it had been scored up to a depth only, if that one is known.
    pub fn up_to(&self, depth: u16) -> Option<Decision> {
        let at = self.at_depth(depth)?;
        let shallower = self.shallower.iter().filter(|one| one.depth < depth).cloned().collect();
        Some(Decision { shallower, ..at })
    }

    /// As if it had been scored at one depth only, if that one is known.
    pub fn at_depth(&self, depth: u16) -> Option<Decision> {
        let alone = Decision { shallower: Vec::new(), ..self.clone() };
        if self.reference.depth == depth {
            return Some(alone);
        }
        let found = self.shallower.iter().find(|shallower| shallower.depth == depth)?;
        let reference = Arc::new(Reference { depth, ..(*self.reference).clone() });
        Some(Decision { scores: found.scores.clone(), reference, ..alone })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::decision::GameInfo;
    use endgame::rules::Board;
    use engine::evaluator::Method;
    use engine::score::Score;

    /// The first move of a game, scored by an engine.
    pub(crate) fn scored(engine: &str, depth: u16) -> Decision {
        scored_so(engine, 1, depth, 10 * i32::from(depth))
    }

    fn of_game(number: usize, depth: u16, best: i32) -> Decision {
        scored_so("E", number, depth, best)
    }

    fn scored_so(engine: &str, number: usize, depth: u16, best: i32) -> Decision {
        let board = Board::default();
        let moves = board.legal_moves();
        let reference = Reference {
            engine: engine.to_owned(),
            version: String::new(),
            network: None,
            options: String::new(),
            method: Method::MultiPv,
            depth,
        };
        Decision {
            game: Arc::new(GameInfo { number, ..GameInfo::default() }),
            ply: 1,
            answered: None,
            continued: None,
            clock: None,
            scores: vec![Score::Centipawns(best); moves.len()],
            moves,
            board,
            played: 3,
            reference: Arc::new(reference),
            shallower: Vec::new(),
            exact: None,
        }
    }

    #[test]
    fn depths_are_powers_of_two_and_the_greatest() {
        assert_eq!(depths_below(1), [1]);
        assert_eq!(depths_below(8), [1, 2, 4, 8]);
        assert_eq!(depths_below(10), [1, 2, 4, 8, 10]);
    }

    #[test]
    fn whatever_the_order_the_deepest_counts() {
        let apart = [of_game(1, 2, 20), of_game(2, 8, 5), of_game(1, 8, 80), of_game(1, 4, 40)];
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let all = joined(order.map(|place| apart[place].clone()).to_vec());
            assert_eq!(all.len(), 2);
            let first = all.iter().find(|one| one.game.number == 1).unwrap();
            assert_eq!(first.depths(), [2, 4, 8]);
            assert_eq!(first.best(), Score::Centipawns(80));
            for (depth, best) in [(2, 20), (4, 40), (8, 80)] {
                let alone = first.at_depth(depth).unwrap();
                assert_eq!(alone, of_game(1, depth, best));
            }
            assert_eq!(first.at_depth(3), None);
            let less = first.up_to(4).unwrap();
            assert_eq!((less.depths(), less.best()), (vec![2, 4], Score::Centipawns(40)));
            assert_eq!((first.up_to(8).as_ref(), first.up_to(3)), (Some(first), None));
        }
        // The same scores twice stay once.
        let twice = joined(vec![of_game(1, 8, 1), of_game(1, 8, 1)]);
        assert_eq!(twice, [of_game(1, 8, 1)]);
    }
}
