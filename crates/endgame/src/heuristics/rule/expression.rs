//! An expression as a tree, and how it is written.

use std::fmt;

use super::names::{BEFORE, Man, Word};

/// A rule, or a query, as a tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression<A> {
    /// Finite and not negative.
    Number(f64),
    Atom(A),
    Not(Box<Expression<A>>),
    Negative(Box<Expression<A>>),
    Two(Operator, Box<Expression<A>>, Box<Expression<A>>),
}

/// What is asked at the leaves of a tree: something about a move, or about a position.
pub(crate) trait Atom: Clone + fmt::Display {
    /// Whether it is a truth; otherwise it is a number.
    fn is_truth(&self) -> bool;

    /// The same in place of a truth; none for a number that stands for none.
    fn into_truth(self) -> Option<Self> {
        self.is_truth().then_some(self)
    }

    /// Every man it speaks of.
    fn men(&self, found: &mut Vec<Man>);
}

/// Something about a move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum MoveAtom {
    /// A word, and the men in its parentheses.
    Word(&'static Word, Vec<Man>),
    /// On the board before the move.
    Before(Box<Expression<MoveAtom>>),
}

impl Atom for MoveAtom {
    fn is_truth(&self) -> bool {
        match self {
            MoveAtom::Word(word, _) => word.is_truth(),
            MoveAtom::Before(inner) => inner.is_truth(),
        }
    }

    /// `threat` and `longlines` stand for what Jansen meant by them.
    fn into_truth(self) -> Option<MoveAtom> {
        match self {
            MoveAtom::Word(word, men) => Some(MoveAtom::Word(word.as_truth()?, men)),
            MoveAtom::Before(inner) => inner.is_truth().then_some(MoveAtom::Before(inner)),
        }
    }

    fn men(&self, found: &mut Vec<Man>) {
        match self {
            MoveAtom::Word(_, men) => found.extend(men),
            MoveAtom::Before(inner) => inner.each_atom(&mut |atom| atom.men(found)),
        }
    }
}

impl fmt::Display for MoveAtom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveAtom::Word(word, men) => word.write(f, men),
            MoveAtom::Before(inner) => write!(f, "{BEFORE}({inner})"),
        }
    }
}

/// What stands between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
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

// Operator precedence, the loosest first.
pub(super) const OR: u8 = 0;
const AND: u8 = 1;
pub(super) const NOT: u8 = 2;
pub(super) const COMPARISON: u8 = 3;
const SUM: u8 = 4;
const PRODUCT: u8 = 5;
pub(super) const NEGATIVE: u8 = 6;
const ATOM: u8 = 7;

impl Operator {
    fn sign(self) -> &'static str {
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

    /// Whether it makes a truth of its operands; otherwise a number.
    pub(crate) fn makes_truth(self) -> bool {
        self.precedence() < SUM
    }

    pub(super) fn precedence(self) -> u8 {
        match self {
            Operator::Or => OR,
            Operator::And => AND,
            Operator::Plus | Operator::Minus => SUM,
            Operator::Times | Operator::Over => PRODUCT,
            _ => COMPARISON,
        }
    }
}

impl<A> Expression<A> {
    pub(super) fn two(operator: Operator, left: Self, right: Self) -> Self {
        Expression::Two(operator, Box::new(left), Box::new(right))
    }

    /// Visits its leaves, from left to right.
    pub(crate) fn each_atom(&self, visit: &mut impl FnMut(&A)) {
        match self {
            Expression::Number(_) => (),
            Expression::Atom(atom) => visit(atom),
            Expression::Not(inner) | Expression::Negative(inner) => inner.each_atom(visit),
            Expression::Two(_, left, right) => {
                left.each_atom(visit);
                right.each_atom(visit);
            }
        }
    }
}

impl<A: Atom> Expression<A> {
    /// Whether it is a truth; otherwise it is a number.
    fn is_truth(&self) -> bool {
        match self {
            Expression::Number(_) | Expression::Negative(_) => false,
            Expression::Atom(atom) => atom.is_truth(),
            Expression::Not(_) => true,
            Expression::Two(operator, ..) => operator.makes_truth(),
        }
    }

    /// The same in place of a truth; none for a number that stands for none.
    pub(super) fn into_truth(self) -> Option<Self> {
        match self {
            Expression::Atom(atom) => atom.into_truth().map(Expression::Atom),
            other => other.is_truth().then_some(other),
        }
    }

    /// Every man it speaks of.
    pub(crate) fn men(&self, found: &mut Vec<Man>) {
        self.each_atom(&mut |atom| atom.men(found));
    }

    fn precedence(&self) -> u8 {
        match self {
            Expression::Not(_) => NOT,
            Expression::Negative(_) => NEGATIVE,
            Expression::Two(operator, ..) => operator.precedence(),
            _ => ATOM,
        }
    }

    /// Writes it where at least this precedence must stand.
    fn write(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if self.precedence() < least {
            return write!(f, "({self})");
        }
        match self {
            Expression::Number(number) => write!(f, "{number}"),
            Expression::Atom(atom) => write!(f, "{atom}"),
            Expression::Not(inner) => {
                f.write_str("not ")?;
                inner.write(f, NOT)
            }
            Expression::Negative(inner) => {
                f.write_str("-")?;
                inner.write(f, NEGATIVE)
            }
            Expression::Two(operator, left, right) => {
                let precedence = operator.precedence();
                // Comparisons do not follow one another; the rest lean to the left.
                left.write(f, precedence + u8::from(precedence == COMPARISON))?;
                write!(f, " {} ", operator.sign())?;
                right.write(f, precedence + 1)
            }
        }
    }
}

impl<A: Atom> fmt::Display for Expression<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, OR)
    }
}
