//! The linear system behind lengths, the attacker's moves listed as lines.

use std::ops::Range;

use endgame::quiet_moves::{Lines, Number, Numbers, QuietMoves, Which};
use endgame::simd::{Kernel, dispatch};
use player::markov::{Elimination, TransitionMatrix};
use rayon::prelude::*;

use super::bicgstab::chunks;
use super::players::{Player, Shares, squares};
use super::refined::{Pass, System};
use super::replies::Replies;

/// How the defender's values come from the attacker's.
enum Defence {
    /// By few replies.
    Few(Vec<Replies>),
    /// By many, which are lines.
    Many(Vec<Lines>),
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
    attack: Vec<Lines>,
    defence: Defence,
    /// The lumped matrix of a reply and the move after it.
    lumped: &'e TransitionMatrix,
    coarse: Elimination,
    slowest: Vec<f64>,
    counts: Vec<f64>,
    adds: Adds,
    /// The unknowns of each stretch.
    stretches: Vec<Range<usize>>,
    /// The places of each cell that are unknowns, and the state of each unknown.
    places: Vec<u64>,
    states: Vec<u8>,
    /// How much the attacker prefers each state, and the defender each byte, brought to the middle of what single floats
    /// can hold.
    scale: [f64; 256],
    attacker_scale: [f64; 256],
    /// What shares are multiplied by for that.
    middle: [f64; 2],
}

/// The values by number, times the other player's preference.
pub(super) struct Values {
    pub(super) attacker: Numbers,
    pub(super) defender: Numbers,
}

/// So many unknowns are worked on at once, and some more.
const SOME: usize = 512;

/// Preferences of one player that are further apart than this, as a logarithm, are too much for single floats.
const SINGLE: f64 = 150.0;

/// The middle of the preferences of a player's positions, and whether single floats can hold them.
fn middle(player: &Player) -> (f64, bool) {
    let wanted = (0..256).filter(|&code| player.wanted[code]).map(|code| player.scale[code].ln());
    let (low, high) = wanted
        .filter(|size| size.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), size| {
            (low.min(size), high.max(size))
        });
    if low > high {
        return (1.0, true);
    }
    (((low + high) / 2.0).exp(), high - low <= SINGLE)
}

