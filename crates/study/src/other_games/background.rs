//! Tables of another game solved on a thread of their own, for an engine with a clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use games::{AnyEndgame, AnyGame, AnyPosition};

use crate::readiness::Readiness;

#[derive(Default)]
struct State {
    readiness: Readiness<AnyEndgame>,
    leaving: AtomicBool,
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
                let loaded = match tables.load_heard(&endgame, &goes_on) {
                    Err(error) if error.is_stopped() => return,
                    loaded => loaded.map_err(|error| error.to_string()),
                };
                told.readiness.settle(endgame, loaded);
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
        // The thread lives as long as we do.
        self.state.readiness.ask(endgame, || {
            let _ = self.orders.send(endgame);
        });
    }

    /// Whether an endgame can be asked about without waiting.
    pub fn is_ready(&self, endgame: &AnyEndgame) -> bool {
        self.state.readiness.is_ready(&endgame.normalized())
    }

    /// Why an endgame cannot be had, if so.
    pub fn refusal(&self, endgame: &AnyEndgame) -> Option<String> {
        self.state.readiness.refusal(&endgame.normalized())
    }

    /// Waits until an endgame is ready, or refused, or `halt` says so; whether it is ready.
    pub fn wait(&self, endgame: &AnyEndgame, halt: &dyn Fn() -> bool) -> bool {
        self.prefetch(endgame);
        self.state.readiness.wait(&endgame.normalized(), halt)
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
