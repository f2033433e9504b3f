//! Every position of a table with all its moves, fast.
//!
//! A model that looks at a whole endgame needs, for each position, where every legal move leads.
//! [`Successors`] walks over the numbers of a table, moves one man at a time, and reads the byte at
//! the number reached: a byte that says "no legal position" is an illegal move, so that nobody has
//! to look for checks.
//!
//! - `moves`: the moves of one position; `cell_moves`: those of 64 at once
//! - `exits`: the tables that captures and promotions lead into
//! - `numbered`: a walk in which a move is a number; `chart`: something about every position of some cells

mod cell_moves;
mod chart;
mod exits;
mod moves;
mod numbered;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;
use value::{ChoiceError, Depth, Outcome};

use crate::bitboards::{Bitboards, Step};
use crate::conversion::Kind;
use crate::index::{Neighbours, squares};
use crate::material::Material;
use crate::progress::{Monitor, Progress};
use crate::rules::{Color, side};
use crate::table::Table;
use crate::tables::{Tables, TablesError};

use cell_moves::CellMoves;
use exits::{Exits, Values};
use moves::Mover;
pub use numbered::{Numbered, Sum};

/// One legal move: where it leads, and what that is worth to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// As [`Tables::choices`](value::ChoiceSource::choices) says it.
    pub value: Outcome,
    /// The move, on the board as the number stores it.
    pub step: Step,
    /// The position reached.
    pub to: Destination,
}

/// The position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// In the same table: its number, the other side to move.
    Here(usize),
    /// The same with a right to capture en passant, which the table does not know.
    WithRight(usize),
    /// Among other men: after a capture or a promotion.
    Elsewhere,
}

/// A position with all its moves.
#[derive(Clone, Copy, Debug)]
pub struct Visited<'a> {
    /// Its number, the representative of its class.
    pub number: usize,
    /// What it is worth to the side to move.
    pub outcome: Outcome,
    /// How many boards its class has.
    pub boards: u32,
    /// Every legal move; none in mate and stalemate.
    pub successors: &'a [Successor],
}

/// A position with what each of its moves is worth.
#[derive(Clone, Copy, Debug)]
pub struct Valued<'a> {
    /// What it is worth to the side to move.
    pub outcome: Outcome,
    /// How many boards its class has.
    pub boards: u32,
    /// What each legal move is worth to the mover; none in mate and stalemate.
    pub values: &'a [MoveValue],
}

/// What a move is worth to the mover, in as few bits as walks over hundreds of millions of them like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue(u16);

impl MoveValue {
    const ILLEGAL: MoveValue = MoveValue(u16::MAX);
    const DRAW: u16 = 1 << 14;
    const LOSS: u16 = 1 << 15;

    fn of(value: Option<Outcome>) -> MoveValue {
        match value {
            Some(Outcome::Win(depth)) => MoveValue(depth.0),
            Some(Outcome::Draw) => MoveValue(MoveValue::DRAW),
            Some(Outcome::Loss(depth)) => MoveValue(MoveValue::LOSS | depth.0),
            None => MoveValue::ILLEGAL,
        }
    }

    /// The same in words.
    pub fn outcome(self) -> Outcome {
        match self.0 {
            depth @ 0..MoveValue::DRAW => Outcome::Win(Depth(depth)),
            MoveValue::DRAW..MoveValue::LOSS => Outcome::Draw,
            loss => Outcome::Loss(Depth(loss & !MoveValue::LOSS)),
        }
    }

    /// The depth if the move wins, or loses; a number no depth reaches if it does not.
    #[inline(always)]
    pub fn depth_if(self, wins: bool) -> u16 {
        if wins { self.0 } else { self.0 ^ MoveValue::LOSS }
    }
}

/// The most moves of a position, room for illegal ones included.
const MOST_MOVES: usize = 256;

/// Why a walk ended early.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// Asked to stop.
    #[error("stopped in the middle of {0}: run the command again to start over")]
    Stopped(Material),
    /// A table is missing.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The choices of a smaller endgame cannot be listed.
    #[error(transparent)]
    Choices(ChoiceError),
}

