//! The decisions of people in endgames, from every collection that is there.

use std::collections::HashMap;
use std::path::Path;

use endgame::material::Material;
use endgame::progress::Progress;
use study::people::decisions::{Decision, Reading};
use study::people::strength;
use study::pgn::{Game, Games};

use super::network::{self, Foreseen};
use crate::{ExperimentError, Lab};

/// The endgames with games of their own.
pub(super) const ENDGAMES: [&str; 5] = ["KQKR", "KBNK", "KBBKN", "KRBKR", "KRPKR"];
/// Games of whole collections that reach endgames now and then.
const OTHERS: [&str; 5] = [
    "lichess_by_rating.pgn.gz",
    "fics_standard_by_rating.pgn.gz",
    "fics_stratified.pgn",
    "fide_classical_stratified.pgn",
    "fide_online_rapid_stratified.pgn",
];
/// Numbers that the games of one file have.
const FILE: usize = 100_000;
/// Games of the one file that is read at reduced scale.
const FEW: usize = 40;

/// All decisions, and what the network foresaw of some.
#[derive(Default)]
pub(super) struct People {
    pub(super) decisions: Vec<Decision>,
    pub(super) network: HashMap<usize, Foreseen>,
    /// What was not there.
    pub(super) notes: Vec<String>,
}

impl People {
    /// Whether a decision is of the games of an endgame.
    pub(super) fn is_of(&self, at: usize, endgame: &str) -> bool {
        let one = &self.decisions[at];
        one.game / FILE < ENDGAMES.len() && one.material.to_string() == endgame
    }
}

/// The decisions of games that reach KQKR, and of the other collections in their folder.
pub(super) fn read(lab: &Lab<'_>, kqkr: &Path) -> Result<People, ExperimentError> {
    let mut people = People::default();
    let network = network::read(kqkr)?;
    if network.is_none() {
        people.notes.push(format!(
            "The network's rows are left out: {} lies neither in the folder of the games nor in its parent.",
            network::FILE
        ));
    }
    let network = network.unwrap_or_default();
    let name = kqkr.file_name().unwrap_or_default().to_string_lossy();
    for (number, endgame) in lab.at_scale(&ENDGAMES[..], &ENDGAMES[..1]).iter().enumerate() {
        let file = name.replace("KQKR", endgame);
        let path = kqkr.with_file_name(&file);
        if number > 0 && path == *kqkr {
            continue;
        }
        let own: Material = endgame.parse()?;
        let from = people.decisions.len();
        add(lab, (number, &path), &|found| *found == own.normalized(), &mut people)?;
        for at in from..people.decisions.len() {
            let one = &people.decisions[at];
            let place = (file.clone(), one.game % FILE, one.ply);
            if let Some(foreseen) = network.get(&place) {
                people.network.insert(at, foreseen.clone());
            }
        }
    }
    for (number, file) in lab.at_scale(&OTHERS[..], &[]).iter().enumerate() {
        let few =
            |found: &Material| found.men() <= 4 || ENDGAMES.contains(&found.to_string().as_str());
        let path = kqkr.with_file_name(file);
        add(lab, (ENDGAMES.len() + number, &path), &few, &mut people)?;
    }
    Ok(people)
}

/// The decisions of the games of one file; a note if it is not there.
fn add(
    lab: &Lab<'_>,
    (number, path): (usize, &Path),
    wanted: &(dyn Fn(&Material) -> bool + Sync),
    people: &mut People,
) -> Result<(), ExperimentError> {
    // The first was asked for.
    if number > 0 && !path.exists() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        people.notes.push(format!("Not there: {name}."));
        return Ok(());
    }
    let reading = Reading { tables: lab.tables, wanted, strength: &strength };
    let is_of_people =
        |game: &Game| game.tag("WhiteIsComp").is_none() && game.tag("BlackIsComp").is_none();
    let mut unreadable = 0;
    for game in Games::open(path)?.take(lab.at_scale(usize::MAX, FEW)) {
        lab.check()?;
        let Ok(game) = game else {
            unreadable += 1;
            continue;
        };
        if is_of_people(&game) {
            let found = reading.decisions(number * FILE + game.index, &game, &lab.monitor)?;
            people.decisions.extend(found);
        }
        if let Some(last) = people.decisions.last() {
            let progress = Progress { material: last.material, done: game.index, total: 0 };
            (lab.monitor.report)(progress);
        }
    }
    if unreadable > 0 {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        people.notes.push(format!("Games of {name} that could not be read: {unreadable}."));
    }
    Ok(())
}
