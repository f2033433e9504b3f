//! A rule over the facts of a move: a small language, read, written and answered.
//!
//! - `names`: its words
//! - `tokens`, `parser`: a text read; `error`: or refused, with a caret under the mistake
//! - `expression`: the tree, and how it is written
//! - `evaluate`: the tree asked about a move

pub(crate) mod error;
pub(crate) mod evaluate;
pub(crate) mod expression;
pub(crate) mod names;
pub(crate) mod parser;
pub(crate) mod tokens;

use std::fmt;
use std::str::FromStr;

pub use error::RuleError;
pub use names::reference;

use super::Facts;
use crate::material::Material;
use crate::rules::{Color, Role};
use expression::{Expression, MoveAtom};

/// A truth or a number about a move, such as `check and not attacked(Q)`.
///
/// ```
/// use endgame::heuristics::Rule;
///
/// let rule: Rule = "check and not attacked(Q)".parse()?;
/// assert_eq!(rule.to_string(), "check and not attacked(Q)");
/// let error = "chekc and not attacked(Q)".parse::<Rule>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unknown name 'chekc': did you mean 'check'?\n  chekc and not attacked(Q)\n  ^^^^^"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    expression: Expression<MoveAtom>,
    /// The same in place of a truth; none for a number that is not zero.
    truth: Option<Expression<MoveAtom>>,
}

impl Rule {
    pub(crate) fn new(expression: Expression<MoveAtom>) -> Rule {
        let truth = expression.clone().into_truth();
        Rule { expression, truth }
    }

    /// Whether the move conforms to it: a number does if it is not zero.
    #[inline]
    pub fn holds(&self, facts: &Facts) -> bool {
        match &self.truth {
            Some(truth) => evaluate::holds(truth, facts, &facts.after),
            None => self.number(facts) != 0.0,
        }
    }

    /// What it counts: 1 or 0 for a truth.
    #[inline]
    pub fn number(&self, facts: &Facts) -> f64 {
        evaluate::number(&self.expression, facts, &facts.after)
    }

    /// Whether it can be asked whether a move conforms: it is a truth, or can stand for one.
    pub fn is_predicate(&self) -> bool {
        self.truth.is_some()
    }

    /// Whether it asks about the mover's own last move.
    pub fn looks_back(&self) -> bool {
        let mut found = false;
        self.expression.each_atom(&mut |atom| {
            found |= matches!(atom, MoveAtom::Word(word, _) if names::OF_HISTORY.contains(&word.name));
        });
        found
    }

    /// The rules that ask about the mover's own last move: who follows a plan goes on with it.
    pub fn of_history() -> Vec<Rule> {
        let read = |text: &str| text.parse().expect("made of words of the language");
        names::OF_HISTORY.iter().map(|text| read(text)).collect()
    }

    /// The first man it speaks of that is not there when this colour moves: his letter, and his
    /// role.
    pub fn missing_man(&self, material: &Material, mover: Color) -> Option<(char, Role)> {
        let mut men = Vec::new();
        self.expression.men(&mut men);
        let missing = men.into_iter().find(|man| {
            man.role != Role::King && material.army(man.color(mover)).count(man.role) == 0
        });
        missing.map(|man| (man.letter(), man.role))
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        parser::parse(text).map(Rule::new)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.expression.to_string())
    }
}

#[cfg(test)]
mod tests;
