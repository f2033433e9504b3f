//! The server's state and its routes. [`router`] makes them, so tests can call them without a socket.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router, middleware};
use corpus::sparring::Engines;
use endgame::material::Material;
use endgame::store::Store;
use player::Belief;
use serde_json::json;
use study::atlas;
use study::networks::{self, EndgameNetwork};
use study::other_games::GameName;
use study::other_games::forecast::GameOutlook;
use study::other_games::listed::ListedMoves;
use study::practice::opponents;
use study::practice::rating::RatedGames;
use study::prediction::Outlook;
use study::schema::{Agents, EndgameEntry, EndgameStatistics, PlayedOut};
use tokio::sync::Semaphore;

use crate::assess::Assessing;
use crate::assets::asset;
use crate::cache::Cache;
use crate::errors::{Answer, Failure};
use crate::explore_routes;
pub use crate::guard::Gate;
use crate::guard::guard;
use crate::history::{History, HistoryError, Learned};
use crate::library::Library;
use crate::lock::lock;
use crate::network_routes;
use crate::other_games;
use crate::practice::active_games::ActiveGames;
use crate::practice::{history_routes, lesson_routes, routes};
use crate::random_routes;
use crate::request::{GameQuery, Named, Query, read_endgame, read_material};
use crate::request_log::log_request;
use crate::review::{self, Reviews};
use crate::server_sent_events;
use crate::sparring;

/// Where tables and the practice history are kept, and how much memory tables may take.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of tables.
    pub tables: PathBuf,
    /// The folder of the practice history; `None` keeps it in memory.
    pub data: Option<PathBuf>,
    /// Bytes of memory for tables.
    pub memory: usize,
    /// An engine that may value whole games, beside those that are found by themselves.
    pub engine: Option<String>,
    /// The network that is shown; the one that comes with the program if there is none.
    pub network: Option<Arc<EndgameNetwork>>,
}

/// The state that all routes share.
pub struct App {
    pub(crate) library: Library,
    pub(crate) history: History,
    /// The belief learned from all practice moves, as of the last request for it.
    learned: Mutex<Learned>,
    pub(crate) active_games: ActiveGames,
    /// What finished games say of the user's rating.
    pub(crate) rated: RatedGames,
    /// Limits the moves computed at the same time to the number of cores; others wait first in, first out.
    turns: Semaphore,
    /// Assessments in progress and finished ones.
    pub assessing: Assessing,
    /// Whole games that are or were reviewed.
    pub(crate) reviews: Reviews,
    /// What whole games that people play here need.
    pub(crate) sparring: Engines,
    pub(crate) outlooks: Cache<Arc<Outlook>>,
    /// Expected lengths measured by playing games.
    pub(crate) played_out: Cache<PlayedOut>,
    pub(crate) statistics: Cache<EndgameStatistics>,
    /// The network that is shown, once somebody has asked for it.
    network: OnceLock<Arc<EndgameNetwork>>,
    /// The moves and the forecasts of endgames of other games.
    pub(crate) game_moves: Cache<Arc<ListedMoves>>,
    pub(crate) game_outlooks: Cache<Arc<GameOutlook>>,
    /// The entries of `GET /api/endgames`.
    atlas: Mutex<HashMap<Material, EndgameEntry>>,
}

/// How handlers take the state.
pub(crate) type Server = State<Arc<App>>;

const LARGEST_BODY: usize = 64 << 10;

const LARGEST_PGN: usize = 8 << 20;

