//! How likely each move of each position of a game is, for two players whose moves depend on the position alone.

use graph::Node;
use graph::random::{RandomGame, Side};
use player::agents::{Agent, Turn};
use value::{ChoiceSource, Choices};

/// The chances of all moves of a game, those of one position after the other.
#[derive(Clone, Debug)]
pub struct Chances<'g> {
    game: &'g RandomGame,
    /// By node: where its moves begin in the lists; one more for the end.
    starts: Vec<u32>,
    to: Vec<u32>,
    chance: Vec<f64>,
}

/// The chances of the moves of a position; none if they depend on more than the position.
pub type Odds<'o> = dyn Fn(Node, &Choices<Node>) -> Option<Vec<f64>> + 'o;

impl<'g> Chances<'g> {
    /// The chances that White's and Black's player give to each of their moves; none if one of them does not say.
    pub fn of(game: &'g RandomGame, players: [&Odds<'_>; 2]) -> Option<Chances<'g>> {
        let graph = game.graph();
        let moves: usize = graph.nodes().map(|node| graph.successors(node).len()).sum();
        let mut all = Chances {
            game,
            starts: Vec::with_capacity(graph.len() + 1),
            to: Vec::with_capacity(moves),
            chance: Vec::with_capacity(moves),
        };
        all.starts.push(0);
        for node in graph.nodes() {
            let choices =
                game.choices(&node).expect("a random game lists its choices without fail");
            if !choices.is_empty() {
                let chances = players[mover(game, node)](node, &choices)?;
                for (choice, chance) in choices.iter().zip(chances) {
                    if chance > 0.0 {
                        all.to.push(choice.play.0);
                        all.chance.push(chance);
                    }
                }
            }
            all.starts.push(all.to.len() as u32);
        }
        Some(all)
    }

    /// The same for agents: none if one of them remembers, or searches.
    pub fn of_agents(
        game: &'g RandomGame,
        agents: &[Box<dyn Agent<RandomGame>>; 2],
    ) -> Option<Chances<'g>> {
        let odds = |player: usize| {
            move |node: Node, choices: &Choices<Node>| {
                agents[player].odds(&Turn::new(game, &node, choices))
            }
        };
        Chances::of(game, [&odds(0), &odds(1)])
    }

    /// The game.
    pub fn game(&self) -> &'g RandomGame {
        self.game
    }

    /// The moves of a position that are made at all, where each leads and how likely it is; none where the
    /// game is over.
    pub fn moves(&self, node: Node) -> impl Iterator<Item = (Node, f64)> + '_ {
        let range = self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize;
        let to = self.to[range.clone()].iter().map(|&to| Node(to));
        to.zip(self.chance[range].iter().copied())
    }

    /// Whether the game is over here.
    pub fn is_over(&self, node: Node) -> bool {
        self.starts[node.index()] == self.starts[node.index() + 1]
    }

    /// The mean of some values over the moves of a position.
    pub(super) fn mean(&self, node: Node, values: &[f64]) -> f64 {
        self.moves(node).map(|(to, chance)| chance * values[to.index()]).sum()
    }

    /// Lets Black make one move for certain wherever one is told.
    pub(super) fn with_replies(&self, replies: &[Option<Node>]) -> Chances<'g> {
        let mut all = Chances {
            game: self.game,
            starts: Vec::with_capacity(self.starts.len()),
            to: Vec::with_capacity(self.to.len()),
            chance: Vec::with_capacity(self.chance.len()),
        };
        all.starts.push(0);
        for node in self.game.graph().nodes() {
            match replies[node.index()] {
                Some(reply) => {
                    all.to.push(reply.0);
                    all.chance.push(1.0);
                }
                None => {
                    for (to, chance) in self.moves(node) {
                        all.to.push(to.0);
                        all.chance.push(chance);
                    }
                }
            }
            all.starts.push(all.to.len() as u32);
        }
        all
    }

    /// White's chance to have won within so many moves of White's, by node.
    pub fn won_within(&self, moves: u64) -> Vec<f64> {
        let game = self.game;
        let mut won: Vec<f64> = game
            .graph()
            .nodes()
            .map(|node| f64::from(u8::from(self.is_over(node) && is_lost_by_black(game, node))))
            .collect();
        let side = |side: Side| game.positions(side).filter(|&node| !self.is_over(node));
        // With no move of White's left, what Black may do no longer matters.
        for _ in 0..moves {
            for node in side(Side::Black) {
                won[node.index()] = self.mean(node, &won);
            }
            let mut changed = false;
            for node in side(Side::White) {
                let now = self.mean(node, &won);
                changed |= now != won[node.index()];
                won[node.index()] = now;
            }
            // One more move changes nothing, so none does.
            if !changed {
                break;
            }
        }
        for node in side(Side::Black) {
            won[node.index()] = self.mean(node, &won);
        }
        won
    }
}

/// 0 for White, 1 for Black.
pub(super) fn mover(game: &RandomGame, node: Node) -> usize {
    usize::from(game.number(node).0 == Side::Black)
}

/// Whether Black is to move and has lost.
fn is_lost_by_black(game: &RandomGame, node: Node) -> bool {
    mover(game, node) == 1 && game.graph().is_lost(node)
}
