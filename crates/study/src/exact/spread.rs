//! The positions of each depth, taken together.

use endgame::outcome_histogram::Count;
use player::markov::Seat;
use rayon::prelude::*;

use super::players::{LEFT_OUT, Player, squares};
use super::{Exact, StoredMoves};
use crate::markov::Chain;

/// What the positions of one state have, with the attacker to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Over boards, or over classes.
    pub mean: f64,
    /// The standard deviation around it.
    pub deviation: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
}

impl Exact<'_> {
    /// How many positions are followed, of both players, mirror images counted once.
    pub fn positions(&self) -> usize {
        let of = |player: &Player| -> usize {
            let cells = 0..player.table.index().cells();
            let count = |cell: usize| {
                let places = squares(player.table.index().class_mask(cell).representatives);
                let code = |place: usize| usize::from(player.codes()[cell * 64 + place]);
                places.filter(|&place| player.wanted[code(place)]).count()
            };
            cells.into_par_iter().map(count).sum()
        };
        self.root.players.iter().map(of).sum()
    }

    /// How the attacker's values, by number, differ within each state; none where there are no such
    /// positions.
    pub fn spreads(&self, values: &[f64], count: Count) -> Vec<Option<Spread>> {
        spreads(&self.chain, values, count)
    }
}

impl StoredMoves<'_> {
    /// How the attacker's values, by number, differ within each state; none where there are no such
    /// positions.
    pub fn spreads(&self, values: &[f64], count: Count) -> Vec<Option<Spread>> {
        spreads(self.chain(), values, count)
    }
}

/// What is added up over the positions of a state.
#[derive(Clone, Copy)]
struct Sums {
    weight: f64,
    sum: f64,
    squares: f64,
    least: f64,
    greatest: f64,
}

impl Sums {
    const NOTHING: Sums = Sums {
        weight: 0.0,
        sum: 0.0,
        squares: 0.0,
        least: f64::INFINITY,
        greatest: f64::NEG_INFINITY,
    };

    fn of(weight: f64, value: f64) -> Sums {
        let (sum, squares) = (weight * value, weight * value * value);
        Sums { weight, sum, squares, least: value, greatest: value }
    }

    fn add(&mut self, other: Sums) {
        self.weight += other.weight;
        self.sum += other.sum;
        self.squares += other.squares;
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
    }

    fn spread(self) -> Option<Spread> {
        let mean = self.sum / self.weight;
        let deviation = (self.squares / self.weight - mean * mean).max(0.0).sqrt();
        let Sums { least, greatest, .. } = self;
        (self.weight > 0.0).then_some(Spread { mean, deviation, least, greatest })
    }
}

/// How the attacker's values, by number, differ within each state of a chain; none where there are no such positions.
pub fn spreads(chain: &Chain<'_>, values: &[f64], count: Count) -> Vec<Option<Spread>> {
    let table = chain.successors().table();
    let (index, turn) = (table.index(), chain.attacker());
    let (codes, known) = (table.codes(turn), chain.states(Seat::Attacker));
    let states: [u16; 256] = std::array::from_fn(|code| {
        let outcome = table.codec().outcome(code as u8, turn);
        let outcome = outcome.filter(|&outcome| chain.follows(Seat::Attacker, outcome));
        outcome.and_then(|outcome| known.of(outcome)).map_or(LEFT_OUT, |state| state as u16)
    });
    let none = || vec![Sums::NOTHING; chain.space().len()];
    let stretch = |cells: std::ops::Range<usize>| {
        let mut found: Vec<Sums> = none();
        for cell in cells {
            let mask = index.class_mask(cell);
            for place in squares(mask.representatives) {
                let number = cell * 64 + place;
                let state = states[usize::from(codes[number])];
                if state == LEFT_OUT {
                    continue;
                }
                let half = count == Count::Boards && mask.self_symmetric >> place & 1 == 1;
                let weight = if half { 0.5 } else { 1.0 };
                found[usize::from(state)].add(Sums::of(weight, values[number]));
            }
        }
        found
    };
    let parts: Vec<Vec<Sums>> =
        chain.successors().stretches().into_par_iter().map(stretch).collect();
    let mut all = none();
    for part in parts {
        all.iter_mut().zip(part).for_each(|(one, part)| one.add(part));
    }
    all.into_iter().map(Sums::spread).collect()
}
