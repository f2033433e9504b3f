//! Which move is searched first: the one most likely to be best.

use shakmaty::{Chess, Color, Move, MoveList, Position as _, Role};

use super::MOST_PLIES;
use super::transposition::ShortMove;
use crate::static_evaluation::worth;

/// Scores of moves: captures before killers, killers before other quiet moves.
const HASH_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
/// The history is halved when a count reaches this.
const MOST_HISTORY: i32 = 1 << 16;

/// Quiet moves that were good elsewhere in the tree.
#[derive(Debug)]
pub(super) struct Experience {
    /// The last two quiet moves that caused a cutoff, by ply.
    killers: [[ShortMove; 2]; MOST_PLIES + 1],
    /// How much has been cut off by moves of a piece to a square.
    history: Box<[[[i32; 64]; 6]; 2]>,
}

impl Default for Experience {
    fn default() -> Experience {
        let killers = [[ShortMove::NONE; 2]; MOST_PLIES + 1];
        Experience { killers, history: Box::new([[[0; 64]; 6]; 2]) }
    }
}

impl Experience {
    /// Learns that a quiet move caused a cutoff.
    pub(super) fn learn(&mut self, play: Move, turn: Color, ply: usize, depth: i32) {
        let short = ShortMove::new(play);
        let killers = &mut self.killers[ply.min(MOST_PLIES)];
        if killers[0] != short {
            *killers = [short, killers[0]];
        }
        let count =
            &mut self.history[turn as usize][play.role() as usize - 1][usize::from(play.to())];
        *count += depth * depth;
        if *count >= MOST_HISTORY {
            self.history.iter_mut().flatten().flatten().for_each(|count| *count /= 2);
        }
    }

    /// The scores of moves in a node.
    pub(super) fn scores(
        &self,
        at: &Chess,
        moves: &MoveList,
        first: ShortMove,
        ply: usize,
    ) -> Vec<i32> {
        let killers = self.killers[ply.min(MOST_PLIES)];
        let history = &self.history[at.turn() as usize];
        let score = |&play: &Move| {
            let short = ShortMove::new(play);
            if short == first {
                return HASH_MOVE;
            }
            if is_noisy(play) {
                return CAPTURE + exchange(play);
            }
            match killers.iter().position(|&killer| killer == short) {
                Some(place) => KILLER - place as i32,
                None => history[play.role() as usize - 1][usize::from(play.to())],
            }
        };
        moves.iter().map(score).collect()
    }
}

/// Moves the best of those from `from` on to that place; equal ones keep no order but the same one
/// every time.
pub(super) fn pick(moves: &mut MoveList, scores: &mut [i32], from: usize) -> Move {
    let mut best = from;
    for at in from + 1..scores.len() {
        if scores[at] > scores[best] {
            best = at;
        }
    }
    moves.swap(from, best);
    scores.swap(from, best);
    moves[from]
}

/// A capture or a promotion.
pub(super) fn is_noisy(play: Move) -> bool {
    play.is_capture() || play.is_promotion()
}

/// The most valuable victim by the least valuable attacker; a queen made counts as one taken.
pub(super) fn exchange(play: Move) -> i32 {
    let catch = play.capture().map_or(0, |role| 10 * worth(role) + 1000 - worth(play.role()) / 10);
    let crown = play.promotion().map_or(0, |role| if role == Role::Queen { 9000 } else { -9000 });
    catch + crown
}
