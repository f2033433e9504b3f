//! A tree asked about a move.

use super::Facts;
use super::expression::{Expression, MoveAtom, Operator};
use super::names::Asked;
use crate::bitboards::Bitboards;

/// Whether a truth holds, asked of these men on the board.
pub(super) fn holds(expression: &Expression<MoveAtom>, facts: &Facts, board: &Bitboards) -> bool {
    match expression {
        Expression::Atom(MoveAtom::Word(word, men)) => word.holds(&Asked { facts, board, men }),
        Expression::Atom(MoveAtom::Before(inner)) => holds(inner, facts, &facts.before),
        Expression::Not(inner) => !holds(inner, facts, board),
        Expression::Two(operator, left, right) => match operator {
            Operator::And => holds(left, facts, board) && holds(right, facts, board),
            Operator::Or => holds(left, facts, board) || holds(right, facts, board),
            _ => compare(*operator, number(left, facts, board), number(right, facts, board)),
        },
        Expression::Number(_) | Expression::Negative(_) => number(expression, facts, board) != 0.0,
    }
}

/// What a number is, asked of these men on the board; 1 or 0 for a truth.
pub(super) fn number(expression: &Expression<MoveAtom>, facts: &Facts, board: &Bitboards) -> f64 {
    match expression {
        Expression::Number(number) => *number,
        Expression::Negative(inner) => -number(inner, facts, board),
        Expression::Atom(MoveAtom::Before(inner)) => number(inner, facts, &facts.before),
        Expression::Two(operator, left, right) if !operator.makes_truth() => {
            arithmetic(*operator, number(left, facts, board), number(right, facts, board))
        }
        Expression::Atom(MoveAtom::Word(word, men)) => word.number(&Asked { facts, board, men }),
        Expression::Not(_) | Expression::Two(..) => f64::from(holds(expression, facts, board)),
    }
}

/// Whether two numbers compare so.
pub(crate) fn compare(operator: Operator, left: f64, right: f64) -> bool {
    match operator {
        Operator::Less => left < right,
        Operator::LessOrEqual => left <= right,
        Operator::Equal => left == right,
        Operator::NotEqual => left != right,
        Operator::GreaterOrEqual => left >= right,
        Operator::Greater => left > right,
        _ => arithmetic(operator, left, right) != 0.0,
    }
}

/// Two numbers made one.
pub(crate) fn arithmetic(operator: Operator, left: f64, right: f64) -> f64 {
    match operator {
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::Times => left * right,
        _ => left / right,
    }
}
