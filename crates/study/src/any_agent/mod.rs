//! Everybody who can play where the tables judge: agents of the tables, and engines without them.
//!
//! ```text
//! engine:PROGRAM           a UCI engine in a process of its own, which sees no tables
//! searcher                 our own small searcher
//! speculator:C             the move that gains most from an opponent who searches less deep and errs with competence C
//! net:FILE                 a network that has learned an endgame: `networks::player` has its settings
//!
//! then, after commas:
//! depth=N  nodes=N         when it stops searching; depth 8 if nothing is said, the searcher 4
//! c=C  elo=N               the searcher only: errs with a competence, or at a rating on the scale of UCI_Elo
//! movetime=MS              engines only; the same seed may then give other games
//! engine=PROGRAM  shallow=N  deep=N  risk=PAWNS      speculators only
//! OPTION=VALUE             engines only: any option of the engine, as in SyzygyPath=FOLDER
//! ```
//!
//! - `engine_spec`: what follows the colon, word by word
//! - `engine_player`: engines at the board
//! - `speculator`: engines that set traps

mod engine_player;
mod engine_spec;
mod speculator;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use endgame::tables::Tables;
use engine::client::EngineError;
use net::endgame_network::EndgameNetwork;
use net::source::Corrected;
use player::spec::{AgentFactory, AgentSpec, ModelWords, SpecError};

use crate::networks::player::{NetworkError, NetworkPlayer, NetworkSettings, read_spec};
use crate::{networks, weights};
use engine_player::EnginePool;
use engine_spec::EngineSpec;
pub use engine_spec::launch;
use speculator::{Speculator, Speculators};

/// An agent as described in words: one that chooses from the tables' values, or an engine that sees
/// the board alone.
#[derive(Clone, Debug)]
pub struct AnyAgent {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    OfTables(AgentSpec),
    /// Copies share the processes.
    Engine(Arc<EnginePool>),
    Speculator(Arc<Speculators>),
    /// By the name of its file, or the network itself.
    Network(Result<Arc<EndgameNetwork>, String>, NetworkSettings),
}

/// Why an agent cannot play.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum AgentError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("agent '{text}': {reason}")]
    Words { text: String, reason: String },
    #[error("agent '{text}': {source}")]
    Engine { text: String, source: EngineError },
    #[error("agent '{text}': {source}")]
    Network { text: String, source: NetworkError },
}

impl AgentError {
    /// Whether the words are wrong, the program and the options they name included; an engine may
    /// also fail later.
    pub fn is_wrong_description(&self) -> bool {
        match self {
            AgentError::Spec(_) | AgentError::Words { .. } | AgentError::Network { .. } => true,
            AgentError::Engine { source, .. } => source.is_wrong_request(),
        }
    }
}

impl AnyAgent {
    /// Reads a description whose model settings, where it names none, are these.
    pub fn parse(text: &str, defaults: &ModelWords) -> Result<AnyAgent, AgentError> {
        let text = text.trim().to_owned();
        if let Some(rest) = text.strip_prefix("net:") {
            return match read_spec(rest) {
                Ok((file, settings)) => {
                    Ok(AnyAgent { kind: Kind::Network(Err(file), settings), text })
                }
                Err(reason) => Err(AgentError::Words { text, reason }),
            };
        }
        let kind = match text.split_once(':').unwrap_or((&text, "")) {
            ("speculator", rest) => {
                Some(Speculators::read(rest).map(Arc::new).map(Kind::Speculator))
            }
            _ => EngineSpec::read(&text)
                .map(|spec| spec.map(EnginePool::new).map(Arc::new).map(Kind::Engine)),
        };
        let kind = match kind {
            None => Kind::OfTables(AgentSpec::parse(&text, defaults)?),
            Some(Ok(kind)) => kind,
            Some(Err(reason)) => return Err(AgentError::Words { text, reason }),
        };
        Ok(AnyAgent { text, kind })
    }

    /// A network under any name.
    pub fn network(
        name: impl Into<String>,
        network: Arc<EndgameNetwork>,
        settings: NetworkSettings,
    ) -> AnyAgent {
        AnyAgent { text: name.into(), kind: Kind::Network(Ok(network), settings) }
    }

    /// Whether it never errs: there is no competence to look for in its moves.
    pub fn is_infallible(&self) -> bool {
        matches!(&self.kind, Kind::OfTables(spec) if spec.is_infallible())
    }

    /// The same agent; if it is an engine, it stops thinking once this is set.
    #[must_use]
    pub fn stopped_by(self, stop: &Arc<AtomicBool>) -> AnyAgent {
        let kind = match self.kind {
            Kind::Engine(pool) => Kind::Engine(Arc::new(pool.stopped_by(stop))),
            Kind::Speculator(all) => Kind::Speculator(Arc::new(all.stopped_by(stop))),
            other @ (Kind::OfTables(_) | Kind::Network(..)) => other,
        };
        AnyAgent { kind, ..self }
    }

