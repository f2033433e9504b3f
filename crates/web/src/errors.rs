//! Errors as an HTTP status and one sentence that says what to do next.

use std::borrow::Cow;
use std::iter::successors;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use corpus::game_review::ReviewError;
use corpus::game_review::offer::OfferError;
use corpus::sparring::{OpponentError, SparringError};
use endgame::chart::ChartError;
use endgame::material::MaterialError;
use endgame::rules::PositionError;
use endgame::solve::SolveError;
use endgame::tables::TablesError;
use player::spec::SpecError;
use serde_json::json;
use study::assess::AssessError;
use study::networks::look::LookError;
use study::other_games::starts::GameStartError;
use study::other_games::{GameError, UnknownGame};
use study::position_report::ReportError;
use study::practice::{PracticeError, StartError};
use study::schema::practice::Game;
use value::ChoiceError;

use crate::history::HistoryError;

/// Why a request is not answered.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A status and a sentence.
    Said(StatusCode, Cow<'static, str>),
    /// Something must be computed first; the client waits for this job and asks again.
    Solving { job: u64, what: String },
    /// The game was changed elsewhere; this is its present state.
    MovedOn(Box<Game>),
    /// The game was changed elsewhere, and its present state has not been loaded.
    Overtaken,
}

/// The result of a handler.
pub(crate) type Answer<T> = Result<T, Failure>;

impl Failure {
    /// 400: the request is malformed.
    pub(crate) fn bad(sentence: impl Into<Cow<'static, str>>) -> Failure {
        Failure::Said(StatusCode::BAD_REQUEST, sentence.into())
    }

    /// 404: there is no such thing.
    pub(crate) fn missing(sentence: impl Into<Cow<'static, str>>) -> Failure {
        Failure::Said(StatusCode::NOT_FOUND, sentence.into())
    }

    /// 409: not possible in the present state.
    pub(crate) fn conflict(sentence: impl Into<Cow<'static, str>>) -> Failure {
        Failure::Said(StatusCode::CONFLICT, sentence.into())
    }

    /// 500: something failed on our side.
    pub(crate) fn ours(sentence: impl Into<Cow<'static, str>>) -> Failure {
        Failure::Said(StatusCode::INTERNAL_SERVER_ERROR, sentence.into())
    }
}

/// An error and its causes in one sentence; a cause that repeats the error is left out.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let causes = successors(error.source(), |cause| cause.source()).map(ToString::to_string);
    causes.fold(error.to_string(), |said, cause| match said.contains(&cause) {
        true => said,
        false => format!("{said}: {cause}"),
    })
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        match self {
            Failure::Said(status, sentence) => {
                match status {
                    StatusCode::INTERNAL_SERVER_ERROR => tracing::error!("{sentence}"),
                    // It may repeat what somebody sent.
                    _ => tracing::debug!("{sentence}"),
                }
                (status, Json(json!({ "error": sentence }))).into_response()
            }
            Failure::Solving { job, what } => {
                let sentence =
                    format!("{what} is being worked out: wait for job {job}, then ask again");
                let body = json!({ "error": sentence, "job": job });
                (StatusCode::SERVICE_UNAVAILABLE, Json(body)).into_response()
            }
            Failure::Overtaken => {
                let sentence = "the game has moved on in another window: ask for it again";
                (StatusCode::CONFLICT, Json(json!({ "error": sentence }))).into_response()
            }
            Failure::MovedOn(game) => {
                let sentence = "the game has moved on in another window: here is how it stands";
                let body = json!({ "error": sentence, "game": game });
                (StatusCode::CONFLICT, Json(body)).into_response()
            }
        }
    }
}

/// Errors that are all of one kind.
macro_rules! failures {
    ($($error:ty => $kind:ident),* $(,)?) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::$kind(chain(&error))
            }
        })*
    };
}

failures! {
    PositionError => bad,
    ChartError => bad,
    MaterialError => bad,
    SpecError => bad,
    UnknownGame => bad,
    OfferError => bad,
    OpponentError => bad,
    ReviewError => bad,
    ChoiceError => ours,
    AssessError => ours,
    SparringError => ours,
}

impl From<TablesError> for Failure {
    fn from(error: TablesError) -> Failure {
        let sentence = chain(&error);
        match error {
            TablesError::TooManyMen { .. }
            | TablesError::BareKings
            | TablesError::NotSolved(..) => Failure::bad(sentence),
            TablesError::Solve(SolveError::Stopped { .. }) => Failure::conflict(sentence),
            TablesError::Memory { .. } => {
                Failure::Said(StatusCode::INSUFFICIENT_STORAGE, sentence.into())
            }
            _ => Failure::ours(sentence),
        }
    }
}

impl From<LookError> for Failure {
    fn from(error: LookError) -> Failure {
        match error {
            LookError::Tables(error) => error.into(),
            error => Failure::bad(chain(&error)),
        }
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Failure {
        let sentence = chain(&error);
        match error {
            error if error.is_stopped() => Failure::conflict(sentence),
            error if error.is_wrong_request() => Failure::bad(sentence),
            _ => Failure::ours(sentence),
        }
    }
}

impl From<GameStartError> for Failure {
    fn from(error: GameStartError) -> Failure {
        match error {
            GameStartError::Tables(error) => error.into(),
            GameStartError::Choices(error) => error.into(),
            GameStartError::NoSuchPosition { .. } => Failure::bad(error.to_string()),
        }
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Failure {
        match error {
            ReportError::Tables(error) => error.into(),
            ReportError::Game(error) => error.into(),
            error => Failure::ours(chain(&error)),
        }
    }
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Failure {
        match error {
            HistoryError::Overtaken => Failure::Overtaken,
            HistoryError::Gone => Failure::missing(error.to_string()),
            _ => Failure::ours(chain(&error)),
        }
    }
}

impl From<PracticeError> for Failure {
    fn from(error: PracticeError) -> Failure {
        match error {
            PracticeError::Tables(error) => error.into(),
            PracticeError::Choices(error) => error.into(),
            PracticeError::Game(error) => error.into(),
            PracticeError::Damaged { .. } => Failure::ours(chain(&error)),
            PracticeError::Over { .. }
            | PracticeError::NotYourMove
            | PracticeError::NothingToTakeBack => Failure::conflict(error.to_string()),
            _ => Failure::bad(error.to_string()),
        }
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Failure {
        match error {
            StartError::Tables(error) => error.into(),
            StartError::Choices(error) => error.into(),
            StartError::NoSuchPosition { .. } => Failure::bad(error.to_string()),
        }
    }
}
