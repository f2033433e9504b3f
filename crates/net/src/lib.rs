//! WHAT A NETWORK LEARNS of an endgame, made exact, and the study of Haworth & Velliste (1998) repeated.
//!
//! ```text
//! tables -> Examples (features, results) -> ReluNetwork -> IntegerNetwork -> EndgameNetwork -> file
//!        -> kpk: Characterisation, sets  -> SigmoidNetwork (1998)
//! ```
//!
//! - [`examples`]: positions of an endgame with what they are worth to White; [`features`]: what a network sees of them
//! - [`relu`]: networks of today; [`train`](mod@train): how they are trained; [`integer`]: the same in whole numbers;
//!   [`compress`]: weights moved until weights and exceptions together take fewest bits
//! - [`bit_coder`]: an arithmetic coder; [`endgame_network`]: a network with its exceptions, right everywhere; [`file`](mod@file): on disk
//! - [`characterisation`], [`kpk`], [`sigmoid`], [`trial`]: the inputs, the position sets, the networks and the trials of 1998
//! - [`tree`], [`diagram`]: what else could tell wins from draws, and what it takes to write it down
//! - [`estimate`]: what a network of an endgame too large to go through would take, by a sample
//! - [`learn`]: a network learned, made exact and packed, in one call

pub mod bayes;
pub mod bit_coder;
pub mod boolean;
pub mod characterisation;
pub mod compress;
pub mod diagram;
pub mod endgame_network;
pub mod estimate;
pub mod examples;
pub mod features;
pub mod file;
pub mod guess;
pub mod integer;
pub mod kpk;
pub mod learn;
pub mod relu;
pub mod rules_of_thumb;
pub mod sigmoid;
pub mod source;
pub mod train;
pub mod tree;
pub mod trial;
pub mod weight_code;

/// The network of KPK that comes with the program.
pub fn built_in() -> endgame_network::EndgameNetwork {
    file::unpack(include_bytes!("../data/KPK.net")).expect("a test reads it")
}
