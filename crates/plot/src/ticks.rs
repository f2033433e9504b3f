//! Where an axis is marked: round numbers, few of them.

/// How an axis stretches its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps for equal differences.
    #[default]
    Linear,
    /// Equal steps for equal ratios: for counts that span decades.
    Log,
}

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Division {
    /// Equal steps for equal differences.
    Linear,
    /// Equal steps for equal ratios.
    Log,
    /// Equal steps for equal ratios of what is missing to 100: for shares in percent that come near it.
    Percent,
}

impl From<Scale> for Division {
    fn from(scale: Scale) -> Division {
        match scale {
            Scale::Linear => Division::Linear,
            Scale::Log => Division::Log,
        }
    }
}

/// Marks of [`Division::Percent`], from which those are taken that a plot needs.
const PERCENT: [f64; 14] =
    [0.0, 50.0, 80.0, 90.0, 95.0, 98.0, 99.0, 99.5, 99.8, 99.9, 99.95, 99.98, 99.99, 99.999];

impl Division {
    fn can_show(self, value: f64) -> bool {
        match self {
            Division::Linear => true,
            Division::Log => value > 0.0,
            Division::Percent => (0.0..100.0).contains(&value),
        }
    }
}

/// Thousands apart: 1,108,111.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// One axis: the numbers at its ends and the marks between.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Axis {
    division: Division,
    low: f64,
    high: f64,
    pub(crate) ticks: Vec<f64>,
}

impl Axis {
    /// An axis that holds all these numbers and starts and ends at a mark, about so many in all.
    pub(crate) fn spanning(
        values: impl Iterator<Item = f64>,
        division: impl Into<Division>,
        about: usize,
    ) -> Axis {
        let division = division.into();
        let (low, high) = values
            .filter(|value| value.is_finite() && division.can_show(*value))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        // Nothing to show: any axis will do.
        let (low, high) = if low <= high { (low, high) } else { (1.0, 10.0) };
        match division {
            Division::Linear => Axis::linear(low, high, about),
            Division::Log => Axis::log(low, high),
            Division::Percent => Axis::percent(low, high),
        }
    }

    fn linear(low: f64, high: f64, about: usize) -> Axis {
        let high = if high > low { high } else { low + 1.0 };
        let step = round_step((high - low) / about.max(1) as f64);
        let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
        let ticks: Vec<f64> = (first..=last).map(|n| n as f64 * step).collect();
        Axis {
            division: Division::Linear,
            low: first as f64 * step,
            high: last as f64 * step,
            ticks,
        }
    }

    fn log(low: f64, high: f64) -> Axis {
        let first = low.log10().floor() as i32;
        let last = (high.log10().ceil() as i32).max(first + 1);
        let ticks = (first..=last).map(|n| 10f64.powi(n)).collect();
        Axis { division: Division::Log, low: 10f64.powi(first), high: 10f64.powi(last), ticks }
    }

    fn percent(low: f64, high: f64) -> Axis {
        let last = PERCENT.len() - 1;
        let from = PERCENT.partition_point(|&mark| mark <= low).clamp(1, last) - 1;
        let to = PERCENT.partition_point(|&mark| mark < high).clamp(from + 1, last);
        let ticks = PERCENT[from..=to].to_vec();
        Axis { division: Division::Percent, low: PERCENT[from], high: PERCENT[to], ticks }
    }

    /// How far along the axis a number lies, 0 at the low end and 1 at the high one; none if the
    /// axis cannot show it.
    pub(crate) fn place(&self, value: f64) -> Option<f64> {
        let place = match self.division {
            Division::Linear => (value - self.low) / (self.high - self.low),
            Division::Log => (value / self.low).log10() / (self.high / self.low).log10(),
            Division::Percent => {
                let missing = |value: f64| (100.0 - value).log10();
                (missing(self.low) - missing(value)) / (missing(self.low) - missing(self.high))
            }
        };
        place.is_finite().then_some(place)
    }

    /// A mark's text: no more decimals than the steps need, thousands apart.
    pub(crate) fn label(&self, tick: f64) -> String {
        let step = match (self.division, self.ticks.as_slice()) {
            (Division::Linear, [first, second, ..]) => second - first,
            (Division::Percent, _) => return format!("{tick}"),
            _ => tick,
        };
        let decimals = if step >= 1.0 { 0 } else { (-step.log10()).ceil() as usize };
        let text = format!("{:.decimals$}", tick.abs());
        let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
        let sign = if tick < 0.0 { "\u{2212}" } else { "" };
        let whole: u64 = whole.parse().unwrap_or(0);
        format!("{sign}{}{rest}", grouped(whole))
    }
}

/// The least of 1, 2 and 5 times a power of ten that is no smaller.
fn round_step(step: f64) -> f64 {
    let decade = 10f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|digit| digit * decade)
        .find(|&rounded| rounded >= step * (1.0 - 1e-9))
        .unwrap_or(10.0 * decade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_hold_every_number() {
        let axis = Axis::spanning([0.0, 31.0].into_iter(), Scale::Linear, 8);
        assert_eq!(axis.ticks, [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0]);
        assert_eq!(axis.place(0.0), Some(0.0));
        assert_eq!(axis.place(35.0), Some(1.0));
        let axis = Axis::spanning([2.0, 133_000.0].into_iter(), Scale::Log, 8);
        assert_eq!(axis.ticks.first(), Some(&1.0));
        assert_eq!(axis.ticks.last(), Some(&1e6));
        assert_eq!(axis.place(0.0), None);
    }

    #[test]
    fn labels_have_the_decimals_they_need() {
        let axis = Axis::spanning([0.0, 1.0].into_iter(), Scale::Linear, 5);
        assert_eq!(axis.label(0.2), "0.2");
        let axis = Axis::spanning([0.0, 150_000.0].into_iter(), Scale::Linear, 4);
        assert_eq!(axis.label(100_000.0), "100,000");
        let axis = Axis::spanning([-3.0, 3.0].into_iter(), Scale::Linear, 4);
        assert_eq!(axis.label(-2.0), "\u{2212}2");
    }

    /// From 90 to 99 % is as far as from 99 to 99.9 %; what is perfect cannot be shown.
    #[test]
    fn shares_come_near_a_hundred() {
        let axis = Axis::spanning([91.0, 99.86, 100.0].into_iter(), Division::Percent, 8);
        assert_eq!(axis.ticks, [90.0, 95.0, 98.0, 99.0, 99.5, 99.8, 99.9]);
        let [low, middle, high] =
            [90.0, 99.0, 99.9].map(|value| axis.place(value).expect("it can be shown"));
        assert!((low, high) == (0.0, 1.0) && (middle - 0.5).abs() < 1e-9);
        assert_eq!(axis.place(100.0), None);
        assert_eq!([90.0, 99.8].map(|tick| axis.label(tick)), ["90", "99.8"]);
    }

    #[test]
    fn nothing_to_show_is_still_an_axis() {
        for division in [Division::Linear, Division::Log, Division::Percent] {
            assert!(Axis::spanning([].into_iter(), division, 5).ticks.len() >= 2);
            assert!(Axis::spanning([7.0].into_iter(), division, 5).place(7.0).is_some());
        }
    }
}
