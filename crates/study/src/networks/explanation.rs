//! What a network goes by: which inputs it misses most, which of its units ever change.

use endgame::find::{Find, Pick, Worth, find};
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use net::endgame_network::EndgameNetwork;
use net::examples::{Examples, Sample};
use net::file::pack;
use net::integer::{CAPS, Runner};

use super::puzzles::puzzles;
use crate::schema::networks::{NetworkAbout, NetworkExplanation, NetworkInput, NetworkUnit};

/// Positions that the importance of an input is judged by.
const JUDGED_BY: usize = 20_000;

/// Explains a network, with at most so many of the positions that break its rule.
pub fn explanation(
    tables: &Tables,
    network: &EndgameNetwork,
    most: usize,
    monitor: &Monitor<'_>,
) -> Result<NetworkExplanation, TablesError> {
    let table = tables.table(&network.material(), monitor)?;
    let examples = Examples::of(&table, Sample::About { count: JUDGED_BY, seed: 1 });
    Ok(NetworkExplanation {
        endgame: network.material().to_string(),
        weights: network.network().in_use(),
        inputs: inputs(network, &examples),
        units: units(network, &examples),
        exceptions: puzzles(tables, network, most)?,
    })
}

/// Inputs told of a network in short.
const TOLD: usize = 12;

/// A network in short.
pub fn about(tables: &Tables, network: &EndgameNetwork) -> Result<NetworkAbout, TablesError> {
    let table = tables.table(&network.material(), &Monitor::NONE)?;
    let examples = Examples::of(&table, Sample::About { count: JUDGED_BY, seed: 1 });
    let mut inputs = inputs(network, &examples);
    inputs.truncate(TOLD);
    Ok(NetworkAbout {
        endgame: network.material().to_string(),
        bytes: pack(network).bytes.len(),
        weights: network.network().in_use(),
        positions: network.positions(),
        exceptions: network.exceptions(),
        start: start(&table),
        inputs,
    })
}

/// A position to begin with.
fn start(table: &Table) -> String {
    let of = |worth| {
        find(table, &Find { turn: Color::White, worth, pick: Pick::Random { seed: 1 }, limit: 1 })
    };
    let found = [Worth::Win, Worth::Anything].into_iter().flat_map(of).next();
    found.map_or_else(String::new, |position| position.fen())
}

/// Every input with what its loss would cost, the dearest first.
fn inputs(network: &EndgameNetwork, examples: &Examples) -> Vec<NetworkInput> {
    let first = network.network().topology.hidden[0];
    let runner = network.network().runner();
    let whole = wrong(&runner, examples, None);
    let per_thousand = |wrong: usize| 1000.0 * wrong as f64 / examples.len().max(1) as f64;
    let mut all: Vec<NetworkInput> = examples
        .features
        .names()
        .into_iter()
        .enumerate()
        .map(|(input, name)| {
            let weights = &network.network().weights[input * first..(input + 1) * first];
            let units = weights.iter().filter(|&&weight| weight != 0).count();
            let without = if units == 0 { whole } else { wrong(&runner, examples, Some(input)) };
            NetworkInput { name, units, wrong_without: per_thousand(without) }
        })
        .collect();
    all.sort_by(|a, b| b.wrong_without.total_cmp(&a.wrong_without).then(b.units.cmp(&a.units)));
    all
}

/// Positions misjudged when an input always has its average value.
fn wrong(runner: &Runner, examples: &Examples, without: Option<usize>) -> usize {
    let average = without.map(|input| {
        let sum: i64 = (0..examples.len()).map(|at| i64::from(examples.inputs_of(at)[input])).sum();
        (input, (sum as f64 / examples.len().max(1) as f64).round() as i8)
    });
    let mut inputs = Vec::new();
    let wrong = (0..examples.len()).filter(|&at| {
        inputs.clear();
        inputs.extend_from_slice(examples.inputs_of(at));
        if let Some((input, average)) = average {
            inputs[input] = average;
        }
        runner.verdict(&inputs) != examples.results[at]
    });
    wrong.count()
}

/// Every unit that is used, and how often it says nothing or all it can.
fn units(network: &EndgameNetwork, examples: &Examples) -> Vec<NetworkUnit> {
    let runner = network.network().runner();
    let layers = network.network().topology.layers();
    let mut silent = [vec![0usize; layers[1]], vec![0usize; layers[2]]];
    let mut full = silent.clone();
    for at in 0..examples.len() {
        let said = runner.hidden(examples.inputs_of(at));
        for layer in 0..2 {
            for (unit, &says) in said[layer].iter().enumerate() {
                silent[layer][unit] += usize::from(says == 0);
                full[layer][unit] += usize::from(says == CAPS[layer]);
            }
        }
    }
    let names = examples.features.names();
    let all = examples.len().max(1) as f64;
    let mut units = Vec::new();
    for layer in 0..2 {
        for unit in 0..layers[layer + 1] {
            let weights = network.network().into_unit(layer, unit);
            if !network.network().is_used(layer, unit) {
                continue;
            }
            let name = |row: usize| match layer {
                0 => names[row].clone(),
                _ => format!("unit {}", row + 1),
            };
            let mut inputs: Vec<(String, i32)> =
                weights.into_iter().map(|(row, weight)| (name(row), weight)).collect();
            inputs.sort_by_key(|(_, weight)| std::cmp::Reverse(weight.abs()));
            units.push(NetworkUnit {
                layer: layer + 1,
                unit: unit + 1,
                silent: silent[layer][unit] as f64 / all,
                saturated: full[layer][unit] as f64 / all,
                inputs: inputs
                    .into_iter()
                    .map(|(name, weight)| format!("{weight:+} {name}"))
                    .collect(),
            });
        }
    }
    units
}
