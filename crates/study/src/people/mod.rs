//! How people play endgames: which moves they see, what they give away, and what that says of their rating.
//!
//! - [`decisions`]: the decisions of games, ready to be learned from
//! - [`levels`]: weights shared between groups of decisions; [`train`]: learned; `model`: what comes of it, `file`: kept
//! - [`rating`]: the rating that moves speak for
//! - `prior`: the agent `human:R`
//! - `look`: what people see in a move, in numbers

pub mod decisions;
mod file;
pub mod levels;
pub(crate) mod look;
mod model;
mod prior;
pub mod rating;
pub mod train;

use endgame::heuristics::LastMove;
use endgame::rules::{Color, Position, Role};
use value::Outcome;

pub use file::PeopleFileError;
pub use model::{Level, PeopleModel};
pub use prior::PeoplePrior;

use crate::pgn::Game;

/// The strength of a rating on Lichess, mostly at blitz: the model's unit is 500 points.
pub fn units(rating: f64) -> f64 {
    (rating - 1700.0) / 500.0
}

/// The strength of a rating in the pool of a game: the middle is 1700 on Lichess and the Free Internet Chess Server, 1900 with
/// FIDE, whose players take more time.
pub fn strength(game: &Game, rating: u16) -> f64 {
    let tags = ["Site", "Event", "DataSource"].map(|tag| game.tag(tag).unwrap_or_default());
    let told = tags.join(" ").to_lowercase();
    let online = ["lichess", "fics", "freechess"].iter().any(|name| told.contains(name));
    let middle = if online { 0.0 } else { 200.0 };
    units(f64::from(rating) - middle)
}

/// What somebody to move can expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Standing {
    /// He is winning.
    Wins,
    /// He is drawing, and has more men than the opponent, by their usual worth.
    Presses,
    /// He is drawing with no more than the opponent has.
    Holds,
    /// He is losing.
    Resists,
}

impl Standing {
    /// All of them.
    pub const ALL: [Standing; 4] =
        [Standing::Wins, Standing::Presses, Standing::Holds, Standing::Resists];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Standing::Wins => "wins",
            Standing::Presses => "presses",
            Standing::Holds => "holds",
            Standing::Resists => "resists",
        }
    }

    /// That of the side to move in a position worth so much.
    pub fn of(at: &Position, value: Outcome) -> Standing {
        let worth = |color: Color| {
            let of = |(role, worth)| at.squares(color, role).count_ones() * worth;
            [
                (Role::Pawn, 1),
                (Role::Knight, 3),
                (Role::Bishop, 3),
                (Role::Rook, 5),
                (Role::Queen, 9),
            ]
            .map(of)
            .iter()
            .sum::<u32>()
        };
        match value {
            Outcome::Win(_) => Standing::Wins,
            Outcome::Loss(_) => Standing::Resists,
            Outcome::Draw if worth(at.turn()) > worth(at.turn().other()) => Standing::Presses,
            Outcome::Draw => Standing::Holds,
        }
    }
}

/// The moves before a position that people remember.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastMoves {
    /// The opponent's last move.
    pub enemy: Option<LastMove>,
    /// The mover's own before that.
    pub own: Option<LastMove>,
    /// The opponent's before that.
    pub enemy_before: Option<LastMove>,
}

impl LastMoves {
    /// What the opponent remembers after one more move.
    #[must_use]
    pub fn then(self, made: LastMove) -> LastMoves {
        LastMoves { enemy: Some(made), own: self.enemy, enemy_before: self.own }
    }
}
