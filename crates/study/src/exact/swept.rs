//! The linear system behind lengths, the attacker's moves made anew in every sweep.

use std::ops::Range;

use endgame::quiet_moves::Which;
use player::markov::{Elimination, TransitionMatrix};
use rayon::prelude::*;

use super::bicgstab::{System, chunks};
use super::players::{Player, Shares, squares};
use super::replies::Replies;
use super::sweep::Sweep;

/// How the defender's values come from the attacker's.
enum Defence<'e> {
    /// By few replies, which are listed.
    Listed(Vec<Replies>),
    /// By many, which are made anew.
    Swept(Which<'e>),
}

/// What the attacker's moves add.
enum Adds {
    /// 1: the values are lengths.
    One,
    /// `2 E[T] - 1`, so that the values are means of the square of the length, `E[T²] = 1 + 2 P E[T] + P E[T²]`: the
    /// lengths of the unknowns.
    Squares(Vec<f64>),
}

/// Two players whose moves add something, the unknowns being what is still to come after the attacker's moves.
pub(super) struct Swept<'e> {
    attacker: &'e Player,
    defender: &'e Player,
    defence: Defence<'e>,
    /// The lumped matrix of a reply and the move after it.
    lumped: &'e TransitionMatrix,
    coarse: Elimination,
    counts: Vec<f64>,
    adds: Adds,
    /// The unknowns of each stretch.
    stretches: Vec<Range<usize>>,
    /// The places of each cell that are unknowns, and the state of each unknown.
    places: Vec<u64>,
    states: Vec<u8>,
    /// How much the attacker prefers each state.
    scale: [f64; 256],
}

/// The values by number, times the other player's preference.
pub(super) struct Values {
    pub(super) attacker: Vec<f64>,
    pub(super) defender: Vec<f64>,
}

impl<'e> Swept<'e> {
    /// The system of the lengths; `replies` say how the defender's values come from the attacker's.
    pub(super) fn new(
        [attacker, defender]: &'e [Player; 2],
        replies: Which<'e>,
        lumped: &'e TransitionMatrix,
    ) -> Self {
        let states = lumped.space().len();
        let rows: Vec<f64> = lumped.rows().flatten().copied().collect();
        let places: Vec<u64> =
            defender.codes().par_chunks(64).map(|codes| defender.followed(codes)).collect();
        let mut first = 0;
        let stretches = defender.stretches.iter().map(|cells| {
            let many: u32 = places[cells.clone()].iter().map(|places| places.count_ones()).sum();
            first += many as usize;
            first - many as usize..first
        });
        let stretches: Vec<Range<usize>> = stretches.collect();
        let followed = |&code: &u8| defender.wanted[usize::from(code)];
        // Where only wins are followed, there are no more states than bytes.
        let state = |code: usize| defender.states[code] as u8;
        let mut state_of = Vec::with_capacity(first);
        let codes = defender.codes().iter().copied().filter(followed);
        state_of.extend(codes.map(|code| state(usize::from(code))));
        let mut counts = vec![0.0; states];
        state_of.iter().for_each(|&state| counts[usize::from(state)] += 1.0);
        let mut scale = [0.0; 256];
        for code in (0..256).filter(|&code| defender.wanted[code]) {
            scale[usize::from(state(code))] = defender.scale[code];
        }
        let defence = match defender.shares {
            Shares::Equal(_) => Defence::Listed(Replies::of(defender, attacker, replies)),
            Shares::Of(_) => Defence::Swept(replies),
        };
        let coarse = Elimination::of(&rows, states);
        Swept {
            attacker,
            defender,
            defence,
            lumped,
            coarse,
            counts,
            adds: Adds::One,
            stretches,
            places,
            states: state_of,
            scale,
        }
    }

    /// The system of the squares, the lengths being known by number.
    pub(super) fn of_squares(mut self, length: impl Fn(usize) -> f64) -> Self {
        self.adds = Adds::Squares(self.unknowns(length));
        self
    }

    /// The lengths that the system of the squares is made from.
    pub(super) fn known_lengths(&self) -> &[f64] {
        match &self.adds {
            Adds::One => &[],
            Adds::Squares(lengths) => lengths,
        }
    }

    /// A list for the unknowns, from their numbers.
    pub(super) fn unknowns<T>(&self, of: impl Fn(usize) -> T) -> Vec<T> {
        let mut list = Vec::with_capacity(self.states.len());
        let numbers = self.places.iter().enumerate();
        let numbers =
            numbers.flat_map(|(cell, &places)| squares(places).map(move |at| cell * 64 + at));
        list.extend(numbers.map(of));
        list
    }

    /// Writes a vector by number, times the attacker's preference, each state moved by so much.
    pub(super) fn spread(&self, values: &mut [f64], vector: &[f64], moved: &[f64; 256]) {
        let parts = self.defender.parts(values).into_par_iter().zip(&self.stretches);
        parts.for_each(|((_, cells, values), unknowns)| {
            let mut at = unknowns.start;
            for (values, &places) in values.chunks_exact_mut(64).zip(&self.places[cells]) {
                values.fill(0.0);
                for place in squares(places) {
                    let state = usize::from(self.states[at]);
                    values[place] = (vector[at] + moved[state]) * self.scale[state];
                    at += 1;
                }
            }
        });
    }

