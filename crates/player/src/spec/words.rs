//! What follows the colon of a description, taken word by word.

use std::fmt;
use std::str::FromStr;

use value::{Depth, Plies};

use super::{Person, PressedOpponent};
use crate::agents::predator::{Aim, Candidates, Risk};
use crate::agents::{Analyser, Imitator, Predator};
use crate::belief::Belief;
use crate::competence::Competence;
use crate::filter::{Concede, MoveFilter};
use crate::grid::CompetenceGrid;
use crate::preference::{DepthOffset, PowerLaw};
use crate::reference::Model;

/// The settings of a model that words can name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelWords {
    /// Depth offset and draw anchors.
    pub preference: PowerLaw,
    /// Which moves are never made.
    pub filter: MoveFilter,
    /// The name of what the others weigh, if not all the same.
    pub weights: Option<String>,
    /// Where competences are looked for.
    pub grid: CompetenceGrid,
}

impl ModelWords {
    /// The words of [`Model::judging_people`]; the default is [`Model::papers`].
    pub fn judging_people() -> ModelWords {
        ModelWords { filter: MoveFilter::judging_people(), ..ModelWords::default() }
    }

    /// The model they describe.
    pub fn model(&self) -> Model {
        Model::new(self.preference, self.filter)
    }
}

impl fmt::Display for ModelWords {
    /// `kappa 1, no win conceded, losses avoided, horizon 3, weights hp1`: what is set, but the grid.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveFilter { concede, avoid_losses, horizon } = self.filter;
        let conceded = match concede {
            Concede::Never => "no value",
            Concede::Draws => "no win",
            Concede::Anything => "any value",
        };
        write!(f, "kappa {}, {conceded} conceded", self.preference.depth_offset)?;
        if avoid_losses {
            f.write_str(", losses avoided")?;
        }
        if let Some(horizon) = horizon {
            write!(f, ", horizon {horizon}")?;
        }
        self.weights.iter().try_for_each(|name| write!(f, ", weights {name}"))
    }
}

/// What a predator does unless its words say otherwise.
pub(super) struct PredatorDefaults {
    belief: &'static str,
    candidates: Candidates,
    aim: Aim,
    draw: Option<Depth>,
    plies: Option<u16>,
    pub(super) weights: Option<&'static str>,
    /// Whether its belief, if not said, is the competence that its weights bring.
    pub(super) trusts_weights: bool,
}

/// Jansen's programs make only optimal moves at depths up to 9 (1992, 9.2.1).
const SPECULATES_FROM: Depth = Depth(10);

impl PredatorDefaults {
    /// The kind of predator with this name.
    pub(super) fn named(name: &str) -> Option<PredatorDefaults> {
        let probimax = |candidates, weights| PredatorDefaults {
            belief: "0",
            candidates,
            aim: Aim::Depth,
            draw: Some(Depth(50)),
            plies: Some(4),
            weights,
            trusts_weights: true,
        };
        let within = |risk| Candidates::Within(Risk::from(SPECULATES_FROM, risk));
        Some(match name {
            "predator" => PredatorDefaults {
                belief: "uniform",
                candidates: Candidates::default(),
                aim: Aim::default(),
                draw: None,
                plies: None,
                weights: None,
                trusts_weights: false,
            },
            "probimax" => probimax(Candidates::Within(Risk::constant(3)), None),
            "hp0" => probimax(within(4), Some("hp0")),
            "hp1" => probimax(within(3), Some("hp1")),
            "hp2" => probimax(within(1), Some("hp1")),
            _ => return None,
        })
    }
}

/// What follows the colon, taken word by word.
pub(super) struct Words<'a> {
    left: Vec<&'a str>,
    defaults: &'a ModelWords,
}

pub(super) fn say(error: impl fmt::Display) -> String {
    error.to_string()
}

impl<'a> Words<'a> {
    pub(super) fn new(rest: &'a str, defaults: &'a ModelWords) -> Words<'a> {
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

