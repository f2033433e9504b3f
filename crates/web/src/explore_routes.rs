//! Positions, endgames and games looked into, over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use endgame::material::{MOST_MEN_LISTED, Material};
use player::Competence;

use crate::app::{App, read_material, run_blocking, run_while_connected};
use crate::assess::{self, Read};
use crate::cache::cached;
use crate::endgames::{StatsAnswer, stats};
use crate::errors::{Answer, Failure, chain};
use crate::explore::{self, ChartAnswer, CurvesAnswer, LineAnswer};
use crate::jobs::{Ended, Job};
use crate::position::read_fen;
use crate::predict::{MOST_MEN, Outlook, PlayedOut, PredictAnswer, attacker, by_competence};
use crate::request::{
    AssessQuery, ChartQuery, CurvesQuery, FenQuery, Named, PredictQuery, Query, Text,
};
use study::schema::assessment::AssessmentReport;

/// `GET /api/line`.
pub(crate) async fn line(
    State(app): State<Arc<App>>,
    Query(FenQuery { fen }): Query<FenQuery>,
) -> Answer<Json<LineAnswer>> {
    let position = read_fen(&fen)?;
    app.library.need_for(&position).await?;
    run_blocking(&app, move |app| explore::line(app.library.tables(), &position).map(Json)).await
}

/// `GET /api/curves`.
pub(crate) async fn curves(
    State(app): State<Arc<App>>,
    Query(asked): Query<CurvesQuery>,
) -> Answer<Json<CurvesAnswer>> {
    let position = read_fen(&asked.fen)?;
    app.library.need_for(&position).await?;
    let (from, to) = (asked.from.unwrap_or(0.0), asked.to.unwrap_or(50.0));
    let step = asked.step.unwrap_or(1.0);
    run_blocking(&app, move |app| {
        explore::curves(app.library.tables(), &position, from, to, step).map(Json)
    })
    .await
}

/// `GET /api/chart`.
pub(crate) async fn chart(
    State(app): State<Arc<App>>,
    Query(asked): Query<ChartQuery>,
) -> Answer<Json<ChartAnswer>> {
    let position = read_fen(&asked.fen)?;
    app.library.need_for(&position).await?;
    run_blocking(&app, move |app| {
        explore::chart(app.library.tables(), &position, &asked.piece).map(Json)
    })
    .await
}

/// `GET /api/predict`.
pub(crate) async fn predict(
    State(app): State<Arc<App>>,
    Query(asked): Query<PredictQuery>,
) -> Answer<Json<PredictAnswer>> {
    let position = read_fen(&asked.fen)?;
    let c = asked.c.unwrap_or(20.0);
    let competence = Competence::new(c).ok().filter(|c| c.is_finite() && c.get().abs() <= 1e3);
    let Some(competence) = competence else {
        return Err(Failure::bad("a competence is a number such as 20, at most 1000"));
    };
    app.library.need_for(&position).await?;
    let nothing = |note: &str| PredictAnswer {
        c,
        markov: None,
        markov_note: Some(note.to_owned()),
        exact: None,
        exact_note: Some(note.to_owned()),
        played_out: None,
    };
    if position.is_checkmate() || position.is_stalemate() {
        return Ok(Json(nothing("the game is over here: ask about an earlier position")));
    }
    let at = position.clone();
    let value = run_blocking(&app, move |app| Ok(app.library.tables().outcome(&at)?)).await?;
    let Some(winner) = attacker(&position, value) else {
        return Ok(Json(nothing("the position is drawn: there is no win to wait for")));
    };
    let material = position.material().normalized();
    let key = format!("forecast of {material}, {winner:?} to win, c = {c}");
    let outlook = cached(
        &app,
        key,
        |app| &app.outlooks,
        move |app, job| Outlook::of(&app.library, &material, winner, competence, job),
    )
    .await?;
    let played_out = if position.material().men() > MOST_MEN {
        let key = format!("games from {}, c = {c}", position.fen());
        let at = position.clone();
        let work =
            move |app: &App, job: &Job| PlayedOut::of(&app.library, &at, value, competence, job);
        Some(cached(&app, key, |app| &app.played_out, work).await?)
    } else {
        None
    };
    let answer = move |_: &App| outlook.answer(&position, value, c);
    Ok(Json(PredictAnswer { played_out, ..run_blocking(&app, answer).await? }))
}

/// `GET /api/endgames/KQKR`.
pub(crate) async fn endgame(
    State(app): State<Arc<App>>,
    Named(name): Named,
) -> Answer<Json<StatsAnswer>> {
    let material = read_material(&name)?.normalized();
    app.library.need(&material).await?;
    let key = format!("statistics of {material}");
    let answer = cached(
        &app,
        key,
        |app| &app.statistics,
        move |app, job| {
            let counted = stats(&app.library, &material);
            let mut answer = counted.map_err(|error| Ended::Failed(chain(&error)))?;
            answer.difficulty_by_competence = by_competence(&app.library, &material, job)?;
            Ok(answer)
        },
    );
    Ok(Json(answer.await?))
}

/// Five-man endgames solved for one request at most, unless they are asked for.
const MOST_SOLVED: usize = 8;

/// The games sent, and up to how many men they can be looked up.
async fn ready(app: &Arc<App>, Text(pgn): Text, asked: &AssessQuery) -> Answer<(Read, usize)> {
    let most = asked.men.unwrap_or(MOST_MEN_LISTED).clamp(3, MOST_MEN_LISTED);
    let (read, mut unsolved) = run_while_connected(app, move |app, gone| {
        let read = assess::read(&pgn, gone)?;
        let mut unsolved = read.endgames(most);
        unsolved.retain(|one| !app.library.is_ready(one));
        Ok((read, unsolved))
    })
    .await?;
    let too_many = unsolved.iter().filter(|one| one.men() > 4).count() > MOST_SOLVED;
    let men = if asked.men.is_none() && too_many { 4 } else { most };
    unsolved.retain(|one: &Material| one.men() <= men);
    for material in unsolved {
        app.library.need(&material).await?;
    }
    Ok((read, men))
}

/// `POST /api/assess`.
pub(crate) async fn assess(
    State(app): State<Arc<App>>,
    Query(asked): Query<AssessQuery>,
    text: Text,
) -> Answer<Json<AssessmentReport>> {
    let (read, men) = ready(&app, text, &asked).await?;
    run_while_connected(&app, move |app, gone| {
        read.assess(app.library.tables(), men, &app.assessing.watch(gone)).map(Json)
    })
    .await
}

/// `POST /api/assess/annotated`.
pub(crate) async fn annotate(
    State(app): State<Arc<App>>,
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
