//! The threshold: the share of terminal wins above which a large game is a total win.

use super::equations::Theory;

/// Where games become total wins. Jansen 1992, section 4.4, for any branching.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// `T_alpha`: the share of White's positions that must be terminal wins. Below 0 if none need be.
    pub alpha: f64,
    /// `x_g`, the critical mass: the share of White's positions that can be won at most below the
    /// threshold.
    pub critical_mass: f64,
}

impl Theory {
    /// The share of terminal wins with which the share `x` of White's positions is a fixed point:
    ///
    /// ```text
    /// alpha(x) = 1 - (1 - x) / H(x),   H(x) = G_W(1 - (1 - t_+/N) G_B(x))
    /// ```
    ///
    /// For the same fixed `b` and no terminal draws this is equation 4.5 solved for alpha.
    pub fn alpha_at(&self, x: f64) -> f64 {
        1.0 - (1.0 - x) / self.white_branching.all_within(1.0 - self.lost(x))
    }

    /// Positive where `alpha(x)` rises: `H + (1 - x) H'`. For a fixed `b` Jansen's `g(x)` times
    /// `(1 - x^b)^(b-1) (1 - x)`.
    fn rise(&self, x: f64) -> f64 {
        let within = 1.0 - self.lost(x);
        let slope = (1.0 - self.terminal_draws) * self.black_branching.slope(x);
        let falls = self.white_branching.slope(within) * slope;
        self.white_branching.all_within(within) - (1.0 - x) * falls
    }

    /// The threshold: the first maximum of `alpha(x)` inside `0 < x < 1`. As alpha passes it, the
    /// share of wins leaps. None if `alpha(x)` has no maximum: the share of wins then grows without a leap.
    pub fn threshold(&self) -> Option<Threshold> {
        let mut rising: Option<f64> = None;
        for x in points() {
            let rise = self.rise(x);
            match rising {
                Some(last) if rise < 0.0 => {
                    let critical_mass = bisect(last, x, |x| self.rise(x));
                    return Some(Threshold { alpha: self.alpha_at(critical_mass), critical_mass });
                }
                _ if rise > 0.0 => rising = Some(x),
                _ => {}
            }
        }
        None
    }
}

/// How finely the interval from 0 to 1 is looked at.
const POINTS: u32 = 4_096;

/// Points inside the interval from 0 to 1, closer together near 1, where large branching factors decide.
pub(super) fn points() -> impl Iterator<Item = f64> {
    (1..POINTS).map(|at| {
        let left = 1.0 - f64::from(at) / f64::from(POINTS);
        1.0 - left.powi(3)
    })
}

/// Where a function that is positive at `low` and not at `high` crosses zero, to the last bits.
pub(super) fn bisect(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    low + (high - low) / 2.0
}
