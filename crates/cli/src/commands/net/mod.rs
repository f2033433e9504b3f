//! `fallible net pack KPK --out FILE`: networks that learn an endgame, made exact, explained, and let play.

mod explain;
mod pack;
mod play;
mod test;
mod train;

use std::io::Write;
use std::path::Path;

use endgame::material::Material;
use net::endgame_network::EndgameNetwork;
use net::file::MOST_MEN;
use net::learn::{LearnSettings, Step};
use net::relu::MOST_HIDDEN;
use net::train::TrainSettings;
use study::networks::player::open;

use crate::console::{Console, stopped};
use crate::failure::{bad_input, refuse_if};
use crate::options::number;

/// Networks that learn an endgame: train one, make it exact, test it, let it play, see what it goes by
///
/// A packed network is right on every position of its endgame, both sides to move: where the network is wrong, its file says
/// so. The file is checked against the table, position by position, before it is written. A trained one is left to err. In place of a
/// file KPK names the network that comes with the program.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible net pack KPK --out ~/kpk.net                 learn king and pawn against king; about a minute
  fallible net pack KPK --out ~/kpk.net --epochs 20 --seed 7 --json
  fallible net train KPK --out ~/alone.net --epochs 20 --hold-out 20   how well it does on positions it has not seen
  fallible net pack KPK --from ~/alone.net --out ~/kpk.net --sweeps 2  the same network made exact
  fallible net test KPK                                 every position against the table
  fallible net play KPK --games 50                      wins won and draws held against perfect play
  fallible net explain KPK                              which inputs matter, which positions break the rule
  fallible probe --net KPK \"8/8/8/3k4/8/8/3P4/3K4 w\"

Ctrl-C ends the training: what has been learned by then is written.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Train(train::TrainArgs),
    Pack(pack::PackArgs),
    Test(test::TestArgs),
    Play(play::PlayArgs),
    Explain(explain::ExplainArgs),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.command {
        Command::Train(args) => args.run(out),
        Command::Pack(args) => args.run(out),
        Command::Test(args) => args.run(out),
        Command::Play(args) => args.run(out),
        Command::Explain(args) => args.run(out),
    }
}

/// Reads a network, or takes the one that comes with the program.
pub(crate) fn read(file: &Path) -> anyhow::Result<EndgameNetwork> {
    open(&file.to_string_lossy()).map_err(bad_input)
}

/// How a network is to be learned; what is not said suits the endgame.
#[derive(clap::Args, Debug)]
struct Learning {
    /// Passes over the positions [default: 300; 60 for four men]
    #[arg(long, value_name = "N", value_parser = number("epochs", 1usize..=100_000))]
    epochs: Option<usize>,

    /// Units of the first hidden layer [default: 24; 48]
    #[arg(long, value_name = "N", value_parser = number("first", 1usize..=MOST_HIDDEN[0]))]
    first: Option<usize>,

    /// Units of the second hidden layer [default: 4; 8]
    #[arg(long, value_name = "N", value_parser = number("second", 1usize..=MOST_HIDDEN[1]))]
    second: Option<usize>,

    /// How strongly small weights are drawn to zero: the more, the fewer weights
    #[arg(long, value_name = "X", value_parser = number("shrink", 0.0..=10.0))]
    shrink: Option<f64>,

    /// The most positions to learn from
    #[arg(long, value_name = "N", value_parser = number("positions", 100usize..=10_000_000))]
    positions: Option<usize>,

    /// The seed of the random generator: the same seed, the same file
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

impl Learning {
    fn settings(&self, endgame: &Material) -> LearnSettings {
        let usual = LearnSettings::of(endgame);
        let [first, second] = usual.train.hidden;
        let train = TrainSettings {
            hidden: [self.first.unwrap_or(first), self.second.unwrap_or(second)],
            epochs: self.epochs.unwrap_or(usual.train.epochs),
            shrink: self.shrink.map_or(usual.train.shrink, |shrink| shrink as f32),
            seed: self.seed,
            ..usual.train
        };
        LearnSettings { train, positions: self.positions.unwrap_or(usual.positions), ..usual }
    }
}

/// Networks are for endgames of which a table is made in no time.
fn check(endgame: &Material) -> anyhow::Result<()> {
    refuse_if!(
        !(3..=MOST_MEN).contains(&endgame.men()),
        "networks are made for three and four men, and {endgame} has {}: name one of those, as in KPK",
        endgame.men()
    );
    Ok(())
}

/// Shows how far the learning has come; says no once Ctrl-C was pressed.
fn watch(console: &Console, step: Step) -> bool {
    match step {
        Step::Trained(epoch) => {
            console.advance((epoch.done, epoch.total), "passes of training", None)
        }
        Step::Compressed(sweep) => {
            console.advance((sweep.done, sweep.total), "passes over the weights", None)
        }
    }
    !stopped()
}
