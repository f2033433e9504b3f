//! The positions of one depth: how many moves they leave, and where these lead.

use value::{Depth, Outcome};

use super::pair_counts::best_after;
use super::{Histogram, NullMoveCounts};
use crate::successors::Valued;

/// Where moves that give the value away are counted: deeper than any depth of a table.
const GIVEN_AWAY: u16 = 256;

/// The positions that one side, to move, wins or loses in so many moves.
///
/// All counts are whole positions or whole moves, so that they add up to the same in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stratum {
    /// Positions by *branching factor*: how many legal moves they have. Jansen 1992, Fig 5.4.
    pub branching: Histogram,
    /// Positions by how many moves keep the value: the winner's *good* moves. A loser's moves all
    /// do.
    pub good: Histogram,
    /// Positions by how many moves are optimal.
    pub optimal: Histogram,
    /// The loser's positions by how many moves are *long lines*: the winner then still needs at
    /// least so many moves as asked. Jansen 1992, 5.2.3.
    pub long: Histogram,
    /// The loser's long lines by how much they concede: `options within a risk`, Jansen 1992,
    /// Fig 8.2.
    pub long_by_risk: Histogram,
    /// By branching factor: the moves that keep the value by the depth they lead to. Jansen 1992,
    /// Fig 5.7.
    pub after: Vec<Histogram>,
    /// By branching factor: the fatal moves, those that give the value away.
    pub fatal: Histogram,
    /// The errors among good moves, by the number of good moves.
    pub errors_of_good: Errors,
    /// The same by branching factor.
    pub errors_of_all: Errors,
    /// What passing would change.
    pub null_move: NullMoveCounts,
    /// Positions by the square of the white and of the black king.
    pub(super) kings: [Histogram; 2],
}

/// Good moves that are not optimal, by how many moves a position leaves to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Errors {
    /// How many such moves.
    pub errors: Histogram,
    /// The depth that all of them concede together.
    pub conceded: Histogram,
}

impl Errors {
    fn add(&mut self, choices: usize, errors: u64, conceded: u64) {
        if errors > 0 {
            self.errors.add(choices, errors);
            self.conceded.add(choices, conceded);
        }
    }

    fn merge(&mut self, other: &Errors) {
        self.errors.merge(&other.errors);
        self.conceded.merge(&other.conceded);
    }
}

impl Stratum {
    /// How many positions.
    pub fn positions(&self) -> u64 {
        self.branching.total()
    }

    /// Counts a position so many times. A line is long from this depth on. What follows from the
    /// depths after its moves is left to [`finish`](Stratum::finish).
    pub(super) fn add(&mut self, visited: &Valued<'_>, long: Depth, times: u64) {
        let wins = matches!(visited.outcome, Outcome::Win(_));
        let branching = visited.values.len();
        // What the best move leads to follows from the position's own value.
        let best = best_after(visited.outcome).map_or(0, |depth| depth.0);
        let depths = || visited.values.iter().map(|value| value.depth_if(wins));
        let [mut good, mut optimal, mut lines, mut conceded] = [0u32; 4];
        for depth in depths() {
            let (keeps, lost) = (depth < GIVEN_AWAY, depth.abs_diff(best));
            good += u32::from(keeps);
            optimal += u32::from(lost == 0);
            lines += u32::from(keeps && depth >= long.0);
            conceded += if keeps { u32::from(lost) } else { 0 };
        }
        if branching >= self.after.len() {
            self.after.resize_with(branching + 1, Histogram::default);
        }
        let after = self.after[branching].first_mut::<{ GIVEN_AWAY as usize + 1 }>();
        for depth in depths() {
            after[usize::from(depth.min(GIVEN_AWAY))] += times;
        }
        self.branching.add(branching, times);
        self.good.add(good as usize, times);
        self.optimal.add(optimal as usize, times);
        if !wins {
            self.long.add(lines as usize, times);
        }
        let errors = u64::from(good - optimal) * times;
        self.errors_of_good.add(good as usize, errors, u64::from(conceded) * times);
    }

    /// Works out what follows from the depths after the moves, all positions having been counted; they
    /// are all worth this to the side to move.
    pub(super) fn finish(&mut self, outcome: Outcome, long: Depth) {
        let best = best_after(outcome).map_or(0, |depth| usize::from(depth.0));
        for (branching, after) in self.after.iter_mut().enumerate() {
            let fatal = after.take(GIVEN_AWAY.into());
            if fatal > 0 {
                self.fatal.add(branching, fatal);
            }
            let (mut errors, mut conceded) = (0, 0);
            for (depth, times) in after.iter() {
                let lost = depth.abs_diff(best);
                errors += if lost > 0 { times } else { 0 };
                conceded += lost as u64 * times;
                if matches!(outcome, Outcome::Loss(_)) && depth >= long.0.into() {
                    self.long_by_risk.add(lost, times);
                }
            }
            self.errors_of_all.add(branching, errors, conceded);
        }
    }

    /// Counts everything another one counted.
    pub(super) fn merge(&mut self, other: &Stratum) {
        if self.after.len() < other.after.len() {
            self.after.resize_with(other.after.len(), Histogram::default);
        }
        for (mine, theirs) in self.after.iter_mut().zip(&other.after) {
            mine.merge(theirs);
        }
        let pairs = [
            (&mut self.branching, &other.branching),
            (&mut self.good, &other.good),
            (&mut self.optimal, &other.optimal),
            (&mut self.long, &other.long),
            (&mut self.long_by_risk, &other.long_by_risk),
            (&mut self.fatal, &other.fatal),
        ];
        for (mine, theirs) in pairs {
            mine.merge(theirs);
        }
        self.errors_of_good.merge(&other.errors_of_good);
        self.errors_of_all.merge(&other.errors_of_all);
        self.null_move.merge(&other.null_move);
        for (mine, theirs) in self.kings.iter_mut().zip(&other.kings) {
            mine.merge(theirs);
        }
    }
}
