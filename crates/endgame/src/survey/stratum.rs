//! The positions of one depth: how many moves they leave, and where these lead.

use value::{Depth, Outcome};

use super::pair_counts::best_after;
use super::{Histogram, NullMoveCounts};
use crate::successors::Visited;

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

    /// Counts a position so many times. A line is long from this depth on.
    pub(super) fn add(&mut self, visited: &Visited<'_>, long: Depth, times: u64) {
        let loser = matches!(visited.outcome, Outcome::Loss(_));
        let branching = visited.successors.len();
        // What the best move leads to follows from the position's own value.
        let best = best_after(visited.outcome).map_or(0, |depth| depth.0);
        if branching >= self.after.len() {
            self.after.resize_with(branching + 1, Histogram::default);
        }
        let after = &mut self.after[branching];
        let (mut good, mut optimal, mut conceded, mut lines) = (0, 0, 0, 0);
        for depth in visited.successors.iter().filter_map(|next| kept(loser)(next.value)) {
            let lost = depth.abs_diff(best);
            good += 1;
            optimal += usize::from(lost == 0);
            conceded += u64::from(lost);
            after.add(depth.into(), times);
            if loser && depth >= long.0 {
                lines += 1;
                self.long_by_risk.add(lost.into(), times);
            }
        }
        self.branching.add(branching, times);
        self.good.add(good, times);
        self.optimal.add(optimal, times);
        if loser {
            self.long.add(lines, times);
        }
        if good < branching {
            self.fatal.add(branching, (branching - good) as u64 * times);
        }
        let errors = (good - optimal) as u64 * times;
        self.errors_of_good.add(good, errors, conceded * times);
        self.errors_of_all.add(branching, errors, conceded * times);
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

/// The depth after a move that keeps a loser's or a winner's value.
#[inline(always)]
fn kept(loser: bool) -> impl Fn(Outcome) -> Option<u16> {
    move |value| match value {
        Outcome::Win(depth) if !loser => Some(depth.0),
        Outcome::Loss(depth) if loser => Some(depth.0),
        _ => None,
    }
}
