//! The Markov model of a random game: all positions of one value and depth lumped together, as for chess endgames.

use graph::random::Side;
use player::markov::{StateSpace, TransitionMatrix};
use value::Outcome;

use super::Chances;

/// A full move, White's and then Black's, between the states of White's wins; none if White may give a win away.
pub fn full_move(chances: &Chances<'_>) -> Option<TransitionMatrix> {
    let game = chances.game();
    let deepest = game.extent(Side::White).deepest_win;
    let space = StateSpace::wins(deepest);
    let state = |outcome: Outcome| space.number(outcome);
    let matrix = |side: Side| {
        let len = space.len();
        let mut rows = vec![0.0; len * len];
        let mut counts = vec![0.0; len];
        let for_white = |outcome: Outcome| match side {
            Side::White => outcome,
            Side::Black => outcome.flipped(),
        };
        for node in game.positions(side).filter(|&node| !chances.is_over(node)) {
            let Some(from) = state(for_white(game.outcome(node))) else { continue };
            counts[from] += 1.0;
            for (to, chance) in chances.moves(node) {
                // After the move the other side is to move.
                let after = state(for_white(game.outcome(to).flipped()))?;
                rows[from * len + after] += chance;
            }
        }
        for (from, row) in rows.chunks_mut(len).enumerate() {
            match counts[from] {
                0.0 => row[from] = 1.0,
                count => row.iter_mut().for_each(|chance| *chance /= count),
            }
        }
        Some(TransitionMatrix::new(space, rows))
    };
    Some(matrix(Side::White)?.then(&matrix(Side::Black)?))
}
