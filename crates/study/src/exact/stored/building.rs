//! The moves of all positions of an endgame with one player to move, each with its chance.

use endgame::progress::Monitor;
use endgame::rules::{Color, Position, Square};
use endgame::successors::{Destination, Successor, Successors, WalkError};
use player::markov::Seat;

use super::super::ExactError;
use super::super::exits::{Beyond, Exits};
use super::super::players::{Pairing, at};
use super::SEATS;
use super::endgames::{Endgame, Endgames, NOWHERE, color};
use super::move_chances::{Chance, MoveChances, over};
use super::rows::{Rows, Target};
use crate::markov::Chain;

/// What one stretch of a table holds.
#[derive(Default)]
pub(super) struct Part {
    pub(super) rows: Rows,
    /// The other player's positions with a right to capture en passant that the moves lead to.
    pub(super) rights: Rows,
}

/// One player's moves in one endgame.
pub(super) struct Builder<'b, 't> {
    endgames: &'b Endgames,
    endgame: &'b Endgame,
    successors: &'b Successors<'t>,
    seat: Seat,
    chances: MoveChances<'b, 't>,
    exits: Exits<'b>,
    beyond: Vec<Beyond>,
}

impl<'b, 't> Builder<'b, 't> {
    pub(super) fn new(
        endgames: &'b Endgames,
        endgame: usize,
        successors: &'b Successors<'t>,
        seat: Seat,
        root: &Chain<'b>,
        pairing: &Pairing,
    ) -> Result<Builder<'b, 't>, ExactError> {
        let endgame = &endgames.all[endgame];
        let chances = MoveChances::new(successors, endgame.beyond, seat, root, pairing);
        let chain = Chain::all(successors, endgame.beyond.attacker);
        let exits = Exits::open(&chain, &Monitor::NONE)?;
        let beyond = exits.beyond();
        Ok(Builder { endgames, endgame, successors, seat, chances, exits, beyond })
    }

    /// The rows of all positions, stretch by stretch.
    pub(super) fn parts(&self, monitor: &Monitor<'_>) -> Result<Vec<Part>, ExactError> {
        let cells = 0..self.successors.table().index().cells();
        let visit = |part: &mut Part, visited: &endgame::successors::Visited<'_>, all: &[f64]| {
            // Positions that are not followed have no row.
            if self.endgame.rows[at(self.seat)][visited.number] == NOWHERE {
                return Ok(());
            }
            let mut row = Vec::with_capacity(all.len());
            for (play, &chance) in visited.successors.iter().zip(all).filter(|(_, p)| **p > 0.0) {
                row.push((self.target(part, visited.number, play)?, chance));
            }
            part.rows.push(row.into_iter());
            Ok(())
        };
        Ok(self.chances.walk(cells, Part::default, visit, monitor)?)
    }

    /// Where a move leads.
    fn target(
        &self,
        part: &mut Part,
        number: usize,
        play: &Successor,
    ) -> Result<Target, WalkError> {
        if let Some(end) = over(self.seat, play.value) {
            return Ok(end);
        }
        let other = SEATS[1 - at(self.seat)];
        Ok(match play.to {
            Destination::Here(to) => self.endgame.target(other, to),
            Destination::Elsewhere => match self.exits.of(self.seat, number, play.step) {
                None => Target::End(1),
                Some(exit) => match self.endgames.find(self.beyond[usize::from(exit.beyond)]) {
                    None => Target::End(1),
                    Some(endgame) => endgame.target(other, exit.number as usize),
                },
            },
            Destination::WithRight(_) => {
                let position = with_right(self.successors, number, play, self.mover());
                let moves = self.chances.of_other(&position)?;
                let row = self.row(&position, self.endgame.beyond.attacker, moves);
                part.rights.push(row.into_iter());
                let before = self.endgames.positions()[at(other)];
                Target::Position((before + part.rights.len() - 1) as u32)
            }
        })
    }

    fn mover(&self) -> Color {
        color(self.endgame.beyond, self.seat)
    }

    /// The moves of any position with this player to move, the attacker having this colour on its board.
    pub(super) fn row_of(
        &self,
        position: &Position,
        attacker: Color,
    ) -> Result<Vec<(Target, f64)>, WalkError> {
        Ok(self.row(position, attacker, self.chances.of(position)?))
    }

    fn row(&self, position: &Position, attacker: Color, moves: Vec<Chance>) -> Vec<(Target, f64)> {
        let seat = if position.turn() == attacker { Seat::Attacker } else { Seat::Defender };
        let target = |one: &Chance| {
            over(seat, one.value)
                .unwrap_or_else(|| self.endgames.locate(&position.after(one.play), attacker))
        };
        moves.iter().map(|one| (target(one), one.chance)).collect()
    }
}

/// The position after a double step past a pawn of the other side.
pub(in crate::exact) fn with_right(
    successors: &Successors<'_>,
    number: usize,
    play: &Successor,
    mover: Color,
) -> Position {
    let men = successors.men(number).after(mover, play.step);
    let plain = Position::from_men(men.pieces(), mover.other()).ok();
    let stepped = Square::new(u32::from(play.step.to));
    let position = plain.and_then(|plain| plain.with_en_passant_of(stepped));
    position.expect("the walk has seen the right")
}
