//! Scripted conversations: this line in, that line out, nothing left over.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod analysis;
mod bad_engine;
mod chance;
mod garbage;
mod gui;
mod protocol;
mod settings;
mod variants;
