//! The replies of Black's that make the game longest against a White whose chances are known: what a
//! Predator could reach at best.

use graph::Node;
use graph::random::mistakes::is_optimal;
use graph::random::{RandomGame, Side};

use super::{Chances, Lengths};

/// Which of Black's moves are thought of in lost positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Among {
    /// Those of the greatest depth.
    Optimal,
    /// All of them.
    All,
}

/// Black's best play against a White who errs, and how long games take then.
#[derive(Clone, Debug)]
pub struct Hardest<'g> {
    /// White's chances, and Black's moves, one for certain in each lost position.
    pub chances: Chances<'g>,
    /// The lengths, the greatest that Black can reach.
    pub lengths: Lengths,
}

/// Rounds of improvement, far more than are ever needed.
const MOST_ROUNDS: usize = 1_000;
/// A longer game by so small a share is no improvement.
const SAME: f64 = 1e-9;

impl<'g> Hardest<'g> {
    /// Improves Black's replies in lost positions until none can be improved (policy iteration). White must not give its
    /// wins away.
    pub fn against(chances: &Chances<'g>, among: Among) -> Hardest<'g> {
        let game = chances.game();
        let mut replies: Vec<Option<Node>> = vec![None; game.graph().len()];
        let mut lengths = Lengths::of(chances);
        let mut best = chances.clone();
        for _ in 0..MOST_ROUNDS {
            let mut improved = false;
            for node in game.positions(Side::Black).filter(|&node| is_lost(game, node)) {
                let considered = |to: &&Node| among == Among::All || is_optimal(game, node, **to);
                let moves = game.graph().successors(node).iter().filter(considered);
                let longest = moves
                    .max_by(|a, b| lengths.mean[a.index()].total_cmp(&lengths.mean[b.index()]));
                let Some(&longest) = longest else { continue };
                let here = lengths.mean[node.index()];
                let longer = lengths.mean[longest.index()] > here * (1.0 + SAME);
                if longer || replies[node.index()].is_none() {
                    replies[node.index()] = Some(longest);
                    improved = true;
                }
            }
            if !improved {
                break;
            }
            best = chances.with_replies(&replies);
            lengths = Lengths::of(&best);
        }
        Hardest { chances: best, lengths }
    }
}

/// Whether Black, to move, has lost and has a move.
fn is_lost(game: &RandomGame, node: Node) -> bool {
    game.outcome(node).sign() < 0 && !game.graph().successors(node).is_empty()
}