/// Walks over the positions of one solved endgame.
pub struct Successors<'t> {
    tables: &'t Tables,
    table: Arc<Table>,
    exits: Exits,
    quiet: [Values; 2],
    push: [Values; 2],
}

/// Stretches of a table that are walked apart: always as many, so that whatever is summed up over
/// them in order does not depend on the threads.
const STRETCHES: usize = 64;

impl<'t> Successors<'t> {
    /// Opens an endgame and everything it converts into, in the colours of its table.
    pub fn of(
        tables: &'t Tables,
        material: &Material,
        monitor: &Monitor<'_>,
    ) -> Result<Successors<'t>, TablesError> {
        Successors::over(tables, tables.table(material, monitor)?, monitor)
    }

    /// The same over a table that counts otherwise, as [`jansen`](crate::jansen) does; captures and
    /// promotions lead into the tables' own.
    pub fn over(
        tables: &'t Tables,
        table: Arc<Table>,
        monitor: &Monitor<'_>,
    ) -> Result<Successors<'t>, TablesError> {
        Successors::with_exits_of(&Color::ALL, tables, table, monitor)
    }

    /// The same for the moves of some sides alone: fewer tables are open at a time.
    pub(crate) fn with_exits_of(
        movers: &[Color],
        tables: &'t Tables,
        table: Arc<Table>,
        monitor: &Monitor<'_>,
    ) -> Result<Successors<'t>, TablesError> {
        let exits = Exits::open(tables, table.material(), movers, monitor)?;
        let values =
            |kind| Color::ALL.map(|mover| exits::values(&table, tables.metric(), mover, kind));
        let (quiet, push) = (values(Kind::Quiet), values(Kind::Push));
        Ok(Successors { tables, table, exits, quiet, push })
    }

    /// The table walked over.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The tables asked.
    pub fn tables(&self) -> &'t Tables {
        self.tables
    }

    /// The cells of the index in the stretches that are walked apart, first to last.
    pub fn stretches(&self) -> Vec<Range<usize>> {
        stretches(&(0..self.table.index().cells()))
    }

    /// Visits one position of every class with this side to move that is wanted, stretch by
    /// stretch, each with a state of its own; the states come back in the order of the stretches.
    pub fn walk<S: Send>(
        &self,
        turn: Color,
        wanted: impl Fn(Outcome) -> bool + Sync,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, Visited<'_>) + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<S>, WalkError> {
        self.walk_cells(0..self.table.index().cells(), turn, wanted, start, visit, monitor)
    }

    /// The same for some cells of the index alone.
    pub fn walk_cells<S: Send>(
        &self,
        cells: Range<usize>,
        turn: Color,
        wanted: impl Fn(Outcome) -> bool + Sync,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, Visited<'_>) + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<S>, WalkError> {
        let walk = Walk::new(self, turn, wanted, monitor);
        let visit_all = |range| {
            let mut state = start();
            let mut found = Vec::with_capacity(MOST_MOVES);
            walk.stretch(range, |moves, Wanted { number, outcome, boards }| {
                self.successors(moves, (number % 64) as u8, &mut found)?;
                visit(&mut state, Visited { number, outcome, boards, successors: &found });
                Ok(())
            })?;
            Ok(state)
        };
        in_order(stretches(&cells).into_par_iter().map(visit_all).collect())
    }

    /// The same where only the values of moves matter, into few states that are added up as the walk
    /// goes on: for what is large and whose sum does not depend on the order, counts.
    pub fn tally<S: Send>(
        &self,
        turn: Color,
        wanted: impl Fn(Outcome) -> bool + Sync,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, Valued<'_>) + Sync,
        add: impl Fn(S, S) -> S + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<S, WalkError> {
        let walk = Walk::new(self, turn, wanted, monitor);
        let quiet = self.quiet[side(turn)].map(MoveValue::of);
        let error = |one: WalkError, other: WalkError| match one {
            WalkError::Stopped(..) => other,
            _ => one,
        };
        self.stretches()
            .into_par_iter()
            .fold(
                || Ok(start()),
                |state: Result<S, WalkError>, range| {
                    let mut state = state?;
                    let mut values = [MoveValue::ILLEGAL; MOST_MOVES];
                    walk.stretch(range, |moves, Wanted { number, outcome, boards }| {
                        let (place, mut count) = ((number % 64) as u8, 0);
                        let of = |value| MoveValue::of(Some(value));
                        moves.each(place, &quiet, of, |value, _, _| {
                            // Written in any case and counted if legal: no branch to mispredict.
                            values[count % MOST_MOVES] = value;
                            count += usize::from(value != MoveValue::ILLEGAL);
                        })?;
                        visit(&mut state, Valued { outcome, boards, values: &values[..count] });
                        Ok(())
                    })?;
                    Ok(state)
                },
            )
            .reduce(
                || Ok(start()),
                |one, other| match (one, other) {
                    (Ok(one), Ok(other)) => Ok(add(one, other)),
                    (Err(one), Err(other)) => Err(error(one, other)),
                    (Err(one), _) | (_, Err(one)) => Err(one),
                },
            )
    }

    /// Every legal move of the position with a number, whether or not it represents its class.
    pub fn list(
        &self,
        turn: Color,
        number: usize,
        found: &mut Vec<Successor>,
    ) -> Result<(), TablesError> {
        let mover = Mover::new(self, turn);
        let cell = mover.neighbours().decode(number / 64);
        mover.list(&mover.neighbours().with_inner(cell, (number % 64) as u8), found)
    }

    /// Lists the moves of a position of a cell.
    #[inline(always)]
    fn successors(
        &self,
        moves: &mut CellMoves<'_, '_, '_>,
        place: u8,
        found: &mut Vec<Successor>,
    ) -> Result<(), TablesError> {
        found.clear();
        let values = &self.quiet[side(moves.turn())];
        moves.each(place, values, Some, |value, step, to| {
            found.extend(value.map(|value| Successor { value, step, to }));
        })
    }

    /// Visits the positions of some cells with this side to move whose byte is wanted, mirror images of
    /// one another included, with the moves that are not among their
    /// [quiet ones](crate::quiet_moves); positions without such moves are left out.
    pub fn loud_moves(
        &self,
        turn: Color,
        cells: Range<usize>,
        wanted: &[bool; 256],
        mut visit: impl FnMut(usize, &[Successor]),
    ) -> Result<(), TablesError> {
        let mover = Mover::new(self, turn);
        let mut found = Vec::with_capacity(64);
        for cell in cells {
            let codes = &self.table.codes(turn)[cell * 64..cell * 64 + 64];
            let mut decoded = None;
            for (square, &code) in codes.iter().enumerate() {
                if wanted[usize::from(code)] {
                    let cell = *decoded.get_or_insert_with(|| mover.neighbours().decode(cell));
                    let at = mover.neighbours().with_inner(cell, square as u8);
                    mover.list_if::<false>(&at, &mut found)?;
                    if !found.is_empty() {
                        visit(at.number, &found);
                    }
                }
            }
        }
        Ok(())
    }

    /// The men of a number, on the board as it stores them.
    pub fn men(&self, number: usize) -> Bitboards {
        let index = self.table.index();
        let neighbours = Neighbours::new(index);
        let cell = neighbours.decode(number / 64);
        moves::men_of(&neighbours.with_inner(cell, (number % 64) as u8), index.seats())
    }
}

