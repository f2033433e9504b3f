//! Mistakes counted: how often, how large, how much in all.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Moves of one side, and the mistakes among them.
///
/// A fatal mistake (a win that became a draw) has no size in moves: it is counted apart and enters
/// no rate, as in Jansen 1992, section 6.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Errors {
    /// Moves that kept the value: `M`.
    pub moves: u64,
    /// Those that conceded depth.
    pub mistakes: u64,
    /// Moves of depth conceded, in all.
    pub total: u64,
    /// Moves that gave the value itself away.
    pub fatal: u64,
}

impl Errors {
    /// Adds a move that conceded so many moves of depth; none if the value itself went.
    pub fn add(&mut self, conceded: Option<u16>) {
        match conceded {
            None => self.fatal += 1,
            Some(conceded) => {
                self.moves += 1;
                self.mistakes += u64::from(conceded > 0);
                self.total += u64::from(conceded);
            }
        }
    }

    /// Adds another count.
    pub fn merge(&mut self, other: &Errors) {
        self.moves += other.moves;
        self.mistakes += other.mistakes;
        self.total += other.total;
        self.fatal += other.fatal;
    }

    /// `p = Q7 = mistakes / moves`: how often; none of no moves.
    pub fn probability(&self) -> Option<f64> {
        ratio(self.mistakes, self.moves)
    }

    /// `δ = Q8 = total / mistakes = Q6 / Q7`: how large; none of no mistakes.
    pub fn magnitude(&self) -> Option<f64> {
        ratio(self.total, self.mistakes)
    }

    /// `d = Q6 = total / moves`: how much a move; none of no moves.
    pub fn average(&self) -> Option<f64> {
        ratio(self.total, self.moves)
    }

    /// `Net = dH - dC`: what this side concedes a move beyond what the other does. Below 1 the
    /// winner makes progress. A side that has not moved has conceded nothing.
    pub fn net(&self, other: &Errors) -> Option<f64> {
        self.average().map(|average| average - other.average().unwrap_or(0.0))
    }

    /// All three rates.
    pub fn rates(&self) -> Option<Rates> {
        let (probability, average) = (self.probability()?, self.average()?);
        Some(Rates { probability, magnitude: self.magnitude(), average })
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// `p`, `δ` and `d` of some moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rates {
    /// Moves of depth a move.
    #[serde(rename = "d")]
    pub average: f64,
    /// Mistakes a move.
    #[serde(rename = "p")]
    pub probability: f64,
    /// `δ`: moves of depth a mistake; none without a mistake.
    #[serde(rename = "delta")]
    pub magnitude: Option<f64>,
}

/// Mistakes by the depth of the position before the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorsByDepth(pub BTreeMap<u16, Errors>);

impl ErrorsByDepth {
    /// Adds a move made at this depth.
    pub fn add(&mut self, depth: u16, conceded: Option<u16>) {
        self.0.entry(depth).or_default().add(conceded);
    }

    /// Adds another count.
    pub fn merge(&mut self, other: &ErrorsByDepth) {
        for (&depth, errors) in &other.0 {
            self.0.entry(depth).or_default().merge(errors);
        }
    }

    /// Everything together.
    pub fn total(&self) -> Errors {
        let mut total = Errors::default();
        self.0.values().for_each(|errors| total.merge(errors));
        total
    }

    /// The counts of a depth and of its neighbours, one on either side, put together: a 3-point
    /// moving average in which every move weighs the same (Jansen's figures average the rates).
    #[must_use]
    pub fn smoothed(&self) -> ErrorsByDepth {
        let around = |depth: u16| {
            let mut sum = Errors::default();
            let near = self.0.range(depth.saturating_sub(1)..=depth.saturating_add(1));
            near.for_each(|(_, errors)| sum.merge(errors));
            sum
        };
        ErrorsByDepth(self.0.keys().map(|&depth| (depth, around(depth))).collect())
    }

