//! How deep a draw is: the moves in which a side forces it.
//!
//! Andrist & Haworth 2005, section 8, ask for endgame tables of "draws forced in `d` moves". A side forces a draw
//! when it reaches, against every reply that keeps the draw, a position in which nothing is left to fear:
//!
//! ```text
//! goal          stalemate, a capture or a promotion that draws, by either side, or a safe position: no moves
//!               of both sides, however bad, lead to a win of the opponent's while the men stay the same
//! it moves      1 + the least depth after its moves that keep the draw
//! the other     the greatest depth after his moves that keep the draw
//! ```
//!
//! Depth counts the moves of the side that forces the draw, as the depth of a win counts the winner's. A draw that it
//! holds only by going on for ever (a fortress, a perpetual check) has no depth: it is held without end. Every
//! drawn position has two depths, one for each side.
//!
//! - `safety`: where a side has nothing left to fear
//! - `forcing`: the depths, from the goal backwards
//! - `passing_steps`: double steps past a pawn that may capture en passant
//! - [`histogram`]: how many draws of each depth

mod forcing;
pub mod histogram;
mod passing_steps;
mod safety;

use rayon::prelude::*;
use value::{Depth, Metric, Outcome};

use crate::codec::STALEMATE;
use crate::index::Slot;
use crate::material::Material;
use crate::progress::Monitor;
use crate::quiet_moves::{Reading, Which, for_each_position};
use crate::rules::{Color, Move, Position, side};
use crate::successors::{Successors, WalkError};
use crate::table::Table;
use crate::tables::{Size, Tables, TablesError};

use passing_steps::captures_that_draw;

/// How deep a draw is for one side; a draw without end comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawDepth {
    /// It forces the draw in so many of its moves.
    Forced(Depth),
    /// It holds the draw as long as it is pressed, and cannot force it.
    Endless,
}

impl DrawDepth {
    /// The depth, if the draw can be forced.
    pub fn depth(self) -> Option<Depth> {
        match self {
            DrawDepth::Forced(depth) => Some(depth),
            DrawDepth::Endless => None,
        }
    }
}

/// Why there are no depths of draws.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum DrawDepthError {
    #[error(
        "the depth of a draw is worked out without the 50-move rule: choose --metric dtc, dtm or dtz"
    )]
    FiftyMoves,
    #[error(
        "the draws of {material} need about {needed} of memory and may use {budget}: allow more with --memory"
    )]
    Memory { material: Material, needed: Size, budget: Size },
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    Tables(#[from] TablesError),
}

/// No draw.
const NO_DRAW: u16 = u16::MAX;
/// A draw without a depth, or one whose depth is not known yet.
const ENDLESS: u16 = u16::MAX - 1;

/// The depths by number with White to move, then with Black.
type BothTurns = [Vec<u16>; 2];

/// The depths of all draws of one endgame, in the colours of its table.
#[derive(Debug)]
pub struct DrawDepthTable {
    /// By the side that forces the draw, White first.
    forced_by: [BothTurns; 2],
}

impl DrawDepthTable {
    /// Works out an endgame, within the tables' budget of memory.
    pub fn of(
        successors: &Successors<'_>,
        monitor: &Monitor<'_>,
    ) -> Result<DrawDepthTable, DrawDepthError> {
        let table = successors.table();
        if table.metric() == Metric::Dtz50 {
            return Err(DrawDepthError::FiftyMoves);
        }
        // Two marks and four depths for each number.
        let needed = table.index().len() * (2 * size_of::<f64>() + 4 * size_of::<u16>());
        let budget = successors.tables().memory_budget();
        if needed > budget {
            let (material, needed, budget) = (table.material(), Size(needed), Size(budget));
            return Err(DrawDepthError::Memory { material, needed, budget });
        }
        let white = forcing::depths(successors, Color::White, monitor)?;
        let black = forcing::depths(successors, Color::Black, monitor)?;
        Ok(DrawDepthTable { forced_by: [white, black] })
    }

