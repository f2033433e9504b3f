//! The opponents that can be chosen, described for people.

use endgame::tables::Tables;
use player::spec::{AgentFactory, AgentSpec, SpecError};
use serde::Serialize;

/// A kind of opponent.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Kind {
    /// A short name for programs.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// Whether `{c}` in the description below stands for a competence.
    pub needs_competence: bool,
    /// In the language of agents.
    pub spec: &'static str,
}

/// A range of competence and its name.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Word {
    /// The least competence of the range.
    pub c: f64,
    /// Its name.
    pub word: &'static str,
}

/// The answer of `GET /api/agents`.
#[derive(Clone, Debug, Serialize)]
pub struct AgentsAnswer {
    /// The kinds.
    pub agents: Vec<Kind>,
    /// Names of competences, least first.
    pub words: [Word; 7],
}

const KINDS: [Kind; 10] = [
    Kind {
        id: "player",
        name: "A fallible player",
        description: "Prefers better moves the more, the greater its competence, and errs the rest of the time.",
        needs_competence: true,
        spec: "player:{c}",
    },
    Kind {
        id: "infallible",
        name: "The infallible player",
        description: "Always makes a best move, any of them.",
        needs_competence: false,
        spec: "infallible",
    },
    Kind {
        id: "predator",
        name: "The Predator",
        description: "Watches how you play and makes the move that is hardest for you, not the one that is best on paper.",
        needs_competence: false,
        spec: "predator:uniform,concede=all",
    },
    Kind {
        id: "fewest",
        name: "The narrow path",
        description: "Never errs, and of its best moves makes the one that leaves you the fewest good replies.",
        needs_competence: false,
        spec: "fewest",
    },
    Kind {
        id: "hp0",
        name: "Jansen's HP0",
        description: "One of the programs of Jansen's experiments, which play against a human's weaknesses.",
        needs_competence: false,
        spec: "hp0",
    },
    Kind {
        id: "hp1",
        name: "Jansen's HP1",
        description: "The same with more of what it takes to know a human.",
        needs_competence: false,
        spec: "hp1",
    },
    Kind {
        id: "hp2",
        name: "Jansen's HP2",
        description: "The same, ready to give away depth for it.",
        needs_competence: false,
        spec: "hp2",
    },
    Kind {
        id: "imitator",
        name: "A partner a little better than you",
        description: "Learns how well you play and plays slightly better.",
        needs_competence: false,
        spec: "imitator:3,concede=all",
    },
    Kind {
        id: "emulator",
        name: "A steady player",
        description: "Shows its competence as evenly as it can: no lucky days.",
        needs_competence: true,
        spec: "emulator:{c}",
    },
    Kind {
        id: "random",
        name: "A player without a plan",
        description: "Makes any legal move, all as likely, but lets no win slip.",
        needs_competence: false,
        spec: "random",
    },
];

/// Names of competences, for people who prefer words to numbers.
pub const WORDS: [Word; 7] = [
    Word { c: 0.0, word: "random" },
    Word { c: 4.0, word: "beginner" },
    Word { c: 10.0, word: "casual player" },
    Word { c: 16.0, word: "club player" },
    Word { c: 24.0, word: "expert" },
    Word { c: 33.0, word: "master" },
    Word { c: 45.0, word: "nearly infallible" },
];

/// The opponents from which `surprise` picks one.
const SURPRISES: [&str; 10] = [
    "player:10",
    "player:20",
    "player:30",
    "infallible",
    "fewest",
    "predator:uniform,concede=all",
    "imitator:3,concede=all",
    "hp0",
    "hp1",
    "hp2",
];

/// The longest agent specification read, in bytes.
const LONGEST_SPEC: usize = 200;

/// Reads a specification and makes sure that such an agent can play; weight files are refused.
pub fn read(text: &str) -> Result<AgentSpec, SpecError> {
    // A specification may name a weights file; a browser must not make the server read files.
    let short: String = text.chars().take(LONGEST_SPEC).collect();
    if short.len() < text.len() || text.contains(['/', '\\']) {
        return "agents have short names without a path:".parse();
    }
    let spec: AgentSpec = text.parse()?;
    instantiate(&spec)?;
    Ok(spec)
}

/// Makes the agent.
pub fn instantiate(spec: &AgentSpec) -> Result<AgentFactory<Tables>, SpecError> {
    spec.instantiate(&crate::weights::named)
}

/// The kinds of agents that can play in the browser.
pub fn list() -> AgentsAnswer {
    let plays = |kind: &Kind| read(&kind.spec.replace("{c}", "20")).is_ok();
    AgentsAnswer { agents: KINDS.into_iter().filter(plays).collect(), words: WORDS }
}

/// The opponent that a random number picks for a surprise.
pub fn surprise(number: u64) -> &'static str {
    let able: Vec<&'static str> = SURPRISES.into_iter().filter(|spec| read(spec).is_ok()).collect();
    able[(number % able.len() as u64) as usize]
}

/// A description in words: "A fallible player of competence 20".
pub fn name(spec: &str) -> String {
    let (kind, rest) = spec.split_once([':', ',']).unwrap_or((spec, ""));
    let Some(known) = KINDS.iter().find(|known| known.id == kind) else { return spec.to_owned() };
    let competence = rest.split(',').next().unwrap_or_default();
    if known.needs_competence && competence.parse::<f64>().is_ok() {
        format!("{} of competence {competence}", known.name)
    } else {
        known.name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_called_by_name() {
        assert_eq!(name("player:20,kappa=0+"), "A fallible player of competence 20");
        assert_eq!(name("predator:uniform"), "The Predator");
        assert_eq!(name("probimax:3"), "probimax:3");
    }

    #[test]
    fn what_is_offered_can_play() {
        assert!(list().agents.len() >= 6);
        for number in 0..20 {
            assert!(read(surprise(number)).is_ok());
        }
    }

    #[test]
    fn no_agent_reads_files_for_a_browser() {
        for text in ["player:20,weights=/etc/passwd", "player:weights=..\\x", &"x".repeat(300)] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
