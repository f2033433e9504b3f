//! A query asked of a whole endgame, 64 positions at a time.
//!
//! Sets inside a query are found first, the innermost before all. Then the tree is asked cell by cell: each
//! part is given the positions that still matter, a bit each, and says which of them are so.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use value::Outcome;

use super::atom::{Fact, Line, PositionAtom, Quantifier, SetOperator};
use super::ready::Ready;
use super::{Database, PositionSet, QueryError};
use crate::bitboards::Bitboards;
use crate::codec::{ILLEGAL, STALEMATE};
use crate::draw_depth::DrawDepth;
use crate::heuristics::rule::evaluate::{arithmetic, compare};
use crate::heuristics::rule::expression::{Expression, Operator};
use crate::heuristics::rule::names::Man;
use crate::heuristics::{Facts, Rule, Sweep};
use crate::index::{Symmetry, squares};
use crate::progress::{Monitor, Progress};
use crate::rules::{Color, Piece, side};
use crate::successors::{Destination, Successor, Visited, WalkError};

/// A tree to be asked, with one side to move.
struct Asked<'d, 't> {
    database: &'d Database<'t>,
    /// In the table's colours.
    turn: Color,
    tree: Expression<Ready<'d, 't>>,
}

/// A position as it is looked at.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) number: usize,
    pub(super) image: usize,
}

/// What a thread needs to hand.
#[derive(Default)]
struct Scratch {
    /// The position whose moves are listed.
    listed: Option<usize>,
    successors: Vec<Successor>,
    facts: Vec<Facts>,
    found: Vec<Successor>,
    failed: Option<QueryError>,
}

/// Cells that one thread looks at before it says so.
const STRETCH: usize = 1 << 10;

impl<'t> Database<'t> {
    /// The men of a table's board as the endgame's name colours them, in one image.
    pub(super) fn shown(&self, men: &Bitboards, image: usize) -> Bitboards {
        let turned = match image {
            0 => *men,
            _ => men.turned(self.symmetries[image]),
        };
        if self.material.is_normalized() { turned } else { turned.colors_exchanged() }
    }

    /// The representative of a board as it is shown, and the first image that looks so.
    pub(super) fn locate(&self, shown: &Bitboards) -> Option<At> {
        let men = if self.material.is_normalized() { *shown } else { shown.colors_exchanged() };
        let index = self.table().index();
        let number = index.representative(index.encode_men(&|man: Piece| men.get(man))?);
        let stored = self.successors.men(number);
        let image =
            (0..self.symmetries.len()).find(|&image| self.shown(&stored, image) == *shown)?;
        Some(At { number, image })
    }

    /// The positions where a tree holds, with one side of the table to move.
    pub(super) fn set(
        &self,
        tree: &Expression<PositionAtom>,
        turn: Color,
        images: usize,
        monitor: &Monitor<'_>,
    ) -> Result<PositionSet, QueryError> {
        let tree = self.ready(tree, turn, images, monitor)?.folded();
        let asked = Asked { database: self, turn, tree };
        let (material, index) = (self.material, self.table().index());
        let mut words = vec![0; index.cells() * images];
        let (done, total) = (AtomicUsize::new(0), index.cells().div_ceil(STRETCH));
        words.par_chunks_mut(STRETCH * images).enumerate().try_for_each(|(stretch, words)| {
            let mut scratch = Scratch::default();
            for (at, word) in words.iter_mut().enumerate() {
                let (cell, image) = (stretch * STRETCH + at / images, at % images);
                let among = self.legal(turn, cell);
                *word = asked.holds(&asked.tree, cell, image, among, &mut scratch);
            }
            let done = 1 + done.fetch_add(1, Ordering::Relaxed);
            (monitor.report)(Progress { material, done, total });
            match scratch.failed {
                None if monitor.stopped() => Err(QueryError::Walk(WalkError::Stopped(material))),
                None => Ok(()),
                Some(error) => Err(error),
            }
        })?;
        Ok(self.made_of(words, turn, images))
    }

    pub(super) fn made_of(&self, words: Vec<u64>, turn: Color, images: usize) -> PositionSet {
        let (side, metric) = (self.material.table_color(turn), self.table().metric());
        PositionSet {
            material: self.material,
            side,
            metric,
            checksum: self.checksum(),
            images,
            words,
        }
    }

