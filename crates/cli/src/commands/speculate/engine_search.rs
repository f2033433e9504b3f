//! `fallible speculate FEN --engine stockfish`: which move sets this opponent a trap?

use std::io::Write;

use endgame::rules::Board;
use player::{Competence, Model};
use study::schema::speculative_search::{SpeculativeMove, SpeculativeSearch};
use study::speculative_search::{SearchSettings, USUAL_RISK, evaluator, speculate, usual_depths};
use value::Plies;

use crate::console::{self, Console};
use crate::elo_option::NoElo;
use crate::failure::refuse_if;
use crate::json;
use crate::options::number;

/// What is asked of a position.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "A position outside the tables")]
pub(super) struct EngineSearch {
    /// The UCI engine whose scores are taken [default: our own small searcher]
    #[arg(long, value_name = "PROGRAM", requires = "words")]
    engine: Option<String>,

    /// How deep the opponent searches, in plies [default: 2, without an engine 1]
    #[arg(long, value_name = "PLIES", value_parser = number("shallow", 1u16..=60), requires = "words")]
    shallow: Option<u16>,

    /// The depth whose scores count as true, in plies [default: 8, without an engine 3]
    #[arg(long, value_name = "PLIES", value_parser = number("deep", 2u16..=60), requires = "words")]
    deep: Option<u16>,

    /// The opponent's competence among the scores of the shallow search
    #[arg(short, long, value_name = "C", default_value = "10", allow_hyphen_values = true)]
    competence: Competence,

    #[command(flatten)]
    _elo: NoElo,
}

pub(super) fn run(
    args: &EngineSearch,
    position: &str,
    risk: Option<f64>,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let board = Board::from_fen(position)?;
    let [Plies(shallow), Plies(deep)] = usual_depths(args.engine.is_some());
    let (shallow, deep) = (args.shallow.unwrap_or(shallow), args.deep.unwrap_or(deep));
    refuse_if!(
        shallow >= deep,
        "--shallow {shallow} --deep {deep}: the opponent must search less deep than we do, as in --shallow 2 --deep 8"
    );
    let mut evaluator = evaluator(args.engine.as_deref());
    let console = Console::new(json);
    let settings = SearchSettings {
        shallow: Plies(shallow),
        deep: Plies(deep),
        competence: args.competence,
        model: Model::papers(),
        risk: risk.unwrap_or(USUAL_RISK),
    };
    let done = |moves| console.count(moves, "moves looked at");
    let found = speculate(&mut *evaluator, &board, &settings, console::stop_flag(), done)?;
    console.clear();
    if json { json::write(out, &found) } else { print(&found, out) }
}

fn print(found: &SpeculativeSearch, out: &mut dyn Write) -> anyhow::Result<()> {
    let SpeculativeSearch { engine, shallow, deep, risk, choice, best, gain, moves, .. } = found;
    writeln!(
        out,
        "{engine}, {deep} plies, against E_{shallow}(c); moves within {risk} of the best, in pawns\n"
    )?;
    writeln!(
        out,
        "move         value  expected    gain   best reply: seen as, chance       likeliest reply"
    )?;
    for one in moves {
        let SpeculativeMove { san, value, expected, replies, .. } = one;
        write!(out, "{san:<10}{value:>8.2}{expected:>10.2}{:>+8.2}", expected - value)?;
        if let Some(reply) = replies.first() {
            let chance = 100.0 * reply.probability;
            let seen = format!("{:<8}{:>+7.2}{chance:>8.1} %", reply.san, reply.shallow);
            write!(out, "   {seen:<34}")?;
        }
        let likeliest = replies.iter().max_by(|a, b| a.probability.total_cmp(&b.probability));
        if let Some(reply) = likeliest {
            write!(
                out,
                "{:<8}{:>5.1} %, leaves {:+.2}",
                reply.san,
                100.0 * reply.probability,
                reply.deep
            )?;
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    if choice == best {
        return Ok(writeln!(
            out,
            "play {choice}: it is the best move, and is expected to bring most"
        )?);
    }
    Ok(writeln!(out, "play {choice}: expected to bring {gain:.2} more than the best move, {best}")?)
}
