//! `fallible net train KPK --out FILE`: learn part of an endgame, and see how that does on the rest.

use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use net::file::pack;
use net::learn::{HoldOut, learn_part};
use study::schema::networks::TrainedNetwork;

use super::{Learning, check, watch};
use crate::options::{Options, number};
use crate::{files, json};

/// Learn part of an endgame, judge the network by the rest, and write it as it is, left to err
#[derive(clap::Args, Debug)]
pub(super) struct TrainArgs {
    /// The endgame, as in KPK (four men at most)
    #[arg(value_name = "ENDGAME")]
    endgame: Material,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The share of the positions to hold out, in percent: none of them, nor a mirror image, is learned from
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0, value_parser = number("hold-out", 0.0..=45.0))]
    hold_out: f64,

    /// End early when so many passes have brought no progress on other positions held out for that, as many again
    #[arg(long, value_name = "PASSES", value_parser = number("patience", 1usize..=100_000))]
    patience: Option<usize>,

    #[command(flatten)]
    learning: Learning,
    #[command(flatten)]
    options: Options,
}

impl TrainArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        check(&self.endgame)?;
        files::check_outputs(&[], &[("--out", &Some(self.out.clone()))])?;
        files::check_writable(&self.out)?;
        let (tables, console) = self.options.open()?;
        let table = tables.table(&self.endgame.normalized(), &console.monitor())?;
        let settings = self.learning.settings(&self.endgame);
        let hold_out = HoldOut { share: self.hold_out / 100.0, patience: self.patience };
        let learned = learn_part(&table, &settings, hold_out, |step| watch(&console, step));
        console.clear();
        let bytes = pack(&learned.network).bytes;
        files::write_bytes(&self.out, &bytes)?;
        let answer = TrainedNetwork {
            endgame: learned.network.material().to_string(),
            weights: learned.network.network().in_use(),
            bytes: bytes.len(),
            epochs: learned.epochs,
            stopped: learned.stopped,
            trained_on: learned.trained.0,
            wrong: learned.trained.1,
            held_out: learned.held_out.0,
            wrong_held_out: learned.held_out.1,
            seed: settings.train.seed,
        };
        if self.options.json {
            return json::write(out, &answer);
        }
        let share = |wrong: usize, of: usize| 100.0 * (1.0 - wrong as f64 / of.max(1) as f64);
        let early = if answer.stopped { ", ended early" } else { "" };
        writeln!(
            out,
            "{}: {} weights, {} bytes, {} passes{early}",
            answer.endgame, answer.weights, answer.bytes, answer.epochs
        )?;
        writeln!(
            out,
            "learned from {:>8} positions: {:.3} % right",
            answer.trained_on,
            share(answer.wrong, answer.trained_on)
        )?;
        if answer.held_out > 0 {
            writeln!(
                out,
                "held out     {:>8} positions: {:.3} % right",
                answer.held_out,
                share(answer.wrong_held_out, answer.held_out)
            )?;
        }
        Ok(writeln!(
            out,
            "Written to {}: `fallible net pack --from` makes it exact.",
            self.out.display()
        )?)
    }
}
