//! Practice games over HTTP.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use endgame::rules::Position;
use endgame::table::Table;
use serde::Serialize;
use study::opponents;
use study::practice::Depths;
use study::practice::choose::{DrawnError, LEVELS};
use value::Outcome;

use super::desk::{Shared, fetch, give_up, hold, keep, shown};
use super::game::Practice;
use super::setup::Setup;
use super::start::{Goal, StartError, Wish};
use crate::app::{App, in_turn, read_material, run_blocking};
use crate::errors::{Answer, Failure};
use crate::position::read_fen;
use crate::request::{
    Body, BranchRequest, DepthWish, GoalWord, MoveRequest, Named, PracticeRequest, Query, Reveal,
    VersionRequest,
};
use crate::response::GameAnswer;

impl From<StartError> for Failure {
    fn from(error: StartError) -> Failure {
        match error {
            StartError::Tables(error) => error.into(),
            StartError::Drawn(DrawnError::Tables(error)) => error.into(),
            StartError::Drawn(DrawnError::Choices(error)) => error.into(),
            StartError::NoSuchPosition { .. } => Failure::bad(error.to_string()),
        }
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

fn created(game: GameAnswer) -> Response {
    (StatusCode::CREATED, Json(game)).into_response()
}

/// `POST /api/practice`.
pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    Query(reveal): Query<Reveal>,
    Body(asked): Body<PracticeRequest>,
) -> Answer<Response> {
    let seed = asked.seed.unwrap_or_else(rand::random);
    let (surprise, opponent) = match asked.opponent.as_str() {
        "surprise" => (true, opponents::surprise(seed).to_owned()),
        named => (false, opponents::read(named)?.to_string()),
    };
    let given = asked.fen.as_deref().map(read_fen).transpose()?;
    let material = match (&given, &asked.material) {
        (Some(position), _) => position.material(),
        (None, Some(name)) => read_material(name)?,
        (None, None) => return Err(Failure::bad("say what to practise: give material or fen")),
    };
    if asked.difficulty.is_some_and(|level| !(1..=LEVELS).contains(&level)) {
        return Err(Failure::bad(format!("a difficulty is a number from 1 to {LEVELS}")));
    }
    app.library.need(&material).await?;
    // What has to be read from a file is read before anybody has to wait for it.
    let from = match given {
        Some(position) => Origin::Position(position),
        None => {
            Origin::Table(run_blocking(&app, move |app| Ok(app.library.table(&material)?)).await?)
        }
    };
    let game = in_turn(&app, move |app| {
        let (start, you, goal) = match from {
            Origin::Position(position) => {
                let you = asked.side.map_or(position.turn(), Into::into);
                let value = app.library.tables().outcome(&position)?;
                let own = if you == position.turn() { value } else { value.flipped() };
                (position, you, Goal::of(own))
            }
            Origin::Table(table) => {
                let wish = Wish {
                    material,
                    side: asked.side.map(Into::into),
                    stronger: asked.stronger,
                    depth: asked.depth.map(|depth| match depth {
                        DepthWish::One(depth) => Depths { least: depth, greatest: depth },
                        DepthWish::Range(least, greatest) => Depths { least, greatest },
                    }),
                    difficulty: asked.difficulty,
                    goal: asked.goal.map(|goal| match goal {
                        GoalWord::Win => Goal::Win,
                        GoalWord::Hold => Goal::Hold,
                        GoalWord::Resist => Goal::Resist,
                    }),
                    seed,
                };
                let start = wish.start(&table, app.library.tables())?;
                (start.position, start.you, start.goal)
            }
        };
        let (to_mate, parent) = (asked.to_mate, None);
        let setup = Fresh { start, you, goal, to_mate, surprise, opponent, seed, parent };
        sit_down(app, setup)?.answer(app, reveal.is_on())
    })
    .await?;
    Ok(created(game))
}

/// Where a game is taken from.
enum Origin {
    Position(Position),
    Table(Arc<Table>),
}

/// A game to begin now, against an opponent who knows what there is to know.
struct Fresh {
    start: Position,
    you: endgame::rules::Color,
    goal: Goal,
    to_mate: bool,
    surprise: bool,
    opponent: String,
    seed: u64,
    parent: Option<String>,
}

/// A game on the desk, to be answered with.
struct Seated(Shared);

impl Seated {
    fn answer(&self, app: &App, reveal: bool) -> Answer<GameAnswer> {
        shown(app, &mut *hold(&self.0)?, reveal)
    }
}

fn sit_down(app: &App, fresh: Fresh) -> Answer<Seated> {
    let tables = app.library.tables();
    let depth = tables.outcome(&fresh.start)?.depth().map(|depth| depth.0);
    let seen = app.knowledge()?;
    let Fresh { start, you, goal, to_mate, surprise, opponent, seed, parent } = fresh;
    let setup = Setup { start, you, goal, to_mate, surprise, opponent, seed, depth, parent, seen };
    let id = format!("{:016x}", rand::random::<u64>());
    let mut game = Practice::begin(id, now(), setup)?;
    let made = game.open(tables)?;
    app.history.begin(game.row(), &made)?;
    Ok(Seated(app.desk.put(game)))
}

/// `GET /api/practice/ID`.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Named(id): Named,
    Query(reveal): Query<Reveal>,
) -> Answer<Json<GameAnswer>> {
    Ok(Json(as_it_stands(&app, id, reveal).await?))
}

