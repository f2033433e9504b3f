//! The draws that nobody can win any more, whatever is played, captures and promotions included.

use std::collections::HashSet;

use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::{Destination, Successor, Successors};
use player::markov::Seat;
use value::Outcome;

use super::super::ExactError;
use super::super::exits::{Beyond, Exits};
use super::SEATS;
use super::endgames::{Endgames, color};
use super::rows::Target;
use crate::live_draws::LiveDraws;
use crate::markov::Chain;

/// The dead draws of one endgame.
#[derive(Debug, Default)]
pub(super) struct DeadDraws(HashSet<(bool, usize)>);

fn key(turn: Color, number: usize) -> (bool, usize) {
    (turn == Color::White, number)
}

impl DeadDraws {
    /// Of the draws that are dead while the men stay the same, those that no capture and no promotion
    /// brings back to life in the smaller endgames.
    pub(super) fn of(
        successors: &Successors<'_>,
        beyond: Beyond,
        smaller: &Endgames,
        monitor: &Monitor<'_>,
    ) -> Result<DeadDraws, ExactError> {
        let live = LiveDraws::of(successors, monitor)?;
        let table = successors.table();
        let mut dead = HashSet::new();
        for turn in Color::ALL {
            for (number, &code) in table.codes(turn).iter().enumerate() {
                let drawn = table.codec().outcome(code, turn) == Some(Outcome::Draw);
                if drawn && !live.contains(turn, number) {
                    dead.insert(key(turn, number));
                }
            }
        }
        let mut draws = DeadDraws(dead);
        let exits = Exits::open(&Chain::all(successors, beyond.attacker), monitor)?;
        if exits.decide() {
            while draws.revive(successors, beyond, &exits, smaller)? {}
        }
        Ok(draws)
    }

    pub(super) fn contains(&self, turn: Color, number: usize) -> bool {
        self.0.contains(&key(turn, number))
    }

    /// Takes out the positions from which a move leads on; says whether there were any.
    fn revive(
        &mut self,
        successors: &Successors<'_>,
        beyond: Beyond,
        exits: &Exits<'_>,
        smaller: &Endgames,
    ) -> Result<bool, ExactError> {
        let (mut found, mut alive) = (Vec::new(), Vec::new());
        for &(white, number) in &self.0 {
            let turn = if white { Color::White } else { Color::Black };
            let seat = SEATS[usize::from(turn != color(beyond, Seat::Attacker))];
            successors
                .list(turn, number, &mut found)
                .map_err(endgame::successors::WalkError::from)?;
            let leads_on = |play: &Successor| match play.to {
                Destination::Here(to) => !self.contains(turn.other(), to),
                Destination::WithRight(_) => true,
                Destination::Elsewhere => {
                    let other = SEATS[usize::from(seat == Seat::Attacker)];
                    let exit = exits.of(seat, number, play.step);
                    exit.is_some_and(|exit| {
                        let endgame = smaller.find(exits.beyond()[usize::from(exit.beyond)]);
                        let target = |one: &super::endgames::Endgame| {
                            one.target(other, exit.number as usize)
                        };
                        endgame.is_some_and(|one| matches!(target(one), Target::Position(_)))
                    })
                }
            };
            if found.iter().any(leads_on) {
                alive.push((white, number));
            }
        }
        alive.iter().for_each(|key| {
            self.0.remove(key);
        });
        Ok(!alive.is_empty())
    }
}
