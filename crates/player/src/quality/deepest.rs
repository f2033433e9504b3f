//! The deepest position a player is expected to win in time: the thesis's `DMAX`.

use std::fmt;

/// What a player needs to win in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endurance {
    /// `N`: moves the winner may make.
    pub moves_allowed: u16,
    /// The depth from which on he is taken to play perfectly.
    pub sure: u16,
    /// The greatest depth there is.
    pub deepest: u16,
}

/// An answer to "how deep?".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeepestWon {
    /// No progress is made: only what is played perfectly, printed `[10]`.
    OnlySure(u16),
    /// This depth and less.
    Depth(u16),
    /// Every position of the endgame, printed `[all]`.
    All,
}

impl Endurance {
    /// As in the thesis: 50 moves, depths up to 10 played perfectly.
    pub fn of_jansen(deepest: u16) -> Endurance {
        Endurance { moves_allowed: 50, sure: 10, deepest }
    }

    /// The last `sure` moves take as many moves; the other `N - sure` make progress of `1 - Net`
    /// each:
    ///
    /// ```text
    /// DMAX = sure + (N - sure) (1 - Net) = 10 + 40 (1 - Net), to the nearest move
    /// ```
    ///
    /// The thesis gives no formula. This one, fed with the printed `Net`, gives every printed `DMAX`
    /// of Jansen 1992, table 7.1, but that of game 41 (20 instead of 21).
    pub fn deepest_won(&self, net: f64) -> DeepestWon {
        let sure = self.sure.min(self.moves_allowed);
        let rest = f64::from(self.moves_allowed - sure);
        let depth = f64::from(sure) + rest * (1.0 - net);
        if net >= 1.0 || net.is_nan() {
            DeepestWon::OnlySure(sure)
        } else if depth.round() >= f64::from(self.deepest) {
            DeepestWon::All
        } else {
            DeepestWon::Depth(depth.round() as u16)
        }
    }
}

impl fmt::Display for DeepestWon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeepestWon::OnlySure(depth) => f.pad(&format!("[{depth}]")),
            DeepestWon::Depth(depth) => f.pad(&depth.to_string()),
            DeepestWon::All => f.pad("[all]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `Net` of all 43 games of table 7.1.
    const NET: [f64; 43] = [
        1.31, 1.58, 1.10, 0.60, 1.75, 0.88, 2.00, 1.00, 1.00, 1.94, 1.27, 1.08, 1.04, 1.00, 1.20,
        0.95, 1.08, 1.30, 0.40, -0.12, 0.50, 0.92, 0.87, 1.19, 1.42, 1.10, 0.85, 1.06, 0.73, 0.94,
        1.06, 0.78, 0.97, 0.78, 0.00, 0.63, 0.30, 0.67, 0.72, 0.58, 0.73, 0.83, 1.23,
    ];
    /// `DMAX` of the same games; 0 is `[10]`, 31 is `[all]`.
    const DMAX: [u16; 43] = [
        0, 0, 0, 26, 0, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 31, 31, 30, 13, 15, 0, 0, 0, 16,
        0, 21, 12, 0, 19, 11, 19, 31, 25, 31, 23, 21, 27, 20, 17, 0,
    ];

    #[test]
    fn every_printed_depth_but_one_is_met() {
        let endurance = Endurance::of_jansen(31);
        let ours = |net| match endurance.deepest_won(net) {
            DeepestWon::OnlySure(10) => 0,
            DeepestWon::Depth(depth) => depth,
            DeepestWon::All => 31,
            DeepestWon::OnlySure(other) => panic!("{other}"),
        };
        let games = (1..).zip(NET.map(ours)).zip(DMAX);
        let off = games.filter(|((_, ours), theirs)| ours != theirs).map(|(game, _)| game);
        let off: Vec<(usize, u16)> = off.collect();
        assert_eq!(off, [(41, 21)], "game 29 has the same Net and prints 21");
    }

    #[test]
    fn limits_are_said() {
        let endurance = Endurance { moves_allowed: 50, sure: 10, deepest: 31 };
        assert_eq!(endurance.deepest_won(f64::NAN).to_string(), "[10]");
        assert_eq!(endurance.deepest_won(0.0).to_string(), "[all]");
        let short = Endurance { moves_allowed: 5, ..endurance };
        assert_eq!(short.deepest_won(0.5).to_string(), "5");
    }
}
