//! One sentence on stderr and an exit code for everything that can go wrong.
//!
//! ```text
//! 0    done; also when the reader of our output went away
//! 1    something failed, or a verification found a disagreement
//! 2    what was asked cannot be asked
//! 130  stopped by Ctrl-C
//! ```

use std::error::Error;
use std::io;
use std::process::ExitCode;

use anyhow::Chain;
use clap::CommandFactory;
use clap::error::ErrorKind;
use corpus::family::FamilyError;
use corpus::group::UnknownGroup;
use corpus::input::InputError;
use endgame::chart::ChartError;
use endgame::draw_depth::DrawDepthError;
use endgame::dtr::DtrError;
use endgame::game_graph::SliceError;
use endgame::jansen::JansenError;
use endgame::material::MaterialError;
use endgame::query::QueryError;
use endgame::reference_solver::ReferenceError;
use endgame::rules::PositionError;
use endgame::syzygy::SyzygyError;
use endgame::tables::TablesError;
use player::belief::PriorError;
use player::competence::NotACompetence;
use player::grid::GridError;
use player::preference::NotAnOffset;
use player::spec::SpecError;
use player::word::UnknownWord;
use study::any_agent::AgentError;
use study::draws::hardest::HardestError;
use study::draws::pressing::PressingError;
use study::exact::ExactError;
use study::learn::LearnError;
use study::matches::MatchError;
use study::other_games::listed::ListError;
use study::other_games::{GameError, UnknownGame};
use study::pgn::GamesError;
use study::position_report::ReportError;
use study::practice::{PracticeError, TrialError};
use study::random_games::contest::{ContestError, NoStart};
use study::random_games::randomness::RandomnessError;
use study::random_games::{Impossible, NoBranching, RandomGameError};
use study::speculative_search::SpeculativeSearchError;
use value::UnknownMetric;

use crate::console;
use crate::printable::{printable, printable_lines};

/// What was asked cannot be asked: a sentence with the next step in it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadInput(pub(crate) String);

/// A [`BadInput`] as an error ready to return.
pub(crate) fn bad_input(sentence: impl ToString) -> anyhow::Error {
    BadInput(sentence.to_string()).into()
}

/// Returns a [`BadInput`] with a sentence written as for `format!`.
macro_rules! refuse {
    ($($sentence:tt)*) => {
        return Err($crate::failure::bad_input(format!($($sentence)*)))
    };
}
pub(crate) use refuse;

/// The same if a condition holds.
macro_rules! refuse_if {
    ($condition:expr, $($sentence:tt)*) => {
        if $condition {
            $crate::failure::refuse!($($sentence)*);
        }
    };
}
pub(crate) use refuse_if;

