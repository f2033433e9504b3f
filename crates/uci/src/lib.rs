//! HOW ENGINES TALK: every agent as an engine people can load, and other people's engines driven.
//!
//! - [`message`]: the protocol's words, read and printed
//! - [`front`]: we are the engine; [`options`] what can be set, `mind` what happens after `go`
//! - [`client`]: we drive an engine
//! - [`stopped`]: `E_p(c)`, an engine that errs like a player of competence `c`
//! - [`searcher`]: our own small engine, where there is no other; [`evaluation`]: what it sees
//! - [`valuer`]: who can value every legal move; [`score`]: in what units
//! - [`game`]: the game so far, repetition and the fifty moves; [`library`]: tables made meanwhile
//! - [`calibration`]: competence and Elo; [`opponent`]: what is known of him; [`control`]: the stop sign;
//!   `pipe`: lines out of one

pub mod calibration;
pub mod client;
pub mod control;
pub mod evaluation;
pub mod front;
pub mod game;
pub mod library;
pub mod message;
mod mind;
pub mod opponent;
pub mod options;
mod pipe;
pub mod score;
pub mod searcher;
pub mod stopped;
pub mod valuer;
