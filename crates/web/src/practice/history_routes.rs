//! The report of a game, the history, and what they say of you, over HTTP.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use study::practice::{Listing, RecordedGame, export, progress};
use study::schema::practice::{Knowledge, PastGame, PracticeProgress, Report};

use super::active_games::{fetch, hold};
use super::routes::now;
use crate::app::{App, Server, run_blocking};
use crate::errors::{Answer, Failure};
use crate::request::{Body, DeleteRequest, GameQuery, HistoryQuery, Named, Query};

/// Games of one answer, unless fewer are asked for.
const MOST_LISTED: usize = 1_000;

pub(crate) async fn report(app: Server, Named(id): Named) -> Answer<Json<Report>> {
    let game = fetch(&app, id).await?;
    run_blocking(&app, move |app| Ok(Json(hold(&game)?.game.report(app.library.sources())))).await
}

pub(crate) async fn list(
    app: Server,
    Query(asked): Query<HistoryQuery>,
) -> Answer<Json<Vec<PastGame>>> {
    run_blocking(&app, move |app| {
        let limit = asked.limit.unwrap_or(100).min(MOST_LISTED);
        let listing = app.history.games(limit, asked.material.as_deref())?;
        Ok(Json(listing.games.iter().map(PastGame::from).collect()))
    })
    .await
}

pub(crate) async fn knowledge(
    app: Server,
    Query(asked): Query<GameQuery>,
) -> Answer<Json<Knowledge>> {
    run_blocking(&app, move |app| {
        let game = asked.game()?;
        let games = app.history.telling_games(game)?;
        Ok(Json(Knowledge::new(&app.knowledge(game)?, games)))
    })
    .await
}

fn all(app: &App) -> Answer<Listing> {
    Ok(app.history.games(usize::MAX, None)?)
}

pub(crate) async fn progress_so_far(app: Server) -> Answer<Json<PracticeProgress>> {
    run_blocking(&app, |app| {
        let rated = |game: &RecordedGame| app.rated.belief(app.library.tables(), game);
        Ok(Json(progress::progress(&all(app)?.games, now(), &rated)))
    })
    .await
}

fn file(kind: &'static str, name: &'static str, text: String) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)];
    (headers, text).into_response()
}

pub(crate) async fn export_pgn(app: Server) -> Answer<Response> {
    let text = run_blocking(&app, |app| Ok(export::pgn(&all(app)?))).await?;
    let name = "attachment; filename=\"games.pgn\"";
    Ok(file("application/x-chess-pgn; charset=utf-8", name, text))
}

pub(crate) async fn export_csv(app: Server) -> Answer<Response> {
    let text = run_blocking(&app, |app| Ok(export::csv(&all(app)?))).await?;
    Ok(file("text/csv; charset=utf-8", "attachment; filename=\"games.csv\"", text))
}

pub(crate) async fn delete(
    app: Server,
    Body(DeleteRequest { confirm }): Body<DeleteRequest>,
) -> Answer<Response> {
    if confirm != "delete everything" {
        return Err(Failure::bad(
            "nothing was deleted: to delete all practice, send {\"confirm\": \"delete everything\"}",
        ));
    }
    run_blocking(&app, |app| {
        app.history.delete_everything()?;
        app.active_games.clear();
        app.rated.clear();
        Ok(Json(json!({ "deleted": true })).into_response())
    })
    .await
}
