//! Positions, endgames and games looked into, over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use endgame::chart::Chart;
use endgame::material::{MOST_MEN_LISTED, Material};
use endgame::progress::Monitor;
use endgame::rules::Position;
use endgame::tables::Tables;
use player::{Competence, CompetenceGrid, Model};
use study::atlas::statistics;
use study::best_line::{LineTies, Until, best_line, to_schema};
use study::position_report::PositionReport;
use study::prediction::{
    ForecastError, MOST_MEN, Outlook, by_competence, played_out, winner_in_table,
};
use study::schema::assessment::AssessmentReport;
use study::schema::{Curves, EndgameStatistics, ExploredPosition, Forecasts, Line};
use study::{advice, schema};
use value::Metric;

use crate::app::{App, Server, run_blocking, run_while_connected};
use crate::assess::{self, Read};
use crate::cache::cached;
use crate::errors::{Answer, Failure, chain};
use crate::jobs::{Ended, Job};
use crate::other_games;
use crate::request::{
    AssessQuery, ChartQuery, CurvesQuery, FenQuery, GameQuery, Named, PredictQuery, Query, Text,
    read_fen, read_game, read_material,
};

/// Answers about a position whose tables are ready.
async fn about<T: Send + 'static>(
    app: &Arc<App>,
    fen: &str,
    work: impl FnOnce(&Tables, Position) -> Answer<T> + Send + 'static,
) -> Answer<Json<T>> {
    let position = read_fen(fen)?;
    app.library.need(&position.material()).await?;
    run_blocking(app, move |app| work(app.library.tables(), position).map(Json)).await
}

pub(crate) async fn position(
    app: Server,
    Query(FenQuery { fen, game }): Query<FenQuery>,
) -> Answer<Json<ExploredPosition>> {
    if let Some(game) = read_game(game.as_deref())? {
        return other_games::position(&app, game, &fen).await;
    }
    let work = |tables: &Tables, at| Ok(PositionReport::of(tables, at)?.explore(&Model::default()));
    about(&app, &fen, work).await
}

pub(crate) async fn line(
    app: Server,
    Query(FenQuery { fen, game }): Query<FenQuery>,
) -> Answer<Json<Line>> {
    if let Some(game) = read_game(game.as_deref())? {
        return other_games::line(&app, game, &fen).await;
    }
    let work = |tables: &Tables, at| {
        let start = PositionReport::of(tables, at)?;
        let line = best_line(tables, &start.position, Until::Goal, LineTies::FirstNamed)?;
        Ok(to_schema(&start, &line, true))
    };
    about(&app, &fen, work).await
}

/// Competences of one curve at most.
const MOST_POINTS: f64 = 500.0;

pub(crate) async fn curves(app: Server, Query(asked): Query<CurvesQuery>) -> Answer<Json<Curves>> {
    let (from, to) = (asked.from.unwrap_or(0.0), asked.to.unwrap_or(50.0));
    let step = asked.step.unwrap_or(1.0);
    let short = (to - from) / step <= MOST_POINTS && from.abs().max(to.abs()) <= 1e4;
    let Some(grid) = CompetenceGrid::new(from, step, to).ok().filter(|_| short) else {
        return Err(Failure::bad(format!(
            "competences go from one number to a greater one in at most {MOST_POINTS} steps, as in from=0&to=50&step=1"
        )));
    };
    if let Some(game) = read_game(asked.game.as_deref())? {
        return other_games::curves(&app, game, &asked.fen, grid).await;
    }
    let work = move |tables: &Tables, at| {
        Ok(advice::curves(tables, &PositionReport::of(tables, at)?, grid)?)
    };
    about(&app, &asked.fen, work).await
}

/// The longest name of a man looked at.
const LONGEST_MAN: usize = 8;

pub(crate) async fn chart(
    app: Server,
    Query(asked): Query<ChartQuery>,
) -> Answer<Json<schema::Chart>> {
    let short: String = asked.piece.chars().take(LONGEST_MAN).collect();
    let work = move |tables: &Tables, at: Position| {
        let worth = |moved: &Position| Ok::<_, Failure>(tables.outcome(moved)?);
        let chart = Chart::of(&at, short.parse()?, at.turn(), worth)?;
        Ok(schema::Chart::of(&at, &chart, Metric::Dtc, "metric"))
    };
    about(&app, &asked.fen, work).await
}

/// How a job ends that could not make a forecast.
fn ended(error: ForecastError) -> Ended {
    if error.is_stopped() { Ended::Cancelled } else { Ended::Failed(chain(&error)) }
}

