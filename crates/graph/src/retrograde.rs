//! Retrograde analysis: from the decided positions backwards, one ply at a time.
//!
//! Jansen 1992, Fig 2.2, for both players at once:
//!
//! ```text
//! L_0 <- positions where the side to move has lost
//! repeat
//!     W_i <- S^-1(L_(i-1))                             one move into a loss is enough
//!     L_i <- positions with no way out of W_(i-1)      all moves go to wins
//! until nothing is new
//! ```
//!
//! The stage `i` counts plies, so that a limit of 100 plies can be kept exactly; a depth in
//! winner's moves is a rounding of it. What is never reached is a draw: Jansen's smallest fixed
//! point, in which a forced repetition wins for nobody.

use std::collections::BTreeMap;

use value::{Depth, Outcome, Plies};

use crate::position_graph::{Aside, Graph, Node};

/// What has been found out about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// Nothing: in the end, a draw.
    Open,
    /// In `W_i` since this ply.
    Won(Plies),
    /// In `L_i` since this ply.
    Lost(Plies),
}

/// Who wins each position of a graph, and how soon.
#[derive(Clone, Debug)]
pub struct Solution(Vec<Label>);

impl Solution {
    /// The node's value for its side to move, in winner's moves.
    pub fn outcome(&self, node: Node) -> Outcome {
        match self.0[node.index()] {
            Label::Open => Outcome::Draw,
            Label::Won(plies) => Outcome::Win(plies.winner_to_move()),
            Label::Lost(plies) => Outcome::Loss(plies.loser_to_move()),
        }
    }

    /// The plies to the end with best play; none in a draw.
    pub fn plies(&self, node: Node) -> Option<Plies> {
        match self.0[node.index()] {
            Label::Open => None,
            Label::Won(plies) | Label::Lost(plies) => Some(plies),
        }
    }
}

impl Graph {
    /// The value of every position, with best play of both sides.
    ///
    /// # Panics
    ///
    /// If a successor was never added, or a game needs 65,536 plies.
    pub fn solve(&self) -> Solution {
        self.try_solve().expect("a game needs fewer than 65,536 plies")
    }

    /// The same; none if a game needs 65,536 plies.
    pub fn try_solve(&self) -> Option<Solution> {
        self.retrograde(None)
    }

    /// The value of every position when a win counts only if it can be forced within this many
    /// plies, the deciding one included: 100 for the 50-move rule.
    ///
    /// Meant for graphs whose leaving moves all end the count (depth 0): such a move is one ply.
    ///
    /// # Panics
    ///
    /// As [`solve`](Graph::solve).
    pub fn solve_within(&self, limit: Plies) -> Solution {
        self.retrograde(Some(limit)).expect("what takes longer is left open")
    }

    /// None if plies have no end, and there is no limit.
    fn retrograde(&self, limit: Option<Plies>) -> Option<Solution> {
        let before = self.predecessors();
        let mut labels = vec![Label::Open; self.len()];
        let mut ways_out: Vec<u32> = self.nodes().map(|node| self.ways_out(node)).collect();
        let mut known = self.known_beforehand();
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for stage in (0..=limit.map_or(u16::MAX, |Plies(limit)| limit)).map(Plies) {
            if won.is_empty() && lost.is_empty() && known.is_empty() {
                return Some(Solution(labels));
            }
            let (mut newly_won, mut newly_lost) = (Vec::new(), Vec::new());
            let mut win = |node: Node| {
                let found = &mut labels[node.index()];
                if *found == Label::Open {
                    *found = Label::Won(stage);
                    newly_won.push(node);
                }
            };
            let mut close_a_way_out = |node: Node| {
                let open = &mut ways_out[node.index()];
                *open -= 1;
                if *open == 0 {
                    newly_lost.push(node);
                }
            };
            for &node in &lost {
                before.of(node).iter().copied().for_each(&mut win);
            }
            for &node in &won {
                before.of(node).iter().copied().for_each(&mut close_a_way_out);
            }
            for node in known.remove(&stage).into_iter().flatten() {
                match self.aside(node) {
                    Aside::Leaves(Outcome::Win(_)) => win(node),
                    _ => close_a_way_out(node),
                }
            }
            for node in &newly_lost {
                labels[node.index()] = Label::Lost(stage);
            }
            (won, lost) = (newly_won, newly_lost);
        }
        limit.map(|_| Solution(labels))
    }

    /// The moves that must all go to wins of the opponent before the node is lost.
    ///
    /// Those that leave the graph count as one: the best of them, which is the last to close, or
    /// never does.
    fn ways_out(&self, node: Node) -> u32 {
        // `Graph` has fewer than 2^32 moves in all.
        self.successors(node).len() as u32 + u32::from(self.aside(node) != Aside::Nothing)
    }

    /// The nodes about which the moves that leave the graph say something, by the ply at which
    /// they say it.
    fn known_beforehand(&self) -> BTreeMap<Plies, Vec<Node>> {
        let mut known: BTreeMap<Plies, Vec<Node>> = BTreeMap::new();
        for node in self.nodes() {
            let plies = match self.aside(node) {
                Aside::Lost => 0,
                Aside::Leaves(Outcome::Win(depth)) => twice(depth) + 1,
                // A loser's leaving move is a ply of its own, even at depth 0.
                Aside::Leaves(Outcome::Loss(depth)) => twice(depth).max(1),
                Aside::Leaves(Outcome::Draw) | Aside::Nothing => continue,
            };
            known.entry(Plies(plies)).or_default().push(node);
        }
        known
    }
}

fn twice(Depth(depth): Depth) -> u16 {
    depth.checked_mul(2).expect("known depths are below 32,768")
}
