//! The draws that nobody can win any more, whatever is played, captures and promotions included.

use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::{Destination, Successor, Successors, WalkError};
use player::markov::Seat;
use rayon::prelude::*;
use value::Outcome;

use super::super::ExactError;
use super::super::exits::{Beyond, Exits};
use super::super::players::squares;
use super::SEATS;
use super::endgames::color;
use crate::live_draws::LiveDraws;
use crate::markov::Chain;

/// The dead draws of one endgame: a bit for each number, White to move and Black to move.
#[derive(Debug, Default)]
pub(in crate::exact) struct DeadDraws([Vec<u64>; 2]);

/// Whether a position of a smaller endgame is followed on, a player being to move: which endgame, who, and its number.
pub(in crate::exact) type Alive<'a> = dyn Fn(Beyond, Seat, usize) -> bool + Sync + 'a;

fn side(turn: Color) -> usize {
    usize::from(turn == Color::Black)
}

impl DeadDraws {
    /// Of the draws that are dead while the men stay the same, those that no capture and no promotion
    /// brings back to life in the smaller endgames.
    pub(in crate::exact) fn of(
        successors: &Successors<'_>,
        beyond: Beyond,
        alive: &Alive<'_>,
        monitor: &Monitor<'_>,
    ) -> Result<DeadDraws, ExactError> {
        let live = LiveDraws::of(successors, monitor)?;
        let table = successors.table();
        let sides = Color::ALL.map(|turn| {
            let dead = |(cell, codes): (usize, &[u8])| {
                let is_dead = |&at: &usize| {
                    table.codec().outcome(codes[at], turn) == Some(Outcome::Draw)
                        && !live.contains(turn, cell * 64 + at)
                };
                (0..codes.len()).filter(is_dead).fold(0u64, |set, at| set | 1 << at)
            };
            table.codes(turn).par_chunks(64).enumerate().map(dead).collect()
        });
        let mut draws = DeadDraws(sides);
        let exits = Exits::open(&Chain::all(successors, beyond.attacker), monitor)?;
        if exits.decide() {
            while draws.revive(successors, beyond, &exits, alive)? {}
        }
        Ok(draws)
    }

    pub(in crate::exact) fn contains(&self, turn: Color, number: usize) -> bool {
        let word = self.0[side(turn)].get(number / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Takes out the positions from which a move leads on; says whether there were any.
    fn revive(
        &mut self,
        successors: &Successors<'_>,
        beyond: Beyond,
        exits: &Exits<'_>,
        alive: &Alive<'_>,
    ) -> Result<bool, ExactError> {
        let endgames = exits.beyond();
        let mut any = false;
        for turn in Color::ALL {
            let seat = SEATS[usize::from(turn != color(beyond, Seat::Attacker))];
            let other = SEATS[usize::from(seat == Seat::Attacker)];
            let leads_on = |number: usize, play: &Successor| match play.to {
                Destination::Here(to) => !self.contains(turn.other(), to),
                Destination::WithRight(_) => true,
                Destination::Elsewhere => exits.of(seat, number, play.step).is_some_and(|exit| {
                    alive(endgames[usize::from(exit.beyond)], other, exit.number as usize)
                }),
            };
            let still = |(cell, &dead): (usize, &u64)| -> Result<u64, WalkError> {
                let (mut found, mut left) = (Vec::new(), dead);
                for at in squares(dead) {
                    let number = cell * 64 + at;
                    successors.list(turn, number, &mut found)?;
                    if found.iter().any(|play| leads_on(number, play)) {
                        left &= !(1 << at);
                    }
                }
                Ok(left)
            };
            let words = self.0[side(turn)].par_iter().enumerate().map(still);
            let words: Vec<u64> = words.collect::<Result<_, WalkError>>()?;
            any |= words != self.0[side(turn)];
            self.0[side(turn)] = words;
        }
        Ok(any)
    }
}
