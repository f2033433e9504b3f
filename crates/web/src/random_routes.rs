//! Random games and their theory, over HTTP.

use std::sync::atomic::AtomicBool;

use axum::Json;
use serde::Deserialize;
use study::random_games::theory::{TheoryQuestion, answer};
use study::random_games::{self, Branching, Moves, Parameters, Theory, detail};
use study::schema::Side;
use study::schema::random_game::{RandomGames, RandomPositions, RandomTheory};

use crate::app::{Server, run_blocking};
use crate::errors::{Answer, Failure};
use crate::request::Query;

/// Positions of each side at most.
const MOST_POSITIONS: u32 = 20_000;

/// Moves of a position at most, on average.
const MOST_MOVES: f64 = 30.0;

/// Positions told at once.
const TOLD: usize = 50;

/// The longest text of a branching factor looked at.
const LONGEST_BRANCHING: usize = 200;

/// A class of games and a seed; `side` and `depth` where positions are asked for.
#[derive(Deserialize)]
pub(crate) struct GameQuery {
    white: u32,
    black: Option<u32>,
    branching: String,
    white_branching: Option<String>,
    terminals: u32,
    #[serde(default)]
    terminal_draws: u32,
    #[serde(default)]
    flow: bool,
    seed: Option<u64>,
    side: Option<Side>,
    depth: Option<u16>,
}

impl GameQuery {
    fn parameters(&self) -> Answer<Parameters> {
        let black = self.black.unwrap_or(self.white);
        if self.white.max(black) > MOST_POSITIONS {
            return Err(Failure::bad(format!(
                "a game here has at most {MOST_POSITIONS} positions for each side: larger ones with `fallible random-game`"
            )));
        }
        let black_branching = read_branching(&self.branching)?;
        let white_branching = match &self.white_branching {
            Some(text) => read_branching(text)?,
            None => black_branching.clone(),
        };
        let parameters = Parameters {
            white: self.white,
            black,
            white_branching,
            black_branching,
            terminal_wins: self.terminals,
            terminal_draws: self.terminal_draws,
            moves: if self.flow { Moves::Conserved } else { Moves::Independent },
        };
        parameters.check().map_err(|error| Failure::bad(error.to_string()))?;
        Ok(parameters)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

fn read_branching(text: &str) -> Answer<Branching> {
    let short: String = text.chars().take(LONGEST_BRANCHING).collect();
    let branching: Branching = short
        .parse()
        .map_err(|error: random_games::NoBranching| Failure::bad(error.to_string()))?;
    if branching.mean() > MOST_MOVES {
        return Err(Failure::bad(format!(
            "a position here has at most {MOST_MOVES} moves: more with `fallible random-game`"
        )));
    }
    Ok(branching)
}

pub(crate) async fn game(app: Server, Query(asked): Query<GameQuery>) -> Answer<Json<RandomGames>> {
    let (parameters, seed) = (asked.parameters()?, asked.seed());
    let work = move || random_games::study(&parameters, (1, seed), &AtomicBool::new(false), || ());
    run_blocking(&app, move |_| work().map(Json).map_err(|error| Failure::bad(error.to_string())))
        .await
}

pub(crate) async fn positions(
    app: Server,
    Query(asked): Query<GameQuery>,
) -> Answer<Json<RandomPositions>> {
    let (parameters, seed) = (asked.parameters()?, asked.seed());
    let side = match asked.side {
        Some(Side::White) => random_games::Side::White,
        Some(Side::Black) => random_games::Side::Black,
        None => {
            return Err(Failure::bad("say whose positions are meant: side=white or side=black"));
        }
    };
    run_blocking(&app, move |_| {
        let game = random_games::game(&parameters, seed, 0);
        let game = game.map_err(|error| Failure::bad(error.to_string()))?;
        Ok(Json(detail::of_depth(&game, side, asked.depth, TOLD)))
    })
    .await
}

/// Branching factors, shares of terminal positions, and a number of positions.
#[derive(Deserialize)]
pub(crate) struct TheoryQuery {
    branching: String,
    white_branching: Option<String>,
    #[serde(default)]
    terminal_draws: f64,
    alpha: Option<f64>,
    positions: Option<u32>,
}

pub(crate) async fn theory(
    app: Server,
    Query(asked): Query<TheoryQuery>,
) -> Answer<Json<RandomTheory>> {
    let share = |share: f64| (0.0..=1.0).contains(&share);
    if !share(asked.terminal_draws) || !asked.alpha.is_none_or(share) {
        return Err(Failure::bad("terminal_draws and alpha are shares: give numbers from 0 to 1"));
    }
    if asked.positions == Some(0) {
        return Err(Failure::bad("a game has positions: give at least 1, or leave it out"));
    }
    let black_branching = read_branching(&asked.branching)?;
    let white_branching = match &asked.white_branching {
        Some(text) => read_branching(text)?,
        None => black_branching.clone(),
    };
    let question = TheoryQuestion {
        theory: Theory { white_branching, black_branching, terminal_draws: asked.terminal_draws },
        alphas: asked.alpha.into_iter().collect(),
        positions: asked.positions,
    };
    run_blocking(&app, move |_| Ok(Json(answer(&question)))).await
}
