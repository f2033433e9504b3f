//! The moves of one phase, those that leave it among them.

use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::{Destination, Successor, Visited, WalkError};
use player::markov::Seat;

use super::super::exits::{Beyond, Exits};
use super::super::players::{Pairing, at, squares};
use super::super::stored::SEATS;
use super::super::stored::building::with_right;
use super::super::stored::endgames::color;
use super::super::stored::move_chances::{Chance, MoveChances, over};
use super::super::stored::rows::{Rows, Target};
use super::super::{ExactError, Ties};
use super::known::{IMAGE, Known, NOT_KEPT, NOWHERE, Spot};
use super::phases::{Endgame, Phases};
use crate::markov::Chain;

/// Where a move leads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// The game is over: `0` won, `1` drawn, `2` lost for the attacker.
    End(usize),
    /// To a position of the phase.
    Row(u32),
    /// Out of it, to a position that is known.
    Known(Spot),
    /// To a position with a right to capture en passant.
    Right(u32),
}

/// A move that leaves the phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outside {
    pub(super) row: u32,
    pub(super) chance: f64,
    pub(super) to: Place,
}

/// A position with a right to capture en passant, from which every move leads out of the phase.
#[derive(Clone, Debug)]
pub(super) struct Right {
    pub(super) seat: Seat,
    pub(super) moves: Vec<(Place, f64)>,
}

/// The moves of both players in a phase.
#[derive(Default)]
pub(super) struct Moves {
    pub(super) rows: [Rows; 2],
    /// By row, ascending.
    pub(super) outside: [Vec<Outside>; 2],
    /// Each after those that it leads to.
    pub(super) rights: Vec<Right>,
    /// By number less the first one, for each player to move.
    pub(super) numbered: [Vec<u32>; 2],
}

/// What one stretch of a phase holds.
#[derive(Default)]
struct Part {
    rows: Rows,
    outside: Vec<Outside>,
    rights: Vec<Right>,
}

/// Makes the moves of one phase.
pub(super) struct Builder<'b, 't> {
    phases: &'b Phases<'t>,
    known: &'b [Option<Known>],
    phase: usize,
    endgame: &'b Endgame<'t>,
    exits: Exits<'b>,
    beyond: Vec<Beyond>,
    numbered: [Vec<u32>; 2],
}

impl<'b, 't> Builder<'b, 't> {
    pub(super) fn new(
        phases: &'b Phases<'t>,
        known: &'b [Option<Known>],
        phase: usize,
        monitor: &Monitor<'_>,
    ) -> Result<Builder<'b, 't>, ExactError> {
        let endgame = &phases.endgames[phases.all[phase].endgame];
        let chain = Chain::all(&endgame.successors, endgame.beyond.attacker);
        let exits = Exits::open(&chain, monitor)?;
        let beyond = exits.beyond();
        let mut builder =
            Builder { phases, known, phase, endgame, exits, beyond, numbered: Default::default() };
        builder.numbered = SEATS.map(|seat| builder.number(seat));
        Ok(builder)
    }

    /// Gives every position a row, images that of the position they are of.
    fn number(&self, seat: Seat) -> Vec<u32> {
        let numbers = self.phases.all[self.phase].numbers.clone();
        let index = self.endgame.successors.table().index();
        let (mut rows, mut images, mut many) = (vec![NOWHERE; numbers.len()], Vec::new(), 0);
        for cell in numbers.start / 64..numbers.end / 64 {
            let counted = index.class_mask(cell).representatives;
            for place in squares(!0) {
                let number = cell * 64 + place;
                if !self.endgame.follows(seat, number) {
                    continue;
                }
                if counted >> place & 1 == 1 {
                    rows[number - numbers.start] = many;
                    many += 1;
                } else {
                    images.push(number);
                }
            }
        }
        for image in images {
            let of = index.representative(image);
            rows[image - numbers.start] =
                if numbers.contains(&of) { rows[of - numbers.start] } else { IMAGE };
        }
        rows
    }

