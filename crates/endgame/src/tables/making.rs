//! Tables made when they are first needed: read from the store, or solved and saved.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

use value::Depth;

use super::{Notice, Size, Tables, TablesError};
use crate::material::Material;
use crate::memory;
use crate::rules::Color;
use crate::solve::{self, Watch};
use crate::store::{Store, StoreError};
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

impl Tables {
    /// A whole table in memory: kept from before, or loaded, or solved with all it needs and saved.
    pub fn table(&self, material: &Material, watch: &Watch<'_>) -> Result<Arc<Table>, TablesError> {
        let material = self.solvable(material)?;
        if let Some(table) = self.shelf().whole(&material) {
            return Ok(table);
        }
        self.one_at_a_time(|| self.obtain(material, watch, &mut Vec::new()))
    }

    /// Makes sure that an endgame is solved, and stored if there is a store.
    ///
    /// A stored table is checked from the first block to the last, and made again if damaged.
    pub fn solve(
        &self,
        material: &Material,
        watch: &Watch<'_>,
    ) -> Result<SolveReport, TablesError> {
        let material = self.solvable(material)?;
        self.one_at_a_time(|| {
            let mut solved = Vec::new();
            let file = self.store.as_ref().map(|store| store.path(&material, self.metric));
            if let Some(store) = &self.store {
                let checked = store.open(&material, self.metric).and_then(|stored| {
                    stored.map(|stored| stored.check().map(|()| stored)).transpose()
                });
                if let Some(stored) = self.undamaged(checked)? {
                    let [deepest_white, deepest_black] = Color::ALL.map(|c| stored.deepest(c));
                    return Ok(SolveReport {
                        material,
                        solved,
                        deepest_white,
                        deepest_black,
                        file,
                    });
                }
            }
            let kept = self.shelf().whole(&material).filter(|_| self.store.is_none());
            let table = match kept {
                Some(table) => table,
                None => self.make(material, watch, &mut solved)?,
            };
            let [deepest_white, deepest_black] = Color::ALL.map(|c| table.deepest(c));
            Ok(SolveReport { material, solved, deepest_white, deepest_black, file })
        })
    }

    /// The table from memory, the store, or the solver.
    fn obtain(
        &self,
        material: Material,
        watch: &Watch<'_>,
        solved: &mut Vec<Material>,
    ) -> Result<Arc<Table>, TablesError> {
        if let Some(table) = self.shelf().whole(&material) {
            return Ok(table);
        }
        if let Some(table) = self.load(&material)? {
            return Ok(self.shelf_mut().put(table));
        }
        self.make(material, watch, solved)
    }

    /// Solves a table, everything it needs first, smaller endgames before larger ones.
    ///
    /// With a store the smaller tables need not stay in memory; without one they must.
    fn make(
        &self,
        material: Material,
        watch: &Watch<'_>,
        solved: &mut Vec<Material>,
    ) -> Result<Arc<Table>, TablesError> {
        let mut held = Vec::new();
        for needed in material.with_all_it_needs() {
            if needed == material || self.is_stored(&needed) {
                continue;
            }
            let kept = self.shelf().whole(&needed);
            let table = match kept {
                Some(table) => table,
                None => self.make_last(needed, watch, solved)?,
            };
            if self.store.is_none() {
                held.push(table);
            }
        }
        self.make_last(material, watch, solved)
    }

    /// Solves a table whose smaller endgames were solved before, and saves it.
    fn make_last(
        &self,
        material: Material,
        watch: &Watch<'_>,
        solved: &mut Vec<Material>,
    ) -> Result<Arc<Table>, TablesError> {
        if let Some(store) = &self.store {
            store.check_writable(&material, self.metric)?;
        }
        let mut smaller = Vec::new();
        let mut sides = 0;
        for child in material.converts_into().into_iter().filter(|&m| m != Material::KINGS) {
            // With several pawns the tables they promote into are the largest there are: both sides of
            // all of them would not fit.
            let there = material.pawns() == 1 && self.shelf().whole(&child).is_some();
            let half = match solve::side_read(&material, &child) {
                Some(turn) if !there => self.load_side(&material, &child, turn, &mut sides)?,
                _ => None,
            };
            smaller.push(match half {
                Some(half) => Arc::new(half),
                None => self.obtain(child, watch, solved)?,
            });
        }
        let blocks = solve::memory_needed(&material);
        self.make_room(&material, sides + blocks, blocks)?;
        let table = solve::solve(&material, self.metric, &smaller, watch)?;
        if let Some(store) = &self.store {
            store.save(&table)?;
        }
        solved.push(material);
        Ok(self.shelf_mut().put(table))
    }