    /// The legal positions of a cell.
    fn legal(&self, turn: Color, cell: usize) -> u64 {
        let codes = &self.table().codes(turn)[cell * 64..][..64];
        codes
            .iter()
            .enumerate()
            .fold(0, |set, (square, &code)| set | u64::from(code != ILLEGAL) << square)
    }
}

/// The number after a move that stays in the endgame.
pub(super) fn stays(one: &Successor) -> Option<usize> {
    match one.to {
        Destination::Here(number) | Destination::WithRight(number) => Some(number),
        Destination::Elsewhere => None,
    }
}

/// An operator on two numbers, a truth being 1 or 0.
pub(super) fn two(operator: Operator, left: f64, right: f64) -> f64 {
    match operator {
        Operator::And => f64::from(left != 0.0 && right != 0.0),
        Operator::Or => f64::from(left != 0.0 || right != 0.0),
        _ if !operator.makes_truth() => arithmetic(operator, left, right),
        _ => f64::from(compare(operator, left, right)),
    }
}

impl<'d, 't> Asked<'d, 't> {
    /// Which of these positions of a cell are so, a bit for each square of the inner man.
    fn holds(
        &self,
        tree: &Expression<Ready<'d, 't>>,
        cell: usize,
        image: usize,
        among: u64,
        scratch: &mut Scratch,
    ) -> u64 {
        match tree {
            _ if among == 0 => 0,
            Expression::Two(Operator::And, left, right) => {
                let left = self.holds(left, cell, image, among, scratch);
                self.holds(right, cell, image, left, scratch)
            }
            Expression::Two(Operator::Or, left, right) => {
                let left = self.holds(left, cell, image, among, scratch);
                left | self.holds(right, cell, image, among & !left, scratch)
            }
            Expression::Not(inner) => among & !self.holds(inner, cell, image, among, scratch),
            Expression::Atom(Ready::Member(set)) => among & set.word(cell, image),
            Expression::Atom(Ready::Byte(table)) => {
                let codes = &self.database.table().codes(self.turn)[cell * 64..][..64];
                let is = |square: &u8| table[usize::from(codes[usize::from(*square)])] != 0.0;
                squares(among).filter(is).fold(0, |set, square| set | 1 << square)
            }
            _ => squares(among).fold(0, |set, square| {
                let at = At { number: cell * 64 + usize::from(square), image };
                set | u64::from(self.number(tree, at, scratch) != 0.0) << square
            }),
        }
    }

    /// What a part of the tree says of a position, 1 or 0 for a truth.
    fn number(&self, tree: &Expression<Ready<'d, 't>>, at: At, scratch: &mut Scratch) -> f64 {
        match tree {
            Expression::Number(number) => *number,
            Expression::Negative(inner) => -self.number(inner, at, scratch),
            Expression::Not(inner) => f64::from(self.number(inner, at, scratch) == 0.0),
            Expression::Two(operator, left, right) => {
                two(*operator, self.number(left, at, scratch), self.number(right, at, scratch))
            }
            Expression::Atom(leaf) => self.leaf(leaf, at, scratch),
        }
    }

    fn leaf(&self, leaf: &Ready<'d, 't>, at: At, scratch: &mut Scratch) -> f64 {
        let At { number, image } = at;
        let database = self.database;
        let mover = database.material.table_color(self.turn);
        let shown = || database.shown(&database.successors.men(number), image);
        let men = |man: Man| shown().get(man.role.of(man.color(mover)));
        match leaf {
            Ready::Byte(table) => table[usize::from(database.table().codes(self.turn)[number])],
            Ready::Fact(fact) => self.fact(*fact, number, scratch),
            Ready::Board(word, about) => word.number_on(&shown(), mover, about),
            Ready::On(man, region) => f64::from(men(*man) & region != 0),
            Ready::Line(line, man) => {
                let of = |square: u8| if *line == Line::File { square & 7 } else { square >> 3 };
                squares(men(*man)).map(of).min().map_or(f64::INFINITY, |line| f64::from(line + 1))
            }
            Ready::Moves(how_many, rule, sweep) => {
                self.conforming(*how_many, rule, sweep, number, scratch)
            }
            Ready::Chart(charts) => charts[side(self.turn)][number],
            Ready::DrawDepth(depths, forced_by) => {
                let forced = depths.get(*forced_by, self.turn, number).and_then(DrawDepth::depth);
                forced.map_or(f64::INFINITY, |depth| f64::from(depth.0))
            }
            Ready::Member(set) => f64::from(set.has(number, image)),
            Ready::Reach(operator, set) => {
                let every = *operator == SetOperator::MustReach;
                self.list(number, scratch);
                let mut moves = scratch.successors.iter();
                let leads = |one: &Successor| self.leads_into(set, one, at);
                f64::from(match every {
                    true => !scratch.successors.is_empty() && moves.all(leads),
                    false => moves.any(leads),
                })
            }
            Ready::Reached(set) if set.images == 1 => {
                f64::from(set.has(database.table().index().representative(number), 0))
            }
            Ready::Image(SetOperator::Mirror, set) if set.images == 1 => {
                f64::from(set.has(number, 0))
            }
            Ready::Reached(set) | Ready::Image(_, set) => {
                let image = match leaf {
                    Ready::Image(SetOperator::Mirror, _) => shown().turned(Symmetry::MIRROR),
                    Ready::Image(..) => shown().colors_exchanged(),
                    _ => shown(),
                };
                let there = database.locate(&image);
                f64::from(there.is_some_and(|At { number, image }| set.has(number, image)))
            }
        }
    }

