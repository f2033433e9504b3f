//! How likely a fallible player lets his win or his draw go, against whoever presses hardest.
//!
//! The *holder* is a reference player of competence `c` who is winning, or drawing. The *presser* never gives anything away,
//! and of the moves that keep his value makes the one after which the holder fails most often:
//!
//! ```text
//! holder to move    F_m(x) = Σ P[move] * (1 if it gives the value away, 0 if it ends the endgame, else G_m-1(after))
//! presser to move   G_m(y) = max F_m(after) over his moves that keep the value; 0 if they all end the endgame
//! goal              a winner has failed if he has not won within m moves: F_0 = 1; who draws, if he has lost: F_0 = 0
//! ```
//!
//! What was let go stays gone: the presser never gives it back. So `F_m` is exact, position by position.

use endgame::material::Material;
use endgame::progress::{Monitor, Progress};
use endgame::quiet_moves::{AllowedCodes, Reading, Which, for_each_position};
use endgame::rules::{Color, Role};
use endgame::successors::{Successors, WalkError};
use endgame::table::Table;
use player::filter::{Concede, MoveFilter};
use player::{Competence, Model};
use rayon::prelude::*;
use value::{Depth, Extent, Metric, Outcome};

/// What the holder has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holding {
    /// A win, to be won in time.
    Win,
    /// A draw, not to be lost.
    Draw,
}

impl Holding {
    fn sign(self) -> i8 {
        match self {
            Holding::Win => 1,
            Holding::Draw => 0,
        }
    }
}

/// Who holds what.
#[derive(Clone, Debug)]
pub struct Holder {
    /// A colour of the table.
    pub color: Color,
    /// What he has.
    pub holding: Holding,
    /// How well he plays.
    pub competence: Competence,
    /// What he prefers, and what he never gives away.
    pub model: Model,
}

/// Why there is no such chance.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum PressingError {
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(
        "{0} has pawns of both sides, and rights to capture en passant are not followed position by position: choose another endgame"
    )]
    EnPassant(Material),
    #[error("pressing is worked out in moves to conversion: leave out --metric {}", .0.word())]
    Metric(Metric),
    #[error(
        "who is pressed may concede values and nothing else is asked of him: leave out horizon and avoid-losses"
    )]
    Filter,
    #[error("competence {0} is too sharp for numbers: take less")]
    TooSharp(Competence),
}

/// The chances that the holder fails, by number.
#[derive(Debug)]
pub struct Pressing {
    /// With the holder to move; 0 where he holds something else.
    pub holder: Vec<f64>,
    /// With the presser to move.
    pub presser: Vec<f64>,
}

/// Exponents beyond this leave the range of doubles.
const SAFE_EXPONENT: f64 = 600.0;

impl Pressing {
    /// The chances that the holder fails within so many of his moves.
    pub fn of(
        successors: &Successors<'_>,
        holder: &Holder,
        moves: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Pressing, PressingError> {
        let table = successors.table();
        let material = table.material();
        if Color::ALL.iter().all(|&color| material.army(color).count(Role::Pawn) > 0) {
            return Err(PressingError::EnPassant(material));
        }
        if table.metric() != Metric::Dtc {
            return Err(PressingError::Metric(table.metric()));
        }
        let mut chances = Chances::new(successors, holder)?;
        for done in 1..=moves {
            if monitor.stopped() {
                return Err(WalkError::Stopped(material).into());
            }
            (monitor.report)(Progress { material, done, total: moves });
            chances.press();
            chances.hold();
        }
        chances.press();
        Ok(Pressing { holder: chances.failing, presser: chances.pressed })
    }
}

/// A number with the preferences of all its moves that are not quiet, and of those that give the value away.
type Loud = (usize, f64, f64);

struct Chances<'s> {
    table: &'s Table,
    holder: Color,
    /// How much the holder prefers a move, by the byte of the position after it.
    preferred: Box<[f64; 256]>,
    /// Which positions count, by byte: the holder's, and the presser's.
    wanted: [[bool; 256]; 2],
    /// What the presser's moves may lead to.
    kept: AllowedCodes,
    /// One over the preferences of all the holder's moves, by number; 0 where he has none.
    share: Vec<f64>,
    /// The chance to let go with the next move, by number.
    let_go: Vec<f64>,
    failing: Vec<f64>,
    pressed: Vec<f64>,
    marks: Vec<f64>,
}