    /// The depths at which this player stands still, from at least so many moves a depth.
    pub fn equilibria(&self, least_moves: u64) -> Vec<Equilibrium> {
        let enough = self.0.iter().filter(|(_, errors)| errors.moves >= least_moves.max(1));
        let curve =
            enough.filter_map(|(&depth, errors)| Some((f64::from(depth), errors.average()?)));
        equilibria(&curve.collect::<Vec<_>>())
    }
}

/// A depth at which a player concedes one move a move against best play, and so gets no nearer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Equilibrium {
    /// The depth, between two whole ones where the curve crosses 1.
    pub depth: f64,
    /// Whether the player is drawn back to it: more is conceded below it and less above.
    pub stable: bool,
}

/// Where a curve of `d` by depth crosses 1, the points from left to right: downwards at a stable
/// equilibrium, upwards at an unstable one. Jansen 1992, section 6.1.3.
pub fn equilibria(curve: &[(f64, f64)]) -> Vec<Equilibrium> {
    let pairs = curve.windows(2).filter_map(|pair| {
        let [(left, before), (right, after)] = [pair[0], pair[1]];
        let stable = before >= 1.0;
        (stable != (after >= 1.0)).then(|| {
            let depth = left + (right - left) * (before - 1.0) / (before - after);
            Equilibrium { depth, stable }
        })
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(moves: u64, mistakes: u64, total: u64) -> Errors {
        Errors { moves, mistakes, total, fatal: 0 }
    }

    fn rounded(number: Option<f64>, decimals: i32) -> f64 {
        let unit = 10f64.powi(decimals);
        (number.unwrap() * unit).round() / unit
    }

    /// Section 6.1.3: 24 master games.
    #[test]
    fn the_masters_rates_are_as_printed() {
        let queen = errors(245, 79, 177);
        assert_eq!(rounded(queen.probability(), 3), 0.322);
        assert_eq!(rounded(queen.magnitude(), 2), 2.24);
        assert_eq!(rounded(queen.average(), 2), 0.72);
        let rook = errors(241, 67, 200);
        assert_eq!(rounded(rook.probability(), 3), 0.278);
        assert_eq!(rounded(rook.magnitude(), 2), 2.99);
        assert_eq!(rounded(rook.average(), 2), 0.83);
        let delta = queen.average().unwrap() / queen.probability().unwrap();
        assert!((queen.magnitude().unwrap() - delta).abs() < 1e-12, "delta is Q6 / Q7");
    }

    #[test]
    fn a_fatal_mistake_has_no_size() {
        let mut errors = Errors::default();
        assert_eq!(
            (errors.probability(), errors.magnitude(), errors.average()),
            (None, None, None)
        );
        [Some(0), Some(3), None, Some(0)].into_iter().for_each(|conceded| errors.add(conceded));
        assert_eq!(errors, Errors { moves: 3, mistakes: 1, total: 3, fatal: 1 });
        assert_eq!(errors.net(&Errors::default()), Some(1.0));
    }

    #[test]
    fn neighbours_are_counted_together() {
        let mut depths = ErrorsByDepth::default();
        for (depth, conceded) in [(3, 0), (4, 2), (5, 0), (5, 4), (9, 1)] {
            depths.add(depth, Some(conceded));
        }
        let smooth = depths.smoothed();
        assert_eq!(smooth.0[&4], errors(4, 2, 6));
        assert_eq!(smooth.0[&3], errors(2, 1, 2));
        assert_eq!(smooth.0[&9], errors(1, 1, 1));
        assert_eq!(depths.total(), errors(5, 3, 7));
    }

    #[test]
    fn progress_stops_where_the_curve_crosses_one() {
        let curve = [(5.0, 0.2), (6.0, 0.6), (7.0, 1.4), (8.0, 1.2), (15.0, 1.0), (16.0, 0.9)];
        let found = equilibria(&curve);
        assert_eq!(found.len(), 2);
        assert!((found[0].depth - 6.5).abs() < 1e-12 && !found[0].stable);
        assert!((found[1].depth - 15.0).abs() < 1e-12 && found[1].stable);
        assert!(equilibria(&[(1.0, 3.0), (2.0, 2.0)]).is_empty());
    }
}
