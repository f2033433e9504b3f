//! The moves of all positions of an endgame with one player to move, each with its chance.

use endgame::heuristics::{Sweep, Weights, WeightsError};
use endgame::progress::Monitor;
use endgame::rules::{Color, Position, Square};
use endgame::successors::{Destination, Successor, Successors, Visited, WalkError};
use player::filter::Concede;
use player::markov::Seat;
use player::reference::ReferencePlayer;
use value::{Choice, ChoiceError, Choices, Depth, Extent, Outcome};

use super::super::ExactError;
use super::super::exits::{Beyond, Exits};
use super::super::players::{Pairing, at};
use super::SEATS;
use super::endgames::{Endgame, Endgames, NOWHERE, color};
use super::rows::{Rows, Target};
use crate::markov::Chain;

/// What one stretch of a table holds.
#[derive(Default)]
pub(super) struct Part {
    pub(super) rows: Rows,
    /// The other player's positions with a right to capture en passant that the moves lead to.
    pub(super) rights: Rows,
    failed: Option<WalkError>,
}

/// One player's moves in one endgame.
pub(super) struct Builder<'b, 't> {
    endgames: &'b Endgames,
    endgame: &'b Endgame,
    successors: &'b Successors<'t>,
    seat: Seat,
    /// The mover and the other one.
    players: [ReferencePlayer; 2],
    weights: [Option<&'b Weights>; 2],
    extent: Extent,
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
        let mut model = pairing.model.clone();
        if root.space().is_wins_only() {
            model.filter.concede = Concede::Never;
        }
        let other = SEATS[1 - at(seat)];
        let player =
            |seat| ReferencePlayer { competence: pairing.competence(seat), model: model.clone() };
        let chain = Chain::all(successors, endgame.beyond.attacker);
        let extent = chain.extent();
        let exits = Exits::open(&chain, &Monitor::NONE)?;
        Ok(Builder {
            endgames,
            endgame,
            successors,
            seat,
            players: [player(seat), player(other)],
            weights: [root.weights(seat), root.weights(other)],
            extent: if seat == Seat::Attacker { extent } else { extent.flipped() },
            beyond: exits.beyond(),
            exits,
        })
    }

    /// The rows of all positions, stretch by stretch.
    pub(super) fn parts(&self, monitor: &Monitor<'_>) -> Result<Vec<Part>, ExactError> {
        let Some(chain) = self.endgames.chain(self.endgame.beyond, self.successors) else {
            return Ok(Vec::new());
        };
        let turn = color(self.endgame.beyond, self.seat);
        let wanted = |outcome| chain.follows(self.seat, outcome);
        let parts = match self.weights[0] {
            None => self.successors.walk(
                turn,
                wanted,
                Part::default,
                |part, visited| self.visit(part, &visited, |_| 1.0),
                monitor,
            )?,
            Some(weights) => Sweep::new(self.successors, turn, monitor)?.walk(
                wanted,
                Part::default,
                |part, visited, facts| {
                    self.visit(part, &visited, |at| weights.weight(&facts[at]));
                },
                monitor,
            )?,
        };
        let told = |part: Part| match part.failed {
            None => Ok(part),
            Some(error) => Err(error.into()),
        };
        parts.into_iter().map(told).collect()
    }

    /// One more row; positions that are not followed have none.
    fn visit(&self, part: &mut Part, visited: &Visited<'_>, weight: impl Fn(usize) -> f64) {
        let number = visited.number;
        if self.endgame.rows[at(self.seat)][number] == NOWHERE {
            return;
        }
        let choice = |(at, play): (usize, &Successor)| Choice {
            weight: weight(at),
            ..Choice::new((), play.value)
        };
        let list: Vec<Choice<()>> = visited.successors.iter().enumerate().map(choice).collect();
        if !list.iter().all(|choice| choice.weight.is_finite()) {
            let slot =
                endgame::index::Slot { turn: color(self.endgame.beyond, self.seat), index: number };
            let fen = self.endgame.table.index().decode(slot).map(|position| position.fen());
            let error = WeightsError::Infinite(fen.unwrap_or_default());
            part.failed = Some(WalkError::Choices(ChoiceError::new(error)));
        }
        let choices = Choices::new(list, self.extent);
        let prospect = self.players[0].prospect(&choices);
        let mut row = Vec::with_capacity(visited.successors.len());
        for (play, &chance) in visited.successors.iter().zip(prospect.move_probabilities()) {
            if chance > 0.0 {
                match self.target(part, number, play) {
                    Ok(target) => row.push((target, chance)),
                    Err(error) => part.failed = Some(error),
                }
            }
        }
        part.rows.push(row.into_iter());
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
                let mover = color(self.endgame.beyond, self.seat);
                let men = self.successors.men(number).after(mover, play.step);
                let plain = Position::from_men(men.pieces(), mover.other()).ok();
                let stepped = Square::new(u32::from(play.step.to));
                let position = plain.and_then(|plain| plain.with_en_passant_of(stepped));
                let position = position.expect("the walk has seen the right");
                let row = self.row(&position, self.endgame.beyond.attacker, 1)?;
                part.rights.push(row.into_iter());
                let before = self.endgames.positions()[at(other)];
                Target::Position((before + part.rights.len() - 1) as u32)
            }
        })
    }

    /// The moves of any position with this player to move, the attacker having this colour on its board.
    pub(super) fn row_of(
        &self,
        position: &Position,
        attacker: Color,
    ) -> Result<Vec<(Target, f64)>, WalkError> {
        self.row(position, attacker, 0)
    }

    fn row(
        &self,
        position: &Position,
        attacker: Color,
        player: usize,
    ) -> Result<Vec<(Target, f64)>, WalkError> {
        let tables = self.successors.tables();
        let mut choices = tables.list_choices(position)?;
        if let Some(weights) = self.weights[player] {
            let plays: Vec<_> = choices.iter().map(|choice| choice.play).collect();
            let found = weights.of(tables, position, &plays);
            let found = found.map_err(|error| WalkError::Choices(ChoiceError::new(error)))?;
            let list = choices.into_iter().zip(found);
            let list = list.map(|(choice, weight)| Choice { weight, ..choice }).collect();
            choices = Choices::new(list, tables.extent_of(&position.material(), position.turn())?);
        }
        let prospect = self.players[player].prospect(&choices);
        let seat = if position.turn() == attacker { Seat::Attacker } else { Seat::Defender };
        let target = |choice: &Choice<_>| {
            over(seat, choice.value)
                .unwrap_or_else(|| self.endgames.locate(&position.after(choice.play), attacker))
        };
        let moves = choices.iter().zip(prospect.move_probabilities());
        Ok(moves
            .filter(|&(_, &chance)| chance > 0.0)
            .map(|(choice, &chance)| (target(choice), chance))
            .collect())
    }
}

/// How the game ends with a move that is worth so much to its mover; none if it goes on.
fn over(seat: Seat, value: Outcome) -> Option<Target> {
    match seat.sees(value) {
        Outcome::Win(Depth(0)) => Some(Target::End(0)),
        Outcome::Loss(Depth(0)) => Some(Target::End(2)),
        _ => None,
    }
}
