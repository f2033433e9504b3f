//! The 50-move rule, counted on from a position: whether its win comes before the rule ends the game.

use endgame::rules::{Color, DRAWN_AT, Position, color_name};
use endgame::tables::{Tables, TablesError};
use value::Outcome;

use crate::schema::Clock;

/// How far the 50-move rule is; none where the metric does not count to what sets the clock back: mate, a
/// capture or any pawn move.
///
/// In a drawn position the moves left are those of the side to move.
pub fn clock(tables: &Tables, position: &Position) -> Result<Option<Clock>, TablesError> {
    if !tables.counts_to_zeroing(position)? {
        return Ok(None);
    }
    let halfmoves = position.halfmove_clock();
    let left = DRAWN_AT.saturating_sub(halfmoves) as usize;
    // The winner makes every second half-move, beginning with the first if he is to move.
    let moves_left = match tables.fresh_outcome(position)? {
        Outcome::Win(_) | Outcome::Draw => left.div_ceil(2),
        Outcome::Loss(_) => left / 2,
    };
    Ok(Some(Clock { halfmoves, moves_left, in_time: tables.in_time(position)? }))
}

impl Clock {
    /// Whether it is worth a word: the clock has begun, or even a fresh one does not leave time enough.
    pub fn matters(&self) -> bool {
        self.halfmoves > 0 || self.in_time == Some(false)
    }

    /// What it comes to, in a sentence without its full stop.
    pub fn sentence(&self, winner: Color) -> String {
        let Clock { halfmoves, moves_left, in_time } = self;
        let winner = color_name(winner);
        let verdict = match in_time {
            Some(true) => ", and the win comes in time with best play",
            Some(false) => ", and the win comes too late with best play",
            None => "",
        };
        let moves = if *moves_left == 1 { "move" } else { "moves" };
        format!(
            "50-move rule: the clock stands at {halfmoves}, {winner} has {moves_left} {moves} left{verdict}"
        )
    }
}
