//! Draws in games that are not chess: the same position for the third time, and fifty moves of each side without progress.
//!
//! Progress is a capture, or a move of a pawn or of a man that is no king yet: nothing before it can come back.

use games::{AnyMove, AnyPosition};
use player::simulate::Referee;
use value::{Choices, Value};

use crate::game::{DrawRule, DrawRules};

/// Half-moves since the last progress; the boards in the order of the game.
pub fn clock(boards: &[AnyPosition]) -> usize {
    let Some((last, earlier)) = boards.split_last() else { return 0 };
    if let Some(clock) = last.halfmove_clock() {
        return clock as usize;
    }
    earlier.iter().rev().take_while(|board| board.progress() == last.progress()).count()
}

/// The draw on the last of these boards, every draw being called.
pub fn draw(boards: &[AnyPosition]) -> Option<DrawRule> {
    on_board(DrawRules::ALL, boards)
}

/// The choices on the last of these boards, those that make a draw by rule worth one.
#[must_use]
pub fn ruled<V: Value>(
    boards: &[AnyPosition],
    mut choices: Choices<AnyMove, V>,
) -> Choices<AnyMove, V> {
    let Some(here) = boards.last() else { return choices };
    for choice in choices.iter_mut() {
        let after = boards.iter().cloned().chain([here.after(&choice.play)]);
        // What was before the last progress cannot come back.
        let recent: Vec<AnyPosition> = after.collect();
        if draw(&recent).is_some() {
            choice.value = V::DRAW;
        }
    }
    choices
}

fn on_board(rules: DrawRules, boards: &[AnyPosition]) -> Option<DrawRule> {
    let (last, earlier) = boards.split_last()?;
    let clock = clock(boards);
    let same = || earlier.iter().rev().take(clock).filter(|board| *board == last).count();
    if rules.repetition && same() >= 2 {
        return Some(DrawRule::Repetition);
    }
    (rules.fifty_moves && clock >= 100).then_some(DrawRule::FiftyMoves)
}

/// Calls the draws of one game between agents.
#[derive(Clone, Debug)]
pub struct GameReferee {
    rules: DrawRules,
    boards: Vec<AnyPosition>,
}

impl GameReferee {
    /// For a game that begins now.
    pub fn new(rules: DrawRules) -> GameReferee {
        GameReferee { rules, boards: Vec::new() }
    }
}

impl Referee<AnyPosition> for GameReferee {
    type Draw = DrawRule;

    fn call(&mut self, at: &AnyPosition) -> Option<DrawRule> {
        if self.rules == DrawRules::NONE {
            return None;
        }
        // What was before the last progress cannot come back.
        if self.boards.last().is_some_and(|last| last.progress() != at.progress()) {
            self.boards.clear();
        }
        self.boards.push(at.clone());
        on_board(self.rules, &self.boards)
    }
}
