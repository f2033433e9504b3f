//! `fallible practice KQvR --game antichess`: win it yourself, against a program you do not know.

use std::io::Write;
use std::path::PathBuf;

use endgame::rules::Color;
use study::other_games::starts::GameWish;
use study::other_games::{AnyGame, AnyPosition, GameName};
use study::practice::choose::LEVELS;
use study::practice::{Depths, Experiment, Goal, Setup};

use super::endgame;
use crate::commands::practice::play::{Table, lines, unfinished};
use crate::commands::practice::{agents, depths, seed_by_clock};
use crate::failure::bad_input;
use crate::options::{GameOptions, number};

/// Play a won position of another game against a program you do not know
///
/// Moves are read from the standard input, one a line (`board`, `resign`, `quit`). The game is kept in the record after every move;
/// an unfinished one is gone on with. Which program it was is said at the end; `fallible practice --report` shows records.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible practice KQvR --game antichess --level 2 --seed 7
  fallible practice KKvK --game checkers --programs infallible,predator:12 --record game.json")]
pub(super) struct Args {
    /// The endgame, White's men first; you have White and win
    #[arg(value_name = "ENDGAME")]
    endgame: Option<String>,

    /// How deep the win is: 4, or 2..6 [default: any]
    #[arg(long, value_name = "DEPTHS", value_parser = depths)]
    depth: Option<Depths>,

    /// Depths by difficulty instead: 1, the easiest fifth, to 5
    #[arg(long, value_name = "N", value_parser = number("level", 1..=LEVELS), conflicts_with = "depth")]
    level: Option<u16>,

    /// The programs of which one plays, as for `fallible match`; settings follow after commas
    #[arg(long, value_name = "AGENT,...", default_value = "infallible")]
    programs: String,

    /// Your name in the record
    #[arg(long, value_name = "NAME", default_value = "player")]
    player: String,

    /// Of all chance [default: from the clock]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Keep the game in this file, or go on with the one that is there
    #[arg(long, value_name = "FILE.json")]
    record: Option<PathBuf>,

    /// Moves you may make without a capture or a move of a pawn or uncrowned man
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=1000))]
    moves_allowed: u16,

    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let kept = unfinished(args.record.as_deref())?;
    let (game, console) = args.options.open()?;
    let (session, resumed) = match kept {
        Some(record) => (Experiment::resume(&game, record)?, true),
        None => (args.start(&game)?, false),
    };
    console.clear();
    let examples = match game.name() {
        GameName::Checkers => "11-15 or 15x24x31",
        _ => "Qd5, exd8=K or e7d8k",
    };
    let show = |at: &AnyPosition| (at.diagram(), "");
    let table =
        Table { kept: args.record.as_deref(), json: args.options.json, out, moves: lines() };
    table.sit_down(session, resumed, (examples, show))
}

impl Args {
    fn start<'t>(&self, game: &'t AnyGame) -> anyhow::Result<Experiment<'t, AnyPosition>> {
        let name = self.endgame.as_deref().ok_or_else(|| {
            bad_input("no endgame named: give one, as in fallible practice KQvR --game antichess")
        })?;
        let programs = agents(&self.programs)?;
        let seed = self.seed.unwrap_or_else(seed_by_clock);
        let wish = GameWish {
            endgame: endgame(game, name)?,
            side: Some(Color::White),
            first: true,
            depth: self.depth,
            difficulty: self.level,
            goal: Some(Goal::Win),
            seed,
        };
        let start = wish.start(game).map_err(bad_input)?.position;
        let setup = Setup {
            player: self.player.clone(),
            endgame: wish.endgame.to_string(),
            programs,
            goal: Goal::Win,
            start,
            seed,
            moves_allowed: self.moves_allowed,
        };
        Ok(Experiment::start(game, setup)?)
    }
}