/// How often a game that goes on elsewhere meanwhile is looked at again.
const LOOKS: usize = 5;

/// A game as it stands in the history.
async fn as_it_stands(app: &Arc<App>, id: String, reveal: Reveal) -> Answer<GameAnswer> {
    let reveal = reveal.is_on();
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

/// Changes a game that stands as the browser thinks it does.
async fn change(
    app: Arc<App>,
    id: String,
    version: u64,
    reveal: Reveal,
    work: impl FnOnce(&App, &mut Practice) -> Answer<()> + Send + 'static,
) -> Answer<Json<GameAnswer>> {
    let game = fetch(&app, id.clone()).await?;
    let show = reveal.is_on();
    let changed = in_turn(&app, move |app| {
        let mut game = hold(&game)?;
        if game.row().version != version {
            return Err(Failure::Overtaken);
        }
        let stood = (version, game.steps().len());
        let worked = work(app, &mut game);
        // A move that was made and could not be answered or kept: the history knows how it stood.
        if worked.is_err() && (game.row().version, game.steps().len()) != stood {
            give_up(app, &mut game);
        }
        worked?;
        shown(app, &mut game, show)
    })
    .await;
    match changed {
        // Here or by another server that shares the history.
        Err(Failure::Overtaken) => {
            Err(Failure::MovedOn(Box::new(as_it_stands(&app, id, reveal).await?)))
        }
        changed => changed.map(Json),
    }
}

/// `POST /api/practice/ID/move`.
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Named(id): Named,
    Query(reveal): Query<Reveal>,
    Body(MoveRequest { uci, version }): Body<MoveRequest>,
) -> Answer<Json<GameAnswer>> {
    change(app, id, version, reveal, move |app, game| {
        let made = game.play(app.library.tables(), &uci)?;
        keep(app, game, version, &made, None)
    })
    .await
}

/// `POST /api/practice/ID/takeback`.
pub(crate) async fn take_back(
    State(app): State<Arc<App>>,
    Named(id): Named,
    Query(reveal): Query<Reveal>,
    Body(VersionRequest { version }): Body<VersionRequest>,
) -> Answer<Json<GameAnswer>> {
    change(app, id, version, reveal, move |app, game| {
        let from = game.take_back(app.library.tables())?;
        keep(app, game, version, &[], Some(from))
    })
    .await
}

/// `POST /api/practice/ID/resign`.
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Named(id): Named,
    Query(reveal): Query<Reveal>,
    Body(VersionRequest { version }): Body<VersionRequest>,
) -> Answer<Json<GameAnswer>> {
    change(app, id, version, reveal, move |app, game| {
        game.resign()?;
        keep(app, game, version, &[], None)
    })
    .await
}

/// A best move and why it is one.
#[derive(Serialize)]
pub(crate) struct HintAnswer {
    uci: String,
    san: String,
    why: String,
}

/// `GET /api/practice/ID/hint`.
pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    Named(id): Named,
) -> Answer<Json<HintAnswer>> {
    let game = fetch(&app, id).await?;
    run_blocking(&app, move |app| {
        let mut game = hold(&game)?;
        let (here, best) = game.hint(app.library.tables())?;
        let version = game.row().version;
        keep(app, &mut game, version, &[], None)?;
        let held = match best.after {
            Outcome::Win(depth) if depth.0 == 0 => "reaches the goal at once".to_owned(),
            Outcome::Win(depth) => format!("leaves a win in {depth}"),
            Outcome::Draw => "holds the draw".to_owned(),
            Outcome::Loss(depth) => format!("puts the loss off for {depth} moves"),
        };
        let others = match (best.keeping, best.optimal.len(), best.legal) {
            (_, _, 1) => "it is the only legal move",
            (1, _, _) => "every other move gives that away",
            (_, 1, _) => "no other move is as good",
            _ => "it is one of the best moves",
        };
        let (uci, san) = (here.uci(best.play), here.san(best.play));
        Ok(Json(HintAnswer { why: format!("{san} {held}: {others}."), uci, san }))
    })
    .await
}

/// `POST /api/practice/ID/branch`.
pub(crate) async fn branch(
    State(app): State<Arc<App>>,
    Named(id): Named,
    Query(reveal): Query<Reveal>,
    Body(BranchRequest { ply }): Body<BranchRequest>,
) -> Answer<Response> {
    let game = fetch(&app, id).await?;
    let game = run_blocking(&app, move |app| {
        let fresh = {
            let game = hold(&game)?;
            let row = game.row();
            let start = game.position_at(ply).cloned().ok_or_else(|| {
                Failure::bad(format!(
                    "there is no ply {ply} in this game: choose 0 to {}",
                    game.steps().len()
                ))
            })?;
            let value = app.library.tables().outcome(&start)?;
            let own = if start.turn() == game.you() { value } else { value.flipped() };
            Fresh {
                start,
                you: game.you(),
                goal: Goal::of(own),
                to_mate: row.to_mate,
                surprise: row.surprise && game.over().is_none(),
                opponent: row.opponent.clone(),
                seed: rand::random(),
                parent: Some(row.id.clone()),
            }
        };
        sit_down(app, fresh)?.answer(app, reveal.is_on())
    })
    .await?;
    Ok(created(game))
}
