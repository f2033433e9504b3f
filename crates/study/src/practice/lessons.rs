//! Lessons: named positions in a sensible order, each with the task and the idea that solves it.
//!
//! The positions are common knowledge, the words are ours. A test asks the tables whether each task is what it says.

use std::sync::OnceLock;

use endgame::rules::{Position, PositionError};
use serde::Deserialize;

use super::goal::Goal;
use super::recorded::RecordedGame;
use crate::endgame_names::plain_name;
use crate::schema::practice::LessonEntry;

const FILE: &str = include_str!("../../data/lessons.json");

/// A position with a task and an idea.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// In addresses: `lucena`.
    pub id: String,
    /// What it belongs to: `Rook endings`.
    pub chapter: String,
    /// What people call it.
    pub title: String,
    /// Where it begins, the person to move.
    pub fen: String,
    /// What for.
    pub goal: Goal,
    /// Against whom, in the language of agents.
    pub opponent: String,
    /// How it is done.
    pub idea: String,
}

/// All of them, the first one first.
pub fn all() -> &'static [Lesson] {
    static LESSONS: OnceLock<Vec<Lesson>> = OnceLock::new();
    LESSONS.get_or_init(|| serde_json::from_str(FILE).expect("a test reads the file of lessons"))
}

impl Lesson {
    /// The position.
    pub fn position(&self) -> Result<Position, PositionError> {
        Position::from_fen(&self.fen)
    }
}

/// Every lesson, with how often it was tried in these games and whether its task was ever reached.
pub fn entries(games: &[RecordedGame]) -> Vec<LessonEntry> {
    all()
        .iter()
        .filter_map(|lesson| {
            let position = lesson.position().ok()?;
            let text = position.fen();
            let of_lesson = games.iter().map(|recorded| &recorded.game).filter(|game| {
                game.game.is_none() && game.over.is_some() && game.start_fen == text
            });
            let (mut tries, mut done) = (0, false);
            for game in of_lesson {
                tries += 1;
                done |= game.reached() == Some(true);
            }
            Some(LessonEntry {
                id: lesson.id.clone(),
                chapter: lesson.chapter.clone(),
                title: lesson.title.clone(),
                you: position.turn().into(),
                name: plain_name(&position.material().normalized()),
                fen: text,
                goal: lesson.goal.word().into(),
                opponent: lesson.opponent.clone(),
                idea: lesson.idea.clone(),
                tries,
                done,
            })
        })
        .collect()
}
