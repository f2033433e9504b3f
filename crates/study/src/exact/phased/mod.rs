//! A game followed phase by phase, the last phases first: only one phase's moves are held at a time.
//!
//! Men that are gone do not come back, and pawns go forward only. So the game goes through *phases*, an endgame with its
//! pawns in their places, and never comes back into one that it has left: when a phase is solved, all that its moves lead
//! out to is known. What is kept of a phase are the figures of those positions that others lead to.
//!
//! - `phases`: which phases there are, and which lead into which
//! - `building`: the moves of one phase; `solving`: its lengths and chances
//! - `known`: what is kept of phases that are solved; `entrances`: of which positions, and how long
//! - `memory`: what all that needs; `answer`: what is told

mod answer;
mod building;
mod entrances;
mod known;
mod memory;
mod phases;
mod solving;

pub use answer::{PhasedAnswer, PhasedQuestion};

use endgame::progress::{Monitor, Progress};
use endgame::successors::WalkError;

use super::players::{Pairing, at};
use super::stored::SEATS;
use super::stored::rows::Rows;
use super::{End, ExactError};
use crate::markov::Chain;
use building::Builder;
use known::{Figures, Known, keep};
use phases::Phases;
use solving::Solver;

/// Two players followed phase by phase.
pub struct Phased<'a> {
    chain: Chain<'a>,
    pairing: &'a Pairing,
    question: PhasedQuestion<'a>,
    phases: Phases<'a>,
    ends: &'static [End],
    known: Vec<Option<Known>>,
}

impl<'a> Phased<'a> {
    /// Follows two players from the last phase to the one asked about.
    pub fn answer(
        chain: Chain<'a>,
        pairing: &'a Pairing,
        question: PhasedQuestion<'a>,
        monitor: &Monitor<'_>,
    ) -> Result<PhasedAnswer, ExactError> {
        let index = chain.successors().table().index();
        let start = question.position.map(|(_, number, _)| index.representative(number));
        let quiet = Monitor { report: &|_| (), ..*monitor };
        let phases = Phases::new(&chain, start, &quiet)?;
        let ends: &[End] = if chain.space().is_wins_only() { &[End::Won] } else { &End::ALL };
        let known = phases.all.iter().map(|_| None).collect();
        let mut phased = Phased { chain, pairing, question, phases, ends, known };
        phased.check_memory()?;
        let mut answer = PhasedAnswer::new(&question, ends, index.len());
        for phase in 0..phased.phases.all.len() {
            phased.step(phase, monitor)?;
            phased.solve(phase, &mut answer, &quiet)?;
            phased.forget(phase);
        }
        Ok(answer)
    }

    fn most_moves(&self) -> usize {
        self.question.moves.last().copied().unwrap_or(0)
    }

    /// Tells how far it has come; stops if asked to.
    fn step(&self, phase: usize, monitor: &Monitor<'_>) -> Result<(), ExactError> {
        let material = self.phases.endgames[self.phases.all[phase].endgame].beyond.material;
        if monitor.stopped() {
            return Err(WalkError::Stopped(material).into());
        }
        (monitor.report)(Progress { material, done: phase, total: self.phases.all.len() });
        Ok(())
    }

    /// Solves a phase, all it leads into being solved.
    fn solve(
        &mut self,
        phase: usize,
        answer: &mut PhasedAnswer,
        monitor: &Monitor<'_>,
    ) -> Result<(), ExactError> {
        let is_last = phase + 1 == self.phases.all.len();
        let position = self.question.position.filter(|_| is_last);
        let builder = Builder::new(&self.phases, &self.known, phase, monitor)?;
        let with_right = position.filter(|(position, ..)| position.has_en_passant());
        let with_right = with_right.map(|(position, _, seat)| (position, seat));
        let moves = builder.moves(&self.chain, self.pairing, with_right, monitor)?;
        answer.positions += moves.rows.iter().map(Rows::len).sum::<usize>();
        let (ends, most) = (self.ends, self.most_moves());
        let solver = Solver::new(&moves, &self.known, (ends, most), answer.no_length.is_none());
        let lengths = match answer.no_length {
            Some(_) => None,
            None => match solver.lengths(self.states(phase, &moves), |_| self.step(phase, monitor))
            {
                Err(error @ ExactError::Walk(_)) => return Err(error),
                Err(why) => {
                    answer.no_length = Some(why);
                    None
                }
                Ok(lengths) => Some(lengths),
            },
        };
        let asked = self.asked(phase, &moves, position);
        let mut rows = moves.numbered.clone();
        let kept = SEATS.map(|seat| {
            let (pushed, entered) =
                (self.is_pushed_into(phase, phase, seat), self.entered(phase, seat));
            keep(&mut rows[at(seat)], |number| pushed || entered(number))
        });
        let mut figures = kept.each_ref().map(|kept| Figures::new(kept.len(), ends, most));
        for &end in ends {
            solver.within(end, most, |done, values| {
                self.step(phase, monitor)?;
                for ((kept, figures), values) in kept.iter().zip(&mut figures).zip(values) {
                    figures.set_within(end, done, kept.iter().map(|&row| values[row as usize]));
                }
                answer.tell_chances((end, done), &asked, self.question.moves, values);
                Ok(())
            })?;
        }
        if let Some(lengths) = lengths {
            answer.tell_lengths(&lengths, &asked);
            for (side, (kept, figures)) in kept.iter().zip(&mut figures).enumerate() {
                let of = |both: &[Vec<f64>; 2]| {
                    kept.iter().map(|&row| both[side][row as usize]).collect()
                };
                figures.lengths = lengths.moments.each_ref().map(of);
            }
        }
        self.known[phase] = Some(Known { rows, figures });
        Ok(())
    }
}
