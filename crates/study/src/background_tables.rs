//! Tables that are solved in the background while others answer.
//!
//! [`BackgroundTables`] makes an endgame ready with everything its captures and promotions lead to, for a
//! server that answers many: what answers never solves. [`TableQueue`] does so on a thread of its own in
//! the order of the requests, for an engine with one game and one budget of memory: its tables solve for
//! themselves, and it can be paused, stopped, and waited for with an eye on a deadline.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use endgame::material::{MOST_MEN, MOST_MEN_LISTED, Material};
use endgame::progress::Monitor;
use endgame::rules::{Board, Color, Position};
use endgame::store::StoreError;
use endgame::syzygy::Syzygy;
use endgame::tables::{Tables, TablesError};

use crate::readiness::Readiness;

/// Tables of so many men are small: they are solved in a second or so and kept in memory whole, and
/// larger ones that a move leads to are read block by block.
pub const SMALL_MEN: usize = 4;
/// Bytes of tables that stay in memory when there is nothing to do: those of four men or so.
pub const IDLE_MEMORY: usize = 32 << 20;
/// How often paused solving polls whether it may go on.
const PAUSE_INTERVAL: Duration = Duration::from_millis(20);

/// Tables that answer, and tables of their own for making what is missing: a long solve keeps nobody
/// waiting but those who need it.
pub struct BackgroundTables {
    tables: Arc<Tables>,
    /// Bytes for answering and solving together.
    memory: usize,
}

impl BackgroundTables {
    /// Solving takes what answering leaves of so many bytes, and puts what it makes into the folder.
    /// Only where the folder cannot be written is a table made, and kept, by what answers.
    pub fn new(tables: Tables, memory: usize) -> BackgroundTables {
        BackgroundTables { tables: Arc::new(tables), memory }
    }

    /// The tables that answer.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Whether the tables of this endgame, and of all it leads to, are in memory or in the folder.
    pub fn has_all(&self, material: &Material) -> bool {
        let there = |material: &Material| *material == Material::KINGS || self.tables.has(material);
        there(material) && material.converts_into().iter().all(there)
    }

    /// Gives back to the system the memory of all but small tables that are in the folder.
    pub fn shrink(&self) {
        self.tables.shrink_to_files(IDLE_MEMORY);
    }

    /// Makes everything that the moves of an endgame can lead to; blocks until it is there.
    pub fn prepare(&self, material: &Material, monitor: &Monitor<'_>) -> Result<(), TablesError> {
        if *material == Material::KINGS {
            return Ok(());
        }
        if material.men() > SMALL_MEN {
            self.shrink();
        }
        let budget = self.memory.saturating_sub(self.tables.bytes_in_memory());
        let mut solving =
            Tables::new(self.tables.metric()).with_memory_budget(budget).keeping_all();
        if let Some(store) = self.tables.store() {
            solving = solving.with_store(store.clone());
        }
        let made = material.with_all_it_needs().iter().try_for_each(|material| {
            if self.tables.has(material) {
                return Ok(());
            }
            match solving.solve(material, monitor).map(drop) {
                Err(TablesError::Store(StoreError::Write { .. })) => {
                    self.tables.table(material, monitor).map(drop)
                }
                other => other,
            }
        });
        drop(solving);
        self.shrink();
        made
    }
}

/// Makes everything that the moves of an endgame can lead to, by the tables that answer.
fn prepare(tables: &Tables, material: &Material, monitor: &Monitor<'_>) -> Result<(), TablesError> {
    if *material == Material::KINGS {
        return Ok(());
    }
    // In memory, or where there is no room for all of it in its file.
    let load_or_solve = |material: &Material| match tables.table(material, monitor) {
        Err(TablesError::Memory { .. }) if tables.has(material) => Ok(()),
        other => other.map(drop),
    };
    // Where the Syzygy files answer, there is nothing to make.
    if tables.syzygy().is_none() || material.men() <= MOST_MEN_LISTED {
        load_or_solve(material)?;
        for smaller in material.converts_into() {
            if smaller == Material::KINGS {
                continue;
            }
            if smaller.men() <= SMALL_MEN || !tables.has(&smaller) {
                load_or_solve(&smaller)?;
            }
            tables.extent_of(&smaller, Color::White)?;
        }
    }
    tables.extent_of(material, Color::White).map(drop)
}

