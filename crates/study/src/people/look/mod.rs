//! What people see in a move of an endgame, in numbers.
//!
//! - `worth`: what it gives away, and what it leaves the opponent
//! - `contact`: checks, captures, attacks, men that hang; `king`: kings, borders and room
//! - `place`: which man, how far, where, beside whom; `history`: what the last moves suggest
//! - `scene`: what all of them look at; `blocks`: how features are numbered

mod blocks;
mod contact;
mod history;
mod king;
mod place;
mod scene;
mod worth;

use endgame::heuristics::Facts;
use endgame::rules::{Move, Position};

pub(crate) use blocks::Row;
pub(crate) use scene::Scene;

use super::{LastMoves, Standing};
use scene::Tried;

/// How many features there are.
pub(crate) const FEATURES: usize = history::LAST.end() as usize;

/// The features of these moves of a position, whose facts are these.
pub(crate) fn rows(
    at: &Position,
    plays: &[Move],
    facts: &[Facts],
    standing: Standing,
    last: LastMoves,
    units: f64,
) -> Vec<Row> {
    let scene = Scene::new(at, facts, standing, last, units);
    let row = |(&play, facts): (&Move, &Facts)| {
        let tried = Tried::new(&scene, play, facts);
        let mut row = Row::default();
        worth::put(&scene, &tried, &mut row);
        contact::put(&scene, &tried, &mut row);
        king::put(&scene, &tried, &mut row);
        place::put(&scene, &tried, &mut row);
        history::put(&scene, &tried, &mut row);
        row
    };
    plays.iter().zip(facts).map(row).collect()
}
