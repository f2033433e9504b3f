//! A chess endgame beside the theory of random games: Jansen 1992, section 4.6.
//!
//! The endgame is counted as a game graph: positions, terminal ones, and how many moves the others have.
//! A random game of these parameters has a distribution of depths, which is told beside the table's. The
//! *misplaced* share is the part of the positions that would have to be moved to another depth, or from won
//! to not won, to make one distribution of the other: half the sum of the differences, over the positions that
//! are not terminal, for these are given.

use endgame::game_graph::{GameGraph, Half};
use graph::Branching;
use graph::branching::NoBranching;
use graph::random::{Class, Moves, Parameters, Shape};
use graph::theory::Theory;
use graph::theory::conditions::interesting;
use graph::theory::equations::Expected;
use rayon::prelude::*;

use super::{RandomGameError, game};

/// How much of the numbers of moves the theory is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Law {
    /// How many positions have how many moves.
    #[default]
    Counted,
    /// The mean of each side alone, as in the thesis: every position has that many, rounded up or down.
    Mean,
    /// Which positions have none, mates and forced losses: the others have as many as make the theory misplace least. That says how
    /// many independent moves a position's moves are worth, and how like a random game the endgame is at best.
    Fitted,
}

/// A game graph with the theory of random games like it.
#[derive(Clone, Debug)]
pub struct EndgameFit {
    /// What was counted.
    pub graph: GameGraph,
    /// The class of random games with these branching factors and this share of terminal draws.
    pub theory: Theory,
    /// The share of the attacker's positions that are terminal wins.
    pub alpha: f64,
    /// The shares within each depth that the theory expects.
    pub within: Vec<Expected>,
    /// The shares of all positions that it expects to be won by the attacker and lost by the defender in the end.
    pub in_the_end: [f64; 2],
}

/// The share of the positions of a side that are misplaced.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Misplaced {
    /// With the attacker to move.
    pub attacker: f64,
    /// With the defender to move.
    pub defender: f64,
}

impl Misplaced {
    /// The mean of both sides.
    pub fn mean(&self) -> f64 {
        f64::midpoint(self.attacker, self.defender)
    }
}

impl EndgameFit {
    /// Fits the theory to a game graph. An error if no position has a move.
    pub fn new(graph: GameGraph, law: Law) -> Result<EndgameFit, NoBranching> {
        if law == Law::Fitted {
            return fitted(&graph);
        }
        let branchings = [branching(&graph.attacker, law)?, branching(&graph.defender, law)?];
        Ok(EndgameFit::with(graph, branchings))
    }

    /// The theory with these branching factors, the attacker's first.
    fn with(graph: GameGraph, branchings: [Branching; 2]) -> EndgameFit {
        let [white_branching, black_branching] = branchings;
        let theory = Theory {
            white_branching,
            black_branching,
            terminal_draws: share(graph.defender.terminal, graph.defender.positions()),
        };
        let alpha = share(graph.attacker.terminal, graph.attacker.positions());
        let within = theory.distribution(alpha);
        let won = theory.limit(alpha);
        let in_the_end = [won, theory.lost(won)];
        EndgameFit { graph, theory, alpha, within, in_the_end }
    }

    /// The shares of all positions with the attacker to move that are won, by depth: the table's and the theory's.
    pub fn attacker_by_depth(&self) -> Vec<(f64, f64)> {
        by_depth(&self.graph.attacker, &self.within, |at| at.won)
    }

    /// The same of those with the defender to move that are lost.
    pub fn defender_by_depth(&self) -> Vec<(f64, f64)> {
        by_depth(&self.graph.defender, &self.within, |at| at.lost)
    }

    /// The share of positions that the theory misplaces.
    pub fn misplaced(&self) -> Misplaced {
        let graph = &self.graph;
        let [won, lost] = self.in_the_end;
        // Terminal wins are given: they are at depth 1 in both.
        let attacker = half_of_differences(&self.attacker_by_depth(), won);
        let defender = half_of_differences(&self.defender_by_depth(), lost);
        let free = |half: &Half| 1.0 - share(half.terminal, half.positions());
        Misplaced {
            attacker: attacker / free(&graph.attacker).max(f64::MIN_POSITIVE),
            defender: defender / free(&graph.defender).max(f64::MIN_POSITIVE),
        }
    }

    /// What would be misplaced if nothing but the terminal positions were decided: the measure of what there is to
    /// foresee.
    pub fn undecided(&self) -> Misplaced {
        let of = |half: &Half, given: u64| {
            share(half.decided.total() - given, half.positions() - half.terminal)
        };
        let Half { terminal, .. } = self.graph.attacker;
        Misplaced {
            attacker: of(&self.graph.attacker, terminal),
            defender: of(&self.graph.defender, 0),
        }
    }

