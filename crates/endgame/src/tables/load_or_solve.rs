//! Tables made when they are first needed: read from the store, or solved and saved.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use value::Depth;

use super::{Keeps, Size, Tables, TablesError};
use crate::index::Index;
use crate::material::Material;
use crate::memory;
use crate::progress::Monitor;
use crate::rules::Color;
use crate::solve::{self, SmallerTables, SolveError};
use crate::table::Table;

/// About the memory that solving takes besides tables and logs: all 145 took up to 150 MB of it.
const APART_FROM_TABLES: usize = 192 << 20;

/// What asking for an endgame to be solved came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveReport {
    /// The endgame, the side named first being White.
    pub material: Material,
    /// Everything solved just now, smaller endgames first; empty if the table was already there.
    pub solved: Vec<Material>,
    /// The deepest win of White.
    pub deepest_white: Option<Depth>,
    /// The deepest win of Black.
    pub deepest_black: Option<Depth>,
    /// The file, if there is a store.
    pub file: Option<PathBuf>,
}

impl SolveReport {
    /// Whether nothing had to be solved.
    pub fn was_already_there(&self) -> bool {
        self.solved.is_empty()
    }
}

/// Whether a table has to end up in the store, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeping {
    /// It was asked for to be kept.
    Must,
    /// An answer is what was asked for.
    IfPossible,
}

/// What somebody asked for, and how far it has come.
struct Order<'a> {
    monitor: &'a Monitor<'a>,
    keeping: Keeping,
    /// Solves begun.
    begun: usize,
    /// Endgames solved.
    solved: Vec<Material>,
}

impl<'a> Order<'a> {
    fn new(monitor: &'a Monitor<'a>, keeping: Keeping) -> Order<'a> {
        Order { monitor, keeping, begun: 0, solved: Vec::new() }
    }
}

impl Tables {
    /// A whole table in memory: kept from before, or loaded, or solved with all it needs and saved if
    /// that can be. It stays in memory for others who ask, as long as there is room.
    pub fn table(
        &self,
        material: &Material,
        monitor: &Monitor<'_>,
    ) -> Result<Arc<Table>, TablesError> {
        let material = self.solvable(material)?;
        self.cache_mut().ask_for(material);
        if let Some(table) = self.cache().whole(&material) {
            return Ok(table);
        }
        let mut order = Order::new(monitor, Keeping::IfPossible);
        self.one_at_a_time(|| {
            let table = self.obtain(material, &mut order);
            self.tidy_up(&order);
            table
        })
    }

    /// Makes a table that is missing, for a question, unless somebody did meanwhile. Whole if it could
    /// not be written; none if it was and can be asked block by block now.
    pub(super) fn provide(
        &self,
        material: &Material,
        is_there: impl FnOnce(&Tables) -> bool + Send,
    ) -> Result<Option<Arc<Table>>, TablesError> {
        let material = self.solvable(material)?;
        let monitor = self.monitor();
        let mut order = Order::new(&monitor, Keeping::IfPossible);
        self.one_at_a_time(|| {
            if is_there(self) {
                return Ok(None);
            }
            let table = self.obtain(material, &mut order);
            // What was written is let go before the memory is tidied up: held, it would stay.
            let table = table.map(|table| (!self.is_stored(&material)).then_some(table));
            self.tidy_up(&order);
            table
        })
    }

    /// Makes sure that an endgame is solved, and stored if there is a store.
    ///
    /// A stored table is checked from the first block to the last, and made again if corrupt.
    pub fn solve(
        &self,
        material: &Material,
        monitor: &Monitor<'_>,
    ) -> Result<SolveReport, TablesError> {
        let material = self.solvable(material)?;
        let mut order = Order::new(monitor, Keeping::Must);
        self.one_at_a_time(|| {
            let file = self.store.as_ref().map(|store| store.path(&material, self.metric));
            let checked = self.open_file(&material).and_then(|stored| {
                stored.map(|stored| stored.check().map(|()| stored)).transpose()
            });
            let deepest = if let Some(stored) = self.readable(checked)? {
                Ok(Color::ALL.map(|color| stored.deepest(color)))
            } else {
                let kept = self.cache().whole(&material).filter(|_| self.store.is_none());
                let made = kept.map_or_else(|| self.make(material, &mut order), Ok);
                let deepest = made.map(|table| Color::ALL.map(|color| table.deepest(color)));
                self.tidy_up(&order);
                deepest
            };
            let [deepest_white, deepest_black] = deepest?;
            Ok(SolveReport { material, solved: order.solved, deepest_white, deepest_black, file })
        })
    }

