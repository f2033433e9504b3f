//! The tables behind an engine: solved in the background, asked only when they are there.
//!
//! Nobody waits for a table without an eye on the stop sign. Whoever prefetches an endgame has it
//! prepared: the table itself and everything its captures and promotions lead to.
//!
//! Solving rests between our moves ([`pause`](Library::pause)): the opponent's time is not ours. What
//! is under way is given up with [`stop`](Library::stop), and [`rest`](Library::rest) gives the memory
//! back too.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::{Board, Color, Position};
use endgame::store::Store;
use endgame::syzygy::{Syzygy, SyzygyError};
use endgame::tables::{Tables, TablesError};

use crate::options::Options;

/// How often somebody who waits polls the stop sign.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// How often solving that rests looks whether it may go on.
const REST: Duration = Duration::from_millis(20);
/// Tables of so many men are kept in memory whole; larger ones that a move leads to are asked block
/// by block.
const SMALL: usize = 4;
/// Bytes of tables that stay in memory from one game to the next: those of four men or so.
const AT_REST: usize = 32 << 20;

/// How far an endgame has come.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Progress {
    Preparing,
    Ready,
    /// It cannot be had, and why.
    Refused(String),
}

/// Tables and the thread that prepares them; dropping it gives up what is under way.
pub struct Library {
    tables: Arc<Tables>,
    state: Arc<State>,
    orders: Sender<Order>,
    /// Raised to give up everything ordered so far; the next orders get another one.
    give_up: Mutex<Arc<AtomicBool>>,
    /// The same for what a question turns out to need.
    leaving: Arc<AtomicBool>,
}

/// An endgame to be prepared, and who may call it off.
type Order = (Material, Arc<AtomicBool>);

#[derive(Default)]
struct State {
    known: Mutex<HashMap<Material, Progress>>,
    changed: Condvar,
    /// Whether solving rests.
    paused: AtomicBool,
    /// What the user should hear of and has not heard yet.
    remarks: Mutex<Vec<String>>,
}

impl State {
    fn known(&self) -> MutexGuard<'_, HashMap<Material, Progress>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remarks(&self) -> MutexGuard<'_, Vec<String>> {
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Called by the solver now and then: holds it up while solving rests.
    fn wait_while_paused(&self, give_up: &AtomicBool) {
        while self.paused.load(Ordering::Relaxed) && !give_up.load(Ordering::Relaxed) {
            std::thread::sleep(REST);
        }
    }
}

impl Library {
    /// The tables that the options name, within the memory and the threads that they allow.
    pub fn open(options: &Options) -> Result<Library, SyzygyError> {
        let leaving: Arc<AtomicBool> = Arc::default();
        let state: Arc<State> = Arc::default();
        let telling = Arc::clone(&state);
        let mut tables = Tables::new(options.metric)
            .with_memory_budget(options.memory)
            .with_threads(options.threads)
            .with_monitor(Arc::clone(&leaving), Arc::new(|_| ()))
            .with_notices(Arc::new(move |notice| telling.remarks().push(notice.to_string())));
        if !options.tables.is_empty() {
            tables = tables.with_store(Store::new(&options.tables));
        }
        if !options.syzygy.is_empty() {
            let syzygy = Syzygy::open(&options.syzygy)?;
            state.remarks().extend(syzygy.left_out().iter().map(ToString::to_string));
            tables = tables.with_syzygy(syzygy);
        }
        let tables = Arc::new(tables);
        let (orders, received) = channel();
        let worker = (Arc::clone(&tables), Arc::clone(&state));
        std::thread::spawn(move || prepare_all(&worker.0, &worker.1, &received));
        Ok(Library { tables, state, orders, give_up: Mutex::default(), leaving })
    }

    /// What the user should hear of, each told once.
    pub fn take_remarks(&self) -> Vec<String> {
        std::mem::take(&mut *self.state.remarks())
    }

    /// Lets solving rest until [`resume`](Library::resume): it is not our turn.
    pub fn pause(&self) {
        self.state.paused.store(true, Ordering::Relaxed);
    }

