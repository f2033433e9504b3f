//! Haworth 2007, "Gentlemen, stop your engines!": the proposals of the paper, carried out on decisions
//! that an engine has scored.

mod bands;
mod data;
mod fairplay;
mod families;
mod inversion;
mod noise;
mod self_consistency;

use crate::Row;

/// What the paper proposes, as far as decisions alone can tell.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("haworth2007/families", "how well each law foresees people, on games held out", families::run),
    ("haworth2007/bands", "competence by rating, FIDE and Lichess", bands::run),
    ("haworth2007/self-consistency", "a stopped-down engine is found to be itself; a mixture is not", self_consistency::run),
    ("haworth2007/noise", "what noise on the engine's values does to the apparent competence", noise::run),
    ("haworth2007/inversion", "Guid and Bratko's measure, and McKinnon's inversion", inversion::run),
    ("haworth2007/fairplay", "z of honest players, and how often planted assistance is found", fairplay::run),
];
