//! The games in memory: each under a lock of its own, fetched from the history when asked for again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use study::practice::{AnyPracticeGame, MoveRow};
use study::schema::practice::Game;

use crate::app::{App, run_blocking};
use crate::errors::{Answer, Failure};
use crate::lock::lock;

/// A game that several windows may hold.
pub(crate) type Shared = Arc<Mutex<Active>>;

pub(crate) struct Active {
    pub(crate) game: AnyPracticeGame,
    /// Whether a change of it could not be stored: the history knows how it stands.
    void: bool,
}

/// Games in memory; the history has all of them.
#[derive(Default)]
pub(crate) struct ActiveGames(Mutex<HashMap<String, Shared>>);

const MOST: usize = 1_000;

/// A game held by whoever changes it. Not one whose change failed, or broke down, while somebody
/// waited for it: the history knows how that stands.
pub(crate) fn hold(game: &Shared) -> Answer<MutexGuard<'_, Active>> {
    match game.lock() {
        Ok(active) if !active.void => Ok(active),
        _ => Err(Failure::Overtaken),
    }
}

impl ActiveGames {
    /// Adds a game; of two that were fetched at the same time the first stays.
    pub(crate) fn add(&self, game: AnyPracticeGame) -> Shared {
        let mut games = lock(&self.0);
        if games.len() >= MOST {
            games.retain(|_, game| Arc::strong_count(game) > 1);
        }
        let id = game.row().id.clone();
        let active = || Arc::new(Mutex::new(Active { game, void: false }));
        Arc::clone(games.entry(id).or_insert_with(active))
    }

    /// Forgets a game, so that it is fetched again.
    fn forget(&self, id: &str) {
        lock(&self.0).remove(id);
    }

    pub(crate) fn clear(&self) {
        lock(&self.0).clear();
    }

    fn get(&self, id: &str) -> Option<Shared> {
        lock(&self.0).get(id).cloned()
    }
}

/// A game by its name, as it stands in the history.
pub(crate) async fn fetch(app: &Arc<App>, id: String) -> Answer<Shared> {
    let missing = || Failure::missing("there is no such practice game: start a new one");
    if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(missing());
    }
    let asked = id.clone();
    if let Some(game) = run_blocking(app, move |app| in_memory(app, &asked)).await? {
        return Ok(game);
    }
    let recorded = run_blocking(app, move |app| app.history.game(&id)?.ok_or_else(missing)).await?;
    app.library.need_of_position(recorded.game.game, &recorded.game.start_fen).await?;
    run_blocking(app, move |app| {
        Ok(app.active_games.add(AnyPracticeGame::resume(app.library.sources(), recorded)?))
    })
    .await
}

/// The game in memory, unless another server that shares the history has changed it.
fn in_memory(app: &App, id: &str) -> Answer<Option<Shared>> {
    let Some(game) = app.active_games.get(id) else { return Ok(None) };
    if let Ok(mut active) = hold(&game)
        && let Some((version, furthest)) = app.history.stands(id)?
        && version == active.game.row().version
    {
        active.game.told_elsewhere(furthest);
        return Ok(Some(Arc::clone(&game)));
    }
    app.active_games.forget(id);
    Ok(None)
}

/// Stores a change before anybody hears of it, if the game still has the version `was` that it was
/// made in; if it cannot be stored the game is as it was.
pub(crate) fn store(
    app: &App,
    active: &mut Active,
    was: u64,
    made: &[MoveRow],
    taken_back_from: Option<usize>,
) -> Answer<()> {
    app.history.change(active.game.row(), was, made, taken_back_from).map_err(|error| {
        give_up(app, active);
        error.into()
    })
}

/// Forgets a game that is not as it is stored; whoever waits for it will ask again.
pub(crate) fn give_up(app: &App, active: &mut Active) {
    active.void = true;
    app.active_games.forget(&active.game.row().id);
}

/// Stores that the best moves are about to be told: a move made after that says nothing of your
/// competence, whichever server it is sent to and when.
pub(crate) fn tell(app: &App, active: &mut Active) -> Answer<()> {
    if active.game.tell() {
        let version = active.game.row().version;
        store(app, active, version, &[], None)?;
    }
    Ok(())
}

/// How a game stands.
pub(crate) fn shown(app: &App, active: &mut Active, reveal: bool) -> Answer<Game> {
    if reveal {
        tell(app, active)?;
    }
    Ok(active.game.state(app.library.sources(), reveal)?)
}