    /// The share of what there is to foresee that is foreseen: 1 if all depths are as expected, 0 if it
    /// would have been as good to expect nothing, less if it would have been better.
    pub fn foreseen(&self) -> Option<f64> {
        let all = self.undecided().mean();
        (all > 0.0).then(|| 1.0 - self.misplaced().mean() / all)
    }

    /// The class of the table and that which the theory expects.
    pub fn classes(&self) -> [Class; 2] {
        let defender = &self.graph.defender;
        let free = defender.staying.total();
        let table = Class::of(defender.decided.total(), free);
        let positions = self.graph.attacker.positions() as f64;
        let needed = self.interesting_from();
        let theory = match self.alpha * positions < needed {
            true => Class::TrivialDraw,
            false => self.theory.class(self.alpha),
        };
        [table, theory]
    }

    /// The number of terminal wins from which on a lost position is likelier than not.
    pub fn interesting_from(&self) -> f64 {
        let positions = |half: &Half| u32::try_from(half.positions()).unwrap_or(u32::MAX);
        let free = self.graph.defender.staying.total().max(1);
        let defender = u32::try_from(free).unwrap_or(u32::MAX);
        interesting(positions(&self.graph.attacker), defender, &self.theory.black_branching)
    }

    /// The numbers of the defender's losses by depth: the table's, and the theory's rounded.
    pub fn losses(&self) -> [Vec<u64>; 2] {
        let positions = self.graph.defender.positions() as f64;
        let both = self.defender_by_depth();
        [
            (0..both.len()).map(|depth| self.graph.defender.decided.get(depth)).collect(),
            both.iter().map(|(_, share)| (share * positions).round() as u64).collect(),
        ]
    }

    /// The deepest loss of the table, and the depth beyond which the theory expects less than half a position.
    pub fn deepest(&self) -> [Option<u16>; 2] {
        let table = (0..self.graph.defender.decided.len())
            .rfind(|&depth| self.graph.defender.decided.get(depth) > 0);
        let positions = self.graph.defender.positions() as f64;
        let lost = self.in_the_end[1];
        let still = |at: &Expected| positions * (lost - at.lost) >= 0.5;
        let theory = self.within.iter().find(|at| !still(at)).or(self.within.last());
        let expected = positions * lost >= 0.5;
        [table.map(|depth| depth as u16), theory.filter(|_| expected).map(|at| at.depth)]
    }

    /// Random games with these parameters, of at most so many positions for each side.
    pub fn parameters(&self, most: u32) -> Parameters {
        let (attacker, defender) = (&self.graph.attacker, &self.graph.defender);
        let largest = attacker.positions().max(defender.positions()).max(1);
        let scale = (f64::from(most) / largest as f64).min(1.0);
        let scaled = |count: u64| (scale * count as f64).round() as u32;
        let (white, black) =
            (scaled(attacker.positions()).max(1), scaled(defender.positions()).max(1));
        Parameters {
            white,
            black,
            white_branching: self.theory.white_branching.clone(),
            black_branching: self.theory.black_branching.clone(),
            terminal_wins: scaled(attacker.terminal).min(white),
            terminal_draws: scaled(defender.terminal).min(black),
            moves: Moves::Independent,
        }
    }

    /// The share of positions that the theory misplaces in each of so many random games with these parameters: what
    /// chance alone comes to.
    pub fn random_games(
        &self,
        most: u32,
        (games, seed): (u64, u64),
    ) -> Result<Vec<Misplaced>, RandomGameError> {
        let parameters = self.parameters(most);
        let one = |number: u64| {
            let shape = Shape::of(&game(&parameters, seed, number)?);
            let (white, black) = (f64::from(parameters.white), f64::from(parameters.black));
            let table = |counts: &[u32], of: f64| -> Vec<f64> {
                counts.iter().map(|&count| f64::from(count) / of).collect()
            };
            let [won, lost] = self.in_the_end;
            let theory = |of: fn(&Expected) -> f64| densities(&self.within, of);
            let attacker = half_of_differences(
                &beside(&table(&shape.white_won, white), &theory(|at| at.won)),
                won,
            );
            let defender = half_of_differences(
                &beside(&table(&shape.black_lost, black), &theory(|at| at.lost)),
                lost,
            );
            let free = |terminal: u32, of: f64| (1.0 - f64::from(terminal) / of).max(1.0 / of);
            Ok(Misplaced {
                attacker: attacker / free(parameters.terminal_wins, white),
                defender: defender / free(parameters.terminal_draws, black),
            })
        };
        (0..games).into_par_iter().map(one).collect()
    }
}

/// The numbers of moves of a side's positions that are not terminal, as the theory takes them.
fn branching(half: &Half, law: Law) -> Result<Branching, NoBranching> {
    let counted: Vec<(u32, f64)> =
        half.staying.iter().map(|(moves, times)| (moves as u32, times as f64)).collect();
    match law {
        Law::Counted => Branching::weights(&counted),
        Law::Mean | Law::Fitted => Branching::about(half.staying.mean().unwrap_or(0.0)),
    }
}

