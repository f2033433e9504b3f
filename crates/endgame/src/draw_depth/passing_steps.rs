//! Moves of pawns that are not among the quiet ones: double steps past a pawn that may capture them.

use rayon::prelude::*;
use value::Outcome;

use super::{ENDLESS, NO_DRAW};
use crate::rules::{Color, Position, Square};
use crate::successors::{Destination, Successor, Successors};
use crate::tables::{Tables, TablesError};

/// A double step past a pawn of the opponent's, from a number to the number without a right.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassingStep {
    pub(super) from: u32,
    pub(super) to: u32,
    /// Whether a capture en passant is legal, and then whether one draws.
    pub(super) right: Option<bool>,
    /// What the step is worth to who makes it.
    pub(super) value: Outcome,
}

/// What is found among the moves that are not quiet.
#[derive(Debug, Default)]
pub(super) struct LoudMoves {
    /// Positions with a move out of the endgame of the value asked for, by number.
    pub(super) leaving: Vec<u32>,
    pub(super) steps: Vec<PassingStep>,
}

impl LoudMoves {
    /// Looks at all positions of one side to move whose byte is wanted, for moves out of the endgame that
    /// are worth what is asked for, and for passing steps.
    pub(super) fn of(
        successors: &Successors<'_>,
        turn: Color,
        wanted: &[bool; 256],
        worth: impl Fn(Outcome) -> bool + Sync,
    ) -> Result<LoudMoves, TablesError> {
        let stretches = successors.stretches().into_par_iter().map(|cells| {
            let mut found = LoudMoves::default();
            let mut failed = None;
            successors.loud_moves(turn, cells, wanted, |from, moves| {
                let leaves = |one: &Successor| one.to == Destination::Elsewhere && worth(one.value);
                if moves.iter().any(leaves) {
                    found.leaving.push(from as u32);
                }
                for one in moves {
                    match PassingStep::of(successors, turn, from, one) {
                        Ok(step) => found.steps.extend(step),
                        Err(error) => failed = Some(error),
                    }
                }
            })?;
            match failed {
                Some(error) => Err(error),
                None => Ok(found),
            }
        });
        let join = |mut one: LoudMoves, other: LoudMoves| {
            one.leaving.extend(other.leaving);
            one.steps.extend(other.steps);
            one
        };
        let found: Result<Vec<LoudMoves>, TablesError> = stretches.collect();
        Ok(found?.into_iter().fold(LoudMoves::default(), join))
    }
}

impl PassingStep {
    /// A move as a step; none if it leads to other men.
    fn of(
        successors: &Successors<'_>,
        mover: Color,
        from: usize,
        one: &Successor,
    ) -> Result<Option<PassingStep>, TablesError> {
        let (to, right) = match one.to {
            Destination::Elsewhere => return Ok(None),
            Destination::Here(to) => (to, None),
            Destination::WithRight(to) => (to, Some(right_draws(successors, mover, from, one)?)),
        };
        Ok(Some(PassingStep { from: from as u32, to: to as u32, right, value: one.value }))
    }
}

/// Whether a capture en passant after a double step draws.
fn right_draws(
    successors: &Successors<'_>,
    mover: Color,
    from: usize,
    one: &Successor,
) -> Result<bool, TablesError> {
    let men = successors.men(from).after(mover, one.step);
    let plain = Position::from_men(men.pieces(), mover.other()).ok();
    let stepped = Square::new(u32::from(one.step.to));
    match plain.and_then(|plain| plain.with_en_passant_of(stepped)) {
        Some(position) => captures_that_draw(successors.tables(), &position),
        None => Ok(false),
    }
}

/// Whether some capture en passant draws.
pub(super) fn captures_that_draw(
    tables: &Tables,
    position: &Position,
) -> Result<bool, TablesError> {
    for play in position.legal_moves().into_iter().filter(|play| play.is_en_passant()) {
        if tables.outcome(&position.after(play))? == Outcome::Draw {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The depth of a drawn position in which the mover may capture en passant, from the entry without that right:
/// whether he is stalemated there, whether he is the one who forces the draw, and whether a capture draws.
pub(super) fn with_right(plain: u16, is_stalemate: bool, own: bool, captures_draw: bool) -> u16 {
    let capture = if captures_draw { u16::from(own) } else { ENDLESS };
    match (plain == NO_DRAW || is_stalemate, own) {
        (true, _) => capture,
        (false, true) => plain.min(capture),
        // He would rather have the draw later.
        (false, false) => plain,
    }
}
