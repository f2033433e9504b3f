//! The exact answer beside the Markov model: chances on the graph of positions itself.
//!
//! The Markov matrix lumps all positions of one depth together. Here nothing is lumped: the expected
//! length and the chance to win within so many moves are those of each position.
//!
//! ```text
//! attacker to move   L(x) = 1 + Σ P[move] V(after)         P by the attacker's competence
//! defender to move   V(y) = Σ P[reply] L(after)            P by the defender's; infallible: the
//!                                                          deepest replies, by the rule for ties
//! ```
//!
//! With draws followed, a capture or a promotion that draws does not end the game as long as somebody
//! may win the smaller endgame: the chance to win goes on there.
//!
//! - `numbering`: the positions that are followed, numbered by state
//! - `graph`: [`PositionGraph`], where each of them leads
//! - `exits`: drawn moves into smaller endgames, and the graphs of those
//! - `odds`: how likely, for players of given competence
//! - `sweep`: one side's values from the other's
//! - `foresight`: the defender as a Predator who looks so many plies ahead
//! - `lengths`: the linear system, in few sweeps by Anderson acceleration (`anderson`); `within`: so many moves, one after the other

mod anderson;
mod exits;
mod foresight;
mod graph;
mod lengths;
mod numbering;
mod odds;
mod sweep;
mod within;

pub use graph::PositionGraph;
pub use lengths::{Lengths, Spread};
pub use odds::Pairing;
pub use within::Within;

use endgame::material::Material;
use endgame::progress::{Monitor, Progress};
use endgame::successors::WalkError;
use player::Competence;
use player::markov::{Seat, TransitionMatrix};

use crate::markov::Chain;
use exits::Smaller;
use odds::Odds;
use sweep::Takes;

/// Two players in an endgame, position by position.
pub struct Exact<'a> {
    chain: Chain<'a>,
    pairing: Pairing,
    /// The lumped matrices of the attacker and the defender.
    matrices: [TransitionMatrix; 2],
    graph: PositionGraph,
    odds: [Odds; 2],
    /// Where the game goes on after a drawn capture or promotion.
    smaller: Vec<Smaller>,
}

impl<'a> Exact<'a> {
    /// Follows the moves of two players, their lumped matrices being known, within so many bytes.
    pub fn new(
        chain: Chain<'a>,
        pairing: Pairing,
        matrices: [TransitionMatrix; 2],
        budget: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Exact<'a>, ExactError> {
        let graph = PositionGraph::build(&chain, &pairing, budget, monitor)?;
        let odds = |seat| Odds::of(&graph, &pairing, seat, chain.extent());
        let odds = [odds(Seat::Attacker)?, odds(Seat::Defender)?];
        let left = budget.saturating_sub(graph.bytes());
        let smaller = exits::smaller(&chain, &graph, &pairing, left, monitor)?;
        Ok(Exact { chain, pairing, matrices, graph, odds, smaller })
    }

    /// From now on an infallible defender who breaks ties by length takes the reply it found best:
    /// [`deviations`](Exact::deviations) and [`within`](Exact::within) are then those of that play.
    pub fn settle_ties(&mut self, lengths: &Lengths) -> Result<(), ExactError> {
        let takes = self.takes();
        if takes == Takes::Mean {
            return Ok(());
        }
        self.graph.keep_replies(&lengths.attacker, takes == Takes::Greatest);
        self.pairing.ties = Ties::Uniform;
        self.odds[1] = Odds::of(&self.graph, &self.pairing, Seat::Defender, self.chain.extent())?;
        Ok(())
    }

    /// The positions and the moves between them.
    pub fn graph(&self) -> &PositionGraph {
        &self.graph
    }

    /// One more step is done; stops if asked to.
    fn step(&self, done: usize, total: usize, monitor: &Monitor<'_>) -> Result<(), ExactError> {
        let material = self.chain.successors().table().material();
        if monitor.stopped() {
            return Err(WalkError::Stopped(material).into());
        }
        (monitor.report)(Progress { material, done, total });
        Ok(())
    }
}

/// Which of several equally deep replies an infallible defender takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// Any of them, with equal chances.
    #[default]
    Uniform,
    /// The one after which this attacker needs longest.
    Hardest,
    /// The one after which this attacker needs the shortest time.
    Easiest,
}

/// Why there is no exact answer.
#[derive(Debug, thiserror::Error)]
pub enum ExactError {
    /// The walk over the positions ended early.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// Pawns of both sides.
    #[error(
        "{material} has pawns of both sides, and rights to capture en passant are not followed position by position: the Markov model answers alone"
    )]
    EnPassant {
        /// The endgame.
        material: Material,
    },
    /// A metric that does not end with the endgame.
    #[error(
        "DTM counts on after a capture or a promotion that decides {material}, and lengths are followed within one endgame: choose --metric dtc or dtz"
    )]
    Metric {
        /// The endgame.
        material: Material,
    },
    /// Ties that go by a length which does not exist.
    #[error(
        "--ties goes by the length, and there is none when wins may be given away: leave --ties or --concede all out"
    )]
    Ties,
    /// Preferences beyond the range of numbers.
    #[error("competence {competence} is too sharp for numbers: take less, or inf")]
    TooSharp {
        /// The competence.
        competence: Competence,
    },
    /// Too many positions for the memory.
    #[error(
        "the graph of {material} needs about {needed} of memory and may use {budget}: allow more with --memory"
    )]
    Memory {
        /// The endgame.
        material: Material,
        /// What it takes.
        needed: endgame::tables::Size,
        /// What may be used.
        budget: endgame::tables::Size,
    },
    /// An attacker who may go round for ever.
    #[error("such a player may never win: there is no expected length; take a greater competence")]
    Endless,
    /// Sweep after sweep, and no solution.
    #[error(
        "no solution after {sweeps} sweeps (the equations miss by {residual:.1e}): take a greater competence"
    )]
    Unsettled {
        /// How many sweeps.
        sweeps: usize,
        /// By how much the equations miss.
        residual: f64,
    },
}
