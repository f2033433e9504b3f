//! The difference equations: which share of positions is won or lost within a depth.

use crate::branching::Branching;
use crate::random::{Class, Parameters};

/// A class of infinitely large random games.
#[derive(Clone, Debug, PartialEq)]
pub struct Theory {
    /// `b_W`.
    pub white_branching: Branching,
    /// `b_B`.
    pub black_branching: Branching,
    /// `t_+ / N_B`: the share of Black's positions that are terminal draws, from 0 to 1.
    pub terminal_draws: f64,
}

/// The shares of positions decided within a depth, in winner's moves.
///
/// Jansen's `i` counts from 0 for the terminal wins: his `xi_i` is `won` at depth `i + 1`, his `eta_i`
/// is `lost` at depth `i`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// White's moves, from 0.
    pub depth: u16,
    /// The share of White's positions that are won in so many moves or fewer.
    pub won: f64,
    /// The share of Black's positions that are lost in so many moves or fewer.
    pub lost: f64,
}

/// Increments below this share are nothing: the distribution has ended.
const NEGLIGIBLE: f64 = 1e-12;

/// The longest distribution: near the threshold it has no end.
const LONGEST: u16 = 10_000;

impl Theory {
    /// The same branching factor for both, no terminal draws.
    pub fn even(branching: Branching) -> Theory {
        Theory {
            white_branching: branching.clone(),
            black_branching: branching,
            terminal_draws: 0.0,
        }
    }

    /// The theory of a class of finite games.
    pub fn of(parameters: &Parameters) -> Theory {
        Theory {
            white_branching: parameters.white_branching.clone(),
            black_branching: parameters.black_branching.clone(),
            terminal_draws: parameters.share_of_draws(),
        }
    }

    /// The share of Black's positions whose moves all lead into White's wins, of which the share is `won`:
    ///
    /// ```text
    /// lost = (1 - t_+/N) G_B(won)            equation 8.1; won^b_B in 4.1
    /// ```
    ///
    /// Printed with the exponent `b_W` in 8.1, a misprint: the moves are Black's.
    pub fn lost(&self, won: f64) -> f64 {
        (1.0 - self.terminal_draws) * self.black_branching.all_within(won)
    }

    /// The share of White's positions that are terminal wins or have a move into Black's losses:
    ///
    /// ```text
    /// won = alpha + (1 - alpha) (1 - G_W(1 - lost))        equation 4.1
    /// ```
    pub fn won(&self, alpha: f64, lost: f64) -> f64 {
        alpha + (1.0 - alpha) * (1.0 - self.white_branching.all_within(1.0 - lost))
    }

    /// The shares by depth when the share `alpha` of White's positions are terminal wins, from depth 0
    /// until nothing is added any more.
    pub fn distribution(&self, alpha: f64) -> Vec<Expected> {
        let mut all = vec![Expected { depth: 0, won: 0.0, lost: self.lost(0.0) }];
        for depth in 1..=LONGEST {
            let last = all[all.len() - 1];
            let won = self.won(alpha, last.lost);
            let next = Expected { depth, won, lost: self.lost(won) };
            let ended = next.won - last.won < NEGLIGIBLE && next.lost - last.lost < NEGLIGIBLE;
            if ended && depth > 1 {
                break;
            }
            all.push(next);
        }
        all
    }

    /// The share of White's positions that are won in any number of moves: the least fixed point of
    /// both equations together.
    pub fn limit(&self, alpha: f64) -> f64 {
        let step = |x: f64| self.won(alpha, self.lost(x));
        // The map only rises and begins above the diagonal: its first crossing is the limit. Just below the threshold
        // it crosses twice, close together on either side of the critical mass.
        let mass = self.threshold().map_or(1.0, |threshold| threshold.critical_mass);
        let mut below = alpha;
        let (sooner, later): (Vec<f64>, Vec<f64>) =
            super::threshold::points().partition(|&x| x < mass);
        for x in sooner.into_iter().chain([mass].into_iter().filter(|&x| x < 1.0)).chain(later) {
            if x > below && step(x) <= x {
                return super::threshold::bisect(below, x, |x| step(x) - x);
            }
            if x > below {
                below = x;
            }
        }
        1.0
    }

    /// The class of a large game: total win if at least half of Black's positions that are not terminal
    /// are lost in the end. Never a trivial draw: see [`conditions`](super::conditions).
    pub fn class(&self, alpha: f64) -> Class {
        let lost = self.black_branching.all_within(self.limit(alpha));
        if lost >= 0.5 { Class::TotalWin } else { Class::InterestingDraw }
    }

    /// The bound of equation 8.2 on the share of White's positions that can be won:
    /// `1 - (1 - alpha) G_W(t_+/N)`.
    pub fn most_won(&self, alpha: f64) -> f64 {
        1.0 - (1.0 - alpha) * self.white_branching.all_within(self.terminal_draws)
    }
}

/// The narrowest place between two maxima of a distribution, if it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bottleneck {
    /// Where it is narrowest.
    pub depth: u16,
    /// The second maximum behind it.
    pub second_maximum: u16,
}

/// The bottleneck of a number or share of positions by depth: the least entry between the first depth
/// and the greatest entry behind a rise.
pub fn bottleneck(by_depth: &[f64]) -> Option<Bottleneck> {
    let first = by_depth.iter().position(|&count| count > 0.0)?;
    let rest = &by_depth[first..];
    // Descend from the first entry for as long as it falls; what rises after that is the second mode.
    let falls = rest.windows(2).take_while(|pair| pair[1] <= pair[0]).count();
    let (second, _) = rest.iter().enumerate().skip(falls + 1).max_by(|a, b| a.1.total_cmp(b.1))?;
    let (narrowest, least) = rest[..second].iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1))?;
    (rest[second] > *least && narrowest > 0).then_some(Bottleneck {
        depth: (first + narrowest) as u16,
        second_maximum: (first + second) as u16,
    })
}
