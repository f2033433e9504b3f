//! The order of drawn moves in a game: who presses does not go back to where the game was.

use std::cmp::Ordering;
use std::collections::HashMap;

use value::ChoiceSource;

use super::Pressure;

/// How often the opponent was to move in each position of a game, symmetric ones being the same; where the source has no
/// keys, nothing is remembered.
#[derive(Clone, Debug, Default)]
pub struct Been(HashMap<u64, u8>);

impl Been {
    /// Remembers a position with the opponent to move.
    pub(in crate::agents) fn note<S: ChoiceSource + ?Sized>(
        &mut self,
        source: &S,
        at: &S::Position,
    ) {
        if let Some(key) = source.key(at) {
            let times = self.0.entry(key).or_default();
            *times = times.saturating_add(1);
        }
    }

    pub(in crate::agents) fn times<S: ChoiceSource + ?Sized>(
        &self,
        source: &S,
        at: &S::Position,
    ) -> u8 {
        source.key(at).and_then(|key| self.0.get(&key).copied()).unwrap_or(0)
    }
}

/// A move that keeps a draw, as the one who presses sees it in a game.
#[derive(Clone, Copy, Debug)]
pub(in crate::agents) struct DrawnMove {
    /// Its number among the choices.
    pub(in crate::agents) choice: usize,
    pub(in crate::agents) pressure: Pressure,
    /// How often the position after it was there.
    been: u8,
}

impl DrawnMove {
    /// A position that was there twice is a draw the third time.
    pub(in crate::agents) fn new(choice: usize, pressure: Pressure, been: u8) -> DrawnMove {
        let life = if been > 1 { 0 } else { pressure.life };
        DrawnMove { choice, pressure: Pressure { life, ..pressure }, been }
    }

    /// How long the game surely lives, and whether the position is a new one.
    fn class(&self) -> (u8, std::cmp::Reverse<u8>) {
        (self.pressure.life, std::cmp::Reverse(self.been))
    }

    fn compare(&self, other: &DrawnMove) -> Ordering {
        self.class().cmp(&other.class()).then_with(|| self.pressure.compare(&other.pressure))
    }

    /// The numbers of the moves that nothing beats.
    pub(in crate::agents) fn hardest(moves: &[DrawnMove]) -> Vec<usize> {
        let best = moves.iter().max_by(|a, b| a.compare(b));
        let equal = |one: &&DrawnMove| best.is_some_and(|best| one.compare(best).is_eq());
        moves.iter().filter(equal).map(|one| one.choice).collect()
    }

    /// The numbers of the moves after which the game lives longest and is somewhere new.
    pub(in crate::agents) fn liveliest(moves: &[DrawnMove]) -> Vec<usize> {
        let best = moves.iter().map(DrawnMove::class).max();
        moves.iter().filter(|one| Some(one.class()) == best).map(|one| one.choice).collect()
    }

    /// Every move with its rank: how many are better.
    pub(in crate::agents) fn ranks(moves: &[DrawnMove]) -> Vec<(usize, usize)> {
        let better =
            |one: &DrawnMove| moves.iter().filter(|other| other.compare(one).is_gt()).count();
        moves.iter().map(|one| (one.choice, better(one))).collect()
    }
}
