//! What a person sets out for, and a position to begin from.

use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use value::{ChoiceError, Outcome};

use super::PracticeError;
use super::choose::{self, Depths};
use super::practised::PracticePosition;
use super::session::chance;
use crate::endgame_names::plain_name;

/// What a person sets out for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// To win a won position.
    #[default]
    Win,
    /// To hold a drawn one.
    Hold,
    /// To last as long as possible in a lost one.
    Resist,
}

impl Goal {
    /// `win`, `hold` or `resist`.
    pub fn word(self) -> &'static str {
        match self {
            Goal::Win => "win",
            Goal::Hold => "hold",
            Goal::Resist => "resist",
        }
    }

    /// Whether it is to win.
    pub fn is_win(&self) -> bool {
        *self == Goal::Win
    }

    /// The goal of this name.
    pub fn named(word: &str) -> Option<Goal> {
        [Goal::Win, Goal::Hold, Goal::Resist].into_iter().find(|goal| goal.word() == word)
    }

    /// What a position asks of the player of a colour, whoever is to move.
    pub fn at<P: PracticePosition>(
        source: &P::Source,
        position: &P,
        player: Color,
    ) -> Result<Goal, PracticeError> {
        let value = position.value(source)?;
        let value = if player == position.turn() { value } else { value.flipped() };
        Ok(match value {
            Outcome::Win(_) => Goal::Win,
            Outcome::Draw => Goal::Hold,
            Outcome::Loss(_) => Goal::Resist,
        })
    }
}

/// What somebody wants to practise.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// The endgame, colours either way.
    pub material: Material,
    /// Your colour; any if none.
    pub side: Option<Color>,
    /// Whether you have the men named first in the table's name.
    pub stronger: bool,
    /// Depths to choose from.
    pub depth: Option<Depths>,
    /// 1 to 5: see [`Depths::of_level`] and [`choose::drawn`].
    pub difficulty: Option<u16>,
    /// What for; to win with the stronger side and to resist with the other if none.
    pub goal: Option<Goal>,
    /// The seed of the random generator.
    pub seed: u64,
}

/// Where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// You to move.
    pub position: Position,
    /// Your colour.
    pub you: Color,
    /// What for.
    pub goal: Goal,
}

/// Why there is nothing to practise.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum StartError {
    #[error("there is no {wanted} in {name} for the {side} side: {next}")]
    NoSuchPosition { wanted: String, name: String, side: &'static str, next: String },
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Choices(#[from] ChoiceError),
}

/// The difficulty of a drawn position when none is asked for.
const USUAL_LEVEL: u16 = 3;

impl Wish {
    fn goal(&self) -> Goal {
        self.goal.unwrap_or(if self.stronger { Goal::Win } else { Goal::Resist })
    }

    /// The depths looked for when the deepest is so deep.
    fn depths(&self, deepest: u16) -> Depths {
        let all = Depths { least: 1, greatest: deepest };
        let level = self.difficulty.map(|level| Depths::of_level(level, deepest));
        self.depth.or(level).unwrap_or(all)
    }

    /// A position to begin from.
    pub fn start(&self, table: &Table, tables: &Tables) -> Result<Start, StartError> {
        let mut rng = chance(self.seed, 0);
        let you = self.side.unwrap_or_else(|| Color::from_white(rng.random::<bool>()));
        // In the table the stronger side is White.
        let seat = Color::from_white(self.stronger);
        let goal = self.goal();
        let won = if goal == Goal::Win { seat } else { seat.other() };
        let deepest = table.deepest(won).unwrap_or_default().0;
        let depths = self.depths(deepest);
        let found = match goal {
            Goal::Hold => {
                let level = self.difficulty.unwrap_or(USUAL_LEVEL);
                choose::drawn(table, tables, seat, level, &mut rng)?
            }
            Goal::Win | Goal::Resist => {
                let outcome = if goal == Goal::Win { Outcome::Win } else { Outcome::Loss };
                let found = choose::decided(table, tables, seat, outcome, depths, &mut rng)?;
                found.map(|(_, position)| position)
            }
        };
        let found = found.ok_or_else(|| self.nothing(goal, depths, deepest))?;
        let position = if seat == you { found } else { found.colours_exchanged() };
        Ok(Start { position, you, goal })
    }

    fn nothing(&self, goal: Goal, depths: Depths, deepest: u16) -> StartError {
        let wanted = match goal {
            Goal::Hold => "draw that can be lost".to_owned(),
            Goal::Win => format!("win in {depths}"),
            Goal::Resist => format!("loss in {depths}"),
        };
        let next = match (goal, deepest) {
            (Goal::Hold, _) | (_, 0) => "choose another goal or the other side".to_owned(),
            _ => format!("choose a depth from 1 to {deepest}"),
        };
        let name = plain_name(&self.material.normalized());
        let side = if self.stronger { "stronger" } else { "weaker" };
        StartError::NoSuchPosition { wanted, name, side, next }
    }
}
