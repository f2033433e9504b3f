//! A tree asked about a move.

use value::Outcome;

use super::expression::{Expression, Operator};
use super::names::{Kind, Man, Question, Word};
use crate::bitboards::Bitboards;
use crate::heuristics::exchange::hangs;
use crate::heuristics::geometry::{center, corner, distance};
use crate::heuristics::{Facts, Replies};
use crate::index::squares;
use crate::rules::Color;

/// Whether a truth holds after the move.
#[inline]
pub(super) fn truth(expression: &Expression, facts: &Facts) -> bool {
    holds(expression, facts, &facts.after)
}

/// What a number is after the move; 1 or 0 for a truth.
#[inline]
pub(super) fn number(expression: &Expression, facts: &Facts) -> f64 {
    count(expression, facts, &facts.after)
}

fn holds(expression: &Expression, facts: &Facts, men: &Bitboards) -> bool {
    match expression {
        Expression::Word(word) => word_holds(*word, facts),
        Expression::Question(question, about) => question_holds(*question, about, facts, men),
        Expression::Not(inner) => !holds(inner, facts, men),
        Expression::Before(inner) => holds(inner, facts, &facts.before),
        Expression::Two(operator, left, right) => match operator {
            Operator::And => holds(left, facts, men) && holds(right, facts, men),
            Operator::Or => holds(left, facts, men) || holds(right, facts, men),
            _ => {
                let (left, right) = (count(left, facts, men), count(right, facts, men));
                match operator {
                    Operator::Less => left < right,
                    Operator::LessOrEqual => left <= right,
                    Operator::Equal => left == right,
                    Operator::NotEqual => left != right,
                    Operator::GreaterOrEqual => left >= right,
                    Operator::Greater => left > right,
                    _ => arithmetic(*operator, left, right) != 0.0,
                }
            }
        },
        Expression::Number(_) | Expression::Negative(_) => count(expression, facts, men) != 0.0,
    }
}

fn count(expression: &Expression, facts: &Facts, men: &Bitboards) -> f64 {
    match expression {
        Expression::Number(number) => *number,
        Expression::Negative(inner) => -count(inner, facts, men),
        Expression::Before(inner) => count(inner, facts, &facts.before),
        Expression::Two(operator, left, right) if operator.kind() == Kind::Number => {
            arithmetic(*operator, count(left, facts, men), count(right, facts, men))
        }
        Expression::Word(word) => word_number(*word, facts),
        Expression::Question(question, about) => question_number(*question, about, facts, men),
        Expression::Not(_) | Expression::Two(..) => f64::from(holds(expression, facts, men)),
    }
}

fn arithmetic(operator: Operator, left: f64, right: f64) -> f64 {
    match operator {
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::Times => left * right,
        _ => left / right,
    }
}

/// Moves the winner needs; infinite in a draw.
fn depth(outcome: Outcome) -> f64 {
    outcome.depth().map_or(f64::INFINITY, |depth| f64::from(depth.0))
}

#[inline]
fn word_holds(word: Word, facts: &Facts) -> bool {
    let Replies { all, long, checks, outward, .. } = facts.replies;
    match word {
        Word::Check => facts.check(),
        Word::Mate => facts.check() && all == 0,
        Word::Stalemate => !facts.check() && all == 0,
        Word::Capture => facts.captured.is_some(),
        Word::Promotion => facts.step.promotes.is_some(),
        Word::Attack => {
            let theirs = facts.mover.other();
            squares(facts.after.of(theirs)).any(|square| hangs(&facts.after, theirs, square))
        }
        Word::QuickThreat => matches!(facts.threat(), Some(2..=4)),
        Word::FewLines => matches!(long, 1 | 2),
        Word::Zugzwang => facts.zugzwang(),
        Word::Decentralize => outward,
        Word::PreventCheck => checks == 0,
        Word::Optimal => facts.optimal(),
        Word::Fatal => facts.fatal(),
        Word::Blunder => facts.blunder(),
        Word::Wins => facts.value.sign() > 0,
        Word::Draws => facts.value.sign() == 0,
        Word::Loses => facts.value.sign() < 0,
        _ => word_number(word, facts) != 0.0,
    }
}

fn word_number(word: Word, facts: &Facts) -> f64 {
    match word {
        Word::Depth => depth(facts.best.before_move()),
        Word::After => depth(facts.value),
        // Infinite where a win or a draw is given away.
        Word::Conceded => facts.value.conceded(facts.best).map_or(f64::INFINITY, f64::from),
        Word::Threat => facts.threat().map_or(f64::INFINITY, f64::from),
        Word::LongLines => f64::from(facts.replies.long),
        Word::Replies => f64::from(facts.replies.all),
        Word::Checks => f64::from(facts.replies.checks),
        _ => f64::from(word_holds(word, facts)),
    }
}

/// Whether any of these men is attacked by the other side.
fn any_attacked(men: &Bitboards, color: Color, set: u64, by: Color) -> bool {
    let occupied = men.occupied();
    debug_assert!(set & !men.of(color) == 0);
    squares(set).any(|square| men.attackers(by, square, occupied) & !(1 << square) != 0)
}

fn question_holds(question: Question, about: &[Man], facts: &Facts, men: &Bitboards) -> bool {
    let man = about[0];
    let color = man.color(facts.mover);
    let set = |men: &Bitboards, man: Man| men.get(man.role.of(man.color(facts.mover)));
    match question {
        Question::Attack | Question::Hanging => {
            squares(set(men, man)).any(|square| hangs(men, color, square))
        }
        Question::Attacked => any_attacked(men, color, set(men, man), color.other()),
        Question::Defended => any_attacked(men, color, set(men, man), color),
        Question::Moves => facts.role == man.role,
        Question::Captures => facts.captured == Some(man.role),
        Question::Approach => {
            let to = |from: u8| {
                let others = set(&facts.before, about[1]) & !(1 << facts.step.from);
                squares(others).map(|square| distance(from, square)).min()
            };
            facts.role == man.role && to(facts.step.to) < to(facts.step.from)
        }
        Question::Centralize => {
            facts.role == man.role && center(facts.step.to) < center(facts.step.from)
        }
        Question::Distance | Question::Center | Question::Corner | Question::Count => {
            question_number(question, about, facts, men) != 0.0
        }
    }
}

fn question_number(question: Question, about: &[Man], facts: &Facts, men: &Bitboards) -> f64 {
    let set = |man: Man| men.get(man.role.of(man.color(facts.mover)));
    let least = |found: Option<u8>| found.map_or(f64::INFINITY, f64::from);
    match question {
        Question::Distance => {
            let apart = squares(set(about[0]))
                .flat_map(|a| squares(set(about[1]) & !(1 << a)).map(move |b| distance(a, b)));
            least(apart.min())
        }
        Question::Center => least(squares(set(about[0])).map(center).min()),
        Question::Corner => least(squares(set(about[0])).map(corner).min()),
        Question::Count => f64::from(set(about[0]).count_ones()),
        _ => f64::from(question_holds(question, about, facts, men)),
    }
}
