//! Experiments with people: a game as one row of table 7.1 (Jansen 1992).

use player::quality::Errors;
use serde::Serialize;

use super::Word;
use crate::practice::{Record, Row};

/// One side's mistakes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorRates {
    /// Moves that count: `N`.
    pub moves: u64,
    /// Moves that gave depth away: `E`.
    pub mistakes: u64,
    /// Moves of depth given away: `T`.
    pub conceded: u64,
    /// `E / N`.
    pub p: Option<f64>,
    /// `T / E`.
    pub delta: Option<f64>,
    /// `T / N`.
    pub d: Option<f64>,
}

impl From<&Errors> for ErrorRates {
    fn from(errors: &Errors) -> ErrorRates {
        ErrorRates {
            moves: errors.moves,
            mistakes: errors.mistakes,
            conceded: errors.total,
            p: errors.probability(),
            delta: errors.magnitude(),
            d: errors.average(),
        }
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExperimentRow {
    /// From 1.
    pub number: usize,
    /// Who played.
    pub subject: String,
    /// Against which program; none while the game goes on.
    pub program: Option<String>,
    /// At the start.
    pub depth: u16,
    /// What a large error with the very first move made of it.
    pub depth_after_first_error: Option<u16>,
    /// The person's mistakes.
    pub person: ErrorRates,
    /// The program's.
    pub machine: ErrorRates,
    /// Whether a draw is among the person's mistakes.
    pub draw_included: bool,
    /// The person's `d` less the program's.
    pub net: Option<f64>,
    /// The deepest position such a person is expected to win, as the table prints it.
    pub deepest_won: Option<String>,
    /// How it ended, in words.
    pub end: Option<Word>,
}

impl ExperimentRow {
    /// A row of the table, its number from 1.
    pub fn new(number: usize, row: &Row) -> ExperimentRow {
        ExperimentRow {
            number,
            subject: row.subject.clone(),
            program: row.program.clone(),
            depth: row.depth,
            depth_after_first_error: row.after_first_error,
            person: (&row.person).into(),
            machine: (&row.machine).into(),
            draw_included: row.draw_included,
            net: row.net(),
            deepest_won: row.deepest_won.map(|deepest| deepest.to_string()),
            end: row.end.map(|end| end.said().into()),
        }
    }
}

/// Some games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Experiments {
    /// In the order they were named.
    pub games: Vec<ExperimentRow>,
}

/// One game with its record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedExperiment<'a> {
    /// As it is kept.
    pub record: &'a Record,
    /// Its row.
    pub row: ExperimentRow,
}