    /// Lets solving go on.
    pub fn resume(&self) {
        self.state.paused.store(false, Ordering::Relaxed);
    }

    /// Gives up everything that is being prepared; it is begun again when it is prefetched again.
    pub fn stop(&self) {
        let mut known = self.state.known();
        let mut give_up = self.give_up.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *give_up).store(true, Ordering::Relaxed);
        known.retain(|_, progress| *progress != Progress::Preparing);
        self.state.changed.notify_all();
    }

    /// The same, and gives the memory of all but small tables back to the system.
    pub fn rest(&self) {
        self.stop();
        self.state.known().clear();
        self.tables.shrink(AT_REST);
    }

    /// The tables, to be asked about what is [ready](Library::is_ready).
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The position, if tables know it or could: few enough men and no castling rights.
    pub fn covers(&self, board: &Board) -> Option<Position> {
        // Cheap questions first: most positions of a game have too many men.
        let most =
            self.tables.syzygy().map_or(0, Syzygy::most_men).max(endgame::material::MOST_MEN);
        let position = (board.men() <= most).then(|| board.position()).flatten()?;
        let refused = || {
            let material = position.material().normalized();
            matches!(self.state.known().get(&material), Some(Progress::Refused(_)))
        };
        (self.tables.metric_at(&position).is_ok() && !refused()).then_some(position)
    }

    /// Has an endgame prepared, if nobody has yet.
    pub fn prefetch(&self, material: &Material) {
        let material = material.normalized();
        if let Entry::Vacant(unknown) = self.state.known().entry(material) {
            unknown.insert(Progress::Preparing);
            let give_up = self.give_up.lock().unwrap_or_else(PoisonError::into_inner);
            // The thread lives as long as we do.
            let _ = self.orders.send((material, Arc::clone(&give_up)));
        }
    }

    /// Whether an endgame can be asked about without waiting.
    pub fn is_ready(&self, material: &Material) -> bool {
        self.state.known().get(&material.normalized()) == Some(&Progress::Ready)
    }

    /// Why an endgame cannot be had, if so.
    pub fn refusal(&self, material: &Material) -> Option<String> {
        match self.state.known().get(&material.normalized()) {
            Some(Progress::Refused(reason)) => Some(reason.clone()),
            _ => None,
        }
    }

