//! Inaccuracies and fatal mistakes of both sides, and how likely a random mover is to make one.
//!
//! Jansen 1992, section 2.2.3: a *fatal mistake* changes the value of the game, an *inaccuracy* only the
//! distance to the win. White can make both where it wins; Black a fatal mistake where it holds, and an
//! inaccuracy where it loses.

use value::{Outcome, Plies};

use super::game::{RandomGame, Side};
use crate::position_graph::Node;

/// The moves of some positions, by what they do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCounts {
    /// Positions counted.
    pub positions: u64,
    /// Their moves.
    pub moves: u64,
    /// Moves that are optimal.
    pub optimal: u64,
    /// Moves that keep the value and change the distance to the win for the worse.
    pub inaccurate: u64,
    /// Moves that give the value away.
    pub fatal: u64,
}

impl MoveCounts {
    /// Counts the moves of one position.
    fn add(&mut self, game: &RandomGame, node: Node) {
        let moves = game.graph().successors(node);
        let value = |to: &Node| game.outcome(*to).flipped();
        let Some(best) = moves.iter().map(value).max() else { return };
        self.positions += 1;
        for choice in moves.iter().map(value) {
            self.moves += 1;
            if choice == best {
                self.optimal += 1;
            } else if choice.sign() == best.sign() {
                self.inaccurate += 1;
            } else {
                self.fatal += 1;
            }
        }
    }

    /// The share of moves that are no mistakes; none without moves.
    pub fn optimal_share(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.optimal as f64 / self.moves as f64)
    }
}

/// The mistakes that can be made in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mistakes {
    /// White's moves where White wins, terminal wins left out, by depth in moves.
    pub white_won: Vec<MoveCounts>,
    /// Black's moves where Black loses, by depth in moves.
    pub black_lost: Vec<MoveCounts>,
    /// Black's moves in draws.
    pub black_drawn: MoveCounts,
}

impl Mistakes {
    /// Counts the moves of a game.
    pub fn of(game: &RandomGame) -> Mistakes {
        let mut mistakes = Mistakes::default();
        let terminal = game.parameters().terminal_wins as usize;
        for node in game.positions(Side::White).skip(terminal) {
            if let Outcome::Win(depth) = game.outcome(node) {
                at(&mut mistakes.white_won, depth.0).add(game, node);
            }
        }
        for node in game.positions(Side::Black) {
            match game.outcome(node) {
                Outcome::Loss(depth) => at(&mut mistakes.black_lost, depth.0).add(game, node),
                Outcome::Draw => mistakes.black_drawn.add(game, node),
                Outcome::Win(_) => {}
            }
        }
        mistakes
    }
}

fn at(by_depth: &mut Vec<MoveCounts>, depth: u16) -> &mut MoveCounts {
    let at = usize::from(depth);
    if by_depth.len() <= at {
        by_depth.resize(at + 1, MoveCounts::default());
    }
    &mut by_depth[at]
}

/// For each of White's wins the probability that a White who moves at random goes wrong at least once
/// before the end, against a Black who takes any of the optimal moves.
///
/// ```text
/// safe(terminal win)  = 1
/// safe(White's win)   = sum over optimal moves of safe(next) / number of moves
/// safe(Black's loss)  = mean over optimal moves of safe(next)
/// difficulty          = 1 - safe
/// ```
///
/// It grows with the depth, with the difficulty of what follows, and with the share of wrong moves:
/// the three demands of Jansen 1992, section 9.1.2. The same as in endgames, which tell `-lg(safe)`. By node; none
/// where White does not win.
pub fn difficulty(game: &RandomGame) -> Vec<Option<f64>> {
    let mut safe: Vec<Option<f64>> = vec![None; game.graph().len()];
    for node in by_plies(game) {
        let known = |to: &&Node| is_optimal(game, node, **to);
        let moves = game.graph().successors(node);
        let next = moves.iter().filter(known).map(|to| safe[to.index()].unwrap_or(1.0));
        let (optimal, sum) = next.fold((0u32, 0.0), |(count, sum), one| (count + 1, sum + one));
        safe[node.index()] = Some(match (game.outcome(node), optimal) {
            // Black to move, and lost without a move.
            (_, 0) => 1.0,
            (Outcome::Win(_), _) => sum / moves.len() as f64,
            _ => sum / f64::from(optimal),
        });
    }
    safe.iter().map(|safe| safe.map(|safe| 1.0 - safe)).collect()
}

/// White's wins and Black's losses, those nearest to the end first; the end itself is left out.
pub(super) fn by_plies(game: &RandomGame) -> Vec<Node> {
    let white_wins = |node: &Node| match game.number(*node).0 {
        Side::White => game.outcome(*node).sign() > 0,
        Side::Black => game.outcome(*node).sign() < 0,
    };
    let mut nodes: Vec<Node> =
        game.graph().nodes().filter(|node| white_wins(node) && !game.is_end(*node)).collect();
    nodes.sort_by_key(|&node| game.plies(node));
    nodes
}

/// Whether a move in a decided position is optimal: one ply nearer to the end.
pub fn is_optimal(game: &RandomGame, from: Node, to: Node) -> bool {
    let decided = game.outcome(from).sign() + game.outcome(to).sign() == 0;
    let nearer = game.plies(to).map(|Plies(plies)| plies + 1);
    decided && nearer == game.plies(from).map(|Plies(plies)| plies)
}
