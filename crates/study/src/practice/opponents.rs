//! The opponents that can be chosen, described for people.

use endgame::rules::Position;
use games::{AnyPosition, GameName};
use player::spec::{AgentSpec, Person, SpecError};

use super::people;
use super::practised::PracticePosition;
use crate::schema::{AgentKind, Agents, CompetenceName};

#[rustfmt::skip]
const KINDS: [AgentKind; 14] = [
    kind("player", "A fallible player", "player:{c}", "Prefers better moves the more, the greater its competence, and errs the rest of the time."),
    kind("infallible", "The infallible player", "infallible", "Always makes a best move, any of them."),
    kind("predator", "The Predator", "predator:uniform,concede=all", "Watches how you play and makes the move that is hardest for you, not the one that is best on paper."),
    kind("fewest", "The narrow path", "fewest", "Never errs, and of its best moves makes the one that leaves you the fewest good replies."),
    kind("hp0", "Jansen's HP0", "hp0", "One of the programs of Jansen's experiments, which play against a human's weaknesses."),
    kind("hp1", "Jansen's HP1", "hp1", "The same with more of what it takes to know a human."),
    kind("hp2", "Jansen's HP2", "hp2", "The same, ready to give away depth for it."),
    kind("imitator", "A partner a little better than you", "imitator:3,concede=all", "Learns how well you play and plays slightly better."),
    kind("emulator", "A steady player", "emulator:{c}", "Shows its competence as evenly as it can: no lucky days."),
    kind("random", "A player without a plan", "random", "Makes any legal move, all as likely, but lets no win slip."),
    kind("human-1200", "A beginner of 1200", "human:1200", "Sees what players rated 1200 on Lichess see, and gives away what they give away."),
    kind("human-1600", "A club player of 1600", "human:1600", "The same at 1600."),
    kind("human-2000", "A strong club player of 2000", "human:2000", "The same at 2000."),
    kind("human-2400", "A master of 2400", "human:2400", "The same at 2400."),
];

/// A kind of opponent; `{c}` at the end of its specification stands for a competence.
const fn kind(
    id: &'static str,
    name: &'static str,
    spec: &'static str,
    description: &'static str,
) -> AgentKind {
    AgentKind {
        id,
        name,
        description,
        needs_competence: spec.as_bytes()[spec.len() - 1] == b'}',
        spec,
    }
}

/// Names of competences, for people who prefer words to numbers. They do not say which people play so: that is another
/// competence in each endgame, see [`people`](super::people). But they agree with what was measured there: a grandmaster's example
/// (Browne against BELLE, 19) is an expert's, and what players of 2200 show as winners (7 to 16) is not weak.
const WORDS: [CompetenceName; 6] = [
    CompetenceName { c: 0.0, word: "random" },
    CompetenceName { c: 2.0, word: "beginner" },
    CompetenceName { c: 5.0, word: "fair" },
    CompetenceName { c: 9.0, word: "strong" },
    CompetenceName { c: 16.0, word: "expert" },
    CompetenceName { c: 30.0, word: "nearly infallible" },
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

/// Reads a specification, or the word of an opponent that is offered without a competence to choose, and makes sure that
/// such an agent can play a game, chess if none is named; weight files are refused.
pub fn read(game: Option<GameName>, text: &str) -> Result<AgentSpec, SpecError> {
    // A specification may name a weights file; a browser must not make the server read files.
    let short: String = text.chars().take(LONGEST_SPEC).collect();
    if short.len() < text.len() || text.contains(['/', '\\']) {
        return "agents have short names without a path:".parse();
    }
    let offered = KINDS.iter().find(|kind| kind.id == text && !kind.needs_competence);
    let by_word = |error| offered.map_or(Err(error), |kind| kind.spec.parse());
    let spec: AgentSpec = text.parse().or_else(by_word)?;
    match game {
        None => Position::instantiate(&spec).map(drop)?,
        Some(_) => AnyPosition::instantiate(&spec).map(drop)?,
    }
    Ok(spec)
}

/// The kinds of agents that can play a game in the browser, chess if none is named.
pub fn list(game: Option<GameName>) -> Agents {
    let plays = |kind: &AgentKind| read(game, &kind.spec.replace("{c}", "20")).is_ok();
    Agents {
        agents: KINDS.into_iter().filter(plays).collect(),
        words: WORDS.to_vec(),
        people: if game.is_none() { people::measured() } else { Vec::new() },
    }
}

/// The opponent that a random number picks for a surprise.
pub fn surprise(game: Option<GameName>, number: u64) -> &'static str {
    let plays = |spec: &&str| read(game, spec).is_ok();
    let able: Vec<&'static str> = SURPRISES.into_iter().filter(plays).collect();
    able[(number % able.len() as u64) as usize]
}

/// A description in words: "A fallible player of competence 20".
pub fn name(spec: &str) -> String {
    if let Some(person) = Person::of_name(spec) {
        return format!("A person rated {}", person.rating);
    }
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
        assert_eq!(name("human:1500"), "A person rated 1500");
        let person = read(None, "human-1200").unwrap();
        assert_eq!(name(&person.to_string()), "A person rated 1200");
        assert!(read(None, "human-1234").is_err());
        assert_eq!(name("probimax:3"), "probimax:3");
    }

    #[test]
    fn what_is_offered_can_play() {
        for game in [None, Some(GameName::Antichess), Some(GameName::Checkers)] {
            assert!(list(game).agents.len() >= 6);
            for number in 0..20 {
                assert!(read(game, surprise(game, number)).is_ok());
            }
        }
    }

    #[test]
    fn jansens_programs_play_chess_only() {
        let offered = |game| list(game).agents.iter().any(|kind| kind.id == "hp0");
        assert!(offered(None) && !offered(Some(GameName::Checkers)));
    }

    #[test]
    fn no_agent_reads_files_for_a_browser() {
        for text in ["player:20,weights=/etc/passwd", "player:weights=..\\x", &"x".repeat(300)] {
            assert!(read(None, text).is_err(), "{text}");
        }
    }
}
