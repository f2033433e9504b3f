//! `fallible probe FEN`: what a position is worth, and every legal move.

use std::io::Write;

use endgame::rules::Move;
use serde::Serialize;
use value::Choice;

use crate::json::{self, Value};
use crate::options::{FenWords, Options, SyzygyOption};
use crate::probed::Probed;

/// Say what a position is worth, and every legal move, best first
///
/// Values are those of the side to move; the depth of a move is that of the position after it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible probe \"K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1\"
  fallible probe 8/8/8/8/8/2k5/8/K1q5 w - - 0 1           quotes may be left out
  fallible probe --metric dtm --json \"8/8/8/3k4/8/8/3Q4/3K4 b\"
  fallible probe --syzygy ~/syzygy \"8/2k5/8/8/2K5/2P1R3/8/2r1b2N w\"")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: FenWords,
    #[command(flatten)]
    syzygy: SyzygyOption,
    #[command(flatten)]
    options: Options,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    metric: &'static str,
    value: Value,
    moves: Vec<MoveAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounded: Option<bool>,
}

#[derive(Serialize)]
struct MoveAnswer {
    uci: String,
    san: String,
    value: Value,
    optimal: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.fen.position()?;
    let (tables, console) = args.options.open()?;
    let probed = Probed::of(&args.syzygy.behind(tables)?, position)?;
    console.clear();
    if args.options.json {
        return json::write(out, &answer(&probed));
    }
    probed.print(out)?;
    if probed.choices.is_empty() {
        let end = if probed.position.is_checkmate() { "checkmate" } else { "stalemate" };
        return Ok(writeln!(out, "no legal move: {end}")?);
    }
    for choice in &probed.choices {
        let best = if probed.is_optimal(choice) { '*' } else { ' ' };
        let san = probed.position.san(choice.play);
        let row = format!("{best} {san:<8}{:<12}{}", choice.value, remark(&probed, choice));
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(writeln!(out, "\n* optimal; the depth is that of the position after the move")?)
}

fn answer(probed: &Probed) -> Answer {
    let position = &probed.position;
    let moves = probed.choices.iter().map(|choice| MoveAnswer {
        uci: position.uci(choice.play),
        san: position.san(choice.play),
        value: choice.value.into(),
        optimal: probed.is_optimal(choice),
    });
    Answer {
        fen: position.fen(),
        metric: probed.metric.word(),
        value: probed.value.into(),
        moves: moves.collect(),
        source: probed.rounded.map(|_| "syzygy"),
        rounded: probed.rounded,
    }
}

/// What a bare number would hide: how a move ends the count.
fn remark(probed: &Probed, choice: &Choice<Move>) -> &'static str {
    let after = probed.position.after(choice.play);
    if after.is_checkmate() {
        "mate"
    } else if after.is_stalemate() {
        "stalemate"
    } else if choice.play.is_promotion() {
        "promotion"
    } else if choice.play.is_capture() {
        "capture"
    } else {
        ""
    }
}