    /// Whether a move leads into a set, on the board as it is shown.
    fn leads_into(&self, set: &PositionSet, one: &Successor, at: At) -> bool {
        let Some(next) = stays(one) else { return false };
        if set.images == 1 {
            return set.has(next, 0);
        }
        let men = |number| self.database.successors.men(number);
        let after = self.database.shown(&men(at.number).after(self.turn, one.step), at.image);
        let mut images = (0..set.images).filter(|&image| set.has(next, image));
        images.any(|image| self.database.shown(&men(next), image) == after)
    }

    /// Lists the moves of a position, unless they are.
    fn list(&self, number: usize, scratch: &mut Scratch) {
        if scratch.listed == Some(number) {
            return;
        }
        scratch.listed = Some(number);
        if let Err(error) =
            self.database.successors.list(self.turn, number, &mut scratch.successors)
        {
            scratch.failed = Some(error.into());
        }
    }

    fn fact(&self, fact: Fact, number: usize, scratch: &mut Scratch) -> f64 {
        let table = self.database.table();
        let [code, other] = [self.turn, self.turn.other()].map(|turn| table.codes(turn)[number]);
        let outcome = table.codec().outcome(code, self.turn);
        // As the opponent would have it, to move in this very position.
        let passed = table.codec().outcome(other, self.turn.other());
        let mut moves = |counts: &dyn Fn(Outcome) -> bool| {
            self.list(number, scratch);
            scratch.successors.iter().filter(|one| counts(one.value)).count()
        };
        let keeps = |value: Outcome| outcome.is_some_and(|outcome| value.sign() == outcome.sign());
        f64::from(match fact {
            Fact::Check => passed.is_none(),
            Fact::Mate => passed.is_none() && moves(&|_| true) == 0,
            Fact::Stalemate => code == STALEMATE,
            Fact::Zugzwang => {
                code != STALEMATE
                    && passed.is_some_and(|passed| Some(passed.flipped().before_move()) > outcome)
            }
            Fact::OnlyMove => {
                outcome.is_some_and(|outcome| outcome.sign() >= 0) && moves(&keeps) == 1
            }
            Fact::Threat => {
                return match passed {
                    None => 1.0,
                    Some(Outcome::Win(depth)) => f64::from(depth.0),
                    Some(_) => f64::INFINITY,
                };
            }
            Fact::Legal => return moves(&|_| true) as f64,
            Fact::Keeping => return moves(&keeps) as f64,
            _ => return moves(&|value| Some(value.before_move()) == outcome) as f64,
        })
    }

    /// How many moves conform to a rule, or whether enough of them do.
    fn conforming(
        &self,
        how_many: Quantifier,
        rule: &Rule,
        sweep: &Sweep<'_, '_>,
        number: usize,
        scratch: &mut Scratch,
    ) -> f64 {
        self.list(number, scratch);
        let Scratch { successors, facts, found, failed, .. } = scratch;
        let visited = Visited { number, outcome: Outcome::Draw, boards: 0, successors };
        if let Err(error) = sweep.of(&visited, facts, found) {
            *failed = Some(error.into());
        }
        let conforming = facts.iter().filter(|facts| rule.holds(facts)).count();
        match how_many {
            Quantifier::Some => f64::from(conforming > 0),
            Quantifier::Every => f64::from(conforming == facts.len()),
            Quantifier::Number => conforming as f64,
        }
    }
}