    /// Drops what was needed on the way, and gives the memory of what was solved back.
    fn tidy_up(&self, order: &Order<'_>) {
        if self.keeps != Keeps::WhatIsNotStored {
            return;
        }
        self.cache_mut().drop_unasked(|material| self.is_stored(material));
        if order.begun > 0 {
            memory::give_back();
        }
    }

    /// The table from memory, the store, or the solver.
    fn obtain(&self, material: Material, order: &mut Order<'_>) -> Result<Arc<Table>, TablesError> {
        if let Some(table) = self.cache().whole(&material) {
            return Ok(table);
        }
        if let Some(table) = self.load(&material)? {
            return Ok(self.cache_mut().put(table));
        }
        self.make(material, order)
    }

    /// Solves a table, everything it needs first, smaller endgames before larger ones.
    ///
    /// The smaller tables need not stay in memory if they can be written; otherwise they must.
    fn make(&self, material: Material, order: &mut Order<'_>) -> Result<Arc<Table>, TablesError> {
        let writable = match (&self.store, order.keeping) {
            (Some(store), Keeping::Must) => {
                store.check_writable(&material, self.metric)?;
                true
            }
            _ => self.is_writable(&material),
        };
        self.check_memory(&material, writable)?;
        let mut held = Vec::new();
        for needed in material.with_all_it_needs() {
            let later = needed == material || self.lets_go(&material, &needed);
            if later || self.is_stored(&needed) {
                continue;
            }
            let kept = self.cache().whole(&needed);
            let table = match kept {
                Some(table) => table,
                None => self.make_last(needed, writable, order)?,
            };
            if !self.is_stored(&needed) {
                held.push(table);
            }
        }
        self.make_last(material, writable, order)
    }

    /// Solves a table whose smaller endgames were solved before, and saves it.
    fn make_last(
        &self,
        material: Material,
        writable: bool,
        order: &mut Order<'_>,
    ) -> Result<Arc<Table>, TablesError> {
        order.begun += 1;
        let mut smaller = SmallerTables::default();
        let (promoted, others): (Vec<Material>, Vec<Material>) = (material.converts_into())
            .into_iter()
            .filter(|&child| child != Material::KINGS)
            .partition(|child| child.men() == material.men());
        // Those that pawns promote into are the largest, and of most of them only sets or some lines are kept: one is
        // in memory at a time, before anything else is.
        let mut kept = 0;
        for child in promoted {
            // With several pawns both sides of all of them would not fit.
            let there = material.pawns() == 1 && self.cache().whole(&child).is_some();
            let half = match solve::side_read(&material, &child) {
                Some(turn) if !there => self.load_side(&material, &child, turn, kept)?,
                _ => None,
            };
            match half {
                Some(half) => {
                    let bytes = half.index().len();
                    kept += if smaller.push_promoted(&material, half) { 0 } else { bytes };
                }
                None if self.lets_go(&material, &child) => {
                    let bytes = Index::new(&child).table_bytes();
                    let table = self.obtain(child, order)?;
                    self.cache_mut().remove(&child);
                    match Arc::try_unwrap(table) {
                        Ok(table) => {
                            kept += if smaller.push_promoted(&material, table) { 0 } else { bytes };
                        }
                        Err(table) => smaller.push(table),
                    }
                }
                None => smaller.push(self.obtain(child, order)?),
            }
        }
        for child in others {
            smaller.push(self.obtain(child, order)?);
        }
        let blocks = solve::memory_needed(&material, self.metric);
        self.make_room(&material, kept + blocks, blocks)?;
        let solved = solve::solve_from(&material, self.metric, &smaller, order.monitor);
        drop(smaller);
        let table = solved.map_err(|error| match error {
            SolveError::Stopped { material, .. } => {
                SolveError::Stopped { material, written: self.written.load(Ordering::Relaxed) }
            }
            other => other,
        })?;
        match (&self.store, order.keeping) {
            (Some(store), Keeping::Must) => self.save(store, &table)?,
            _ if writable => self.save_if_possible(&table),
            _ => (),
        }
        order.solved.push(material);
        Ok(self.cache_mut().put(table))
    }

