//! The papers' preference function: a power of the depth.

use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use value::{Depth, Distance, Extent};

use super::Preference;

/// `S_c(win in d) = (d + κ)^-c`, with draws and losses fitted to it: Haworth 2003, section 6.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PowerLaw {
    /// `κ`: how much a move counts beside the depth.
    pub depth_offset: DepthOffset,
    /// `d_W`, `n_1`: the win that is as good as a draw; none for one move past the deepest.
    pub draw_as_win: Option<Depth>,
    /// `d_L`, `n_2`: the loss that is as good as a draw; none for one move past the deepest.
    pub draw_as_loss: Option<Depth>,
}

impl PowerLaw {
    /// With the least anchors the endgame allows, as the papers have them.
    pub fn new(depth_offset: DepthOffset) -> PowerLaw {
        PowerLaw { depth_offset, draw_as_win: None, draw_as_loss: None }
    }
}

impl Preference for PowerLaw {
    /// ```text
    /// win in d    ln(d + κ)
    /// draw        ln(d_W + κ)
    /// loss in d   ln(d_W + κ) + ln(d_L + κ) - ln(d + κ)
    /// ```
    ///
    /// `λ` of the papers is `[(d_W + κ)(d_L + κ)]^-c` and so never needs a name.
    fn cost(&self, distance: Distance, extent: Extent) -> f64 {
        let ln = |d: f64| logarithm(d + self.depth_offset.get());
        // An anchor that is not past the deepest would make a draw better than some wins.
        let anchor = |asked: Option<Depth>, deepest: Depth| {
            let past = deepest.deeper();
            ln(f64::from(asked.map_or(past, |asked| asked.max(past)).0))
        };
        let draw = || anchor(self.draw_as_win, extent.deepest_win);
        match distance {
            Distance::Win(d) => ln(d),
            Distance::Draw => draw(),
            Distance::Loss(d) => draw() + anchor(self.draw_as_loss, extent.deepest_loss) - ln(d),
        }
    }

    fn is_same(&self, other: &dyn Preference) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

/// The logarithms of the first whole numbers: depths are whole, and `κ` is 1 as a rule.
static LOGARITHMS: LazyLock<[f64; 256]> =
    LazyLock::new(|| std::array::from_fn(|n| (n as f64).ln()));

/// `ln x`, looked up where it can be.
fn logarithm(x: f64) -> f64 {
    // What is no number, or below zero, becomes 0, and is not that.
    let whole = x as usize;
    match LOGARITHMS.get(whole) {
        Some(&known) if whole as f64 == x => known,
        _ => x.ln(),
    }
}

/// The papers' `κ`, above zero; or `0+`, the limit in which a move to depth 0 is certain.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct DepthOffset(f64);

/// What is no `κ`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no kappa: give a number above 0, as in 1, or 0+ for the limit in which a win at hand is never missed"
)]
pub struct NotAnOffset(pub String);

impl DepthOffset {
    /// As in Andrist & Haworth 2005: the move at hand counts as one.
    pub const ONE: DepthOffset = DepthOffset(1.0);
    /// `0+` of Haworth 2003: arbitrarily small, the limit taken exactly.
    pub const VANISHING: DepthOffset = DepthOffset(0.0);

    /// A number above zero.
    pub fn new(kappa: f64) -> Result<DepthOffset, NotAnOffset> {
        if kappa > 0.0 && kappa.is_finite() {
            Ok(DepthOffset(kappa))
        } else {
            Err(NotAnOffset(kappa.to_string()))
        }
    }

    /// The number; zero for the limit.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Default for DepthOffset {
    fn default() -> DepthOffset {
        DepthOffset::ONE
    }
}

impl fmt::Display for DepthOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == DepthOffset::VANISHING { f.pad("0+") } else { self.0.fmt(f) }
    }
}

impl FromStr for DepthOffset {
    type Err = NotAnOffset;

