//! Haworth 2007, "Gentlemen, stop your engines!": the proposals of the paper, carried out on decisions
//! that an engine has scored, and in matches between stopped-down engines.

mod bands;
mod champions;
pub(crate) mod data;
mod depths;
mod endgames;
mod fairplay;
mod families;
mod inversion;
mod matches;
mod noise;
mod paired;
mod played;
mod ratings;
mod self_consistency;
mod self_played;
mod transform;
mod uci_elo;

use crate::Row;

/// What the paper proposes.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("haworth2007/families", "how well each law foresees people, on games held out", families::run),
    ("haworth2007/bands", "competence by rating, FIDE and Lichess", bands::run),
    ("haworth2007/endgames", "competence by rating where the tables judge, endgame by endgame", endgames::run),
    ("haworth2007/self-consistency", "a stopped-down engine is found to be itself; a mixture is not", self_consistency::run),
    ("haworth2007/self-played", "games that E_p(c) plays itself are found to be its own: an engine and our searcher", self_played::run),
    ("haworth2007/noise", "what noise on the engine's values does to the apparent competence", noise::run),
    ("haworth2007/depths", "competence against the depth of the search: rise and fall", depths::run),
    ("haworth2007/matches", "matches of E_p against E_p(c): rating points between them", matches::run),
    ("haworth2007/engine-rating", "the FIDE rating of E_p from players of several ratings", matches::rating),
    ("haworth2007/transform", "shallow engines against their own profile: the transform error", transform::run),
    ("haworth2007/champions", "World Champions by competence, and how sure the order is", champions::run),
    ("haworth2007/inversion", "Guid and Bratko's measure, and McKinnon's inversion", inversion::run),
    ("haworth2007/ratings", "single players rated from 1, 5, 10 and 50 of their games", ratings::run),
    ("haworth2007/uci-elo", "the scale of UCI_Elo, by games against Stockfish at known ratings", uci_elo::run),
    ("haworth2007/fairplay", "z of honest players, and how often planted assistance is found", fairplay::run),
];