    /// Looks up weights and starts engines: what is missing is missed here, before the first game.
    pub fn instantiate(&self) -> Result<AgentFactory<Tables>, AgentError> {
        match &self.kind {
            Kind::OfTables(spec) => Ok(spec.instantiate(&weights::named)?),
            Kind::Engine(pool) => {
                let text = self.text.clone();
                pool.prepare().map_err(|source| AgentError::Engine { text, source })?;
                let pool = Arc::clone(pool);
                Ok(AgentFactory::new(move || engine_player::agent(&pool)))
            }
            Kind::Speculator(all) => {
                let text = self.text.clone();
                all.prepare().map_err(|source| AgentError::Engine { text, source })?;
                let all = Arc::clone(all);
                Ok(AgentFactory::new(move || Box::new(Speculator(Arc::clone(&all)))))
            }
            Kind::Network(network, settings) => {
                let settings = *settings;
                let refuse = |source| AgentError::Network { text: self.text.clone(), source };
                let network = match network {
                    Ok(network) => Arc::clone(network),
                    Err(file) => Arc::new(networks::player::open(file).map_err(refuse)?),
                };
                if settings.corrected == Corrected::ByExceptions && !network.is_exact() {
                    let path = self.text.clone();
                    return Err(refuse(NetworkError::NotExact { path }));
                }
                Ok(AgentFactory::new(move || {
                    Box::new(NetworkPlayer { network: Arc::clone(&network), settings })
                }))
            }
        }
    }
}

impl From<&AgentSpec> for AnyAgent {
    fn from(spec: &AgentSpec) -> AnyAgent {
        AnyAgent { text: spec.to_string(), kind: Kind::OfTables(spec.clone()) }
    }
}

impl fmt::Display for AnyAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for AnyAgent {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<AnyAgent, AgentError> {
        AnyAgent::parse(text, &ModelWords::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        text.parse::<AnyAgent>().expect_err(text).to_string()
    }

    #[test]
    fn engines_and_agents_have_one_language() {
        for text in [
            "player:20",
            "infallible",
            "searcher",
            "searcher:depth=2",
            "searcher:depth=6,nodes=1000",
            "searcher:c=12,depth=2",
            "searcher:elo=1500",
            "engine:stockfish",
            "engine:stockfish,depth=3,Skill Level=2",
            "engine:/opt/sf,nodes=100,movetime=50,SyzygyPath=/a:/b",
            "speculator:10",
            "speculator:5,engine=/opt/sf,shallow=1,deep=6,risk=0.25",
            "net:KPK",
            "net:/tmp/kpk.net,c=20,plies=2,exact",
        ] {
            let agent: AnyAgent = text.parse().expect(text);
            assert_eq!(agent.to_string(), text);
        }
        assert!("infallible".parse::<AnyAgent>().unwrap().is_infallible());
        assert!(!"searcher".parse::<AnyAgent>().unwrap().is_infallible());
    }

    #[test]
    fn a_mistake_is_named() {
        assert!(refusal("engine").contains("name a program, as in engine:stockfish"));
        assert!(refusal("engine:depth=3").contains("name a program"));
        assert!(refusal("engine:a,depth=0").contains("depth=0: give a whole number from 1"));
        assert!(refusal("engine:a,nodes=x").contains("nodes=x: give a whole number from 1"));
        assert!(refusal("engine:a,movetime=-1").contains("movetime=-1"));
        assert!(refusal("engine:a,depth=3,depth=4").contains("depth is given twice"));
        assert!(refusal("engine:a,fast").contains("'fast' is no setting"));
        assert!(refusal("searcher:movetime=3").contains("no setting 'movetime=3'"));
        assert!(refusal("searcher:4").contains("'4' is no setting"));
        assert!(
            refusal("searcher:depth=65").contains("depth=65: give a whole number from 1 to 64")
        );
        let limits = crate::engine_scale::measured();
        let range = format!("from {} to {}", limits.min(), limits.max());
        assert!(refusal("searcher:elo=2900").contains(&range));
        assert!(refusal("searcher:elo=1500,depth=6").contains("was measured at depth 4"));
        assert!(refusal("searcher:elo=1500,c=3").contains("or give c instead"));
        assert!(refusal("searcher:c=much").contains("is no competence"));
        assert!(refusal("speculator").contains("as in speculator:10"));
        assert!(refusal("speculator:much").contains("as in speculator:10"));
        assert!(refusal("speculator:5,shallow=3,deep=3").contains("must search less deep"));
        assert!(refusal("speculator:5,engine=").contains("as in engine=stockfish"));
        assert!(refusal("speculator:5,risk=-1").contains("risk=-1"));
        assert!(refusal("speculator:5,plies=2").contains("no setting 'plies=2'"));
        assert!(refusal("net:").contains("name a file of `fallible net pack`"));
        assert!(refusal("net:a,plies=9").contains("plies=9: give a whole number from 0 to 6"));
        assert!(refusal("net:a,fast").contains("it has no setting 'fast'"));
        let missing = "net:no-such-file".parse::<AnyAgent>().unwrap().instantiate();
        let Err(said) = missing else { panic!("there is no such file") };
        let said = said.to_string();
        assert!(said.contains("cannot read no-such-file") && said.contains("KPK"), "{said}");
        assert!(refusal("wizard").contains("there is no 'wizard'"));
    }
}
