//! Where each position leads, for both players.

use std::cmp::Ordering;

use endgame::rules::Color;
use endgame::solve::Watch;
use endgame::successors::{Destination, Successors, Visited};
use endgame::tables::Size;
use player::markov::{Seat, StateSpace};
use player::weighting::Concede;
use value::{Depth, Metric, Outcome};

use super::ExactError;
use super::numbering::Numbering;
use super::odds::Pairing;
use crate::markov::Chain;

/// The positions of an endgame that are followed, and the moves between them.
#[derive(Debug)]
pub struct PositionGraph {
    pub(super) space: StateSpace,
    pub(super) sides: [Side; 2],
}

/// The positions with one player to move.
#[derive(Debug)]
pub(super) struct Side {
    pub(super) numbering: Numbering,
    /// By state, then by stretch.
    pub(super) buckets: Vec<Vec<Bucket>>,
}

/// The moves of the positions of one state in one stretch of the table, in the order of places.
#[derive(Debug, Default)]
pub(super) struct Bucket {
    /// Where the moves of each position end.
    pub(super) ends: Vec<u32>,
    /// Places among the other player's positions.
    pub(super) moves: Vec<u32>,
    /// How many moves of each position end the game: won, drawn, lost for the attacker.
    pub(super) over: Vec<[u8; 3]>,
    pub(super) boards: Vec<u8>,
}

impl Bucket {
    /// The moves of each position.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.moves[start as usize..end as usize])
    }
}

pub(super) fn at(seat: Seat) -> usize {
    usize::from(seat == Seat::Defender)
}

/// Bytes for each move and for each position, roughly, when the graph is built and solved.
const PER_MOVE: usize = 5;
const PER_POSITION: usize = 60;

impl PositionGraph {
    /// Follows the moves these players may make, within so many bytes.
    ///
    /// Of an infallible player only the best moves are kept, of its opposite only the worst.
    pub(super) fn build(
        chain: &Chain<'_>,
        pairing: &Pairing,
        budget: usize,
        watch: &Watch<'_>,
    ) -> Result<PositionGraph, ExactError> {
        let successors = chain.successors();
        let material = successors.table().material();
        let metric = successors.table().metric();
        if metric == Metric::Dtm && !material.converts_into().is_empty() {
            return Err(ExactError::Metric { metric });
        }
        let pawns = |color: Color| material.army(color).count(endgame::rules::Role::Pawn);
        if pawns(Color::White) > 0 && pawns(Color::Black) > 0 {
            return Err(ExactError::EnPassant { material });
        }
        let weighting = pairing.model.weighting;
        if weighting.avoid_losses || weighting.horizon.is_some() {
            return Err(ExactError::Rules);
        }
        let space = chain.space();
        let numberings = [Seat::Attacker, Seat::Defender].map(|seat| {
            let states = chain.states(seat);
            let state = |outcome| states.of(outcome).filter(|_| chain.follows(seat, outcome));
            Numbering::new(successors, chain.color(seat), space.len(), state)
        });
        let positions: usize = numberings.iter().map(Numbering::len).sum();
        let needed =
            positions * (PER_POSITION + 16 * PER_MOVE) + successors.table().index().len() * 8;
        if needed > budget {
            return Err(ExactError::Memory {
                material,
                needed: Size(needed),
                budget: Size(budget),
            });
        }
        let [attacker, defender] = [Seat::Attacker, Seat::Defender]
            .map(|seat| side(chain, seat, pairing, &numberings[1 - at(seat)], watch));
        let [attacks, defends] = numberings;
        let sides = [
            Side { numbering: attacks, buckets: attacker? },
            Side { numbering: defends, buckets: defender? },
        ];
        Ok(PositionGraph { space, sides })
    }

    /// Keeps of each of the defender's positions only the first of the replies after which the
    /// attacker needs longest, or shortest.
    pub(super) fn keep_replies(&mut self, lengths: &[f64], longest: bool) {
        for bucket in self.sides[1].buckets.iter_mut().flatten() {
            let best = |moves: &[u32]| {
                let length = |place: &u32| lengths[*place as usize];
                let better = |a: u32, b: u32| match length(&b).total_cmp(&length(&a)) {
                    Ordering::Greater if longest => b,
                    Ordering::Less if !longest => b,
                    _ => a,
                };
                moves.iter().copied().reduce(better)
            };
            let kept: Vec<Option<u32>> = bucket.rows().map(best).collect();
            bucket.moves.clear();
            for (end, kept) in bucket.ends.iter_mut().zip(kept) {
                bucket.moves.extend(kept);
                *end = bucket.moves.len() as u32;
            }
        }
    }

