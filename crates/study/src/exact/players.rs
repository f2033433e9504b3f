//! Two players in one endgame: where they stand, and what is kept about their moves.

use std::ops::Range;
use std::sync::Arc;

use endgame::progress::Monitor;
use endgame::quiet_moves::{AllowedCodes, PER_CELL, PER_LINE, QuietMoves, Reading, Which};
use endgame::rules::{Color, Role};
use endgame::successors::WalkError;
use endgame::table::Table;
use endgame::tables::Size;
use player::Competence;
use player::markov::Seat;
use player::reference::Model;
use rayon::prelude::*;

use super::exits::{Exit, Exits};
use super::odds::Preferences;
use super::refined::per_unknown;
use super::replies::{PER_LIST, PER_REPLY};
use super::swept::are_single;
use super::{ExactError, Ties};
use crate::markov::Chain;

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

pub(super) fn at(seat: Seat) -> usize {
    usize::from(seat == Seat::Defender)
}

/// No state.
pub(super) const LEFT_OUT: u16 = u16::MAX;

/// The positions with one player to move, and what that player does there.
pub(super) struct Player {
    pub(super) table: Arc<Table>,
    pub(super) turn: Color,
    pub(super) is_attacker: bool,
    /// The parts of the table that are worked on apart, in cells.
    pub(super) stretches: Vec<Range<usize>>,
    /// The state of a position by its byte.
    pub(super) states: [u16; 256],
    /// Whether a position is followed, by its byte.
    pub(super) wanted: [bool; 256],
    /// How much the other player prefers a position, by its byte: 0 if it is not followed. Values are
    /// kept times that.
    pub(super) scale: [f64; 256],
    /// One over that.
    pub(super) unscale: [f64; 256],
    /// Which moves are made; none if all are that lead to a position that is followed.
    pub(super) allowed: Option<AllowedCodes>,
    /// For each position the byte of the only positions moved to, of a player who takes the worst.
    pub(super) only: Option<Vec<u8>>,
    pub(super) shares: Shares,
    /// How many moves of each position end the game.
    pub(super) over: Ends,
    /// How much this player prefers those.
    pub(super) ends: [f64; 3],
    /// Drawn moves after which the game goes on among other men, by stretch, in the order of numbers.
    pub(super) exits: Vec<Vec<Exit>>,
}

/// One over the sum of the preferences of all moves, by number.
pub(super) enum Shares {
    /// 0 where the game ends for sure.
    Of(Vec<f64>),
    /// All moves that are made are as likely: how many.
    Equal(Vec<u8>),
}

/// How many moves of each position end the game, by number.
pub(super) enum Ends {
    /// Won for the attacker, where nothing else happens.
    Won(Vec<u8>),
    /// Won, drawn, lost for the attacker.
    Any(Vec<[u8; 3]>),
}

impl Ends {
    /// Won, drawn, lost for the attacker.
    #[inline(always)]
    pub(super) fn of(&self, number: usize) -> [u8; 3] {
        match self {
            Ends::Won(won) => [won[number], 0, 0],
            Ends::Any(ends) => ends[number],
        }
    }
}

/// Bytes for each number: two lists of values.
const PER_NUMBER: usize = 8 + 8;
/// Bytes for each number and player: how many moves win, or win, draw and lose.
const PER_ENDS: [usize; 2] = [1, 3];
/// Replies of an infallible player, at most so many on average.
const REPLIES: usize = 2;

impl Player {
    /// Both players of an endgame.
    pub(super) fn both(
        chain: &Chain<'_>,
        pairing: &Pairing,
        exits: &Exits<'_>,
        budget: &mut usize,
        monitor: &Monitor<'_>,
    ) -> Result<[Player; 2], ExactError> {
        let mut players = Player::unweighed(chain, pairing, monitor)?;
        reserve(&players, pairing, chain.space().is_wins_only(), budget)?;
        for seat in [Seat::Attacker, Seat::Defender] {
            let [attacker, defender] = &mut players;
            let (own, other) = match seat {
                Seat::Attacker => (attacker, &*defender),
                Seat::Defender => (defender, &*attacker),
            };
            own.weigh(other, chain, seat, pairing, exits, monitor)?;
        }
        Ok(players)
    }

    /// Whether there is memory enough for both players of an endgame.
    pub(super) fn fit(
        chain: &Chain<'_>,
        pairing: &Pairing,
        mut budget: usize,
        monitor: &Monitor<'_>,
    ) -> Result<(), ExactError> {
        let players = Player::unweighed(chain, pairing, monitor)?;
        reserve(&players, pairing, chain.space().is_wins_only(), &mut budget)
    }

