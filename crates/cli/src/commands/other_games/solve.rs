//! `fallible solve KQvR --game antichess`: makes tables and says what they hold and what they took.

use std::io::Write;

use endgame::outcome_histogram::Count;
use endgame::rules::Color;
use study::other_games::statistics::GameHistogram;
use study::other_games::{AnyEndgame, AnyGame};
use study::schema::{OutcomeTotals, SolvedEndgame};

use crate::commands::solve::{HEADINGS, Stopwatch, finish, print};
use crate::console::Console;
use crate::failure::refuse_if;
use crate::options::GameOptions;

/// Solve endgames of another game and keep their tables
///
/// What they convert into is solved and kept too. Counts are boards: every placement of the men.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible solve KQvR NNvP --game antichess
  fallible solve --men 3,4 --game antichess         all 693 of three and four men
  fallible solve --men 2,3,4 --game checkers
  fallible solve PPvP --game suicide --metric dtz")]
pub(super) struct Args {
    /// Endgames, White's men first: in antichess KQvR, any men; in checkers KKvKM, kings and men
    #[arg(value_name = "ENDGAME")]
    names: Vec<String>,

    /// All endgames with exactly so many men: 2, 3 or 4; may be repeated
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(2..=4))]
    men: Vec<u8>,

    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let (game, console) = args.options.open_to_keep()?;
    let endgames = args.list(&game)?;
    let start = Stopwatch::start();
    if !args.options.json {
        writeln!(out, "{}: {}\n", game.metric(), game.unit())?;
        writeln!(out, "{HEADINGS}")?;
        out.flush()?;
    }
    let mut answers = Vec::new();
    for endgame in endgames {
        let solved = solve(&game, &endgame, &console)?;
        if args.options.json {
            answers.push(solved);
        } else {
            print(&solved, out)?;
            out.flush()?;
        }
    }
    finish((game.metric(), answers, args.options.json), &start, args.options.memory_budget(), out)
}

impl Args {
    /// What was asked for, each once, in the order asked.
    fn list(&self, game: &AnyGame) -> anyhow::Result<Vec<AnyEndgame>> {
        let mut list: Vec<AnyEndgame> = Vec::new();
        let named = self.names.iter().map(|name| super::endgame(game, name));
        let by_men = self.men.iter().flat_map(|&men| game.name().endgames(usize::from(men)));
        for endgame in named.chain(by_men.map(Ok)) {
            let endgame = endgame?;
            if list.iter().all(|listed| listed.normalized() != endgame.normalized()) {
                list.push(endgame);
            }
        }
        refuse_if!(
            list.is_empty(),
            "no endgame named: give one, as in KQvR or KKvM, or all with --men 3"
        );
        Ok(list)
    }
}

/// Makes or finds one table and counts it; only the making is timed.
fn solve(game: &AnyGame, endgame: &AnyEndgame, console: &Console) -> anyhow::Result<SolvedEndgame> {
    let cached = game.is_ready(endgame);
    let stopwatch = Stopwatch::start();
    if !cached {
        game.solve(endgame)?;
    }
    let (seconds, cpu_seconds) = stopwatch.spent();
    let histogram = GameHistogram::of(game, endgame, Count::Boards)?;
    console.clear();
    let [white, black] = Color::ALL.map(|turn| OutcomeTotals::from(histogram.side(turn)));
    let material = endgame.to_string();
    Ok(SolvedEndgame { material, cached, white, black, seconds, cpu_seconds })
}
