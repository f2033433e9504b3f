//! Groups of decisions: by player, band of ratings, event, phase, opening, colour, time control, clock, depth or engine.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::decision::{Decision, Phase};
use crate::names::normal;
use crate::one_reference::engine_of;
use crate::select::{RATINGS, TimeClass};

/// How many points a band of ratings is wide.
pub const BAND: u16 = 200;

/// Seconds left on a clock: below each bound, and not below the one before.
const CLOCKS: [(f32, &str); 6] = [
    (10.0, "under 10 s"),
    (30.0, "10 to 30 s"),
    (120.0, "30 s to 2 min"),
    (600.0, "2 to 10 min"),
    (1800.0, "10 to 30 min"),
    (f32::INFINITY, "30 min or more"),
];

/// What groups are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// The player's name.
    Player,
    /// The player's rating, in bands of 200 points.
    Band,
    /// The event.
    Event,
    /// The part of the game.
    Phase,
    /// The ECO code.
    Opening,
    /// The player's colour.
    Colour,
    /// Bullet, blitz, rapid, classical, correspondence.
    TimeControl,
    /// The time left on the mover's clock.
    Clock,
    /// How deep the reference searched: the same decisions as `E_p` sees them, for each `p`.
    Depth,
    /// The engine that scored the moves, with its version: the same decisions as each sees them.
    Engine,
    /// Everybody together.
    All,
}

/// A word that says no way to group.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no way to group: choose player, band, event, phase, opening, colour, time-control, clock, depth or all"
)]
pub struct UnknownGroup(pub String);

impl GroupBy {
    /// All of them.
    pub const ALL: [GroupBy; 11] = [
        GroupBy::Player,
        GroupBy::Band,
        GroupBy::Event,
        GroupBy::Phase,
        GroupBy::Opening,
        GroupBy::Colour,
        GroupBy::TimeControl,
        GroupBy::Clock,
        GroupBy::Depth,
        GroupBy::Engine,
        GroupBy::All,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            GroupBy::Player => "player",
            GroupBy::Band => "band",
            GroupBy::Event => "event",
            GroupBy::Phase => "phase",
            GroupBy::Opening => "opening",
            GroupBy::Colour => "colour",
            GroupBy::TimeControl => "time-control",
            GroupBy::Clock => "clock",
            GroupBy::Depth => "depth",
            GroupBy::Engine => "engine",
            GroupBy::All => "all",
        }
    }

    /// The groups of these decisions by name, each never empty: names of their own kind in their
    /// natural order, players, events and openings by the number of decisions, the greatest first.
    /// A decision whose game does not say what is asked belongs to none.
    pub fn groups(self, decisions: &[Decision]) -> Vec<(String, Vec<&Decision>)> {
        let mut groups: BTreeMap<(usize, String), Vec<&Decision>> = BTreeMap::new();
        for decision in decisions {
            if let Some(key) = self.key(decision) {
                groups.entry(key).or_default().push(decision);
            }
        }
        let mut groups: Vec<(String, Vec<&Decision>)> =
            groups.into_iter().map(|((_, name), decisions)| (name, decisions)).collect();
        if self == GroupBy::Player {
            groups = by_person(groups);
        }
        if matches!(self, GroupBy::Player | GroupBy::Event | GroupBy::Opening) {
            groups.sort_by_key(|(_, decisions)| std::cmp::Reverse(decisions.len()));
        }
        groups
    }

    /// The group of a decision: its place in the natural order, and its name.
    fn key(self, decision: &Decision) -> Option<(usize, String)> {
        let game = &decision.game;
        let named = |name: Option<&str>| {
            name.filter(|name| !matches!(*name, "" | "?" | "-")).map(|name| (0, name.to_owned()))
        };
        match self {
            GroupBy::Player => named(Some(decision.player())),
            GroupBy::Event => named(game.event.as_deref()),
            GroupBy::Opening => named(game.eco.as_deref()),
            GroupBy::All => Some((0, "all".to_owned())),
            GroupBy::Band => {
                band(decision.rating()?).map(|band| (usize::from(band), band.to_string()))
            }
            GroupBy::Phase => {
                let phase = decision.phase();
                let place = Phase::ALL.iter().position(|one| *one == phase)?;
                Some((place, phase.word().to_owned()))
            }
            GroupBy::Colour => {
                let is_black = decision.board.turn().is_black();
                Some((usize::from(is_black), if is_black { "black" } else { "white" }.to_owned()))
            }
            GroupBy::Clock => {
                let left = decision.clock?;
                let place = CLOCKS.iter().position(|(below, _)| left < *below)?;
                Some((place, CLOCKS[place].1.to_owned()))
            }
            GroupBy::Depth => {
                let depth = decision.reference.depth;
                Some((usize::from(depth), depth.to_string()))
            }
            GroupBy::Engine => Some((0, engine_of(&decision.reference))),
            GroupBy::TimeControl => {
                speed(game.time_control.as_deref()?).map(|(place, word)| (place, word.to_owned()))
            }
        }
    }
}

/// The groups of players, those of one person together, under the spelling that most decisions have.
fn by_person(groups: Vec<(String, Vec<&Decision>)>) -> Vec<(String, Vec<&Decision>)> {
    let mut people: BTreeMap<String, (String, usize, Vec<&Decision>)> = BTreeMap::new();
    for (name, decisions) in groups {
        let count = decisions.len();
        let (spelling, most, all) = people.entry(normal(&name)).or_default();
        if count > *most {
            (*spelling, *most) = (name, count);
        }
        all.extend(decisions);
    }
    people.into_values().map(|(name, _, decisions)| (name, decisions)).collect()
}

/// The band of a rating, by its least; none of a rating that nobody can have.
pub fn band(rating: u16) -> Option<u16> {
    RATINGS.contains(&rating).then_some(rating / BAND * BAND)
}

/// The class of a time control such as `300+3`, and its place among them; none if it cannot be read.
fn speed(time_control: &str) -> Option<(usize, &'static str)> {
    if time_control == "-" || time_control.starts_with("1/") {
        return Some((TimeClass::Unknown as usize, "correspondence"));
    }
    let class = TimeClass::of(Some(time_control));
    (class != TimeClass::Unknown).then(|| (class as usize, class.word()))
}

impl fmt::Display for GroupBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for GroupBy {
    type Err = UnknownGroup;

    fn from_str(text: &str) -> Result<GroupBy, UnknownGroup> {
        let found = GroupBy::ALL.into_iter().find(|by| by.word() == text);
        found.ok_or_else(|| UnknownGroup(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_as_lichess_names_them() {
        let word = |text: &str| speed(text).map(|(_, word)| word);
        assert_eq!(word("60+0"), Some("bullet"));
        assert_eq!(word("180+2"), Some("blitz"));
        assert_eq!(word("600"), Some("rapid"));
        assert_eq!(word("40/7200:3600"), Some("classical"));
        assert_eq!(word("1/259200"), Some("correspondence"));
        assert_eq!((word("?"), word("5 min"), word("")), (None, None, None));
    }

    #[test]
    fn bands_are_200_points_wide() {
        assert_eq!([1399, 1400, 1599].map(band), [Some(1200), Some(1400), Some(1400)]);
        assert_eq!([0, 599, 3001].map(band), [None; 3]);
    }
}
