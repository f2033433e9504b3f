//! What an outcome costs a player who wants to win: `S_c = exp(-c * cost)`.
//!
//! A family of preferences is one file here with one [`Preference`] in it:
//!
//! - [`PowerLaw`]: the papers' own, `(d + κ)^-c`

mod power;

pub use power::{DepthOffset, NotAnOffset, PowerLaw};

use std::any::Any;
use std::fmt::Debug;

use value::{Distance, Extent};

/// A family of preference functions, in logs, so that competence enters in one place
/// ([`MoveDistribution`](crate::distribution::MoveDistribution)), its limits are "take the cheapest" and "the dearest", and
/// long games do not underflow.
///
/// What Haworth 2003 asks of `S_c` (p03 to p08), said of the cost: the better outcome costs less
/// (p06, p07), a draw as much as some win deeper and some loss deeper than any (p05), and a move
/// more or less matters the less the deeper the win or loss (p08). p04 then holds by itself.
pub trait Preference: Any + Debug + Send + Sync {
    /// What it costs the mover to be so far from the goal, in an endgame whose wins and losses go so
    /// deep.
    ///
    /// Finite, except as the limit of a family whose parameter vanishes: then an outcome may cost
    /// minus or plus infinity, and is certain or impossible for every competence above zero.
    fn cost(&self, distance: Distance, extent: Extent) -> f64;

    /// Whether all outcomes cost the same by another preference.
    fn is_same(&self, other: &dyn Preference) -> bool;
}
