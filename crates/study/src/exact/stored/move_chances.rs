//! How likely each move of each position of an endgame is, with one player to move.

use std::ops::Range;

use endgame::heuristics::{Sweep, Weights, WeightsError};
use endgame::index::Slot;
use endgame::progress::Monitor;
use endgame::rules::{Move, Position};
use endgame::successors::{Successor, Successors, Visited, WalkError};
use player::filter::Concede;
use player::markov::Seat;
use player::reference::ReferencePlayer;
use value::{Choice, ChoiceError, Choices, Depth, Extent, Outcome};

use super::super::exits::Beyond;
use super::super::players::{Pairing, at};
use super::SEATS;
use super::endgames::color;
use super::rows::Target;
use crate::markov::Chain;

/// One player's moves in one endgame.
pub(in crate::exact) struct MoveChances<'b, 't> {
    pub(in crate::exact) successors: &'b Successors<'t>,
    pub(in crate::exact) beyond: Beyond,
    pub(in crate::exact) seat: Seat,
    /// The mover and the other one.
    players: [ReferencePlayer; 2],
    weights: [Option<&'b Weights>; 2],
    extent: Extent,
    is_wins_only: bool,
}

/// What a stretch of a walk holds, and why it failed.
type Walked<S> = (S, Option<WalkError>);

impl<'b, 't> MoveChances<'b, 't> {
    /// The moves of a player of the chain asked about in one of the endgames that the game can pass through.
    pub(in crate::exact) fn new(
        successors: &'b Successors<'t>,
        beyond: Beyond,
        seat: Seat,
        root: &Chain<'b>,
        pairing: &Pairing,
    ) -> MoveChances<'b, 't> {
        let is_wins_only = root.space().is_wins_only();
        let mut model = pairing.model.clone();
        if is_wins_only {
            model.filter.concede = Concede::Never;
        }
        let other = SEATS[1 - at(seat)];
        let player =
            |seat| ReferencePlayer { competence: pairing.competence(seat), model: model.clone() };
        let extent = crate::markov::extent(successors, beyond.attacker);
        MoveChances {
            successors,
            beyond,
            seat,
            players: [player(seat), player(other)],
            weights: [root.weights(seat), root.weights(other)],
            extent: if seat == Seat::Attacker { extent } else { extent.flipped() },
            is_wins_only,
        }
    }

    /// Visits the positions of some cells with the chance of each move, stretch by stretch.
    pub(in crate::exact) fn walk<S: Send>(
        &self,
        cells: Range<usize>,
        start: impl Fn() -> S + Sync,
        visit: impl Fn(&mut S, &Visited<'_>, &[f64]) -> Result<(), WalkError> + Sync,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<S>, WalkError> {
        let Some(chain) = chain(self.is_wins_only, self.beyond, self.successors) else {
            return Ok(Vec::new());
        };
        let turn = color(self.beyond, self.seat);
        let wanted = |outcome| chain.follows(self.seat, outcome);
        let start = || (start(), None);
        let look = |(state, failed): &mut Walked<S>, visited: &Visited<'_>, found: Found| {
            let done = found.and_then(|chances| visit(state, visited, &chances));
            *failed = done.err().or(failed.take());
        };
        let walked = match self.weights[0] {
            None => self.successors.walk_cells(
                cells,
                turn,
                wanted,
                start,
                |state, visited| look(state, &visited, self.chances(&visited, |_| 1.0)),
                monitor,
            )?,
            Some(weights) => Sweep::over_cells(self.successors, turn, cells, monitor)?.walk(
                wanted,
                start,
                |state, visited, facts| {
                    let chances = self.chances(&visited, |at| weights.weight(&facts[at]));
                    look(state, &visited, chances);
                },
                monitor,
            )?,
        };
        let told = |(state, failed): Walked<S>| failed.map_or(Ok(state), Err);
        walked.into_iter().map(told).collect()
    }

    /// The chance of each move of a position.
    fn chances(&self, visited: &Visited<'_>, weight: impl Fn(usize) -> f64) -> Found {
        let choice = |(at, play): (usize, &Successor)| Choice {
            weight: weight(at),
            ..Choice::new((), play.value)
        };
        let list: Vec<Choice<()>> = visited.successors.iter().enumerate().map(choice).collect();
        if !list.iter().all(|choice| choice.weight.is_finite()) {
            let slot = Slot { turn: color(self.beyond, self.seat), index: visited.number };
            let position = self.successors.table().index().decode(slot);
            let fen = position.map(|position| position.fen()).unwrap_or_default();
            return Err(WalkError::Choices(ChoiceError::new(WeightsError::Infinite(fen))));
        }
        let prospect = self.players[0].prospect(&Choices::new(list, self.extent));
        Ok(prospect.move_probabilities().to_vec())
    }

    /// The moves of any position with this player to move.
    pub(in crate::exact) fn of(&self, position: &Position) -> Result<Vec<Chance>, WalkError> {
        self.list(position, 0)
    }

    /// The moves of any position with the other player to move.
    pub(in crate::exact) fn of_other(&self, position: &Position) -> Result<Vec<Chance>, WalkError> {
        self.list(position, 1)
    }

    fn list(&self, position: &Position, player: usize) -> Result<Vec<Chance>, WalkError> {
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
        let moves = choices.iter().zip(prospect.move_probabilities());
        let chance = |(choice, &chance): (&Choice<Move>, &f64)| Chance {
            play: choice.play,
            value: choice.value,
            chance,
        };
        Ok(moves.map(chance).filter(|one| one.chance > 0.0).collect())
    }
}

type Found = Result<Vec<f64>, WalkError>;

/// A move of a position, and how likely it is.
pub(in crate::exact) struct Chance {
    pub(in crate::exact) play: Move,
    pub(in crate::exact) value: Outcome,
    pub(in crate::exact) chance: f64,
}

/// The chain of an endgame; none if nothing is followed there.
pub(in crate::exact) fn chain<'s>(
    is_wins_only: bool,
    beyond: Beyond,
    successors: &'s Successors<'s>,
) -> Option<Chain<'s>> {
    match is_wins_only {
        true => Chain::wins(successors, beyond.attacker),
        false => Some(Chain::all(successors, beyond.attacker)),
    }
}

/// How the game ends with a move that is worth so much to its mover; none if it goes on.
pub(in crate::exact) fn over(seat: Seat, value: Outcome) -> Option<Target> {
    match seat.sees(value) {
        Outcome::Win(Depth(0)) => Some(Target::End(0)),
        Outcome::Loss(Depth(0)) => Some(Target::End(2)),
        _ => None,
    }
}
