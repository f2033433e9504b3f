//! `fallible net play FILE`: wins won and draws held against perfect play.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use net::source::Corrected;
use player::Competence;
use study::networks::performance::{Question, performance};
use study::networks::player::{MOST_PLIES, NetworkSettings};
use study::schema::networks::NetworkPerformance;
use study::schema::{Side, Theoretical};

use super::read;
use crate::failure::refuse_if;
use crate::json;
use crate::options::{Options, number};

/// Let a network play against perfect play: wins won, draws held, and the competence its moves speak for
///
/// It makes the move after which it holds its chances for best; among equals chance decides. A network that tells wins from draws knows
/// no progress: it may keep a win for ever and never bring it home, in endgames without pawns above all. Endgames of three men are followed
/// whole: every position, worked out exactly. The opponent plays the longest defence, or any move that holds the draw.
#[derive(clap::Args, Debug)]
pub(super) struct PlayArgs {
    /// A file of `fallible net pack` or `net train`, or KPK
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Games for each side and goal
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number("games", 1usize..=100_000))]
    games: usize,

    /// Search so many plies more, and ask the network there
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number("plies", 0usize..=MOST_PLIES))]
    plies: usize,

    /// Let it err with a competence on top, as a reference player does [default: it makes its best move]
    #[arg(short, long, value_name = "C")]
    competence: Option<Competence>,

    /// Let it correct itself by the exceptions of its file
    #[arg(long)]
    exact: bool,

    /// The seed of the random generator
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    options: Options,
}

impl PlayArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let network = read(&self.file)?;
        refuse_if!(
            self.exact && !network.is_exact(),
            "{} has no exceptions to correct itself by: make it exact with `fallible net pack --from`, or leave --exact out",
            self.file.display()
        );
        let (tables, console) = self.options.open()?;
        let settings = NetworkSettings {
            competence: self.competence,
            plies: self.plies,
            corrected: if self.exact { Corrected::ByExceptions } else { Corrected::Never },
        };
        let question = Question { settings, games: self.games, seed: self.seed };
        let answer = performance(&tables, &Arc::new(network), &question, &console.monitor())?;
        console.clear();
        if self.options.json { json::write(out, &answer) } else { print(&answer, out) }
    }
}

fn print(answer: &NetworkPerformance, out: &mut dyn Write) -> anyhow::Result<()> {
    let right = 100.0 * (1.0 - answer.wrong_alone as f64 / answer.positions.max(1) as f64);
    writeln!(
        out,
        "{}: the network alone is right on {right:.3} % of {} positions",
        answer.endgame, answer.positions
    )?;
    if answer.results.is_empty() {
        return Ok(writeln!(out, "\nnothing to play for: neither side can ever mate the other")?);
    }
    writeln!(
        out,
        "\nagainst perfect play, to move{:>14}{:>12}{:>16}{:>22}",
        "positions", "reached", "not let slip", "whatever is played"
    )?;
    for result in &answer.results {
        let side = if result.side == Side::White { "White" } else { "Black" };
        let goal = if result.goal == Theoretical::Win { "wins won" } else { "draws held" };
        let share = format!("{:.2} %", 100.0 * result.share);
        let kept = result.kept.map_or(String::new(), |kept| format!("{:.2} %", 100.0 * kept));
        let safe = match (result.safe, result.error) {
            (Some(safe), _) => format!("{:.2} %", 100.0 * safe),
            (None, Some(error)) => format!("+- {:.2} %", 100.0 * error),
            (None, None) => String::new(),
        };
        writeln!(
            out,
            "{:<29}{:>14}{share:>12}{kept:>16}{safe:>22}",
            format!("{side}, {goal}"),
            result.positions
        )?;
    }
    if let Some(competence) = &answer.competence {
        writeln!(
            out,
            "\napparent competence in won positions: {:.1} (95 %: {:.1} to {:.1}, {} moves)",
            competence.mean, competence.low, competence.high, competence.moves
        )?;
    }
    Ok(())
}
