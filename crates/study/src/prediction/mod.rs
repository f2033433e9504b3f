//! How long a win takes and how likely it is: by the Markov model, exactly, and by games played out.
//!
//! - [`PositionPredictor`]: one position, both ways
//! - [`by_depth`]: a whole endgame, depth by depth
//! - [`EndgameModel`]: the matrices of a whole endgame for several competences
//! - [`Outlook`]: every position of an endgame, ready to be looked up; [`played_out`]: games instead

mod by_depth;
mod markov;
mod outlook;
mod played_out;
mod position;

use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::WalkError;
use player::markov::{Seat, TransitionMatrix};
use player::{Competence, Model};
use value::Outcome;

use crate::exact::{Exact, ExactError, Lengths, Pairing, Ties};
use crate::markov::Chain;

pub use by_depth::by_depth;
pub use markov::{EndgameModel, Fallible, matrix_csv};
pub use outlook::{ForecastError, MOST_MEN, Outlook, by_competence, winner_in_table};
pub use played_out::played_out;
pub use position::PositionPredictor;

/// Who plays, and what is to be known.
#[derive(Clone, Debug)]
pub struct Question {
    /// Everything about the players but their competence.
    pub model: Model,
    /// The competence of the side that is to win.
    pub attacker: Competence,
    /// That of the other one.
    pub defender: Competence,
    /// Which of several best replies an infallible defender takes.
    pub ties: Ties,
    /// What the Markov model averages over.
    pub count: Count,
    /// The chance to win is that within so many moves.
    pub moves: usize,
    /// Bytes of memory for the exact answer.
    pub budget: usize,
}

/// The Markov model of one attacker and one defender.
#[derive(Clone, Debug)]
pub struct MarkovModel {
    /// The attacker's matrix.
    pub attack: TransitionMatrix,
    /// The defender's.
    pub defence: TransitionMatrix,
    /// A move and a reply.
    pub full: TransitionMatrix,
}

impl MarkovModel {
    /// Averages over the positions of an endgame.
    pub fn new(
        chain: &Chain<'_>,
        question: &Question,
        monitor: &Monitor<'_>,
    ) -> Result<MarkovModel, WalkError> {
        let Question { model, count, attacker, defender, .. } = question;
        let one = |seat, c: Competence| {
            Ok::<_, WalkError>(chain.matrices(seat, model, &[c], *count, monitor)?.remove(0))
        };
        let attack = one(Seat::Attacker, *attacker)?;
        let defence = one(Seat::Defender, *defender)?;
        let full = attack.then(&defence);
        Ok(MarkovModel { attack, defence, full })
    }
}

/// Every position of an endgame followed, for one attacker and one defender.
pub struct ExactModel<'a> {
    /// Positions and chances.
    pub exact: Exact<'a>,
    /// The expected lengths.
    pub lengths: Option<Lengths>,
    /// Why there are no lengths, where there should be.
    pub missing: Option<ExactError>,
}

impl<'a> ExactModel<'a> {
    /// Follows every position. The outer error is a failure; the inner one says why only the Markov
    /// model can answer.
    pub fn new(
        chain: Chain<'a>,
        question: &Question,
        markov: &MarkovModel,
        monitor: &Monitor<'_>,
    ) -> Result<Result<ExactModel<'a>, ExactError>, ExactError> {
        let Question { attacker, defender, ties, .. } = *question;
        let by_length = ties != Ties::Uniform && defender == Competence::INFALLIBLE;
        let wins_only = chain.space().is_wins_only();
        if by_length && !wins_only {
            return Ok(Err(ExactError::Ties));
        }
        let pairing = Pairing { model: question.model.clone(), attacker, defender, ties };
        let matrices = [markov.attack.clone(), markov.defence.clone()];
        let exact = Exact::new(chain, pairing, matrices, question.budget, monitor);
        let mut exact = match or_failure(exact)? {
            Ok(exact) => exact,
            Err(why) => return Ok(Err(why)),
        };
        let (mut lengths, mut missing) = (None, None);
        if wins_only {
            match or_failure(exact.lengths(monitor))? {
                Ok(solved) => {
                    exact.settle_ties(&solved)?;
                    lengths = Some(solved);
                }
                // The chance to win in time needs no length, unless ties go by it.
                Err(why) if by_length => return Ok(Err(why)),
                Err(why) => missing = Some(why),
            }
        }
        Ok(Ok(ExactModel { exact, lengths, missing }))
    }

    /// Why the exact answer is missing, or its lengths.
    pub fn note(followed: &Result<ExactModel<'_>, ExactError>) -> Option<String> {
        match followed {
            Ok(followed) => followed.missing.as_ref().map(ToString::to_string),
            Err(why) => Some(why.to_string()),
        }
    }
}

/// Sorts out what the exact answer failed by: outer errors are failures, inner ones leave the Markov
/// model to answer alone.
fn or_failure<T>(answer: Result<T, ExactError>) -> Result<Result<T, ExactError>, ExactError> {
    match answer {
        Err(error @ ExactError::Walk(_)) => Err(error),
        answer => Ok(answer),
    }
}

/// Who is to win a position, the mover if it is drawn, and who moves.
pub fn attacker_at(position: &Position, value: Outcome) -> (Color, Seat) {
    match value {
        Outcome::Win(_) | Outcome::Draw => (position.turn(), Seat::Attacker),
        Outcome::Loss(_) => (position.turn().other(), Seat::Defender),
    }
}

/// A number JSON can write.
pub fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}