impl App {
    /// Opens the tables and the history.
    pub fn open(settings: &Settings) -> Result<Arc<App>, HistoryError> {
        let history = match &settings.data {
            Some(folder) => History::open(folder)?,
            None => History::in_memory()?,
        };
        let mut learned = Learned::default();
        history.learn(&mut learned)?;
        let store = Store::new(&settings.tables);
        Ok(Arc::new(App {
            library: Library::new(store, settings.memory),
            history,
            learned: Mutex::new(learned),
            active_games: ActiveGames::default(),
            rated: RatedGames::default(),
            turns: Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from)),
            assessing: Assessing::default(),
            reviews: Reviews::new(settings.engine.clone()),
            sparring: Engines::default(),
            outlooks: Cache::new(2),
            played_out: Cache::new(1_000),
            statistics: Cache::new(200),
            network: settings.network.clone().map_or_else(OnceLock::new, OnceLock::from),
            game_moves: Cache::new(2),
            game_outlooks: Cache::new(4),
            atlas: Mutex::default(),
        }))
    }

    /// The network that is shown.
    pub(crate) fn network(&self) -> Arc<EndgameNetwork> {
        Arc::clone(self.network.get_or_init(|| Arc::new(networks::built_in())))
    }

    /// The belief about the user from all practice moves of a game, of chess if none is named, including those played on other servers that
    /// share the history.
    pub(crate) fn knowledge(&self, game: Option<GameName>) -> Result<Belief, HistoryError> {
        let mut learned = lock(&self.learned);
        self.history.learn(&mut learned)?;
        Ok(learned.belief(game))
    }
}

/// Runs blocking work on a thread of its own, so that other requests are answered meanwhile.
pub(crate) async fn run_blocking<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let app = Arc::clone(app);
    let done = tokio::task::spawn_blocking(move || work(&app)).await;
    done.unwrap_or_else(|_| Err(Failure::ours("the answer broke down: try again, and tell us")))
}

/// The same for work that should stop when the client disconnects: the flag is set then.
pub(crate) async fn run_while_connected<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App, &AtomicBool) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    // Dropped with this future: when the work is done or the connection has closed.
    let raised_at_last = RaisedOnDrop(Arc::default());
    let gone = Arc::clone(&raised_at_last.0);
    run_blocking(app, move |app| work(app, &gone)).await
}

struct RaisedOnDrop(Arc<AtomicBool>);

impl Drop for RaisedOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The same for short work on a game, at most one piece per core and first in, first out: with many
/// games at once everybody waits equally, and no move competes with a hundred other threads.
pub(crate) async fn in_turn<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    // The semaphore is never closed; if it were, the work would be done without waiting.
    let _turn = app.turns.acquire().await;
    run_blocking(app, work).await
}

/// Every route, by method and path. A test compares them with `openapi.json`.
fn routes() -> Router<Arc<App>> {
    let pgn = || DefaultBodyLimit::max(LARGEST_PGN);
    let health = async || Json(json!({ "version": env!("CARGO_PKG_VERSION") }));
    let openapi = async || ([(header::CONTENT_TYPE, "application/json")], OPENAPI);
    Router::new()
        .route("/api/health", get(health))
        .route("/api/openapi.json", get(openapi))
        .route("/api/position", get(explore_routes::position))
        .route("/api/line", get(explore_routes::line))
        .route("/api/curves", get(explore_routes::curves))
        .route("/api/chart", get(explore_routes::chart))
        .route("/api/predict", get(explore_routes::predict))
        .route("/api/random-game", get(random_routes::game))
        .route("/api/random-game/positions", get(random_routes::positions))
        .route("/api/theory", get(random_routes::theory))
        .route("/api/network", get(network_routes::network))
        .route("/api/network/about", get(network_routes::about_network))
        .route("/api/network/chart", get(network_routes::chart))
        .route("/api/network/puzzles", get(network_routes::puzzles))
        .route("/api/agents", get(agents))
        .route("/api/endgames", get(endgames))
        .route("/api/endgames/{material}", get(explore_routes::endgame))
        .route("/api/endgames/{material}/solve", post(solve))
        .route("/api/jobs/{id}/events", get(server_sent_events::events))
        .route("/api/jobs/{id}", delete(server_sent_events::cancel))
        .route("/api/practice", post(routes::begin).get(history_routes::list))
        .route("/api/practice/{id}", get(routes::show))
        .route("/api/practice/{id}/move", post(routes::play))
        .route("/api/practice/{id}/takeback", post(routes::take_back))
        .route("/api/practice/{id}/resign", post(routes::resign))
        .route("/api/practice/{id}/hint", post(routes::hint))
        .route("/api/practice/{id}/branch", post(routes::branch))
        .route("/api/practice/{id}/report", get(history_routes::report))
        .route("/api/lessons", get(lesson_routes::list))
        .route("/api/today", get(lesson_routes::show).post(lesson_routes::answer))
        .route("/api/knowledge", get(history_routes::knowledge))
        .route("/api/progress", get(history_routes::progress_so_far))
        .route("/api/export/games.pgn", get(history_routes::export_pgn))
        .route("/api/export/games.csv", get(history_routes::export_csv))
        .route("/api/history", delete(history_routes::delete))
        .route("/api/sparring", get(sparring::offer).post(sparring::answer))
        .route("/api/engines", get(review::engines))
        .route("/api/review/{id}", get(review::show))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .route("/api/assess", post(explore_routes::assess).layer(pgn()))
        .route("/api/assess/annotated", post(explore_routes::annotate).layer(pgn()))
        .route("/api/positions", post(lesson_routes::positions).layer(pgn()))
        .route("/api/review", post(review::start).layer(pgn()))
        .route("/api/review/games", post(review::games).layer(pgn()))
}

