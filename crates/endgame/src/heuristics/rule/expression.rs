//! An expression as a tree, and how it is written.

use std::fmt;

use super::names::{BEFORE, Kind, Man, QUESTIONS, Question, WORDS, Word};

/// A rule as a tree.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    /// Finite and not negative.
    Number(f64),
    Word(Word),
    Question(Question, Vec<Man>),
    /// On the board before the move.
    Before(Box<Expression>),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Two(Operator, Box<Expression>, Box<Expression>),
}

/// What stands between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
    Plus,
    Minus,
    Times,
    Over,
}

/// Operator precedence, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Precedence {
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Negative,
    Atom,
}

impl Operator {
    pub(super) fn sign(self) -> &'static str {
        match self {
            Operator::Or => "or",
            Operator::And => "and",
            Operator::Less => "<",
            Operator::LessOrEqual => "<=",
            Operator::Equal => "=",
            Operator::NotEqual => "!=",
            Operator::GreaterOrEqual => ">=",
            Operator::Greater => ">",
            Operator::Plus => "+",
            Operator::Minus => "-",
            Operator::Times => "*",
            Operator::Over => "/",
        }
    }

    pub(super) fn kind(self) -> Kind {
        match self.precedence() {
            Precedence::Sum | Precedence::Product => Kind::Number,
            _ => Kind::Truth,
        }
    }

    fn precedence(self) -> Precedence {
        match self {
            Operator::Or => Precedence::Or,
            Operator::And => Precedence::And,
            Operator::Plus | Operator::Minus => Precedence::Sum,
            Operator::Times | Operator::Over => Precedence::Product,
            _ => Precedence::Comparison,
        }
    }
}

impl Expression {
    /// Whether it is a truth or a number.
    pub(super) fn kind(&self) -> Kind {
        match self {
            Expression::Number(_) | Expression::Negative(_) => Kind::Number,
            Expression::Word(word) => entry_of(*word).kind,
            Expression::Question(question, _) => question_entry(*question).kind,
            Expression::Before(inner) => inner.kind(),
            Expression::Not(_) => Kind::Truth,
            Expression::Two(operator, ..) => operator.kind(),
        }
    }

    /// The same in place of a truth: `threat` and `longlines` stand for what Jansen meant by them.
    /// None for any other number.
    pub(super) fn into_truth(self) -> Option<Expression> {
        match self {
            Expression::Word(Word::Threat) => Some(Expression::Word(Word::QuickThreat)),
            Expression::Word(Word::LongLines) => Some(Expression::Word(Word::FewLines)),
            other => (other.kind() == Kind::Truth).then_some(other),
        }
    }

    /// Every man it speaks of.
    pub(super) fn men(&self, found: &mut Vec<Man>) {
        match self {
            Expression::Number(_) | Expression::Word(_) => (),
            Expression::Question(_, men) => found.extend(men),
            Expression::Before(inner) | Expression::Not(inner) | Expression::Negative(inner) => {
                inner.men(found);
            }
            Expression::Two(_, left, right) => {
                left.men(found);
                right.men(found);
            }
        }
    }

    fn precedence(&self) -> Precedence {
        match self {
            Expression::Not(_) => Precedence::Not,
            Expression::Negative(_) => Precedence::Negative,
            Expression::Two(operator, ..) => operator.precedence(),
            _ => Precedence::Atom,
        }
    }

    /// Writes it where at least this precedence must stand.
    fn write(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if (self.precedence() as u8) < least {
            f.write_str("(")?;
            self.write(f, Precedence::Or as u8)?;
            return f.write_str(")");
        }
        match self {
            Expression::Number(number) => write!(f, "{number}"),
            Expression::Word(word) => f.write_str(entry_of(*word).name),
            Expression::Question(question, men) => {
                let letters: Vec<String> = men.iter().map(|man| man.letter().to_string()).collect();
                write!(f, "{}({})", question_entry(*question).name, letters.join(","))
            }
            Expression::Before(inner) => {
                write!(f, "{BEFORE}(")?;
                inner.write(f, Precedence::Or as u8)?;
                f.write_str(")")
            }
            Expression::Not(inner) => {
                f.write_str("not ")?;
                inner.write(f, Precedence::Not as u8)
            }
            Expression::Negative(inner) => {
                f.write_str("-")?;
                inner.write(f, Precedence::Negative as u8)
            }
            Expression::Two(operator, left, right) => {
                let precedence = operator.precedence();
                // Comparisons do not follow one another; the rest lean to the left.
                let first = precedence as u8 + u8::from(precedence == Precedence::Comparison);
                left.write(f, first)?;
                write!(f, " {} ", operator.sign())?;
                right.write(f, precedence as u8 + 1)
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Precedence::Or as u8)
    }
}

fn entry_of(word: Word) -> &'static super::names::WordEntry {
    WORDS.iter().find(|entry| entry.word == word).expect("every word is listed")
}

pub(super) fn question_entry(question: Question) -> &'static super::names::QuestionEntry {
    QUESTIONS.iter().find(|entry| entry.question == question).expect("every question is listed")
}
