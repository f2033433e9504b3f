//! `fallible net explain FILE`: which inputs matter, what its units add up, and which positions break the rule.

use std::io::Write;
use std::path::PathBuf;

use study::networks::explanation::explanation;
use study::schema::Theoretical;

use super::read;
use crate::json;
use crate::options::{Options, number};

/// Tell which inputs of a network matter, and list the positions that break its rule
///
/// Positions come first that one move alone wins, the deepest first: the exceptions that are worth a study.
#[derive(clap::Args, Debug)]
pub(super) struct ExplainArgs {
    /// A file of `fallible net pack` or `net train`, or KPK
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// List at most so many exceptions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number("exceptions", 0usize..=1_000_000))]
    exceptions: usize,

    #[command(flatten)]
    options: Options,
}

/// Inputs of a unit that are shown.
const SHOWN: usize = 4;

impl ExplainArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let network = read(&self.file)?;
        let (tables, console) = self.options.open()?;
        let answer = explanation(&tables, &network, self.exceptions, &console.monitor())?;
        console.clear();
        if self.options.json {
            return json::write(out, &answer);
        }
        let exceptions = match network.is_exact() {
            true => format!("{} exceptions", network.exceptions()),
            false => "left to err".to_owned(),
        };
        writeln!(out, "{}: {} weights, {exceptions}", answer.endgame, answer.weights)?;
        writeln!(out, "\n{:<36}{:>6}{:>28}", "input", "units", "wrong in 1000 without it")?;
        for input in answer.inputs.iter().filter(|input| input.units > 0) {
            writeln!(out, "{:<36}{:>6}{:>28.1}", input.name, input.units, input.wrong_without)?;
        }
        writeln!(out, "\n{:<10}{:>8}{:>11}   adds up", "unit", "silent", "saturated")?;
        for unit in &answer.units {
            let name = format!("{}.{}", unit.layer, unit.unit);
            let more = if unit.inputs.len() > SHOWN { ", ..." } else { "" };
            let inputs = unit.inputs[..unit.inputs.len().min(SHOWN)].join(", ");
            writeln!(
                out,
                "{name:<10}{:>6.0} %{:>9.0} %   {inputs}{more}",
                100.0 * unit.silent,
                100.0 * unit.saturated
            )?;
        }
        if !answer.exceptions.is_empty() {
            writeln!(out, "\nexceptions to the rule, with the only move that keeps the value:")?;
        }
        for exception in &answer.exceptions {
            let only = exception.only_move.as_deref().unwrap_or("-");
            let value = match (exception.value, exception.depth) {
                (Theoretical::Draw, _) => "draw".to_owned(),
                (value, depth) => {
                    let word = if value == Theoretical::Win { "win" } else { "loss" };
                    format!("{word} in {}", depth.unwrap_or(0))
                }
            };
            writeln!(out, "{:<36}{value:<12}{only}", exception.fen)?;
        }
        Ok(())
    }
}
