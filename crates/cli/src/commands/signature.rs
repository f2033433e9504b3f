//! `fallible signature`: one number from fixed inputs; it changes when an answer does.

use std::io::Write;

use endgame::rules::Color;
use endgame::solve::Watch;
use endgame::tables::Tables;
use value::Metric;
use xxhash_rust::xxh3::Xxh3;

/// Few, small and different: with and without pawns, one winner and two.
const ENDGAMES: [&str; 4] = ["KQK", "KPK", "KQKR", "KRKP"];

/// Print one number made of the bytes of a few tables in every metric
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  fallible signature    the same on every machine and for any number of threads")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut hash = Xxh3::new();
    for metric in Metric::ALL {
        let tables = Tables::new(metric);
        for name in ENDGAMES {
            let table = tables.table(&name.parse()?, &Watch::NOBODY)?;
            for turn in Color::ALL {
                hash.update(table.codes(turn));
            }
        }
    }
    Ok(writeln!(out, "{:016x}", hash.digest())?)
}
