//! `fallible probe FEN --game antichess`: what a position is worth, and every legal move.

use std::io::Write;

use study::other_games::{AnyGame, AnyMove, AnyPosition};
use study::position_report::PositionReport;

use crate::json;
use crate::options::{FenWords, GameOptions};
use crate::position_report::{print_head, print_moves};

/// Say what a position of another game is worth, and every legal move, best first
///
/// Values are those of the side to move; the depth of a move is that of the position after it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible probe \"8/8/8/8/8/2k5/8/R6K w - - 0 1\" --game antichess
  fallible probe 8/5P2/8/2r5/8/8/8/8 w --game suicide --metric dtz --json
  fallible probe W:WK14,K15:BK4 --game checkers")]
pub(super) struct Args {
    #[command(flatten)]
    position: FenWords,
    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.position.of_game(args.options.game)?;
    let (game, console) = args.options.open()?;
    let report = PositionReport::of_game(&game, position)?;
    console.clear();
    if args.options.json {
        return json::write(out, &report.probe());
    }
    print_head(&report, out)?;
    if report.choices.is_empty() {
        return Ok(writeln!(out, "{}", over(&report.position))?);
    }
    print_moves(&report, |play| remark(&game, &report.position, play), out)
}

/// Why there is nothing to play.
fn over(position: &AnyPosition) -> &'static str {
    let alone = [position.turn(), position.turn().other()];
    match alone.into_iter().any(|color| position.men_of(color) == 0) {
        true => "the game is over: one side has no men",
        false => "the game is over: there is no legal move",
    }
}

/// How a move ends the count.
fn remark(game: &AnyGame, at: &AnyPosition, play: &AnyMove) -> &'static str {
    if game.name().ended(&at.after(play)).is_some() {
        "the end"
    } else if play.is_capture() {
        "capture"
    } else if at.promotion(play).is_some() {
        "promotion"
    } else if game.ends_count(at, play) {
        if game.name().has_chessmen() { "pawn move" } else { "crowning" }
    } else {
        ""
    }
}
