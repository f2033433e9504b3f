//! A text that is no rule: what is wrong, and where.

use super::tokens::Place;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Problem {
    #[error("the rule is empty: write one, as in `check`")]
    Empty,
    #[error("'{0}' means nothing in a rule: take it out")]
    Letter(char),
    #[error("'{0}' is not a number: write one such as 4 or 0.5")]
    NotANumber(String),
    #[error("unknown name '{name}': {}", meant(*.near))]
    Unknown {
        name: String,
        /// The name that may have been meant, or else the command whose help lists the names.
        near: Result<&'static str, &'static str>,
    },
    #[error("{0} is missing here: put one in")]
    Expected(&'static str),
    #[error(
        "'{0}' is no man: use K, Q, R, B, N, P for yours and k, q, r, b, n, p for the opponent's"
    )]
    NotAMan(String),
    #[error("{name} asks for a man of {}", written(*.instead))]
    WrongSide { name: &'static str, instead: char },
    #[error("{name} takes {}", number_of_men(.name, *.takes))]
    Arguments { name: &'static str, takes: usize },
    #[error(
        "this is a number, and a truth is needed: compare it with something, as in `replies <= 2`"
    )]
    NumberForTruth,
    #[error("two comparisons in a row: join them by `and`, as in `1 < depth and depth < 9`")]
    ComparedTwice,
    #[error("'{0}' is about the move, not the board: `before` takes distances, attacks and counts")]
    NotOfTheBoard(String),
    #[error("the rule is nested too deep: write it with fewer parentheses")]
    TooDeep,
}

fn meant(near: Result<&str, &str>) -> String {
    match near {
        Ok(near) => format!("did you mean '{near}'?"),
        Err(command) => format!("`fallible {command} --help` lists the names"),
    }
}

fn written(instead: char) -> String {
    match instead.is_ascii_uppercase() {
        true => format!("yours: write '{instead}', in upper case"),
        false => format!("the opponent's: write '{instead}', in lower case"),
    }
}

fn number_of_men(name: &str, takes: usize) -> String {
    match takes {
        0 => "nothing in parentheses: take them out".to_owned(),
        1 => format!("one man: write it as in {name}(K)"),
        _ => format!("{takes} men: write it as in {name}(K,k)"),
    }
}

/// A text that is no rule: the sentence, the text, and a caret under each character of the mistake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}\n  {}\n  {}", self.line(), self.carets())]
pub struct RuleError {
    text: String,
    place: Place,
    pub(super) problem: Problem,
}

impl RuleError {
    pub(super) fn new(text: &str, place: Place, problem: Problem) -> RuleError {
        RuleError { text: text.to_owned(), place, problem }
    }

    /// The first character of the mistake, counted from 1.
    pub fn column(&self) -> usize {
        self.place.start + 1
    }

    fn line(&self) -> String {
        self.text.replace(char::is_whitespace, " ")
    }

    fn carets(&self) -> String {
        " ".repeat(self.place.start) + &"^".repeat(self.place.len.max(1))
    }
}
