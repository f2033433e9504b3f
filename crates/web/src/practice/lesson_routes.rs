//! Lessons, the positions of a day, and positions that a coach has pasted, over HTTP.

use axum::Json;
use endgame::rules::Position;
use study::practice::today::{self, Card};
use study::practice::{lessons, position_set};
use study::schema::practice::{LessonEntry, PositionSet, Today, TodaysAnswer};

use super::routes::now;
use crate::app::{App, Server, run_blocking};
use crate::errors::{Answer, Failure};
use crate::request::{Body, Query, Text, TodayQuery, TodayRequest, read_fen};

const DAY: i64 = 24 * 3600;

pub(crate) async fn list(app: Server) -> Answer<Json<Vec<LessonEntry>>> {
    run_blocking(&app, |app| {
        Ok(Json(lessons::entries(&app.history.games(usize::MAX, None)?.games)))
    })
    .await
}

pub(crate) async fn positions(app: Server, Text(text): Text) -> Answer<Json<PositionSet>> {
    run_blocking(&app, move |_| Ok(Json(position_set::read(&String::from_utf8_lossy(&text))))).await
}

/// The day that a browser has, which may be one off ours.
fn day(asked: Option<i64>) -> Answer<i64> {
    let ours = now().div_euclid(DAY);
    match asked {
        None => Ok(ours),
        Some(day) if (ours - 1..=ours + 1).contains(&day) => Ok(day),
        Some(_) => Err(Failure::bad(format!(
            "a day is a number of days since 1970: today it is {ours}, or one more or less where clocks differ"
        ))),
    }
}

fn shown(app: &App, day: i64) -> Answer<Today> {
    let mut positions = app.history.daily(day)?;
    if positions.is_empty() {
        let games = app.history.games(usize::MAX, None)?.games;
        positions = today::choose(&app.history.cards()?, &games, day);
    }
    let streak = today::streak(&app.history.complete_days(day)?, day);
    Ok(Today { day, positions, streak })
}

pub(crate) async fn show(app: Server, Query(asked): Query<TodayQuery>) -> Answer<Json<Today>> {
    run_blocking(&app, move |app| Ok(Json(shown(app, day(asked.day)?)?))).await
}

pub(crate) async fn answer(
    app: Server,
    Body(asked): Body<TodayRequest>,
) -> Answer<Json<TodaysAnswer>> {
    let at = read_fen(&asked.fen)?;
    app.library.need(&at.material()).await?;
    run_blocking(&app, move |app| Ok(Json(answered(app, &asked, &at)?))).await
}

fn answered(app: &App, asked: &TodayRequest, at: &Position) -> Answer<TodaysAnswer> {
    let day = day(asked.day)?;
    let Today { positions, .. } = shown(app, day)?;
    let Some(one) = positions.iter().find(|one| one.fen == at.fen()) else {
        return Err(Failure::conflict("this is none of today's positions: ask for them again"));
    };
    let text: String = asked.uci.chars().filter(char::is_ascii_graphic).take(10).collect();
    let judged = today::judge(app.library.tables(), at, &text)?;
    let before = app.history.cards()?.into_iter().find(|card| card.fen == one.fen);
    let before = before.unwrap_or_else(|| Card {
        fen: one.fen.clone(),
        title: one.title.clone(),
        why: one.why.clone(),
        right_in_a_row: 0,
        due: day,
    });
    let card = before.answered(judged.is_right, day);
    app.history.answer(day, &positions, &card, judged.is_right)?;
    Ok(TodaysAnswer {
        right: judged.is_right,
        sentence: judged.sentence,
        best: judged.best,
        today: shown(app, day)?,
    })
}
