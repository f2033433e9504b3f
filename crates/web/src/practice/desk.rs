//! The games at hand: each under a lock of its own, fetched from the history when asked for again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use endgame::rules::Position;

use super::game::Practice;
use crate::app::{App, run_blocking};
use crate::errors::{Answer, Failure};
use crate::history::{Change, MoveRow};
use crate::response::GameAnswer;

/// A game that several windows may hold.
pub type Shared = Arc<Mutex<Practice>>;

/// Games in memory; the history has all of them.
#[derive(Default)]
pub struct Desk(Mutex<HashMap<String, Shared>>);

/// Games kept in memory at most.
const MOST: usize = 1_000;

/// A game held by whoever changes it. Not one whose change failed, or broke down, while somebody
/// waited for it: the history knows how that stands.
pub fn hold(game: &Shared) -> Answer<MutexGuard<'_, Practice>> {
    match game.lock() {
        Ok(game) if !game.is_void() => Ok(game),
        _ => Err(Failure::Overtaken),
    }
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

/// A game by its name, as it stands in the history.
pub(crate) async fn fetch(app: &Arc<App>, id: String) -> Answer<Shared> {
    let missing = || Failure::missing("there is no such practice game: start a new one");
    if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(missing());
    }
    let asked = id.clone();
    if let Some(game) = run_blocking(app, move |app| at_hand(app, &asked)).await? {
        return Ok(game);
    }
    let kept = run_blocking(app, move |app| app.history.game(&id)?.ok_or_else(missing)).await?;
    let start = Position::from_fen(&kept.0.start_fen)?;
    app.library.need_for(&start).await?;
    run_blocking(app, move |app| {
        let (row, moves) = kept;
        Ok(app.desk.put(Practice::resume(row, &moves, app.library.tables())?))
    })
    .await
}

/// The game on the desk, unless another server that shares the history has changed it.
fn at_hand(app: &App, id: &str) -> Answer<Option<Shared>> {
    let Some(game) = app.desk.get(id) else { return Ok(None) };
    let current = match hold(&game) {
        Err(_) => false,
        Ok(mut held) => match app.history.stands(id)? {
            Some((version, furthest)) if version == held.row().version => {
                held.told_elsewhere(furthest);
                true
            }
            _ => false,
        },
    };
    if !current {
        app.desk.drop_game(id);
    }
    Ok(current.then_some(game))
}

/// Keeps a change before anybody hears of it, if the game still has the version `was` that it was
/// made in; if it cannot be kept the game is as it was.
pub(crate) fn keep(
    app: &App,
    game: &mut Practice,
    was: u64,
    made: &[MoveRow],
    taken_back_from: Option<usize>,
) -> Answer<()> {
    let change = Change { made, taken_back_from };
    app.history.change(game.row(), was, &change).map_err(|error| {
        give_up(app, game);
        error.into()
    })
}

/// Forgets a game that is not as it is kept; whoever waits for it will ask again.
pub(crate) fn give_up(app: &App, game: &mut Practice) {
    game.set_void();
    app.desk.drop_game(&game.row().id);
}

/// How a game stands. If what it tells was not told before, that is kept first: a move made with the
/// best ones in sight says nothing of your competence, whichever server it is sent to.
pub(crate) fn shown(app: &App, game: &mut Practice, reveal: bool) -> Answer<GameAnswer> {
    let (was, told) = (game.row().version, game.row().furthest);
    let answer = game.answer(app.library.tables(), reveal)?;
    if game.row().furthest > told {
        keep(app, game, was, &[], None)?;
    }
    Ok(answer)
}
