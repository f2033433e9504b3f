//! The moves of every position stored, each with its chance: slower than sweeps that make the moves anew, and
//! for more questions.
//!
//! - rights to capture en passant: a position with one is a position of its own, reached by one move only
//! - weights, `v_m`
//! - captures and promotions after which the count goes on, in DTM, or which draw: the smaller endgames are
//!   part of the graph
//! - games that may end either way, and how long they last
//!
//! Every chance is what the reference player says of the list of moves; a class of positions under the board's
//! symmetries is stored once.
//!
//! - `endgames`: which positions there are; `dead_draws`: which draws end the game
//! - `building`: their moves, `move_chances`: how likely they are; `rows`: how they are kept
//! - `chances`, `lengths`: what follows; `endless`, `system`, `coarse`: how lengths are solved

pub(super) mod building;
mod chances;
pub(crate) mod coarse;
pub(super) mod dead_draws;
pub(super) mod endgames;
pub(crate) mod endless;
mod lengths;
pub(super) mod move_chances;
pub(crate) mod rows;
pub(crate) mod system;

use endgame::progress::{Monitor, Progress};
use endgame::rules::Position;
use endgame::successors::{Successors, WalkError};
use endgame::tables::Size;
use player::markov::Seat;
use value::{Metric, Outcome};

use super::exits::Exits;
use super::players::{Pairing, at};
use super::{ExactError, has_pawns_of_both};
use crate::markov::Chain;
use building::{Builder, Part};
use endgames::{Endgames, NOWHERE};
pub use lengths::StoredLengths;
use rows::Rows;

/// Two players in an endgame and those it leads into, the moves of every position stored.
pub struct StoredMoves<'a> {
    chain: Chain<'a>,
    endgames: Endgames,
    /// The attacker's positions and the defender's: those of the endgames, then those with a right to
    /// capture en passant.
    rows: [Rows; 2],
    /// The position asked about, if it has such a right.
    asked: Option<(Seat, u32)>,
}

/// The most men whose moves are stored.
pub const MOST_MEN_STORED: usize = 4;
/// The most competences for each of which the moves of so many men are stored, if sweeps tell nearly as much.
pub const MOST_COMPETENCES_STORED: usize = 8;

/// Bytes for a move: where it leads, and its chance.
pub(super) const PER_MOVE: usize = 4 + 8;
/// Bytes for a position: where its moves end, how the game ends, and the vectors of the solver.
pub(super) const PER_POSITION: usize = 8 + 24 + 9 * 8;
/// Bytes for a number: its two positions.
const PER_NUMBER: usize = 2 * 4;
/// Bytes for a number at least, wins alone being followed, or everything.
const LEAST_PER_NUMBER: [usize; 2] = [60, 200];

impl<'a> StoredMoves<'a> {
    /// Stands for the position asked about, if it has a right to capture en passant: tables give it no
    /// number of its own.
    pub const ASKED: usize = usize::MAX;

    /// Whether nothing but stored moves will do.
    pub fn needed(chain: &Chain<'_>, monitor: &Monitor<'_>) -> Result<bool, ExactError> {
        let table = chain.successors().table();
        let counts_on = table.metric() == Metric::Dtm && Exits::open(chain, monitor)?.decide();
        Ok(chain.is_weighed() || has_pawns_of_both(&table.material()) || counts_on)
    }

    /// Stores the moves of two players within so many bytes.
    pub fn new(
        chain: Chain<'a>,
        pairing: &Pairing,
        asked: Option<&Position>,
        budget: usize,
        monitor: &Monitor<'_>,
    ) -> Result<StoredMoves<'a>, ExactError> {
        let material = chain.successors().table().material();
        if material.men() > MOST_MEN_STORED {
            return Err(ExactError::TooManyMen { material });
        }
        let too_large = |needed: usize| {
            let (needed, budget) = (Size(needed), Size(budget));
            ExactError::Memory { material, needed, budget }
        };
        let opened = endgames::open(&chain, monitor)?;
        // Finding out which draws are dead takes long: not for what cannot be stored.
        let numbers = |one: &Successors<'_>| one.table().index().len();
        let each = LEAST_PER_NUMBER[usize::from(!chain.space().is_wins_only())];
        let least: usize = opened.iter().map(|(_, one)| numbers(one) * each).sum();
        if least > budget {
            return Err(too_large(least));
        }
        let (endgames, all) = Endgames::of(&chain, opened, monitor)?;
        let needed = endgames.numbers() * PER_NUMBER
            + endgames.positions().iter().sum::<usize>() * PER_POSITION
            + endgames.moves(&all)? * PER_MOVE;
        if needed > budget {
            return Err(too_large(needed));
        }
        let mut rows = [Rows::default(), Rows::default()];
        let mut rights = [Rows::default(), Rows::default()];
        let mut question = None;
        for (at_endgame, successors) in all.iter().enumerate() {
            for seat in SEATS {
                let builder =
                    Builder::new(&endgames, at_endgame, successors, seat, &chain, pairing)?;
                let other = SEATS[1 - at(seat)];
                let first = endgames.positions()[at(other)] as u32;
                for Part { rows: found, rights: beside, .. } in builder.parts(monitor)? {
                    let before = rights[at(other)].len() as u32;
                    let renamed = |to: u32| if to >= first { to + before } else { to };
                    rows[at(seat)].append(found, renamed);
                    rights[at(other)].append(beside, |to| to);
                }
                let is_root = at_endgame + 1 == all.len();
                if let Some(position) = asked.filter(|_| is_root) {
                    let attacker = position.material().table_color(chain.attacker());
                    if (position.turn() == attacker) == (seat == Seat::Attacker) {
                        question = Some((seat, builder.row_of(position, attacker)?));
                    }
                }
            }
        }
        let asked = question.map(|(seat, row)| {
            rights[at(seat)].push(row.into_iter());
            (seat, (endgames.positions()[at(seat)] + rights[at(seat)].len() - 1) as u32)
        });
        for (rows, rights) in rows.iter_mut().zip(rights) {
            rows.append(rights, |to| to);
        }
        Ok(StoredMoves { chain, endgames, rows, asked })
    }

    pub(super) fn chain(&self) -> &Chain<'a> {
        &self.chain
    }

    /// How many positions there are, of both players, in all endgames.
    pub fn positions(&self) -> usize {
        self.rows.iter().map(Rows::len).sum()
    }

    /// Whether a position of the endgame asked for is followed, or the game is over there, drawn.
    pub fn knows(&self, seat: Seat, number: usize) -> bool {
        self.row(seat, number).is_some() || self.is_drawn(seat, number)
    }

    /// The row of a position of the endgame asked for.
    fn row(&self, seat: Seat, number: usize) -> Option<usize> {
        let row = match self.asked {
            Some((asked, row)) if number == StoredMoves::ASKED && asked == seat => row,
            _ if number == StoredMoves::ASKED => return None,
            _ => self.endgames.root().rows[at(seat)][number],
        };
        (row != NOWHERE).then_some(row as usize)
    }

    fn is_drawn(&self, seat: Seat, number: usize) -> bool {
        let table = self.chain.successors().table();
        let turn = self.chain.color(seat);
        !self.chain.space().is_wins_only()
            && number < self.numbers()
            && table.codec().outcome(table.codes(turn)[number], turn) == Some(Outcome::Draw)
    }

    fn numbers(&self) -> usize {
        self.chain.successors().table().index().len()
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

pub(super) const SEATS: [Seat; 2] = [Seat::Attacker, Seat::Defender];