/// Says what went wrong, if anything did, and how the process should end.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if let Some(asked) = error.downcast_ref::<clap::Error>() {
        return report_usage(asked);
    }
    if error.chain().any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    // With a sentence of its own it is about a file; alone, about what we print.
    if error.is::<io::Error>() && error.chain().count() == 1 {
        eprintln!("fallible: cannot write the answer ({error}): send it somewhere else");
    } else {
        eprintln!("fallible: {}", printable_lines(&sentence(error.chain())));
    }
    if console::stopped() {
        ExitCode::from(130)
    } else if error.chain().any(is_bad_input) {
        ExitCode::from(2)
    } else {
        ExitCode::FAILURE
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

fn is_bad_input(error: &(dyn Error + 'static)) -> bool {
    let unsolvable = error.downcast_ref::<TablesError>().is_some_and(|error| {
        use TablesError::{BareKings, NotSolved, Syzygy, TooManyMen};
        match error {
            Syzygy(error) => is_bad_folder(error),
            error => matches!(error, BareKings | NotSolved(_) | TooManyMen { .. }),
        }
    });
    unsolvable
        || is_our_sentence(error)
        || error.downcast_ref::<SyzygyError>().is_some_and(is_bad_folder)
        || error.is::<ReferenceError>()
        || error.is::<PositionError>()
        || error.downcast_ref::<GameError>().is_some_and(GameError::is_wrong_request)
        || error.downcast_ref::<ReportError>().is_some_and(
            |error| matches!(error, ReportError::Game(error) if error.is_wrong_request()),
        )
        || error
            .downcast_ref::<ListError>()
            .is_some_and(|error| matches!(error, ListError::Memory { .. }))
        || error
            .downcast_ref::<MatchError>()
            .is_some_and(|error| matches!(error, MatchError::Over(_)))
        || error.is::<GamesError>()
        || error.is::<InputError>()
        || error.downcast_ref::<PracticeError>().is_some_and(|error| {
            use PracticeError::{Choices, Over, Tables};
            !matches!(error, Tables(_) | Choices(_) | Over { .. })
        })
        || error.downcast_ref::<TrialError>().is_some_and(|error| {
            matches!(error, TrialError::TooFew { .. } | TrialError::NoDepth { .. })
        })
        || error.downcast_ref::<ExactError>().is_some_and(|error| {
            use ExactError::{Stopped, Unsettled, Walk};
            !matches!(error, Walk(_) | Stopped | Unsettled { .. })
        })
        || error
            .downcast_ref::<LearnError>()
            .is_some_and(|error| !matches!(error, LearnError::Choices(_)))
        || error.downcast_ref::<JansenError>().is_some_and(|error| {
            use JansenError::{NotConversion, PawnsOnBothSides, TooManyMen};
            matches!(error, NotConversion { .. } | PawnsOnBothSides { .. } | TooManyMen { .. })
        })
        || error.downcast_ref::<AgentError>().is_some_and(AgentError::is_wrong_description)
        || error
            .downcast_ref::<SpeculativeSearchError>()
            .is_some_and(SpeculativeSearchError::is_wrong_question)
        || error.downcast_ref::<DtrError>().is_some_and(|error| {
            matches!(error, DtrError::BareKings | DtrError::TooManyMen(_) | DtrError::TooLong(_))
        })
        || error.downcast_ref::<QueryError>().is_some_and(|error| {
            use QueryError::{Choices, Tables, Walk};
            !matches!(error, Choices(_) | Tables(_) | Walk(_))
        })
        || error.downcast_ref::<DrawDepthError>().is_some_and(|error| {
            use DrawDepthError::{FiftyMoves, Memory};
            matches!(error, FiftyMoves | Memory { .. })
        })
        || error.downcast_ref::<HardestError>().is_some_and(|error| match error {
            HardestError::Pressing(error) => !matches!(error, PressingError::Walk(_)),
            _ => false,
        })
}

fn is_bad_folder(error: &SyzygyError) -> bool {
    use SyzygyError::{Folder, NoFiles, NoneUsable, TooManyMen};
    matches!(error, Folder { .. } | NoFiles { .. } | NoneUsable { .. } | TooManyMen { .. })
}

/// The error and its causes in one line, a cause that only repeats what was said left out.
fn sentence(chain: Chain<'_>) -> String {
    let said = chain.map(ToString::to_string).reduce(|said, cause| match said.contains(&cause) {
        true => said,
        false => format!("{said}: {cause}"),
    });
    said.unwrap_or_default()
}

/// Help and version as they are; a mistake as one sentence.
fn report_usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A reader that went away has seen enough of the help.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::ValueValidation if error.source().is_some_and(is_our_sentence) => {
            let sentence = error.source().map(ToString::to_string).unwrap_or_default();
            eprintln!("fallible: {}", printable_lines(&sentence));
            ExitCode::from(2)
        }
        _ => {
            let text = error.to_string();
            let first = text.split("\n\n").next().unwrap_or_default();
            let said = first.split_whitespace().collect::<Vec<_>>().join(" ");
            let said = said.strip_prefix("error: ").unwrap_or(&said);
            eprintln!("fallible: {}; see `{} --help`", printable(said), command_asked());
            ExitCode::from(2)
        }
    }
}

/// Whether an error of a value needs nothing added.
fn is_our_sentence(error: &(dyn Error + 'static)) -> bool {
    error.is::<BadInput>()
        || error.is::<ChartError>()
        || error.is::<MaterialError>()
        || error.is::<UnknownMetric>()
        || error.is::<GridError>()
        || error.is::<NotACompetence>()
        || error.is::<NotAnOffset>()
        || error.is::<PriorError>()
        || error.is::<SpecError>()
        || error.is::<UnknownWord>()
        || error.is::<FamilyError>()
        || error.is::<UnknownGroup>()
        || error.is::<Impossible>()
        || error.downcast_ref::<RandomGameError>().is_some_and(|error| {
            matches!(error, RandomGameError::Impossible(_) | RandomGameError::NoGames)
        })
        || error.is::<UnknownGame>()
        || error.is::<NoBranching>()
        || error.is::<NoStart>()
        || matches!(error.downcast_ref(), Some(ContestError::NoPosition(_)))
        || matches!(error.downcast_ref(), Some(SliceError::NotOnePawn(_) | SliceError::CountsOn(_)))
        || error.downcast_ref::<RandomnessError>().is_some_and(|error| match error {
            RandomnessError::PartsOfTaken | RandomnessError::NoMoves(..) => true,
            RandomnessError::Tables(error) => is_bad_input(error),
            RandomnessError::Slice(error) => is_bad_input(error),
            RandomnessError::Jansen(error) => is_bad_input(error),
            RandomnessError::RandomGame(error) => is_bad_input(error),
            RandomnessError::Walk(_) => false,
        })
}

/// `fallible probe`, if that was on the command line.
fn command_asked() -> String {
    let asked = std::env::args().nth(1).filter(|word| {
        crate::commands::Fallible::command().find_subcommand(word.as_str()).is_some()
    });
    asked.map_or("fallible".to_owned(), |verb| format!("fallible {verb}"))
}
