//! One position: how long its win takes, and the chance to have won in time.

use endgame::progress::Monitor;
use endgame::rules::{DRAWN_AT, Position};
use endgame::successors::WalkError;
use player::markov::{Seat, StateDistribution};
use value::Outcome;

use super::{Followed, MarkovModel, Question, finite, follow};
use crate::clock::clock;
use crate::exact::{End, ExactError};
use crate::markov::Chain;
use crate::schema::{Clock, Prediction};

/// A position of a chain, and the Markov model of the two players.
pub struct PositionPredictor<'a> {
    chain: Chain<'a>,
    question: &'a Question,
    position: Position,
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
        let position = position.clone();
        Ok(Some(PositionPredictor {
            chain,
            question,
            position,
            seat,
            number,
            state,
            clock,
            markov,
        }))
    }

    /// How many moves are followed.
    fn most_moves(&self) -> usize {
        self.question.most_moves().max(self.clock.map_or(0, |clock| clock.moves_left))
    }

    /// Whether draws and losses are followed.
    pub fn follows_all(&self) -> bool {
        !self.chain.space().is_wins_only()
    }

    /// What the Markov model says, whoever moves, with the chances after 0, 1, 2 ... moves.
    pub fn by_markov(&self) -> (Prediction, Chances) {
        let (length, deviation, chances) =
            self.markov.expected_from(self.seat, self.state, self.most_moves());
        (self.prediction(Some(length), deviation, &chances), chances)
    }

    /// The exact answer, with the chances after 0, 1, 2 ... moves; none if the Markov model answers alone.
    #[allow(clippy::type_complexity, reason = "an answer that may be missing, and why")]
    pub fn exactly(
        &self,
        monitor: &Monitor<'_>,
    ) -> Result<(Option<(Prediction, Chances)>, Followed), ExactError> {
        let mut sums = None;
        let most = self.most_moves();
        let asked = (&self.markov, Some((&self.position, most)));
        let followed = follow(self.chain, self.question, asked, monitor, |p, model| {
            let Some(place) = model.place(self.seat, self.number, &self.position) else {
                return Ok(());
            };
            let sums = sums.get_or_insert_with(|| Sums::new(most));
            for (end, all) in End::ALL.into_iter().zip(&mut sums.chances.0) {
                let mut chances = Vec::with_capacity(most + 1);
                let found = model.ended_within(end, most, monitor, |chance| {
                    chances.push(chance(self.seat, place));
                })?;
                match all.as_mut().filter(|_| found.is_some()) {
                    Some(all) => all.iter_mut().zip(chances).for_each(|(sum, one)| *sum += p * one),
                    None => *all = None,
                }
            }
            let Some((length, deviation)) = model.length_at(self.seat, place, monitor)? else {
                return Ok(());
            };
            let deviation = deviation.unwrap_or(f64::NAN);
            sums.length += p * length;
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

    /// With the chances after 0, 1, 2 ... moves, of which those asked for are told.
    fn prediction(
        &self,
        length: Option<f64>,
        deviation: Option<f64>,
        chances: &Chances,
    ) -> Prediction {
        let won = chances.of(End::Won).unwrap_or_default();
        Prediction {
            in_time: self.clock.map(|clock| match clock.halfmoves {
                DRAWN_AT => 0.0,
                _ => won[clock.moves_left].clamp(0.0, 1.0),
            }),
            ..chances.told(&self.question.moves, length, deviation)
        }
    }
}

impl MarkovModel {
    /// What is expected from a state with this player to move: the length, its deviation where it is known, and the chances after
    /// 0, 1, 2 ... moves.
    pub(crate) fn expected_from(
        &self,
        seat: Seat,
        state: usize,
        moves: usize,
    ) -> (f64, Option<f64>, Chances) {
        let MarkovModel { full, defence, .. } = self;
        let start = StateDistribution::certain(full.space(), state);
        let (start, length, deviation) = match seat {
            Seat::Attacker => {
                let length = full.length(state);
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
        let by_move = full.by_move(&start, moves);
        let chances = Chances(End::ALL.map(|end| {
            let chance = |at: &StateDistribution| match end {
                End::Won => Some(at.won()),
                _ if full.space().is_wins_only() => Some(0.0),
                End::Drawn => full.space().dead_draw().map(|dead| at.probabilities()[dead]),
                End::Lost => Some(at.lost()),
            };
            by_move.iter().map(chance).collect()
        }));
        (length, deviation, chances)
    }
}

/// The chance that a game has ended in each way after 0, 1, 2 ... moves, where it is known.
#[derive(Clone, Debug)]
pub struct Chances([Option<Vec<f64>>; 3]);

impl Chances {
    /// Of each end, in the order of [`End::ALL`]: after 0, 1, 2 ... moves.
    pub(crate) fn new(each: [Option<Vec<f64>>; 3]) -> Chances {
        Chances(each)
    }

    /// Those asked for, with a length; the 50-move rule is not looked at.
    pub(crate) fn told(
        &self,
        asked: &[usize],
        length: Option<f64>,
        deviation: Option<f64>,
    ) -> Prediction {
        let mut within = std::collections::BTreeMap::new();
        for (name, known) in ["win", "draw", "lose"].into_iter().zip(&self.0) {
            for &moves in asked {
                let chance = known.as_ref().map(|known| known[moves].clamp(0.0, 1.0));
                within.extend(chance.map(|chance| (format!("{name}_within_{moves}"), chance)));
            }
        }
        Prediction {
            expected_length: length.and_then(finite),
            deviation: deviation.and_then(finite),
            within,
            in_time: None,
            distribution: None,
            draw_distribution: None,
            loss_distribution: None,
        }
    }

    /// Those of one end.
    pub fn of(&self, end: End) -> Option<&[f64]> {
        self.0[end as usize].as_deref()
    }

    /// The chance of an end with exactly 1, 2, 3 ... moves.
    pub fn by_move(&self, end: End) -> Option<Vec<f64>> {
        let chances = self.of(end)?;
        let mut exactly: Vec<f64> =
            chances.windows(2).map(|pair| (pair[1] - pair[0]).max(0.0)).collect();
        // What the loser's first move brings about counts with the winner's first.
        if let (Some(first), Some(at_once)) = (exactly.first_mut(), chances.first()) {
            *first += at_once;
        }
        Some(exactly)
    }

    /// Forgets everything after so many moves.
    pub fn truncate(&mut self, moves: usize) {
        self.0.iter_mut().flatten().for_each(|chances| chances.truncate(moves + 1));
    }
}

/// What is expected over all competences.
struct Sums {
    length: f64,
    /// Of the square of the length.
    square: f64,
    /// By move from 0 on.
    chances: Chances,
}

impl Sums {
    fn new(moves: usize) -> Sums {
        let chances = Chances(std::array::from_fn(|_| Some(vec![0.0; moves + 1])));
        Sums { length: 0.0, square: 0.0, chances }
    }
}
