//! Which of its own moves a predator considers.

use std::fmt;
use std::str::FromStr;

use value::{Choices, Value};

use super::risk::{NotARisk, Risk};

/// Which of its own moves a predator considers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Among {
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
pub enum NotAmong {
    /// None of the words.
    #[error("'{0}' is no set of moves: choose optimal, within:RISK, preserving or all")]
    Unknown(String),
    /// A risk that is none.
    #[error(transparent)]
    Risk(#[from] NotARisk),
}

impl Among {
    /// The numbers of the choices it admits.
    pub fn candidates<M, V: Value>(&self, choices: &Choices<M, V>) -> Vec<usize> {
        let Some(best) = choices.best() else { return Vec::new() };
        let allowed = match self {
            Among::Within(risk) => best.depth().map_or(0, |depth| risk.at(depth)),
            _ => 0,
        };
        let admits = |value: V| match self {
            Among::Optimal => value == best,
            Among::Within(_) => {
                value.shortfall(best).is_some_and(|lost| lost <= f64::from(allowed))
            }
            Among::Preserving => value.sign() == best.sign(),
            Among::All => true,
        };
        (0..choices.len()).filter(|&at| admits(choices[at].value)).collect()
    }
}

impl fmt::Display for Among {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Among::Optimal => f.pad("optimal"),
            Among::Within(risk) => f.pad(&format!("within:{risk}")),
            Among::Preserving => f.pad("preserving"),
            Among::All => f.pad("all"),
        }
    }
}

impl FromStr for Among {
    type Err = NotAmong;

    fn from_str(text: &str) -> Result<Among, NotAmong> {
        match text {
            "optimal" => Ok(Among::Optimal),
            "preserving" => Ok(Among::Preserving),
            "all" => Ok(Among::All),
            _ => match text.strip_prefix("within:") {
                Some(risk) => Ok(Among::Within(risk.parse()?)),
                None => Err(NotAmong::Unknown(text.to_owned())),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::{Choice, Depth, Extent, Outcome};

    fn admitted(among: &str, values: &[Outcome]) -> Vec<usize> {
        let list = values.iter().map(|&value| Choice::new((), value)).collect();
        among.parse::<Among>().unwrap().candidates(&Choices::new(list, Extent::default()))
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
            assert_eq!(text.parse::<Among>().unwrap().to_string(), text);
        }
        assert!("some".parse::<Among>().unwrap_err().to_string().contains("within:RISK"));
        assert!("within:x".parse::<Among>().unwrap_err().to_string().contains("is no risk"));
    }
}
