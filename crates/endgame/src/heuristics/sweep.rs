//! The facts of every move of every position of an endgame, fast.
//!
//! What follows a move depends only on the position it leads to. So the replies of all positions
//! are counted once, by number, in one walk over the table; a check is a position that the table
//! calls illegal with the mover to move again.

use std::ops::Range;

use value::{ChoiceError, Outcome};

use super::facts::{consequences, goes_outward};
use super::{Facts, Replies};
use crate::bitboards::Bitboards;
use crate::codec::ILLEGAL;
use crate::index::Slot;
use crate::material::Material;
use crate::progress::Monitor;
use crate::rules::{Color, Piece, Position, Role, Square};
use crate::successors::{Destination, Successor, Successors, Visited, WalkError};
use crate::tables::TablesError;

/// One side's moves from the positions of one endgame, with all there is to know about them.
pub struct Sweep<'s, 't> {
    successors: &'s Successors<'t>,
    mover: Color,
    /// The cells of the index that are walked over.
    cells: Range<usize>,
    /// The opponent's replies, by the number of the position he faces, less the first of those cells.
    replies: Vec<Replies>,
    /// The endgames that captures and promotions lead into.
    smaller: Vec<Successors<'t>>,
}

impl<'s, 't> Sweep<'s, 't> {
    /// Counts the opponent's replies in every position, for the moves of one colour of the table.
    pub fn new(
        successors: &'s Successors<'t>,
        mover: Color,
        monitor: &Monitor<'_>,
    ) -> Result<Sweep<'s, 't>, WalkError> {
        Sweep::over_cells(successors, mover, 0..successors.table().index().cells(), monitor)
    }

    /// The same for some cells of the index alone, such as those of one placement of the pawns: only their positions
    /// are walked over, and less memory is needed.
    pub fn over_cells(
        successors: &'s Successors<'t>,
        mover: Color,
        cells: Range<usize>,
        monitor: &Monitor<'_>,
    ) -> Result<Sweep<'s, 't>, WalkError> {
        let about = |men: &Bitboards, found: &[Successor]| replies(successors, mover, men, found);
        let replies = successors.chart(&cells, mover.other(), about, monitor)?;
        let into = successors.table().material().converts_into();
        let smaller = into.iter().filter(|&material| *material != Material::KINGS);
        let smaller = smaller
            .map(|material| Successors::of(successors.tables(), material, monitor))
            .collect::<Result<_, TablesError>>()?;
        Ok(Sweep { successors, mover, cells, replies, smaller })
    }

    /// Who makes the moves.
    pub fn mover(&self) -> Color {
        self.mover
    }

    /// The position of a number with the mover to move; none if there is no legal one.
    pub fn position(&self, number: usize) -> Option<Position> {
        self.successors.table().index().decode(Slot { turn: self.mover, index: number })
    }

    /// Visits one position of every class that is wanted with the facts of each of its moves, in
    /// the order of its successors; as [`Successors::walk`].
    pub fn walk<S: Send>(
        &self,
        wanted: impl Fn(Outcome) -> bool + Sync,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, Visited<'_>, &[Facts]) + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<S>, WalkError> {
        let walked = self.successors.walk_cells(
            self.cells.clone(),
            self.mover,
            wanted,
            || (start(), Vec::with_capacity(256), Vec::with_capacity(256), None),
            |(state, facts, found, failed), visited| match self.of(&visited, facts, found) {
                Ok(()) => visit(state, visited, facts),
                Err(error) => *failed = Some(error),
            },
            monitor,
        )?;
        walked
            .into_iter()
            .map(|(state, _, _, failed)| match failed {
                None => Ok(state),
                Some(error) => Err(WalkError::Choices(error)),
            })
            .collect()
    }

