//! `fallible signature`: one number from fixed inputs; it changes when an answer does.

use std::io::Write;

use endgame::progress::Monitor;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use player::simulate::Rules;
use player::{Belief, CompetenceGrid, Model};
use study::game::DrawRules;
use study::matches::Match;
use value::Metric;
use xxhash_rust::xxh3::Xxh3;

/// Few, small and different: with and without pawns, one winner and two.
const ENDGAMES: [&str; 4] = ["KQK", "KPK", "KQKR", "KRKP"];

/// Print one number made of a few tables in every metric and the moves of a hundred games
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  fallible signature    the same on every machine and for any number of threads")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut hash = Xxh3::new();
    for metric in Metric::ALL {
        let tables = Tables::new(metric);
        for name in ENDGAMES {
            let table = tables.table(&name.parse()?, &Monitor::NONE)?;
            for turn in Color::ALL {
                hash.update(table.codes(turn));
            }
        }
    }
    hash_games(&mut hash)?;
    Ok(writeln!(out, "{:016x}", hash.digest())?)
}

/// Takes in a hundred games of `R_20` and what an Analyser thinks of it after each.
fn hash_games(hash: &mut Xxh3) -> anyhow::Result<()> {
    let contest = Match {
        agents: ["player:20".parse()?, "infallible".parse()?],
        starts: vec![Position::from_fen("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1")?],
        games: 100,
        seed: 1,
        rules: Rules { move_limit: 1000, stop_at_goal: true },
        draws: DrawRules::NONE,
        model: Model::papers(),
        prior: Belief::uniform(CompetenceGrid::default()),
        move_prior: None,
    };
    for game in contest.play(&Tables::new(Metric::Dtc), Monitor::NONE.stop, || ())? {
        for step in &game.record.steps {
            hash.update(format!("{} ", step.play).as_bytes());
        }
        for belief in game.beliefs.iter().flatten() {
            hash.update(format!("{:.6} ", belief.mean()).as_bytes());
        }
    }
    Ok(())
}
