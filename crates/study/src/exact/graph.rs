//! Where each position leads, for both players.

use std::cmp::Ordering;

use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::{Destination, Successors, Visited};
use endgame::tables::Size;
use player::filter::{Concede, MoveFilter};
use player::markov::{Seat, StateSpace};
use value::{Choice, Choices, Depth, Extent, Metric, Outcome};

use super::ExactError;
use super::exits::{Beyond, Exit, Exits};
use super::numbering::Numbering;
use super::odds::Pairing;
use crate::markov::Chain;

/// The positions of an endgame that are followed, and the moves between them.
#[derive(Debug)]
pub struct PositionGraph {
    pub(super) space: StateSpace,
    pub(super) sides: [SideGraph; 2],
    /// The endgames its exits lead into.
    pub(super) beyond: Vec<Beyond>,
}

/// The positions with one player to move.
#[derive(Debug)]
pub(super) struct SideGraph {
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
    /// Drawn moves after which the game goes on among other men, in the order of places.
    pub(super) exits: Vec<Exit>,
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

/// Bytes for a graph of so many positions, in a table with so many numbers.
fn bytes(positions: usize, numbers: usize) -> usize {
    positions * (PER_POSITION + 16 * PER_MOVE) + numbers * 8
}

impl PositionGraph {
    /// Follows the moves these players may make, within so many bytes.
    ///
    /// Of an infallible player only the best moves are kept, of its opposite only the worst.
    pub(super) fn build(
        chain: &Chain<'_>,
        pairing: &Pairing,
        budget: usize,
        monitor: &Monitor<'_>,
    ) -> Result<PositionGraph, ExactError> {
        let successors = chain.successors();
        let material = successors.table().material();
        let metric = successors.table().metric();
        let exits = Exits::open(chain, monitor)?;
        if metric == Metric::Dtm && exits.decide() {
            return Err(ExactError::Metric { material });
        }
        let pawns = |color: Color| material.army(color).count(endgame::rules::Role::Pawn);
        if pawns(Color::White) > 0 && pawns(Color::Black) > 0 {
            return Err(ExactError::EnPassant { material });
        }
        let space = chain.space();
        let numberings = [Seat::Attacker, Seat::Defender].map(|seat| {
            let states = chain.states(seat);
            let state = |outcome| states.of(outcome).filter(|_| chain.follows(seat, outcome));
            Numbering::new(successors, chain.color(seat), space.len(), state)
        });
        let positions: usize = numberings.iter().map(Numbering::len).sum();
        let needed = bytes(positions, successors.table().index().len());
        if needed > budget {
            return Err(ExactError::Memory {
                material,
                needed: Size(needed),
                budget: Size(budget),
            });
        }
        let [attacker, defender] = [Seat::Attacker, Seat::Defender]
            .map(|seat| side(chain, seat, pairing, (&numberings[1 - at(seat)], &exits), monitor));
        let [attacks, defends] = numberings;
        let sides = [
            SideGraph { numbering: attacks, buckets: attacker? },
            SideGraph { numbering: defends, buckets: defender? },
        ];
        Ok(PositionGraph { space, sides, beyond: exits.beyond() })
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

    /// The endgames that its exits lead into, each once.
    pub(super) fn left_for(&self) -> Vec<Beyond> {
        let mut left = vec![false; self.beyond.len()];
        let buckets = self.sides.iter().flat_map(|side| side.buckets.iter().flatten());
        buckets.flat_map(|bucket| &bucket.exits).for_each(|e| left[usize::from(e.beyond)] = true);
        let endgames = self.beyond.iter().zip(left).filter(|&(_, left)| left);
        endgames.map(|(&endgame, _)| endgame).collect()
    }

    /// How many bytes it takes, roughly, when it is solved.
    pub(super) fn bytes(&self) -> usize {
        let [attackers, defenders] = &self.sides;
        let positions = attackers.numbering.len() + defenders.numbering.len();
        bytes(positions, attackers.numbering.numbers())
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
    (others, exits): (&Numbering, &Exits<'_>),
    monitor: &Monitor<'_>,
) -> Result<Vec<Vec<Bucket>>, ExactError> {
    let states = chain.states(seat);
    let competence = pairing.competence(seat).get();
    let mut filter = pairing.model.filter;
    if chain.space().is_wins_only() {
        filter.concede = Concede::Never;
    }
    let successors: &Successors<'_> = chain.successors();
    let stretches = successors.walk(
        chain.color(seat),
        |outcome| chain.follows(seat, outcome),
        || (0..chain.space().len()).map(|_| Bucket::default()).collect::<Vec<_>>(),
        |buckets, visited| {
            if let Some(state) = states.of(visited.outcome) {
                let kept = kept(&visited, competence, filter);
                record(&mut buckets[state], &visited, seat, (others, exits), &kept);
            }
        },
        monitor,
    )?;
    let mut by_state: Vec<Vec<Bucket>> = (0..chain.space().len()).map(|_| Vec::new()).collect();
    for stretch in stretches {
        by_state.iter_mut().zip(stretch).for_each(|(state, bucket)| state.push(bucket));
    }
    Ok(by_state)
}

/// Which moves of a position a player ever makes, in their order.
fn kept(visited: &Visited<'_>, competence: f64, filter: MoveFilter) -> Vec<bool> {
    let list = visited.successors.iter().map(|play| Choice::new((), play.value)).collect();
    let choices = Choices::new(list, Extent::default());
    let weights = filter.weights(&choices);
    let made = || choices.iter().zip(&weights).filter(|&(_, &weight)| weight > 0.0);
    let only = match competence {
        f64::INFINITY => made().map(|(choice, _)| choice.value).max(),
        f64::NEG_INFINITY => made().map(|(choice, _)| choice.value).min(),
        _ => None,
    };
    let kept = |(choice, &weight): (&Choice<()>, &f64)| {
        weight > 0.0 && only.is_none_or(|only| choice.value == only)
    };
    choices.iter().zip(&weights).map(kept).collect()
}

fn record(
    bucket: &mut Bucket,
    visited: &Visited<'_>,
    seat: Seat,
    (others, exits): (&Numbering, &Exits<'_>),
    kept: &[bool],
) {
    let mut over = [0u8; 3];
    for (play, _) in visited.successors.iter().zip(kept).filter(|&(_, &kept)| kept) {
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
        if play.to == Destination::Elsewhere && play.value == Outcome::Draw {
            let row = bucket.ends.len() as u32;
            bucket.exits.extend(exits.of(seat, visited.number, play.step, row));
        }
    }
    bucket.ends.push(bucket.moves.len() as u32);
    bucket.over.push(over);
    bucket.boards.push(visited.boards as u8);
}