    fn from_str(text: &str) -> Result<DepthOffset, NotAnOffset> {
        let wrong = || NotAnOffset(text.to_owned());
        if text.trim() == "0+" {
            return Ok(DepthOffset::VANISHING);
        }
        let number = text.trim().parse().map_err(|_| wrong())?;
        DepthOffset::new(number).map_err(|_| wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{KQKR, outcomes};
    use proptest::prelude::*;
    use value::Outcome;

    fn power(kappa: f64) -> PowerLaw {
        PowerLaw::new(DepthOffset::new(kappa).unwrap())
    }

    #[test]
    fn an_offset_is_above_zero_or_its_limit() {
        assert_eq!("0+".parse(), Ok(DepthOffset::VANISHING));
        assert_eq!("0.5".parse(), Ok(DepthOffset(0.5)));
        for wrong in ["0", "-1", "NaN", "inf", "some", ""] {
            assert!(wrong.parse::<DepthOffset>().is_err(), "{wrong}");
        }
        assert_eq!(DepthOffset::VANISHING.to_string(), "0+");
    }

    /// Figure 1 of Haworth 2003: with `c = κ = 1` a win in `d` is preferred by `1 / (d + 1)`, a
    /// draw by 1/33, and the quickest loss by `1 / (33 * 5)`.
    #[test]
    fn the_papers_figure_one() {
        let preference = |outcome: Outcome| (-power(1.0).cost(outcome.into(), KQKR)).exp();
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        close(preference(Outcome::Win(Depth(0))), 1.0);
        close(preference(Outcome::Win(Depth(31))), 1.0 / 32.0);
        close(preference(Outcome::Draw), 1.0 / 33.0);
        close(preference(Outcome::Loss(Depth(3))), 4.0 / (33.0 * 5.0));
        close(preference(Outcome::Loss(Depth(0))), 1.0 / (33.0 * 5.0));
    }

    #[test]
    fn in_the_limit_depth_zero_is_beyond_price() {
        let limit = PowerLaw::new(DepthOffset::VANISHING);
        assert_eq!(limit.cost(Outcome::Win(Depth(0)).into(), KQKR), f64::NEG_INFINITY);
        assert_eq!(limit.cost(Outcome::Loss(Depth(0)).into(), KQKR), f64::INFINITY);
        assert_eq!(limit.cost(Outcome::Win(Depth(1)).into(), KQKR), 0.0);
    }

    proptest! {
        /// p03, p06, p07: every outcome has a finite cost, and the better outcome the lower one.
        #[test]
        fn better_costs_less(a in outcomes(), b in outcomes(), kappa in 0.01..5.0) {
            let [cost_a, cost_b] = [a, b].map(|outcome| power(kappa).cost(outcome.into(), KQKR));
            prop_assert!(cost_a.is_finite());
            prop_assert_eq!(cost_b.partial_cmp(&cost_a), Some(a.cmp(&b)));
        }

        /// p05: a draw is as good as a win, and as a loss, deeper than any.
        #[test]
        fn a_draw_is_a_deep_win_and_a_deep_loss(kappa in 0.01..5.0, past in 1..50u16) {
            let law = PowerLaw {
                draw_as_win: Some(Depth(31 + past)),
                draw_as_loss: Some(Depth(3 + past)),
                ..power(kappa)
            };
            let draw = law.cost(Outcome::Draw.into(), KQKR);
            prop_assert!((draw - law.cost(Outcome::Win(Depth(31 + past)).into(), KQKR)).abs() < 1e-12);
            prop_assert!((draw - law.cost(Outcome::Loss(Depth(3 + past)).into(), KQKR)).abs() < 1e-12);
        }

        /// p08: the deeper the win or loss, the less one move more or less matters, to no end.
        #[test]
        fn depth_blurs_the_difference(d in 0..500u16, kappa in 0.01..5.0) {
            let step = |outcome: fn(Depth) -> Outcome, d: u16| {
                let [next, this] = [d + 1, d].map(|d| power(kappa).cost(outcome(Depth(d)).into(), KQKR));
                (next - this).abs()
            };
            for outcome in [Outcome::Win, Outcome::Loss] {
                prop_assert!(step(outcome, d + 1) < step(outcome, d));
                prop_assert!(step(outcome, 60_000) < 1e-4);
            }
        }

        /// An anchor asked for among the wins is moved past the deepest.
        #[test]
        fn a_draw_never_beats_a_win(anchor in 0..31u16) {
            let law = PowerLaw { draw_as_win: Some(Depth(anchor)), ..power(1.0) };
            let deepest = law.cost(Outcome::Win(Depth(31)).into(), KQKR);
            prop_assert!(law.cost(Outcome::Draw.into(), KQKR) > deepest);
        }
    }
}
