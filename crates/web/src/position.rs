//! A position with what it is worth and what can be played there.

use std::cmp::Reverse;

use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::Model;
use study::schema::{BoardFacts, Extent, MoveSquares, MoveValue};
use value::{Choice, ChoiceSource};

use crate::errors::Failure;
use crate::response::{PositionAnswer, ValuedMove};

/// The longest FEN looked at.
const LONGEST_FEN: usize = 100;

/// Reads a FEN that anybody may have sent.
pub fn read_fen(text: &str) -> Result<Position, Failure> {
    if text.len() > LONGEST_FEN {
        return Err(Failure::bad(format!(
            "the FEN has {} bytes and may have {LONGEST_FEN}: send one position",
            text.len()
        )));
    }
    Ok(Position::from_fen(text)?)
}

/// Everything the tables say.
pub fn answer(tables: &Tables, position: &Position) -> Result<PositionAnswer, Failure> {
    let value = tables.outcome(position)?;
    let extent = tables.extent_of(&position.material(), position.turn())?;
    let mut choices = tables.choices(position)?;
    choices.sort_by_cached_key(|choice| (Reverse(choice.value), position.uci(choice.play)));
    let model = Model::default();
    let weights = model.weighting.weights(&choices);
    let best = choices.first().map(|choice| choice.value);
    let moves = choices.iter().zip(weights).map(|(choice, weight): (&Choice<Move>, f64)| {
        let optimal = Some(choice.value) == best;
        let keeps_value = best.is_some_and(|best| best.sign() == choice.value.sign());
        let depth = |outcome: Option<value::Outcome>| {
            outcome.and_then(value::Outcome::depth).map_or(0, |depth| depth.0)
        };
        let cost = model.preference.cost(choice.value, extent);
        let valued = MoveValue::of(position, choice, optimal);
        ValuedMove {
            squares: MoveSquares::of(&valued.uci),
            valued,
            keeps_value,
            conceded: keeps_value.then(|| depth(Some(choice.value)).abs_diff(depth(best))),
            cost: cost.is_finite().then_some(cost),
            weight,
            gives_check: position.after(choice.play).is_check(),
            captures: choice.play.is_capture(),
        }
    });
    Ok(PositionAnswer {
        board: BoardFacts::of(position),
        value: value.into(),
        unit: "moves to conversion",
        extent: Extent::new(extent, true),
        moves: moves.collect(),
    })
}
