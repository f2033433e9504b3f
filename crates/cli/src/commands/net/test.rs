//! `fallible net test FILE`: a network compared with the table, position by position.

use std::io::Write;
use std::path::PathBuf;

use study::networks::nanoseconds_a_probe;
use study::schema::networks::NetworkTest;

use super::read;
use crate::json;
use crate::options::Options;

/// Compare a network with the table, position by position
#[derive(clap::Args, Debug)]
pub(super) struct TestArgs {
    /// A file of `fallible net pack` or `net train`, or KPK
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    options: Options,
}

impl TestArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let network = read(&self.file)?;
        let (tables, console) = self.options.open()?;
        let table = tables.table(&network.material(), &console.monitor())?;
        let verified = network.verify(&table);
        let nanoseconds = nanoseconds_a_probe(&network);
        console.clear();
        let answer = NetworkTest {
            endgame: network.material().to_string(),
            positions: verified.positions,
            wrong: verified.wrong,
            wrong_alone: verified.wrong_alone,
            exact: network.is_exact(),
            nanoseconds,
        };
        if self.options.json {
            json::write(out, &answer)?;
        } else {
            let share = 100.0 * answer.wrong_alone as f64 / answer.positions.max(1) as f64;
            let NetworkTest { endgame, positions, wrong, .. } = &answer;
            if answer.exact {
                writeln!(out, "{endgame}: {positions} positions, {wrong} wrong")?;
            } else {
                writeln!(out, "{endgame}: {positions} positions, a network that is left to err")?;
            }
            writeln!(out, "the network alone: {} wrong ({share:.3} %)", answer.wrong_alone)?;
            writeln!(out, "{:.0} ns a probe", answer.nanoseconds)?;
        }
        anyhow::ensure!(
            answer.wrong == 0 || !answer.exact,
            "the network differs from the table: make it anew with `fallible net pack`"
        );
        Ok(())
    }
}
