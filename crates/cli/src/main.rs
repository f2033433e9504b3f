//! The command `fallible`: asks the libraries, prints what they say.
//!
//! - [`options`]: what every command takes, and the tables it opens with it
//! - [`model_options`]: which players are thought of
//! - [`commands`]: one file for each verb
//! - [`chain_options`]: what the commands that predict take
//! - [`named`]: endgames in the colours the user named them in
//! - [`probed`]: a position with its value and moves
//! - [`console`]: the progress bar and Ctrl-C
//! - [`failure`]: one sentence and an exit code for everything that can go wrong
//! - [`games`]: the games of PGN files, some at a time
//! - [`printable`]: foreign text for the terminal
//! - [`answer`]: the shapes of `--json`; [`files`]: files people asked for
//! - [`plot`]: SVG files; [`figures`]: numbers for people; [`machine`]: time and memory used

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod answer;
mod chain_options;
mod commands;
mod console;
mod failure;
mod figures;
mod files;
mod games;
mod machine;
mod model_options;
mod named;
mod options;
mod printable;
mod probed;
mod weights_option;

// SVG files are drawn by their own crate; commands name it as a part of this one.
use ::plot;
use std::io::{BufWriter, Write, stdout};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let result = commands::Fallible::try_parse().map_err(anyhow::Error::new).and_then(|asked| {
        console::listen_for_ctrl_c();
        let mut out = BufWriter::new(stdout().lock());
        asked.run(&mut out)?;
        Ok(out.flush()?)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::tell(&error),
    }
}
