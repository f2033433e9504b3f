//! Practice games over HTTP.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use endgame::rules::Position;
use endgame::table::Table;
use endgame::tables::Tables;
use study::other_games::GameName;
use study::other_games::starts::{GameStart, GameWish};
use study::practice::choose::LEVELS;
use study::practice::{
    AnyPracticeGame, AnySetup, Goal, PracticeSetup, Sources, Start, Wish, opponents,
};
use study::schema::practice::{Game, Hint};

use super::active_games::{Active, fetch, give_up, hold, shown, store, tell};
use crate::app::{App, Server, in_turn, run_blocking};
use crate::errors::{Answer, Failure};
use crate::request::{
    Body, BranchRequest, MoveRequest, Named, OnGame, PracticeRequest, Query, Reveal,
    VersionRequest, read_endgame, read_fen, read_material, read_position,
};

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

pub(crate) async fn begin(
    app: Server,
    Query(reveal): Query<Reveal>,
    Body(asked): Body<PracticeRequest>,
) -> Answer<Response> {
    let seed = asked.seed.unwrap_or_else(rand::random);
    let game = asked.game()?;
    let (surprise, opponent) = match asked.opponent.as_str() {
        "surprise" => (true, opponents::surprise(game, seed).to_owned()),
        named => (false, opponents::read(game, named)?.to_string()),
    };
    if let Some(game) = game {
        return begin_other(&app, game, asked, (surprise, opponent, seed), reveal.is_on()).await;
    }
    let given = asked.fen.as_deref().map(read_fen).transpose()?;
    let material = match (&given, &asked.material) {
        (Some(position), _) => position.material(),
        (None, Some(name)) => read_material(name)?,
        (None, None) => return Err(Failure::bad("say what to practise: give material or fen")),
    };
    check_level(asked.difficulty)?;
    app.library.need(&material).await?;
    // What has to be read from a file is read before anybody has to wait for it.
    let from = match given {
        Some(position) => Origin::Position(position),
        None => {
            let table = run_blocking(&app, move |app| Ok(app.library.table(&material)?)).await?;
            Origin::Table(table)
        }
    };
    in_turn(&app, move |app| {
        let tables: &Tables = app.library.tables();
        let side = asked.side.map(Into::into);
        let Start { position: start, you, goal } = match from {
            Origin::Position(position) => {
                let you = side.unwrap_or_else(|| position.turn());
                Start { goal: Goal::at(tables, &position, you)?, position, you }
            }
            Origin::Table(table) => Wish {
                material,
                side,
                stronger: asked.stronger,
                depth: asked.depth.map(Into::into),
                difficulty: asked.difficulty,
                goal: asked.goal,
                seed,
            }
            .start(&table, tables)?,
        };
        let (to_mate, parent) = (asked.to_mate, None);
        let setup = PracticeSetup { start, you, goal, to_mate, surprise, opponent, seed, parent };
        start_game(app, AnySetup::Chess(setup), reveal.is_on())
    })
    .await
}

/// The same in another game than chess.
async fn begin_other(
    app: &Arc<App>,
    name: GameName,
    asked: PracticeRequest,
    (surprise, opponent, seed): (bool, String, u64),
    reveal: bool,
) -> Answer<Response> {
    check_level(asked.difficulty)?;
    let given = asked.fen.as_deref().map(|text| read_position(name, text)).transpose()?;
    let endgame = match (&given, &asked.material) {
        (Some(position), _) => position.endgame(),
        (None, Some(text)) => read_endgame(name, text)?,
        (None, None) => return Err(Failure::bad("say what to practise: give material or fen")),
    };
    app.library.need_other(name, &endgame).await?;
    in_turn(app, move |app| {
        let game = app.library.other(name);
        let side = asked.side.map(Into::into);
        let GameStart { position: start, you, goal } = match given {
            Some(position) => {
                let you = side.unwrap_or_else(|| position.turn());
                GameStart { goal: Goal::at(game, &position, you)?, position, you }
            }
            None => GameWish {
                endgame,
                side,
                first: asked.stronger,
                depth: asked.depth.map(Into::into),
                difficulty: asked.difficulty,
                goal: asked.goal,
                seed,
            }
            .start(game)?,
        };
        let (to_mate, parent) = (asked.to_mate, None);
        let setup = PracticeSetup { start, you, goal, to_mate, surprise, opponent, seed, parent };
        start_game(app, AnySetup::Other(name, setup), reveal)
    })
    .await
}

fn check_level(level: Option<u16>) -> Answer<()> {
    match level {
        Some(level) if !(1..=LEVELS).contains(&level) => {
            Err(Failure::bad(format!("a difficulty is a number from 1 to {LEVELS}")))
        }
        _ => Ok(()),
    }
}

/// Where a game is taken from.
enum Origin {
    Position(Position),
    Table(Arc<Table>),
}