/// Branching factors among which the best are looked for: each so much greater than the one before.
const STEP: f64 = 1.25;
/// The greatest of them.
const GREATEST: f64 = 60.0;
/// How often the search goes on with smaller steps.
const ROUNDS: usize = 4;

/// Positions without a move as counted, the others with so many moves on average.
fn with_moves(half: &Half, moves: f64) -> Result<Branching, NoBranching> {
    let stuck = share(half.staying.get(0), half.staying.total());
    match Branching::about(moves)? {
        about if stuck == 0.0 => Ok(about),
        about => {
            let others = match about {
                Branching::Weights(weights) => weights,
                about => vec![(about.mean() as u32, 1.0)],
            };
            let scaled = others.into_iter().map(|(moves, share)| (moves, (1.0 - stuck) * share));
            Branching::weights(&std::iter::once((0, stuck)).chain(scaled).collect::<Vec<_>>())
        }
    }
}

/// The branching factors with which the theory misplaces least: a grid and the means as counted, then finer ones about the best.
fn fitted(graph: &GameGraph) -> Result<EndgameFit, NoBranching> {
    let at = |white: f64, black: f64| -> Result<(f64, EndgameFit), NoBranching> {
        let branchings = [with_moves(&graph.attacker, white)?, with_moves(&graph.defender, black)?];
        let fit = EndgameFit::with(graph.clone(), branchings);
        Ok((fit.misplaced().mean(), fit))
    };
    let coarse = |half: &Half| -> Vec<f64> {
        let moving = half.staying.total() - half.staying.get(0);
        let counted = half.staying.iter().map(|(moves, times)| moves as u64 * times).sum::<u64>();
        let steps = std::iter::successors(Some(1.0), |b| Some(b * STEP));
        let steps = steps.take_while(|b| *b <= GREATEST);
        steps.chain((moving > 0).then(|| share(counted, moving).clamp(1.0, GREATEST))).collect()
    };
    let best_of = |pairs: Vec<(f64, f64)>| -> Result<(f64, f64, f64), NoBranching> {
        let one = |&(white, black): &(f64, f64)| Ok((at(white, black)?.0, white, black));
        let found: Vec<(f64, f64, f64)> = pairs.par_iter().map(one).collect::<Result<_, _>>()?;
        Ok(found.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).expect("a grid has points"))
    };
    let grid = |whites: &[f64], blacks: &[f64]| -> Vec<(f64, f64)> {
        whites.iter().flat_map(|&white| blacks.iter().map(move |&black| (white, black))).collect()
    };
    let mut best = best_of(grid(&coarse(&graph.attacker), &coarse(&graph.defender)))?;
    let mut step = STEP;
    for _ in 0..ROUNDS {
        let about = |b: f64| -> Vec<f64> {
            (-4..=4).map(|at| (b * step.powf(f64::from(at) / 4.0)).clamp(1.0, GREATEST)).collect()
        };
        let finer = best_of(grid(&about(best.1), &about(best.2)))?;
        if finer.0 < best.0 {
            best = finer;
        }
        step = step.powf(0.25);
    }
    Ok(at(best.1, best.2)?.1)
}

fn share(part: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

/// The shares of exactly each depth, from those within it.
fn densities(within: &[Expected], of: fn(&Expected) -> f64) -> Vec<f64> {
    let mut last = 0.0;
    let exactly = |at: &Expected| of(at) - std::mem::replace(&mut last, of(at));
    within.iter().map(exactly).collect()
}

/// Two lists side by side, the shorter one going on with zeros.
fn beside(one: &[f64], other: &[f64]) -> Vec<(f64, f64)> {
    let at = |list: &[f64], place: usize| list.get(place).copied().unwrap_or(0.0);
    (0..one.len().max(other.len())).map(|place| (at(one, place), at(other, place))).collect()
}

fn by_depth(half: &Half, within: &[Expected], of: fn(&Expected) -> f64) -> Vec<(f64, f64)> {
    let all = half.positions();
    let table: Vec<f64> =
        (0..half.decided.len()).map(|depth| share(half.decided.get(depth), all)).collect();
    beside(&table, &densities(within, of))
}

/// Half the differences of two distributions over the depths and what is never decided; the second decides so much
/// in the end.
fn half_of_differences(by_depth: &[(f64, f64)], in_the_end: f64) -> f64 {
    let decided: f64 = by_depth.iter().map(|(table, _)| table).sum();
    let differences: f64 = by_depth.iter().map(|(table, theory)| (table - theory).abs()).sum();
    // What the theory expects beyond the last depth of its list.
    let listed: f64 = by_depth.iter().map(|(_, theory)| theory).sum();
    let beyond = (in_the_end - listed).max(0.0);
    (differences + beyond + (decided - in_the_end).abs()) / 2.0
}