/// Whether vectors of single floats will do for two players.
pub(super) fn are_single(players: &[Player; 2]) -> bool {
    players.iter().all(|player| middle(player).1)
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
        let attack = lines(attacker, attacker.which());
        let defence = match defender.shares {
            Shares::Equal(_) => Defence::Few(Replies::of(defender, attacker, replies)),
            Shares::Of(_) => Defence::Many(lines(defender, replies)),
        };
        let coarse = Elimination::of(&rows, states);
        let slowest = slowest(&coarse, states);
        let middle = [attacker, defender].map(|player| middle(player).0);
        scale.iter_mut().for_each(|scale| *scale /= middle[1]);
        let attacker_scale = attacker.scale.map(|scale| scale / middle[0]);
        Swept {
            attacker,
            defender,
            attack,
            defence,
            lumped,
            coarse,
            slowest,
            counts,
            adds: Adds::One,
            stretches,
            places,
            states: state_of,
            scale,
            attacker_scale,
            middle,
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

    /// Writes the values of the unknowns by number.
    pub(super) fn write(&self, values: &mut [f64], vector: &[f64]) {
        let parts = self.defender.parts(values).into_par_iter().zip(&self.stretches);
        parts.for_each(|((_, cells, values), unknowns)| {
            let mut at = unknowns.start;
            for (values, &places) in values.chunks_exact_mut(64).zip(&self.places[cells]) {
                values.fill(0.0);
                for place in squares(places) {
                    values[place] = vector[at];
                    at += 1;
                }
            }
        });
    }

    /// Takes the preferences off the attacker's values.
    pub(super) fn attackers(&self, room: Values) -> Vec<f64> {
        let mut values = room.attacker.into_doubles();
        let unscale = self.attacker_scale.map(|scale| if scale > 0.0 { 1.0 / scale } else { 0.0 });
        for (value, &code) in values.iter_mut().zip(self.attacker.codes()) {
            *value *= unscale[usize::from(code)];
        }
        values
    }

    /// Fills the defender's values in, the unknowns of each stretch in order.
    fn fill<N: Number, P: Send>(
        &self,
        numbers: &mut Numbers,
        passes: &mut [P],
        fill: impl Fn(&mut P, &Range<usize>, Range<usize>, &mut [N]) + Sync,
    ) {
        let scale = self.scale.map(N::of);
        let parts = self.defender.parts(numbers.get_mut()).into_par_iter();
        parts.zip(passes).zip(&self.stretches).for_each(
            |(((_, cells, values), pass), unknowns)| {
                dispatch(Filling {
                    places: &self.places[cells],
                    states: &self.states[unknowns.clone()],
                    scale: &scale,
                    values,
                    fill: |at, vector: &mut [N]| fill(pass, unknowns, at, vector),
                });
            },
        );
    }

    /// The attacker's values from the defender's, moves adding nothing.
    fn attack<N: Number>(&self, room: &mut Values) {
        let player = self.attacker;
        let plain = (0..256).all(|code| !player.wanted[code] || self.attacker_scale[code] == 1.0);
        let Values { attacker, defender } = room;
        let parts = player.parts(attacker.get_mut::<N>()).into_par_iter().zip(&self.attack);
        parts.for_each(|((_, cells, own), lines)| {
            let first = cells.start * 64;
            lines.sweep(defender, |cell, places, sums: &[N; 64]| {
                let at = cell * 64..cell * 64 + 64;
                let own = &mut own[at.start - first..at.end - first];
                match &player.shares {
                    Shares::Of(shares) => {
                        let pairs = sums.iter().zip(&shares[at.clone()]);
                        own.iter_mut().zip(pairs).for_each(|(own, (&sum, share))| {
                            *own = sum * N::of(share * self.middle[1]);
                        });
                    }
                    Shares::Equal(_) => {
                        for place in squares(places) {
                            let share = player.share(at.start + place) * self.middle[1];
                            own[place] = sums[place] * N::of(share);
                        }
                    }
                }
                if !plain {
                    let scales = player.codes()[at].iter();
                    own.iter_mut().zip(scales).for_each(|(own, &code)| {
                        *own = *own * N::of(self.attacker_scale[usize::from(code)]);
                    });
                }
            });
        });
    }

    /// Adds the 1 of each of the attacker's moves.
    fn add(&self, attacker: &mut Numbers) {
        let player = self.attacker;
        let codes = player.codes();
        let scale = self.attacker_scale;
        let add = |(own, &code): (&mut f64, &u8)| {
            if player.wanted[usize::from(code)] {
                *own += scale[usize::from(code)];
            }
        };
        attacker.get_mut::<f64>().par_iter_mut().zip(codes).for_each(add);
    }

    /// The defender's values from the attacker's, handed to the passes.
    fn defend<N: Number, P: Send>(
        &self,
        attacker: &Numbers,
        passes: &mut [P],
        take: impl Fn(&mut P, &Range<usize>, Range<usize>, &[N]) + Sync,
    ) {
        let passes = passes.par_iter_mut().zip(&self.stretches);
        match &self.defence {
            Defence::Few(replies) => passes.zip(replies).for_each(|((pass, unknowns), replies)| {
                let (values, len) = (attacker.with_room(), unknowns.len());
                let take = |at, means: &[N]| take(pass, unknowns, at, means);
                dispatch(Replying { replies, values, len, take });
            }),
            Defence::Many(lines) => passes.zip(lines).for_each(|((pass, unknowns), lines)| {
                let (mut some, mut done) = (Vec::with_capacity(SOME + 64), 0);
                lines.sweep(attacker, |cell, places, sums: &[N; 64]| {
                    for place in squares(places) {
                        let share = self.defender.share(cell * 64 + place) * self.middle[0];
                        some.push(sums[place] * N::of(share));
                    }
                    if some.len() >= SOME {
                        take(pass, unknowns, done..done + some.len(), &some);
                        done += some.len();
                        some.clear();
                    }
                });
                take(pass, unknowns, done..done + some.len(), &some);
            }),
        }
    }
}

/// The greater of two numbers; what is no number is not lost.
#[inline(always)]
fn greater(one: f64, other: f64) -> f64 {
    if other > one || other.is_nan() { other } else { one }
}

/// The lines of all stretches.
fn lines(player: &Player, which: Which<'_>) -> Vec<Lines> {
    let list = |cells: &Range<usize>| {
        let moves = QuietMoves::new(&player.table, player.turn);
        moves.lines(cells.clone(), player.reading(&[], which))
    };
    player.stretches.par_iter().map(list).collect()
}

/// What part of what dies out slowest each state of the lumped system has: the last row that inverse iteration comes to.
fn slowest(coarse: &Elimination, states: usize) -> Vec<f64> {
    const ROUNDS: usize = 20;
    let columns: Vec<Vec<f64>> = (0..states)
        .map(|state| {
            coarse.solve(&(0..states).map(|s| f64::from(u8::from(s == state))).collect::<Vec<_>>())
        })
        .collect();
    let mut row = vec![1.0; states];
    row[0] = 0.0;
    for _ in 0..ROUNDS {
        let next = columns.iter().map(|column| row.iter().zip(column).map(|(r, c)| r * c).sum());
        row = next.collect();
        row[0] = 0.0;
        let sum: f64 = row.iter().sum();
        row.iter_mut().for_each(|one| *one /= sum);
    }
    row
}

/// The values of a stretch, filled in some at a time and put in their places.
struct Filling<'f, N, F> {
    places: &'f [u64],
    states: &'f [u8],
    scale: &'f [N; 256],
    values: &'f mut [N],
    fill: F,
}

