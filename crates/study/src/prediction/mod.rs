//! How long a win takes and how likely it is: by the Markov model, exactly, and by games played out.
//!
//! - [`PositionPredictor`]: one position, both ways; [`ExactModel`]: the exact one
//! - [`by_depth`]: a whole endgame, depth by depth
//! - [`EndgameModel`]: the matrices of a whole endgame for several competences
//! - [`Outlook`]: every position of an endgame, ready to be looked up; [`played_out`]: games instead

pub(crate) mod by_depth;
mod exact_model;
mod markov;
mod outlook;
mod played_out;
pub(crate) mod position;

use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::successors::WalkError;
use player::markov::{Mixture, Seat, TransitionMatrix};
use player::{Competence, Model};
use value::Outcome;

use crate::exact::{ExactError, Ties};
use crate::markov::Chain;

pub use by_depth::by_depth;
pub use exact_model::{ExactModel, follow};
pub use markov::{EndgameModel, Fallible, matrix_csv};
pub use outlook::{ForecastError, MOST_MEN, Outlook, by_competence, winner_in_table};
pub use played_out::played_out;
pub use position::{Chances, PositionPredictor};

/// A player's competence as far as it is known: each that is possible, with its probability.
pub type Competences = Vec<(Competence, f64)>;

/// The apparent competence: the mean.
pub fn apparent(competences: &[(Competence, f64)]) -> Competence {
    let mean = competences.iter().map(|(c, p)| p * c.get()).sum();
    Competence::new(mean).unwrap_or(competences[0].0)
}

/// Who plays, and what is to be known.
#[derive(Clone, Debug)]
pub struct Question {
    /// Everything about the players but their competence.
    pub model: Model,
    /// The competence of the side that is to win; never empty.
    pub attacker: Competences,
    /// That of the other one.
    pub defender: Competence,
    /// Which of several best replies an infallible defender takes.
    pub ties: Ties,
    /// What the Markov model averages over.
    pub count: Count,
    /// The chance to win is that within so many moves, each of these; ascending, never empty.
    pub moves: Vec<usize>,
    /// Endgames of more men are left to the Markov model: following every position takes minutes.
    pub most_men: usize,
    /// Bytes of memory for the exact answer.
    pub budget: usize,
}

impl Question {
    /// How many moves are followed: the greatest number asked for.
    pub fn most_moves(&self) -> usize {
        self.moves.last().copied().unwrap_or(0)
    }
}

/// The Markov model of one attacker and one defender.
#[derive(Clone, Debug)]
pub struct MarkovModel {
    /// The attacker's matrix at each competence.
    pub attack: Vec<TransitionMatrix>,
    /// The defender's.
    pub defence: TransitionMatrix,
    /// A move and a reply.
    pub full: Mixture,
}

impl MarkovModel {
    /// Averages over the positions of an endgame.
    pub fn new(
        chain: &Chain<'_>,
        question: &Question,
        monitor: &Monitor<'_>,
    ) -> Result<MarkovModel, WalkError> {
        MarkovModel::by(question, |seat, competences| {
            chain.matrices(seat, &question.model, competences, question.count, monitor)
        })
    }

    /// The same from the matrices of any game.
    pub(crate) fn by<E>(
        question: &Question,
        matrices: impl Fn(Seat, &[Competence]) -> Result<Vec<TransitionMatrix>, E>,
    ) -> Result<MarkovModel, E> {
        let Question { attacker, defender, .. } = question;
        let competences: Vec<Competence> = attacker.iter().map(|&(c, _)| c).collect();
        let attack = matrices(Seat::Attacker, &competences)?;
        let defence = matrices(Seat::Defender, &[*defender])?.remove(0);
        let parts = attacker.iter().zip(&attack).map(|(&(_, p), one)| (p, one.then(&defence)));
        let full = Mixture::new(parts.collect());
        Ok(MarkovModel { attack, defence, full })
    }
}

/// What following every position took, and what is missing.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// Why the exact answer is missing, or its lengths.
    pub note: Option<String>,
    /// By how much the equations of the lengths miss, as a share of the length.
    pub residual: Option<f64>,
    /// How many sweeps they took.
    pub sweeps: Option<usize>,
    /// How many positions.
    pub positions: usize,
}

impl Followed {
    pub(crate) fn without(note: impl ToString) -> Followed {
        Followed { note: Some(note.to_string()), ..Followed::default() }
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