/// An endgame to be prepared, and the flag that calls it off.
type Order = (Material, Arc<AtomicBool>);

/// Endgames prepared one after the other on a thread of its own; dropping it stops the thread.
pub struct TableQueue {
    tables: Arc<Tables>,
    state: Arc<QueueState>,
    orders: Sender<Order>,
    /// Raised to stop everything ordered so far; the next orders get another one.
    stop: Mutex<Arc<AtomicBool>>,
    /// The same for what a question turns out to need.
    leaving: Arc<AtomicBool>,
}

#[derive(Default)]
struct QueueState {
    readiness: Readiness<Material>,
    paused: AtomicBool,
    /// What the user should hear of and has not heard yet.
    remarks: Mutex<Vec<String>>,
}

impl QueueState {
    fn remarks(&self) -> MutexGuard<'_, Vec<String>> {
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableQueue {
    /// A queue for these tables; `refusal` says in a sentence why an endgame cannot be had, and
    /// what to do about it.
    pub fn new(tables: Tables, refusal: fn(&TablesError) -> String) -> TableQueue {
        let leaving: Arc<AtomicBool> = Arc::default();
        let state: Arc<QueueState> = Arc::default();
        let left_out = tables.syzygy().map(Syzygy::left_out).unwrap_or_default();
        state.remarks().extend(left_out.iter().map(ToString::to_string));
        let notices = Arc::clone(&state);
        let tables = tables
            .with_monitor(Arc::clone(&leaving), Arc::new(|_| ()))
            .with_notices(Arc::new(move |notice| notices.remarks().push(notice.to_string())));
        let tables = Arc::new(tables);
        let (orders, received) = channel();
        let worker = (Arc::clone(&tables), Arc::clone(&state));
        std::thread::spawn(move || prepare_all(&worker.0, &worker.1, &received, refusal));
        TableQueue { tables, state, orders, stop: Mutex::default(), leaving }
    }

    /// What the user should hear of, each told once.
    pub fn take_remarks(&self) -> Vec<String> {
        std::mem::take(&mut *self.state.remarks())
    }

    /// Lets solving rest until [`resume`](TableQueue::resume); what was begun is kept.
    pub fn pause(&self) {
        self.state.paused.store(true, Ordering::Relaxed);
    }

    /// Lets solving go on.
    pub fn resume(&self) {
        self.state.paused.store(false, Ordering::Relaxed);
    }

    /// Gives up everything that is queued or being solved; it is begun again when it is asked for.
    pub fn stop(&self) {
        self.state.readiness.forget_queued(|| {
            let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *stop).store(true, Ordering::Relaxed);
        });
    }

    /// The same, and gives the memory of all but small tables back to the system.
    pub fn clear(&self) {
        self.stop();
        self.state.readiness.clear();
        self.tables.shrink(IDLE_MEMORY);
    }

    /// The tables, to be asked about what is [ready](TableQueue::is_ready).
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The position, if tables know it or could: few enough men, no castling rights, not refused.
    pub fn covers(&self, board: &Board) -> Option<Position> {
        // Cheap questions first: most positions of a game have too many men.
        let most = self.tables().syzygy().map_or(0, Syzygy::most_men).max(MOST_MEN);
        let position = (board.count_men() <= most).then(|| board.position()).flatten()?;
        let is_known = self.tables().metric_at(&position).is_ok();
        (is_known && self.refusal(&position.material()).is_none()).then_some(position)
    }

    /// Has an endgame prepared, if nobody has yet.
    pub fn prefetch(&self, material: &Material) {
        let material = material.normalized();
        self.state.readiness.ask(material, || {
            let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
            // The thread lives as long as we do.
            let _ = self.orders.send((material, Arc::clone(&stop)));
        });
    }

    /// Whether an endgame can be asked about without waiting.
    pub fn is_ready(&self, material: &Material) -> bool {
        self.state.readiness.is_ready(&material.normalized())
    }

