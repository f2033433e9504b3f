//! How the moves of a random game are drawn.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::parameters::{Moves, Parameters};
use crate::branching::Branching;
use crate::position_graph::{Graph, Node};

/// A game of this class, which must be possible.
pub(super) fn graph(parameters: &Parameters, rng: &mut (impl Rng + ?Sized)) -> Graph {
    let &Parameters { white, black, terminal_wins, .. } = parameters;
    let end = Node(white + black);
    let mut graph = Graph::new();
    let mut whites =
        Drawing::new(parameters.moves, (white, &parameters.white_branching), black, rng);
    for at in 0..white {
        // A terminal position has drawn its moves like the others: they count in the flow.
        let moves = whites.next(rng);
        if at < terminal_wins {
            graph.add([end], None);
        } else {
            add(&mut graph, moves.iter().map(|to| Node(white + to)));
        }
    }
    drop(whites);
    let drawn = terminal_draws(parameters, rng);
    let mut blacks =
        Drawing::new(parameters.moves, (black, &parameters.black_branching), white, rng);
    for at in 0..black {
        let moves = blacks.next(rng);
        if drawn.get(at as usize) == Some(&true) {
            graph.add_drawn();
        } else {
            add(&mut graph, moves.iter().copied().map(Node));
        }
    }
    graph.add_lost();
    graph
}

/// Adds a position; one without moves is lost for its mover.
pub(super) fn add(graph: &mut Graph, moves: impl ExactSizeIterator<Item = Node>) {
    if moves.len() == 0 {
        graph.add_lost();
    } else {
        graph.add(moves, None);
    }
}

/// Which of Black's positions are terminal draws: a random subset, so that the pairing with White's
/// positions of the same number stays random. Empty if there are none.
fn terminal_draws(parameters: &Parameters, rng: &mut (impl Rng + ?Sized)) -> Vec<bool> {
    let &Parameters { black, terminal_draws, .. } = parameters;
    if terminal_draws == 0 {
        return Vec::new();
    }
    let mut drawn = vec![false; black as usize];
    drawn[..terminal_draws as usize].fill(true);
    drawn.shuffle(rng);
    drawn
}

/// Draws the moves of one side's positions, one position after another.
struct Drawing<'a> {
    branching: &'a Branching,
    /// The other side's positions.
    targets: u32,
    /// With conserved flow: where all moves of the side lead, those of each position side by side.
    flow: Option<std::vec::IntoIter<u32>>,
    /// The moves of the position at hand.
    moves: Vec<u32>,
}

impl<'a> Drawing<'a> {
    fn new(
        moves: Moves,
        (positions, branching): (u32, &'a Branching),
        targets: u32,
        rng: &mut (impl Rng + ?Sized),
    ) -> Drawing<'a> {
        let flow = (moves == Moves::Conserved).then(|| {
            // `Parameters::check` has seen that the branching factor is fixed and the flow even.
            let all = u64::from(positions) * branching.mean() as u64;
            let into_each = (all / u64::from(targets)) as usize;
            let mut list: Vec<u32> =
                (0..targets).flat_map(|to| std::iter::repeat_n(to, into_each)).collect();
            list.shuffle(rng);
            list.into_iter()
        });
        Drawing { branching, targets, flow, moves: Vec::new() }
    }

    fn next(&mut self, rng: &mut (impl Rng + ?Sized)) -> &[u32] {
        // A Poisson draw may exceed what there is to move to.
        let count = self.branching.sample(rng).min(self.targets) as usize;
        self.moves.clear();
        if let Some(flow) = &mut self.flow {
            self.moves.extend(flow.take(self.branching.mean() as usize));
        } else {
            while self.moves.len() < count {
                subset_step(&mut self.moves, count, self.targets, rng);
            }
        }
        &self.moves
    }
}

/// Adds one more element of a random subset of `0..targets`: Floyd's method, which never draws twice.
fn subset_step(chosen: &mut Vec<u32>, count: usize, targets: u32, rng: &mut (impl Rng + ?Sized)) {
    let last = targets - (count - chosen.len()) as u32;
    let drawn = rng.random_range(0..=last);
    chosen.push(if chosen.contains(&drawn) { last } else { drawn });
}
