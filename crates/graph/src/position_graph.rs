//! The game space as a graph: positions, the moves between them, and what the other moves are worth.

use value::Outcome;

/// A position's number in its graph, in the order of adding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub u32);

impl Node {
    /// The place of this node in an array over all nodes.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node offers besides moves to other nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aside {
    /// Nothing.
    Nothing,
    /// The game is over and the side to move has lost.
    Lost,
    /// The best of the moves that leave the graph, for the mover.
    Leaves(Outcome),
}

/// A game: each node has a side to move, and each move leads to the other side's turn.
///
/// Jansen 1992, section 2.1: the game space `G` and the successor function `S(p)`. His terminal
/// sets become nodes without moves, and a move whose value is already known *leaves the graph*: a
/// capture into a smaller endgame, say. Stored as one list of successors with the end of each
/// node's part of it, 4 bytes a move.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    successors: Vec<Node>,
    ends: Vec<u32>,
    aside: Vec<Aside>,
}

impl Graph {
    /// A game without positions.
    pub fn new() -> Graph {
        Graph::default()
    }

    /// Adds a position with its moves: those to other nodes, which may be added later, and those
    /// that leave the graph, each with its known value *for the mover, after the move* (depths
    /// below 32,768).
    ///
    /// # Panics
    ///
    /// If there is no move at all: that is [`add_lost`](Graph::add_lost) or
    /// [`add_drawn`](Graph::add_drawn).
    pub fn add(
        &mut self,
        successors: impl IntoIterator<Item = Node>,
        leaving: impl IntoIterator<Item = Outcome>,
    ) -> Node {
        let before = self.successors.len();
        self.successors.extend(successors);
        // Only the best can matter: it is the one the mover would take.
        let aside = leaving.into_iter().max().map_or(Aside::Nothing, Aside::Leaves);
        assert!(
            self.successors.len() > before || aside != Aside::Nothing,
            "a node without moves is terminal: add_lost or add_drawn"
        );
        self.close(aside)
    }

    /// Adds a terminal position, lost for the side to move: mate.
    pub fn add_lost(&mut self) -> Node {
        self.close(Aside::Lost)
    }

    /// Adds a terminal position that is a draw: stalemate.
    pub fn add_drawn(&mut self) -> Node {
        self.close(Aside::Leaves(Outcome::Draw))
    }

    fn close(&mut self, aside: Aside) -> Node {
        let node = u32::try_from(self.ends.len()).expect("a graph has fewer than 2^32 positions");
        let end = u32::try_from(self.successors.len()).expect("a graph has fewer than 2^32 moves");
        self.ends.push(end);
        self.aside.push(aside);
        Node(node)
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// No positions yet.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Every position, in the order of adding.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node> + use<> {
        // `close` has seen that the number fits.
        (0..self.ends.len() as u32).map(Node)
    }

    /// `S(p)`: the nodes one move away.
    pub fn successors(&self, node: Node) -> &[Node] {
        let start = node.0.checked_sub(1).map_or(0, |previous| self.ends[previous as usize]);
        &self.successors[start as usize..self.ends[node.index()] as usize]
    }

    /// Whether the game is over here and the side to move has lost.
    pub fn is_lost(&self, node: Node) -> bool {
        self.aside(node) == Aside::Lost
    }

    pub(crate) fn aside(&self, node: Node) -> Aside {
        self.aside[node.index()]
    }

    /// `S^-1`: the same graph with every move reversed.
    pub(crate) fn predecessors(&self) -> Predecessors {
        let mut starts = vec![0u32; self.len() + 1];
        for node in &self.successors {
            starts[node.index() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut list = vec![Node(0); self.successors.len()];
        for node in self.nodes() {
            for successor in self.successors(node) {
                let slot = &mut next[successor.index()];
                list[*slot as usize] = node;
                *slot += 1;
            }
        }
        Predecessors { starts, list }
    }
}

/// The inverse successor function; a node stands there once for each move it has.
pub(crate) struct Predecessors {
    starts: Vec<u32>,
    list: Vec<Node>,
}

impl Predecessors {
    /// `S^-1(p)`: the nodes from which one move leads here.
    pub(crate) fn of(&self, node: Node) -> &[Node] {
        let at = node.index();
        &self.list[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predecessors_invert_successors() {
        let mut game = Graph::new();
        let a = game.add([Node(1), Node(2), Node(2)], None);
        let b = game.add([Node(0), Node(2)], None);
        let c = game.add_lost();
        assert_eq!(game.successors(b), [a, c]);
        let before = game.predecessors();
        assert_eq!(before.of(a), [b]);
        assert_eq!(before.of(b), [a]);
        assert_eq!(before.of(c), [a, a, b]);
    }

    #[test]
    #[should_panic(expected = "terminal")]
    fn a_node_without_moves_must_say_what_it_is() {
        Graph::new().add([], None);
    }
}
