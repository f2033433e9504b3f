//! Positions and endgames of games that are not chess, looked into over HTTP: the same addresses with `game=`.

use std::sync::Arc;

use axum::Json;
use player::{Competence, CompetenceGrid, Model};
use study::advice;
use study::best_line::{LineTies, to_schema};
use study::exact::ExactError;
use study::other_games::forecast::{GameOutlook, by_competence};
use study::other_games::line::best_line;
use study::other_games::listed::{Follow, ListError};
use study::other_games::statistics::{entry, statistics};
use study::other_games::{AnyGame, AnyPosition, GameName};
use study::position_report::PositionReport;
use study::schema::{Curves, EndgameEntry, EndgameStatistics, ExploredPosition, Forecasts, Line};
use value::Outcome;

use crate::app::{App, run_blocking};
use crate::cache::cached;
use crate::errors::{Answer, chain};
use crate::jobs::{Ended, Job};
use crate::request::{read_endgame, read_position};

/// Answers about a position whose tables are ready.
async fn about<T: Send + 'static>(
    app: &Arc<App>,
    name: GameName,
    text: &str,
    work: impl FnOnce(&AnyGame, AnyPosition) -> Answer<T> + Send + 'static,
) -> Answer<Json<T>> {
    let position = read_position(name, text)?;
    app.library.need_other(name, &position.endgame()).await?;
    run_blocking(app, move |app| work(app.library.other(name), position).map(Json)).await
}

pub(crate) async fn position(
    app: &Arc<App>,
    name: GameName,
    text: &str,
) -> Answer<Json<ExploredPosition>> {
    let model = Model::default();
    let work = move |game: &AnyGame, at| Ok(PositionReport::of_game(game, at)?.explore(&model));
    about(app, name, text, work).await
}

pub(crate) async fn line(app: &Arc<App>, name: GameName, text: &str) -> Answer<Json<Line>> {
    let work = |game: &AnyGame, at| {
        let start = PositionReport::of_game(game, at)?;
        let line = best_line(game, &start.position, false, LineTies::FirstNamed)?;
        Ok(to_schema(&start, &line, true))
    };
    about(app, name, text, work).await
}

pub(crate) async fn curves(
    app: &Arc<App>,
    name: GameName,
    text: &str,
    grid: CompetenceGrid,
) -> Answer<Json<Curves>> {
    let work = move |game: &AnyGame, at| {
        Ok(advice::curves(game, &PositionReport::of_game(game, at)?, grid)?)
    };
    about(app, name, text, work).await
}

/// How a job ends that could not list the moves of an endgame, or could not solve for its lengths.
fn unlisted(error: ListError) -> Ended {
    match error {
        ListError::Stopped => Ended::Cancelled,
        error => Ended::Failed(chain(&error)),
    }
}

fn unsolved(error: ExactError) -> Ended {
    match error {
        ExactError::Stopped => Ended::Cancelled,
        error => Ended::Failed(chain(&error)),
    }
}

pub(crate) async fn predict(
    app: &Arc<App>,
    name: GameName,
    text: &str,
    competence: Competence,
) -> Answer<Json<Forecasts>> {
    let position = read_position(name, text)?;
    let endgame = position.endgame();
    app.library.need_other(name, &endgame).await?;
    let nothing = |note: &str| Forecasts::none(competence.get(), note);
    if name.ended(&position).is_some() {
        return Ok(Json(nothing("the game is over here: ask about an earlier position")));
    }
    let at = position.clone();
    let value = run_blocking(app, move |app| Ok(app.library.other(name).value(&at)?)).await?;
    let (winner, depth) = match value {
        Outcome::Draw => {
            return Ok(Json(nothing("the position is drawn: there is no win to wait for")));
        }
        Outcome::Win(depth) => (position.turn(), depth),
        Outcome::Loss(depth) => (position.turn().other(), depth),
    };
    let key = format!("moves of {endgame} of {name}, {winner:?} to win");
    let work = move |app: &App, job: &Job| {
        let budget = app.library.budget();
        let listed = job.following(budget, |follow: &Follow<'_>| {
            GameOutlook::moves(app.library.other(name), &endgame, winner, follow)
        });
        listed.map(Arc::new).map_err(unlisted)
    };
    let listed = cached(app, key, |app| &app.game_moves, work).await?;
    let key = format!("forecast of {endgame} of {name}, {winner:?} to win, c = {competence}");
    let work = move |_: &App, job: &Job| {
        let outlook = GameOutlook::of(listed, competence, || job.goes_on());
        outlook.map(Arc::new).map_err(unsolved)
    };
    let outlook = cached(app, key, |app| &app.game_outlooks, work).await?;
    Ok(Json(outlook.forecasts(&position, depth.0)))
}

pub(crate) async fn endgame(
    app: &Arc<App>,
    name: GameName,
    text: &str,
) -> Answer<Json<EndgameStatistics>> {
    let endgame = read_endgame(name, text)?;
    app.library.need_other(name, &endgame).await?;
    let key = format!("statistics of {endgame} of {name}");
    let work = move |app: &App, job: &Job| {
        let game = app.library.other(name);
        let failed = |error: &dyn std::error::Error| Ended::Failed(chain(error));
        let counted = statistics(game, &endgame).map_err(|error| failed(&error))?;
        let tried = |follow: &Follow<'_>| by_competence(game, &endgame, follow);
        let difficulty_by_competence =
            job.following(app.library.budget(), tried).map_err(unlisted)?;
        Ok(EndgameStatistics { difficulty_by_competence, ..counted })
    };
    Ok(Json(cached(app, key, |app| &app.statistics, work).await?))
}

/// Every endgame of a game, and whether it is solved on this machine.
pub(crate) fn endgames(app: &App, name: GameName) -> Vec<EndgameEntry> {
    let game = app.library.other(name);
    let all = (2..=name.most_men()).flat_map(|men| name.endgames(men));
    all.map(|endgame| entry(game, &endgame, game.is_ready(&endgame))).collect()
}
