//! Whom a presser presses, as the name under which its weights are looked up.

use std::fmt;

use crate::competence::Competence;
use crate::filter::Concede;
use crate::preference::DepthOffset;

/// The opponent that a presser believes in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PressedOpponent {
    /// How well he plays.
    pub competence: Competence,
    /// The papers' kappa.
    pub kappa: DepthOffset,
    /// Which values he may give away.
    pub concede: Concede,
}

const NAME: &str = "presser:";

impl PressedOpponent {
    /// The opponent of this name; none if it names something else.
    pub fn of_name(name: &str) -> Option<PressedOpponent> {
        let mut words = name.strip_prefix(NAME)?.split(',');
        let opponent = PressedOpponent {
            competence: words.next()?.parse().ok()?,
            kappa: words.next()?.strip_prefix("kappa=")?.parse().ok()?,
            concede: words.next()?.strip_prefix("concede=")?.parse().ok()?,
        };
        words.next().is_none().then_some(opponent)
    }
}

impl fmt::Display for PressedOpponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PressedOpponent { competence, kappa, concede } = self;
        write!(f, "{NAME}{competence},kappa={kappa},concede={concede}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_back() {
        for name in ["presser:20,kappa=1,concede=all", "presser:7.5,kappa=0.5,concede=draws"] {
            assert_eq!(PressedOpponent::of_name(name).expect(name).to_string(), name);
        }
        for other in ["hp1", "presser:", "presser:20", "presser:20,kappa=1,concede=all,x"] {
            assert_eq!(PressedOpponent::of_name(other), None, "{other}");
        }
    }
}