    /// Both players, how likely their moves are not being known.
    fn unweighed(
        chain: &Chain<'_>,
        pairing: &Pairing,
        monitor: &Monitor<'_>,
    ) -> Result<[Player; 2], ExactError> {
        let preferences =
            [Seat::Attacker, Seat::Defender].map(|s| Preferences::of(chain, pairing, s));
        let [attacks, defends] = preferences;
        let (attacks, defends) = (attacks?, defends?);
        Ok([
            Player::new(chain, Seat::Attacker, &defends, attacks.ends, monitor)?,
            Player::new(chain, Seat::Defender, &attacks, defends.ends, monitor)?,
        ])
    }

    fn new(
        chain: &Chain<'_>,
        seat: Seat,
        others: &Preferences,
        ends: [f64; 3],
        monitor: &Monitor<'_>,
    ) -> Result<Player, ExactError> {
        let successors = chain.successors();
        let material = successors.table().material();
        let table = successors.tables().table(&material, monitor).map_err(WalkError::from)?;
        let turn = chain.color(seat);
        let known = chain.states(seat);
        let states = std::array::from_fn(|code| {
            let outcome = table.codec().outcome(code as u8, turn);
            let outcome = outcome.filter(|&outcome| chain.follows(seat, outcome));
            outcome.and_then(|outcome| known.of(outcome)).map_or(LEFT_OUT, |state| state as u16)
        });
        let wanted = states.map(|state| state != LEFT_OUT);
        let scale = states.map(|state| match state {
            LEFT_OUT => 0.0,
            state => others.by_state[usize::from(state)],
        });
        Ok(Player {
            stretches: successors.stretches(),
            table,
            turn,
            is_attacker: seat == Seat::Attacker,
            states,
            wanted,
            scale,
            unscale: scale.map(|scale| if scale > 0.0 { 1.0 / scale } else { 0.0 }),
            allowed: None,
            only: None,
            shares: Shares::Equal(Vec::new()),
            over: Ends::Any(Vec::new()),
            ends,
            exits: Vec::new(),
        })
    }

    /// About how many bytes the lines of a cell's moves take.
    fn bytes_of_lines(&self) -> usize {
        // Moves on an empty board, on average.
        let lines = |role| match role {
            Role::King => 7,
            Role::Queen => 23,
            Role::Rook => 14,
            Role::Bishop => 9,
            Role::Knight => 6,
            Role::Pawn => 2,
        };
        let army = self.table.material().army(self.turn);
        PER_CELL + PER_LINE * (lines(Role::King) + army.roles().map(lines).sum::<usize>())
    }

    /// Calls a function with every position that is followed, the sum over its moves, and its own
    /// entry of a list.
    pub(super) fn each<T: Send>(
        &self,
        others: &[f64],
        own: &mut [T],
        then: impl Fn(usize, f64, &mut T) + Sync,
    ) {
        self.each_of(self.reading(others, self.which()), own, then);
    }

    pub(super) fn each_of<T: Send>(
        &self,
        reading: Reading<'_>,
        own: &mut [T],
        then: impl Fn(usize, f64, &mut T) + Sync,
    ) {
        self.parts(own).into_par_iter().for_each(|(_, cells, own)| {
            let first = cells.start * 64;
            QuietMoves::new(&self.table, self.turn).sweep(cells, reading, |cell, places, sums| {
                for place in squares(places) {
                    let number = cell * 64 + place;
                    then(number, sums[place], &mut own[number - first]);
                }
            });
        });
    }

