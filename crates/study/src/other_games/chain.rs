//! The Markov chain of an endgame of another game: its positions averaged by state, as in chess.

use endgame::outcome_histogram::Count;
use player::markov::{MatrixBuilder, Players, Seat, StateSpace, TransitionMatrix};
use player::{Competence, Model};
use rayon::prelude::*;
use value::Outcome;

use super::listed::{Leads, ListedMoves};

/// Positions summed up by one thread at a time.
const STRETCH: usize = 1 << 14;

/// The listed moves of an endgame, and the states that are followed.
#[derive(Clone, Copy)]
pub struct GameChain<'a> {
    listed: &'a ListedMoves,
    space: StateSpace,
}

impl<'a> GameChain<'a> {
    /// Wins alone if only those are listed; else everything, dead draws, which nobody can win any more, as a state of their own unless
    /// all draws are to be one, as in the papers.
    pub fn new(listed: &'a ListedMoves, lump_draws: bool) -> GameChain<'a> {
        let space = match listed.is_wins_only() {
            true => StateSpace::wins(listed.extent().deepest_win),
            false if lump_draws => StateSpace::all(listed.extent()),
            false => StateSpace::all(listed.extent()).with_dead_draws_apart(),
        };
        GameChain { listed, space }
    }

    /// The states followed.
    pub fn space(&self) -> StateSpace {
        self.space
    }

    /// The state of the position of a row.
    pub fn state(&self, seat: Seat, row: usize) -> usize {
        self.state_of(seat.sees(self.listed.value(seat, row)), self.listed.is_alive(seat, row))
    }

    /// The state of an outcome of the attacker's. After a capture a game may be deeper than any position of the endgame itself: it
    /// counts as the deepest.
    fn state_of(&self, outcome: Outcome, alive: bool) -> usize {
        let dead = || self.space.dead_draw().filter(|_| !alive && outcome == Outcome::Draw);
        let known = || self.space.number(outcome);
        let deepest = || match outcome {
            Outcome::Loss(_) => self.space.number(Outcome::Loss(self.space.deepest_loss())),
            _ => self.space.number(Outcome::Win(self.space.deepest_win())),
        };
        dead().or_else(known).or_else(deepest).unwrap_or_default()
    }

    /// `M_c` of one player for each competence, in one pass over the positions of the endgame.
    pub fn matrices(
        &self,
        seat: Seat,
        model: &Model,
        competences: &[Competence],
        count: Count,
    ) -> Vec<TransitionMatrix> {
        let infallible = |c: &Competence| *c == Competence::INFALLIBLE;
        let best = self.space.is_wins_only() && competences.iter().all(infallible);
        if seat == Seat::Defender && best {
            // Depth is counted in the attacker's moves: the best defence never changes it.
            return vec![TransitionMatrix::identity(self.space); competences.len()];
        }
        let extent = self.listed.extent();
        let players = Players::new(self.space, extent, seat, model.clone(), competences);
        let stretches = self.listed.len(seat).div_ceil(STRETCH);
        let sum = |stretch: usize| {
            let mut sums = MatrixBuilder::new(&players);
            let end = ((stretch + 1) * STRETCH).min(self.listed.len(seat));
            for row in stretch * STRETCH..end {
                let times = self.listed.times(seat, row, count);
                let dead = self.space.dead_draw().is_some() && !self.listed.is_alive(seat, row);
                if times > 0.0 && !dead {
                    let reached = self.reached(seat, row);
                    sums.add(self.state(seat, row), times, reached.into_iter());
                }
            }
            sums
        };
        // The same sum on any number of threads: stretch by stretch, in their order.
        let sums: Vec<MatrixBuilder<'_>> = (0..stretches).into_par_iter().map(sum).collect();
        let start = MatrixBuilder::new(&players);
        sums.iter().fold(start, MatrixBuilder::plus).matrices()
    }

    /// The states that the moves of a row lead to.
    fn reached(&self, seat: Seat, row: usize) -> Vec<usize> {
        let other = if seat == Seat::Attacker { Seat::Defender } else { Seat::Attacker };
        let moves = self.listed.moves_of(seat, row).map(|(worth, leads)| {
            let alive = match leads {
                Leads::Over => false,
                Leads::To(to) => self.listed.is_alive(other, to),
            };
            self.state_of(seat.sees(worth), alive)
        });
        moves.collect()
    }
}