pub(crate) async fn predict(
    app: Server,
    Query(asked): Query<PredictQuery>,
) -> Answer<Json<Forecasts>> {
    let c = asked.c.unwrap_or(20.0);
    let competence = Competence::new(c).ok().filter(|c| c.is_finite() && c.get().abs() <= 1e3);
    let Some(competence) = competence else {
        return Err(Failure::bad("a competence is a number such as 20, at most 1000"));
    };
    if let Some(game) = read_game(asked.game.as_deref())? {
        return other_games::predict(&app, game, &asked.fen, competence).await;
    }
    let position = read_fen(&asked.fen)?;
    app.library.need(&position.material()).await?;
    let nothing = |note: &str| Forecasts::none(c, note);
    if position.is_checkmate() || position.is_stalemate() {
        return Ok(Json(nothing("the game is over here: ask about an earlier position")));
    }
    let at = position.clone();
    let value = run_blocking(&app, move |app| Ok(app.library.tables().outcome(&at)?)).await?;
    let Some(winner) = winner_in_table(&position, value) else {
        return Ok(Json(nothing("the position is drawn: there is no win to wait for")));
    };
    let material = position.material().normalized();
    let key = format!("forecast of {material}, {winner:?} to win, c = {c}");
    let work = move |app: &App, job: &Job| {
        let (tables, budget) = (app.library.tables(), app.library.budget());
        let outlook = |monitor: &Monitor<'_>| {
            Outlook::of(tables, &material, winner, competence, budget, monitor)
        };
        job.watched(outlook).map(Arc::new).map_err(ended)
    };
    let outlook = cached(&app, key, |app| &app.outlooks, work).await?;
    let played = if material.men() > MOST_MEN {
        let key = format!("games from {}, c = {c}", position.fen());
        let at = position.clone();
        let work = move |app: &App, job: &Job| {
            let tables = app.library.tables();
            let games = |monitor: &Monitor<'_>| played_out(tables, &at, value, competence, monitor);
            job.watched(games).map_err(ended)
        };
        Some(cached(&app, key, |app| &app.played_out, work).await?)
    } else {
        None
    };
    let forecasts = move |_: &App| Ok(outlook.forecasts(&position, value));
    let forecasts = run_blocking(&app, forecasts).await?;
    Ok(Json(Forecasts { played_out: played, ..forecasts }))
}

pub(crate) async fn endgame(
    app: Server,
    Named(name): Named,
    Query(asked): Query<GameQuery>,
) -> Answer<Json<EndgameStatistics>> {
    if let Some(game) = asked.game()? {
        return other_games::endgame(&app, game, &name).await;
    }
    let material = read_material(&name)?.normalized();
    app.library.need(&material).await?;
    let key = format!("statistics of {material}");
    let work = move |app: &App, job: &Job| {
        let table = app.library.table(&material);
        let table = table.map_err(|error| Ended::Failed(chain(&error)))?;
        let tried = |monitor: &Monitor<'_>| by_competence(app.library.tables(), &material, monitor);
        let difficulty_by_competence = job.watched(tried).map_err(ended)?;
        Ok(EndgameStatistics { difficulty_by_competence, ..statistics(&table) })
    };
    Ok(Json(cached(&app, key, |app| &app.statistics, work).await?))
}

/// The games sent, and up to how many men they can be looked up.
async fn ready(app: &Arc<App>, Text(pgn): Text, asked: &AssessQuery) -> Answer<(Read, usize)> {
    let most = asked.men.unwrap_or(MOST_MEN_LISTED).clamp(3, MOST_MEN_LISTED);
    let (read, unsolved) = run_while_connected(app, move |app, gone| {
        let read = assess::read(&pgn, gone)?;
        let mut unsolved = read.endgames(most);
        unsolved.retain(|one: &Material| !app.library.is_ready(one));
        Ok((read, unsolved))
    })
    .await?;
    for material in unsolved {
        app.library.need(&material).await?;
    }
    Ok((read, most))
}

pub(crate) async fn assess(
    app: Server,
    Query(asked): Query<AssessQuery>,
    text: Text,
) -> Answer<Json<AssessmentReport>> {
    let (read, men) = ready(&app, text, &asked).await?;
    run_while_connected(&app, move |app, gone| {
        read.assess(app.library.tables(), men, &app.assessing.watch(gone)).map(Json)
    })
    .await
}

pub(crate) async fn annotate(
    app: Server,
    Query(asked): Query<AssessQuery>,
    text: Text,
) -> Answer<Response> {
    let (read, men) = ready(&app, text, &asked).await?;
    let text = run_while_connected(&app, move |app, gone| {
        read.annotate(app.library.tables(), men, &app.assessing.watch(gone))
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
