//! What a depth counts down to.

use std::fmt;
use std::str::FromStr;

/// What the winner is racing to, and so what a [`Depth`](crate::Depth) counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Depth to conversion: mate, a capture or a promotion. The papers' metric, and the default.
    #[default]
    Dtc,
    /// Depth to mate.
    Dtm,
    /// Depth to a zeroing move: mate, a capture or any pawn move.
    Dtz,
    /// As [`Metric::Dtz`], and a win counts only if it can be forced under the 50-move rule from a
    /// fresh count.
    Dtz50,
}

impl Metric {
    /// Every metric, the default first.
    pub const ALL: [Metric; 4] = [Metric::Dtc, Metric::Dtm, Metric::Dtz, Metric::Dtz50];

    /// As written on the command line and in file names: `dtc`.
    pub fn word(self) -> &'static str {
        match self {
            Metric::Dtc => "dtc",
            Metric::Dtm => "dtm",
            Metric::Dtz => "dtz",
            Metric::Dtz50 => "dtz50",
        }
    }

    /// The goal in words, for people: "moves to mate".
    pub fn unit(self) -> &'static str {
        match self {
            Metric::Dtc => "winner's moves to conversion (mate, capture or promotion)",
            Metric::Dtm => "winner's moves to mate",
            Metric::Dtz => "winner's moves to a zeroing move (mate, capture or pawn move)",
            Metric::Dtz50 => {
                "winner's moves to a zeroing move (mate, capture or pawn move) under the 50-move rule"
            }
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.word().to_uppercase())
    }
}

/// A metric nobody has heard of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMetric(pub String);

impl fmt::Display for UnknownMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown metric '{}': choose dtc, dtm, dtz or dtz50", self.0)
    }
}

impl std::error::Error for UnknownMetric {}

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(text: &str) -> Result<Metric, UnknownMetric> {
        Metric::ALL
            .into_iter()
            .find(|metric| text.eq_ignore_ascii_case(metric.word()))
            .ok_or_else(|| UnknownMetric(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_names_parse_back() {
        for metric in Metric::ALL {
            assert_eq!(metric.word().parse(), Ok(metric));
            assert_eq!(metric.to_string().parse(), Ok(metric));
        }
        assert_eq!("dtx".parse::<Metric>(), Err(UnknownMetric("dtx".to_owned())));
    }
}