    /// Lists the moves of both players; with a position asked about that has a right to capture en passant, a row more.
    pub(super) fn moves(
        self,
        root: &Chain<'b>,
        pairing: &Pairing,
        asked: Option<(&Position, Seat)>,
        monitor: &Monitor<'_>,
    ) -> Result<Moves, ExactError> {
        debug_assert_eq!(pairing.ties, Ties::Uniform, "ties look ahead over sweeps alone");
        let mut moves = Moves::default();
        let numbers = &self.phases.all[self.phase].numbers;
        let cells = numbers.start / 64..numbers.end / 64;
        for seat in SEATS {
            let Endgame { successors, beyond, .. } = self.endgame;
            let chances = MoveChances::new(successors, *beyond, seat, root, pairing);
            let visit = |part: &mut Part, visited: &Visited<'_>, all: &[f64]| {
                self.visit(&chances, part, visited, all)
            };
            for part in chances.walk(cells.clone(), Part::default, visit, monitor)? {
                moves.append(at(seat), part);
            }
            if let Some((position, _)) = asked.filter(|(_, asked)| *asked == seat) {
                let attacker = position.material().table_color(beyond.attacker);
                let mut part = Part::default();
                let list = chances.of(position)?;
                let row = self.row(&chances, &mut part, position, attacker, list)?;
                part.push(row);
                moves.append(at(seat), part);
            }
        }
        moves.numbered = self.numbered;
        Ok(moves)
    }

    fn visit(
        &self,
        chances: &MoveChances<'_, '_>,
        part: &mut Part,
        visited: &Visited<'_>,
        all: &[f64],
    ) -> Result<(), WalkError> {
        let first = self.phases.all[self.phase].numbers.start;
        // Draws that are dead have no row.
        if self.numbered[at(chances.seat)][visited.number - first] == NOWHERE {
            return Ok(());
        }
        let mut row = Vec::with_capacity(all.len());
        for (play, &chance) in visited.successors.iter().zip(all).filter(|(_, p)| **p > 0.0) {
            row.push((self.place(chances, part, visited.number, play)?, chance));
        }
        part.push(row);
        Ok(())
    }

    /// Where a move leads.
    fn place(
        &self,
        chances: &MoveChances<'_, '_>,
        part: &mut Part,
        number: usize,
        play: &Successor,
    ) -> Result<Place, WalkError> {
        if let Some(Target::End(end)) = over(chances.seat, play.value) {
            return Ok(Place::End(end));
        }
        let other = SEATS[1 - at(chances.seat)];
        let own = self.phases.all[self.phase].endgame;
        Ok(match play.to {
            Destination::Here(to) => self.locate(own, other, to),
            Destination::Elsewhere => match self.exits.of(chances.seat, number, play.step) {
                None => Place::End(1),
                Some(exit) => {
                    let beyond = self.beyond[usize::from(exit.beyond)];
                    self.locate_beyond(beyond, other, exit.number as usize)
                }
            },
            Destination::WithRight(_) => {
                let mover = color(self.endgame.beyond, chances.seat);
                let position = with_right(&self.endgame.successors, number, play, mover);
                let list = chances.of_other(&position)?;
                let attacker = self.endgame.beyond.attacker;
                self.right(chances, part, &position, attacker, list)?
            }
        })
    }

    /// A position with a right to capture en passant, and its moves.
    fn right(
        &self,
        chances: &MoveChances<'_, '_>,
        part: &mut Part,
        position: &Position,
        attacker: Color,
        list: Vec<Chance>,
    ) -> Result<Place, WalkError> {
        let moves = self.row(chances, part, position, attacker, list)?;
        let seat = if position.turn() == attacker { Seat::Attacker } else { Seat::Defender };
        part.rights.push(Right { seat, moves });
        Ok(Place::Right(part.rights.len() as u32 - 1))
    }

    /// Where the moves of a position lead, the attacker having this colour on its board.
    fn row(
        &self,
        chances: &MoveChances<'_, '_>,
        part: &mut Part,
        position: &Position,
        attacker: Color,
        list: Vec<Chance>,
    ) -> Result<Vec<(Place, f64)>, WalkError> {
        let seat = if position.turn() == attacker { Seat::Attacker } else { Seat::Defender };
        let mut row = Vec::with_capacity(list.len());
        for Chance { play, value, chance } in list {
            let place = match over(seat, value) {
                Some(Target::End(end)) => Place::End(end),
                _ => {
                    let after = position.after(play);
                    match after.has_en_passant() {
                        false => self.locate_position(&after, attacker),
                        true => {
                            let moves = match seat == chances.seat {
                                true => chances.of_other(&after)?,
                                false => chances.of(&after)?,
                            };
                            self.right(chances, part, &after, attacker, moves)?
                        }
                    }
                }
            };
            row.push((place, chance));
        }
        Ok(row)
    }

    fn locate_position(&self, position: &Position, attacker: Color) -> Place {
        let material = position.material();
        let beyond =
            Beyond { material: material.normalized(), attacker: material.table_color(attacker) };
        let seat = if position.turn() == attacker { Seat::Attacker } else { Seat::Defender };
        let endgame = self.phases.endgames.iter().find(|one| one.beyond == beyond);
        let index = endgame.map(|one| one.successors.table().index());
        match index.and_then(|index| index.encode(position)) {
            Some(slot) => self.locate_beyond(beyond, seat, slot.index),
            None => Place::End(1),
        }
    }

    fn locate_beyond(&self, beyond: Beyond, seat: Seat, number: usize) -> Place {
        match self.phases.endgames.iter().position(|one| one.beyond == beyond) {
            Some(endgame) => self.locate(endgame, seat, number),
            None => Place::End(1),
        }
    }

    /// Where a position with a number stands.
    fn locate(&self, endgame: usize, seat: Seat, number: usize) -> Place {
        let phase =
            self.phases.at(endgame, number).expect("every phase that is come into is listed");
        let first = self.phases.all[phase].numbers.start;
        let side = at(seat);
        let row = match (&self.known[phase], phase == self.phase) {
            (_, true) => self.numbered[side][number - first],
            (Some(known), false) => known.rows[side][number - first],
            (None, false) => unreachable!("a phase is solved before those that lead into it"),
        };
        match row {
            NOWHERE => Place::End(1),
            NOT_KEPT => unreachable!("what others come into is kept"),
            IMAGE => {
                let index = self.phases.endgames[endgame].successors.table().index();
                self.locate(endgame, seat, index.representative(number))
            }
            row if phase == self.phase => Place::Row(row),
            row => Place::Known(Spot { phase: phase as u32, side: side as u8, row }),
        }
    }
}

