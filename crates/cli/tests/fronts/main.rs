//! The real program, driven as a person would: arguments in, text and exit code out.

#![allow(clippy::unwrap_used)]

mod answers;
mod assess;
mod bad_input;
mod desk;
mod disk;
mod help;
mod model;
#[cfg(unix)]
mod predicting;
mod stopping;