    /// Whether a table that is not there yet is made for this solve alone: pawns promote into it, and what
    /// is made of it tells all. With more than one pawn several solves would need it.
    pub(super) fn lets_go(&self, material: &Material, child: &Material) -> bool {
        self.keeps == Keeps::TheLast
            && self.store.is_none()
            && material.pawns() == 1
            && child != material
            && child.men() == material.men()
            && self.cache().whole(child).is_none()
            && solve::extracts_are_enough(material, child, self.metric)
    }

    fn load(&self, material: &Material) -> Result<Option<Table>, TablesError> {
        let Some(stored) = self.readable(self.open_file(material))? else { return Ok(None) };
        let bytes = stored.bytes_in_memory();
        self.make_room(material, bytes, bytes)?;
        Ok(self.readable(stored.load().map(Some))?)
    }

    /// The positions of one side to move from the store, not kept for others; none if they are not
    /// there. So many bytes of such sides are there already, and sets or lines.
    fn load_side(
        &self,
        material: &Material,
        child: &Material,
        turn: Color,
        kept: usize,
    ) -> Result<Option<Table>, TablesError> {
        let Some(stored) = self.readable(self.open_file(child))? else { return Ok(None) };
        let bytes = stored.bytes_in_memory() / 2;
        let extracts = solve::room_for_extracts(&Index::new(material), self.metric);
        self.make_room(material, kept + extracts + bytes, extracts + bytes)?;
        Ok(self.readable(stored.load_side(turn).map(Some))?)
    }

    /// Drops tables until so many bytes fit, of which `blocks` are still to be taken and may be idle
    /// now; idle memory beyond that counts against the budget too.
    fn make_room(
        &self,
        material: &Material,
        needed: usize,
        blocks: usize,
    ) -> Result<(), TablesError> {
        // Tables kept for later leave room for what is not a table: pawn slices, lists, files on their way out.
        let modest = self.budget - (self.budget / 16).min(APART_FROM_TABLES);
        let mut cache = self.cache_mut();
        let room = cache.make_room(needed, modest).map(|held| (held, modest));
        let room = room.or_else(|_| cache.make_room(needed, self.budget).map(|h| (h, self.budget)));
        drop(cache);
        let (held, budget) = room.map_err(|held| TablesError::Memory {
            material: *material,
            needed: Size(needed.saturating_add(held)),
            budget: Size(self.budget),
        })?;
        memory::keep_idle(budget - held - (needed - blocks), budget);
        Ok(())
    }

    /// Loads and solves one at a time, on threads that nobody else's work can block.
    ///
    /// The work uses rayon. On the caller's pool it could wait for itself: a thread that waits for
    /// the solver's pieces takes up other work meanwhile, and that work may ask for a table too.
    fn one_at_a_time<T: Send>(
        &self,
        work: impl FnOnce() -> Result<T, TablesError> + Send,
    ) -> Result<T, TablesError> {
        let _alone = self.one_at_a_time.lock().unwrap_or_else(PoisonError::into_inner);
        let pool = match self.pool.get() {
            Some(pool) => pool,
            None => {
                let threads = self.threads.unwrap_or_else(rayon::current_num_threads);
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                let pool = pool.map_err(|error| TablesError::Threads(io::Error::other(error)))?;
                self.pool.get_or_init(|| pool)
            }
        };
        if rayon::current_thread_index().is_none() {
            return pool.install(work);
        }
        std::thread::scope(|scope| {
            let begun = std::thread::Builder::new().spawn_scoped(scope, || pool.install(work));
            let done = begun.map_err(TablesError::Threads)?.join();
            done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}
