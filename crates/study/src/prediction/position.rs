//! One position: how long its win takes, and the chance to have won in time.

use endgame::progress::Monitor;
use endgame::rules::{DRAWN_AT, Position};
use endgame::successors::WalkError;
use player::markov::{Seat, StateDistribution};
use value::Outcome;

use super::{Followed, MarkovModel, Question, finite, follow, or_failure};
use crate::clock::clock;
use crate::exact::ExactError;
use crate::markov::Chain;
use crate::schema::{Clock, Prediction};

/// A position of a chain, and the Markov model of the two players.
pub struct PositionPredictor<'a> {
    chain: Chain<'a>,
    question: &'a Question,
    seat: Seat,
    /// In the table.
    number: usize,
    state: usize,
    /// Of the 50-move rule, where it tells something.
    pub clock: Option<Clock>,
    /// What lumps positions of one depth together.
    pub markov: MarkovModel,
}

impl<'a> PositionPredictor<'a> {
    /// Finds the position in the chain and makes the Markov model; none where the win is already
    /// there. The value is that with a half-move clock of 0.
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
        let clock = clock(chain.successors().tables(), position).map_err(WalkError::from)?;
        let clock = clock.filter(|clock| clock.halfmoves > 0);
        let number = slot.index;
        Ok(Some(PositionPredictor { chain, question, seat, number, state, clock, markov }))
    }

    /// How many moves are followed.
    fn most_moves(&self) -> usize {
        self.question.most_moves().max(self.clock.map_or(0, |clock| clock.moves_left))
    }

    /// What the Markov model says, whoever moves, with the chance to have won after 0, 1, 2 ... moves.
    pub fn by_markov(&self) -> (Prediction, Vec<f64>) {
        let MarkovModel { full, defence, .. } = &self.markov;
        let start = StateDistribution::certain(full.space(), self.state);
        let (start, length, deviation) = match self.seat {
            Seat::Attacker => {
                let length = full.length(self.state);
                (start, length.mean, Some(length.deviation))
            }
            Seat::Defender => {
                let start = start.moved(defence);
                let lengths = full.expected_length();
                let after = start.probabilities().iter().zip(&lengths).filter(|&(&p, _)| p > 0.0);
                let length = after.map(|(p, length)| p * length).sum();
                (start, length, None)
            }
        };
        let by_move = full.by_move(&start, self.most_moves());
        let chances: Vec<f64> = by_move.iter().map(StateDistribution::won).collect();
        (self.prediction(Some(length), deviation, &chances), chances)
    }

    /// The exact answer, with the chance to have won after 0, 1, 2 ... moves, the latter only with the
    /// winner to move; none if the Markov model answers alone.
    #[allow(clippy::type_complexity, reason = "an answer that may be missing, and why")]
    pub fn exactly(
        &self,
        monitor: &Monitor<'_>,
    ) -> Result<(Option<(Prediction, Vec<f64>)>, Followed), ExactError> {
        let mut sums = None;
        let most = self.most_moves();
        let followed = follow(self.chain, self.question, &self.markov, monitor, |p, model| {
            let exact = &model.exact;
            let Some(place) = exact.place(self.seat, self.number) else { return Ok(()) };
            let sums = sums.get_or_insert_with(|| Sums::new(most));
            let mut chances = vec![0.0];
            match self.seat {
                Seat::Attacker => {
                    exact.within(most, monitor, |chance| chances.push(chance(place)))?;
                }
                Seat::Defender => {
                    chances = vec![f64::NAN; most + 1];
                    let in_time = self.clock.map(|clock| clock.moves_left);
                    for moves in self.question.moves.iter().copied().chain(in_time) {
                        chances[moves] = exact.within(moves, monitor, |_| ())?.defender[place];
                    }
                }
            }
            sums.chances.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += p * chance);
            let Some(lengths) = &model.lengths else { return Ok(()) };
            let length = [&lengths.attacker, &lengths.defender]
                [usize::from(self.seat == Seat::Defender)][place];
            sums.length += p * length;
            let deviation = match self.seat {
                Seat::Attacker => or_failure(exact.deviations(lengths, monitor))?.ok(),
                Seat::Defender => None,
            };
            let deviation = deviation.map_or(f64::NAN, |deviations| deviations[place]);
            sums.square += p * (deviation * deviation + length * length);
            Ok(())
        })?;
        let answer = sums.map(|sums| {
            let length = followed.note.is_none().then_some(sums.length);
            // A variance that could not be worked out stays none, whatever the others are.
            let variance = Some(sums.square - sums.length * sums.length);
            let variance = variance.filter(|v| length.is_some() && !v.is_nan());
            let deviation = variance.map(|variance| variance.max(0.0).sqrt());
            (self.prediction(length, deviation, &sums.chances), sums.chances)
        });
        Ok((answer, followed))
    }

    /// With the chances to have won after 0, 1, 2 ... moves, of which those asked for are told.
    fn prediction(
        &self,
        length: Option<f64>,
        deviation: Option<f64>,
        chances: &[f64],
    ) -> Prediction {
        let within =
            |&moves: &usize| (format!("win_within_{moves}"), chances[moves].clamp(0.0, 1.0));
        Prediction {
            expected_length: length.and_then(finite),
            deviation: deviation.and_then(finite),
            within: self.question.moves.iter().map(within).collect(),
            in_time: self.clock.map(|clock| match clock.halfmoves {
                DRAWN_AT => 0.0,
                _ => chances[clock.moves_left].clamp(0.0, 1.0),
            }),
            distribution: None,
        }
    }
}

/// What is expected over all competences.
struct Sums {
    length: f64,
    /// Of the square of the length.
    square: f64,
    /// The chance to have won, by move from 0 on.
    chances: Vec<f64>,
}

impl Sums {
    fn new(moves: usize) -> Sums {
        Sums { length: 0.0, square: 0.0, chances: vec![0.0; moves + 1] }
    }
}
