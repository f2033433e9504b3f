//! How much depth may be given up at once, hoping for more: Jansen's `δ`, by depth.

use std::fmt;
use std::str::FromStr;

use value::Depth;

/// A risk for every depth, in steps: `3`, or `3@10/1@20` for 3 from depth 10 on and 1 from depth 20
/// on, and none below (Jansen 1992, 7.1.2 and 9.2.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Risk {
    /// From which depth on, and how much, the shallowest first.
    steps: Vec<(Depth, u16)>,
}

/// A risk nobody can take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no risk: give the moves that may be given up, as in 3, or steps by growing depth, as in 3@10/1@20"
)]
pub struct NotARisk(String);

impl Risk {
    /// The same risk at every depth.
    pub fn constant(risk: u16) -> Risk {
        Risk { steps: vec![(Depth(0), risk)] }
    }

    /// This risk from a depth on, and none below.
    pub fn from(depth: Depth, risk: u16) -> Risk {
        Risk { steps: vec![(depth, risk)] }
    }

    /// What may be given up where the best move leads so deep.
    pub fn at(&self, depth: Depth) -> u16 {
        let reached = self.steps.iter().take_while(|(from, _)| *from <= depth);
        reached.last().map_or(0, |(_, risk)| *risk)
    }
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = |(from, risk): &(Depth, u16)| match from.0 {
            0 => risk.to_string(),
            from => format!("{risk}@{from}"),
        };
        f.pad(&self.steps.iter().map(step).collect::<Vec<_>>().join("/"))
    }
}

impl FromStr for Risk {
    type Err = NotARisk;

    fn from_str(text: &str) -> Result<Risk, NotARisk> {
        let wrong = || NotARisk(text.to_owned());
        let step = |word: &str| {
            let (risk, from) = word.split_once('@').unwrap_or((word, "0"));
            Some((Depth(from.trim().parse().ok()?), risk.trim().parse().ok()?))
        };
        let steps: Option<Vec<(Depth, u16)>> = text.split('/').map(step).collect();
        let steps = steps.ok_or_else(wrong)?;
        if steps.windows(2).all(|pair| pair[0].0 < pair[1].0) {
            Ok(Risk { steps })
        } else {
            Err(wrong())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn risk_goes_in_steps() {
        let risk: Risk = "3@10/1@20".parse().unwrap();
        let at = |depth| risk.at(Depth(depth));
        assert_eq!([at(0), at(9), at(10), at(19), at(20), at(31)], [0, 0, 3, 3, 1, 1]);
        assert_eq!("4".parse::<Risk>().unwrap(), Risk::constant(4));
        assert_eq!("4@10".parse::<Risk>().unwrap(), Risk::from(Depth(10), 4));
        for text in ["0", "3@10/1@20", "2/0@25"] {
            assert_eq!(text.parse::<Risk>().unwrap().to_string(), text);
        }
        for wrong in ["", "much", "3@", "-1", "1@20/3@10", "3@10,1@20", "1.5"] {
            assert!(wrong.parse::<Risk>().is_err(), "{wrong}");
        }
    }
}
