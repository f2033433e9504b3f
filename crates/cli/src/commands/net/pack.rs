//! `fallible net pack KPK --out FILE`: learn an endgame, and write a network that is right on every position.

use std::io::Write;
use std::path::PathBuf;

use endgame::material::Material;
use net::file::{pack, unpack};
use net::learn::{LearnSettings, learn, make_exact};
use study::schema::networks::PackedNetwork;

use super::{Learning, check, read, watch};
use crate::failure::{bad_input, refuse_if};
use crate::options::{Options, number};
use crate::{files, json};

/// Learn an endgame and write a network that is right on every position
#[derive(clap::Args, Debug)]
pub(super) struct PackArgs {
    /// The endgame, as in KPK (four men at most)
    #[arg(value_name = "ENDGAME")]
    endgame: Material,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Begin with a network of `fallible net train` or `net pack` instead of learning anew
    #[arg(long, value_name = "FILE", conflicts_with_all = ["epochs", "first", "second", "shrink"])]
    from: Option<PathBuf>,

    /// Passes over the weights in whole numbers, at most [default: 150; 8 for four men]
    #[arg(long, value_name = "N", value_parser = number("sweeps", 0usize..=100_000))]
    sweeps: Option<usize>,

    /// How many bits longer the file may become at first, on average, where a weight is moved; it falls to nothing
    #[arg(long, value_name = "BITS", value_parser = number("heat", 0.0..=1000.0))]
    heat: Option<f64>,

    #[command(flatten)]
    learning: Learning,
    #[command(flatten)]
    options: Options,
}

impl PackArgs {
    fn settings(&self) -> LearnSettings {
        let usual = self.learning.settings(&self.endgame);
        LearnSettings {
            sweeps: self.sweeps.unwrap_or(usual.sweeps),
            heat: self.heat.unwrap_or(usual.heat),
            ..usual
        }
    }

    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        check(&self.endgame)?;
        let inputs: Vec<PathBuf> = self.from.iter().cloned().collect();
        files::check_outputs(&inputs, &[("--out", &Some(self.out.clone()))])?;
        files::check_writable(&self.out)?;
        let endgame = self.endgame.normalized();
        let from = self.from.as_deref().map(read).transpose()?;
        if let Some(from) = &from {
            refuse_if!(
                from.material() != endgame,
                "the network to begin with is for {}, and {endgame} is to be packed: name one of {endgame}, or leave --from out",
                from.material()
            );
        }
        let (tables, console) = self.options.open()?;
        let table = tables.table(&endgame, &console.monitor())?;
        let settings = self.settings();
        let exact = match &from {
            Some(from) => {
                make_exact(&table, from.network(), &settings, |step| watch(&console, step))
            }
            None => learn(&table, &settings, |step| watch(&console, step)),
        };
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
