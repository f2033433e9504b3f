//! Errors as an HTTP status and one sentence that says what to do next.

use std::borrow::Cow;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use endgame::chart::ChartError;
use endgame::material::MaterialError;
use endgame::rules::PositionError;
use endgame::solve::SolveError;
use endgame::tables::TablesError;
use player::spec::SpecError;
use serde_json::json;
use study::position_report::ReportError;
use study::practice::choose::DrawnError;
use study::practice::{PracticeError, StartError};
use study::schema::practice::Game;
use value::ChoiceError;

use crate::history::HistoryError;

/// Why a request is not answered.
#[derive(Debug)]
pub enum Failure {
    /// A status and a sentence.
    Said(StatusCode, Cow<'static, str>),
    /// A table must be solved first; the client waits for this job and asks again.
    Solving {
        /// The number of the job.
        job: u64,
        /// What is being computed.
        what: String,
    },
    /// The game was changed elsewhere; this is its present state.
    MovedOn(Box<Game>),
    /// The game was changed elsewhere, and its present state has not been loaded.
    Overtaken,
}

/// The result of a handler.
pub type Answer<T> = Result<T, Failure>;

impl Failure {
    /// 400: the request is malformed.
    pub fn bad(sentence: impl Into<Cow<'static, str>>) -> Failure {
        Failure::Said(StatusCode::BAD_REQUEST, sentence.into())
    }

    /// 404: there is no such thing.
    pub fn missing(sentence: impl Into<Cow<'static, str>>) -> Failure {
        Failure::Said(StatusCode::NOT_FOUND, sentence.into())
    }

    /// 409: not possible in the present state.
    pub fn conflict(sentence: impl Into<Cow<'static, str>>) -> Failure {
        Failure::Said(StatusCode::CONFLICT, sentence.into())
    }

    /// 500: something failed on our side.
    pub fn ours(error: &dyn std::error::Error) -> Failure {
        Failure::Said(StatusCode::INTERNAL_SERVER_ERROR, chain(error).into())
    }
}

/// An error and its causes in one sentence; a cause that repeats the error is left out.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let sentence = cause.to_string();
        if !said.contains(&sentence) {
            said = format!("{said}: {sentence}");
        }
        next = cause.source();
    }
    said
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

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Failure {
        Failure::bad(error.to_string())
    }
}

impl From<ChartError> for Failure {
    fn from(error: ChartError) -> Failure {
        Failure::bad(error.to_string())
    }
}

impl From<MaterialError> for Failure {
    fn from(error: MaterialError) -> Failure {
        Failure::bad(error.to_string())
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::bad(error.to_string())
    }
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
            _ => Failure::Said(StatusCode::INTERNAL_SERVER_ERROR, sentence.into()),
        }
    }
}

impl From<ChoiceError> for Failure {
    fn from(error: ChoiceError) -> Failure {
        Failure::ours(&error)
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Failure {
        match error {
            ReportError::Tables(error) => error.into(),
            error => Failure::ours(&error),
        }
    }
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Failure {
        match error {
            HistoryError::Overtaken => Failure::Overtaken,
            HistoryError::Gone => Failure::missing(error.to_string()),
            _ => Failure::ours(&error),
        }
    }
}

impl From<PracticeError> for Failure {
    fn from(error: PracticeError) -> Failure {
        match error {
            PracticeError::Tables(error) => error.into(),
            PracticeError::Choices(error) => error.into(),
            PracticeError::Damaged { .. } => Failure::ours(&error),
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
            StartError::Tables(error) | StartError::Drawn(DrawnError::Tables(error)) => {
                error.into()
            }
            StartError::Drawn(DrawnError::Choices(error)) => error.into(),
            StartError::NoSuchPosition { .. } => Failure::bad(error.to_string()),
        }
    }
}
