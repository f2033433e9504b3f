//! Which of its own moves a predator considers.

use std::fmt;
use std::str::FromStr;

use value::{Choices, Value};

use super::risk::{NotARisk, Risk};

/// Which of its own moves a predator considers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Candidates {
    /// Those that the tables call best.
    Optimal,
    /// Those that keep the value of the position and give up no more depth than this.
    Within(Risk),
    /// Those that keep the value of the position, depth conceded or not.
    #[default]
    Preserving,
    /// Any.
    All,
}

/// Words that say nothing about moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum UnknownCandidates {
    #[error("'{0}' is no set of moves: choose optimal, within:RISK, preserving or all")]
    Unknown(String),
    #[error(transparent)]
    Risk(#[from] NotARisk),
}

impl Candidates {
    /// The numbers of the choices it admits.
    pub fn among<M, V: Value>(&self, choices: &Choices<M, V>) -> Vec<usize> {
        let Some(best) = choices.best() else { return Vec::new() };
        let allowed = match self {
            Candidates::Within(risk) => best.depth().map_or(0, |depth| risk.at(depth)),
            _ => 0,
        };
        let admits = |value: V| match self {
            Candidates::Optimal => value == best,
            Candidates::Within(_) => {
                value.shortfall(best).is_some_and(|lost| lost <= f64::from(allowed))
            }
            Candidates::Preserving => value.sign() == best.sign(),
            Candidates::All => true,
        };
        (0..choices.len()).filter(|&at| admits(choices[at].value)).collect()
    }
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Candidates::Optimal => f.pad("optimal"),
            Candidates::Within(risk) => f.pad(&format!("within:{risk}")),
            Candidates::Preserving => f.pad("preserving"),
            Candidates::All => f.pad("all"),
        }
    }
}

impl FromStr for Candidates {
    type Err = UnknownCandidates;

    fn from_str(text: &str) -> Result<Candidates, UnknownCandidates> {
        match text {
            "optimal" => Ok(Candidates::Optimal),
            "preserving" => Ok(Candidates::Preserving),
            "all" => Ok(Candidates::All),
            _ => match text.strip_prefix("within:") {
                Some(risk) => Ok(Candidates::Within(risk.parse()?)),
                None => Err(UnknownCandidates::Unknown(text.to_owned())),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::moves_to;
    use value::{Depth, Outcome};

    fn admitted(among: &str, values: &[Outcome]) -> Vec<usize> {
        among.parse::<Candidates>().unwrap().among(&moves_to(values))
    }

    #[test]
    fn risk_is_depth_given_up_and_never_value() {
        let loss = |depth| Outcome::Loss(Depth(depth));
        let lost = [loss(12), loss(14), loss(10), loss(13)];
        assert_eq!(admitted("optimal", &lost), [1]);
        assert_eq!(admitted("within:0", &lost), [1]);
        assert_eq!(admitted("within:1", &lost), [1, 3]);
        assert_eq!(admitted("within:4@14", &lost), [0, 1, 2, 3]);
        assert_eq!(admitted("within:4@15", &lost), [1]);
        let win = |depth| Outcome::Win(Depth(depth));
        assert_eq!(admitted("within:2", &[win(5), Outcome::Draw, win(8), win(7)]), [0, 3]);
        assert_eq!(admitted("within:9", &[Outcome::Draw, loss(9), Outcome::Draw]), [0, 2]);
        assert_eq!(admitted("preserving", &[Outcome::Draw, loss(9)]), [0]);
        assert_eq!(admitted("all", &[Outcome::Draw, loss(9)]), [0, 1]);
    }

    #[test]
    fn sets_of_moves_are_named() {
        for text in ["optimal", "preserving", "all", "within:3@10/1@20"] {
            assert_eq!(text.parse::<Candidates>().unwrap().to_string(), text);
        }
        assert!("some".parse::<Candidates>().unwrap_err().to_string().contains("within:RISK"));
        assert!("within:x".parse::<Candidates>().unwrap_err().to_string().contains("is no risk"));
    }
}