/// Cells in the stretches that are walked apart, first to last.
fn stretches(cells: &Range<usize>) -> Vec<Range<usize>> {
    let stretch = cells.len().div_ceil(STRETCHES);
    let bound = |at: usize| cells.end.min(cells.start + at * stretch);
    (0..STRETCHES).map(|at| bound(at)..bound(at + 1)).collect()
}

/// The states of all stretches, or why one of them failed.
fn in_order<S>(walked: Vec<Result<S, WalkError>>) -> Result<Vec<S>, WalkError> {
    // A stretch that failed stops the others: its own reason is the one to tell.
    let told = |error: &WalkError| !matches!(error, WalkError::Stopped(..));
    if walked.iter().any(|one| one.as_ref().is_err_and(told)) {
        let mut errors = walked.into_iter().filter_map(Result::err);
        return Err(errors.find(told).expect("one was seen"));
    }
    walked.into_iter().collect()
}

/// A position that a walk stops at.
struct Wanted {
    number: usize,
    outcome: Outcome,
    boards: u32,
}

/// What the stretches of one walk share.
struct Walk<'s, 't, 'w> {
    all: &'s Successors<'t>,
    turn: Color,
    /// By byte; none where nobody wants to look.
    worth: [Option<Outcome>; 256],
    done: AtomicUsize,
    failed: AtomicBool,
    monitor: &'s Monitor<'w>,
}