    /// Waits until an endgame is ready, or refused, or `halt` says so; whether it is ready.
    pub fn wait(&self, material: &Material, halt: &dyn Fn() -> bool) -> bool {
        self.prefetch(material);
        let material = material.normalized();
        let mut known = self.state.known();
        loop {
            match known.get(&material) {
                Some(Progress::Ready) => return true,
                Some(Progress::Refused(_)) => return false,
                _ if halt() => return false,
                _ => (),
            }
            let waited = self.state.changed.wait_timeout(known, POLL_INTERVAL);
            known = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        self.leaving.store(true, Ordering::Relaxed);
        self.stop();
    }
}

fn prepare_all(tables: &Tables, state: &State, orders: &Receiver<Order>) {
    while let Ok((material, give_up)) = orders.recv() {
        if give_up.load(Ordering::Relaxed) {
            continue;
        }
        let prepared = prepare(tables, &material, state, &give_up);
        if give_up.load(Ordering::Relaxed) {
            tables.shrink(AT_REST);
            continue;
        }
        let progress = match prepared {
            Ok(()) => Progress::Ready,
            Err(error) => {
                let reason = refusal(&error);
                // Said once, also if nobody is waiting for it.
                state.remarks().push(reason.clone());
                Progress::Refused(reason)
            }
        };
        state.known().insert(material, progress);
        state.changed.notify_all();
    }
}

/// Why an endgame cannot be had, and what to do about it in a chess program.
fn refusal(error: &TablesError) -> String {
    match error {
        TablesError::Memory { material, needed, budget } => {
            let hash = needed.0.div_ceil(1 << 20);
            format!(
                "{material} needs about {needed} of memory and may use {budget}: set Hash to {hash} or more"
            )
        }
        other => other.to_string(),
    }
}

/// Everything that the moves of an endgame can lead to.
fn prepare(
    tables: &Tables,
    material: &Material,
    state: &State,
    give_up: &AtomicBool,
) -> Result<(), TablesError> {
    let report = |_| state.wait_while_paused(give_up);
    let monitor = Monitor { stop: give_up, report: &report };
    if *material == Material::KINGS {
        return Ok(());
    }
    // Where the Syzygy files answer, there is nothing to make.
    if tables.syzygy().is_none() || material.men() <= endgame::material::MOST_MEN_LISTED {
        prepare_one(tables, material, &monitor)?;
        for smaller in material.converts_into() {
            if smaller == Material::KINGS {
                continue;
            }
            if smaller.men() <= SMALL || !tables.has(&smaller) {
                prepare_one(tables, &smaller, &monitor)?;
            }
            tables.extent_of(&smaller, Color::White)?;
        }
    }
    tables.extent_of(material, Color::White)?;
    Ok(())
}

/// One table: in memory, or where there is no room for all of it in its file.
fn prepare_one(
    tables: &Tables,
    material: &Material,
    monitor: &Monitor<'_>,
) -> Result<(), TablesError> {
    match tables.table(material, monitor) {
        Err(TablesError::Memory { .. }) if tables.has(material) => Ok(()),
        other => other.map(drop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_memory(memory: usize) -> Options {
        Options { memory, ..Options::default() }
    }

    #[test]
    fn an_endgame_is_prepared_while_others_wait() {
        let library = Library::open(&with_memory(1 << 30)).unwrap();
        let material: Material = "KQKR".parse().unwrap();
        assert!(!library.is_ready(&material));
        assert!(!library.wait(&material, &|| true), "nobody waits who is told not to");
        assert!(library.wait(&material, &|| false));
        assert!(library.is_ready(&material) && library.is_ready(&material.flipped()));
    }

    #[test]
    fn only_what_tables_know_is_covered() {
        let library = Library::open(&with_memory(1 << 30)).unwrap();
        let covers = |fen: &str| library.covers(&Board::from_fen(fen).unwrap()).is_some();
        assert!(covers("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1"));
        assert!(!covers("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert!(!covers("4k3/pppp4/8/8/8/8/8/4K2R w - - 0 1"));
        assert!(library.covers(&Board::default()).is_none());
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let library = Library::open(&with_memory(1 << 10)).unwrap();
        let material: Material = "KQKR".parse().unwrap();
        assert!(!library.wait(&material, &|| false));
        let refusal = library.refusal(&material).unwrap();
        assert!(refusal.contains("memory") && refusal.contains("set Hash to "), "{refusal}");
        let board = Board::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
        assert!(library.covers(&board).is_none());
    }

    /// A table of five men takes a while: it is given up when told, and begun again when asked.
    #[test]
    fn what_is_under_way_is_given_up_and_begun_again() {
        let library = Library::open(&with_memory(1 << 30)).unwrap();
        let material: Material = "KRNKN".parse().unwrap();
        library.prefetch(&material);
        library.stop();
        assert!(!library.is_ready(&material) && library.refusal(&material).is_none());
        assert!(library.wait(&material, &|| false));
        assert!(library.tables().bytes_in_memory() > AT_REST);
        library.rest();
        assert!(!library.is_ready(&material));
        assert!(library.tables().bytes_in_memory() <= AT_REST);
    }

    /// Nothing is solved while it is not our turn, and what was begun is not lost.
    #[test]
    fn solving_rests_between_moves() {
        let library = Library::open(&with_memory(1 << 30)).unwrap();
        let material: Material = "KQKR".parse().unwrap();
        library.pause();
        library.prefetch(&material);
        std::thread::sleep(10 * REST);
        assert!(!library.is_ready(&material), "it takes a fifth of the time that was there");
        library.resume();
        assert!(library.wait(&material, &|| false));
    }
}
