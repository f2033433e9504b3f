//! The Markov model of a whole endgame, for several competences.

use std::fmt::Write as _;

use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::successors::WalkError;
use player::markov::{Mixture, Seat, StateDistribution, SteadyState, TransitionMatrix};
use player::{Competence, Model};

use super::{Competences, apparent, finite};
use crate::markov::Chain;
use crate::schema::{self, AfterMoves, MarkovResults};

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

/// The model for one competence, or for one of several.
#[derive(Clone, Debug)]
pub struct EndgameModel {
    /// Of the fallible side, the attacker's if both are.
    pub competences: Competences,
    /// The matrix of the fallible side, or of a full move if both are.
    pub matrix: Mixture,
    /// A move and a reply.
    pub full: Mixture,
}

impl EndgameModel {
    /// The models of several players, in one pass over the positions.
    pub fn of(
        chain: &Chain<'_>,
        model: &Model,
        (fallible, players): (Fallible, &[Competences]),
        count: Count,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<EndgameModel>, WalkError> {
        EndgameModel::by((fallible, players), |seat, competences| {
            chain.matrices(seat, model, competences, count, monitor)
        })
    }

    /// The same from the matrices of any game.
    pub(crate) fn by<E>(
        (fallible, players): (Fallible, &[Competences]),
        matrices: impl Fn(Seat, &[Competence]) -> Result<Vec<TransitionMatrix>, E>,
    ) -> Result<Vec<EndgameModel>, E> {
        let (seat, other, opponent) = match fallible {
            Fallible::Attacker => (Seat::Attacker, Seat::Defender, Competence::INFALLIBLE),
            Fallible::Defender => (Seat::Defender, Seat::Attacker, Competence::INFALLIBLE),
            Fallible::Both(defender) => (Seat::Attacker, Seat::Defender, defender),
        };
        let opponent = matrices(other, &[opponent])?.remove(0);
        let all: Vec<Competence> = players.iter().flatten().map(|&(c, _)| c).collect();
        let mut found = matrices(seat, &all)?.into_iter();
        let one = |competences: &Competences| {
            let parts = competences.iter().map(|&(_, p)| p).zip(&mut found);
            let own = Mixture::new(parts.collect());
            let full = match seat {
                Seat::Attacker => own.then(&opponent),
                Seat::Defender => own.after_move(&opponent),
            };
            let matrix = if let Fallible::Both(_) = fallible { full.clone() } else { own };
            EndgameModel { competences: competences.clone(), matrix, full }
        };
        Ok(players.iter().map(one).collect())
    }

    /// The deepest win, the number of a state.
    pub fn deepest(&self) -> usize {
        usize::from(self.full.space().deepest_win().0)
    }

    /// What follows from the model, seen from a state, with the chances to win within so many moves,
    /// each of these.
    pub fn results(&self, from: usize, moves: &[usize]) -> MarkovResults {
        let (wins, space) = (self.deepest(), self.full.space());
        let lengths = self.full.expected_length();
        let length = self.full.length(from);
        let within = moves.iter().map(|&moves| {
            let won = self.full.win_within(moves as u64);
            let won = won.into_iter().take(wins + 1).enumerate().collect();
            (format!("win_within_{moves}"), won)
        });
        let steady_state = |(state, &expected): (SteadyState, &f64)| schema::LongRun {
            expected_length: finite(expected),
            won: state.won,
            drawn: state.drawn,
            lost: state.lost,
            never: state.never,
        };
        let steady_states = self.full.steady_states().into_iter().zip(&lengths);
        MarkovResults {
            states: (0..space.len()).map(|at| space.name(at)).collect(),
            condition: self.full.only().and_then(|full| finite(full.condition())),
            expected_length: (0..=wins).map(|depth| (depth, finite(lengths[depth]))).collect(),
            from: space.name(from),
            deviation: finite(length.deviation),
            median: length.median,
            mode: length.mode,
            after: self.after(from, moves.last().copied().unwrap_or(0)),
            steady_states: steady_states.map(steady_state).collect(),
            within: within.collect(),
            matrix: self.matrix.first_move().rows().map(<[f64]>::to_vec).collect(),
        }
    }

    /// Where the game stands after so many moves.
    fn after(&self, from: usize, moves: usize) -> AfterMoves {
        let start = StateDistribution::certain(self.full.space(), from);
        let by_move = self.full.by_move(&start, moves);
        let (at, before) = (&by_move[moves], moves.checked_sub(1).map(|before| &by_move[before]));
        AfterMoves {
            moves,
            expected_depth: at.expected_depth(),
            won: at.won(),
            won_exactly: at.won() - before.map_or(0.0, StateDistribution::won),
            drawn: at.drawn(),
            lost: at.lost(),
            states: at.probabilities().to_vec(),
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
        for (state, row) in one.matrix.first_move().rows().enumerate() {
            let _ = write!(text, "{},{}", apparent(&one.competences), name(state));
            row.iter().for_each(|p| {
                let _ = write!(text, ",{p}");
            });
            text.push('\n');
        }
    }
    text
}
