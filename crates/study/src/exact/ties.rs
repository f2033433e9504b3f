//! What an infallible defender does where several replies are equally deep.

use std::fmt;
use std::str::FromStr;

use value::Plies;

/// Which of several equally deep replies an infallible defender takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// Any of them, with equal chances.
    #[default]
    Uniform,
    /// The one that leads to the first position, in an order that does not depend on how the board is turned.
    First,
    /// The one after which this attacker needs longest.
    Hardest,
    /// The one after which this attacker needs the shortest time.
    Easiest,
    /// The one that looks hardest for this attacker so many plies ahead: the papers' Predator.
    Predator(Plies),
}

/// Words that name no rule for ties.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "--ties {0}: choose uniform, first, hardest, easiest, predator, or predator=PLIES with an even number from 2 to 200"
)]
pub struct TiesError(String);

/// How far a Predator looks unless told otherwise.
const USUAL_PLIES: Plies = Plies(2);

impl FromStr for Ties {
    type Err = TiesError;

    fn from_str(text: &str) -> Result<Ties, TiesError> {
        let plies = |word: &str| match word.parse() {
            Ok(plies @ 2..=200) if plies % 2 == 0 => Ok(Ties::Predator(Plies(plies))),
            _ => Err(TiesError(text.to_owned())),
        };
        match text {
            "uniform" => Ok(Ties::Uniform),
            "first" => Ok(Ties::First),
            "hardest" => Ok(Ties::Hardest),
            "easiest" => Ok(Ties::Easiest),
            "predator" => Ok(Ties::Predator(USUAL_PLIES)),
            _ => match text.strip_prefix("predator=") {
                Some(number) => plies(number),
                None => Err(TiesError(text.to_owned())),
            },
        }
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ties::Uniform => f.write_str("uniform"),
            Ties::First => f.write_str("first"),
            Ties::Hardest => f.write_str("hardest"),
            Ties::Easiest => f.write_str("easiest"),
            Ties::Predator(plies) => write!(f, "predator={}", plies.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_for_ties_are_read_as_they_are_written() {
        for ties in
            [Ties::Uniform, Ties::First, Ties::Hardest, Ties::Easiest, Ties::Predator(Plies(4))]
        {
            assert_eq!(ties.to_string().parse(), Ok(ties));
        }
        assert_eq!("predator".parse(), Ok(Ties::Predator(Plies(2))));
        for wrong in ["", "last", "predator=", "predator=0", "predator=3", "predator=202"] {
            assert!(wrong.parse::<Ties>().is_err(), "{wrong}");
        }
    }
}