/// All routes and pages, behind the guard and the request log.
pub fn router(app: Arc<App>, gate: Gate) -> Router {
    routes()
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app)
        .layer(middleware::from_fn_with_state(Arc::new(gate), guard))
        .layer(middleware::from_fn(log_request))
}

/// The OpenAPI description of the routes.
pub const OPENAPI: &str = include_str!("openapi.json");

async fn wrong_method() -> Failure {
    let sentence = "this address answers another method: see /api/openapi.json";
    Failure::Said(StatusCode::METHOD_NOT_ALLOWED, sentence.into())
}

/// The pages of the workbench; 404 with a sentence for any other path.
async fn page(uri: Uri, asked: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Failure::missing("there is no such address: see /api/openapi.json").into_response();
    }
    let Some(found) = asset(path) else {
        return Failure::missing("there is no such page: the workbench is at /").into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, found.content_type),
        (header::CACHE_CONTROL, found.cache_control),
        (header::VARY, "accept-encoding"),
    ];
    let encodings = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    if encodings.is_some_and(|encodings| encodings.contains("gzip")) {
        return (headers, [(header::CONTENT_ENCODING, "gzip")], found.gzip).into_response();
    }
    (headers, found.bytes).into_response()
}

async fn agents(Query(asked): Query<GameQuery>) -> Answer<Json<Agents>> {
    Ok(Json(opponents::list(asked.game()?)))
}

async fn endgames(app: Server, Query(asked): Query<GameQuery>) -> Answer<Json<Vec<EndgameEntry>>> {
    if let Some(game) = asked.game()? {
        return run_blocking(&app, move |app| Ok(Json(other_games::endgames(app, game)))).await;
    }
    run_blocking(&app, |app| {
        let mut known = lock(&app.atlas);
        let lines = atlas::all().map(|material| {
            let line = known.entry(material).or_insert_with(|| atlas::entry(&material));
            line.solved = line.solved || app.library.is_ready(&material);
            line.clone()
        });
        Ok(Json(lines.collect()))
    })
    .await
}

async fn solve(
    app: Server,
    Named(name): Named,
    Query(asked): Query<GameQuery>,
) -> Answer<Response> {
    if let Some(game) = asked.game()? {
        let job = app.library.solve_other(game, &read_endgame(game, &name)?);
        return Ok((StatusCode::ACCEPTED, Json(json!({ "job": job.id }))).into_response());
    }
    let material = read_material(&name)?;
    if material.men() > endgame::material::MOST_MEN_LISTED {
        return Err(Failure::bad(format!(
            "{material} has more than five men: the workbench knows endgames of up to five"
        )));
    }
    let job = app.library.solve(&material);
    Ok((StatusCode::ACCEPTED, Json(json!({ "job": job.id }))).into_response())
}
