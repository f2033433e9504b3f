//! A text that is no rule: what is wrong, and where.

use std::fmt;

use super::names::nearest;
use super::tokens::Place;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Nothing was written.
    Empty,
    /// A character that means nothing.
    Letter(char),
    /// Digits that are no number.
    NotANumber(String),
    /// A name nobody knows.
    Unknown(String),
    /// Something else belongs here.
    Expected(&'static str),
    /// A letter that is no man.
    NotAMan(String),
    /// A man of the wrong side.
    WrongSide {
        /// The word asked.
        name: &'static str,
        /// The letter to write instead.
        instead: char,
    },
    /// Too few or too many men.
    Arguments {
        /// The word asked.
        name: &'static str,
        /// How many men it takes.
        takes: usize,
    },
    /// A number in place of a truth.
    NumberForTruth,
    /// Two comparisons in a row.
    ComparedTwice,
    /// Something about the move inside `before`.
    NotOfTheBoard(String),
    /// Parentheses or `not` nested too deep.
    TooDeep,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Empty => f.write_str("the rule is empty: write one, as in `check`"),
            Problem::Letter(letter) => write!(f, "'{letter}' means nothing in a rule: take it out"),
            Problem::NotANumber(digits) => {
                write!(f, "'{digits}' is not a number: write one such as 4 or 0.5")
            }
            Problem::Unknown(name) => match nearest(name) {
                Some(near) => write!(f, "unknown name '{name}': did you mean '{near}'?"),
                None => write!(
                    f,
                    "unknown name '{name}': `fallible heuristics --help` lists the names"
                ),
            },
            Problem::Expected(what) => write!(f, "{what} is missing here: put one in"),
            Problem::NotAMan(text) => write!(
                f,
                "'{text}' is no man: use K, Q, R, B, N, P for yours and k, q, r, b, n, p for the opponent's"
            ),
            Problem::WrongSide { name, instead } => {
                let (whose, case) = match instead.is_ascii_uppercase() {
                    true => ("yours", "upper"),
                    false => ("the opponent's", "lower"),
                };
                write!(f, "{name} asks for a man of {whose}: write '{instead}', in {case} case")
            }
            Problem::Arguments { name, takes: 0 } => {
                write!(f, "{name} takes nothing in parentheses: take them out")
            }
            Problem::Arguments { name, takes: 1 } => {
                write!(f, "{name} takes one man: write it as in {name}(K)")
            }
            Problem::Arguments { name, takes } => {
                write!(f, "{name} takes {takes} men: write it as in {name}(K,k)")
            }
            Problem::NumberForTruth => f.write_str(
                "this is a number, and a truth is needed: compare it with something, as in `replies <= 2`",
            ),
            Problem::ComparedTwice => {
                f.write_str("two comparisons in a row: join them by `and`, as in `1 < depth and depth < 9`")
            }
            Problem::NotOfTheBoard(name) => write!(
                f,
                "'{name}' is about the move, not the board: `before` takes distances, attacks and counts"
            ),
            Problem::TooDeep => f.write_str("the rule is nested too deep: write it with fewer parentheses"),
        }
    }
}

/// A text that is no rule, with the place of the mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    text: String,
    place: Place,
    problem: Problem,
}

impl RuleError {
    pub(super) fn new(text: &str, place: Place, problem: Problem) -> RuleError {
        RuleError { text: text.to_owned(), place, problem }
    }

    /// What is wrong.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The first character of the mistake, counted from 1.
    pub fn column(&self) -> usize {
        self.place.start + 1
    }
}

/// The sentence, the text, and a caret under each character of the mistake.
impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: String =
            self.text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let (blanks, carets) = (" ".repeat(self.place.start), "^".repeat(self.place.len.max(1)));
        write!(f, "{}\n  {line}\n  {blanks}{carets}", self.problem)
    }
}

impl std::error::Error for RuleError {}
