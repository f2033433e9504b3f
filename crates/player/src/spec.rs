//! The small language in which every front names an agent: `player:20`, `predator:uniform,plies=4`.
//!
//! ```text
//! player:C                 a reference player of competence C       random = player:0
//! infallible               always a best move                       anti-infallible: a worst
//! emulator:C               shows competence C as steadily as it can
//! imitator:OFFSET          plays OFFSET above the opponent's apparent competence
//! predator:BELIEF          sets the hardest task; BELIEF is a competence, uniform, or normal=MEAN/SD
//!
//! then, after commas:
//! kappa=K  concede=never|draws|all  horizon=H  avoid-losses         every agent with a model
//! grid=0(1)50                                                       imitator, predator
//! plies=N  nodes=N  among=optimal|preserving|all  aim=value|depth   predator
//! ties=uniform|first|last                                           infallible, anti-infallible
//! ```

use std::fmt;
use std::str::FromStr;

use value::{ChoiceSource, Depth, Outcome, Plies};

use crate::agents::predator::{Aim, Among, DEFAULT_NODES};
use crate::agents::{Agent, Analyser, Best, Emulator, Imitator, Predator, Ties};
use crate::belief::Belief;
use crate::competence::Competence;
use crate::grid::CompetenceGrid;
use crate::preference::{DepthOffset, PowerLaw};
use crate::reference::{Model, ReferencePlayer};
use crate::weighting::{Concede, Weighting};

/// An agent as described in words, ready to be made.
#[derive(Clone, Debug)]
pub struct AgentSpec {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Player(ReferencePlayer),
    Best(Best),
    Emulator(Emulator),
    Imitator(Imitator),
    Predator(Box<Predator>),
}

/// A description nobody understands: what is wrong with it, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("agent '{text}': {reason}")]
pub struct SpecError {
    text: String,
    reason: String,
}

/// What names an agent.
const NAMES: &str =
    "player:20, random, infallible, anti-infallible, emulator:15, imitator:2 or predator:uniform";

impl AgentSpec {
    /// Reads a description whose model settings, where it names none, are these.
    pub fn parse(text: &str, defaults: ModelWords) -> Result<AgentSpec, SpecError> {
        let fail = |reason: String| SpecError { text: text.to_owned(), reason };
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let mut words = Words::new(rest, defaults);
        let kind = match name {
            "player" => words.needed("a competence, as in player:20").and_then(|c| {
                Ok(Kind::Player(ReferencePlayer {
                    competence: c.parse().map_err(say)?,
                    model: words.model()?,
                }))
            }),
            "random" => words.model().map(|model| {
                Kind::Player(ReferencePlayer { competence: Competence::RANDOM, model })
            }),
            "infallible" | "anti-infallible" => words
                .take("ties", Ties::default())
                .map(|ties| Kind::Best(Best { ties, worst: name == "anti-infallible" })),
            "emulator" => words.needed("a competence, as in emulator:15").and_then(|c| {
                let competence = c.parse().map_err(say)?;
                Emulator::new(competence, words.model()?).map(Kind::Emulator).map_err(say)
            }),
            "imitator" => words.imitator().map(Kind::Imitator),
            "predator" => words.predator().map(|predator| Kind::Predator(Box::new(predator))),
            _ => Err(format!("there is no '{name}': name {NAMES}")),
        };
        let kind = kind.map_err(fail)?;
        words.nothing_left().map_err(fail)?;
        Ok(AgentSpec { text: text.trim().to_owned(), kind })
    }

    /// Makes the agent.
    pub fn build<S: ChoiceSource<Value = Outcome> + ?Sized>(&self) -> Box<dyn Agent<S>> {
        match &self.kind {
            Kind::Player(player) => Box::new(player.clone()),
            Kind::Best(best) => Box::new(*best),
            Kind::Emulator(emulator) => Box::new(emulator.clone()),
            Kind::Imitator(imitator) => Box::new(imitator.clone()),
            Kind::Predator(predator) => Box::new((**predator).clone()),
        }
    }

    /// Whether it never errs: there is no competence to look for in its moves.
    pub fn is_infallible(&self) -> bool {
        match &self.kind {
            Kind::Best(best) => !best.worst,
            Kind::Player(player) => player.competence == Competence::INFALLIBLE,
            _ => false,
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        AgentSpec::parse(text, ModelWords::default())
    }
}

/// The settings of a model that words can name.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelWords {
    /// Depth offset and draw anchors.
    pub preference: PowerLaw,
    /// Which moves are never made.
    pub weighting: Weighting,
    /// Where competences are looked for.
    pub grid: CompetenceGrid,
}

impl ModelWords {
    /// The model they describe.
    pub fn model(&self) -> Model {
        Model::new(self.preference, self.weighting)
    }
}

/// What follows the colon, taken word by word.
struct Words<'a> {
    left: Vec<&'a str>,
    defaults: ModelWords,
}

fn say(error: impl fmt::Display) -> String {
    error.to_string()
}

impl<'a> Words<'a> {
    fn new(rest: &'a str, defaults: ModelWords) -> Words<'a> {
        let left = rest.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        Words { left, defaults }
    }

    /// The first word, if it names no setting.
    fn first(&mut self) -> Option<&'a str> {
        let plain = |word: &&str| !word.contains('=') || word.starts_with("normal=");
        let is_flag = |word: &&str| *word == "avoid-losses";
        self.left.first().copied().filter(plain).filter(|word| !is_flag(word))?;
        Some(self.left.remove(0))
    }

