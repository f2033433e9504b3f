//! Tables of another game solved on a thread of their own, for an engine with a clock.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use games::{AnyEndgame, AnyGame, AnyPosition};

/// How often somebody who waits polls the deadline.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Status {
    Queued,
    Ready,
    /// With the reason.
    Refused(String),
}

#[derive(Default)]
struct State {
    status: Mutex<HashMap<AnyEndgame, Status>>,
    changed: Condvar,
    leaving: AtomicBool,
}

impl State {
    fn status(&self) -> MutexGuard<'_, HashMap<AnyEndgame, Status>> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tables of a game, prepared in the order in which they are asked for.
pub struct GameQueue {
    game: Arc<AnyGame>,
    state: Arc<State>,
    orders: Sender<AnyEndgame>,
}

impl GameQueue {
    /// A queue for these tables.
    pub fn new(game: AnyGame) -> GameQueue {
        let (game, state): (Arc<AnyGame>, Arc<State>) = (Arc::new(game), Arc::default());
        let (orders, received) = channel::<AnyEndgame>();
        let (tables, told) = (Arc::clone(&game), Arc::clone(&state));
        std::thread::spawn(move || {
            for endgame in received {
                let goes_on = |_: &_| !told.leaving.load(Ordering::Relaxed);
                let status = match tables.load_heard(&endgame, &goes_on) {
                    Ok(()) => Status::Ready,
                    Err(error) if error.is_stopped() => return,
                    Err(error) => Status::Refused(error.to_string()),
                };
                told.status().insert(endgame, status);
                told.changed.notify_all();
            }
        });
        GameQueue { game, state, orders }
    }

    /// The tables, to be asked about what is ready.
    pub fn game(&self) -> &Arc<AnyGame> {
        &self.game
    }

    /// Whether tables know a position or could: few enough men, some of both sides.
    pub fn covers(&self, at: &AnyPosition) -> bool {
        let alone = [at.turn(), at.turn().other()].iter().any(|&color| at.men_of(color) == 0);
        at.men() <= self.game.name().most_men() && !alone
    }

    /// Has an endgame prepared, if nobody has yet.
    pub fn prefetch(&self, endgame: &AnyEndgame) {
        let endgame = endgame.normalized();
        if let Entry::Vacant(unknown) = self.state.status().entry(endgame) {
            unknown.insert(Status::Queued);
            // The thread lives as long as we do.
            let _ = self.orders.send(endgame);
        }
    }

    /// Whether an endgame can be asked about without waiting.
    pub fn is_ready(&self, endgame: &AnyEndgame) -> bool {
        self.state.status().get(&endgame.normalized()) == Some(&Status::Ready)
    }

    /// Why an endgame cannot be had, if so.
    pub fn refusal(&self, endgame: &AnyEndgame) -> Option<String> {
        match self.state.status().get(&endgame.normalized()) {
            Some(Status::Refused(reason)) => Some(reason.clone()),
            _ => None,
        }
    }

    /// Waits until an endgame is ready, or refused, or `halt` says so; whether it is ready.
    pub fn wait(&self, endgame: &AnyEndgame, halt: &dyn Fn() -> bool) -> bool {
        self.prefetch(endgame);
        let endgame = endgame.normalized();
        let mut status = self.state.status();
        loop {
            match status.get(&endgame) {
                Some(Status::Ready) => return true,
                Some(Status::Refused(_)) => return false,
                _ if halt() => return false,
                _ => (),
            }
            let waited = self.state.changed.wait_timeout(status, POLL_INTERVAL);
            status = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for GameQueue {
    fn drop(&mut self) {
        self.state.leaving.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GameName;
    use value::Metric;

    #[test]
    fn an_endgame_is_prepared_while_others_wait() {
        let queue = GameQueue::new(AnyGame::open(GameName::Antichess, Metric::Dtc).unwrap());
        let endgame = GameName::Antichess.endgame("KPvR").unwrap();
        assert!(!queue.wait(&endgame, &|| true), "nobody waits who is told not to");
        assert!(queue.wait(&endgame, &|| false) && queue.is_ready(&endgame.swapped()));
        assert!(queue.covers(&GameName::Antichess.read("8/8/8/8/8/5k2/8/R7 w").unwrap()));
        assert!(!queue.covers(&GameName::Antichess.start()));
        assert!(!queue.covers(&GameName::Antichess.read("8/8/8/8/8/8/8/R7 w").unwrap()));
    }
}
