//! Every position of a table with all its moves, fast.
//!
//! A model that looks at a whole endgame needs, for each position, where every legal move leads.
//! [`Successors`] walks over the numbers of a table, moves one man at a time, and reads the byte at
//! the number reached: a byte that says "no legal position" is an illegal move, so that nobody has
//! to look for checks.
//!
//! - `moves`: the moves of one position
//! - `exits`: the tables that captures and promotions lead into

mod exits;
mod moves;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;
use value::{ChoiceError, Outcome};

use crate::bitboards::{Bitboards, Step};
use crate::conversion::Kind;
use crate::index::{Neighbours, squares};
use crate::material::Material;
use crate::progress::{Monitor, Progress};
use crate::rules::Color;
use crate::table::Table;
use crate::tables::{Tables, TablesError};

use exits::{Exits, Values};
use moves::Mover;

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
        let exits = Exits::open(tables, table.material(), monitor)?;
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
        let cells = self.table.index().cells();
        let stretch = cells.div_ceil(STRETCHES);
        (0..STRETCHES).map(|at| cells.min(at * stretch)..cells.min((at + 1) * stretch)).collect()
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
        let walk = Walk::new(self, turn, wanted, monitor);
        let walked: Vec<Result<S, WalkError>> = self
            .stretches()
            .into_par_iter()
            .map(|range| {
                let mut state = start();
                walk.stretch(range, &mut state, &visit)?;
                Ok(state)
            })
            .collect();
        // A stretch that failed stops the others: its own reason is the one to tell.
        let told = |error: &WalkError| !matches!(error, WalkError::Stopped(..));
        if walked.iter().any(|one| one.as_ref().is_err_and(told)) {
            let mut errors = walked.into_iter().filter_map(Result::err);
            return Err(errors.find(told).expect("one was seen"));
        }
        walked.into_iter().collect()
    }

    /// The same into few states that are added up as the walk goes on, for what is large and whose
    /// sum does not depend on the order: counts.
    pub fn tally<S: Send>(
        &self,
        turn: Color,
        wanted: impl Fn(Outcome) -> bool + Sync,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, Visited<'_>) + Sync,
        add: impl Fn(S, S) -> S + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<S, WalkError> {
        let walk = Walk::new(self, turn, wanted, monitor);
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
                    walk.stretch(range, &mut state, &visit)?;
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

    /// The men of a number, on the board as it stores them.
    pub fn men(&self, number: usize) -> Bitboards {
        let index = self.table.index();
        let neighbours = Neighbours::new(index);
        let cell = neighbours.decode(number / 64);
        moves::men_of(&neighbours.with_inner(cell, (number % 64) as u8), index.seats())
    }

    /// Something about every legal position with this side to move, by its number, mirror images of
    /// one another included; the default where there is no such position.
    pub(crate) fn chart<T: Copy + Default + Send>(
        &self,
        turn: Color,
        about: impl Fn(&Bitboards, &[Successor]) -> T + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<T>, WalkError> {
        let (material, index) = (self.table.material(), self.table.index());
        let codes = self.table.codes(turn);
        let mut chart = vec![T::default(); index.len()];
        chart.par_chunks_mut(64 << 8).zip(codes.par_chunks(64 << 8)).enumerate().try_for_each(
            |(at, (chart, codes))| {
                let mover = Mover::new(self, turn);
                let mut found = Vec::with_capacity(256);
                for (within, (chart, codes)) in
                    chart.chunks_mut(64).zip(codes.chunks(64)).enumerate()
                {
                    if monitor.stopped() {
                        return Err(WalkError::Stopped(material));
                    }
                    let decoded = mover.neighbours().decode((at << 8) + within);
                    for (square, (entry, &code)) in chart.iter_mut().zip(codes).enumerate() {
                        if code != crate::codec::ILLEGAL {
                            let decoded = mover.neighbours().with_inner(decoded, square as u8);
                            mover.list(&decoded, &mut found)?;
                            *entry = about(&moves::men_of(&decoded, index.seats()), &found);
                        }
                    }
                }
                Ok(())
            },
        )?;
        Ok(chart)
    }

    fn cell(
        &self,
        mover: &Mover<'_, '_>,
        turn: Color,
        cell: usize,
        worth: &[Option<Outcome>; 256],
        found: &mut Vec<Successor>,
        mut visit: impl FnMut(usize, Outcome, u32, &[Successor]),
    ) -> Result<(), TablesError> {
        let index = self.table.index();
        let mask = index.class_mask(cell);
        if mask.representatives == 0 {
            return Ok(());
        }
        let codes = &self.table.codes(turn)[cell * 64..cell * 64 + 64];
        let decoded = mover.neighbours().decode(cell);
        for square in squares(mask.representatives) {
            let Some(outcome) = worth[usize::from(codes[usize::from(square)])] else { continue };
            let decoded = mover.neighbours().with_inner(decoded, square);
            mover.list(&decoded, found)?;
            let images = index.images() as u32;
            let half = mask.self_symmetric >> square & 1 == 1;
            visit(decoded.number, outcome, if half { images / 2 } else { images }, found);
        }
        Ok(())
    }
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

    fn stretch<S>(
        &self,
        range: Range<usize>,
        state: &mut S,
        visit: impl Fn(&mut S, Visited<'_>),
    ) -> Result<(), WalkError> {
        let material = self.all.table.material();
        let mut found = Vec::with_capacity(256);
        let mover = Mover::new(self.all, self.turn);
        for cell in range {
            let stopped = || self.monitor.stopped() || self.failed.load(Ordering::Relaxed);
            if cell & 0xff == 0 && stopped() {
                return Err(WalkError::Stopped(material));
            }
            let each = |number, outcome, boards, successors: &[Successor]| {
                visit(state, Visited { number, outcome, boards, successors });
            };
            self.all.cell(&mover, self.turn, cell, &self.worth, &mut found, each).inspect_err(
                |_| {
                    self.failed.store(true, Ordering::Relaxed);
                },
            )?;
        }
        let done = 1 + self.done.fetch_add(1, Ordering::Relaxed);
        (self.monitor.report)(Progress { material, done, total: STRETCHES });
        Ok(())
    }
}
