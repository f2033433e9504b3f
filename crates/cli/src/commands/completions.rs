//! `fallible completions bash`: what makes Tab know our commands.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible completions bash > ~/.local/share/bash-completion/completions/fallible
  fallible completions fish > ~/.config/fish/completions/fallible.fish")]
pub(crate) struct Args {
    /// bash, elvish, fish, powershell or zsh
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Fallible::command(), "fallible", &mut script);
    Ok(out.write_all(&script)?)
}
