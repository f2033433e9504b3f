//! Which decisions are valued.

use std::ops::RangeInclusive;
use std::str::FromStr;

use corpus::select::{Filters, TimeClass};

use crate::failure::BadInput;
use crate::options::{number, one_of};

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Which decisions")]
pub(super) struct FilterOptions {
    /// Skip the half-moves before this one: openings are known by heart [default: 17, of set-up positions 1]
    #[arg(long, value_name = "N", value_parser = number("from-ply", 1u32..=100_000))]
    from_ply: Option<u32>,

    /// Skip the half-moves after this one
    #[arg(long, value_name = "N", value_parser = number("to-ply", 1u32..=100_000))]
    to_ply: Option<u32>,

    /// At most so many decisions of each game: its first
    #[arg(long, value_name = "N", value_parser = number("max-per-game", 1usize..=10_000))]
    max_per_game: Option<usize>,

    /// Spread these over the game
    #[arg(long, requires = "max_per_game")]
    spread: bool,

    /// Only moves of players with a rating in this range, as in 1400-1600
    #[arg(long, value_name = "FROM-TO")]
    elo: Option<Ratings>,

    /// Only games of this class: 40 moves take less than 3 minutes (bullet), 8 (blitz), 25 (rapid),
    /// longer (classical), or nobody says (unknown); may be repeated, or several after commas
    #[arg(long, value_name = "CLASS", value_delimiter = ',', value_parser = classes())]
    time_control: Vec<TimeClass>,

    /// Only moves of this player, by words of the name in any order; may be repeated
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// Also games in which a program played, by its tags (WhiteIsComp, the title BOT) or its name
    #[arg(long)]
    engine_games: bool,

    /// Leave decisions out where the best move is worth more than so many centipawns for either side
    #[arg(long, value_name = "CP", value_parser = number("undecided", 1i32..=100_000))]
    undecided: Option<i32>,
}

fn classes() -> impl clap::builder::TypedValueParser<Value = TimeClass> {
    one_of(TimeClass::ALL.map(|class| (class.word(), class)))
}

/// A range of ratings.
#[derive(Clone, Debug)]
struct Ratings(RangeInclusive<u16>);

impl FromStr for Ratings {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Ratings, BadInput> {
        let range = text.split_once('-').and_then(|(from, to)| {
            Some(from.trim().parse::<u16>().ok()?..=to.trim().parse::<u16>().ok()?)
        });
        let range = range.filter(|range| !range.is_empty());
        let hint = "give two ratings, the lower first, as in 1400-1600";
        range.map(Ratings).ok_or_else(|| BadInput(format!("--elo {text}: {hint}")))
    }
}

impl FilterOptions {
    pub(super) fn filters(&self) -> Filters {
        let usual = Filters::from_ply(self.from_ply);
        Filters {
            plies: *usual.plies.start()..=self.to_ply.unwrap_or(u32::MAX),
            set_up_from: usual.set_up_from,
            time_classes: (!self.time_control.is_empty()).then(|| self.time_control.clone()),
            ratings: self.elo.as_ref().map(|Ratings(range)| range.clone()),
            players: self.player.clone(),
            engine_games: self.engine_games,
            per_game: self.max_per_game,
            spread: self.spread,
            undecided: self.undecided,
        }
    }
}
