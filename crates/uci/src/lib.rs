//! Every agent as an engine that chess programs can load: the protocol's front.
//!
//! - [`front`]: lines in, lines out; [`options`] what can be set, `thinking` what happens after `go`
//! - [`opponent`]: what is known of him; [`control`]: the stop sign

pub mod control;
pub mod front;
pub mod opponent;
pub mod options;
mod thinking;
