//! The rating that a person's practice speaks for: by the moves of chess that count, as the competence is judged.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use endgame::material::Material;
use endgame::rules::{Move, Position};
use endgame::tables::Tables;

use super::practised::PracticePosition;
use super::recorded::RecordedGame;
use super::session::Step;
use crate::people::PeopleModel;
use crate::people::rating::{RatingBelief, belief};
use crate::schema::people::PeopleRating;

/// Of many games the latest are looked at, until they have so many moves that count.
pub const MOST_MOVES: usize = 200;

/// The rating that the person's moves of a game speak for; none without a move that counts, and in other games than chess.
pub fn of_steps<P: PracticePosition>(
    source: &P::Source,
    steps: &[Step<P>],
) -> Option<PeopleRating> {
    told(P::rating_belief(source, steps)?, None)
}

/// The same of games, the latest first, each of which says what `of_game` has it.
pub fn of_games<'a>(
    games: impl IntoIterator<Item = &'a RecordedGame>,
    endgame: Option<String>,
    of_game: &dyn Fn(&RecordedGame) -> Option<RatingBelief>,
) -> Option<PeopleRating> {
    let mut all = RatingBelief::default();
    for game in games {
        if all.moves >= MOST_MOVES {
            break;
        }
        if let Some(belief) = of_game(game) {
            all.join(&belief);
        }
    }
    told(all, endgame)
}

fn told(belief: RatingBelief, endgame: Option<String>) -> Option<PeopleRating> {
    (belief.moves > 0).then(|| belief.told(endgame, PeopleModel::built_in().dispersion))
}

/// What moves of chess say; nothing if a table cannot be read.
pub(super) fn belief_of_steps(tables: &Tables, steps: &[Step]) -> Option<RatingBelief> {
    let line = steps.iter().map(|step| {
        let made = (&step.judged.position, step.judged.play);
        (made, step.by_person && step.counts)
    });
    belief(tables, PeopleModel::built_in(), line).ok()
}

/// What finished games of a history say: each is looked at once.
#[derive(Debug, Default)]
pub struct RatedGames(Mutex<HashMap<String, RatingBelief>>);

impl RatedGames {
    /// What a game says; nothing if it is none of chess, goes on, or needs tables that are not there.
    pub fn belief(&self, tables: &Tables, recorded: &RecordedGame) -> Option<RatingBelief> {
        let row = &recorded.game;
        if row.game.is_some() || row.over.is_none() {
            return None;
        }
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&row.id) {
            return Some(found.clone());
        }
        let line = line(recorded)?;
        if !are_there(tables, &line) {
            return None;
        }
        let line = line.iter().map(|(at, play, counts)| ((at, *play), *counts));
        let found = belief(tables, PeopleModel::built_in(), line).ok()?;
        known().insert(row.id.clone(), found.clone());
        Some(found)
    }

    /// Forgets all of them.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// The moves of a game with their positions, and whether each says something of the person; none if one cannot be read.
fn line(recorded: &RecordedGame) -> Option<Vec<(Position, Move, bool)>> {
    let mut at = Position::from_fen(&recorded.game.start_fen).ok()?;
    let mut line = Vec::with_capacity(recorded.moves.len());
    for made in &recorded.moves {
        let play = at.read_move(&made.uci).ok()?;
        let next = at.after(play);
        line.push((std::mem::replace(&mut at, next), play, made.by_you && made.counts));
    }
    Some(line)
}

/// Whether every table that these positions and their moves need was made before: nothing is solved unasked.
fn are_there(tables: &Tables, line: &[(Position, Move, bool)]) -> bool {
    let mut needed: HashSet<Material> = line.iter().map(|(at, ..)| at.material()).collect();
    let further: Vec<Material> = needed.iter().flat_map(Material::converts_into).collect();
    needed.extend(further);
    needed.iter().all(|material| *material == Material::KINGS || tables.has(material))
}
