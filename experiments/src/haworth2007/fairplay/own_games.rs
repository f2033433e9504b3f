//! Players against a profile of their own: every other game tells what is expected of the rest, as
//! `fallible fairplay --profile` has it.

use std::collections::BTreeMap;

use corpus::fairplay::profile::Stated;
use corpus::fairplay::{PRIOR, Question, look_at};
use corpus::human::HumanModels;
use corpus::{Decision, Pool};

use super::moments;
use crate::Report;

/// Fewest decisions of a player.
const LEAST: usize = 160;

/// The `z` of players with many decisions, by name.
pub(super) fn against_own_games(report: &mut Report, pool: &Pool, decisions: &[&Decision]) {
    let mut players: BTreeMap<&str, Vec<&Decision>> = BTreeMap::new();
    for one in decisions {
        players.entry(one.player()).or_default().push(one);
    }
    let (mut z, mut moves) = (Vec::new(), 0.0);
    for (name, own) in players.iter().filter(|(_, own)| own.len() >= LEAST) {
        let mut games: Vec<usize> = own.iter().map(|one| one.game.number).collect();
        games.dedup();
        let is_profile = |one: &&&Decision| {
            games.iter().position(|game| *game == one.game.number).is_some_and(|at| at % 2 == 1)
        };
        let (profile, examined): (Vec<_>, Vec<_>) =
            own.iter().partition::<Vec<&&Decision>, _>(is_profile);
        let clone = |of: Vec<&&Decision>| of.into_iter().map(|one| (*one).clone()).collect();
        let (profile, examined): (Vec<Decision>, Vec<Decision>) = (clone(profile), clone(examined));
        let question = Question {
            pool: Some(pool.clone()),
            stated: Stated::OwnGames(profile),
            prior: PRIOR,
            masked: false,
        };
        if let Ok(found) = look_at(&examined, name, &question, HumanModels::built_in()) {
            z.push(found.z);
            moves += found.decisions as f64;
        }
    }
    if z.len() < 2 {
        report.notes.push(format!("{pool}, against own games: too few players to tell."));
        return;
    }
    let (mean, sd, error, beyond) = moments(&z);
    let units = z.len() as f64;
    report.grid.figures(
        &[pool, &"honest, against own games"],
        [
            Some(moves / units),
            None,
            Some(units),
            Some(mean),
            Some(sd),
            Some(error),
            Some(beyond),
            None,
            None,
            None,
        ],
    );
    report.compare(format!("{pool}: sd of z, against own games"), sd).error = error;
}
