//! A query made ready to be asked: its men are there, and so are the sets and charts it needs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use value::Outcome;

use super::atom::{Fact, Line, PositionAtom, Quantifier, SetOperator};
use super::evaluate::{At, stays, two};
use super::{Charts, Database, PositionSet, QueryError, Rank};
use crate::draw_depth::DrawDepthTable;
use crate::heuristics::rule::expression::{Atom, Expression};
use crate::heuristics::rule::names::{Man, Word, depth};
use crate::heuristics::{Rule, Sweep};
use crate::index::squares;
use crate::progress::Monitor;
use crate::rules::{Color, Role};

/// A leaf that can be asked: whatever sets and charts it needs are there.
pub(super) enum Ready<'d, 't> {
    /// Depends on the byte of the position alone: by byte.
    Byte(Box<[f64; 256]>),
    Fact(Fact),
    Board(&'static Word, Vec<Man>),
    On(Man, u64),
    Line(Line, Man),
    Moves(Quantifier, Rule, Arc<Sweep<'d, 't>>),
    Chart(Charts),
    /// For which side, in the table's colours.
    DrawDepth(Arc<DrawDepthTable>, Color),
    Member(Arc<PositionSet>),
    /// Some move leads into the set, or every one.
    Reach(SetOperator, PositionSet),
    /// The set holds the representatives of what is reached.
    Reached(PositionSet),
    /// The position is in the set once it is mirrored, or its colours are exchanged.
    Image(SetOperator, PositionSet),
}

/// The images that a query tells apart: one if it does not speak of squares.
pub(super) fn images(database: &Database<'_>, tree: &Expression<PositionAtom>) -> usize {
    let mut images = 1;
    tree.each_atom(&mut |atom| {
        images = images.max(match atom {
            PositionAtom::On(..) | PositionAtom::Line(..) => database.symmetries.len(),
            PositionAtom::In(name) => database.sets.get(name).map_or(1, |set| set.images),
            PositionAtom::Set(_, inner) => self::images(database, inner),
            _ => 1,
        });
    });
    images
}

impl<'t> Database<'t> {
    /// A tree with everything that its leaves need.
    pub(super) fn ready<'d>(
        &'d self,
        tree: &Expression<PositionAtom>,
        turn: Color,
        images: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Expression<Ready<'d, 't>>, QueryError> {
        let ready = |tree: &Expression<PositionAtom>| {
            Ok::<_, QueryError>(Box::new(self.ready(tree, turn, images, monitor)?))
        };
        Ok(match tree {
            Expression::Number(number) => Expression::Number(*number),
            Expression::Not(inner) => Expression::Not(ready(inner)?),
            Expression::Negative(inner) => Expression::Negative(ready(inner)?),
            Expression::Two(operator, left, right) => {
                Expression::Two(*operator, ready(left)?, ready(right)?)
            }
            Expression::Atom(atom) => {
                self.check_men(atom, turn)?;
                Expression::Atom(self.ready_atom(atom, turn, images, monitor)?)
            }
        })
    }

    fn ready_atom<'d>(
        &'d self,
        atom: &PositionAtom,
        turn: Color,
        images: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Ready<'d, 't>, QueryError> {
        let mover = self.material.table_color(turn);
        let set = |tree, turn| self.set(tree, turn, images, monitor);
        Ok(match atom {
            PositionAtom::Fact(Fact::Difficulty) => {
                Ready::Chart(self.chart(Rank::Difficulty, monitor)?)
            }
            PositionAtom::Fact(Fact::DrawDepth) => {
                Ready::DrawDepth(self.draw_depths(monitor)?, turn)
            }
            PositionAtom::Fact(Fact::OpponentDrawDepth) => {
                Ready::DrawDepth(self.draw_depths(monitor)?, turn.other())
            }
            PositionAtom::Fact(Fact::Paths) => Ready::Chart(self.chart(Rank::Paths, monitor)?),
            PositionAtom::Fact(fact) => match self.of_byte(*fact, turn) {
                Some(table) => Ready::Byte(table),
                None => Ready::Fact(*fact),
            },
            PositionAtom::Board(word, men) => Ready::Board(word, men.clone()),
            PositionAtom::On(man, region) => Ready::On(*man, region.squares()),
            PositionAtom::Line(line, man) => Ready::Line(*line, *man),
            PositionAtom::Moves(how_many, rule) => {
                let sweep = Sweep::new(&self.successors, turn, monitor)?;
                Ready::Moves(*how_many, Rule::new(rule.clone()), Arc::new(sweep))
            }
            PositionAtom::In(name) => {
                let set = self.sets.get(name).ok_or_else(|| QueryError::NoSuchSet(name.clone()))?;
                if set.side != mover {
                    return Err(QueryError::OtherSide { name: name.clone(), holds: set.side });
                }
                Ready::Member(Arc::clone(set))
            }
            PositionAtom::Set(operator, inner) => match operator {
                SetOperator::CanReach | SetOperator::MustReach => {
                    Ready::Reach(*operator, set(inner, turn.other())?)
                }
                SetOperator::ReachedFrom => {
                    Ready::Reached(self.reached(&set(inner, turn.other())?)?)
                }
                SetOperator::Mirror => Ready::Image(*operator, set(inner, turn)?),
                SetOperator::Exchange if self.material != self.material.flipped() => {
                    return Err(QueryError::NotSymmetric(self.material));
                }
                SetOperator::Exchange => Ready::Image(*operator, set(inner, turn.other())?),
            },
        })
    }

