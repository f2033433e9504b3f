//! A network beside the truth, over HTTP.

use std::sync::Arc;

use axum::Json;
use serde::Deserialize;
use study::networks::EndgameNetwork;
use study::networks::explanation::about;
use study::networks::look::{chart as chart_of, view};
use study::networks::puzzles::puzzles as puzzles_of;
use study::schema::networks::{NetworkAbout, NetworkChart, NetworkException, NetworkView};

use crate::app::{App, Server, run_blocking};
use crate::errors::Answer;
use crate::request::{ChartQuery, FenQuery, Query, read_fen};

/// The longest name of a man looked at.
const LONGEST_MAN: usize = 8;

/// Exceptions told at once.
const MOST_PUZZLES: usize = 500;

/// The network, once its endgame can be looked up.
async fn ready(app: &Arc<App>) -> Answer<Arc<EndgameNetwork>> {
    let network = app.network();
    app.library.need(&network.material()).await?;
    Ok(network)
}

pub(crate) async fn network(
    app: Server,
    Query(FenQuery { fen, .. }): Query<FenQuery>,
) -> Answer<Json<NetworkView>> {
    let position = read_fen(&fen)?;
    let network = ready(&app).await?;
    run_blocking(&app, move |app| Ok(Json(view(app.library.tables(), &network, &position)?))).await
}

pub(crate) async fn chart(
    app: Server,
    Query(asked): Query<ChartQuery>,
) -> Answer<Json<NetworkChart>> {
    let position = read_fen(&asked.fen)?;
    let short: String = asked.piece.chars().take(LONGEST_MAN).collect();
    let man = short.parse()?;
    let network = ready(&app).await?;
    run_blocking(&app, move |app| {
        Ok(Json(chart_of(app.library.tables(), &network, &position, man)?))
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct PuzzleQuery {
    count: Option<usize>,
}

pub(crate) async fn puzzles(
    app: Server,
    Query(asked): Query<PuzzleQuery>,
) -> Answer<Json<Vec<NetworkException>>> {
    let most = asked.count.unwrap_or(100).min(MOST_PUZZLES);
    let network = ready(&app).await?;
    run_blocking(&app, move |app| Ok(Json(puzzles_of(app.library.tables(), &network, most)?))).await
}

pub(crate) async fn about_network(app: Server) -> Answer<Json<NetworkAbout>> {
    let network = ready(&app).await?;
    run_blocking(&app, move |app| Ok(Json(about(app.library.tables(), &network)?))).await
}
