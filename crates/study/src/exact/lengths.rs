//! The expected length from every position: a linear system of millions of unknowns.

use endgame::progress::Monitor;
use endgame::quiet_moves::{Numbers, Which};
use player::markov::TransitionMatrix;

use super::players::Player;
use super::refined::{self, Solution};
use super::swept::{Swept, Values, are_single};
use super::{Exact, ExactError, MOST_WRONG};

/// The attacker's expected number of moves, position by position.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// By number, the attacker to move; 0 where no position is followed.
    pub attacker: Vec<f64>,
    /// By number, the defender to move.
    pub defender: Vec<f64>,
    /// By how much the equations miss, at most, in moves: lengths are wrong by at most that share.
    pub residual: f64,
    /// How many sweeps it took.
    pub sweeps: usize,
}

/// Lengths are wanted to this share, or to that of the longest which rounding allows.
const SETTLED: f64 = 1e-9;
const ROUNDING: f64 = 1e-12;
/// How often a defender who goes by length may change its replies.
const MOST_ROUNDS: usize = 50;

impl Exact<'_> {
    /// The expected length from every position, the attacker never conceding the win.
    pub fn lengths(&self, monitor: &Monitor<'_>) -> Result<Lengths, ExactError> {
        self.lengths_to(SETTLED, monitor)
    }

    /// The same to such a share of themselves, which takes fewer sweeps the larger it is.
    pub fn lengths_to(&self, share: f64, monitor: &Monitor<'_>) -> Result<Lengths, ExactError> {
        let [attack, defence] = &self.matrices;
        let lengths = attack.then(defence).expected_length();
        let wins_only = self.chain.space().is_wins_only();
        if !wins_only || !lengths.iter().all(|length| length.is_finite()) {
            return Err(ExactError::Endless);
        }
        let replied: Vec<f64> = (0..lengths.len())
            .map(|state| defence.row(state).iter().zip(&lengths).map(|(p, l)| p * l).sum())
            .collect();
        let longest = lengths.iter().copied().fold(0.0, f64::max);
        let defender = &self.root.players[1];
        let start = |number: usize| {
            replied[usize::from(defender.states[usize::from(defender.codes()[number])])]
        };
        let wanted = share.max(ROUNDING * longest);
        let solve = |replies: Which<'_>, start: &(dyn Fn(usize) -> f64 + Sync)| {
            self.solve(replies, start, wanted, monitor)
        };
        let mut found = solve(self.replies(), &start)?;
        let Some(least) = self.by_length() else {
            return Ok(found);
        };
        // Policy iteration: the replies that are best by these lengths, and the lengths with those.
        for _ in 0..MOST_ROUNDS {
            let before = found;
            let start = |number: usize| before.defender[number];
            found = solve(defender.best(&before.attacker, least), &start)?;
            found.sweeps += before.sweeps;
            // One sweep is the look at the values it begins with: nothing has changed.
            if found.sweeps - before.sweeps <= 1 {
                return Ok(found);
            }
        }
        Err(ExactError::Unsettled { sweeps: found.sweeps, residual: found.residual })
    }

    /// The standard deviation of the length from every position of the attacker's.
    ///
    /// A defender who breaks ties by length must have [settled](Exact::settle_ties) them.
    pub fn deviations(
        &self,
        lengths: &Lengths,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<f64>, ExactError> {
        let lumped = self.reply_and_move();
        let system = self.system(self.replies(), &lumped);
        let system = system.of_squares(|number| lengths.defender[number]);
        let mut squares = self.squares(&system, longest(lengths), monitor)?;
        let pairs = squares.iter_mut().zip(&lengths.attacker);
        pairs.for_each(|(square, mean)| *square = deviation(*square, *mean));
        Ok(squares)
    }

    /// The same for one of the attacker's numbers alone: the lengths are given away for it, which takes less memory.
    pub fn deviation_at(
        &self,
        lengths: Lengths,
        number: usize,
        monitor: &Monitor<'_>,
    ) -> Result<f64, ExactError> {
        let lumped = self.reply_and_move();
        let system = self.system(self.replies(), &lumped);
        let system = system.of_squares(|number| lengths.defender[number]);
        let (mean, longest) = (lengths.attacker[number], longest(&lengths));
        drop(lengths);
        Ok(deviation(self.squares(&system, longest, monitor)?[number], mean))
    }

    /// The mean of the square of the length, by the attacker's number.
    fn squares(
        &self,
        system: &Swept<'_>,
        longest: f64,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<f64>, ExactError> {
        let wanted = SETTLED.max(ROUNDING * longest);
        let step = |sweeps| self.step(sweeps, 0, monitor);
        // To begin with, as if each move were as likely to be the last.
        let start = system.known_lengths().iter().map(|mean| 2.0 * mean * mean).collect();
        let solution = self.settle(system, start, wanted, step)?;
        Ok(system.attackers(solution.room))
    }

    /// The lengths with these replies, beginning with lengths after the attacker's moves.
    fn solve(
        &self,
        replies: Which<'_>,
        start: &(dyn Fn(usize) -> f64 + Sync),
        wanted: f64,
        monitor: &Monitor<'_>,
    ) -> Result<Lengths, ExactError> {
        let lumped = self.reply_and_move();
        let system = self.system(replies, &lumped);
        let start = system.unknowns(start);
        let step = |sweeps| self.step(sweeps, 0, monitor);
        let Solution { mut room, values, residual, sweeps } =
            self.settle(&system, start, wanted, step)?;
        system.write(room.defender.get_mut(), &values);
        drop(values);
        let defender = std::mem::replace(&mut room.defender, Numbers::zeros(0)).into_doubles();
        let attacker = system.attackers(room);
        Ok(Lengths { attacker, defender, residual, sweeps })
    }

    /// Solves a system in single floats, or in doubles where competences are too sharp for those.
    fn settle(
        &self,
        system: &Swept<'_>,
        start: Vec<f64>,
        wanted: f64,
        step: impl FnMut(usize) -> Result<(), ExactError>,
    ) -> Result<Solution<Values>, ExactError> {
        let wanted = wanted.min(MOST_WRONG);
        match are_single(&self.root.players) {
            true => refined::solve::<f32, _>(system, start, wanted, step),
            false => refined::solve::<f64, _>(system, start, wanted, step),
        }
    }

    fn system<'e>(&'e self, replies: Which<'e>, lumped: &'e TransitionMatrix) -> Swept<'e> {
        Swept::new(&self.root.players, replies, lumped)
    }

    /// The lumped matrix of a reply and the move after it.
    fn reply_and_move(&self) -> TransitionMatrix {
        let [attack, defence] = &self.matrices;
        defence.then(attack)
    }

    /// How the defender's values come from the attacker's, ties by length being settled or by chance.
    fn replies(&self) -> Which<'_> {
        let defender = &self.root.players[1];
        match &self.settled {
            Some((by, least)) => defender.best(by, *least),
            None => defender.which(),
        }
    }
}

fn longest(lengths: &Lengths) -> f64 {
    lengths.attacker.iter().copied().fold(0.0, f64::max)
}

fn deviation(square: f64, mean: f64) -> f64 {
    (square - mean * mean).max(0.0).sqrt()
}

impl Player {
    /// Takes the other player's preferences off the values.
    pub(super) fn unscale(&self, values: &mut [f64]) {
        for (value, &code) in values.iter_mut().zip(self.codes()) {
            *value *= self.unscale[usize::from(code)];
        }
    }
}