    /// A setting of this name, as written.
    fn text(&mut self, key: &str) -> Option<&'a str> {
        let named = |word: &&str| word.split_once('=').is_some_and(|(name, _)| name == key);
        let at = self.left.iter().position(named)?;
        self.left.remove(at).split_once('=').map(|(_, value)| value)
    }

    /// A setting of this name, or the default.
    pub(super) fn take<T>(&mut self, key: &str, default: T) -> Result<T, String>
    where
        T: FromStr<Err: fmt::Display>,
    {
        Ok(self.told(key)?.unwrap_or(default))
    }

    /// A setting of this name, if it is there.
    pub(super) fn told<T>(&mut self, key: &str) -> Result<Option<T>, String>
    where
        T: FromStr<Err: fmt::Display>,
    {
        let Some(value) = self.text(key) else { return Ok(None) };
        value.parse().map(Some).map_err(|error| format!("{key}={value}: {error}"))
    }

    /// The name of the weights, if there are any.
    pub(super) fn weights(&mut self, own: Option<&str>) -> Result<Option<String>, String> {
        let default = own.map(str::to_owned).or_else(|| self.defaults.weights.clone());
        match self.text("weights") {
            None => Ok(default),
            Some("none") => Ok(None),
            Some("") => Err("weights=: name weights, as in weights=hp1, or a file of them".into()),
            Some(name) => Ok(Some(name.to_owned())),
        }
    }

    /// A competence, or weights that may bring one.
    pub(super) fn competence(
        &mut self,
        example: &str,
    ) -> Result<(Option<Competence>, Option<String>), String> {
        let competence = self.first().map(str::parse).transpose().map_err(say)?;
        let weights = self.weights(None)?;
        if competence.is_none() && weights.is_none() {
            return Err(format!("it needs a competence, as in {example}"));
        }
        Ok((competence, weights))
    }

    pub(super) fn model(&mut self) -> Result<Model, String> {
        let ModelWords { mut preference, mut filter, .. } = *self.defaults;
        preference.depth_offset = self.take::<DepthOffset>("kappa", preference.depth_offset)?;
        filter.concede = self.take::<Concede>("concede", filter.concede)?;
        let horizon = self.take("horizon", filter.horizon.map_or(0, |depth| depth.0))?;
        filter.horizon = (horizon > 0).then_some(Depth(horizon));
        if let Some(at) = self.left.iter().position(|&word| word == "avoid-losses") {
            self.left.remove(at);
            filter.avoid_losses = true;
        }
        Ok(Model::new(preference, filter))
    }

    pub(super) fn imitator(&mut self) -> Result<Imitator, String> {
        let offset = match self.first() {
            None => 0.0,
            Some(word) => match word.parse::<f64>() {
                Ok(offset) if offset.abs() <= Competence::GREATEST => offset,
                _ => return Err(format!("'{word}' is no offset: give a number, as in imitator:2")),
            },
        };
        let grid = self.take("grid", self.defaults.grid)?;
        let analyser = Analyser { model: self.model()?, belief: Belief::uniform(grid) };
        Ok(Imitator { analyser, offset })
    }

    /// Whom `human` stands for.
    pub(super) fn person(&mut self) -> Result<Person, String> {
        self.first().ok_or("it needs a rating, as in human:1500")?.parse().map_err(say)
    }

    /// Whom a presser presses: somebody who may let anything go, unless it is said otherwise.
    pub(super) fn presser(&mut self) -> Result<PressedOpponent, String> {
        let word = self.first().ok_or("it needs a competence, as in presser:20")?;
        Ok(PressedOpponent {
            competence: word.parse().map_err(say)?,
            kappa: self.take("kappa", self.defaults.preference.depth_offset)?,
            concede: self.take("concede", Concede::Anything)?,
        })
    }

    /// A predator, and whether its belief was told.
    pub(super) fn predator(
        &mut self,
        usual: &PredatorDefaults,
    ) -> Result<(Predator, bool), String> {
        let told = self.first();
        let grid = self.take("grid", self.defaults.grid)?;
        let belief = parse_belief(told.unwrap_or(usual.belief), grid)?;
        let plies = self.told("plies")?.or(usual.plies);
        if let Some(plies) = plies.filter(|plies| *plies < 2 || plies % 2 != 0) {
            return Err(format!(
                "plies={plies}: give an even number from 2, a move and a reply each"
            ));
        }
        let nodes = self.told("nodes")?;
        if nodes == Some(0) {
            return Err("nodes=0: give the positions to look at, at least 1".into());
        }
        let cover = self.told("cover")?.unwrap_or(1.0);
        if !(cover > 0.0 && cover <= 1.0) {
            return Err(format!("cover={cover}: give a share of his chances up to 1, as in 0.9"));
        }
        let draw = match self.text("draw") {
            None => usual.draw,
            Some(text) => match text.parse() {
                Ok(draw @ 1..) => Some(Depth(draw)),
                _ => return Err(format!("draw={text}: give the moves a draw counts as, as in 50")),
            },
        };
        let predator = Predator {
            candidates: self.candidates(&usual.candidates)?,
            aim: self.take("aim", usual.aim)?,
            draw,
            nodes,
            cover,
            plies: plies.map(Plies),
            ..Predator::new(Analyser { model: self.model()?, belief })
        };
        Ok((predator, told.is_some()))
    }

    fn candidates(&mut self, default: &Candidates) -> Result<Candidates, String> {
        let candidates = self.text("among");
        match (candidates, self.text("risk")) {
            (Some(_), Some(_)) => {
                Err("risk= and among= both say which moves: give one of them".into())
            }
            (None, None) => Ok(default.clone()),
            (Some(text), None) => text.parse().map_err(|error| format!("among={text}: {error}")),
            (None, Some(text)) => text
                .parse::<Risk>()
                .map(Candidates::Within)
                .map_err(|error| format!("risk={text}: {error}")),
        }
    }

    pub(super) fn nothing_left(&self) -> Result<(), String> {
        match self.left.first() {
            None => Ok(()),
            Some(word) => Err(format!("it has no setting '{word}'")),
        }
    }
}

/// The agents of a list: a word that names a setting belongs to the agent before it.
pub fn listed(text: &str) -> Vec<String> {
    let mut agents: Vec<String> = Vec::new();
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let name = word.split(':').next().unwrap_or(word);
        let is_setting = name.contains('=') || name == "avoid-losses";
        match agents.last_mut().filter(|_| is_setting) {
            // The first setting follows a colon.
            Some(agent) if !agent.contains(':') => *agent = format!("{agent}:{word}"),
            Some(agent) => *agent = format!("{agent},{word}"),
            None => agents.push(word.to_owned()),
        }
    }
    agents
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