/// Begins a game against an opponent who knows what there is to know of you.
fn start_game(app: &App, setup: AnySetup, reveal: bool) -> Answer<Response> {
    let id = format!("{:016x}", rand::random::<u64>());
    let game = match &setup {
        AnySetup::Chess(_) => None,
        AnySetup::Other(name, _) => Some(*name),
    };
    let seen = app.knowledge(game)?;
    let game = AnyPracticeGame::begin(app.library.sources(), id, now(), setup, &seen)?;
    app.history.begin(game.row(), &game.rows_from(0))?;
    let game = app.active_games.add(game);
    let game = shown(app, &mut *hold(&game)?, reveal)?;
    Ok((StatusCode::CREATED, Json(game)).into_response())
}

pub(crate) async fn show(
    app: Server,
    Named(id): Named,
    Query(reveal): Query<Reveal>,
) -> Answer<Json<Game>> {
    Ok(Json(as_it_stands(&app, id, reveal.is_on()).await?))
}

/// How often a game that goes on elsewhere meanwhile is looked at again.
const LOOKS: usize = 5;

/// A game as it stands in the history.
async fn as_it_stands(app: &Arc<App>, id: String, reveal: bool) -> Answer<Game> {
    let mut looked = Err(Failure::Overtaken);
    for _ in 0..LOOKS {
        let game = fetch(app, id.clone()).await?;
        looked = run_blocking(app, move |app| shown(app, &mut *hold(&game)?, reveal)).await;
        if !matches!(looked, Err(Failure::Overtaken)) {
            break;
        }
    }
    looked
}

/// Works on a game that stands as the browser thinks it does; if it does not, the answer is how it
/// stands.
async fn work_on<T: Send + 'static>(
    app: Arc<App>,
    id: String,
    version: u64,
    reveal: bool,
    work: impl FnOnce(&App, &mut Active) -> Answer<T> + Send + 'static,
) -> Answer<Json<T>> {
    let game = fetch(&app, id.clone()).await?;
    let worked = in_turn(&app, move |app| {
        let mut active = hold(&game)?;
        if active.game.row().version != version {
            return Err(Failure::Overtaken);
        }
        let stood = active.game.plies();
        let worked = work(app, &mut active);
        // A move that was made and could not be answered or stored: the history knows how it stood.
        let stands = (active.game.row().version, active.game.plies());
        if worked.is_err() && stands != (version, stood) {
            give_up(app, &mut active);
        }
        worked
    })
    .await;
    match worked {
        // Here or by another server that shares the history.
        Err(Failure::Overtaken) => {
            Err(Failure::MovedOn(Box::new(as_it_stands(&app, id, reveal).await?)))
        }
        worked => worked.map(Json),
    }
}

/// Changes a game, stores the change and shows the game; `work` gives the first ply, from 1, that it
/// took back.
async fn change(
    app: Arc<App>,
    id: String,
    version: u64,
    reveal: bool,
    work: impl FnOnce(Sources<'_>, &mut AnyPracticeGame) -> Answer<Option<usize>> + Send + 'static,
) -> Answer<Json<Game>> {
    work_on(app, id, version, reveal, move |app, active| {
        let made_from = active.game.plies();
        let taken_back_from = work(app.library.sources(), &mut active.game)?;
        let made = active.game.rows_from(made_from);
        store(app, active, version, &made, taken_back_from)?;
        shown(app, active, reveal)
    })
    .await
}

/// The longest move looked at, in letters.
const LONGEST_MOVE: usize = 40;

pub(crate) async fn play(app: Server, on: OnGame<MoveRequest>) -> Answer<Json<Game>> {
    let OnGame { id, reveal, asked: MoveRequest { uci, version } } = on;
    let text: String = uci.chars().filter(char::is_ascii_graphic).take(LONGEST_MOVE).collect();
    change(app.0, id, version, reveal, move |sources, game| {
        game.play(sources, &text)?;
        Ok(None)
    })
    .await
}

pub(crate) async fn take_back(app: Server, on: OnGame<VersionRequest>) -> Answer<Json<Game>> {
    let work = |_: Sources<'_>, game: &mut AnyPracticeGame| Ok(Some(game.take_back()? + 1));
    change(app.0, on.id, on.asked.version, on.reveal, work).await
}

pub(crate) async fn resign(app: Server, on: OnGame<VersionRequest>) -> Answer<Json<Game>> {
    change(app.0, on.id, on.asked.version, on.reveal, |_, game| {
        game.resign()?;
        Ok(None)
    })
    .await
}

pub(crate) async fn hint(app: Server, on: OnGame<VersionRequest>) -> Answer<Json<Hint>> {
    work_on(app.0, on.id, on.asked.version, false, |app, active| {
        let hint = active.game.hint(app.library.sources())?;
        tell(app, active)?;
        Ok(hint)
    })
    .await
}

pub(crate) async fn branch(app: Server, on: OnGame<BranchRequest>) -> Answer<Response> {
    let game = fetch(&app, on.id).await?;
    run_blocking(&app, move |app| {
        let setup =
            hold(&game)?.game.branch(app.library.sources(), on.asked.ply, rand::random())?;
        start_game(app, setup, on.reveal)
    })
    .await
}
