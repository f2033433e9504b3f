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

    /// `Net` and `DMAX` of all 43 games of table 7.1; 0 is `[10]`, 31 is `[all]`.
    const PRINTED: [(f64, u16); 43] = [
        (1.31, 0),
        (1.58, 0),
        (1.10, 0),
        (0.60, 26),
        (1.75, 0),
        (0.88, 15),
        (2.00, 0),
        (1.00, 0),
        (1.00, 0),
        (1.94, 0),
        (1.27, 0),
        (1.08, 0),
        (1.04, 0),
        (1.00, 0),
        (1.20, 0),
        (0.95, 12),
        (1.08, 0),
        (1.30, 0),
        (0.40, 31),
        (-0.12, 31),
        (0.50, 30),
        (0.92, 13),
        (0.87, 15),
        (1.19, 0),
        (1.42, 0),
        (1.10, 0),
        (0.85, 16),
        (1.06, 0),
        (0.73, 21),
        (0.94, 12),
        (1.06, 0),
        (0.78, 19),
        (0.97, 11),
        (0.78, 19),
        (0.00, 31),
        (0.63, 25),
        (0.30, 31),
        (0.67, 23),
        (0.72, 21),
        (0.58, 27),
        (0.73, 20),
        (0.83, 17),
        (1.23, 0),
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
        let games = PRINTED.iter().enumerate();
        let off: Vec<(usize, u16)> = games
            .filter(|(_, (net, depth))| ours(*net) != *depth)
            .map(|(at, (net, _))| (at + 1, ours(*net)))
            .collect();
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
