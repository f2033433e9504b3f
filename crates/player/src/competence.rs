//! How sharply a player prefers better moves.

use std::fmt;
use std::str::FromStr;

/// The papers' `c`: zero is random play, infinity the infallible player, below zero a preference
/// for worse moves.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Competence(f64);

/// What is no competence: a sentence with the next step in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no competence: give a number such as 20 or -5, up to a million either way, or inf"
)]
pub struct NotACompetence(pub String);

impl Competence {
    /// `R_0`: every move is as likely as any other.
    pub const RANDOM: Competence = Competence(0.0);
    /// The limit of ever greater competence: always one of the best moves.
    pub const INFALLIBLE: Competence = Competence(f64::INFINITY);
    /// The limit of ever less: always one of the worst.
    pub const ANTI_INFALLIBLE: Competence = Competence(f64::NEG_INFINITY);

    /// The greatest number anybody may ask for, either way: it plays as inf does, and what is
    /// calculated from it stays finite.
    pub const GREATEST: f64 = 1e6;

    /// The one door: every number but NaN.
    pub fn new(c: f64) -> Result<Competence, NotACompetence> {
        if c.is_nan() { Err(NotACompetence(c.to_string())) } else { Ok(Competence(c)) }
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }

    /// Whether it is a number one can calculate with.
    pub fn is_finite(self) -> bool {
        self.0.is_finite()
    }

    /// The same player, so much better; infinities stay where they are.
    #[must_use]
    pub fn plus(self, offset: f64) -> Competence {
        let sum = self.0 + offset;
        Competence(if sum.is_nan() { self.0 } else { sum })
    }
}

impl fmt::Display for Competence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Competence {
    type Err = NotACompetence;

    fn from_str(text: &str) -> Result<Competence, NotACompetence> {
        let wrong = || NotACompetence(text.to_owned());
        let number: f64 = text.trim().parse().map_err(|_| wrong())?;
        // A number too large to be written is infinite, and was not meant to be.
        let is_word = text.contains(|c: char| c.eq_ignore_ascii_case(&'i'));
        if number.abs() > Competence::GREATEST && !is_word {
            return Err(wrong());
        }
        Competence::new(number).map_err(|_| wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anything_but_nan_is_a_competence() {
        assert_eq!("20".parse(), Ok(Competence(20.0)));
        assert_eq!("-inf".parse(), Ok(Competence::ANTI_INFALLIBLE));
        assert_eq!("inf".parse(), Ok(Competence::INFALLIBLE));
        assert_eq!("Infinity".parse(), Ok(Competence::INFALLIBLE));
        assert_eq!("-1e6".parse(), Ok(Competence(-1e6)));
        for wrong in ["1e400", "-1e400", "1e308", "-1e308", "1000001", ""] {
            assert!(wrong.parse::<Competence>().is_err(), "{wrong}");
        }
        assert_eq!("NaN".parse::<Competence>(), Err(NotACompetence("NaN".to_owned())));
        assert!("strong".parse::<Competence>().is_err());
        assert!(Competence::new(f64::NAN).is_err());
        assert_eq!(Competence::INFALLIBLE.plus(-3.0), Competence::INFALLIBLE);
    }
}