    fn needed(&mut self, what: &str) -> Result<&'a str, String> {
        self.first().ok_or_else(|| format!("it needs {what}"))
    }

    /// A setting of this name, or the default.
    fn take<T: FromStr<Err: fmt::Display>>(&mut self, key: &str, default: T) -> Result<T, String> {
        let named = |word: &&str| word.split_once('=').is_some_and(|(name, _)| name == key);
        let Some(at) = self.left.iter().position(named) else { return Ok(default) };
        let (_, value) = self.left.remove(at).split_once('=').unwrap_or_default();
        value.parse().map_err(|error| format!("{key}={value}: {error}"))
    }

    fn model(&mut self) -> Result<Model, String> {
        let ModelWords { mut preference, mut weighting, .. } = self.defaults;
        preference.depth_offset = self.take::<DepthOffset>("kappa", preference.depth_offset)?;
        weighting.concede = self.take::<Concede>("concede", weighting.concede)?;
        let horizon = self.take("horizon", weighting.horizon.map_or(0, |depth| depth.0))?;
        weighting.horizon = (horizon > 0).then_some(Depth(horizon));
        if let Some(at) = self.left.iter().position(|&word| word == "avoid-losses") {
            self.left.remove(at);
            weighting.avoid_losses = true;
        }
        Ok(Model::new(preference, weighting))
    }

    fn imitator(&mut self) -> Result<Imitator, String> {
        let offset = match self.first() {
            None => 0.0,
            Some(word) => match word.parse::<f64>() {
                Ok(offset) if offset.is_finite() => offset,
                _ => return Err(format!("'{word}' is no offset: give a number, as in imitator:2")),
            },
        };
        let grid = self.take("grid", self.defaults.grid)?;
        let analyser = Analyser { model: self.model()?, belief: Belief::uniform(grid) };
        Ok(Imitator { analyser, offset })
    }

    fn predator(&mut self) -> Result<Predator, String> {
        let word = self.first().unwrap_or("uniform");
        let grid = self.take("grid", self.defaults.grid)?;
        let belief = parse_belief(word, grid)?;
        let plies = self.take("plies", 2u16)?;
        if plies < 2 || plies % 2 != 0 {
            return Err(format!(
                "plies={plies}: give an even number from 2, a move and a reply each"
            ));
        }
        Ok(Predator {
            among: self.take("among", Among::default())?,
            aim: self.take("aim", Aim::default())?,
            nodes: self.take("nodes", DEFAULT_NODES)?,
            plies: Plies(plies),
            analyser: Analyser { model: self.model()?, belief },
        })
    }

    fn nothing_left(&self) -> Result<(), String> {
        match self.left.first() {
            None => Ok(()),
            Some(word) => Err(format!("it has no setting '{word}'")),
        }
    }
}

/// A belief in words: `uniform`, `normal=20/5`, or a competence taken as certain.
pub fn parse_belief(word: &str, grid: CompetenceGrid) -> Result<Belief, String> {
    let wrong =
        || format!("'{word}' is no belief: give a competence such as 20, uniform, or normal=20/5");
    if word == "uniform" {
        return Ok(Belief::uniform(grid));
    }
    if let Some(shape) = word.strip_prefix("normal=") {
        let (mean, sd) = shape.split_once('/').ok_or_else(wrong)?;
        let number = |part: &str| part.trim().parse::<f64>().map_err(|_| wrong());
        return Belief::normal(grid, number(mean)?, number(sd)?).map_err(say);
    }
    let competence: Competence = word.parse().map_err(|_| wrong())?;
    Belief::certain(competence.get()).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        text.parse::<AgentSpec>().expect_err(text).to_string()
    }

    #[test]
    fn every_agent_can_be_named() {
        for text in [
            "player:20",
            "player:-5,kappa=0+,concede=all,horizon=7,avoid-losses",
            "random",
            "infallible",
            "infallible:ties=first",
            "anti-infallible",
            "emulator:15,kappa=0+",
            "imitator",
            "imitator:-3,grid=0(2)40",
            "predator",
            "predator:20,among=optimal",
            "predator:normal=20/5,plies=4,nodes=1000,aim=depth,concede=all",
        ] {
            let spec: AgentSpec = text.parse().expect(text);
            assert_eq!(spec.to_string(), text);
        }
    }

    #[test]
    fn a_mistake_is_named() {
        assert!(refusal("wizard:3").contains("there is no 'wizard'"));
        assert!(refusal("player").contains("needs a competence"));
        assert!(refusal("player:NaN").contains("'NaN' is no competence"));
        assert!(refusal("player:20,kappa=0").contains("kappa=0: '0' is no kappa"));
        assert!(refusal("player:20,plies=4").contains("no setting 'plies=4'"));
        assert!(refusal("emulator:0").contains("from 1"));
        assert!(refusal("emulator:inf").contains("from 1"));
        assert!(refusal("predator:sharp").contains("is no belief"));
        assert!(refusal("predator:uniform,plies=3").contains("even number"));
        assert!(refusal("predator:uniform,grid=5(1)0").contains("empty"));
        assert!(refusal("imitator:much").contains("no offset"));
        assert!(refusal("infallible:ties=any").contains("uniform, first or last"));
    }
}
