//! What is asked of the phases, and what they tell.

use endgame::rules::Position;
use player::markov::Seat;

use super::super::players::at;
use super::super::{End, ExactError};
use super::Phased;
use super::building::Moves;
use super::known::IMAGE;
use super::solving::Lengths;

/// What is to be known.
#[derive(Clone, Copy, Debug)]
pub struct PhasedQuestion<'q> {
    /// The position, which may have a right to capture en passant, its number in the table, and who is to move. Without
    /// one: all positions of the endgame with the attacker to move.
    pub position: Option<(&'q Position, usize, Seat)>,
    /// The chances of each end within these numbers of moves, ascending; for one position all up to the greatest are told.
    pub moves: &'q [usize],
    /// Bytes that may be used.
    pub budget: usize,
}

/// What was found.
#[derive(Debug, Default)]
pub struct PhasedAnswer {
    /// The attacker's moves until the game is over, and the standard deviation; none if the question was about all
    /// positions, or there is no length.
    pub length: Option<(f64, f64)>,
    /// How likely each end has come within 0, 1, 2 ... moves; empty if the question was about all positions, and for ends
    /// that are not followed.
    pub chances: [Vec<f64>; 3],
    /// The lengths by number, the attacker to move, 0 where no position is followed; empty if the question was about one
    /// position.
    pub lengths: Vec<f64>,
    /// The chances by end, for each number of moves asked for, by number.
    pub within: [Vec<Vec<f64>>; 3],
    /// By how much the equations miss, as a share of what moves add.
    pub residual: f64,
    /// Sweeps over the moves of a phase, those of all phases together.
    pub sweeps: usize,
    /// Positions followed.
    pub positions: usize,
    /// Why there is no length.
    pub no_length: Option<ExactError>,
}

/// What is told of a phase.
pub(super) enum Asked<'m> {
    /// Nothing: others come into it.
    Nothing,
    /// One position: whose, and its row; none if the game is over there, drawn.
    Row(usize, Option<u32>),
    /// All of the attacker's: the first number, and the rows by number less that.
    All(usize, &'m [u32]),
}

impl Phased<'_> {
    /// What a phase is asked for: with a position, if that is its phase.
    pub(super) fn asked<'m>(
        &self,
        phase: usize,
        moves: &'m Moves,
        position: Option<(&Position, usize, Seat)>,
    ) -> Asked<'m> {
        let here = &self.phases.all[phase];
        let (first, side) = (here.numbers.start, |seat| at(seat));
        match position {
            Some((position, _, seat)) if position.has_en_passant() => {
                Asked::Row(side(seat), Some(moves.rows[side(seat)].len() as u32 - 1))
            }
            Some((_, number, seat)) => {
                let number = self.chain.successors().table().index().representative(number);
                let row = moves.numbered[side(seat)][number - first];
                Asked::Row(side(seat), Some(row).filter(|&row| row < IMAGE))
            }
            None if self.question.position.is_some() => Asked::Nothing,
            None if here.endgame + 1 < self.phases.endgames.len() => Asked::Nothing,
            None => Asked::All(first, &moves.numbered[0]),
        }
    }
}

impl PhasedAnswer {
    /// Room for an answer about an endgame with so many numbers.
    pub(super) fn new(question: &PhasedQuestion<'_>, ends: &[End], numbers: usize) -> PhasedAnswer {
        let mut answer = PhasedAnswer::default();
        if question.position.is_none() {
            answer.lengths = vec![0.0; numbers];
            for end in ends {
                answer.within[end.place()] =
                    question.moves.iter().map(|_| vec![0.0; numbers]).collect();
            }
        }
        answer
    }

    /// Takes in the chances of an end within so many moves, the attacker to move and the defender to move.
    pub(super) fn tell_chances(
        &mut self,
        (end, done): (End, usize),
        asked: &Asked<'_>,
        moves: &[usize],
        values: [&[f64]; 2],
    ) {
        match asked {
            Asked::Nothing => {}
            Asked::Row(side, row) => self.chances[end.place()].push(match row {
                Some(row) => values[*side][*row as usize],
                None => f64::from(u8::from(end == End::Drawn)),
            }),
            Asked::All(first, rows) => {
                let Some(place) = moves.iter().position(|&moves| moves == done) else { return };
                let told = &mut self.within[end.place()][place][*first..];
                for (told, &row) in told.iter_mut().zip(*rows).filter(|(_, row)| **row < IMAGE) {
                    *told = values[0][row as usize];
                }
            }
        }
    }

    /// Takes in the lengths of a phase.
    pub(super) fn tell_lengths(&mut self, lengths: &Lengths, asked: &Asked<'_>) {
        self.residual = self.residual.max(lengths.residual);
        self.sweeps += lengths.sweeps;
        match asked {
            Asked::Nothing => {}
            Asked::Row(_, None) => self.length = Some((0.0, 0.0)),
            Asked::Row(side, Some(row)) => {
                let [mean, square] =
                    lengths.moments.each_ref().map(|both| both[*side][*row as usize]);
                self.length = Some((mean, (square - mean * mean).max(0.0).sqrt()));
            }
            Asked::All(first, rows) => {
                let told = self.lengths[*first..].iter_mut().zip(*rows);
                for (told, &row) in told.filter(|(_, row)| **row < IMAGE) {
                    *told = lengths.moments[0][0][row as usize];
                }
            }
        }
    }
}
