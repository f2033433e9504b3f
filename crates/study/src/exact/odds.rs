//! How likely each move of a graph is, for players of given competence.

use player::Competence;
use player::markov::Seat;
use player::reference::Model;
use rayon::prelude::*;
use value::{Depth, Extent, Outcome};

use super::graph::{Bucket, PositionGraph, at};
use super::{ExactError, Ties};

/// Two players who meet: one model, two competences.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// What both prefer and what they never do.
    pub model: Model,
    /// The attacker's competence.
    pub attacker: Competence,
    /// The defender's; infinite for the papers' infallible defender.
    pub defender: Competence,
    /// How an infallible defender breaks ties.
    pub ties: Ties,
}

impl Pairing {
    /// A fallible attacker against the infallible defender.
    pub fn against_infallible(model: Model, attacker: Competence) -> Pairing {
        Pairing { model, attacker, defender: Competence::INFALLIBLE, ties: Ties::Uniform }
    }

    /// A player's competence.
    pub fn competence(&self, seat: Seat) -> Competence {
        match seat {
            Seat::Attacker => self.attacker,
            Seat::Defender => self.defender,
        }
    }
}

/// Exponents beyond this leave the range of doubles.
const SAFE_EXPONENT: f64 = 600.0;

/// One player's odds.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    /// How much the player prefers a state of the other player's, by state.
    pub(super) preference: Vec<f64>,
    /// One over the sum of the preferences of all moves, by place; 0 where the game ends for sure.
    pub(super) share: Vec<f64>,
    /// How much the player prefers a draw.
    pub(super) drawn: f64,
    /// How likely the attacker wins with this very move, by place.
    pub(super) won: Vec<f64>,
}

impl Odds {
    /// A player's odds in a graph that kept this player's moves.
    pub(super) fn of(
        graph: &PositionGraph,
        pairing: &Pairing,
        seat: Seat,
        extent: Extent,
    ) -> Result<Odds, ExactError> {
        let space = graph.space;
        let competence = pairing.competence(seat);
        let c = if competence.is_finite() { competence.get() } else { 0.0 };
        let extent = if seat == Seat::Attacker { extent } else { extent.flipped() };
        let cost = |outcome| pairing.model.preference.cost(seat.sees(outcome).into(), extent);
        let costs: Vec<f64> = space.outcomes().map(cost).collect();
        let finite = || costs.iter().copied().filter(|cost| cost.is_finite());
        let low = finite().fold(f64::INFINITY, f64::min);
        let high = finite().fold(f64::NEG_INFINITY, f64::max);
        if (c * (high - low)).abs() > SAFE_EXPONENT {
            return Err(ExactError::TooSharp { competence });
        }
        let middle = (low + high) / 2.0;
        // Not 0 times infinity: the random player prefers nothing.
        let preferred = |cost: f64| if c == 0.0 { 1.0 } else { (-c * (cost - middle)).exp() };
        let over = [Outcome::Win(Depth(0)), Outcome::Draw, Outcome::Loss(Depth(0))]
            .map(|outcome| preferred(cost(outcome)));
        let preference: Vec<f64> = costs.iter().map(|&cost| preferred(cost)).collect();
        let by_place = graph.sides[1 - at(seat)].by_place(&preference);
        let buckets: Vec<&Bucket> = graph.sides[at(seat)].buckets.iter().flatten().collect();
        let both: Vec<Vec<(f64, f64)>> = buckets
            .par_iter()
            .map(|bucket| {
                let rows = bucket.rows().zip(&bucket.over);
                rows.map(|(moves, ends)| {
                    let on: f64 = moves.iter().map(|&place| by_place[place as usize]).sum();
                    share(on, ends, over)
                })
                .collect()
            })
            .collect();
        let (share, won) = both.into_iter().flatten().unzip();
        Ok(Odds { preference, share, drawn: over[1], won })
    }
}

/// One over the preferences of all moves, and the chance that the attacker wins with this one.
fn share(on: f64, ends: &[u8; 3], over: [f64; 3]) -> (f64, f64) {
    let ends = ends.map(f64::from);
    // In the limit of a vanishing κ one of the ends is certain, or none is ever chosen.
    if let Some(certain) = (0..3).find(|&end| ends[end] > 0.0 && over[end].is_infinite()) {
        return (0.0, f64::from(u8::from(certain == 0)));
    }
    let ending = |end: usize| if ends[end] > 0.0 { ends[end] * over[end] } else { 0.0 };
    let total = on + ending(0) + ending(1) + ending(2);
    if total > 0.0 {
        return (1.0 / total, ending(0) / total);
    }
    let all: f64 = ends.iter().sum();
    (0.0, if all > 0.0 { ends[0] / all } else { 0.0 })
}

impl super::graph::SideGraph {
    /// A number for each place, given one for each state.
    pub(super) fn by_place(&self, by_state: &[f64]) -> Vec<f64> {
        let mut numbers = vec![0.0; self.numbering.len()];
        for (state, &number) in by_state.iter().enumerate() {
            numbers[self.numbering.state(state)].fill(number);
        }
        numbers
    }
}