impl<'s> Chances<'s> {
    fn new(successors: &'s Successors<'_>, holder: &Holder) -> Result<Chances<'s>, PressingError> {
        let table = successors.table();
        let (own, sign) = (holder.color, holder.holding.sign());
        let weigh = preferences(table, holder)?;
        let holds = |turn: Color, code: u8, sign: i8| {
            let outcome = table.codec().outcome(code, turn);
            outcome.is_some_and(|outcome| outcome.sign() == if turn == own { sign } else { -sign })
        };
        let wanted = [own, own.other()]
            .map(|turn| std::array::from_fn(|code| holds(turn, code as u8, sign)));
        let after = |code: u8| table.codec().outcome(code, own.other()).map(Outcome::flipped);
        let preferred: Box<[f64; 256]> =
            Box::new(std::array::from_fn(|code| after(code as u8).map_or(0.0, &weigh)));
        let numbers = table.index().len();
        let worst = |outcome: Outcome| match outcome.sign() {
            0 => Outcome::Draw,
            _ => Outcome::Loss(Depth(0)),
        };
        let mut chances = Chances {
            table,
            holder: own,
            preferred,
            wanted,
            kept: AllowedCodes::at_least(table, own.other(), worst),
            share: vec![0.0; numbers],
            let_go: vec![0.0; numbers],
            failing: vec![0.0; numbers],
            pressed: vec![0.0; numbers],
            marks: vec![0.0; numbers],
        };
        chances.weigh(successors, sign, &weigh)?;
        if holder.holding == Holding::Win {
            let held = table.codes(own).par_iter().map(|&code| wanted[0][usize::from(code)]);
            chances.failing = held.map(|held| f64::from(u8::from(held))).collect();
        }
        Ok(chances)
    }

    /// Adds up what the holder's moves are preferred, and those among them that give the value away.
    fn weigh(
        &mut self,
        successors: &Successors<'_>,
        sign: i8,
        weigh: &(impl Fn(Outcome) -> f64 + Sync),
    ) -> Result<(), PressingError> {
        let stretches = successors.stretches().into_par_iter();
        let loud: Result<Vec<Vec<Loud>>, WalkError> = stretches
            .map(|cells| {
                let mut found = Vec::new();
                successors.loud_moves(self.holder, cells, &self.wanted[0], |number, moves| {
                    let lost = moves.iter().filter(|play| play.value.sign() < sign);
                    let all: f64 = moves.iter().map(|play| weigh(play.value)).sum();
                    found.push((number, all, lost.map(|play| weigh(play.value)).sum()));
                })?;
                Ok(found)
            })
            .collect();
        for (number, all, lost) in loud?.into_iter().flatten() {
            (self.share[number], self.let_go[number]) = (all, lost);
        }
        let keeps = self.wanted[1];
        for only_lost in [false, true] {
            self.mark(|code, preferred| match only_lost && keeps[usize::from(code)] {
                true => 0.0,
                false => preferred,
            });
            let sums = if only_lost { &mut self.let_go } else { &mut self.share };
            let reading = Reading {
                values: &self.marks,
                wanted: &self.wanted[0],
                which: Which::All,
                rules: None,
            };
            for_each_position(self.table, self.holder, reading, sums, |_, sum, entry| {
                *entry += sum
            });
        }
        self.share.par_iter_mut().zip(&mut self.let_go).for_each(|(share, let_go)| {
            *share = if *share > 0.0 { 1.0 / *share } else { 0.0 };
            *let_go *= *share;
        });
        Ok(())
    }

    /// Fills the marks by the bytes of the positions after the holder's moves.
    fn mark(&mut self, of: impl Fn(u8, f64) -> f64 + Sync) {
        let mut marks = std::mem::take(&mut self.marks);
        let codes = self.table.codes(self.holder.other()).par_iter();
        marks.par_iter_mut().zip(codes).for_each(|(mark, &code)| {
            *mark = of(code, self.preferred[usize::from(code)]);
        });
        self.marks = marks;
    }

    /// The presser's best moves.
    fn press(&mut self) {
        let which = Which::Best { allowed: &self.kept, by: &self.failing, least: false };
        let reading =
            Reading { values: &self.failing, wanted: &self.wanted[1], which, rules: None };
        let presser = self.holder.other();
        for_each_position(self.table, presser, reading, &mut self.pressed, |_, best, entry| {
            *entry = best;
        });
    }

    /// One more move of the holder's.
    fn hold(&mut self) {
        let codes = self.table.codes(self.holder.other()).par_iter();
        let after = self.pressed.par_iter().zip(codes);
        self.marks.par_iter_mut().zip(after).for_each(|(mark, (&chance, &code))| {
            let goes_on = self.wanted[1][usize::from(code)];
            *mark = if goes_on { chance * self.preferred[usize::from(code)] } else { 0.0 };
        });
        let reading = Reading {
            values: &self.marks,
            wanted: &self.wanted[0],
            which: Which::All,
            rules: None,
        };
        let (share, let_go) = (&self.share, &self.let_go);
        for_each_position(self.table, self.holder, reading, &mut self.failing, |at, sum, entry| {
            *entry = (let_go[at] + share[at] * sum).min(1.0);
        });
    }
}

/// How much a move of this value is preferred; 0 if the holder never makes it.
fn preferences(
    table: &Table,
    holder: &Holder,
) -> Result<impl Fn(Outcome) -> f64 + Sync, PressingError> {
    let &Holder { color, holding, competence, ref model } = holder;
    let MoveFilter { concede, avoid_losses, horizon } = model.filter;
    if avoid_losses || horizon.is_some() {
        return Err(PressingError::Filter);
    }
    let deepest = |color: Color| table.deepest(color).unwrap_or_default();
    let extent = Extent { deepest_win: deepest(color), deepest_loss: deepest(color.other()) };
    let model = model.clone();
    let cost = move |outcome: Outcome| model.preference.cost(outcome.into(), extent);
    let c = competence.get();
    let [low, high] = [Outcome::Win(Depth(0)), Outcome::Loss(Depth(0))].map(&cost);
    let middle = (low + high) / 2.0;
    if !(competence.is_finite() && middle.is_finite() && (c * (high - low)).abs() < SAFE_EXPONENT) {
        return Err(PressingError::TooSharp(competence));
    }
    let gives_away = match holding {
        Holding::Win => concede == Concede::Anything,
        Holding::Draw => concede != Concede::Never,
    };
    Ok(move |value: Outcome| match value.sign() < holding.sign() && !gives_away {
        true => 0.0,
        false => (-c * (cost(value) - middle)).exp(),
    })
}
