//! Everything a rule may ask about one move, and the plain way to find it out.

use value::{ChoiceError, ChoiceSource, Outcome};

use super::geometry::center;
use crate::bitboards::{Bitboards, Step};
use crate::rules::{Color, Move, Position, Role};
use crate::tables::Tables;

/// What there is to know about one legal move, as the player who makes it sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// Who moves.
    pub mover: Color,
    /// The men before the move.
    pub before: Bitboards,
    /// The men after it.
    pub after: Bitboards,
    /// The man that moves; a pawn that promotes is a pawn.
    pub role: Role,
    /// From where, to where, and what a pawn becomes.
    pub step: Step,
    /// The man captured.
    pub captured: Option<Role>,
    /// What the best move here is worth to the mover.
    pub best: Outcome,
    /// What this move is worth to the mover.
    pub value: Outcome,
    /// What the position after the move would be worth to the mover if he could move again; none
    /// after a check, when he could take the king.
    pub again: Option<Outcome>,
    /// What the opponent can answer.
    pub replies: Replies,
    /// The mover's own move before this one, where it is known.
    pub last: Option<LastMove>,
}

/// A move that was made earlier in the game, as much of it as a rule may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// From where.
    pub from: u8,
    /// To where: the man stands there still, if he was not captured.
    pub to: u8,
    /// Whether it gave check.
    pub check: bool,
}

impl LastMove {
    /// What is remembered of a move made in a position.
    pub fn new(play: Move, gave_check: bool) -> LastMove {
        let Step { from, to, .. } = step(play);
        LastMove { from, to, check: gave_check }
    }
}

/// The opponent's replies to a move, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replies {
    /// All that are legal; none in mate and stalemate.
    pub all: u8,
    /// Those that leave the mover no win in fewer than four moves: Jansen's long lines.
    pub long: u8,
    /// Those that give check.
    pub checks: u8,
    /// Whether some capture leaves the mover without a win.
    pub spoils: bool,
    /// Whether the opponent's king must go nearer to the border with every reply, or along it.
    pub outward: bool,
}

impl Replies {
    /// A long line is one in which the mover still needs at least so many moves (Jansen 1992,
    /// section 6.2.3).
    pub const LONG: u16 = 4;

    /// Counts one reply: what it leaves the mover, and whether it gives check or captures.
    #[inline]
    pub(crate) fn count(&mut self, leaves: Outcome, check: bool, captures: bool) {
        let quick = matches!(leaves, Outcome::Win(depth) if depth.0 < Replies::LONG);
        self.all = self.all.saturating_add(1);
        self.long = self.long.saturating_add(u8::from(!quick));
        self.checks = self.checks.saturating_add(u8::from(check));
        self.spoils |= captures && leaves.sign() <= 0;
    }
}

/// Whether a reply drives its own king outward: he moves nearer to the border, or along it.
#[inline]
pub(crate) fn goes_outward(king: u8, step: Step) -> bool {
    let [before, after] = [king, step.to].map(center);
    step.from == king && (after > before || after == 3)
}

impl Facts {
    /// Whether the move gives check.
    #[inline]
    pub fn check(&self) -> bool {
        self.again.is_none()
    }

    /// In how many moves the mover would win if he could move again, the capture of the king being
    /// a win in one; none if he would not win.
    ///
    /// Jansen 1992, section 6.2.3, Threat.
    #[inline]
    pub fn threat(&self) -> Option<u16> {
        match self.again {
            None => Some(1),
            Some(Outcome::Win(depth)) => Some(depth.0),
            Some(_) => None,
        }
    }

    /// Whether the opponent would rather not move: the mover, to move again, would have less than
    /// after any reply. Jansen 1992, sections 6.2.3 and 6.2.4.
    #[inline]
    pub fn zugzwang(&self) -> bool {
        self.again.is_some_and(|again| again < after_best_reply(self.value))
    }

    /// Whether the move gives away a win or a draw.
    #[inline]
    pub fn fatal(&self) -> bool {
        self.value.sign() < self.best.sign()
    }

    /// Whether it does so at once: by stalemate, or to the opponent's next capture.
    ///
    /// Jansen's branching factor leaves these moves out (1992, section 5.2.2, note 8).
    #[inline]
    pub fn blunder(&self) -> bool {
        self.fatal() && (self.replies.spoils || self.replies.all == 0)
    }