    /// The stretches with their number and their part of a list by number.
    pub(super) fn parts<'l, T>(
        &self,
        list: &'l mut [T],
    ) -> Vec<(usize, Range<usize>, &'l mut [T])> {
        let mut rest = list;
        let mut parts = Vec::with_capacity(self.stretches.len());
        for (at, cells) in self.stretches.iter().enumerate() {
            let (part, after) = rest.split_at_mut(cells.len() * 64);
            parts.push((at, cells.clone(), part));
            rest = after;
        }
        parts
    }

    /// A list by number, made from the bytes.
    pub(super) fn filled(&self, of: impl Fn(u8) -> f64 + Sync) -> Vec<f64> {
        let by_code: [f64; 256] = std::array::from_fn(|code| of(code as u8));
        self.codes().par_iter().map(|&code| by_code[usize::from(code)]).collect()
    }

    pub(super) fn codes(&self) -> &[u8] {
        self.table.codes(self.turn)
    }

    pub(super) fn reading<'v>(&'v self, values: &'v [f64], which: Which<'v>) -> Reading<'v> {
        Reading { values, wanted: &self.wanted, which, rules: self.only.as_deref() }
    }

    /// Which moves are made.
    pub(super) fn which(&self) -> Which<'_> {
        self.allowed.as_ref().map_or(Which::All, Which::Allowed)
    }

    /// Which moves are made by an infallible player who goes by a number.
    pub(super) fn best<'v>(&'v self, by: &'v [f64], least: bool) -> Which<'v> {
        match &self.allowed {
            Some(allowed) => Which::Best { allowed, by, least },
            None => Which::All,
        }
    }

    /// One over the preferences of all moves; 0 where the game ends for sure.
    #[inline(always)]
    pub(super) fn share(&self, number: usize) -> f64 {
        match &self.shares {
            Shares::Of(shares) => shares[number],
            Shares::Equal(counts) => 1.0 / f64::from(counts[number].max(1)),
        }
    }

    /// How many moves of a position are made, those that end the game included, by a player to whom they are all the same.
    pub(super) fn moves_made(&self, number: usize) -> u8 {
        match &self.shares {
            Shares::Of(_) => 1,
            Shares::Equal(counts) => counts[number],
        }
    }

    /// Whether a position is followed.
    pub(super) fn follows(&self, number: usize) -> bool {
        self.wanted[usize::from(self.codes()[number])]
    }

    /// The places of a cell that are followed, by its bytes.
    pub(super) fn followed(&self, codes: &[u8]) -> u64 {
        let places = (0..).zip(codes);
        places.fold(0, |set, (at, &code)| set | u64::from(self.wanted[usize::from(code)]) << at)
    }

    /// How likely the attacker wins with the very move, `[won, drawn, lost]`.
    pub(super) fn ending(&self, number: usize) -> [f64; 3] {
        let over = self.over.of(number).map(f64::from);
        let share = self.share(number);
        if share > 0.0 {
            let likely =
                |end: usize| if over[end] > 0.0 { over[end] * self.ends[end] * share } else { 0.0 };
            return [likely(0), likely(1), likely(2)];
        }
        // In the limit of a vanishing κ one of the ends is certain, or none is ever preferred.
        match (0..3).find(|&end| over[end] > 0.0 && self.ends[end].is_infinite()) {
            Some(certain) => std::array::from_fn(|end| f64::from(u8::from(end == certain))),
            None => over.map(|one| one / over.iter().sum::<f64>().max(1.0)),
        }
    }

    /// How likely one drawn move is that ends the game.
    pub(super) fn drawn_move(&self, number: usize) -> f64 {
        self.ending(number)[1] / f64::from(self.over.of(number)[1].max(1))
    }
}

/// Takes the memory that both players need from what may be used, if there is enough.
fn reserve(
    players: &[Player; 2],
    pairing: &Pairing,
    is_wins_only: bool,
    budget: &mut usize,
) -> Result<(), ExactError> {
    let [attacker, defender] = players;
    let share = |seat| if pairing.competence(seat).is_finite() { 8 } else { 1 };
    let ends = PER_ENDS[usize::from(!is_wins_only)];
    // What a defender who does not leave ties to chance goes by.
    let by = if pairing.ties == Ties::Uniform { 0 } else { 8 };
    let each = PER_NUMBER + share(Seat::Attacker) + share(Seat::Defender) + 2 * ends + by;
    let codes = defender.codes();
    let mut needed = codes.len() * each;
    // Lengths are worked out only where all is won; the deviation, last, needs those of the unknowns.
    if is_wins_only {
        let followed = codes.par_iter().filter(|&&code| defender.wanted[usize::from(code)]);
        let mut cell = attacker.bytes_of_lines();
        let listed = match pairing.defender.is_finite() {
            true => 0,
            false => PER_LIST + (REPLIES - 1) * PER_REPLY,
        };
        if pairing.defender.is_finite() {
            cell += defender.bytes_of_lines();
        }
        let number = if are_single(players) { size_of::<f32>() } else { size_of::<f64>() };
        needed += followed.count() * (per_unknown(number) + 1 + listed + 8);
        needed += codes.len() / 64 * cell;
    }
    if needed > *budget {
        let material = defender.table.material();
        let (needed, budget) = (Size(needed), Size(*budget));
        return Err(ExactError::Memory { material, needed, budget });
    }
    *budget -= needed;
    Ok(())
}

/// The places of a set.
#[inline(always)]
pub(super) fn squares(mut places: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = places.trailing_zeros() as usize;
        places &= places.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}