    /// Keeps of each of the defender's positions only the replies of the greatest value, all of
    /// them where rounding alone tells them apart.
    pub(super) fn keep_hardest(&mut self, values: &[f64]) {
        for bucket in self.sides[1].buckets.iter_mut().flatten() {
            let kept: Vec<Vec<u32>> = bucket
                .rows()
                .map(|moves| {
                    let value = |place: u32| values[place as usize];
                    let greatest = moves.iter().map(|&place| value(place)).fold(0.0, f64::max);
                    let enough = greatest * (1.0 - 1e-9);
                    moves.iter().copied().filter(|&place| value(place) >= enough).collect()
                })
                .collect();
            bucket.moves.clear();
            for (end, kept) in bucket.ends.iter_mut().zip(kept) {
                bucket.moves.extend(kept);
                *end = bucket.moves.len() as u32;
            }
        }
    }

    /// The place of a position of the table among those of the player to move; none if it is not
    /// followed.
    pub fn place(&self, seat: Seat, number: usize) -> Option<usize> {
        self.sides[at(seat)].numbering.place(number).map(|place| place as usize)
    }

    /// The places of one state.
    pub fn state(&self, seat: Seat, state: usize) -> std::ops::Range<usize> {
        self.sides[at(seat)].numbering.state(state)
    }

    /// How many positions and how many moves are kept, of both players.
    pub fn size(&self) -> (usize, usize) {
        let buckets = || self.sides.iter().flat_map(|side| side.buckets.iter().flatten());
        (buckets().map(|bucket| bucket.ends.len()).sum(), buckets().map(|b| b.moves.len()).sum())
    }

    /// The boards of the attacker's positions of a state, in the order of their places.
    pub fn boards(&self, state: usize) -> impl Iterator<Item = f64> {
        let buckets = self.sides[0].buckets[state].iter();
        buckets.flat_map(|bucket| bucket.boards.iter().map(|&boards| f64::from(boards)))
    }
}

fn side(
    chain: &Chain<'_>,
    seat: Seat,
    pairing: &Pairing,
    others: &Numbering,
    watch: &Watch<'_>,
) -> Result<Vec<Vec<Bucket>>, ExactError> {
    let states = chain.states(seat);
    let competence = pairing.competence(seat).get();
    let concede = pairing.model.weighting.concede;
    let successors: &Successors<'_> = chain.successors();
    let stretches = successors.walk(
        chain.color(seat),
        |outcome| chain.follows(seat, outcome),
        || (0..chain.space().len()).map(|_| Bucket::default()).collect::<Vec<_>>(),
        |buckets, visited| {
            if let Some(state) = states.of(visited.outcome) {
                let keeps = keeper(&visited, competence, concede, chain.space());
                record(&mut buckets[state], &visited, seat, others, keeps);
            }
        },
        watch,
    )?;
    let mut by_state: Vec<Vec<Bucket>> = (0..chain.space().len()).map(|_| Vec::new()).collect();
    for stretch in stretches {
        by_state.iter_mut().zip(stretch).for_each(|(state, bucket)| state.push(bucket));
    }
    Ok(by_state)
}

/// Which moves of a position a player ever makes.
fn keeper(
    visited: &Visited<'_>,
    competence: f64,
    concede: Concede,
    space: StateSpace,
) -> impl Fn(Outcome) -> bool + use<> {
    let values = || visited.successors.iter().map(|play| play.value);
    let best = values().max().unwrap_or(Outcome::Draw);
    let keeps_value = space.is_wins_only()
        || concede == Concede::Never
        || concede == Concede::Draws && best.sign() > 0;
    let allowed = move |value: Outcome| !keeps_value || value.sign() == best.sign();
    let only = match competence {
        f64::INFINITY => Some(best),
        f64::NEG_INFINITY => values().filter(|&value| allowed(value)).min(),
        _ => None,
    };
    move |value| only.map_or_else(|| allowed(value), |only| value == only)
}

fn record(
    bucket: &mut Bucket,
    visited: &Visited<'_>,
    seat: Seat,
    others: &Numbering,
    keeps: impl Fn(Outcome) -> bool,
) {
    let mut over = [0u8; 3];
    for play in visited.successors.iter().filter(|play| keeps(play.value)) {
        let place = match play.to {
            Destination::Here(number) | Destination::WithRight(number) => {
                match seat.sees(play.value) {
                    Outcome::Win(Depth(0)) | Outcome::Loss(Depth(0)) => None,
                    _ => others.place(number),
                }
            }
            Destination::Elsewhere => None,
        };
        match place {
            Some(place) => bucket.moves.push(place),
            None => over[(1 - seat.sees(play.value).sign()) as usize] += 1,
        }
    }
    bucket.ends.push(bucket.moves.len() as u32);
    bucket.over.push(over);
    bucket.boards.push(visited.boards as u8);
}