    /// Whether the man moves that the mover moved last.
    #[inline]
    pub fn same_man(&self) -> bool {
        self.last.is_some_and(|last| last.to == self.step.from)
    }

    /// Whether that man goes on in the direction in which he came: along the same of the eight
    /// directions, or by the same leap of a knight.
    #[inline]
    pub fn goes_on(&self) -> bool {
        let way = |from: u8, to: u8| direction(from, to);
        self.same_man()
            && self
                .last
                .is_some_and(|last| way(last.from, last.to) == way(self.step.from, self.step.to))
    }

    /// Whether he goes back to where he came from.
    #[inline]
    pub fn takes_back(&self) -> bool {
        self.same_man() && self.last.is_some_and(|last| last.from == self.step.to)
    }

    /// Whether the mover goes on giving check.
    #[inline]
    pub fn checks_again(&self) -> bool {
        self.check() && self.last.is_some_and(|last| last.check)
    }

    /// Whether no other move is worth more.
    #[inline]
    pub fn optimal(&self) -> bool {
        self.value == self.best
    }
}

/// What the mover has after the opponent's best reply to a move of this value: a loss comes one of
/// the winner's moves nearer.
#[inline]
fn after_best_reply(value: Outcome) -> Outcome {
    match value {
        Outcome::Loss(depth) => Outcome::Loss(value::Depth(depth.0.saturating_sub(1))),
        other => other,
    }
}

/// The facts of every legal move, in the order of [`Tables::choices`](ChoiceSource::choices), found
/// out by making the move, each reply to it, and the mover's next move.
pub fn facts(tables: &Tables, at: &Position) -> Result<Vec<Facts>, ChoiceError> {
    facts_of(tables, at, &at.legal_moves())
}

/// The facts of these legal moves, whatever their order and whether or not they are all there are.
pub fn facts_of(tables: &Tables, at: &Position, plays: &[Move]) -> Result<Vec<Facts>, ChoiceError> {
    facts_after(tables, at, plays, None)
}

/// The same of a mover whose own last move is known.
pub fn facts_after(
    tables: &Tables,
    at: &Position,
    plays: &[Move],
    last: Option<LastMove>,
) -> Result<Vec<Facts>, ChoiceError> {
    let choices = tables.choices(at)?;
    let Some(best) = choices.best() else { return Ok(Vec::new()) };
    let value = |play: Move| match choices.find(&play) {
        Some(found) => Ok(choices[found].value),
        None => tables.choice_value(at, play).map_err(ChoiceError::new),
    };
    let facts = |&play: &Move| {
        let after = at.after(play);
        let (again, replies) = consequences(tables, &after)?;
        Ok(Facts {
            mover: at.turn(),
            before: Bitboards::in_position(at),
            after: Bitboards::in_position(&after),
            role: play.role(),
            step: step(play),
            captured: play.capture(),
            best,
            value: value(play)?,
            again,
            replies,
            last,
        })
    };
    plays.iter().map(facts).collect()
}

/// What follows once a move has been made: the mover's next move, and the replies.
pub(crate) fn consequences(
    tables: &Tables,
    after: &Position,
) -> Result<(Option<Outcome>, Replies), ChoiceError> {
    let passed = after.passed().map(|passed| tables.outcome(&passed));
    let again = passed.transpose().map_err(ChoiceError::new)?;
    let king = Bitboards::in_position(after).king(after.turn());
    let mut replies = Replies::default();
    let mut outward = true;
    for reply in tables.choices(after)? {
        let check = after.after(reply.play).is_check();
        replies.count(reply.value.flipped(), check, reply.play.is_capture());
        outward &= goes_outward(king, step(reply.play));
    }
    replies.outward = outward && replies.all > 0;
    Ok((again, replies))
}

/// In which direction a move goes: lines shortened to a single step, a knight's leap as it is.
fn direction(from: u8, to: u8) -> (i8, i8) {
    let part = |square: u8| ((square & 7) as i8, (square >> 3) as i8);
    let ((from_file, from_rank), (to_file, to_rank)) = (part(from), part(to));
    let (files, ranks) = (to_file - from_file, to_rank - from_rank);
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    if is_line { (files.signum(), ranks.signum()) } else { (files, ranks) }
}

/// A move as squares.
fn step(play: Move) -> Step {
    let from = play.from().expect("no men are dropped in chess");
    Step { from: from as u8, to: play.to() as u8, promotes: play.promotion() }
}
