//! The tables behind an engine: solved in the background, asked only when they are there.
//!
//! Nobody waits for a table without an eye on the stop sign. Whoever mentions an endgame has it
//! prepared: the table itself and everything its captures and promotions lead to.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use endgame::material::Material;
use endgame::rules::{Board, Color, Position};
use endgame::solve::Watch;
use endgame::store::Store;
use endgame::syzygy::{Syzygy, SyzygyError};
use endgame::tables::{Tables, TablesError};

use crate::options::Options;

/// How often somebody who waits looks at the stop sign.
const GLANCE: Duration = Duration::from_millis(2);
/// Tables of so many men are kept in memory whole; larger ones that a move leads to are asked block
/// by block.
const SMALL: usize = 4;

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
    orders: Sender<Material>,
    give_up: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    known: Mutex<HashMap<Material, Progress>>,
    changed: Condvar,
}

impl State {
    fn known(&self) -> MutexGuard<'_, HashMap<Material, Progress>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Library {
    /// The tables that the options name, within so many bytes of memory.
    pub fn open(options: &Options, memory: usize) -> Result<Library, SyzygyError> {
        let give_up: Arc<AtomicBool> = Arc::default();
        let mut tables = Tables::new(options.metric)
            .with_memory_budget(memory)
            .with_watch(Arc::clone(&give_up), Arc::new(|_| ()));
        if !options.tables.is_empty() {
            tables = tables.with_store(Store::new(&options.tables));
        }
        if !options.syzygy.is_empty() {
            tables = tables.with_syzygy(Syzygy::open(&options.syzygy)?);
        }
        let tables = Arc::new(tables);
        let state: Arc<State> = Arc::default();
        let (orders, received) = channel();
        let worker = (Arc::clone(&tables), Arc::clone(&state), Arc::clone(&give_up));
        std::thread::spawn(move || prepare_all(&worker.0, &worker.1, &worker.2, &received));
        Ok(Library { tables, state, orders, give_up })
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
    pub fn mention(&self, material: &Material) {
        let material = material.normalized();
        if let Entry::Vacant(unknown) = self.state.known().entry(material) {
            unknown.insert(Progress::Preparing);
            // The thread lives as long as we do.
            let _ = self.orders.send(material);
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
        self.mention(material);
        let material = material.normalized();
        let mut known = self.state.known();
        loop {
            match known.get(&material) {
                Some(Progress::Ready) => return true,
                Some(Progress::Refused(_)) => return false,
                _ if halt() => return false,
                _ => (),
            }
            let waited = self.state.changed.wait_timeout(known, GLANCE);
            known = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        self.give_up.store(true, Ordering::Relaxed);
    }
}

fn prepare_all(tables: &Tables, state: &State, give_up: &AtomicBool, orders: &Receiver<Material>) {
    while let Ok(material) = orders.recv() {
        if give_up.load(Ordering::Relaxed) {
            return;
        }
        let progress = match prepare(tables, &material, give_up) {
            Ok(()) => Progress::Ready,
            Err(error) => Progress::Refused(error.to_string()),
        };
        state.known().insert(material, progress);
        state.changed.notify_all();
    }
}

/// Everything that the moves of an endgame can lead to.
fn prepare(tables: &Tables, material: &Material, give_up: &AtomicBool) -> Result<(), TablesError> {
    let watch = Watch { stop: give_up, report: &|_| () };
    if *material == Material::KINGS {
        return Ok(());
    }
    // Where the Syzygy files answer, there is nothing to make.
    if tables.syzygy().is_none() || material.men() <= endgame::material::MOST_MEN_LISTED {
        tables.table(material, &watch)?;
        for smaller in material.converts_into() {
            if smaller == Material::KINGS {
                continue;
            }
            if smaller.men() <= SMALL {
                tables.table(&smaller, &watch)?;
            }
            tables.extent_of(&smaller, Color::White)?;
        }
    }
    tables.extent_of(material, Color::White)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endgame_is_prepared_while_others_wait() {
        let library = Library::open(&Options::default(), 1 << 30).unwrap();
        let material: Material = "KQKR".parse().unwrap();
        assert!(!library.is_ready(&material));
        assert!(!library.wait(&material, &|| true), "nobody waits who is told not to");
        assert!(library.wait(&material, &|| false));
        assert!(library.is_ready(&material) && library.is_ready(&material.flipped()));
    }

    #[test]
    fn only_what_tables_know_is_covered() {
        let library = Library::open(&Options::default(), 1 << 30).unwrap();
        let covers = |fen: &str| library.covers(&Board::from_fen(fen).unwrap()).is_some();
        assert!(covers("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1"));
        assert!(!covers("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        assert!(!covers("4k3/pppp4/8/8/8/8/8/4K2R w - - 0 1"));
        assert!(library.covers(&Board::default()).is_none());
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let library = Library::open(&Options::default(), 1 << 10).unwrap();
        let material: Material = "KQKR".parse().unwrap();
        assert!(!library.wait(&material, &|| false));
        assert!(library.refusal(&material).unwrap().contains("memory"));
        let board = Board::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1").unwrap();
        assert!(library.covers(&board).is_none());
    }
}
