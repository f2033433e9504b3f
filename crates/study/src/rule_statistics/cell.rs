//! Sums over positions, and the shares and means they come to.

/// What a rule does in some positions, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// Positions looked at.
    pub positions: u64,
    /// Those with a move that conforms.
    pub applicable: u64,
    /// Those of them where a move that conforms is likelier to be optimal than a random one.
    pub helpful: u64,
    /// Those where it is exactly as likely.
    pub even: u64,
    /// Those with a move that conforms and keeps the value: depths are averaged over these.
    pub kept: u64,
    gains: f64,
    after: f64,
    random: f64,
    best: f64,
}

/// One position, as a rule sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PositionCounts {
    /// `b`, `o`, `h` and `ho`.
    pub(super) considered: u32,
    pub(super) optimal: u32,
    pub(super) conforming: u32,
    pub(super) both: u32,
    /// Moves that conform and keep the value, and the sum of the depths after them.
    pub(super) keeping: u32,
    pub(super) after: u32,
    /// The mean depth after any move that keeps the value, and the depth after the best.
    pub(super) random: f64,
    pub(super) best: u32,
}

impl Cell {
    pub(super) fn add(&mut self, seen: &PositionCounts, weight: u64) {
        self.positions += weight;
        if seen.conforming == 0 {
            return;
        }
        let times = weight as f64;
        let (by_rule, by_chance) = (seen.both * seen.considered, seen.optimal * seen.conforming);
        self.applicable += weight;
        self.helpful += if by_rule > by_chance { weight } else { 0 };
        self.even += if by_rule == by_chance { weight } else { 0 };
        self.gains += times * f64::from(by_rule) / f64::from(by_chance.max(1));
        if seen.keeping > 0 {
            self.kept += weight;
            self.after += times * f64::from(seen.after) / f64::from(seen.keeping);
            self.random += times * seen.random;
            self.best += times * f64::from(seen.best);
        }
    }

    pub(super) fn plus(&self, other: &Cell) -> Cell {
        Cell {
            positions: self.positions + other.positions,
            applicable: self.applicable + other.applicable,
            helpful: self.helpful + other.helpful,
            even: self.even + other.even,
            kept: self.kept + other.kept,
            gains: self.gains + other.gains,
            after: self.after + other.after,
            random: self.random + other.random,
            best: self.best + other.best,
        }
    }

    /// The share of positions where the rule says something; none of no positions.
    pub fn applicability(&self) -> Option<f64> {
        share(self.applicable as f64, self.positions)
    }

    /// The share of those where it helps.
    pub fn helpfulness(&self) -> Option<f64> {
        share(self.helpful as f64, self.applicable)
    }

    /// The mean gain `g`.
    pub fn gain(&self) -> Option<f64> {
        share(self.gains, self.applicable)
    }

    /// The mean depth after a move that conforms, moves that give the value away left out.
    pub fn depth_after(&self) -> Option<f64> {
        share(self.after, self.kept)
    }

    /// The same after a random move, in the same positions.
    pub fn depth_after_random(&self) -> Option<f64> {
        share(self.random, self.kept)
    }

    /// The same after the best move.
    pub fn depth_after_best(&self) -> Option<f64> {
        share(self.best, self.kept)
    }

    /// What share of a random player's expected error the rule takes away: 1 for a rule that always
    /// finds the best move, below 0 for one that is worse than chance.
    pub fn error_saved(&self) -> Option<f64> {
        let error = (self.random - self.best).abs();
        (error > 0.0).then(|| 1.0 - (self.after - self.best).abs() / error)
    }
}

fn share(part: f64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_finds_the_only_good_move_gains_the_branching_factor() {
        let mut cell = Cell::default();
        let seen = PositionCounts {
            considered: 20,
            optimal: 1,
            conforming: 1,
            both: 1,
            ..PositionCounts::default()
        };
        cell.add(&seen, 8);
        cell.add(&PositionCounts { considered: 20, optimal: 1, ..PositionCounts::default() }, 8);
        cell.add(&PositionCounts { conforming: 4, both: 0, ..seen }, 8);
        assert_eq!((cell.positions, cell.applicable, cell.helpful), (24, 16, 8));
        assert_eq!(cell.gain(), Some(10.0));
        assert_eq!(cell.depth_after(), None);
    }

    #[test]
    fn as_good_as_chance_is_no_help() {
        let mut cell = Cell::default();
        let seen = PositionCounts {
            considered: 20,
            optimal: 2,
            conforming: 10,
            both: 1,
            ..PositionCounts::default()
        };
        cell.add(&seen, 1);
        assert_eq!((cell.helpful, cell.even, cell.gain()), (0, 1, Some(1.0)));
    }
}
