//! Mistakes by depth beside the random player's: Jansen 1992, figures 6.3 to 6.5.

use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::{Successors, WalkError};
use endgame::survey::{self, Survey};
use endgame::tables::{Tables, TablesError};
use player::quality::errors::equilibria;
use player::quality::{Equilibrium, ErrorsByDepth, Rates};

use super::Role;
use super::quality::Qualities;

/// Fewer moves than this at a depth say little of a rate: they are listed, but no equilibrium is
/// read off them.
pub const LEAST_MOVES: u64 = 10;

/// One depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProfileRow {
    /// Before the move.
    pub depth: u16,
    /// Moves made there.
    pub moves: u64,
    /// Fatal mistakes made there, in no rate.
    pub fatal: u64,
    /// What the players did; none if nobody was there.
    pub players: Option<Rates>,
    /// What a player does who takes any move that keeps the value; none if there is no such depth.
    pub random: Option<Rates>,
}

/// The mistakes of one part, depth by depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Whose.
    pub side: Role,
    /// Every depth of the endgame, least first.
    pub rows: Vec<ProfileRow>,
    /// Where winners stand still against best play, as these players move; none of losers.
    pub equilibria: Vec<Equilibrium>,
    /// And the random player.
    pub random_equilibria: Vec<Equilibrium>,
}

/// Why there is no profile.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// The tables cannot answer.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The walk over the endgame was stopped.
    #[error(transparent)]
    Walk(#[from] WalkError),
}

/// The survey that profiles of an endgame need.
pub fn survey_of(
    tables: &Tables,
    endgame: &Material,
    monitor: &Monitor<'_>,
) -> Result<Survey, ProfileError> {
    let successors = Successors::of(tables, endgame, monitor)?;
    Ok(Survey::of(&successors, survey::Settings::default(), monitor)?)
}

impl Profile {
    /// The players of an endgame, named with the winner's men first, beside the random player.
    pub fn new(
        players: &Qualities,
        side: Role,
        endgame: &Material,
        survey: &Survey,
        smooth: bool,
    ) -> Profile {
        let counted = players.together(side).by_depth;
        let counted = if smooth { counted.smoothed() } else { counted };
        let winner = if endgame.is_normalized() { Color::White } else { Color::Black };
        let turn = if side == Role::Attacker { winner } else { winner.other() };
        let random = survey.side(turn, winner).random_player();
        Profile::of_counts(side, &counted, &random)
    }

    fn of_counts(
        side: Role,
        counted: &ErrorsByDepth,
        random: &[(value::Depth, survey::RandomError)],
    ) -> Profile {
        let rates = |error: &survey::Error| Rates {
            // A sum of nothing is a negative zero.
            probability: error.probability + 0.0,
            magnitude: error.magnitude(),
            average: error.expected + 0.0,
        };
        let deepest = random.last().map_or(0, |(depth, _)| depth.0);
        let deepest = counted.0.keys().copied().max().unwrap_or(0).max(deepest);
        let row = |depth: u16| {
            let errors = counted.0.get(&depth).copied().unwrap_or_default();
            let by_chance = random.iter().find(|(at, _)| at.0 == depth);
            ProfileRow {
                depth,
                moves: errors.moves,
                fatal: errors.fatal,
                players: errors.rates(),
                random: by_chance.map(|(_, error)| rates(&error.good)),
            }
        };
        let rows: Vec<ProfileRow> = (0..=deepest)
            .map(row)
            .filter(|row| row.players.is_some() || row.random.is_some())
            .collect();
        let wins = side == Role::Attacker;
        let chance: Vec<(f64, f64)> = rows
            .iter()
            .filter_map(|row| Some((f64::from(row.depth), row.random?.average)))
            .collect();
        Profile {
            side,
            equilibria: if wins { counted.equilibria(LEAST_MOVES) } else { Vec::new() },
            random_equilibria: if wins { equilibria(&chance) } else { Vec::new() },
            rows,
        }
    }
}
