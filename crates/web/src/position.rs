//! A position with what it is worth and what can be played there.

use std::cmp::Reverse;

use endgame::rules::{Move, Position};
use endgame::tables::Tables;
use player::Model;
use study::practice::session;
use study::schema::{BoardFacts, Extent, MoveSquares, MoveValue};
use value::ChoiceSource;

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

/// The longest move looked at.
const LONGEST_MOVE: usize = 10;

/// The legal move meant by `e7e8q` or `e8=Q`.
pub fn read_move(position: &Position, text: &str) -> Result<Move, Failure> {
    let shown: String = text.chars().filter(char::is_ascii_graphic).take(LONGEST_MOVE).collect();
    session::read_move(position, &shown).map_err(|error| Failure::bad(error.to_string()))
}

/// Everything the tables say.
pub fn answer(tables: &Tables, position: &Position) -> Result<PositionAnswer, Failure> {
    let value = tables.outcome(position)?;
    let extent = tables.extent_of(&position.material(), position.turn())?;
    let mut choices = tables.choices(position)?;
    choices.sort_by_cached_key(|choice| (Reverse(choice.value), position.uci(choice.play)));
    let model = Model::default();
    let (costs, weights) = (model.costs(&choices), model.filter.weights(&choices));
    let moves = (0..choices.len()).map(|at| {
        let choice = &choices[at];
        let valued = MoveValue::of(position, choice, choices.is_optimal(at));
        ValuedMove {
            squares: MoveSquares::of(&valued.uci),
            valued,
            keeps_value: choices.keeps_value(at),
            conceded: choices.conceded(at),
            cost: costs[at].is_finite().then_some(costs[at]),
            weight: weights[at],
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
