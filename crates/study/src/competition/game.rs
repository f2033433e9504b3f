//! One game of a competition, which is over when the win is reached or gone.

use endgame::rules::{Color, Move, Position};
use endgame::tables::Tables;
use player::simulate::{self, MoveMade, Record, Referee};
use value::ChoiceError;

use super::Competition;
use crate::game::{DrawReferee, DrawRule};
use crate::matches::written;
use crate::pgn::Game;
use crate::tournament::{Contestant, play_paired};

/// A game of a contestant, who had the winning side.
#[derive(Clone, Debug)]
pub struct CompetitionGame {
    /// Where it began.
    pub start: Position,
    /// The contestant's side.
    pub attacker: Color,
    /// The moves, and a draw rule or the lost win that ended it.
    pub record: Record<Move, Option<DrawRule>>,
}

/// How a game ended for the contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// The metric's goal was reached, or mate.
    Won,
    /// The win was given away.
    Slipped,
    /// Neither: a draw by the fifty-move rule or by repetition, or as many moves as were allowed.
    Unfinished,
}

impl CompetitionGame {
    /// How it ended.
    pub fn end(&self) -> GameEnd {
        let gave_win = |step: &MoveMade<Move>| step.best.sign() > 0 && step.value.sign() <= 0;
        match self.record.end {
            simulate::End::Won(winner) if winner == self.seat() => GameEnd::Won,
            _ if self.own_moves().any(gave_win) => GameEnd::Slipped,
            _ => GameEnd::Unfinished,
        }
    }

    /// The contestant's moves.
    pub fn own_moves(&self) -> impl Iterator<Item = &MoveMade<Move>> {
        self.record.steps.iter().skip(self.seat()).step_by(2)
    }

    /// The moves of a game that was won, and how many of them were more than the depth asked for.
    pub fn length(&self) -> Option<(usize, usize)> {
        let first = self.own_moves().next()?;
        let won = (self.end() == GameEnd::Won).then(|| self.own_moves().count())?;
        // What the first move left, and the move itself.
        let needed = usize::from(first.best.depth()?.0) + 1;
        Some((won, won.saturating_sub(needed)))
    }

    /// 0 if the contestant moved first.
    fn seat(&self) -> usize {
        usize::from(self.start.turn() != self.attacker)
    }

    /// As PGN would have it, its number from 1.
    pub(super) fn written(
        &self,
        number: usize,
        event: String,
        contestant: &str,
        defender: &str,
    ) -> Game {
        let mut names = [contestant.to_owned(), defender.to_owned()];
        let mut won = ["1-0", "0-1"];
        if self.attacker == Color::Black {
            names.reverse();
            won.reverse();
        }
        let result = match self.end() {
            GameEnd::Won => won[0],
            GameEnd::Slipped if self.record.end == simulate::End::Won(1 - self.seat()) => won[1],
            GameEnd::Slipped => "1/2-1/2",
            GameEnd::Unfinished => "*",
        };
        written(number, event, names, self.start.clone().into(), &self.record, result)
    }
}

impl Competition {
    pub(super) fn game(
        &self,
        tables: &Tables,
        contestant: &Contestant,
        number: usize,
        start: &Position,
        attacker: Color,
    ) -> Result<CompetitionGame, ChoiceError> {
        let stream = 2 * number as u64;
        let mut agents = [
            contestant.with_chance(self.seed, stream),
            self.defender.with_chance(self.seed, stream + 1),
        ];
        if start.turn() != attacker {
            agents.reverse();
        }
        let mut referee = WinReferee { tables, attacker, draws: DrawReferee::new(self.draws) };
        let record = play_paired(tables, start, agents, self.move_limit, &mut referee)?;
        Ok(CompetitionGame { start: start.clone(), attacker, record })
    }
}

/// Ends a game when the attacker wins no more: there is nothing left to be scored.
struct WinReferee<'a> {
    tables: &'a Tables,
    attacker: Color,
    draws: DrawReferee,
}

impl Referee<Position> for WinReferee<'_> {
    /// None if it was no rule of chess that ended the game.
    type Draw = Option<DrawRule>;

    fn call(&mut self, at: &Position) -> Option<Option<DrawRule>> {
        if let Some(rule) = self.draws.call(at) {
            return Some(Some(rule));
        }
        // What the tables cannot answer is an error where the moves are asked for.
        let value = self.tables.outcome(at).ok()?.sign();
        let attackers = if at.turn() == self.attacker { value } else { -value };
        (attackers <= 0).then_some(None)
    }
}
