//! Whole games against an opponent of a rating: the page keeps the game and sends its moves, we answer.

use axum::Json;
use corpus::exact_zone::ExactTables;
use corpus::sparring::MOST_PLIES;
use corpus::sparring::opponent::{self, Opponent};
use endgame::rules::Board;
use study::game::GameRecord;
use study::schema::sparring::{SparringGame, SparringOffer};

use crate::app::{Server, in_turn, run_blocking};
use crate::errors::{Answer, Failure};
use crate::request::{Body, LONGEST_FEN, SparringRequest};

/// `GET /api/sparring`: who can be played.
pub(crate) async fn offer(app: Server) -> Answer<Json<SparringOffer>> {
    run_blocking(&app, |app| Ok(Json(opponent::offer(app.reviews.engine())))).await
}

/// `POST /api/sparring`: the game with the opponent's answer.
pub(crate) async fn answer(
    app: Server,
    Body(asked): Body<SparringRequest>,
) -> Answer<Json<SparringGame>> {
    let game = record(&asked)?;
    let opponent = Opponent::read(&asked.opponent, asked.elo)?;
    in_turn(&app, move |app| {
        let ready = |material: &_| app.library.is_ready(material);
        let exact = ExactTables { tables: app.library.tables(), ready: &ready };
        let who = (&opponent, asked.seed);
        Ok(Json(app.sparring.answer(game, asked.you.into(), who, app.reviews.engine(), &exact)?))
    })
    .await
}

/// The game that was sent.
fn record(asked: &SparringRequest) -> Answer<GameRecord> {
    let start = match asked.start.as_deref() {
        Some(fen) if fen.len() > LONGEST_FEN => {
            return Err(Failure::bad("the FEN is too long: send one position"));
        }
        Some(fen) => Board::from_either_fen(fen)?,
        None => Board::default(),
    };
    if asked.moves.len() > MOST_PLIES {
        let sentence = format!("a game has at most {MOST_PLIES} half-moves here: begin another");
        return Err(Failure::bad(sentence));
    }
    let mut game = GameRecord::from(start);
    for text in &asked.moves {
        if game.over().is_some() {
            return Err(Failure::bad("the game is over before its last move: take that one back"));
        }
        let short: String = text.chars().take(8).collect();
        game.push_uci(&[short]).map_err(|error| Failure::bad(error.to_string()))?;
    }
    Ok(game)
}
