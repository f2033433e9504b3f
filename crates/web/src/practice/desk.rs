//! The games at hand: each under a lock of its own, fetched from the history when asked for again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use endgame::rules::Position;

use super::game::Practice;
use crate::app::{App, aside};
use crate::errors::{Answer, Failure};
use crate::history::{self, Change, MoveRow};

/// A game that several windows may hold.
pub type Shared = Arc<Mutex<Practice>>;

/// Games in memory; the history has all of them.
#[derive(Default)]
pub struct Desk(Mutex<HashMap<String, Shared>>);

/// Games kept in memory at most.
const MOST: usize = 1_000;

/// A game held by whoever changes it. A game is replaced by the history's when a change failed, so
/// whoever panicked while holding it has left nothing behind.
pub fn hold(game: &Shared) -> MutexGuard<'_, Practice> {
    game.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Shared>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a game on the desk; of two that were fetched at the same time the first stays.
    pub fn put(&self, game: Practice) -> Shared {
        let mut games = self.lock();
        if games.len() >= MOST {
            games.retain(|_, game| Arc::strong_count(game) > 1);
        }
        let id = game.row().id.clone();
        Arc::clone(games.entry(id).or_insert_with(|| Arc::new(Mutex::new(game))))
    }

    /// Forgets a game, so that it is fetched again.
    pub fn drop_game(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Forgets all.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn get(&self, id: &str) -> Option<Shared> {
        self.lock().get(id).cloned()
    }
}

/// A game by its name.
pub(crate) async fn fetch(app: &Arc<App>, id: String) -> Answer<Shared> {
    if let Some(game) = app.desk.get(&id) {
        return Ok(game);
    }
    let missing = || Failure::missing("there is no such practice game: start a new one");
    if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(missing());
    }
    let kept = aside(app, move |app| app.history.game(&id)?.ok_or_else(missing)).await?;
    let start = Position::from_fen(&kept.0.start_fen)?;
    app.library.need_for(&start).await?;
    aside(app, move |app| {
        let (row, moves) = kept;
        Ok(app.desk.put(Practice::resume(row, &moves, app.library.tables())?))
    })
    .await
}

/// Keeps a change before anybody hears of it; if it cannot be kept the game is as it was.
pub(crate) fn keep(
    app: &App,
    game: &Practice,
    made: &[MoveRow],
    taken_back_from: Option<usize>,
) -> Answer<()> {
    let change = Change { made, taken_back_from };
    if let Err(error) = app.history.change(game.row(), &change) {
        app.desk.drop_game(&game.row().id);
        return Err(error.into());
    }
    learn(app, made);
    Ok(())
}

/// What moves teach of you.
fn learn(app: &App, made: &[MoveRow]) {
    let mut known = app.knowledge.lock().unwrap_or_else(PoisonError::into_inner);
    for logs in made.iter().filter(|row| row.counts).filter_map(|row| row.likelihood.as_ref()) {
        history::observe(&mut known, logs);
    }
}
