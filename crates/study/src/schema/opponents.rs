//! The opponents that can be chosen in the workbench.

use serde::Serialize;

use super::Word;

/// What can be chosen: `GET /api/agents`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agents {
    /// The kinds of opponents.
    pub agents: Vec<AgentKind>,
    /// Names of competences, the least first.
    pub words: Vec<CompetenceName>,
    /// How people of a rating play the endgames in which that was measured; none in other games than chess.
    pub people: Vec<EndgamePeople>,
}

/// The competence that people show in an endgame on one side of it, by their ratings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndgamePeople {
    /// The endgame, as in `KQKR`.
    pub material: String,
    /// `wins` or `resists`: which side they have.
    pub role: Word,
    /// Whose ratings: `FIDE`.
    pub scale: Word,
    /// The ratings, rising, and the competences, never falling.
    pub ratings: Vec<RatedCompetence>,
}

/// A rating and the competence it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatedCompetence {
    /// The rating.
    pub elo: f64,
    /// The competence, with kappa 1 and depth to conversion.
    pub c: f64,
}

/// A kind of opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AgentKind {
    /// A short name for programs.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What it does, a sentence.
    pub description: &'static str,
    /// Whether `{c}` in `spec` stands for a competence.
    pub needs_competence: bool,
    /// In the language of agents (`docs/agents.md`).
    pub spec: &'static str,
}

/// A range of competence and its name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CompetenceName {
    /// The least competence of the range.
    pub c: f64,
    /// Its name.
    pub word: &'static str,
}
