//! All moves of an endgame, both players', as far as a question follows them.
//!
//! Wins alone: the positions that the attacker wins, and of his moves those that keep the win. Or everything: draws and losses too,
//! and the smaller endgames that a drawn capture or promotion leads into, as long as somebody can still win there.
//!
//! Values and targets are stored, so that any two players can be asked about afterwards.

mod build;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use endgame::outcome_histogram::Count;
use endgame::rules::Color;
use games::codec::decoded;
use games::{AnyEndgame, AnyPlaces, AnyPosition, GameError};
use player::markov::Seat;
use value::{ChoiceError, Extent, Outcome};

/// Both players, the attacker first.
pub const SEATS: [Seat; 2] = [Seat::Attacker, Seat::Defender];

/// The place of a player in arrays of two.
pub fn at(seat: Seat) -> usize {
    usize::from(seat == Seat::Defender)
}

/// Why there are no moves to follow.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ListError {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    #[error(
        "{endgame} position by position needs about {needed} of memory and may use {budget}: allow more with --memory"
    )]
    Memory { endgame: AnyEndgame, needed: endgame::tables::Size, budget: endgame::tables::Size },
    #[error("stopped")]
    Stopped,
}

/// Who hears how far it is, and may stop it.
pub struct Follow<'a> {
    /// Set when it is to stop.
    pub stop: &'a AtomicBool,
    /// Hears how many positions of how many are done.
    pub report: &'a (dyn Fn(usize, usize) + Sync),
    /// Bytes it may take.
    pub budget: usize,
}

impl Follow<'_> {
    fn tell(&self, done: usize, total: usize) -> Result<(), ListError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(ListError::Stopped);
        }
        (self.report)(done, total);
        Ok(())
    }
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// The game is over, or the count ends with a decision.
    Over,
    /// To a position of the other player's that is followed.
    To(usize),
}

/// No row.
const NOWHERE: u32 = u32::MAX;

/// Positions of one player with their moves.
#[derive(Debug, Default)]
struct Positions {
    /// What each is worth to the mover.
    values: Vec<u8>,
    /// How many boards each stands for; 0 beyond the endgame itself.
    boards: Vec<u8>,
    /// Which extent each is measured against.
    extents: Vec<u16>,
    /// Where the moves of each end in the lists.
    last: Vec<usize>,
    to: Vec<u32>,
    /// What each move is worth to the mover.
    worth: Vec<u8>,
    /// Whether somebody can still win.
    alive: Vec<bool>,
}

/// The moves of an endgame.
pub struct ListedMoves {
    endgame: AnyEndgame,
    attacker: Color,
    is_wins_only: bool,
    /// The attacker's.
    extent: Extent,
    sides: [Positions; 2],
    /// The row of each place of the endgame.
    rows: [Vec<u32>; 2],
    /// The rows of positions that have no place in it.
    others: HashMap<AnyPosition, u32>,
    places: AnyPlaces,
    extents: Vec<Extent>,
}

impl ListedMoves {
    /// Whether positions worth this to the player who moves are followed: not left out, and not over.
    pub fn follows(&self, seat: Seat, value: Outcome) -> bool {
        match seat.sees(value) {
            Outcome::Win(depth) => depth.0 > 0,
            Outcome::Draw => !self.is_wins_only,
            Outcome::Loss(depth) => depth.0 > 0 && !self.is_wins_only,
        }
    }

    /// The endgame.
    pub fn endgame(&self) -> &AnyEndgame {
        &self.endgame
    }

    /// Whose wins they are.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// Whether draws and losses are left out.
    pub fn is_wins_only(&self) -> bool {
        self.is_wins_only
    }

    /// How deep the attacker's wins and losses go.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The colour of a player.
    pub fn color(&self, seat: Seat) -> Color {
        match seat {
            Seat::Attacker => self.attacker,
            Seat::Defender => self.attacker.other(),
        }
    }

    /// Whose move a position is.
    pub fn seat(&self, position: &AnyPosition) -> Seat {
        if position.turn() == self.attacker { Seat::Attacker } else { Seat::Defender }
    }

    /// How many positions of a player are followed.
    pub fn len(&self, seat: Seat) -> usize {
        self.sides[at(seat)].values.len()
    }

    /// Whether no position is followed.
    pub fn is_empty(&self) -> bool {
        SEATS.iter().all(|&seat| self.len(seat) == 0)
    }

    /// The row of a position; none if it is not followed.
    pub fn row(&self, position: &AnyPosition) -> Option<usize> {
        let inside = (position.endgame() == self.endgame).then(|| self.places.place(position));
        let row = match inside.flatten() {
            Some(place) => self.rows[at(self.seat(position))][place],
            None => *self.others.get(position)?,
        };
        (row != NOWHERE).then_some(row as usize)
    }

    /// What the position of a row is worth to the player who moves.
    pub fn value(&self, seat: Seat, row: usize) -> Outcome {
        decoded(self.sides[at(seat)].values[row])
    }

    /// How often the position of a row counts; 0 beyond the endgame itself.
    pub fn times(&self, seat: Seat, row: usize, count: Count) -> f64 {
        let boards = self.sides[at(seat)].boards[row];
        match count {
            Count::Boards => f64::from(boards),
            Count::Classes => f64::from(u8::from(boards > 0)),
        }
    }

    /// How deep wins and losses go where a row is, for the player who moves.
    pub fn extent_of(&self, seat: Seat, row: usize) -> Extent {
        self.extents[usize::from(self.sides[at(seat)].extents[row])]
    }

    /// Whether somebody may still win from the position of a row.
    pub fn is_alive(&self, seat: Seat, row: usize) -> bool {
        self.sides[at(seat)].alive[row]
    }

    /// The moves of a row: what each is worth to the mover, and where it leads.
    pub fn moves_of(&self, seat: Seat, row: usize) -> impl Iterator<Item = (Outcome, Leads)> + '_ {
        let side = &self.sides[at(seat)];
        let first = if row == 0 { 0 } else { side.last[row - 1] };
        (first..side.last[row]).map(|number| {
            let to = side.to[number];
            let leads = if to == NOWHERE { Leads::Over } else { Leads::To(to as usize) };
            (decoded(side.worth[number]), leads)
        })
    }
}
