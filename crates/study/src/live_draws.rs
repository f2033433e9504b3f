//! Which drawn positions somebody may still win: live draws, and dead ones.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use endgame::progress::{Monitor, Progress};
use endgame::rules::Color;
use endgame::successors::{Destination, Successor, Successors, WalkError};
use rayon::prelude::*;
use value::Outcome;

/// The drawn positions of an endgame from which moves, however bad, lead to a win of either side
/// while the men stay the same.
///
/// All other draws are dead: stalemate, men that cannot mate, and everything after a drawn capture or
/// promotion, for with it the endgame is over.
#[derive(Debug)]
pub struct LiveDraws {
    /// A bit for each number, White to move and Black to move.
    sides: [Vec<AtomicU64>; 2],
}

/// Positions looked at between two questions whether to stop.
const STRETCH: usize = 1 << 14;

fn at(turn: Color) -> usize {
    usize::from(turn == Color::Black)
}

impl LiveDraws {
    /// Looks at every drawn position of an endgame, as often as it takes.
    pub fn of(successors: &Successors<'_>, monitor: &Monitor<'_>) -> Result<LiveDraws, WalkError> {
        let words = successors.table().index().len().div_ceil(64);
        let empty = || (0..words).map(|_| AtomicU64::new(0)).collect();
        let draws = LiveDraws { sides: [empty(), empty()] };
        let mut dead: Vec<(Color, Vec<usize>)> = Vec::new();
        for turn in Color::ALL {
            let stretches = successors.walk(
                turn,
                |outcome| outcome == Outcome::Draw,
                Vec::new,
                |dead: &mut Vec<usize>, visited| {
                    let number = visited.number;
                    match visited.successors.iter().any(|play| draws.goes_on(turn, play)) {
                        true => draws.set(turn, number),
                        false => dead.push(number),
                    }
                },
                monitor,
            )?;
            dead.push((turn, stretches.into_iter().flatten().collect()));
        }
        while draws.revive(successors, &mut dead, monitor)? {}
        draws.fill_images(successors);
        Ok(draws)
    }

    /// Whether the drawn position with a number, this side to move, may still be won.
    #[inline]
    pub fn contains(&self, turn: Color, number: usize) -> bool {
        self.sides[at(turn)][number / 64].load(Ordering::Relaxed) >> (number % 64) & 1 == 1
    }

    fn set(&self, turn: Color, number: usize) {
        self.sides[at(turn)][number / 64].fetch_or(1 << (number % 64), Ordering::Relaxed);
    }

    /// Whether a move out of a draw leads to a decision, or to a draw known to be live.
    fn goes_on(&self, turn: Color, play: &Successor) -> bool {
        match play.to {
            _ if play.value != Outcome::Draw => true,
            Destination::Here(number) => self.contains(turn.other(), number),
            // Pawns of both sides stand beside each other: what is captured may decide.
            Destination::WithRight(_) => true,
            Destination::Elsewhere => false,
        }
    }

    /// Looks once more at the positions thought dead; says whether any was live.
    fn revive(
        &self,
        successors: &Successors<'_>,
        dead: &mut [(Color, Vec<usize>)],
        monitor: &Monitor<'_>,
    ) -> Result<bool, WalkError> {
        let table = successors.table();
        let (material, index) = (table.material(), table.index());
        let total: usize = dead.iter().map(|(_, numbers)| numbers.len()).sum();
        let (before, done) = (total, AtomicUsize::new(0));
        for (turn, numbers) in dead.iter_mut() {
            let turn = *turn;
            let left: Result<Vec<Vec<usize>>, WalkError> = numbers
                .par_chunks(STRETCH)
                .map(|stretch| {
                    if monitor.stopped() {
                        return Err(WalkError::Stopped(material));
                    }
                    let (mut found, mut left) = (Vec::new(), Vec::new());
                    for &number in stretch {
                        successors.list(turn, number, &mut found)?;
                        let live = found.iter().any(|play| match play.to {
                            Destination::Here(to) if play.value == Outcome::Draw => {
                                self.contains(turn.other(), index.representative(to))
                            }
                            _ => self.goes_on(turn, play),
                        });
                        match live {
                            true => self.set(turn, number),
                            false => left.push(number),
                        }
                    }
                    let done = done.fetch_add(stretch.len(), Ordering::Relaxed) + stretch.len();
                    (monitor.report)(Progress { material, done, total });
                    Ok(left)
                })
                .collect();
            *numbers = left?.into_iter().flatten().collect();
        }
        Ok(dead.iter().map(|(_, numbers)| numbers.len()).sum::<usize>() < before)
    }

    /// What is known of one position of a class is true of its images.
    fn fill_images(&self, successors: &Successors<'_>) {
        let table = successors.table();
        let (index, codec) = (table.index(), table.codec());
        for turn in Color::ALL {
            let drawn: Vec<bool> =
                (0..=255).map(|code| codec.outcome(code, turn) == Some(Outcome::Draw)).collect();
            table.codes(turn).par_chunks(64).enumerate().for_each(|(cell, codes)| {
                let counted = index.class_mask(cell).representatives;
                let image = |square: &usize| counted >> square & 1 == 0;
                for square in (0..codes.len()).filter(image) {
                    let number = cell * 64 + square;
                    if drawn[usize::from(codes[square])]
                        && self.contains(turn, index.representative(number))
                    {
                        self.set(turn, number);
                    }
                }
            });
        }
    }
}