    /// Calls a function with each stretch, its part of a list, and each unknown's place there with the mean over its replies.
    fn reply<R: Send>(
        &self,
        attackers: &[f64],
        parts: Vec<&mut [f64]>,
        each: impl Fn(&Range<usize>, &mut [f64], usize, f64) + Sync,
        tell: impl Fn(&Range<usize>, &[f64]) -> R + Sync,
    ) -> Vec<R> {
        match &self.defence {
            Defence::Listed(replies) => {
                let parts = parts.into_par_iter().zip(replies).zip(&self.stretches);
                let means = |((part, replies), unknowns): ((&mut [f64], &Replies), _)| {
                    replies.means(attackers, |at, mean| each(unknowns, part, at, mean));
                    tell(unknowns, part)
                };
                parts.map(means).collect()
            }
            Defence::Swept(which) => {
                let parts = parts.into_iter().zip(&self.stretches);
                let mut parts: Vec<_> = parts.map(|(part, unknowns)| (0, part, unknowns)).collect();
                self.defender.gather(attackers, *which, &mut parts, |(at, part, unknowns), on| {
                    on.each(|_, mean| {
                        each(unknowns, part, *at, mean);
                        *at += 1;
                    });
                });
                parts.into_par_iter().map(|(_, part, unknowns)| tell(unknowns, part)).collect()
            }
        }
    }
}

impl System for Swept<'_> {
    type Room = Values;

    fn room(&self) -> Values {
        let zeros = || vec![0.0; self.defender.codes().len()];
        Values { attacker: zeros(), defender: zeros() }
    }

    fn stretches(&self) -> &[Range<usize>] {
        &self.stretches
    }

    #[inline(always)]
    fn state(&self, at: usize) -> usize {
        usize::from(self.states[at])
    }

    fn counts(&self) -> &[f64] {
        &self.counts
    }

    fn correction(&self, means: &[f64]) -> Vec<f64> {
        let unseen: Vec<f64> = (0..means.len())
            .map(|state| self.lumped.row(state).iter().zip(means).map(|(p, m)| p * m).sum())
            .collect();
        self.coarse.solve(&unseen)
    }

    #[inline(always)]
    fn size(&self, at: usize) -> f64 {
        match &self.adds {
            Adds::One => 1.0,
            Adds::Squares(lengths) => 1.0 + 2.0 * lengths[at],
        }
    }

    fn residual(&self, room: &mut Values, y: &[f64], residual: &mut [f64]) {
        let Values { attacker, defender } = room;
        let (player, which) = (self.attacker, self.attacker.which());
        if let Adds::Squares(lengths) = &self.adds {
            self.spread(defender, lengths, &[0.0; 256]);
            let adds = |_, _| 1.0;
            Sweep { player, which, others: defender, adds }.run(attacker);
        }
        self.spread(defender, y, &[0.0; 256]);
        match &self.adds {
            Adds::One => {
                Sweep { player, which, others: defender, adds: |_, _| 1.0 }.run(attacker);
            }
            Adds::Squares(_) => player.move_from(defender, attacker, |length| 2.0 * length - 1.0),
        }
        let missing = |unknowns: &Range<usize>, part: &mut [f64], at: usize, mean: f64| {
            part[at] = mean - y[unknowns.start + at];
        };
        self.reply(attacker, chunks(residual, &self.stretches), missing, |_, _| ());
    }

    fn image<R: Send>(
        &self,
        room: &mut Values,
        y: &[f64],
        by: &[f64],
        image: Option<&mut [f64]>,
        tell: impl Fn(Range<usize>, &[f64]) -> R + Sync,
    ) -> Vec<R> {
        let mut moved = [0.0; 256];
        moved[..by.len()].copy_from_slice(by);
        let Values { attacker, defender } = room;
        self.spread(defender, y, &moved);
        self.attacker.move_on(defender, attacker);
        let left = |unknowns: &Range<usize>, part: &mut [f64], at: usize, mean: f64| {
            let place = unknowns.start + at;
            part[at] = y[place] + moved[usize::from(self.states[place])] - mean;
        };
        // The defender's values have been read, and make room for what stays.
        let parts = match image {
            Some(image) => chunks(image, &self.stretches),
            None => {
                let parts = self.defender.parts(defender).into_iter().zip(&self.stretches);
                parts.map(|((_, _, part), unknowns)| &mut part[..unknowns.len()]).collect()
            }
        };
        self.reply(attacker, parts, left, |unknowns, part| tell(unknowns.clone(), part))
    }

    fn stayed<'r>(&self, room: &'r Values, stretch: usize) -> &'r [f64] {
        let first = self.defender.stretches[stretch].start * 64;
        &room.defender[first..first + self.stretches[stretch].len()]
    }
}
