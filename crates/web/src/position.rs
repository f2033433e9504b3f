//! A position with what it is worth and what can be played there.

use std::cmp::Reverse;

use endgame::rules::{Ending, Move, Position};
use endgame::tables::Tables;
use player::Model;
use study::practice::session;
use value::ChoiceSource;

use crate::errors::Failure;
use crate::names::plain_name;
use crate::response::{
    BoardAnswer, BoardFacts, ExtentAnswer, MoveName, PositionAnswer, ValuedMove, color_word,
};

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

/// Why there is no move to make.
pub fn over(position: &Position) -> Option<&'static str> {
    Some(match position.ending()? {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::InsufficientMaterial => "insufficient",
    })
}

/// What can be seen without a table.
pub fn facts(position: &Position) -> BoardFacts {
    let material = position.material();
    BoardFacts {
        fen: position.fen(),
        turn: color_word(position.turn()),
        check: position.is_check(),
        over: over(position),
        material: material.to_string(),
        name: plain_name(&material),
        men: material.men(),
    }
}

/// A move by its names.
pub fn move_name(position: &Position, play: Move) -> MoveName {
    let uci = position.uci(play);
    MoveName {
        san: position.san(play),
        from: uci[..2].to_owned(),
        to: uci[2..4].to_owned(),
        promotion: uci.chars().nth(4),
        uci,
    }
}

/// The position for a board: no values. Nothing can be moved once the game is over.
pub fn board(position: &Position, playable: bool) -> BoardAnswer {
    let mut moves: Vec<MoveName> = if playable {
        position.legal_moves().into_iter().map(|play| move_name(position, play)).collect()
    } else {
        Vec::new()
    };
    moves.sort_by(|a, b| a.uci.cmp(&b.uci));
    BoardAnswer { board: facts(position), moves }
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
    let (costs, weights) = (model.costs(&choices), model.weighting.weights(&choices));
    let moves = (0..choices.len()).map(|at| {
        let choice = &choices[at];
        ValuedMove {
            name: move_name(position, choice.play),
            value: choice.value.into(),
            optimal: choices.is_optimal(at),
            keeps_value: choices.keeps_value(at),
            conceded: choices.conceded(at),
            cost: costs[at].is_finite().then_some(costs[at]),
            weight: weights[at],
            gives_check: position.after(choice.play).is_check(),
            captures: choice.play.is_capture(),
        }
    });
    Ok(PositionAnswer {
        board: facts(position),
        value: value.into(),
        unit: "moves to conversion",
        extent: ExtentAnswer {
            deepest_win: extent.deepest_win.0,
            deepest_loss: extent.deepest_loss.0,
        },
        moves: moves.collect(),
    })
}