    /// Why an endgame cannot be had, if so.
    pub fn refusal(&self, material: &Material) -> Option<String> {
        self.state.readiness.refusal(&material.normalized())
    }

    /// Waits until an endgame is ready, or refused, or `halt` says so; whether it is ready.
    pub fn wait(&self, material: &Material, halt: &dyn Fn() -> bool) -> bool {
        self.prefetch(material);
        self.state.readiness.wait(&material.normalized(), halt)
    }
}

impl Drop for TableQueue {
    fn drop(&mut self) {
        self.leaving.store(true, Ordering::Relaxed);
        self.stop();
    }
}

fn prepare_all(
    tables: &Tables,
    state: &QueueState,
    orders: &Receiver<Order>,
    refusal: fn(&TablesError) -> String,
) {
    while let Ok((material, stop)) = orders.recv() {
        if stop.load(Ordering::Relaxed) {
            continue;
        }
        // Called by the solver now and then: holds it up while solving is paused.
        let wait_while_paused = |_| {
            while state.paused.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(PAUSE_INTERVAL);
            }
        };
        let prepared =
            prepare(tables, &material, &Monitor { stop: &stop, report: &wait_while_paused });
        if stop.load(Ordering::Relaxed) {
            tables.shrink(IDLE_MEMORY);
            continue;
        }
        let prepared = prepared.map_err(|error| refusal(&error));
        if let Err(reason) = &prepared {
            // Said once, also if nobody is waiting for it.
            state.remarks().push(reason.clone());
        }
        state.readiness.settle(material, prepared);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Metric;

    /// A queue with so much memory, and an endgame to ask it for.
    fn with_memory(memory: usize, endgame: &str) -> (TableQueue, Material) {
        let tables = Tables::new(Metric::Dtc).with_memory_budget(memory);
        (TableQueue::new(tables, ToString::to_string), endgame.parse().unwrap())
    }

    #[test]
    fn an_endgame_is_prepared_while_others_wait() {
        let (queue, material) = with_memory(1 << 30, "KQKR");
        assert!(!queue.is_ready(&material));
        assert!(!queue.wait(&material, &|| true), "nobody waits who is told not to");
        assert!(queue.wait(&material, &|| false));
        assert!(queue.is_ready(&material) && queue.is_ready(&material.flipped()));
    }

    #[test]
    fn only_what_tables_know_is_covered() {
        let (queue, _) = with_memory(1 << 30, "KQKR");
        let covers = |fen: &str| queue.covers(&Board::from_fen(fen).unwrap()).is_some();
        assert!(covers("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1"));
        assert!(!covers("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert!(!covers("4k3/pppp4/8/8/8/8/8/4K2R w - - 0 1"));
        assert!(queue.covers(&Board::default()).is_none());
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let (queue, material) = with_memory(1 << 10, "KQKR");
        assert!(!queue.wait(&material, &|| false));
        assert!(queue.refusal(&material).unwrap().contains("memory"));
        assert_eq!(queue.take_remarks().len(), 1);
        let board = Board::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
        assert!(queue.covers(&board).is_none());
    }

    /// A table of five men takes a while: it is given up when told, and begun again when asked.
    #[test]
    fn what_is_under_way_is_stopped_and_begun_again() {
        let (queue, material) = with_memory(1 << 30, "KRNKN");
        queue.prefetch(&material);
        queue.stop();
        assert!(!queue.is_ready(&material) && queue.refusal(&material).is_none());
        assert!(queue.wait(&material, &|| false));
        assert!(queue.tables().bytes_in_memory() > IDLE_MEMORY);
        queue.clear();
        assert!(!queue.is_ready(&material));
        assert!(queue.tables().bytes_in_memory() <= IDLE_MEMORY);
    }

    /// Nothing is solved while it is not our turn, and what was begun is not lost.
    #[test]
    fn solving_is_paused_between_moves() {
        let (queue, material) = with_memory(1 << 30, "KQKR");
        queue.pause();
        queue.prefetch(&material);
        std::thread::sleep(10 * PAUSE_INTERVAL);
        assert!(!queue.is_ready(&material), "it takes a fifth of the time that was there");
        queue.resume();
        assert!(queue.wait(&material, &|| false));
    }
}
