//! Which decisions of which games are worth an engine's time.
//!
//! - [`time_class`]: bullet, blitz, rapid or classical
//! - `engine_names`: games in which a program played
//! - `game_info`: what the tags of a game say
//! - [`candidates`](mod@candidates): the positions of a game that pass

pub mod candidates;
mod engine_names;
mod game_info;
pub mod time_class;

use std::ops::RangeInclusive;

pub use candidates::{Candidate, candidates};
pub use game_info::{RATINGS, game_info};
pub use time_class::TimeClass;

/// The first half-move that is looked at by default: eight moves of each side are skipped, since
/// many of them are known by heart.
pub const FROM_PLY: u32 = 17;

/// What passes.
#[derive(Clone, Debug, PartialEq)]
pub struct Filters {
    /// Half-moves, counted from 1 in each game.
    pub plies: RangeInclusive<u32>,
    /// The first half-move of games that begin in a set-up position, which nobody knows by heart.
    pub set_up_from: u32,
    /// Classes of time control; none: any, also of games that do not tell.
    pub time_classes: Option<Vec<TimeClass>>,
    /// The rating of the player who moves; none: any, also unknown.
    pub ratings: Option<RangeInclusive<u16>>,
    /// Players whose decisions are wanted, by the words of their names; empty: everybody's.
    pub players: Vec<String>,
    /// Whether games in which a program played are wanted.
    pub engine_games: bool,
    /// The most decisions of a game; none: all.
    pub per_game: Option<usize>,
    /// Whether these are spread over the game; otherwise they are its first.
    pub spread: bool,
    /// The greatest value of the best move, in centipawns for either side, after valuing: what is
    /// decided is left out, and so is a mate. None: anything.
    pub undecided: Option<i32>,
}

impl Default for Filters {
    fn default() -> Filters {
        Filters {
            plies: FROM_PLY..=u32::MAX,
            set_up_from: 1,
            time_classes: None,
            ratings: None,
            players: Vec::new(),
            engine_games: false,
            per_game: None,
            spread: false,
            undecided: None,
        }
    }
}

/// Why a whole game is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// A program played.
    EngineGame,
    /// Of another class of time control, or of none that is told.
    TimeControl,
    /// Neither player's rating is wanted or known.
    Rating,
    /// Nobody of that name played.
    Player,
    /// No position passes.
    NoPosition,
}

impl Refusal {
    /// All of them.
    pub const ALL: [Refusal; 5] = [
        Refusal::EngineGame,
        Refusal::TimeControl,
        Refusal::Rating,
        Refusal::Player,
        Refusal::NoPosition,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Refusal::EngineGame => "a program played",
            Refusal::TimeControl => "another time control",
            Refusal::Rating => "another rating",
            Refusal::Player => "other players",
            Refusal::NoPosition => "no position left",
        }
    }
}

impl Filters {
    /// The usual ones, with the half-moves before this one skipped in every game, if one is named.
    pub fn from_ply(named: Option<u32>) -> Filters {
        let usual = Filters::default();
        match named {
            Some(first) => Filters { plies: first..=u32::MAX, set_up_from: first, ..usual },
            None => usual,
        }
    }

    /// The filters in words, as they are kept with a file.
    pub fn describe(&self) -> String {
        let mut said = vec![match *self.plies.end() {
            u32::MAX => format!("from ply {}", self.plies.start()),
            last => format!("plies {} to {last}", self.plies.start()),
        }];
        if self.set_up_from != *self.plies.start() {
            said.push(format!("of set-up positions from ply {}", self.set_up_from));
        }
        said.push("at least 2 legal moves".to_owned());
        said.push("no third occurrence".to_owned());
        if let Some(classes) = &self.time_classes {
            let words: Vec<&str> = classes.iter().map(|class| class.word()).collect();
            said.push(format!("time control {}", words.join(" or ")));
        }
        if let Some(ratings) = &self.ratings {
            said.push(format!("rating {} to {}", ratings.start(), ratings.end()));
        }
        if !self.players.is_empty() {
            said.push(format!("moves of {}", self.players.join(" or ")));
        }
        if !self.engine_games {
            said.push("no games of programs".to_owned());
        }
        if let Some(most) = self.per_game {
            let how = if self.spread { "spread over" } else { "the first of" };
            said.push(format!("at most {most}, {how} each game"));
        }
        if let Some(bound) = self.undecided {
            said.push(format!("best move within {bound} centipawns"));
        }
        said.join(", ")
    }

    /// Whether a position is decided by the value of its best move.
    pub fn is_decided(&self, best: engine::score::Score) -> bool {
        use engine::score::Score::{Centipawns, Mate};
        self.undecided.is_some_and(|bound| match best {
            Centipawns(cp) => cp.unsigned_abs() > bound.unsigned_abs(),
            Mate(_) => true,
        })
    }
}

#[cfg(test)]
mod tests;
