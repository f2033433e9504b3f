//! What comes in: bodies and queries, read with a sentence for everything that is wrong with them.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use endgame::material::Material;
use endgame::rules::Position;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use study::other_games::{AnyEndgame, AnyPosition, GameName};
use study::practice::{Depths, Goal};
use study::schema::Side;

use crate::connections::Connection;
use crate::errors::{Answer, Failure};

pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Failure> {
        let sentence = "the body must be JSON: send it with Content-Type: application/json";
        let bytes = whole_body(request, state, &["application/json"], sentence).await?;
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|error| Failure::bad(format!("the body is not what was asked for: {error}")))
    }
}

/// A body of text: games.
pub(crate) struct Text(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Text, Failure> {
        let kinds = ["text/plain", "application/x-chess-pgn", "application/vnd.chess-pgn"];
        let sentence = "the body must be PGN: send it with Content-Type: text/plain";
        whole_body(request, state, &kinds, sentence).await.map(Text)
    }
}

/// The body of a request of one of these content types; the sentence refuses others.
async fn whole_body<S: Send + Sync>(
    request: Request,
    state: &S,
    kinds: &[&str],
    sentence: &'static str,
) -> Result<Bytes, Failure> {
    let whole = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = whole.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if !kinds.iter().any(|known| known.eq_ignore_ascii_case(kind)) {
        return Err(Failure::Said(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence.into()));
    }
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let reading = Bytes::from_request(request, state);
    let read = match connection {
        Some(connection) => connection.receives(reading).await,
        None => Some(reading.await),
    };
    let too_slow = "the body did not arrive in time: send it again, PGN in smaller parts";
    let too_large =
        "that is too much at once: send up to 64 kB, or up to 8 MiB of PGN in several parts";
    match read {
        None => Err(Failure::Said(StatusCode::REQUEST_TIMEOUT, too_slow.into())),
        Some(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            Err(Failure::Said(StatusCode::PAYLOAD_TOO_LARGE, too_large.into()))
        }
        Some(Err(_)) => Err(Failure::bad("the body broke off: send it again")),
        Some(Ok(bytes)) => Ok(bytes),
    }
}

/// The word in the place of `{...}` in an address.
pub(crate) struct Named(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named, Failure> {
        let read = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(word)| Named(word))
            .map_err(|_| Failure::missing("there is no such address: see /api/openapi.json"))
    }
}

/// What follows the question mark.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Failure> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Query(query)| Query(query)).map_err(|rejection| {
            let why = rejection.body_text();
            Failure::bad(format!("the address is not what was asked for: {why}"))
        })
    }
}

/// The longest FEN looked at.
pub(crate) const LONGEST_FEN: usize = 100;

/// Reads a FEN that anybody may have sent.
pub(crate) fn read_fen(text: &str) -> Answer<Position> {
    let length = text.len();
    if length > LONGEST_FEN {
        return Err(Failure::bad(format!(
            "the FEN has {length} bytes and may have {LONGEST_FEN}: send one position"
        )));
    }
    Ok(Position::from_fen(text)?)
}

/// Reads the name of an endgame.
pub(crate) fn read_material(name: &str) -> Answer<Material> {
    let short: String = name.chars().take(20).collect();
    Ok(short.parse::<Material>()?)
}

/// The longest position of another game looked at.
const LONGEST_POSITION: usize = 200;

/// Reads a position of another game that anybody may have sent.
pub(crate) fn read_position(game: GameName, text: &str) -> Answer<AnyPosition> {
    let length = text.len();
    if length > LONGEST_POSITION {
        return Err(Failure::bad(format!(
            "the position has {length} bytes and may have {LONGEST_POSITION}: send one position"
        )));
    }
    Ok(game.read(text)?)
}

/// Reads the name of an endgame of another game.
pub(crate) fn read_endgame(game: GameName, name: &str) -> Answer<AnyEndgame> {
    let short: String = name.chars().take(20).collect();
    Ok(game.endgame(&short)?)
}

/// Which game a word names; none for chess, and where there is no word.
pub(crate) fn read_game(word: Option<&str>) -> Answer<Option<GameName>> {
    match word {
        None | Some("" | "chess") => Ok(None),
        Some(word) => {
            let short: String = word.chars().take(20).collect();
            Ok(Some(short.parse()?))
        }
    }
}

impl PracticeRequest {
    /// Which game; none for chess.
    pub(crate) fn game(&self) -> Answer<Option<GameName>> {
        read_game(self.game.as_deref())
    }
}

/// `?game=checkers`.
#[derive(Deserialize)]
pub(crate) struct GameQuery {
    game: Option<String>,
}

impl GameQuery {
    /// Which game; none for chess.
    pub(crate) fn game(&self) -> Answer<Option<GameName>> {
        read_game(self.game.as_deref())
    }
}

