//! Mistakes by depth beside the random player's: Jansen 1992, figures 6.3 to 6.5.

use endgame::material::Material;
use endgame::progress::Monitor;
use endgame::rules::Color;
use endgame::successors::{Successors, WalkError};
use endgame::survey::{self, Survey};
use endgame::tables::{Tables, TablesError};
use player::quality::errors::equilibria;
use player::quality::{Equilibrium, Rates};
use plot::{Plot, Series, grouped};
use serde::{Deserialize, Serialize};

use super::PlayerRole;
use super::quality::Qualities;

/// Fewer moves than this at a depth say little of a rate: they are listed, but no equilibrium is
/// read off them.
pub const LEAST_MOVES: u64 = 10;

/// The mistakes made at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProfileRow {
    /// The depth before the move, in the winner's moves.
    pub depth: u16,
    /// Moves made there.
    pub moves: u64,
    /// Moves that gave the value away, in no rate.
    pub fatal: u64,
    /// What the players did; none if nobody was there.
    pub players: Option<Rates>,
    /// What a player does who takes any move that keeps the value; none if there is no such depth.
    pub random: Option<Rates>,
}

/// The mistakes of one part, depth by depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Winners or losers.
    pub side: PlayerRole,
    /// Every depth of the endgame, least first.
    pub rows: Vec<ProfileRow>,
    /// Where winners stand still against best play, as these players move; none of losers.
    pub equilibria: Vec<Equilibrium>,
    /// And the random player.
    pub random_equilibria: Vec<Equilibrium>,
}

/// Why there is no profile.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ProfileError {
    #[error(transparent)]
    Tables(#[from] TablesError),
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
        side: PlayerRole,
        endgame: &Material,
        survey: &Survey,
        smooth: bool,
    ) -> Profile {
        let counted = players.together(side).by_depth;
        let counted = if smooth { counted.smoothed() } else { counted };
        let winner = if endgame.is_normalized() { Color::White } else { Color::Black };
        let turn = if side == PlayerRole::Attacker { winner } else { winner.other() };
        let random = survey.side(turn, winner).random_player();
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
        let is_there = |row: &ProfileRow| row.players.is_some() || row.random.is_some();
        let rows: Vec<ProfileRow> = (0..=deepest).map(row).filter(is_there).collect();
        let wins = side == PlayerRole::Attacker;
        let chance =
            rows.iter().filter_map(|row| Some((f64::from(row.depth), row.random?.average)));
        let chance: Vec<(f64, f64)> = chance.collect();
        Profile {
            side,
            equilibria: if wins { counted.equilibria(LEAST_MOVES) } else { Vec::new() },
            random_equilibria: if wins { equilibria(&chance) } else { Vec::new() },
            rows,
        }
    }
}

/// What of the mistakes is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Moves of depth conceded a move.
    Average,
    /// Mistakes a move.
    Probability,
    /// Moves of depth conceded a mistake.
    Magnitude,
}

impl Measure {
    /// All three, in the order of tables.
    pub const ALL: [Measure; 3] = [Measure::Average, Measure::Probability, Measure::Magnitude];

    /// The number of these rates; none if they have none.
    pub fn of(self, rates: Option<Rates>) -> Option<f64> {
        let rates = rates?;
        match self {
            Measure::Average => Some(rates.average),
            Measure::Probability => Some(rates.probability),
            Measure::Magnitude => rates.magnitude,
        }
    }

    /// What the numbers are, for an axis.
    pub fn axis(self) -> &'static str {
        match self {
            Measure::Average => "moves of depth conceded a move, d",
            Measure::Probability => "probability of a mistake, p",
            Measure::Magnitude => "moves of depth conceded a mistake, delta",
        }
    }
}

/// Winners and losers of an endgame, by depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Profiles {
    /// The endgame, the winner's men first.
    pub endgame: Material,
    /// Whether each depth is put together with its neighbours.
    pub smooth: bool,
    /// Winners and losers.
    pub sides: [Profile; 2],
}

impl Profiles {
    /// The profiles of the endgame asked for, or of the commonest; none if no game has a won position.
    pub fn of(
        players: &Qualities,
        smooth: bool,
        tables: &Tables,
        monitor: &Monitor<'_>,
    ) -> Result<Option<Profiles>, ProfileError> {
        let Some(endgame) = players.endgame.or_else(|| players.commonest()) else {
            return Ok(None);
        };
        let survey = survey_of(tables, &endgame, monitor)?;
        let profile = |role| Profile::new(players, role, &endgame, &survey, smooth);
        let sides = PlayerRole::ALL.map(profile);
        Ok(Some(Profiles { endgame, smooth, sides }))
    }

    /// What was counted, for the head of a table or plot.
    pub fn note(&self) -> String {
        // A move enters up to three rows when depths are put together: its count says nothing.
        if self.smooth {
            return "three depths together; fatal mistakes left out".to_owned();
        }
        let moves = |side: &Profile| grouped(side.rows.iter().map(|row| row.moves).sum());
        let [winners, losers] = self.sides.each_ref().map(moves);
        format!("{winners} moves of winners, {losers} of losers; fatal mistakes left out")
    }

    /// One measure by depth, beside the random winner's.
    pub fn plot(&self, measure: Measure) -> Plot {
        let line = |side: &Profile, name: &str, random: bool| {
            let pick = |row: &ProfileRow| {
                let rates = if random { row.random } else { row.players };
                Some((f64::from(row.depth), measure.of(rates)?))
            };
            Series { name: name.to_owned(), points: side.rows.iter().filter_map(pick).collect() }
        };
        let [winners, losers] = &self.sides;
        // The random loser's errors would dwarf all others: they are in the table.
        let lines = [
            line(winners, "these winners", false),
            line(winners, "random winners", true),
            line(losers, "these losers", false),
        ];
        let series: Vec<Series> =
            lines.into_iter().filter(|series| !series.points.is_empty()).collect();
        let ends = series.iter().flat_map(|one| one.points.last()).map(|point| point.0);
        let stand_still = Series {
            name: "no progress against best play".to_owned(),
            points: vec![(0.0, 1.0), (ends.fold(1.0, f64::max), 1.0)],
        };
        let title = format!("{}: mistakes by depth", self.endgame);
        let axes = ["depth before the move", measure.axis()];
        let guides = if measure == Measure::Average { vec![stand_still] } else { Vec::new() };
        Plot { guides, ..Plot::new(title, self.note(), axes, series) }
    }

    /// One row for each role and depth.
    pub fn csv(&self) -> String {
        let mut text =
            "side,depth,moves,fatal,d,p,delta,random_d,random_p,random_delta\n".to_owned();
        let cell = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
        for side in &self.sides {
            for row in &side.rows {
                let rates = [row.players, row.random]
                    .map(|rates| Measure::ALL.map(|measure| cell(measure.of(rates))).join(","));
                let ProfileRow { depth, moves, fatal, .. } = row;
                let (role, rates) = (side.side.word(), rates.join(","));
                text.push_str(&format!("{role},{depth},{moves},{fatal},{rates}\n"));
            }
        }
        text
    }
}
