//! Families as people write them: `--family power --kappa 0.5 --lapse 0.02`.

use std::fmt;
use std::str::FromStr;

use player::CompetenceGrid;

use super::{Family, Link, MateRule};

/// What is no family.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum FamilyError {
    #[error(
        "'{0}' is no family: choose haworth, power, softmax, power-chance, softmax-chance or regan"
    )]
    Unknown(String),
    #[error("{0} is no kappa: give a number above 0, as in 0.5")]
    Kappa(f64),
    #[error(
        "the family {0} has no kappa: leave --kappa out, or choose haworth, power or power-chance"
    )]
    NoKappa(Link),
    #[error("{0} is no lapse rate: give a share of moves from 0 to below 1, as in 0.02")]
    Lapse(f64),
    #[error("{0} is no value of a mate: give a number of pawns above 0, as in 20")]
    Mate(f64),
    #[error("{0} is no exponent: give a number above 0 and at most 2, as in 0.4")]
    Consistency(f64),
}

/// What people may ask of a family; what they do not say stays as the law has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FamilyWord {
    /// The law; none for the default.
    pub link: Option<Link>,
    /// `kappa`.
    pub kappa: Option<f64>,
    /// The share of moves chosen at random.
    pub lapse: Option<f64>,
    /// Pawns that a mate is worth.
    pub mate: Option<f64>,
}

impl FamilyWord {
    /// The family, if every number is one.
    pub fn family(self) -> Result<Family, FamilyError> {
        let mut family = self.link.map_or_else(Family::default, Family::of);
        if let Some(kappa) = self.kappa {
            if !family.link.has_kappa() {
                return Err(FamilyError::NoKappa(family.link));
            }
            family.kappa = kappa;
        }
        family.lapse = self.lapse.unwrap_or(family.lapse);
        family.mate = self.mate.map_or(family.mate, MateRule::Capped);
        family.checked()
    }
}

impl Family {
    /// Itself, if its parameters are within their ranges.
    pub fn checked(self) -> Result<Family, FamilyError> {
        let is_positive = |number: f64| number > 0.0 && number.is_finite();
        if !is_positive(self.kappa) {
            return Err(FamilyError::Kappa(self.kappa));
        }
        if !(0.0..1.0).contains(&self.lapse) {
            return Err(FamilyError::Lapse(self.lapse));
        }
        if let MateRule::Capped(cap) = self.mate
            && !is_positive(cap)
        {
            return Err(FamilyError::Mate(cap));
        }
        if !(is_positive(self.consistency) && self.consistency <= 2.0) {
            return Err(FamilyError::Consistency(self.consistency));
        }
        Ok(self)
    }

    /// The competences thought possible, if nobody says otherwise: people of every rating lie well
    /// inside. About 250 values, so that the posterior of some thousand decisions spans many.
    pub fn default_grid(&self) -> CompetenceGrid {
        let (step, greatest) = match self.link {
            Link::Haworth => (0.1, 30.0),
            Link::Power | Link::Softmax => (0.04, 10.0),
            Link::PowerChance => (0.05, 12.0),
            Link::SoftmaxChance => (0.5, 120.0),
            Link::Regan => (0.2, 50.0),
        };
        CompetenceGrid::new(0.0, step, greatest).expect("a grid from 0 upwards")
    }
}

impl Link {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Link::Haworth => "haworth",
            Link::Power => "power",
            Link::Softmax => "softmax",
            Link::PowerChance => "power-chance",
            Link::SoftmaxChance => "softmax-chance",
            Link::Regan => "regan",
        }
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Link {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Link, FamilyError> {
        let wrong = || FamilyError::Unknown(text.to_owned());
        Link::ALL.into_iter().find(|link| link.word() == text.trim()).ok_or_else(wrong)
    }
}

impl fmt::Display for Family {
    /// `power, kappa 0.5, mate 10, lapse 0.02`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.link)?;
        if self.link.has_kappa() {
            write!(f, ", kappa {}", self.kappa)?;
        }
        if self.link == Link::Regan {
            write!(f, ", exponent {}", self.consistency)?;
        }
        if let MateRule::Capped(cap) = self.mate {
            write!(f, ", mate {cap}")?;
        }
        if self.lapse > 0.0 {
            write!(f, ", lapse {}", self.lapse)?;
        }
        Ok(())
    }
}
