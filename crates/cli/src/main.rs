//! The command `fallible`: asks the libraries, prints what they say.
//!
//! - [`options`]: what every command takes, and the tables it opens with it
//! - [`model_options`]: which players are thought of
//! - [`commands`]: one file for each verb
//! - [`chain_options`]: what the commands that predict take
//! - [`endgames_option`]: which endgames a command is about
//! - [`position_report`]: how a position is shown before its moves
//! - [`console`]: the progress bar and Ctrl-C
//! - [`failure`]: one sentence and an exit code for everything that can go wrong
//! - [`games`]: the games of PGN files, some at a time
//! - [`printable`]: foreign text for the terminal
//! - [`json`]: what `--json` writes; [`files`]: files people asked for
//! - [`crash_messages`]: what is said when the system has no memory left, or something breaks
//! - [`plot`]: SVG files; [`format`](mod@format): numbers for people; [`resource_usage`]: time and memory used

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod belief_option;
mod chain_options;
mod commands;
mod console;
mod crash_messages;
mod elo_option;
mod endgames_option;
mod exact_zone_tables;
mod failure;
mod family_options;
mod files;
mod format;
mod games;
mod json;
mod model_options;
mod options;
mod position_report;
mod printable;
mod resource_usage;
mod valued_games;

// SVG files are drawn by their own crate; commands name it as a part of this one.
use ::plot;
use std::ffi::OsString;
use std::io::{BufWriter, Write, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser;

#[global_allocator]
static ALLOCATOR: crash_messages::Careful = crash_messages::Careful;

fn main() -> ExitCode {
    crash_messages::announce();
    // Half of the memory that is available now, before we take any.
    endgame::memory::default_budget();
    // What broke has said so.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(ExitCode::FAILURE)
}

fn run() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let listen = || {
        console::listen_for_ctrl_c();
        BufWriter::new(stdout().lock())
    };
    let result = match commands::OtherGames::asked(&words) {
        Some(asked) => asked.and_then(|asked| {
            let mut out = listen();
            asked.run(&mut out)?;
            Ok(out.flush()?)
        }),
        None => commands::Fallible::try_parse().map_err(anyhow::Error::new).and_then(|asked| {
            let mut out = listen();
            asked.run(&mut out)?;
            Ok(out.flush()?)
        }),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
