//! The chance to win within so many moves, from every position.

use std::borrow::Cow;

use endgame::progress::Monitor;
use player::Competence;
use player::markov::Seat;
use rayon::prelude::*;
use value::Outcome;

use super::exits::{Way, ways};
use super::graph::{PositionGraph, at};
use super::odds::Odds;
use super::sweep::{Sweep, Takes};
use super::{Exact, ExactError};

/// `P[win within m]` of each position.
#[derive(Clone, Debug)]
pub struct Within {
    /// By place of the attacker's positions.
    pub attacker: Vec<f64>,
    /// By place of the defender's positions, the defender to move.
    pub defender: Vec<f64>,
}

/// One endgame: the one asked for, or a smaller one that the game may go on in.
struct Member<'e> {
    graph: &'e PositionGraph,
    odds: &'e [Odds; 2],
    /// Each player's moves into smaller endgames.
    ways: [Vec<Way>; 2],
    /// How much each player's positions are preferred by the other, by place.
    scales: [Vec<f64>; 2],
    /// The chances so far, times the scales.
    chances: [Vec<f64>; 2],
}

const SEATS: [Seat; 2] = [Seat::Attacker, Seat::Defender];

impl<'e> Member<'e> {
    fn new(graph: &'e PositionGraph, odds: &'e [Odds; 2], exact: &Exact<'_>) -> Member<'e> {
        let places = |seat| graph.sides[at(seat)].numbering.len();
        let preference = |seat| &odds[1 - at(seat)].preference;
        Member {
            graph,
            odds,
            ways: SEATS.map(|seat| ways(graph, odds, seat, &exact.smaller)),
            scales: SEATS.map(|seat| graph.sides[at(seat)].by_place(preference(seat))),
            chances: SEATS.map(|seat| vec![0.0; places(seat)]),
        }
    }

    /// The chance at a player's place.
    fn chance(&self, seat: Seat, place: usize) -> f64 {
        self.chances[at(seat)][place] / self.scales[at(seat)][place]
    }

    /// The chances at all places of a player.
    fn plain(&self, seat: Seat) -> Vec<f64> {
        let pairs = self.chances[at(seat)].par_iter().zip(&self.scales[at(seat)]);
        pairs.map(|(value, scale)| value / scale).collect()
    }

    /// What a player's moves out of the graph are worth: won at once, or later in a smaller
    /// endgame, as far as those have come.
    fn adds(&self, seat: Seat, smaller: &[Member<'_>]) -> Cow<'e, [f64]> {
        let mut adds = Cow::Borrowed(&self.odds[at(seat)].won[..]);
        let other = SEATS[1 - at(seat)];
        if !self.ways[at(seat)].is_empty() {
            let adds = adds.to_mut();
            for way in &self.ways[at(seat)] {
                adds[way.from] += way.chance * smaller[way.to.0].chance(other, way.to.1);
            }
        }
        adds
    }

    /// One more move of a player, from the states that are within reach.
    fn play(&mut self, seat: Seat, adds: &[f64], within_reach: impl Fn(Outcome) -> bool) {
        let Member { graph, odds, chances, .. } = self;
        let [attackers, defenders] = chances;
        let (own, others) = match seat {
            Seat::Attacker => (attackers, &*defenders),
            Seat::Defender => (defenders, &*attackers),
        };
        let side = &graph.sides[at(seat)];
        let share = &odds[at(seat)].share;
        let sweep = Sweep { side, takes: Takes::Mean, share, adds, others };
        let scale = &odds[1 - at(seat)].preference;
        for state in (0..graph.space.len()).filter(|&s| within_reach(graph.space.outcome(s))) {
            sweep.state(state, scale[state], &mut own[side.numbering.state(state)]);
        }
    }
}

/// One more move of a player, in every endgame at once.
fn round(
    seat: Seat,
    root: &mut Member<'_>,
    smaller: &mut [Member<'_>],
    within_reach: impl Fn(Outcome) -> bool + Copy,
) {
    let adds: Vec<Cow<'_, [f64]>> = smaller.iter().map(|one| one.adds(seat, smaller)).collect();
    let adds_of_root = root.adds(seat, smaller);
    for (one, adds) in smaller.iter_mut().zip(&adds) {
        one.play(seat, adds, within_reach);
    }
    root.play(seat, &adds_of_root, within_reach);
}

impl Exact<'_> {
    /// Plays so many moves of the attacker's, all positions at once.
    ///
    /// A defender who breaks ties by length must have [settled](Exact::settle_ties) them.
    ///
    /// `each` may ask for the chance at any of the attacker's places after every move.
    pub fn within(
        &self,
        moves: usize,
        monitor: &Monitor<'_>,
        mut each: impl FnMut(&dyn Fn(usize) -> f64),
    ) -> Result<Within, ExactError> {
        let mut root = Member::new(&self.graph, &self.odds, self);
        let mut smaller: Vec<Member<'_>> =
            self.smaller.iter().map(|one| Member::new(&one.graph, &one.odds, self)).collect();
        let infallible = self.pairing.defender == Competence::INFALLIBLE;
        // A fallible defender may still lose with his reply to the last move.
        if !infallible {
            round(Seat::Defender, &mut root, &mut smaller, |_| true);
        }
        for done in 1..=moves {
            self.step(done, moves, monitor)?;
            // An infallible defender lets nobody win sooner than it is deep; others may.
            let within_reach = |outcome| match outcome {
                Outcome::Win(depth) if infallible => usize::from(depth.0) <= done,
                _ => true,
            };
            for seat in SEATS {
                round(seat, &mut root, &mut smaller, within_reach);
            }
            each(&|place| root.chance(Seat::Attacker, place));
        }
        Ok(Within { attacker: root.plain(Seat::Attacker), defender: root.plain(Seat::Defender) })
    }
}
