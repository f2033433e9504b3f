//! The family and the reference as answers and scales tell them.

use std::borrow::Cow;

use study::schema::whole_games::{ClusteredEstimate, DecisionModel};

use crate::decision::{Decision, Reference};
use crate::family::{Family, FamilyError, Link, MateRule};
use crate::inference::Estimate;

/// The word for decisions that several references scored.
const SEVERAL: &str = "several";

/// What decisions are judged by.
pub fn record(family: &Family, reference: String) -> DecisionModel {
    DecisionModel {
        family: family.link.word().into(),
        kappa: family.link.has_kappa().then_some(family.kappa),
        mate: match family.mate {
            MateRule::ByMoves => None,
            MateRule::Capped(cap) => Some(cap),
        },
        lapse: family.lapse,
        exponent: (family.link == Link::Regan).then_some(family.consistency),
        reference,
    }
}

/// The family of a record.
pub fn family(record: &DecisionModel) -> Result<Family, FamilyError> {
    let usual = Family::of(record.family.parse()?);
    let family = Family {
        kappa: record.kappa.unwrap_or(usual.kappa),
        mate: record.mate.map_or(MateRule::ByMoves, MateRule::Capped),
        lapse: record.lapse,
        consistency: record.exponent.unwrap_or(usual.consistency),
        ..usual
    };
    family.checked()
}

/// Who scored these decisions, in words.
pub fn reference_of<'a>(decisions: impl IntoIterator<Item = &'a Decision>) -> String {
    let mut decisions = decisions.into_iter();
    let Some(first) = decisions.next() else { return String::new() };
    if decisions.all(|other| other.reference == first.reference) {
        first.reference.to_string()
    } else {
        SEVERAL.to_owned()
    }
}

impl std::fmt::Display for Reference {
    /// `Stockfish 15.1, depth 8, multipv`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let space = if self.version.is_empty() { "" } else { " " };
        let Reference { engine, version, depth, method, .. } = self;
        write!(f, "{engine}{space}{version}, depth {depth}, {}", method.word())
    }
}

/// An estimate as it is told.
pub fn told(estimate: &Estimate) -> ClusteredEstimate {
    let (low, high) = estimate.interval();
    ClusteredEstimate { mean: estimate.mean(), sd: estimate.sd(), low, high }
}

/// The words of a short list that answers carry.
pub(crate) fn word(text: &'static str) -> Cow<'static, str> {
    Cow::Borrowed(text)
}
