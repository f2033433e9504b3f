//! The chance that the game has ended in one way within so many moves.

use endgame::progress::Monitor;
use player::markov::Seat;

use super::super::{End, ExactError, Within};
use super::StoredMoves;

impl StoredMoves<'_> {
    /// Plays so many moves of the attacker's from all positions at once. `each` may ask for the chance at
    /// any position of the endgame asked for after 0, 1, 2 ... moves.
    pub fn ended_within(
        &self,
        end: End,
        moves: usize,
        monitor: &Monitor<'_>,
        mut each: impl FnMut(&dyn Fn(Seat, usize) -> f64),
    ) -> Result<Within, ExactError> {
        let [attack, defence] = &self.rows;
        let mut attacker = vec![0.0; attack.len()];
        let mut defender = vec![0.0; defence.len()];
        let end_of = end.place();
        // A fallible defender may still lose with his reply to the last move.
        defence.means(&attacker, &mut defender, |row| defence.ends(row)[end_of]);
        each(&|seat, number| self.chance(end, seat, number, [&attacker, &defender]));
        for done in 1..=moves {
            self.step(done, moves, monitor)?;
            attack.means(&defender, &mut attacker, |row| attack.ends(row)[end_of]);
            defence.means(&attacker, &mut defender, |row| defence.ends(row)[end_of]);
            each(&|seat, number| self.chance(end, seat, number, [&attacker, &defender]));
        }
        let by_number = |seat| {
            let chance = |number| self.chance(end, seat, number, [&attacker, &defender]);
            (0..self.numbers()).map(chance).collect()
        };
        Ok(Within { attacker: by_number(Seat::Attacker), defender: by_number(Seat::Defender) })
    }

    fn chance(&self, end: End, seat: Seat, number: usize, values: [&[f64]; 2]) -> f64 {
        match self.row(seat, number) {
            Some(row) => values[super::super::players::at(seat)][row],
            None => f64::from(u8::from(end == End::Drawn && self.is_drawn(seat, number))),
        }
    }
}
