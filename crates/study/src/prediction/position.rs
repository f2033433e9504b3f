//! One position: how long its win takes, and the chance to have won in time.

use endgame::progress::Monitor;
use endgame::rules::Position;
use player::markov::{Length, Seat};
use value::Outcome;

use super::{ExactModel, MarkovModel, Question, finite, or_failure};
use crate::exact::ExactError;
use crate::markov::Chain;
use crate::schema::Prediction;

/// A position of a chain, and the Markov model of the two players.
pub struct PositionPredictor<'a> {
    chain: Chain<'a>,
    question: &'a Question,
    seat: Seat,
    /// In the table.
    number: usize,
    state: usize,
    /// What lumps positions of one depth together.
    pub markov: MarkovModel,
}

impl<'a> PositionPredictor<'a> {
    /// Finds the position in the chain and makes the Markov model; none where the win is already
    /// there.
    pub fn new(
        chain: Chain<'a>,
        question: &'a Question,
        position: &Position,
        (seat, value): (Seat, Outcome),
        monitor: &Monitor<'_>,
    ) -> Result<Option<PositionPredictor<'a>>, ExactError> {
        let slot = chain.successors().table().index().encode(position);
        let Some(slot) = slot.filter(|_| chain.follows(seat, value)) else { return Ok(None) };
        let dead = value == Outcome::Draw && chain.is_dead(seat, slot.index);
        let state = if dead { chain.space().dead_draw() } else { chain.states(seat).of(value) };
        let state = state.expect("what is followed has a state");
        let markov = MarkovModel::new(&chain, question, monitor)?;
        Ok(Some(PositionPredictor { chain, question, seat, number: slot.index, state, markov }))
    }

    /// What the Markov model says, whoever moves.
    pub fn by_markov(&self) -> Prediction {
        let full = &self.markov.full;
        let lengths = full.expected_length();
        let within = full.win_within(self.question.moves as u64);
        match self.seat {
            Seat::Attacker => {
                let deviation = Length::from(full, self.state).map(|length| length.deviation);
                let length = lengths.and_then(|lengths| lengths.get(self.state).copied());
                self.prediction(length, deviation, within[self.state])
            }
            Seat::Defender => {
                let reply = |values: &[f64]| -> f64 {
                    let row = self.markov.defence.row(self.state).iter().zip(values);
                    row.filter(|&(&p, _)| p > 0.0).map(|(p, value)| p * value).sum()
                };
                self.prediction(lengths.map(|lengths| reply(&lengths)), None, reply(&within))
            }
        }
    }

    /// By the Markov model, the chance to have won after each move from 1 on.
    pub fn markov_chances(&self) -> Vec<f64> {
        let mut at = self.markov.full.after(self.state, 0);
        let chance = |_| {
            at = at.moved(&self.markov.full);
            at.won()
        };
        (0..self.question.moves).map(chance).collect()
    }

    /// Follows every position.
    pub fn follow(
        &self,
        monitor: &Monitor<'_>,
    ) -> Result<Result<ExactModel<'a>, ExactError>, ExactError> {
        ExactModel::new(self.chain, self.question, &self.markov, monitor)
    }

    /// The exact answer, and the chance to have won after each move; none if the position is not
    /// followed.
    pub fn exactly(
        &self,
        followed: &ExactModel<'_>,
        monitor: &Monitor<'_>,
    ) -> Result<Option<(Prediction, Vec<f64>)>, ExactError> {
        let exact = &followed.exact;
        let Some(place) = exact.graph().place(self.seat, self.number) else { return Ok(None) };
        let mut chances = Vec::new();
        let within = exact.within(self.question.moves, monitor, |chance| {
            if self.seat == Seat::Attacker {
                chances.push(chance(place));
            }
        })?;
        let lengths = followed.lengths.as_ref();
        let prediction = match self.seat {
            Seat::Attacker => {
                let deviation = match lengths {
                    Some(lengths) => or_failure(exact.deviations(lengths, monitor))?.ok(),
                    None => None,
                };
                self.prediction(
                    lengths.map(|lengths| lengths.attacker[place]),
                    deviation.map(|deviations| deviations[place]),
                    within.attacker[place],
                )
            }
            Seat::Defender => {
                let length = lengths.map(|lengths| lengths.defender[place]);
                self.prediction(length, None, within.defender[place])
            }
        };
        Ok(Some((prediction, chances)))
    }

    fn prediction(&self, length: Option<f64>, deviation: Option<f64>, within: f64) -> Prediction {
        Prediction {
            expected_length: length.and_then(finite),
            deviation: deviation.and_then(finite),
            within: [(format!("win_within_{}", self.question.moves), within)].into(),
        }
    }
}
