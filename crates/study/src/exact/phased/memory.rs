//! How much memory following a game phase by phase needs.

use endgame::tables::Size;
use player::markov::Seat;
use value::Outcome;

use super::super::ExactError;
use super::super::players::at;
use super::super::stored::endgames::color;
use super::super::stored::{PER_MOVE, PER_POSITION, SEATS};
use super::Phased;
use super::phases::Endgame;

/// Bytes for a number of a phase: the rows of its two positions, and those of what is kept.
const PER_NUMBER: usize = 4 * 4;
/// Bytes for a position whose figures are kept, beside its chances: two lengths.
const PER_KEPT: usize = 2 * 8;
/// Positions whose moves are counted: one in so many.
const ONE_IN: usize = 997;

/// What a phase is like, by the player to move.
#[derive(Clone, Copy, Default)]
struct Extent {
    positions: [usize; 2],
    moves: [f64; 2],
    /// How many of the positions that are looked at others come into by captures and promotions.
    entered: [f64; 2],
}

impl Phased<'_> {
    /// Refuses what needs more memory than may be used.
    pub(super) fn check_memory(&self) -> Result<(), ExactError> {
        let needed = self.memory_needed()?;
        let budget = self.question.budget;
        if needed > budget {
            let material = self.phases.root().beyond.material;
            let (needed, budget) = (Size(needed), Size(budget));
            return Err(ExactError::Memory { material, needed, budget });
        }
        Ok(())
    }

    fn memory_needed(&self) -> Result<usize, ExactError> {
        let each = PER_KEPT + 4 * (self.most_moves() + 1) * self.ends.len();
        let phases = self.phases.all.len();
        let (mut most, mut extents) = (0, Vec::with_capacity(phases));
        for phase in 0..phases {
            let own = self.extent(phase)?;
            extents.push(own);
            let numbers = self.phases.all[phase].numbers.len();
            let moves: f64 = own.moves.iter().sum();
            let rows = own.positions.iter().sum::<usize>() * PER_POSITION
                + moves as usize * PER_MOVE
                + numbers * PER_NUMBER;
            let kept = |earlier: usize| {
                let Extent { positions, entered, .. } = extents[earlier];
                let of = |seat: Seat| match self.is_pushed_into(earlier, phase.max(1) - 1, seat) {
                    true => positions[at(seat)] as f64,
                    false => entered[at(seat)],
                };
                (of(Seat::Attacker) + of(Seat::Defender)) as usize * each
            };
            most = most.max(rows + (0..=phase).map(kept).sum::<usize>());
        }
        let told = match self.question.position {
            Some(_) => 0,
            None => (1 + self.question.moves.len() * self.ends.len()) * 8,
        };
        Ok(most + self.chain.successors().table().index().len() * told)
    }

    fn extent(&self, phase: usize) -> Result<Extent, ExactError> {
        let here = &self.phases.all[phase];
        let endgame = &self.phases.endgames[here.endgame];
        let mut extent = Extent::default();
        for seat in SEATS {
            let is_infallible = !self.pairing.competence(seat).is_finite();
            let mut found = Vec::new();
            let is_entered = self.entered(phase, seat);
            let followed = here.numbers.clone().filter(|&number| endgame.follows(seat, number));
            let (mut positions, mut seen, mut moves, mut entered) = (0, 0usize, 0, 0);
            for number in followed {
                positions += 1;
                if positions % ONE_IN != 1 {
                    continue;
                }
                endgame.list(seat, number, &mut found)?;
                let best = found.iter().map(|play| play.value).max();
                let keeps = |value: Outcome| match best {
                    Some(best) if is_infallible => value == best,
                    Some(best) => !self.chain.space().is_wins_only() || value.sign() == best.sign(),
                    None => false,
                };
                seen += 1;
                moves += found.iter().filter(|play| keeps(play.value)).count();
                entered += usize::from(is_entered(number - here.numbers.start));
            }
            let all = |some: usize| some as f64 / seen.max(1) as f64 * positions as f64;
            extent.positions[at(seat)] = positions;
            extent.moves[at(seat)] = all(moves);
            extent.entered[at(seat)] = all(entered);
        }
        Ok(extent)
    }
}

impl Endgame<'_> {
    fn list(
        &self,
        seat: Seat,
        number: usize,
        found: &mut Vec<endgame::successors::Successor>,
    ) -> Result<(), ExactError> {
        let listed = self.successors.list(color(self.beyond, seat), number, found);
        Ok(listed.map_err(endgame::successors::WalkError::from)?)
    }
}