impl<N: Number, F: FnMut(Range<usize>, &mut [N])> Kernel for Filling<'_, N, F> {
    #[inline(always)]
    fn run(mut self) {
        let mut some = [N::default(); SOME + 64];
        let (mut cell, mut done) = (0, 0);
        while cell < self.places.len() {
            let first = cell;
            let mut many = 0;
            while cell < self.places.len() && many < SOME {
                many += self.places[cell].count_ones() as usize;
                cell += 1;
            }
            let at = done..done + many;
            done = at.end;
            let some = &mut some[..many];
            (self.fill)(at.clone(), some);
            some.iter_mut().zip(&self.states[at]).for_each(|(one, &state)| {
                *one = *one * self.scale[usize::from(state)];
            });
            let mut rest = &*some;
            for cell in first..cell {
                let places = self.places[cell];
                if places != 0 {
                    self.values[cell * 64..cell * 64 + 64]
                        .copy_from_slice(&N::expand(rest, places));
                    rest = &rest[places.count_ones() as usize..];
                }
            }
        }
    }
}

/// The means over the replies of a stretch, taken some at a time.
struct Replying<'r, N, T> {
    replies: &'r Replies,
    values: &'r [N],
    len: usize,
    take: T,
}

impl<N: Number, T: FnMut(Range<usize>, &[N])> Kernel for Replying<'_, N, T> {
    #[inline(always)]
    fn run(mut self) {
        let mut some = [N::default(); SOME];
        let mut others = 0;
        for first in (0..self.len).step_by(SOME) {
            let at = first..(first + SOME).min(self.len);
            let some = &mut some[..at.len()];
            self.replies.means(self.values, at.clone(), &mut others, some);
            (self.take)(at, some);
        }
    }
}

impl System for Swept<'_> {
    type Room = Values;

    fn room(&self) -> Values {
        let zeros = || Numbers::zeros(self.defender.codes().len());
        Values { attacker: zeros(), defender: zeros() }
    }

    fn stretches(&self) -> &[Range<usize>] {
        &self.stretches
    }

    fn states(&self) -> &[u8] {
        &self.states
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

    fn slowest(&self) -> &[f64] {
        &self.slowest
    }

    #[inline(always)]
    fn size(&self, at: usize) -> f64 {
        match &self.adds {
            Adds::One => 1.0,
            Adds::Squares(lengths) => 1.0 + 2.0 * lengths[at],
        }
    }

    fn residual<N: Number>(
        &self,
        room: &mut Values,
        y: &[f64],
        residual: &mut [N],
        image: &mut [N],
    ) -> f64 {
        self.clear(room);
        let stretches = &self.stretches;
        let mut none = vec![(); stretches.len()];
        let at_all =
            |all: &Range<usize>, at: &Range<usize>| all.start + at.start..all.start + at.end;
        self.fill(&mut room.defender, &mut none, |(), all, at, into: &mut [f64]| {
            into.copy_from_slice(&y[at_all(all, &at)]);
        });
        self.attack::<f64>(room);
        self.defend(
            &room.attacker,
            &mut chunks(image, stretches),
            |image, all, at, swept: &[f64]| {
                let known = y[at_all(all, &at)].iter().zip(swept);
                let image = image[at].iter_mut();
                image.zip(known).for_each(|(image, (y, swept))| *image = N::of(y - swept));
            },
        );
        if let Adds::Squares(lengths) = &self.adds {
            // E[T²] = 1 + P (E[T²] + 2 E[T]).
            self.fill(&mut room.defender, &mut none, |(), all, at, into: &mut [f64]| {
                let all = at_all(all, &at);
                into.copy_from_slice(&y[all.clone()]);
                into.iter_mut().zip(&lengths[all]).for_each(|(into, length)| *into += 2.0 * length);
            });
            self.attack::<f64>(room);
        }
        self.add(&mut room.attacker);
        let parts = chunks(residual, stretches).into_iter();
        let mut parts: Vec<(&mut [N], f64)> = parts.map(|part| (part, 0.0)).collect();
        self.defend(&room.attacker, &mut parts, |(residual, greatest), all, at, swept: &[f64]| {
            let all = at_all(all, &at);
            let missing = y[all.clone()].iter().zip(swept).map(|(y, swept)| swept - y);
            for ((residual, missing), at) in residual[at].iter_mut().zip(missing).zip(all) {
                *residual = N::of(missing);
                *greatest = greater(*greatest, missing.abs() / self.size(at));
            }
        });
        parts.into_iter().map(|(_, greatest)| greatest).fold(0.0, greater)
    }

    fn clear(&self, room: &mut Values) {
        for numbers in [&mut room.attacker, &mut room.defender] {
            numbers.get_mut::<f64>().par_iter_mut().for_each(|number| *number = 0.0);
        }
    }

    fn sweep<N: Number, P: Pass<N>>(&self, room: &mut Values, passes: &mut [P]) {
        let fill = |pass: &mut P, _: &Range<usize>, at, vector: &mut [N]| pass.fill(at, vector);
        self.fill(&mut room.defender, passes, fill);
        self.attack::<N>(room);
        let take = |pass: &mut P, _: &Range<usize>, at, swept: &[N]| pass.take(at, swept);
        self.defend(&room.attacker, passes, take);
    }
}