/// `?fen=`, of chess unless `&game=` names another game.
#[derive(Deserialize)]
pub(crate) struct FenQuery {
    pub(crate) fen: String,
    pub(crate) game: Option<String>,
}

/// `?reveal=1`.
#[derive(Deserialize, Default)]
pub(crate) struct Reveal {
    reveal: Option<String>,
}

impl Reveal {
    pub(crate) fn is_on(&self) -> bool {
        self.reveal.as_deref().is_some_and(|word| matches!(word, "1" | "true" | ""))
    }
}

/// What is asked about one game: which, whether its best moves are shown, and a body.
pub(crate) struct OnGame<T> {
    pub(crate) id: String,
    pub(crate) reveal: bool,
    pub(crate) asked: T,
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for OnGame<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<OnGame<T>, Failure> {
        let (mut parts, body) = request.into_parts();
        let Named(id) = Named::from_request_parts(&mut parts, state).await?;
        let Query(reveal) = Query::<Reveal>::from_request_parts(&mut parts, state).await?;
        let Body(asked) = Body::from_request(Request::from_parts(parts, body), state).await?;
        Ok(OnGame { id, reveal: reveal.is_on(), asked })
    }
}

/// A depth, or the least and the greatest.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum DepthWish {
    One(u16),
    Range(u16, u16),
}

impl From<DepthWish> for Depths {
    fn from(wish: DepthWish) -> Depths {
        match wish {
            DepthWish::One(depth) => Depths { least: depth, greatest: depth },
            DepthWish::Range(least, greatest) => Depths { least, greatest },
        }
    }
}

/// What to practise.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PracticeRequest {
    pub(crate) game: Option<String>,
    pub(crate) material: Option<String>,
    pub(crate) side: Option<Side>,
    #[serde(default = "yes")]
    pub(crate) stronger: bool,
    pub(crate) depth: Option<DepthWish>,
    pub(crate) difficulty: Option<u16>,
    pub(crate) goal: Option<Goal>,
    pub(crate) fen: Option<String>,
    pub(crate) opponent: String,
    pub(crate) seed: Option<u64>,
    #[serde(default)]
    pub(crate) to_mate: bool,
}

fn yes() -> bool {
    true
}

/// A move, and the state of the game it was made in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    pub(crate) uci: String,
    pub(crate) version: u64,
}

/// A whole game as it stands, and who answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SparringRequest {
    /// The position it starts from; none: that of chess.
    pub(crate) start: Option<String>,
    pub(crate) moves: Vec<String>,
    pub(crate) you: Side,
    pub(crate) opponent: String,
    pub(crate) elo: Option<f64>,
    pub(crate) seed: u64,
}

/// The state of the game something was asked in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VersionRequest {
    pub(crate) version: u64,
}

/// From where to try again.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BranchRequest {
    pub(crate) ply: usize,
}

/// `?limit=&material=`.
#[derive(Deserialize)]
pub(crate) struct HistoryQuery {
    pub(crate) limit: Option<usize>,
    pub(crate) material: Option<String>,
}

/// `?day=20411`, counted from 1970-01-01.
#[derive(Deserialize)]
pub(crate) struct TodayQuery {
    pub(crate) day: Option<i64>,
}

/// A move in one of today's positions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TodayRequest {
    pub(crate) day: Option<i64>,
    pub(crate) fen: String,
    pub(crate) uci: String,
}

/// What must be said before everything is deleted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeleteRequest {
    pub(crate) confirm: String,
}

/// `?fen=&from=0&to=50&step=1`.
#[derive(Deserialize)]
pub(crate) struct CurvesQuery {
    pub(crate) fen: String,
    pub(crate) game: Option<String>,
    pub(crate) from: Option<f64>,
    pub(crate) to: Option<f64>,
    pub(crate) step: Option<f64>,
}

/// `?fen=&piece=Qa5`.
#[derive(Deserialize)]
pub(crate) struct ChartQuery {
    pub(crate) fen: String,
    pub(crate) piece: String,
}

/// `?fen=&c=20`.
#[derive(Deserialize)]
pub(crate) struct PredictQuery {
    pub(crate) fen: String,
    pub(crate) game: Option<String>,
    pub(crate) c: Option<f64>,
}

/// `?men=4`.
#[derive(Deserialize)]
pub(crate) struct AssessQuery {
    pub(crate) men: Option<usize>,
}

/// `?game=1&engine=stockfish&depth=8&pool=lichess`.
#[derive(Deserialize)]
pub(crate) struct ReviewQuery {
    pub(crate) game: Option<usize>,
    pub(crate) engine: Option<String>,
    pub(crate) depth: Option<u16>,
    pub(crate) pool: Option<String>,
}