    /// The facts of the moves of one position.
    pub(crate) fn of(
        &self,
        visited: &Visited<'_>,
        facts: &mut Vec<Facts>,
        found: &mut Vec<Successor>,
    ) -> Result<(), ChoiceError> {
        facts.clear();
        let Some(best) = visited.successors.iter().map(|one| one.value).max() else {
            return Ok(());
        };
        let (mover, before) = (self.mover, self.successors.men(visited.number));
        let theirs = before.of(mover.other());
        // The moves of a man follow one another.
        let mut moved = (u8::MAX, Role::King);
        for one in visited.successors {
            if moved.0 != one.step.from {
                let role = before.role_at(mover, one.step.from).expect("a man moved");
                moved = (one.step.from, role);
            }
            let captures = theirs >> one.step.to & 1 == 1;
            let after = before.after(mover, one.step);
            let (again, replies) = match one.to {
                Destination::Here(number) => (self.again(number), self.replies(number, found)?),
                Destination::Elsewhere => self.elsewhere(&after, found)?,
                Destination::WithRight(_) => self.plain(&after, Some(one.step.to))?,
            };
            facts.push(Facts {
                mover,
                before,
                after,
                role: moved.1,
                step: one.step,
                captured: captures.then(|| before.role_at(mover.other(), one.step.to)).flatten(),
                best,
                value: one.value,
                again,
                replies,
                last: None,
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

    /// The replies in a position of this endgame, which may lie outside the cells: after a pawn's move.
    #[inline]
    fn replies(&self, number: usize, found: &mut Vec<Successor>) -> Result<Replies, ChoiceError> {
        let first = self.cells.start * 64;
        if let Some(&known) = number.checked_sub(first).and_then(|at| self.replies.get(at)) {
            return Ok(known);
        }
        let opponent = self.mover.other();
        self.successors.list(opponent, number, found).map_err(ChoiceError::new)?;
        Ok(replies(self.successors, self.mover, &self.successors.men(number), found))
    }

    /// A position of other men: the smaller endgame lists the replies.
    fn elsewhere(
        &self,
        after: &Bitboards,
        found: &mut Vec<Successor>,
    ) -> Result<(Option<Outcome>, Replies), ChoiceError> {
        let material = after.material();
        let normal = material.normalized();
        let Some(smaller) = self.smaller.iter().find(|one| one.table().material() == normal) else {
            return self.plain(after, None);
        };
        let flip = !material.is_normalized();
        let mover = if flip { self.mover.other() } else { self.mover };
        let table = smaller.table();
        let sets = |man: Piece| match flip {
            false => after.get(man),
            true => after.get(man.role.of(man.color.other())).swap_bytes(),
        };
        let Some(number) = table.index().encode_men(&sets) else {
            return self.plain(after, None);
        };
        smaller.list(mover.other(), number, found).map_err(ChoiceError::new)?;
        let again = table.codec().outcome(table.codes(mover)[number], mover);
        Ok((again, replies(smaller, mover, &smaller.men(number), found)))
    }

    /// Bare kings, or a pawn that may be captured en passant: the plain way.
    fn plain(
        &self,
        after: &Bitboards,
        stepped: Option<u8>,
    ) -> Result<(Option<Outcome>, Replies), ChoiceError> {
        let plain = Position::from_men(after.pieces(), self.mover.other());
        let plain = plain.map_err(ChoiceError::new)?;
        let pawn = stepped.map(|square| Square::new(u32::from(square)));
        let with_right = pawn.and_then(|pawn| plain.with_en_passant_of(pawn));
        consequences(self.successors.tables(), &with_right.unwrap_or(plain))
    }
}

/// The opponent's replies in a position, counted.
fn replies(
    successors: &Successors<'_>,
    mover: Color,
    men: &Bitboards,
    found: &[Successor],
) -> Replies {
    let codes = successors.table().codes(mover.other());
    let king = men.king(mover.other());
    let own = men.of(mover);
    let mut counted = Replies::default();
    let mut outward = true;
    for reply in found {
        let check = match reply.to {
            // The replier to move again could take the king, so there is no such position.
            Destination::Here(number) | Destination::WithRight(number) => codes[number] == ILLEGAL,
            Destination::Elsewhere => men.after(mover.other(), reply.step).in_check(mover),
        };
        let captures = own >> reply.step.to & 1 == 1;
        counted.count(reply.value.flipped(), check, captures);
        outward &= goes_outward(king, reply.step);
    }
    counted.outward = outward && counted.all > 0;
    counted
}