impl Part {
    /// One more position.
    fn push(&mut self, moves: Vec<(Place, f64)>) {
        let row = self.rows.len() as u32;
        for &(to, chance) in &moves {
            if matches!(to, Place::Known(_) | Place::Right(_)) {
                self.outside.push(Outside { row, chance, to });
            }
        }
        let inside = moves.into_iter().filter_map(|(to, chance)| match to {
            Place::End(end) => Some((Target::End(end), chance)),
            Place::Row(row) => Some((Target::Position(row), chance)),
            Place::Known(_) | Place::Right(_) => None,
        });
        self.rows.push(inside);
    }
}

impl Moves {
    fn append(&mut self, side: usize, part: Part) {
        let (rows, rights) = (self.rows[side].len() as u32, self.rights.len() as u32);
        let renamed = |to: Place| match to {
            Place::Right(at) => Place::Right(at + rights),
            other => other,
        };
        self.rows[side].append(part.rows, |to| to);
        let outside = part.outside.into_iter();
        self.outside[side].extend(outside.map(|one| Outside {
            row: one.row + rows,
            to: renamed(one.to),
            ..one
        }));
        self.rights.extend(part.rights.into_iter().map(|right| Right {
            moves: right.moves.into_iter().map(|(to, chance)| (renamed(to), chance)).collect(),
            ..right
        }));
    }
}