    /// The depth of the draw with a number, for one side, somebody to move; none where there is no draw.
    pub fn get(&self, forced_by: Color, turn: Color, number: usize) -> Option<DrawDepth> {
        of_entry(self.forced_by[side(forced_by)][side(turn)][number])
    }

    /// The greatest depth that a side can force, somebody to move; none if it forces no draw.
    pub fn deepest(&self, forced_by: Color, turn: Color) -> Option<Depth> {
        let entries = self.forced_by[side(forced_by)][side(turn)].par_iter();
        entries.filter(|&&entry| entry < ENDLESS).max().map(|&depth| Depth(depth))
    }

    /// The depths of a drawn position for White and for Black, either colour the stronger; none if it is no draw.
    ///
    /// A right to capture en passant is looked at.
    pub fn of_position(
        &self,
        tables: &Tables,
        table: &Table,
        position: &Position,
    ) -> Result<Option<[DrawDepth; 2]>, TablesError> {
        if tables.outcome(position)? != Outcome::Draw {
            return Ok(None);
        }
        let (plain, had_right) = position.without_en_passant();
        let Some(slot) = table.index().encode(&plain) else { return Ok(None) };
        let is_flipped = slot.turn != plain.turn();
        let captures = had_right && captures_that_draw(tables, position)?;
        Ok(Some(Color::ALL.map(|color| {
            let forced_by = if is_flipped { color.other() } else { color };
            match had_right {
                false => self.get(forced_by, slot.turn, slot.index).unwrap_or(DrawDepth::Endless),
                true => self.with_right(table, forced_by, slot, captures),
            }
        })))
    }

    /// The depth of a drawn position in which the mover may capture en passant, its slot being that without the right.
    fn with_right(
        &self,
        table: &Table,
        forced_by: Color,
        slot: Slot,
        captures_draw: bool,
    ) -> DrawDepth {
        let entry = self.forced_by[side(forced_by)][side(slot.turn)][slot.index];
        let is_stalemate = table.codes(slot.turn)[slot.index] == STALEMATE;
        let own = forced_by == slot.turn;
        of_entry(passing_steps::with_right(entry, is_stalemate, own, captures_draw))
            .unwrap_or(DrawDepth::Endless)
    }

    /// The depths for White and for Black after a move that keeps the draw: 0 if it is a capture or a promotion; none if it gives
    /// the draw away.
    pub fn after(
        &self,
        tables: &Tables,
        table: &Table,
        position: &Position,
        play: Move,
    ) -> Result<Option<[DrawDepth; 2]>, TablesError> {
        let after = position.after(play);
        if play.is_capture() || play.is_promotion() {
            let draws = tables.outcome(&after)? == Outcome::Draw;
            return Ok(draws.then_some([DrawDepth::Forced(Depth(0)); 2]));
        }
        self.of_position(tables, table, &after)
    }
}

fn of_entry(entry: u16) -> Option<DrawDepth> {
    match entry {
        NO_DRAW => None,
        ENDLESS => Some(DrawDepth::Endless),
        depth => Some(DrawDepth::Forced(Depth(depth))),
    }
}

/// Calls a function with every wanted position of one side to move, the sum over its quiet moves of the values after
/// them, and its entry.
fn for_each<T: Send>(
    table: &Table,
    turn: Color,
    wanted: &[bool; 256],
    values: &[f64],
    entries: &mut [T],
    each: impl Fn(usize, f64, &mut T) + Sync,
) {
    let reading = Reading { values, wanted, which: Which::All, rules: None };
    for_each_position(table, turn, reading, entries, each);
}

/// The bytes of the positions that are so.
fn codes(table: &Table, turn: Color, wanted: impl Fn(Outcome) -> bool) -> [bool; 256] {
    std::array::from_fn(|code| table.codec().outcome(code as u8, turn).is_some_and(&wanted))
}
