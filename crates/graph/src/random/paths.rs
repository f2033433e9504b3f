//! How many optimal lines lead through a position: Jansen's "important" positions, section 9.1.1.
//!
//! An optimal line begins in any position that White wins or Black loses, and follows optimal moves of
//! both sides to the end. Two moves to the same position are two lines.

use super::game::RandomGame;
use super::mistakes::{by_plies, is_optimal};
use crate::position_graph::Node;

/// The optimal lines of a game.
#[derive(Clone, Debug)]
pub struct OptimalLines {
    /// The logarithm of the lines from a node to the end; none where there is no such line.
    from: Vec<Option<f64>>,
    /// The logarithm of the lines that arrive at a node, the one that begins there included.
    into: Vec<Option<f64>>,
    /// The same exactly, as long as numbers fit 128 bits.
    exact: Vec<Option<(u128, u128)>>,
}

/// A position with the lines through it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Important {
    /// The position.
    pub node: Node,
    /// The natural logarithm of the number of lines.
    pub ln_lines: f64,
    /// The number itself, where it fits 128 bits.
    pub lines: Option<u128>,
}

impl OptimalLines {
    /// Counts the lines: once from the end backwards, once forwards.
    pub fn of(game: &RandomGame) -> OptimalLines {
        let len = game.graph().len();
        let (mut from, mut into) = (vec![None; len], vec![None; len]);
        let mut exact_from: Vec<Option<u128>> = vec![Some(0); len];
        let mut exact_into: Vec<Option<u128>> = vec![Some(0); len];
        let order = by_plies(game);
        for &node in &order {
            let moves = optimal_moves(game, node);
            // A position without moves, lost at once, is an end of its own; so is the end.
            let next: Vec<Node> = moves.filter(|&to| !game.is_end(to)).collect();
            from[node.index()] = if next.is_empty() {
                Some(0.0)
            } else {
                ln_sum(next.iter().filter_map(|to| from[to.index()]))
            };
            exact_from[node.index()] = if next.is_empty() {
                Some(1)
            } else {
                next.iter().try_fold(0u128, |sum, to| sum.checked_add(exact_from[to.index()]?))
            };
        }
        for &node in order.iter().rev() {
            let here = ln_sum(into[node.index()].into_iter().chain([0.0]));
            into[node.index()] = here;
            let exact = exact_into[node.index()].and_then(|lines| lines.checked_add(1));
            exact_into[node.index()] = exact;
            for to in optimal_moves(game, node).filter(|&to| !game.is_end(to)) {
                into[to.index()] = ln_sum(into[to.index()].into_iter().chain(here));
                exact_into[to.index()] =
                    exact_into[to.index()].zip(exact).and_then(|(a, b)| a.checked_add(b));
            }
        }
        let exact = exact_from.into_iter().zip(exact_into).map(|(from, into)| from.zip(into));
        OptimalLines { from, into, exact: exact.collect() }
    }

    /// The lines through a position; none where White does not win.
    pub fn through(&self, node: Node) -> Option<Important> {
        let ln_lines = self.from[node.index()]? + self.into[node.index()]?;
        let lines = self.exact[node.index()].and_then(|(from, into)| from.checked_mul(into));
        Some(Important { node, ln_lines, lines })
    }

    /// The positions that most lines lead through, most first; of equals the lower number first.
    pub fn most_important(&self, how_many: usize) -> Vec<Important> {
        let nodes = (0..self.from.len() as u32).map(Node);
        let mut all: Vec<Important> = nodes.filter_map(|node| self.through(node)).collect();
        // Logarithms of equal numbers differ by rounding.
        let lines = |a: &Important, b: &Important| match (a.lines, b.lines) {
            (Some(a), Some(b)) => b.cmp(&a),
            _ => b.ln_lines.total_cmp(&a.ln_lines),
        };
        let order = |a: &Important, b: &Important| lines(a, b).then(a.node.cmp(&b.node));
        if how_many < all.len() {
            all.select_nth_unstable_by(how_many, order);
            all.truncate(how_many);
        }
        all.sort_by(order);
        all
    }
}

/// Where optimal moves lead, one for each move.
fn optimal_moves(game: &RandomGame, node: Node) -> impl Iterator<Item = Node> {
    let moves = game.graph().successors(node).iter().copied();
    moves.filter(move |&to| is_optimal(game, node, to))
}

/// The logarithm of a sum of which the logarithms are given; none of nothing.
fn ln_sum(terms: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let most =
        terms.clone().fold(None, |most: Option<f64>, ln| Some(most.map_or(ln, |m| m.max(ln))))?;
    Some(most + terms.map(|ln| (ln - most).exp()).sum::<f64>().ln())
}
