//! `fallible probe FEN`: what a position is worth, and every legal move.

use std::io::Write;
use std::path::{Path, PathBuf};

use endgame::dtr::{self, RuleDepths};
use endgame::jansen;
use endgame::rules::{Move, Position, color_name};
use study::networks::look;
use study::position_report::PositionReport;
use study::schema::networks::NetworkProbe;
use study::schema::{DrawDepths, DrawProbe, MoveList, RuleDepth, Theoretical};
use value::Outcome;

use super::net as networks;
use crate::console::Console;
use crate::failure::bad_input;
use crate::json;
use crate::options::{ChessOption, FenWords, Options, SyzygyOption};
use crate::position_report::{print_head, print_moves};

/// Say what a position is worth, and every legal move, best first
///
/// Values are those of the side to move; the depth of a move is that of the position after it. In dtz50 the
/// half-move clock of the FEN counts: a win that comes too late for the 50-move rule is a draw.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible probe \"K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1\"
  fallible probe 8/8/8/8/8/2k5/8/K1q5 w - - 0 1           quotes may be left out
  fallible probe --metric dtm --json \"8/8/8/3k4/8/8/3Q4/3K4 b\"
  fallible probe --metric dtz50 \"8/8/8/3k4/8/8/8/R3K3 w - - 74 90\"    the clock at 74: too late
  fallible probe --dtr \"8/8/6k1/8/8/1P4K1/8/8 w\"          the shortest rule it can be won under
  fallible probe --jansen \"8/8/r5k1/2Q5/8/4K3/8/8 w\"       with threats, as in his thesis
  fallible probe --draws \"8/8/8/8/8/n2R4/8/K1k5 b\"          a draw by the moves that forcing it takes
  fallible probe --net KPK \"8/8/8/3k4/8/8/3P4/3K4 w\"        by a network, in 400 bytes
  fallible probe --syzygy ~/syzygy \"8/2k5/8/8/2K5/2P1R3/8/2r1b2N w\"")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: FenWords,

    /// List the moves that keep the value as Jansen's database does, `v19 m30 o5`: the value, the legal and
    /// the optimal moves, then each move with its threat and its depth (four men at most)
    #[arg(long, conflicts_with = "syzygy")]
    jansen: bool,

    /// Say in how many moves either side forces the draw, and what each move makes of it
    #[arg(long, conflicts_with_all = ["jansen", "syzygy"])]
    draws: bool,

    /// Tell the depth by the rule instead: the least k for which the win can be forced under a k-move rule
    /// (four men at most, five without pawns)
    #[arg(long, conflicts_with_all = ["jansen", "draws", "syzygy"])]
    dtr: bool,

    /// Ask a network of `fallible net pack` instead of a table (KPK: the one that comes with the program): its exact
    /// value, and what it would guess alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["jansen", "draws", "dtr", "syzygy"])]
    net: Option<PathBuf>,

    #[command(flatten)]
    syzygy: SyzygyOption,
    #[command(flatten)]
    _game: ChessOption,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.fen.position()?;
    if let Some(file) = &args.net {
        return by_network(file, &position, args.options.json, out);
    }
    let (tables, console) = args.syzygy.open(&args.options)?;
    if args.dtr {
        return depth_by_the_rule(args, &position, &console, out);
    }
    if args.jansen {
        let his = jansen::solve(&tables, &position.material(), &console.monitor())?;
        let list = MoveList::of(&tables, &his, &position)?;
        console.clear();
        return match args.options.json {
            true => json::write(out, &list),
            false => Ok(writeln!(out, "{}\n{list}", position.fen())?),
        };
    }
    let report = PositionReport::of(&tables, position)?;
    if args.draws {
        let draws = DrawProbe::of(&tables, &report, &console.monitor())?;
        console.clear();
        return match args.options.json {
            true => json::write(out, &draws),
            false => print_draws(&report, &draws, out),
        };
    }
    console.clear();
    if args.options.json {
        return json::write(out, &report.probe());
    }
    print_head(&report, out)?;
    if report.choices.is_empty() {
        let end = if report.position.is_checkmate() { "checkmate" } else { "stalemate" };
        return Ok(writeln!(out, "no legal move: {end}")?);
    }
    print_moves(&report, |play| remark(&report, *play), out)
}

/// How deep a draw it is for either side, then every move.
fn print_draws(
    report: &PositionReport,
    draws: &DrawProbe,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    print_head(report, out)?;
    let depth = |forced: Option<u16>| match forced {
        Some(depth) => format!("forces the draw in {depth}"),
        None => "holds the draw without end".to_owned(),
    };
    if let Some(DrawDepths { white, black }) = draws.draw {
        writeln!(out, "White {}, Black {}\n", depth(white), depth(black))?;
    }
    if draws.moves.is_empty() {
        return Ok(writeln!(out, "no legal move")?);
    }
    let cell = |forced: Option<u16>| forced.map_or("-".to_owned(), |depth| depth.to_string());
    writeln!(out, "  {:<20}{:>8}{:>8}", "", "White", "Black")?;
    for one in &draws.moves {
        let (mark, value) = (if one.shortens { '*' } else { ' ' }, Outcome::from(one.valued.value));
        let draw = one.draw.map(|draw| format!("{:>8}{:>8}", cell(draw.white), cell(draw.black)));
        let row = format!("{mark} {:<8}{value:<12}{}", one.valued.san, draw.unwrap_or_default());
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(writeln!(out, "\n* nearer to the draw; moves to force it after the move, - without end")?)
}

/// What a network says of a position.
fn by_network(
    file: &Path,
    position: &Position,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let network = networks::read(file)?;
    let answer = look::probe(&network, position).map_err(bad_input)?;
    if as_json {
        return json::write(out, &answer);
    }
    let word = |value: Theoretical| match value {
        Theoretical::Win => "win",
        Theoretical::Draw => "draw",
        Theoretical::Loss => "loss",
    };
    writeln!(out, "{}", answer.fen)?;
    if let Some(value) = answer.value {
        writeln!(out, "{} to move: {}", color_name(position.turn()), word(value))?;
    }
    let alone = match answer.value {
        None => "left to err",
        Some(value) if value == answer.guess => "right",
        Some(_) => "wrong: one of its exceptions",
    };
    let NetworkProbe { guess, logit, expected_score, .. } = answer;
    Ok(writeln!(
        out,
        "the network alone: {} (logit {logit:.2}, expected score {expected_score:.3}), {alone}",
        word(guess)
    )?)
}

/// The shortest rule under which the position can be won.
fn depth_by_the_rule(
    args: &Args,
    position: &Position,
    console: &Console,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let depths = RuleDepths::of(&position.material(), &console.monitor())?;
    console.clear();
    let value = depths.outcome(position).unwrap_or(Outcome::Draw);
    let (fen, metric) = (position.fen(), "dtr".into());
    if args.options.json {
        return json::write(out, &RuleDepth { fen, metric, value: value.into() });
    }
    writeln!(out, "{fen}\n{} to move: {value}\nDTR: {}", color_name(position.turn()), dtr::UNIT)?;
    Ok(())
}

/// What a bare number would hide: how a move ends the count.
fn remark(report: &PositionReport, play: Move) -> &'static str {
    let after = report.position.after(play);
    if after.is_checkmate() {
        "mate"
    } else if after.is_stalemate() {
        "stalemate"
    } else if play.is_promotion() {
        "promotion"
    } else if play.is_capture() {
        "capture"
    } else {
        ""
    }
}