    /// Refuses a man that is not there.
    fn check_men(&self, atom: &PositionAtom, turn: Color) -> Result<(), QueryError> {
        let mut men = Vec::new();
        atom.men(&mut men);
        let mover = self.material.table_color(turn);
        let missing = |man: &&Man| {
            man.role != Role::King && self.material.army(man.color(mover)).count(man.role) == 0
        };
        match men.iter().find(missing) {
            None => Ok(()),
            Some(man) => {
                Err(QueryError::MissingMan { material: self.material, man: man.to_string(), mover })
            }
        }
    }

    /// A fact by the byte of the position, if that is all it depends on; infinite for an illegal one.
    fn of_byte(&self, fact: Fact, turn: Color) -> Option<Box<[f64; 256]>> {
        let mover = self.material.table_color(turn);
        let fact: fn(Outcome) -> f64 = match fact {
            Fact::Win => |outcome| f64::from(outcome.sign() > 0),
            Fact::Draw => |outcome| f64::from(outcome.sign() == 0),
            Fact::Loss => |outcome| f64::from(outcome.sign() < 0),
            Fact::Value => |outcome| f64::from(outcome.sign()),
            Fact::Depth => depth,
            Fact::White | Fact::Black => {
                let is = f64::from((fact == Fact::White) == (mover == Color::White));
                return Some(Box::new([is; 256]));
            }
            _ => return None,
        };
        let codec = self.table().codec();
        Some(Box::new(std::array::from_fn(|code| {
            codec.outcome(code as u8, turn).map_or(f64::INFINITY, fact)
        })))
    }

    /// The representatives of the positions that a move from a set leads to.
    fn reached(&self, from: &PositionSet) -> Result<PositionSet, QueryError> {
        let (index, images) = (self.table().index(), from.images);
        let turn = self.material.table_color(from.side);
        let words: Vec<AtomicU64> =
            std::iter::repeat_with(AtomicU64::default).take(index.cells() * images).collect();
        let mark = |At { number, image }: At| {
            words[number / 64 * images + image].fetch_or(1 << (number % 64), Ordering::Relaxed);
        };
        (0..index.cells()).into_par_iter().try_for_each_init(Vec::new, |found, cell| {
            for square in squares(from.members(index, cell)) {
                let number = cell * 64 + usize::from(square);
                self.successors.list(turn, number, found)?;
                let men = self.successors.men(number);
                for one in found.iter() {
                    let Some(next) = stays(one) else { continue };
                    if images == 1 {
                        mark(At { number: index.representative(next), image: 0 });
                        continue;
                    }
                    let after = men.after(turn, one.step);
                    let shown = (0..images).filter(|&image| from.has(number, image));
                    shown
                        .filter_map(|image| self.locate(&self.shown(&after, image)))
                        .for_each(&mark);
                }
            }
            Ok::<(), QueryError>(())
        })?;
        Ok(self.made_of(
            words.into_iter().map(AtomicU64::into_inner).collect(),
            turn.other(),
            images,
        ))
    }
}

impl<'d, 't> Expression<Ready<'d, 't>> {
    /// The tree with every part that depends on the byte alone looked up beforehand.
    pub(super) fn folded(self) -> Expression<Ready<'d, 't>> {
        let by_byte: Option<Vec<f64>> = (0..256).map(|code| self.of_byte(code)).collect();
        if let Some(Ok(table)) = by_byte.map(<Box<[f64; 256]>>::try_from) {
            return Expression::Atom(Ready::Byte(table));
        }
        match self {
            Expression::Not(inner) => Expression::Not(Box::new(inner.folded())),
            Expression::Negative(inner) => Expression::Negative(Box::new(inner.folded())),
            Expression::Two(operator, left, right) => {
                Expression::Two(operator, Box::new(left.folded()), Box::new(right.folded()))
            }
            leaf => leaf,
        }
    }

    fn of_byte(&self, code: usize) -> Option<f64> {
        Some(match self {
            Expression::Number(number) => *number,
            Expression::Atom(Ready::Byte(table)) => table[code],
            Expression::Atom(_) => return None,
            Expression::Not(inner) => f64::from(inner.of_byte(code)? == 0.0),
            Expression::Negative(inner) => -inner.of_byte(code)?,
            Expression::Two(operator, left, right) => {
                two(*operator, left.of_byte(code)?, right.of_byte(code)?)
            }
        })
    }
}
