//! One random game, solved: a source of choices like any table.

use rand::Rng;
use value::{Choice, ChoiceError, ChoiceSource, Choices, Depth, Extent, Outcome, Plies};

use super::parameters::{Impossible, Parameters};
use crate::position_graph::{Graph, Node};
use crate::retrograde::Solution;

/// Who moves in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side with the terminal wins.
    White,
    /// The other one.
    Black,
}

/// A random game with the value of every position.
///
/// White's positions are the nodes `0..N_W`, the terminal wins first; Black's follow. The last node is
/// the end that every terminal win has one move to: Black to move, lost. A terminal win is so won in one
/// ply and one move, "White can mate in one" (Jansen 1992, section 2.1); his `D` counts one ply less.
#[derive(Clone, Debug)]
pub struct RandomGame {
    parameters: Parameters,
    graph: Graph,
    solution: Solution,
    /// How deep wins and losses go with White to move.
    extent: Extent,
}

impl RandomGame {
    /// Draws a game and solves it.
    pub fn new(
        parameters: &Parameters,
        rng: &mut (impl Rng + ?Sized),
    ) -> Result<RandomGame, Impossible> {
        parameters.check()?;
        let graph = super::generate::graph(parameters, rng);
        let solution = graph.try_solve().ok_or(Impossible::TooDeep)?;
        Ok(RandomGame::solved(parameters.clone(), graph, solution))
    }

    /// A game with given moves, solved: `white` and `black` list where each position's moves lead, as
    /// numbers among the other side's positions. The first `terminal_wins` of White's are terminal, and
    /// their moves count nothing. The branching factors in the parameters are not looked at.
    ///
    /// # Panics
    ///
    /// If a move leads nowhere, the lists are not as long as the parameters say, or a win takes 65,536 plies.
    pub fn from_moves(
        parameters: Parameters,
        white: &[Vec<u32>],
        black: &[Vec<u32>],
    ) -> RandomGame {
        assert_eq!(
            (white.len(), black.len()),
            (parameters.white as usize, parameters.black as usize)
        );
        let (n_white, n_black) = (parameters.white, parameters.black);
        let mut graph = Graph::new();
        for (at, moves) in white.iter().enumerate() {
            if at < parameters.terminal_wins as usize {
                graph.add([Node(n_white + n_black)], None);
            } else {
                assert!(
                    moves.iter().all(|&to| to < n_black),
                    "White's moves lead to Black's positions"
                );
                super::generate::add(&mut graph, moves.iter().map(|&to| Node(n_white + to)));
            }
        }
        for moves in black {
            assert!(
                moves.iter().all(|&to| to < n_white),
                "Black's moves lead to White's positions"
            );
            super::generate::add(&mut graph, moves.iter().map(|&to| Node(to)));
        }
        graph.add_lost();
        let solution = graph.solve();
        RandomGame::solved(parameters, graph, solution)
    }

    fn solved(parameters: Parameters, graph: Graph, solution: Solution) -> RandomGame {
        let deepest = |nodes: std::ops::Range<u32>, sign: i8| {
            let depths = nodes.map(|node| solution.outcome(Node(node)));
            let depths = depths.filter(|outcome| outcome.sign() == sign).filter_map(Outcome::depth);
            depths.max().unwrap_or(Depth(0))
        };
        let white = 0..parameters.white;
        let black = parameters.white..parameters.white + parameters.black;
        // A side's deepest loss is never deeper than the other's deepest win, or the other way round.
        let extent = Extent {
            deepest_win: deepest(white.clone(), 1).max(deepest(black.clone(), -1)),
            deepest_loss: deepest(white, -1).max(deepest(black, 1)),
        };
        RandomGame { parameters, graph, solution, extent }
    }

    /// Its class.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Its positions and moves.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Who wins each position, and how soon.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Every position with this side to move, without the end of the game.
    pub fn positions(&self, side: Side) -> impl ExactSizeIterator<Item = Node> + use<> {
        let Parameters { white, black, .. } = self.parameters;
        match side {
            Side::White => (0..white).map(Node),
            Side::Black => (white..white + black).map(Node),
        }
    }

    /// The position with this number among a side's.
    pub fn position(&self, side: Side, number: u32) -> Node {
        match side {
            Side::White => Node(number),
            Side::Black => Node(self.parameters.white + number),
        }
    }

    /// Who moves, and the position's number among that side's.
    pub fn number(&self, node: Node) -> (Side, u32) {
        match node.0.checked_sub(self.parameters.white) {
            None => (Side::White, node.0),
            Some(number) => (Side::Black, number),
        }
    }

    /// Where a terminal win leads: the game is over.
    pub fn is_end(&self, node: Node) -> bool {
        node.index() + 1 == self.graph.len()
    }

    /// Whether White wins here by one move that ends the game.
    pub fn is_terminal_win(&self, node: Node) -> bool {
        node.0 < self.parameters.terminal_wins
    }

    /// The value for the side to move, in winner's moves.
    pub fn outcome(&self, node: Node) -> Outcome {
        self.solution.outcome(node)
    }

    /// The plies to the end with best play: 1 in a terminal win; none in a draw.
    pub fn plies(&self, node: Node) -> Option<Plies> {
        self.solution.plies(node)
    }

    /// How deep wins and losses go for the side to move.
    pub fn extent(&self, side: Side) -> Extent {
        match side {
            Side::White => self.extent,
            Side::Black => self.extent.flipped(),
        }
    }
}

impl ChoiceSource for RandomGame {
    type Position = Node;
    type Move = Node;
    type Value = Outcome;

    fn choices(&self, at: &Node) -> Result<Choices<Node>, ChoiceError> {
        let value = |&to: &Node| Choice::new(to, self.outcome(to).flipped());
        let list = self.graph.successors(*at).iter().map(value).collect();
        Ok(Choices::new(list, self.extent(self.number(*at).0)))
    }

    fn after(&self, _at: &Node, play: &Node) -> Node {
        *play
    }

    fn key(&self, at: &Node) -> Option<u64> {
        Some(at.0.into())
    }
}
