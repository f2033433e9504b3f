//! Draws in which nothing is left to win.

use endgame::rules::Color;
use player::agents::predator::drawn_moves::something_to_win;
use value::{ChoiceError, ChoiceSource};

use super::goal::Goal;
use super::practised::PracticePosition;
use crate::described::Described;

/// Whether a drawn game is over in all but name: the person is to hold it and the opponent has nothing to win, or neither
/// side has. Of sources that do not tell endgames apart nothing is said.
///
/// A side has something to win in an endgame if opponents who move at random let a draw of it go within 50 moves once in
/// a hundred times. So a knight against a knight is a dead draw, though it has mates.
pub(super) fn is_dead<P: PracticePosition>(
    source: &P::Source,
    position: &P,
    (goal, person): (Goal, Color),
) -> Result<bool, ChoiceError> {
    if source.endgame(position).is_none() {
        return Ok(false);
    }
    let turn = Described::turn(position);
    let wins = |side: Color| -> Result<Option<bool>, ChoiceError> {
        if side == turn {
            return something_to_win(source, position).map(Some);
        }
        // The same men with the other side to move.
        for choice in source.choices(position)?.iter() {
            let next = source.after(position, &choice.play);
            if next.endgame_of(Color::White) == position.endgame_of(Color::White) {
                return something_to_win(source, &next).map(Some);
            }
        }
        Ok(None)
    };
    // Where every move changes the men, the next position will tell.
    let nothing = |side| Ok::<bool, ChoiceError>(wins(side)? == Some(false));
    Ok(nothing(person.other())? && (goal == Goal::Hold || nothing(person)?))
}
