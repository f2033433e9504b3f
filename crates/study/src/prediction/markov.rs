//! The Markov model of a whole endgame, for several competences.

use std::fmt::Write as _;

use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::successors::WalkError;
use player::markov::{Length, Seat, TransitionMatrix};
use player::{Competence, Model};

use super::finite;
use crate::markov::Chain;
use crate::schema::MarkovResults;

/// Who errs: the other side is infallible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fallible {
    /// The side that is to win.
    Attacker,
    /// The other one.
    Defender,
    /// Both, the defender with this competence.
    Both(Competence),
}

/// The model for one competence.
#[derive(Clone, Debug)]
pub struct EndgameModel {
    /// Of the fallible side, the attacker's if both are.
    pub competence: Competence,
    /// The matrix of the fallible side, or of a full move if both are.
    pub matrix: TransitionMatrix,
    /// A move and a reply.
    pub full: TransitionMatrix,
}

impl EndgameModel {
    /// The models of several competences, in one pass over the positions.
    pub fn of(
        chain: &Chain<'_>,
        model: &Model,
        (fallible, competences): (Fallible, &[Competence]),
        count: Count,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<EndgameModel>, WalkError> {
        let matrices = |seat, competences: &[Competence]| {
            chain.matrices(seat, model, competences, count, monitor)
        };
        let same = |seat, competence: Competence| {
            Ok::<_, WalkError>(vec![matrices(seat, &[competence])?.remove(0); competences.len()])
        };
        let defender = match fallible {
            Fallible::Both(defender) => defender,
            Fallible::Attacker | Fallible::Defender => Competence::INFALLIBLE,
        };
        let (attack, defence) = if fallible == Fallible::Defender {
            let attack = same(Seat::Attacker, Competence::INFALLIBLE)?;
            (attack, matrices(Seat::Defender, competences)?)
        } else {
            let defence = same(Seat::Defender, defender)?;
            (matrices(Seat::Attacker, competences)?, defence)
        };
        let pairs = competences.iter().zip(attack.into_iter().zip(defence));
        let one = |(&competence, (attack, defence)): (_, (TransitionMatrix, TransitionMatrix))| {
            let full = attack.then(&defence);
            let matrix = match fallible {
                Fallible::Attacker => attack,
                Fallible::Defender => defence,
                Fallible::Both(_) => full.clone(),
            };
            EndgameModel { competence, matrix, full }
        };
        Ok(pairs.map(one).collect())
    }

    /// The deepest win, the number of a state.
    pub fn deepest(&self) -> usize {
        usize::from(self.full.space().deepest_win().0)
    }

    /// How long the win takes from the deepest position; none if it may be given away.
    pub fn length(&self) -> Option<Length> {
        Length::from(&self.full, self.deepest())
    }

    /// The chance to have won from the deepest position, after each of so many moves.
    pub fn won_by_move(&self, moves: usize) -> Vec<(f64, f64)> {
        let mut at = self.full.after(self.deepest(), 0);
        let point = |m: usize| {
            at = at.moved(&self.full);
            (m as f64, at.won())
        };
        (1..=moves).map(point).collect()
    }

    /// What follows from the model, with the chance to win within so many moves.
    pub fn results(&self, moves: usize) -> MarkovResults {
        let (wins, space) = (self.deepest(), self.full.space());
        let lengths = self.full.expected_length();
        let length = self.length();
        let within = self.full.win_within(moves as u64);
        MarkovResults {
            states: (0..space.len()).map(|at| space.name(at)).collect(),
            condition: finite(self.full.condition()),
            expected_length: (0..=wins)
                .map(|depth| (depth, lengths.as_ref().and_then(|lengths| finite(lengths[depth]))))
                .collect(),
            deviation: length.and_then(|length| finite(length.deviation)),
            median: length.and_then(|length| length.median),
            mode: length.and_then(|length| length.mode),
            within: [(
                format!("win_within_{moves}"),
                (0..=wins).map(|depth| (depth, within[depth])).collect(),
            )]
            .into(),
            matrix: self.matrix.rows().map(<[f64]>::to_vec).collect(),
        }
    }
}

/// The matrices as CSV: competence, state, and the chance to go from there to each state.
pub fn matrix_csv(models: &[EndgameModel]) -> String {
    let Some(first) = models.first() else { return String::new() };
    let space = first.matrix.space();
    let mut text = String::from("competence,from");
    let name = |state: usize| space.name(state).replace(' ', "_");
    (0..space.len()).for_each(|state| {
        let _ = write!(text, ",{}", name(state));
    });
    text.push('\n');
    for one in models {
        for (state, row) in one.matrix.rows().enumerate() {
            let _ = write!(text, "{},{}", one.competence, name(state));
            row.iter().for_each(|p| {
                let _ = write!(text, ",{p}");
            });
            text.push('\n');
        }
    }
    text
}
