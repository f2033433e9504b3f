//! `fallible find KQvR --game antichess`: positions of a depth.

use std::io::Write;
use std::num::NonZeroUsize;

use endgame::rules::{Color, color_name};
use study::other_games::AnyGame;
use study::other_games::statistics::{Sought, find};
use value::{Depth, Outcome};

use crate::commands::find::{Wanted, print};
use crate::failure::refuse;
use crate::json;
use crate::options::{GameOptions, color};

/// Find positions of another game's endgame, one a line
///
/// One position stands for all that look the same in a mirror.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  fallible find KQvR --game antichess --depth 5
  fallible find NNvP --game antichess --side black --result loss --count 5 --seed 1
  fallible find KKvK --game checkers --only-move
  fallible find KKvKM --game checkers --result draw --total")]
pub(super) struct Args {
    /// The endgame, White's men first: KQvR, or in checkers KKvKM
    #[arg(value_name = "ENDGAME")]
    endgame: String,

    /// Moves the winner still needs [default: any]
    #[arg(long, value_name = "D")]
    depth: Option<u16>,

    /// Who is to move
    #[arg(long, value_parser = color(), value_name = "COLOUR", default_value = "white")]
    side: Color,

    /// What it is worth to the side to move
    #[arg(long, value_enum, value_name = "RESULT", default_value = "win")]
    result: Wanted,

    /// Only where exactly one move keeps the win, or the draw
    #[arg(long)]
    only_move: bool,

    /// How many positions at most
    #[arg(long, value_name = "N", default_value = "10")]
    count: NonZeroUsize,

    /// Take positions at random, the same for the same seed [default: the first]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,

    /// Say only how many there are
    #[arg(long, conflicts_with = "seed")]
    total: bool,

    #[command(flatten)]
    options: GameOptions,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let (game, console) = args.options.open()?;
    let endgame = super::endgame(&game, &args.endgame)?;
    args.check(&game)?;
    let sought = Sought {
        turn: args.side,
        sign: match args.result {
            Wanted::Win => 1,
            Wanted::Draw => 0,
            Wanted::Loss => -1,
        },
        depth: args.depth.map(Depth),
        only_move: args.only_move,
        most: if args.total { 0 } else { args.count.get() },
        seed: args.seed,
    };
    let found = find(&game, &endgame, &sought)?;
    console.clear();
    if args.options.json {
        return json::write(out, &found);
    }
    if args.total {
        return Ok(writeln!(out, "{}", found.total)?);
    }
    if found.positions.is_empty() {
        eprintln!("fallible: {endgame} has no such position");
    }
    print(&found.positions, out)
}

impl Args {
    /// Refuses a depth that no position has, and says which there are.
    fn check(&self, game: &AnyGame) -> anyhow::Result<()> {
        let Some(depth) = self.depth else { return Ok(()) };
        let endgame = super::endgame(game, &self.endgame)?;
        let (wins, does) = match self.result {
            Wanted::Win => (true, "wins"),
            Wanted::Loss => (false, "loses"),
            Wanted::Draw => refuse!("a draw has no depth: leave out --depth or --result draw"),
        };
        let outcome = if wins { Outcome::Win(Depth(depth)) } else { Outcome::Loss(Depth(depth)) };
        if !game.places_of(&endgame, self.side, outcome)?.is_empty() {
            return Ok(());
        }
        let mover = color_name(self.side);
        let Some(deepest) = game.deepest_of(&endgame, self.side, wins)? else {
            refuse!("{mover} to move never {does} {endgame}: ask for another --result or --side");
        };
        refuse!(
            "{mover} to move never {does} {endgame} in {depth}: the deepest is {deepest}, try --depth {deepest}"
        )
    }
}
