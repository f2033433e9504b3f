//! Units as they are: what honest people did in events, games and whole careers, each with its `z`.

use std::collections::BTreeMap;

use corpus::Pool;
use corpus::fairplay::agreement::{Variance, agreement};
use corpus::fairplay::expectation::Expected;

use super::halves::{Halves, Misstated, Together};
use super::{FEWEST, moments};
use crate::Report;

/// How decisions are put together to units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// All players of an event.
    Event,
    /// A player in an event.
    PlayerEvent,
    /// A player in a game.
    PlayerGame,
    /// So many moves of a player one after the other.
    Piece,
    /// A player in all games.
    Player,
}

/// Moves of a piece.
const PIECE: usize = 20;

impl Unit {
    pub(super) const ALL: [Unit; 5] =
        [Unit::Event, Unit::PlayerEvent, Unit::PlayerGame, Unit::Piece, Unit::Player];

    /// In words, with the fewest decisions of a unit.
    fn words(self) -> (&'static str, usize) {
        match self {
            Unit::Event => ("by event", 10),
            Unit::PlayerEvent => ("by player and event", 5),
            Unit::PlayerGame => ("by player and game", 15),
            Unit::Piece => ("20 moves of a player", PIECE),
            Unit::Player => ("by player over whole games", 80),
        }
    }

    /// What must not be in both halves for such units to be held out.
    pub(super) fn held_out(self) -> Together {
        if self == Unit::Player { Together::Players } else { Together::Games }
    }
}

/// The decisions of each player.
type Players = BTreeMap<usize, Vec<usize>>;

/// The units of one kind.
fn units(unit: Unit, pool: &Pool, halves: &Halves<'_>) -> Vec<Players> {
    let mut found: BTreeMap<(String, usize, usize), Players> = BTreeMap::new();
    let mut so_far: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, one) in halves.decisions.iter().enumerate() {
        let (game, player) = (halves.games[at], halves.players[at]);
        let event = || {
            // Casual games online are no event: a day stands for one.
            let date = one.game.date.as_deref().unwrap_or("?");
            let date = if *pool != Pool::Fide { date } else { date.get(..4).unwrap_or("?") };
            one.game.event.as_deref().map(|event| format!("{event} {date}"))
        };
        let key = match unit {
            Unit::Event => event().map(|event| (event, 0, 0)),
            Unit::PlayerEvent => event().map(|event| (event, player, 0)),
            Unit::PlayerGame => Some((String::new(), player, game)),
            Unit::Piece => {
                let before = so_far.entry(player).or_default();
                *before += 1;
                Some((String::new(), player, (*before - 1) / PIECE))
            }
            Unit::Player => Some((String::new(), player, 0)),
        };
        let Some(key) = key else { continue };
        found.entry(key).or_default().entry(player).or_default().push(at);
    }
    let size = |unit: &Players| unit.values().map(Vec::len).sum::<usize>();
    found.into_values().filter(|players| size(players) >= unit.words().1).collect()
}

/// The `z` of every unit of one kind, in the report and as numbers.
pub(super) fn natural(
    report: &mut Report,
    pool: &Pool,
    unit: Unit,
    halves: &Halves<'_>,
) -> Vec<f64> {
    let what = unit.words().0;
    let units = units(unit, pool, halves);
    let fewest = if unit == Unit::Player { 2 } else { FEWEST };
    if units.len() < fewest {
        report.notes.push(format!("{pool}, {what}: {} units are too few to tell.", units.len()));
        return Vec::new();
    }
    let z: Vec<f64> = units.iter().map(|players| z_of(halves, players)).collect();
    let (mean, sd, error, beyond) = moments(&z);
    let moves: usize = units.iter().flat_map(BTreeMap::values).map(Vec::len).sum();
    let moves = moves as f64 / units.len() as f64;
    report.grid.figures(
        &[pool, &format!("honest, {what}")],
        [
            Some(moves),
            None,
            Some(z.len() as f64),
            Some(mean),
            Some(sd),
            Some(error),
            Some(beyond),
            None,
            None,
            None,
        ],
    );
    report.compare(format!("{pool}: sd of z, {what}"), sd).error = error;
    if unit == Unit::Player {
        let most = z.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        report.compare(format!("{pool}: mean of z, {what}"), mean).error =
            sd / (z.len() as f64).sqrt();
        report.compare(format!("{pool}: greatest z of {} players, {what}", z.len()), most);
    }
    z
}

/// The z of several players together, each with a rating of its own.
fn z_of(halves: &Halves<'_>, players: &Players) -> f64 {
    let (mut more, mut variance) = (0.0, 0.0);
    for decisions in players.values() {
        // A player's games may be in both halves, which know about honest players apart.
        for half in [0, 1] {
            let of_half: Vec<usize> =
                decisions.iter().copied().filter(|at| halves.half(*at) == half).collect();
            let Some(first) = of_half.first() else { continue };
            let honest = halves.honest(*first);
            let expected: Vec<Expected> =
                of_half.iter().map(|at| halves.expected(*at, Misstated::default())).collect();
            let found = agreement(&expected, honest);
            more += found.observed - found.expected;
            variance += Variance::new(&expected, honest).total();
        }
    }
    more / variance.sqrt()
}
