//! Whole games reviewed by an engine: started as a job, followed like any other, asked for at any time.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use corpus::Pool;
use corpus::evaluate::ReferenceEngine;
use corpus::game_review::{ExactTables, Reviewer, offer, value_moves};
use corpus::human::HumanModels;
use endgame::material::MOST_MEN_LISTED;
use serde_json::json;
use study::pgn::{Game, Games};
use study::schema::game_review::{GameReview, OfferedEngines, OfferedGame};

use crate::app::{App, Server, run_blocking};
use crate::assess::endgames;
use crate::errors::{Answer, Failure, chain};
use crate::jobs::{Ended, Job, Queue};
use crate::lock::lock;
use crate::request::{Named, Query, ReviewQuery, Text};

/// Games of one PGN that are listed at most.
const MOST_GAMES: usize = 2_000;
/// The greatest depth that may be asked for, in plies.
const GREATEST_DEPTH: u16 = 20;
/// Reviews remembered, the latest so many.
const REMEMBERED: usize = 50;
/// The name of what was sent, in sentences.
const FILE: &str = "game.pgn";
/// The pools that may be asked for.
const POOLS: [Pool; 4] = [Pool::Fide, Pool::Rapid, Pool::Lichess, Pool::Fics];

/// A game that is or was reviewed, and whose ratings are meant.
struct Kept {
    reviewer: Mutex<Reviewer>,
    pool: Option<Pool>,
}

/// The reviews of this server.
pub(crate) struct Reviews {
    /// An engine that may be asked for beside the usual ones.
    engine: Option<String>,
    /// How many were asked for.
    count: AtomicU64,
    /// By the number of the job.
    kept: Mutex<VecDeque<(u64, Arc<Kept>)>>,
}

impl Reviews {
    pub(crate) fn new(engine: Option<String>) -> Reviews {
        Reviews { engine, count: AtomicU64::new(0), kept: Mutex::default() }
    }

    /// The engine that was named when the server started.
    pub(crate) fn engine(&self) -> Option<&str> {
        self.engine.as_deref()
    }

    fn find(&self, id: &str) -> Answer<Arc<Kept>> {
        let id: Option<u64> = id.parse().ok();
        let found = lock(&self.kept).iter().find(|(job, _)| Some(*job) == id).cloned();
        let gone = || Failure::missing("there is no such review any more: send the game again");
        found.map(|(_, kept)| kept).ok_or_else(gone)
    }

    fn keep(&self, job: u64, review: Arc<Kept>) {
        let mut kept = lock(&self.kept);
        kept.push_back((job, review));
        if kept.len() > REMEMBERED {
            kept.pop_front();
        }
    }
}

pub(crate) async fn engines(app: Server) -> Answer<Json<OfferedEngines>> {
    run_blocking(&app, |app| Ok(Json(offer::engines(app.reviews.engine.as_deref())))).await
}

pub(crate) async fn games(app: Server, Text(pgn): Text) -> Answer<Json<Vec<OfferedGame>>> {
    run_blocking(&app, move |_| {
        let games = offer::games(Games::new(FILE, &pgn[..]));
        match games.len() {
            0 => Err(no_game()),
            count if count > MOST_GAMES => Err(Failure::bad(format!(
                "there are {count} games in this: send up to {MOST_GAMES}, of which one is reviewed"
            ))),
            _ => Ok(Json(games)),
        }
    })
    .await
}

fn no_game() -> Failure {
    Failure::bad("there is no game in this: send PGN, moves in standard notation")
}

/// `POST /api/review`: the moves of a game are valued by a job.
pub(crate) async fn start(
    app: Server,
    Query(asked): Query<ReviewQuery>,
    Text(pgn): Text,
) -> Answer<Response> {
    let prepare = move |app: &App| prepared(app, &asked, &pgn);
    let (kept, engine) = run_blocking(&app, prepare).await?;
    let (working, inside) = (Arc::clone(&kept), Arc::clone(&app));
    let key = format!("review {}", app.reviews.count.fetch_add(1, Ordering::Relaxed) + 1);
    let job = app
        .library
        .jobs
        .start(key, Queue::Reviewing, move |job| value(&inside, &working, &engine, job));
    app.reviews.keep(job.id, kept);
    Ok((StatusCode::ACCEPTED, Json(json!({ "job": job.id }))).into_response())
}

/// The game, the engine and the pool that were asked for.
fn prepared(app: &App, asked: &ReviewQuery, pgn: &[u8]) -> Answer<(Arc<Kept>, ReferenceEngine)> {
    let game = one_game(pgn, asked.game.unwrap_or(1))?;
    let known = |word: &String| {
        let found = POOLS.into_iter().find(|pool| pool.to_string() == *word);
        found.ok_or_else(|| {
            Failure::bad(format!("'{word}' is no pool of ratings: fide, rapid, lichess or fics"))
        })
    };
    let pool = asked.pool.as_ref().map(known).transpose()?;
    let (engine, usual) = offer::engine(asked.engine.as_deref(), app.reviews.engine.as_deref())?;
    let depth = asked.depth.unwrap_or(usual);
    if !(1..=GREATEST_DEPTH).contains(&depth) {
        return Err(Failure::bad(format!("the depth can be 1 to {GREATEST_DEPTH}, not {depth}")));
    }
    let reviewer = Mutex::new(Reviewer::new(FILE, game, engine.reference(depth))?);
    Ok((Arc::new(Kept { reviewer, pool }), engine))
}

/// A game of a PGN by its number, from 1.
fn one_game(pgn: &[u8], number: usize) -> Answer<Game> {
    let mut count = 0;
    for game in Games::new(FILE, pgn) {
        count += 1;
        if count == number {
            return game.map_err(|error| Failure::bad(format!("game {number}: {}", error.problem)));
        }
    }
    match count {
        0 => Err(no_game()),
        _ => Err(Failure::bad(format!("there is no game {number} in this: the last is {count}"))),
    }
}

/// The moves valued by the engine, then small tables solved for the exact zone.
fn value(app: &App, kept: &Kept, engine: &ReferenceEngine, job: &Job) -> Result<(), Ended> {
    let mut tell = |done, total| job.tell(done, total, "Valuing the moves");
    let valued = value_moves(&kept.reviewer, &mut *engine.evaluator(), job.stop_flag(), &mut tell);
    valued.map_err(|error| Ended::Failed(chain(&error)))?;
    if job.stopped() {
        return Err(Ended::Cancelled);
    }
    let game = lock(&kept.reviewer).game().clone();
    app.library.solve_small(&endgames(&[game], MOST_MEN_LISTED), job);
    Ok(())
}

/// `GET /api/review/ID`: what is known of the game so far.
pub(crate) async fn show(app: Server, Named(id): Named) -> Answer<Json<GameReview>> {
    let kept = app.reviews.find(&id)?;
    run_blocking(&app, move |app| {
        let ready = |material: &_| app.library.is_ready(material);
        let exact = ExactTables { tables: app.library.tables(), ready: &ready };
        let reviewer = lock(&kept.reviewer);
        Ok(Json(reviewer.report(&exact, HumanModels::built_in(), kept.pool.as_ref())))
    })
    .await
}