impl<'s, 't, 'w> Walk<'s, 't, 'w> {
    fn new(
        all: &'s Successors<'t>,
        turn: Color,
        wanted: impl Fn(Outcome) -> bool,
        monitor: &'s Monitor<'w>,
    ) -> Walk<'s, 't, 'w> {
        let worth = std::array::from_fn(|code| {
            let outcome = all.table.codec().outcome(code as u8, turn)?;
            wanted(outcome).then_some(outcome)
        });
        let (done, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        Walk { all, turn, worth, done, failed, monitor }
    }

    fn stretch(
        &self,
        range: Range<usize>,
        mut look: impl FnMut(&mut CellMoves<'_, '_, '_>, Wanted) -> Result<(), TablesError>,
    ) -> Result<(), WalkError> {
        let mover = Mover::new(self.all, self.turn);
        let mut moves = CellMoves::new(&mover);
        for cell in range {
            self.check(cell)?;
            self.cell(cell, &mut moves, &mut look).inspect_err(|_| self.give_up())?;
        }
        self.finish_stretch();
        Ok(())
    }

    /// Says now and then whether the walk has been stopped.
    #[inline(always)]
    fn check(&self, cell: usize) -> Result<(), WalkError> {
        let stopped = || self.monitor.stopped() || self.failed.load(Ordering::Relaxed);
        if cell & 0xff == 0 && stopped() {
            return Err(WalkError::Stopped(self.all.table.material()));
        }
        Ok(())
    }

    /// Stops the other stretches.
    fn give_up(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    fn finish_stretch(&self) {
        let done = 1 + self.done.fetch_add(1, Ordering::Relaxed);
        let material = self.all.table.material();
        (self.monitor.report)(Progress { material, done, total: STRETCHES });
    }

    fn cell(
        &self,
        cell: usize,
        moves: &mut CellMoves<'_, '_, '_>,
        look: &mut impl FnMut(&mut CellMoves<'_, '_, '_>, Wanted) -> Result<(), TablesError>,
    ) -> Result<(), TablesError> {
        let mut wanted = self.wanted(cell).peekable();
        if wanted.peek().is_some() {
            moves.enter(cell);
        }
        wanted.try_for_each(|wanted| look(moves, wanted))
    }

    /// The positions of a cell that the walk stops at.
    #[inline(always)]
    fn wanted(&self, cell: usize) -> impl Iterator<Item = Wanted> {
        let index = self.all.table.index();
        let mask = index.class_mask(cell);
        let images = index.images() as u32;
        let codes = &self.all.table.codes(self.turn)[cell * 64..cell * 64 + 64];
        squares(mask.representatives).filter_map(move |square| {
            let outcome = self.worth[usize::from(codes[usize::from(square)])]?;
            let half = mask.self_symmetric >> square & 1 == 1;
            let boards = if half { images / 2 } else { images };
            Some(Wanted { number: cell * 64 + usize::from(square), outcome, boards })
        })
    }
}
