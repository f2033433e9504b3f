//! `fallible net pack KPK --out FILE`: networks that learn an endgame, made exact.

mod explain;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use endgame::material::Material;
use endgame::rules::Color;
use net::exact::ExactNetwork;
use net::file::{pack, unpack};
use net::learn::{LearnSettings, Step, learn};
use net::relu::{MOST_HIDDEN, TrainSettings};
use study::schema::Theoretical;
use study::schema::networks::{NetworkTest, PackedNetwork};

use crate::console::stopped;
use crate::failure::{bad_input, refuse_if};
use crate::files;
use crate::json;
use crate::options::{Options, number};

/// Networks that learn an endgame: pack one with its exceptions, test it, see what it goes by
///
/// A packed network is right on every position of its endgame, both sides to move: where the network is wrong, its file says
/// so. The file is checked against the table, position by position, before it is written.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible net pack KPK --out ~/kpk.net                 learn king and pawn against king; about half a minute
  fallible net pack KPK --out ~/kpk.net --epochs 20 --seed 7 --json
  fallible net test ~/kpk.net                           every position against the table
  fallible net explain ~/kpk.net                        which inputs matter, where the network is wrong
  fallible probe --net ~/kpk.net \"8/8/8/3k4/8/8/3P4/3K4 w\"

Ctrl-C ends the training: what has been learned by then is made exact and written.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Pack(PackArgs),
    Test(TestArgs),
    Explain(explain::ExplainArgs),
}

/// Learn an endgame and write a network that is right on every position
#[derive(clap::Args, Debug)]
struct PackArgs {
    /// The endgame, as in KPK (four men at most)
    #[arg(value_name = "ENDGAME")]
    endgame: Material,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().epochs, value_parser = number("epochs", 1usize..=100_000))]
    epochs: usize,

    /// Units of the first hidden layer
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().hidden[0], value_parser = number("first", 1usize..=MOST_HIDDEN[0]))]
    first: usize,

    /// Units of the second hidden layer
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().hidden[1], value_parser = number("second", 1usize..=MOST_HIDDEN[1]))]
    second: usize,

    /// Passes over the weights in whole numbers, at most
    #[arg(long, value_name = "N", default_value_t = LearnSettings::default().sweeps, value_parser = number("sweeps", 0usize..=1000))]
    sweeps: usize,

    /// The seed of the random generator: the same seed, the same file
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    options: Options,
}

/// Compare a network with the table, position by position
#[derive(clap::Args, Debug)]
struct TestArgs {
    /// A file of `fallible net pack`
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.command {
        Command::Pack(args) => args.run(out),
        Command::Test(args) => args.run(out),
        Command::Explain(args) => args.run(out),
    }
}

/// Reads a network.
pub(crate) fn read(file: &Path) -> anyhow::Result<ExactNetwork> {
    let bytes = fs::read(file).with_context(|| {
        format!("cannot read {}: name a file of `fallible net pack`", file.display())
    })?;
    unpack(&bytes).map_err(|error| bad_input(format!("{}: {error}", file.display())))
}

/// A result for the side to move, 1, 0 or -1.
pub(crate) fn theoretical(sign: i8) -> Theoretical {
    match sign {
        1 => Theoretical::Win,
        0 => Theoretical::Draw,
        _ => Theoretical::Loss,
    }
}

impl PackArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        refuse_if!(
            !(3..=4).contains(&self.endgame.men()),
            "networks are made exact for three and four men, and {} has {}: name one of those, as in KPK",
            self.endgame,
            self.endgame.men()
        );
        files::check_outputs(&[], &[("--out", &Some(self.out.clone()))])?;
        let (tables, console) = self.options.open()?;
        let table = tables.table(&self.endgame.normalized(), &console.monitor())?;
        let train = TrainSettings {
            hidden: [self.first, self.second],
            epochs: self.epochs,
            seed: self.seed,
            ..TrainSettings::default()
        };
        let settings = LearnSettings { train, sweeps: self.sweeps, ..LearnSettings::default() };
        let exact = learn(&table, &settings, |step| {
            match step {
                Step::Trained(epoch) => {
                    console.advance((epoch.done, epoch.total), "passes of training", None)
                }
                Step::Compressed(sweep) => {
                    console.advance((sweep.done, sweep.total), "passes over the weights", None)
                }
            }
            !stopped()
        });
        let packed = pack(&exact);
        // The file is judged by what is read from it, not by what was meant.
        let verified = unpack(&packed.bytes).map_err(bad_input)?.verify(&table);
        console.clear();
        anyhow::ensure!(
            verified.wrong == 0,
            "{} positions are wrong in what was packed: nothing was written",
            verified.wrong
        );
        files::write_bytes(&self.out, &packed.bytes)?;
        let answer = PackedNetwork {
            endgame: exact.material().to_string(),
            positions: verified.positions,
            wrong: verified.wrong,
            bytes: packed.bytes.len(),
            weights_bytes: packed.weight_bytes,
            exceptions: exact.exceptions(),
            exceptions_bytes: packed.exception_bytes,
        };
        if self.options.json {
            return json::write(out, &answer);
        }
        writeln!(out, "{}: {} positions, none wrong", answer.endgame, answer.positions)?;
        writeln!(
            out,
            "{} bytes: weights {}, {} exceptions {}",
            answer.bytes, answer.weights_bytes, answer.exceptions, answer.exceptions_bytes
        )?;
        Ok(writeln!(out, "Written to {}: use it with `fallible probe --net`.", self.out.display())?)
    }
}

impl TestArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let exact = read(&self.file)?;
        let (tables, console) = self.options.open()?;
        let table = tables.table(&exact.material(), &console.monitor())?;
        let verified = exact.verify(&table);
        let nanoseconds = nanoseconds(&exact, &table);
        console.clear();
        let answer = NetworkTest {
            endgame: exact.material().to_string(),
            positions: verified.positions,
            wrong: verified.wrong,
            wrong_alone: exact.exceptions(),
            nanoseconds,
        };
        if self.options.json {
            json::write(out, &answer)?;
        } else {
            let share = 100.0 * answer.wrong_alone as f64 / answer.positions.max(1) as f64;
            writeln!(
                out,
                "{}: {} positions, {} wrong",
                answer.endgame, answer.positions, answer.wrong
            )?;
            writeln!(out, "the network alone: {} wrong ({share:.3} %)", answer.wrong_alone)?;
            writeln!(out, "{:.0} ns a probe", answer.nanoseconds)?;
        }
        anyhow::ensure!(
            answer.wrong == 0,
            "the network differs from the table: make it anew with `fallible net pack`"
        );
        Ok(())
    }
}

/// How long a probe takes on average, over positions spread over the endgame.
fn nanoseconds(exact: &ExactNetwork, table: &endgame::table::Table) -> f64 {
    let numbers = (0..table.index().len()).step_by((table.index().len() / 20_000).max(1));
    let slots = numbers.flat_map(|index| {
        [Color::White, Color::Black].map(|turn| endgame::index::Slot { turn, index })
    });
    let positions: Vec<_> = slots.filter_map(|slot| table.index().decode(slot)).collect();
    let start = Instant::now();
    let known = positions.iter().filter(|position| exact.probe(position).is_some()).count();
    start.elapsed().as_nanos() as f64 / known.max(1) as f64
}
