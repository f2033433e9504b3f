//! Positions with something to find in them: where a lesson begins.

use endgame::rules::Position;
use endgame::tables::Tables;
use player::agents::{Analyser, Predator, Turn};
use player::{Belief, CompetenceGrid, Model};
use value::{ChoiceError, ChoiceSource, Choices, Depth, Plies};

/// Whether a position can begin a lesson, the person to move: there is no check, and of the moves that keep what the
/// position is worth
///
/// - one at least is no capture; in a drawn position none is, so that nothing hangs that can be taken at once;
/// - in a drawn position, not all only save one man that the opponent would take for nothing.
pub fn is_fair(tables: &Tables, position: &Position) -> Result<bool, ChoiceError> {
    if position.is_check() {
        return Ok(false);
    }
    let choices = tables.choices(position)?;
    let Some(best) = choices.best() else { return Ok(false) };
    let mut captures = choices
        .iter()
        .filter(|choice| choice.value.sign() == best.sign())
        .map(|choice| choice.play.is_capture());
    Ok(match best.sign() {
        0 => !captures.any(|capture| capture) && !only_saves_a_man(tables, position, &choices)?,
        1 => captures.any(|capture| !capture),
        _ => true,
    })
}

/// Whether every move that holds is one of the same man, which the opponent, were it his move, would take and win.
fn only_saves_a_man(
    tables: &Tables,
    position: &Position,
    choices: &Choices<endgame::rules::Move>,
) -> Result<bool, ChoiceError> {
    let mut from: Vec<_> = (choices.iter())
        .filter(|choice| choice.value.sign() == 0)
        .map(|choice| choice.play.from())
        .collect();
    from.sort_unstable();
    from.dedup();
    let [Some(man)] = from[..] else { return Ok(false) };
    let Ok(passed) = Position::from_men(position.men(), position.turn().other()) else {
        return Ok(false);
    };
    let taken = |choice: &value::Choice<endgame::rules::Move>| {
        choice.play.is_capture()
            && choice.play.to() == man
            && choice.value.sign() > 0
            && choice.value.depth() == Some(Depth(0))
    };
    Ok(tables.choices(&passed)?.iter().any(taken))
}

/// Whether a drawn position stays a game: after every move that holds, the opponent has one after which no reply that
/// holds leaves him nothing to win.
pub fn stays_alive(tables: &Tables, position: &Position) -> Result<bool, ChoiceError> {
    let belief = Belief::uniform(CompetenceGrid::default());
    let analyser = Analyser { model: Model::judging_people(), belief };
    let opponent = Predator { plies: Some(Plies(2)), ..Predator::new(analyser) }.remembering();
    for choice in tables.choices(position)?.iter().filter(|choice| choice.value.sign() == 0) {
        let at = position.after(choice.play);
        let choices = tables.choices(&at)?;
        let turn = Turn::new(tables, &at, &choices);
        let pressures = opponent.pressures(&turn)?.unwrap_or_default();
        if !pressures.iter().any(|(_, pressure)| pressure.life > 0) {
            return Ok(false);
        }
    }
    Ok(true)
}
