//! An engine by which positions are valued: how it is started and how it is named with the values.

use std::fmt;
use std::path::Path;

use engine::client::{EngineError, Launch, SupervisedEngine};
use engine::evaluator::{Evaluator, Method};
use engine::message::{Kind, OptionLine};
use engine::searcher::Searcher;
use study::any_agent::launch;

use crate::decision::Reference;

/// The word for our own searcher.
pub const OWN: &str = "own";

/// The name under which our own searcher's values are kept.
pub(crate) const OUR_NAME: &str = "Fallible";

/// An engine that has been started once, and so is known.
#[derive(Clone, Debug)]
pub struct ReferenceEngine {
    /// None: our own searcher.
    launch: Option<Launch>,
    /// All that its values depend on; the depth is that of each search.
    reference: Reference,
}

/// Why an engine cannot be had.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ReferenceError {
    #[error(
        "engine '{text}': '{word}' is no option: write PROGRAM,OPTION=VALUE, as in stockfish,Hash=64"
    )]
    Words { text: String, word: String },
    #[error(
        "engine '{text}': {source}; `apt install stockfish` brings one, and `--engine own` needs none"
    )]
    Engine { text: String, source: EngineError },
}

impl ReferenceEngine {
    /// Reads `own`, `stockfish` or `stockfish,Hash=64`, and starts the engine to hear its name.
    pub fn parse(text: &str) -> Result<ReferenceEngine, ReferenceError> {
        let mut words = text.split(',').map(str::trim);
        let program = words.next().unwrap_or_default();
        if program == OWN && words.clone().next().is_none() {
            return Ok(ReferenceEngine { launch: None, reference: own() });
        }
        let mut launch = launch(program);
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| ReferenceError::Words {
                text: text.to_owned(),
                word: word.to_owned(),
            })?;
            launch.options.push((key.trim().to_owned(), value.trim().to_owned()));
        }
        let failed = |source| ReferenceError::Engine { text: text.to_owned(), source };
        ReferenceEngine::introduced(launch).map_err(failed)
    }

    /// The name by which values of an engine are known that is asked for like this: that of its program, without
    /// its folder and its options.
    pub fn name_of(text: &str) -> String {
        let program = text.split(',').next().unwrap_or_default().trim();
        let file = Path::new(program).file_stem().unwrap_or_default().to_string_lossy();
        // Debian names programs after their games.
        if program == OWN {
            OUR_NAME.to_owned()
        } else {
            file.trim_end_matches("-chess").to_owned()
        }
    }

    /// An engine to be started like this.
    pub fn introduced(launch: Launch) -> Result<ReferenceEngine, EngineError> {
        let mut supervised = SupervisedEngine::new(launch.clone());
        let engine = supervised.engine(&|| false)?;
        engine.check_options(&launch.options)?;
        let (name, version) = split_name(engine.name());
        let settings = engine.settings();
        let set = |name: &str| {
            let given = launch.options.iter().rev().find(|(key, _)| key.eq_ignore_ascii_case(name));
            given.map(|(_, value)| value.clone()).or_else(|| default_of(settings, name))
        };
        let named = |name: &str| settings.iter().any(|line| line.name.eq_ignore_ascii_case(name));
        let mut options: Vec<String> = Vec::new();
        if named("Threads") {
            options.push("Threads=1".to_owned());
        }
        let is_given = |key: &str| launch.options.iter().any(|(k, _)| k.eq_ignore_ascii_case(key));
        if let Some(size) = set("Hash").filter(|_| !is_given("Hash")) {
            options.push(format!("Hash={size}"));
        }
        options.extend(launch.options.iter().map(|(key, value)| format!("{key}={value}")));
        let reference = Reference {
            engine: name,
            version,
            network: set("EvalFile").filter(|file| !file.is_empty() && file != "<empty>"),
            options: options.join(" "),
            method: engine.method(),
            depth: 0,
        };
        Ok(ReferenceEngine { launch: Some(launch), reference })
    }

    /// Its name with a depth: all that values depend on.
    pub fn reference(&self, depth: u16) -> Reference {
        Reference { depth, ..self.reference.clone() }
    }

    /// Who values positions: an engine of its own process, started when first asked.
    pub fn evaluator(&self) -> Box<dyn Evaluator> {
        match &self.launch {
            None => Box::new(Searcher),
            Some(launch) => {
                // The method is part of the name.
                let method = Some(self.reference.method);
                Box::new(SupervisedEngine::new(Launch { method, ..launch.clone() }))
            }
        }
    }
}

impl fmt::Display for ReferenceEngine {
    /// `Stockfish 15.1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reference { engine, version, .. } = &self.reference;
        f.pad(format!("{engine} {version}").trim_end())
    }
}

fn own() -> Reference {
    Reference {
        engine: OUR_NAME.to_owned(),
        version: engine::searcher::VERSION.to_owned(),
        network: None,
        options: String::new(),
        method: Method::Children,
        depth: 0,
    }
}

/// A name and the version at its end: `Stockfish 15.1` is `Stockfish` and `15.1`.
fn split_name(name: &str) -> (String, String) {
    let is_version =
        |word: &str| word.trim_start_matches(['v', 'V']).starts_with(|c: char| c.is_ascii_digit());
    match name.trim().split_once(' ') {
        Some(_) => {
            let words: Vec<&str> = name.split_whitespace().collect();
            let at = words.iter().skip(1).position(|word| is_version(word)).map(|at| at + 1);
            let at = at.unwrap_or(words.len());
            (words[..at].join(" "), words[at..].join(" "))
        }
        None => (name.trim().to_owned(), String::new()),
    }
}

/// The default of an option, as text.
fn default_of(settings: &[OptionLine], name: &str) -> Option<String> {
    let line = settings.iter().find(|line| line.name.eq_ignore_ascii_case(name))?;
    match &line.kind {
        Kind::Check { default } => Some(default.to_string()),
        Kind::Spin { default, .. } => Some(default.to_string()),
        Kind::Combo { default, .. } | Kind::Text { default } => Some(default.clone()),
        Kind::Button => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_what_begins_with_a_digit() {
        let split = |name| split_name(name);
        assert_eq!(split("Stockfish 15.1"), ("Stockfish".into(), "15.1".into()));
        assert_eq!(split("Toga II 3.0"), ("Toga II".into(), "3.0".into()));
        assert_eq!(split("Fairy-Stockfish 14 LB"), ("Fairy-Stockfish".into(), "14 LB".into()));
        assert_eq!(split("Fake"), ("Fake".into(), String::new()));
        assert_eq!(split(" 2 Knights "), ("2 Knights".into(), String::new()));
    }
}
