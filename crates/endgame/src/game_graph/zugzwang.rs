//! Zugzwang by pairing: the same placement with either side to move. Jansen 1992, sections 3.1.3 and 9.1.3.

use rayon::prelude::*;
use value::Outcome;

use super::won_in;
use crate::index::squares;
use crate::rules::{Color, side};
use crate::survey::Histogram;
use crate::table::Table;

/// The placements that are legal with either side to move, up to symmetry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// How many.
    pub placements: u64,
    /// Those in which neither side wants to move: with the defender to move the attacker wins in fewer
    /// moves than with the attacker to move, or wins only so.
    pub zugzwangs: u64,
    /// Those that the attacker wins when to move, by depth.
    pub won: Histogram,
    /// Those that the defender loses when to move, by depth.
    pub lost: Histogram,
}

/// Cells that one thread counts at a time.
const STRETCH: usize = 1 << 12;

impl Pairs {
    /// Counts a table with this attacker.
    pub fn of(table: &Table, attacker: Color) -> Pairs {
        let cells = table.index().cells();
        let stretch = |at: usize| {
            let mut pairs = Pairs::default();
            let first = at * STRETCH;
            (first..cells.min(first + STRETCH)).for_each(|cell| pairs.count(table, attacker, cell));
            pairs
        };
        (0..cells.div_ceil(STRETCH))
            .into_par_iter()
            .map(stretch)
            .reduce(Pairs::default, Pairs::plus)
    }

    fn count(&mut self, table: &Table, attacker: Color, cell: usize) {
        let codes = Color::ALL.map(|turn| &table.codes(turn)[cell * 64..cell * 64 + 64]);
        let outcome = |turn: Color, place: u8| -> Option<Outcome> {
            table.codec().outcome(codes[side(turn)][usize::from(place)], turn)
        };
        for place in squares(table.index().class_mask(cell).representatives) {
            let both = outcome(attacker, place).zip(outcome(attacker.other(), place));
            let Some((attacks, defends)) = both else { continue };
            let (won, lost) = (won_in(attacks, true), won_in(defends, false));
            self.placements += 1;
            won.into_iter().for_each(|depth| self.won.add(depth.into(), 1));
            if let Some(lost) = lost {
                self.lost.add(lost.into(), 1);
                self.zugzwangs += u64::from(won.is_none_or(|won| lost < won));
            }
        }
    }

    fn plus(mut self, other: Pairs) -> Pairs {
        self.placements += other.placements;
        self.zugzwangs += other.zugzwangs;
        self.won.merge(&other.won);
        self.lost.merge(&other.lost);
        self
    }

    /// How many zugzwangs there would be if placements with the attacker to move were paired by chance with placements
    /// with the defender to move.
    pub fn by_chance(&self) -> f64 {
        let placements = self.placements.max(1) as f64;
        let mut won_within = 0.0;
        let depths = 0..self.won.len().max(self.lost.len());
        let sum = depths.map(|depth| {
            won_within += self.won.get(depth) as f64;
            self.lost.get(depth) as f64 * (1.0 - won_within / placements)
        });
        sum.sum()
    }
}
