//! How many moves of White's a game takes on average, position by position: nothing is lumped together.
//!
//! ```text
//! White to move    L(x) = 1 + sum of P[move] V(after)
//! Black to move    V(y) = sum of P[reply] L(after)          0 where the game is over
//! ```
//!
//! Solved by sweeps over the positions from the end of the game backwards, each followed by the same equations for whole
//! depths (the Markov model): what all positions of a depth are wrong by together would die out slowly, and the rest dies out fast.

use std::collections::BTreeMap;

use graph::Node;
use player::markov::Elimination;

use super::chances::{Chances, mover};

/// The length of a game from each position.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// The mean number of White's moves until the game is over, by node; infinite where it may never be.
    pub mean: Vec<f64>,
    /// By how much the equations miss: no mean is wrong by more than this share of itself.
    pub residual: f64,
}

/// A residual with which the sweeps end.
const SETTLED: f64 = 1e-10;
/// Sweeps after which rounding is all that is left to win.
const MOST_SWEEPS: usize = 20_000;

impl Lengths {
    /// The lengths of games between two players.
    pub fn of(chances: &Chances<'_>) -> Lengths {
        System::new(chances).solve(&|_| 1.0)
    }

    /// The standard deviation of the length, by node: infinite where the mean is.
    pub fn deviations(&self, chances: &Chances<'_>) -> Vec<f64> {
        // E[T^2] = 1 + 2 sum P E[T after] + sum P E[T after ^2], and sum P E[T after] = E[T] - 1.
        let squares = System::new(chances).solve(&|node| 2.0 * self.mean[node.index()] - 1.0);
        let deviation = |(square, mean): (&f64, &f64)| match mean.is_finite() {
            true => (square - mean * mean).max(0.0).sqrt(),
            false => f64::INFINITY,
        };
        squares.mean.iter().zip(&self.mean).map(deviation).collect()
    }
}

/// The equations of a game.
struct System<'c, 'g> {
    chances: &'c Chances<'g>,
    /// The positions from which the game ends for certain, White's and Black's mixed, nearest to the end first.
    order: Vec<Node>,
    /// Whether a position is none of these and yet not over.
    endless: Vec<bool>,
    /// By node: its depth in the lumped equations, 0 for positions that are over.
    group: Vec<u32>,
    /// How many positions each depth has.
    counts: Vec<f64>,
    lumped: Elimination,
}

impl<'c, 'g> System<'c, 'g> {
    fn new(chances: &'c Chances<'g>) -> System<'c, 'g> {
        let game = chances.game();
        let endless = endless(chances);
        let ends = |node: &Node| !chances.is_over(*node) && !endless[node.index()];
        let mut order: Vec<Node> = game.graph().nodes().filter(ends).collect();
        order.sort_by_key(|&node| game.plies(node).map_or(u16::MAX, |plies| plies.0));
        let (group, counts) = groups(chances, &order);
        let mut rows = vec![0.0; counts.len() * counts.len()];
        rows[0] = 1.0;
        for &node in &order {
            let from = group[node.index()] as usize;
            for (to, chance) in chances.moves(node) {
                rows[from * counts.len() + group[to.index()] as usize] += chance / counts[from];
            }
        }
        let lumped = Elimination::of(&rows, counts.len());
        System { chances, order, endless, group, counts, lumped }
    }

    /// The values where a move of White's adds so much.
    fn solve(&self, adds: &dyn Fn(Node) -> f64) -> Lengths {
        let game = self.chances.game();
        let mut values = vec![0.0; game.graph().len()];
        let added = |node: Node| if mover(game, node) == 0 { adds(node) } else { 0.0 };
        let (mut residual, mut least, mut since) = (f64::INFINITY, f64::INFINITY, 0);
        for _ in 0..MOST_SWEEPS {
            self.correct(&mut values, &added);
            for &node in &self.order {
                values[node.index()] = added(node) + self.chances.mean(node, &values);
            }
            residual = self.residual(&mut values, adds);
            if residual < 0.5 * least {
                (least, since) = (residual, 0);
            }
            since += 1;
            // What does not halve for long is rounding.
            if residual <= SETTLED || since > 200 {
                break;
            }
        }
        for (value, &endless) in values.iter_mut().zip(&self.endless) {
            if endless {
                *value = f64::INFINITY;
            }
        }
        Lengths { mean: values, residual }
    }

    /// By how much White's equations miss, as a share of what a move adds, Black's holding to the letter.
    fn residual(&self, values: &mut [f64], adds: &dyn Fn(Node) -> f64) -> f64 {
        let of = |side: usize| {
            self.order.iter().filter(move |&&node| mover(self.chances.game(), node) == side)
        };
        for &node in of(1) {
            values[node.index()] = self.chances.mean(node, values);
        }
        let missing = |&node: &Node| {
            let value = adds(node) + self.chances.mean(node, values);
            (value - values[node.index()]).abs() / adds(node)
        };
        of(0).map(missing).fold(0.0, f64::max)
    }

    /// Moves all positions of a depth together, so that the equations hold on average.
    fn correct(&self, values: &mut [f64], added: &dyn Fn(Node) -> f64) {
        let mut missing = vec![0.0; self.counts.len()];
        for &node in &self.order {
            let value = added(node) + self.chances.mean(node, values);
            missing[self.group[node.index()] as usize] += value - values[node.index()];
        }
        missing.iter_mut().zip(&self.counts).for_each(|(sum, count)| *sum /= count);
        let by = self.lumped.solve(&missing);
        if by.iter().all(|by| by.is_finite()) {
            for &node in &self.order {
                values[node.index()] += by[self.group[node.index()] as usize];
            }
        }
    }
}

/// By node: whether the game may never end from there.
fn endless(chances: &Chances<'_>) -> Vec<bool> {
    let graph = chances.game().graph();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); graph.len()];
    for node in graph.nodes() {
        chances.moves(node).for_each(|(to, _)| before[to.index()].push(node.0));
    }
    let reach = |start: Vec<Node>| {
        let mut seen = vec![false; graph.len()];
        let mut next = start;
        next.iter().for_each(|node| seen[node.index()] = true);
        while let Some(node) = next.pop() {
            for &before in &before[node.index()] {
                if !std::mem::replace(&mut seen[before as usize], true) {
                    next.push(Node(before));
                }
            }
        }
        seen
    };
    let may_end = reach(graph.nodes().filter(|&node| chances.is_over(node)).collect());
    reach(graph.nodes().filter(|node| !may_end[node.index()]).collect())
}

/// The positions of one mover, value and depth have a number, from 1 on; and how many there are of each.
fn groups(chances: &Chances<'_>, order: &[Node]) -> (Vec<u32>, Vec<f64>) {
    let game = chances.game();
    let mut numbers: BTreeMap<(usize, i8, Option<u16>), u32> = BTreeMap::new();
    let mut group = vec![0; game.graph().len()];
    let mut counts = vec![1.0];
    for &node in order {
        let outcome = game.outcome(node);
        let key = (mover(game, node), outcome.sign(), outcome.depth().map(|depth| depth.0));
        let number = *numbers.entry(key).or_insert_with(|| {
            counts.push(0.0);
            counts.len() as u32 - 1
        });
        group[node.index()] = number;
        counts[number as usize] += 1.0;
    }
    (group, counts)
}
