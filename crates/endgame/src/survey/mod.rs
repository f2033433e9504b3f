//! What an endgame looks like to its players: moves, good moves and errors, depth by depth.
//!
//! Jansen 1992, chapter 5. One sweep over every decisive position with all its moves, in whole
//! counts, so that the answer is the same on any number of threads; whatever is a mean or a
//! probability is worked out from the counts when someone looks.
//!
//! - [`stratum`](Stratum): the positions of one depth; [`Histogram`]: its counts
//! - [`RandomError`], [`DepthAfter`]: what a random move does there
//! - [`NullMoveCounts`]: threats and zugzwang; [`zugzwangs`]: which; [`king_squares`]: where kings stand
//! - [`bottleneck`]: the shape of it all

mod histogram;
mod null_move;
mod pair_counts;
mod random;
mod shape;
mod stratum;

pub use histogram::Histogram;
pub use null_move::NullMoveCounts;
pub use pair_counts::{Zugzwang, king_squares, zugzwangs};
pub use random::{DepthAfter, Error, RandomError};
pub use shape::{Bottleneck, bottleneck};
pub use stratum::{Errors, Stratum};

use pair_counts::PairCounts;
use value::{Depth, Metric, Outcome};

use crate::material::Material;
use crate::outcome_histogram::Count;
use crate::progress::Monitor;
use crate::rules::{Color, side};
use crate::successors::{Successors, Valued, WalkError};

/// What is counted, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What counts as one position.
    pub count: Count,
    /// How many moves the winner must still need for a line to be long.
    pub long: Depth,
}

impl Default for Settings {
    /// Classes, and lines of 4 moves as in the thesis.
    fn default() -> Settings {
        Settings { count: Count::Classes, long: Depth(4) }
    }
}

/// The decisive positions of an endgame, in the colours of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The endgame, in the colours of its table.
    pub material: Material,
    /// What its depths count.
    pub metric: Metric,
    /// How it was counted.
    pub settings: Settings,
    /// Placements in which either side, to move, would rather pass.
    pub mutual_zugzwangs: u64,
    /// By the side to move, then by the winner.
    sides: [[SideSurvey; 2]; 2],
    /// What passing would change in draws, stalemates apart, by the side to move.
    drawn: [NullMoveCounts; 2],
}

/// The positions with one side to move and one winner, by depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideSurvey(Vec<Stratum>);

impl SideSurvey {
    /// The positions of a depth; none if there are none.
    pub fn at(&self, depth: Depth) -> Option<&Stratum> {
        self.0.get(usize::from(depth.0)).filter(|stratum| stratum.positions() > 0)
    }

    /// Every depth that has positions, least first.
    pub fn strata(&self) -> impl DoubleEndedIterator<Item = (Depth, &Stratum)> + '_ {
        let all = self.0.iter().enumerate().map(|(depth, of)| (Depth(depth as u16), of));
        all.filter(|(_, stratum)| stratum.positions() > 0)
    }

    /// How many positions of all depths.
    pub fn positions(&self) -> u64 {
        self.0.iter().map(Stratum::positions).sum()
    }

    /// All depths from this one on, as one.
    pub fn from(&self, depth: Depth) -> Stratum {
        let mut all = Stratum::default();
        self.0.iter().skip(depth.0.into()).for_each(|stratum| all.merge(stratum));
        all
    }

    /// The random player's errors by depth, where he has a move.
    pub fn random_player(&self) -> Vec<(Depth, RandomError)> {
        self.strata().filter_map(|(depth, at)| Some((depth, at.random_error()?))).collect()
    }

    fn stratum(&mut self, depth: Depth) -> &mut Stratum {
        let depth = usize::from(depth.0);
        if depth >= self.0.len() {
            self.0.resize_with(depth + 1, Stratum::default);
        }
        &mut self.0[depth]
    }

    fn merge(&mut self, other: &SideSurvey) {
        for (depth, stratum) in other.strata() {
            self.stratum(depth).merge(stratum);
        }
    }
}

impl Survey {
    /// Surveys an endgame.
    pub fn of(
        successors: &Successors<'_>,
        settings: Settings,
        monitor: &Monitor<'_>,
    ) -> Result<Survey, WalkError> {
        let [white, black] = Color::ALL.map(|turn| sweep(successors, turn, settings, monitor));
        let table = successors.table();
        let mut sides = [white?, black?];
        let pairs = PairCounts::of(table, settings.count);
        let drawn = Color::ALL.map(|turn| {
            pairs.kings(turn, &mut sides[side(turn)]);
            pairs.null_move(turn, &mut sides[side(turn)])
        });
        Ok(Survey {
            material: table.material(),
            metric: table.metric(),
            settings,
            mutual_zugzwangs: pairs.mutual_zugzwangs(),
            sides,
            drawn,
        })
    }

    /// What passing would change in the draws with a side to move, stalemates apart.
    pub fn drawn(&self, turn: Color) -> &NullMoveCounts {
        &self.drawn[side(turn)]
    }

    /// The positions with a side to move that a colour wins.
    pub fn side(&self, turn: Color, winner: Color) -> &SideSurvey {
        &self.sides[side(turn)][side(winner)]
    }
}

/// All positions with one side to move, by the winner.
fn sweep(
    successors: &Successors<'_>,
    turn: Color,
    settings: Settings,
    monitor: &Monitor<'_>,
) -> Result<[SideSurvey; 2], WalkError> {
    let visit = |sides: &mut [SideSurvey; 2], visited: Valued<'_>| {
        let times = match settings.count {
            Count::Classes => 1,
            Count::Boards => u64::from(visited.boards),
        };
        let (winner, depth) = match visited.outcome {
            Outcome::Win(depth) => (turn, depth),
            Outcome::Loss(depth) => (turn.other(), depth),
            Outcome::Draw => return,
        };
        sides[side(winner)].stratum(depth).add(&visited, settings.long, times);
    };
    let add = |mut one: [SideSurvey; 2], other: [SideSurvey; 2]| {
        for (mine, theirs) in one.iter_mut().zip(&other) {
            mine.merge(theirs);
        }
        one
    };
    let wanted = |outcome| outcome != Outcome::Draw;
    let mut sides = successors.tally(turn, wanted, Default::default, visit, add, monitor)?;
    for (winner, positions) in Color::ALL.into_iter().zip(&mut sides) {
        for (depth, stratum) in positions.0.iter_mut().enumerate() {
            let depth = Depth(depth as u16);
            let outcome = if winner == turn { Outcome::Win(depth) } else { Outcome::Loss(depth) };
            stratum.finish(outcome, settings.long);
        }
    }
    Ok(sides)
}
