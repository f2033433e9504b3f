//! The facts of every move of every position of an endgame, fast.
//!
//! What follows a move depends only on the position it leads to. So the replies of all positions
//! are counted once, by number, in one walk over the table; a check is a position that the table
//! calls illegal with the mover to move again.

use value::{ChoiceError, Outcome};

use super::facts::{consequences, goes_outward};
use super::{Facts, Replies};
use crate::code::ILLEGAL;
use crate::men::Men;
use crate::rules::{Color, Position};
use crate::solve::Watch;
use crate::successors::{Destination, Successor, Successors, Visited, WalkError};

/// One side's moves from the positions of one endgame, with all there is to know about them.
pub struct Sweep<'s, 't> {
    successors: &'s Successors<'t>,
    mover: Color,
    /// The opponent's replies, by the number of the position he faces.
    replies: Vec<Replies>,
}

impl<'s, 't> Sweep<'s, 't> {
    /// Counts the opponent's replies in every position, for the moves of one colour of the table.
    pub fn new(
        successors: &'s Successors<'t>,
        mover: Color,
        watch: &Watch<'_>,
    ) -> Result<Sweep<'s, 't>, WalkError> {
        let about = |men: &Men, found: &[Successor]| replies(successors, mover, men, found);
        let replies = successors.chart(mover.other(), about, watch)?;
        Ok(Sweep { successors, mover, replies })
    }

    /// Who makes the moves.
    pub fn mover(&self) -> Color {
        self.mover
    }

    /// Visits one position of every class that is wanted with the facts of each of its moves, in
    /// the order of its successors; as [`Successors::walk`].
    pub fn walk<S: Send>(
        &self,
        wanted: impl Fn(Outcome) -> bool + Sync,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, Visited<'_>, &[Facts]) + Sync,
        watch: &Watch<'_>,
    ) -> Result<Vec<S>, WalkError> {
        let walked = self.successors.walk(
            self.mover,
            wanted,
            || (start(), Vec::with_capacity(256), None),
            |(state, facts, failed), visited| match self.of(&visited, facts) {
                Ok(()) => visit(state, visited, facts),
                Err(error) => *failed = Some(error),
            },
            watch,
        )?;
        walked
            .into_iter()
            .map(|(state, _, failed)| match failed {
                None => Ok(state),
                Some(error) => Err(WalkError::Choices(error)),
            })
            .collect()
    }

    /// The facts of the moves of one position.
    fn of(&self, visited: &Visited<'_>, facts: &mut Vec<Facts>) -> Result<(), ChoiceError> {
        facts.clear();
        let Some(best) = visited.successors.iter().map(|one| one.value).max() else {
            return Ok(());
        };
        let (mover, before) = (self.mover, self.successors.men(visited.number));
        for one in visited.successors {
            let after = before.after(mover, one.step);
            let (again, replies) = match one.to {
                Destination::Here(number) => (self.again(number), self.replies[number]),
                Destination::WithRight(_) | Destination::Elsewhere => {
                    self.elsewhere(&after, one)?
                }
            };
            facts.push(Facts {
                mover,
                before,
                after,
                role: before.role_at(mover, one.step.from).expect("a man moved"),
                step: one.step,
                captured: before.role_at(mover.other(), one.step.to),
                best,
                value: one.value,
                again,
                replies,
            });
        }
        Ok(())
    }

    /// What a position is worth with the mover to move again; none after a check.
    #[inline]
    fn again(&self, number: usize) -> Option<Outcome> {
        let table = self.successors.table();
        table.codec().outcome(table.codes(self.mover)[number], self.mover)
    }

    /// A position of other men, or with a right to capture en passant: the plain way.
    fn elsewhere(
        &self,
        after: &Men,
        one: &Successor,
    ) -> Result<(Option<Outcome>, Replies), ChoiceError> {
        let plain = Position::from_men(after.pieces(), self.mover.other());
        let mut after = plain.map_err(ChoiceError::new)?;
        if matches!(one.to, Destination::WithRight(_)) {
            let pawn = crate::rules::Square::new(u32::from(one.step.to));
            after = after.with_en_passant_of(pawn).unwrap_or(after);
        }
        consequences(self.successors.tables(), &after)
    }
}

/// The opponent's replies in a position, counted.
fn replies(successors: &Successors<'_>, mover: Color, men: &Men, found: &[Successor]) -> Replies {
    let codes = successors.table().codes(mover.other());
    let king = men.king(mover.other());
    let mut counted = Replies::default();
    let mut outward = true;
    for reply in found {
        let check = match reply.to {
            // The replier to move again could take the king, so there is no such position.
            Destination::Here(number) | Destination::WithRight(number) => codes[number] == ILLEGAL,
            Destination::Elsewhere => men.after(mover.other(), reply.step).in_check(mover),
        };
        counted.count(reply.value.flipped(), check);
        outward &= goes_outward(king, reply.step);
    }
    counted.outward = outward && counted.all > 0;
    counted
}
