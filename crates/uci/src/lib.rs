//! Every agent as an engine that chess programs can load: the protocol's front.
//!
//! - [`front`]: lines in, lines out; [`options`] what can be set, `thinking` what happens after `go`
//! - [`stopped_down`]: `E_p(c)`, an engine that errs like a player of competence `c`
//! - [`game`]: the game so far, repetition and the fifty moves
//! - [`opponent`]: what is known of him; [`control`]: the stop sign

pub mod control;
pub mod front;
pub mod game;
pub mod opponent;
pub mod options;
pub mod stopped_down;
mod thinking;