    fn is_stored(&self, material: &Material) -> bool {
        let stored = |store: &Store| store.open(material, self.metric);
        self.store.as_ref().is_some_and(|store| matches!(stored(store), Ok(Some(_))))
    }

    fn load(&self, material: &Material) -> Result<Option<Table>, TablesError> {
        let Some(store) = &self.store else { return Ok(None) };
        let Some(stored) = self.undamaged(store.open(material, self.metric))? else {
            return Ok(None);
        };
        let bytes = stored.bytes_in_memory();
        self.make_room(material, bytes, bytes)?;
        self.undamaged(stored.load().map(Some))
    }

    /// The positions of one side to move from the store, not kept for others; none if they are not
    /// there. Adds their size to that of all such sides `material` is solved from.
    fn load_side(
        &self,
        material: &Material,
        child: &Material,
        turn: Color,
        sides: &mut usize,
    ) -> Result<Option<Table>, TablesError> {
        let Some(store) = &self.store else { return Ok(None) };
        let Some(stored) = self.undamaged(store.open(child, self.metric))? else {
            return Ok(None);
        };
        let bytes = stored.bytes_in_memory() / 2;
        self.make_room(material, *sides + bytes, bytes)?;
        let half = self.undamaged(stored.load_side(turn).map(Some))?;
        *sides += half.as_ref().map_or(0, |_| bytes);
        Ok(half)
    }

    /// Turns a damaged file into no file and a notice.
    fn undamaged<T>(&self, read: Result<Option<T>, StoreError>) -> Result<Option<T>, TablesError> {
        match read {
            Err(StoreError::Damaged { path, damage }) => {
                (self.notify)(&Notice::Remaking { path, damage });
                Ok(None)
            }
            other => Ok(other?),
        }
    }

    /// Drops tables until so many bytes fit, of which `blocks` are still to be taken and may be idle
    /// now; idle memory beyond that counts against the budget too.
    fn make_room(
        &self,
        material: &Material,
        needed: usize,
        blocks: usize,
    ) -> Result<(), TablesError> {
        // Tables kept for later leave room for what is not a table: frames, lists, files on their way out.
        let modest = self.budget - (self.budget / 16).min(APART_FROM_TABLES);
        let mut shelf = self.shelf_mut();
        let room = shelf.make_room(needed, modest).map(|held| (held, modest));
        let room = room.or_else(|_| shelf.make_room(needed, self.budget).map(|h| (h, self.budget)));
        drop(shelf);
        let (held, budget) = room.map_err(|held| TablesError::Memory {
            material: *material,
            needed: Size(needed.saturating_add(held)),
            budget: Size(self.budget),
        })?;
        memory::keep_idle(budget - held - (needed - blocks));
        Ok(())
    }

    /// Loads and solves one at a time, on threads that nobody else's work can block.
    ///
    /// The work uses rayon. On the caller's pool it could wait for itself: a thread that waits for
    /// the solver's pieces takes up other work meanwhile, and that work may ask for a table too.
    fn one_at_a_time<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let _alone = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        let pool = self.pool.get_or_init(|| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(rayon::current_num_threads())
                .build()
                .expect("the system gives as many threads again as it gave before")
        });
        if rayon::current_thread_index().is_none() {
            return pool.install(work);
        }
        std::thread::scope(|scope| {
            let done = scope.spawn(|| pool.install(work)).join();
            done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}
