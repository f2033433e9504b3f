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

/// How tightly an expression holds together, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Negative,
    Atom,
}

impl Tightness {
    fn next(self) -> Tightness {
        match self {
            Tightness::Or => Tightness::And,
            Tightness::And => Tightness::Not,
            Tightness::Not => Tightness::Comparison,
            Tightness::Comparison => Tightness::Sum,
            Tightness::Sum => Tightness::Product,
            Tightness::Product => Tightness::Negative,
            Tightness::Negative | Tightness::Atom => Tightness::Atom,
        }
    }
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
        match self.tightness() {
            Tightness::Sum | Tightness::Product => Kind::Number,
            _ => Kind::Truth,
        }
    }

    fn tightness(self) -> Tightness {
        match self {
            Operator::Or => Tightness::Or,
            Operator::And => Tightness::And,
            Operator::Plus | Operator::Minus => Tightness::Sum,
            Operator::Times | Operator::Over => Tightness::Product,
            _ => Tightness::Comparison,
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

    fn tightness(&self) -> Tightness {
        match self {
            Expression::Not(_) => Tightness::Not,
            Expression::Negative(_) => Tightness::Negative,
            Expression::Two(operator, ..) => operator.tightness(),
            _ => Tightness::Atom,
        }
    }

    /// Writes it where something at least so tight must stand.
    fn write(&self, f: &mut fmt::Formatter<'_>, least: Tightness) -> fmt::Result {
        if self.tightness() < least {
            f.write_str("(")?;
            self.write(f, Tightness::Or)?;
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
                inner.write(f, Tightness::Or)?;
                f.write_str(")")
            }
            Expression::Not(inner) => {
                f.write_str("not ")?;
                inner.write(f, Tightness::Not)
            }
            Expression::Negative(inner) => {
                f.write_str("-")?;
                inner.write(f, Tightness::Negative)
            }
            Expression::Two(operator, left, right) => {
                let tightness = operator.tightness();
                // Comparisons do not follow one another; the rest lean to the left.
                let first = match tightness {
                    Tightness::Comparison => Tightness::Sum,
                    other => other,
                };
                left.write(f, first)?;
                write!(f, " {} ", operator.sign())?;
                right.write(f, tightness.next())
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Tightness::Or)
    }
}

fn entry_of(word: Word) -> &'static super::names::WordEntry {
    WORDS.iter().find(|entry| entry.word == word).expect("every word is listed")
}

pub(super) fn question_entry(question: Question) -> &'static super::names::QuestionEntry {
    QUESTIONS.iter().find(|entry| entry.question == question).expect("every question is listed")
}
