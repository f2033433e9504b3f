//! `fallible net explain FILE`: which inputs matter, and where the network is wrong.

use std::io::Write;
use std::path::PathBuf;

use endgame::tables::Tables;
use net::exact::ExactNetwork;
use net::examples::{Examples, Sample};
use study::schema::networks::{NetworkException, NetworkExplanation, NetworkInput};

use super::{read, theoretical};
use crate::json;
use crate::options::{Options, number};

/// Tell which inputs of a network matter, and list positions it misjudges
#[derive(clap::Args, Debug)]
pub(super) struct ExplainArgs {
    /// A file of `fallible net pack`
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// List at most so many exceptions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number("exceptions", 0usize..=1_000_000))]
    exceptions: usize,

    #[command(flatten)]
    options: Options,
}

/// Positions that the importance of an input is judged by.
const JUDGED_BY: usize = 20_000;

impl ExplainArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let exact = read(&self.file)?;
        let (tables, console) = self.options.open()?;
        let table = tables.table(&exact.material(), &console.monitor())?;
        let examples = Examples::of(&table, Sample::About { count: JUDGED_BY, seed: 1 });
        let answer = NetworkExplanation {
            endgame: exact.material().to_string(),
            weights: exact.network.in_use(),
            inputs: inputs(&exact, &examples),
            exceptions: exceptions(&exact, &tables, self.exceptions)?,
        };
        console.clear();
        if self.options.json {
            return json::write(out, &answer);
        }
        writeln!(
            out,
            "{}: {} weights, {} exceptions",
            answer.endgame,
            answer.weights,
            exact.exceptions()
        )?;
        writeln!(out, "\n{:<36}{:>6}{:>28}", "input", "units", "wrong in 1000 without it")?;
        for input in answer.inputs.iter().filter(|input| input.units > 0) {
            writeln!(out, "{:<36}{:>6}{:>28}", input.name, input.units, input.wrong_without)?;
        }
        writeln!(
            out,
            "\npositions the network misjudges, with the only move that keeps the value:"
        )?;
        for exception in &answer.exceptions {
            let only = exception.only_move.as_deref().unwrap_or("-");
            writeln!(out, "{:<36}{only}", exception.fen)?;
        }
        Ok(())
    }
}

/// Every input with what its loss would cost, the dearest first.
fn inputs(exact: &ExactNetwork, examples: &Examples) -> Vec<NetworkInput> {
    let first = exact.network.topology.hidden[0];
    let names = examples.features.names();
    let mut all: Vec<NetworkInput> = names
        .into_iter()
        .enumerate()
        .map(|(input, name)| {
            let weights = &exact.network.weights[input * first..(input + 1) * first];
            let units = weights.iter().filter(|&&weight| weight != 0).count();
            let wrong_without = if units == 0 { 0 } else { wrong_without(exact, examples, input) };
            NetworkInput { name, units, wrong_without }
        })
        .collect();
    all.sort_by_key(|input| std::cmp::Reverse((input.wrong_without, input.units)));
    all
}

/// Positions misjudged in a thousand when an input always has its average value.
fn wrong_without(exact: &ExactNetwork, examples: &Examples, input: usize) -> usize {
    let sum: i64 = (0..examples.len()).map(|at| i64::from(examples.inputs_of(at)[input])).sum();
    let average = (sum as f64 / examples.len().max(1) as f64).round() as i8;
    let wrong = (0..examples.len()).filter(|&at| {
        let mut inputs = examples.inputs_of(at).to_vec();
        inputs[input] = average;
        exact.network.verdict(&inputs) != examples.results[at]
    });
    (1000 * wrong.count()).div_ceil(examples.len().max(1))
}

/// Positions that the network alone misjudges.
fn exceptions(
    exact: &ExactNetwork,
    tables: &Tables,
    most: usize,
) -> anyhow::Result<Vec<NetworkException>> {
    let index = endgame::index::Index::new(&exact.material());
    let positions =
        exact.exception_slots().into_iter().filter_map(|slot| index.decode(slot)).take(most);
    positions
        .map(|position| {
            let choices = tables.list_choices(&position)?;
            let keeping: Vec<usize> =
                (0..choices.len()).filter(|&at| choices.keeps_value(at)).collect();
            let only_move = if let [only] = keeping[..] {
                Some(position.san(choices[only].play))
            } else {
                None
            };
            let value = theoretical(exact.probe(&position).unwrap_or(0));
            let guess = theoretical(exact.guess(&position).unwrap_or(0));
            Ok(NetworkException { fen: position.fen(), value, guess, only_move })
        })
        .collect()
}
