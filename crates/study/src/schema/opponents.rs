//! The opponents that can be chosen in the workbench.

use serde::Serialize;

/// What can be chosen: `GET /api/agents`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agents {
    /// The kinds of opponents.
    pub agents: Vec<AgentKind>,
    /// Names of competences, the least first.
    pub words: Vec<CompetenceName>,
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
