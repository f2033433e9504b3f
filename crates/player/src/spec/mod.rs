//! The small language in which every front names an agent: `player:20`, `predator:uniform,plies=4`.
//!
//! ```text
//! player:C                 a reference player of competence C       random = player:0
//! infallible               always a best move                       anti-infallible: a worst
//! fewest                   of the best moves, the one that leaves the fewest good replies
//! emulator:C               shows competence C as steadily as it can
//! imitator:OFFSET          plays OFFSET above the opponent's apparent competence
//! predator:BELIEF          sets the hardest task; BELIEF is a competence, uniform, or normal=MEAN/SD
//! human:RATING             a person of this rating: sees what people see, gives away what they give away
//! presser:C                presses an opponent of competence C for what he may let go
//! probimax:C               the same by Jansen's rules, against an opponent of competence C, 0 if not said
//! hp0  hp1  hp2            Jansen's programs: probimax with his weights and risks
//!
//! then, after commas:
//! kappa=K  concede=never|draws|all  horizon=H  avoid-losses         every agent with a model
//! weights=NAME|FILE        what moves weigh; none                   every agent with a model
//! grid=0(1)50                                                       imitator, predator
//! plies=N  nodes=N  aim=press|score|value|depth  draw=D             predator, probimax
//! among=optimal|within:RISK|preserving|all  or  risk=RISK           predator, probimax
//! ties=uniform|first|last                                           infallible, anti-infallible
//! draws=equal|press        what is played where the tables call all moves drawn: player, infallible, fewest, emulator, imitator
//! ```
//!
//! - `pressed_opponent`: whom a presser presses; `person`: whom `human` stands for
//! - `words`: what follows the colon, word by word
//! - `instantiate`: a description with its weights looked up, ready to make agents for many games

mod instantiate;
mod person;
mod pressed_opponent;
mod words;

use std::fmt;
use std::str::FromStr;

pub use instantiate::{AgentFactory, PriorLookup};
pub use person::{NotARating, Person};
pub use pressed_opponent::PressedOpponent;
pub use words::{ModelWords, listed, parse_belief};

use crate::agents::predator::Aim;
use crate::agents::{Best, Emulator, Imitator, Predator, Ties};
use crate::belief::Belief;
use crate::competence::Competence;
use crate::reference::Model;
use crate::word::words_of;
use words::{PredatorDefaults, Words, say};

/// An agent as described in words, ready to be factory.
#[derive(Clone, Debug)]
pub struct AgentSpec {
    text: String,
    kind: Kind,
    /// The name of its weights.
    weights: Option<String>,
    /// Whether it presses where the tables call all moves drawn; none if nothing is said.
    draws: Option<DrawOrder>,
}

/// What is played where the tables call all moves drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawOrder {
    /// Any of them, as in the papers.
    Equal,
    /// Those that press harder rather than others.
    Press,
}

words_of!(
    DrawOrder,
    "is no order of drawn moves: choose equal or press",
    [Equal = "equal", Press = "press"]
);

#[derive(Clone, Debug)]
enum Kind {
    /// Without a competence: that of its weights.
    Player(Option<Competence>, Model),
    Best(Best),
    Fewest,
    /// Its weights are the chances that people choose by.
    Human,
    /// Its weights are the chances that pressing has.
    Presser,
    /// As for players.
    Emulator(Option<Competence>, Model),
    Imitator(Imitator),
    Predator(Box<Predator>),
    /// A predator whose belief is the competence of its weights, if they have one.
    PredatorOfWeights(Box<Predator>),
}

/// A description nobody understands: what is wrong with it, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("agent '{text}': {reason}")]
pub struct SpecError {
    text: String,
    reason: String,
}

/// What names an agent.
const NAMES: &str = "player:20, random, infallible, anti-infallible, fewest, emulator:15, imitator:2, predator:uniform, human:1500, presser:20, probimax, hp0, hp1 or hp2";

impl Kind {
    /// Whether it can press with its choice among drawn moves: a predator aims at that itself, a presser knows better, and who
    /// looks for the worst move does not. People choose among drawn moves as people do.
    fn has_order_of_draws(&self) -> bool {
        match self {
            Kind::Best(best) => !best.worst,
            Kind::Presser | Kind::Predator(_) | Kind::Human => false,
            Kind::PredatorOfWeights(_)
            | Kind::Player(..)
            | Kind::Fewest
            | Kind::Emulator(..)
            | Kind::Imitator(_) => true,
        }
    }
}

impl AgentSpec {
    /// Reads a description whose model settings, where it names none, are these.
    pub fn parse(text: &str, defaults: &ModelWords) -> Result<AgentSpec, SpecError> {
        let fail = |reason: String| SpecError { text: text.to_owned(), reason };
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let mut words = Words::new(rest, defaults);
        let (kind, weights) = read(name, &mut words).map_err(fail)?;
        let draws = match kind.has_order_of_draws() {
            true => words.told("draws").map_err(fail)?,
            false => None,
        };
        words.nothing_left().map_err(fail)?;
        Ok(AgentSpec { text: text.trim().to_owned(), kind, weights, draws })
    }

    /// Whether it never errs: there is no competence to look for in its moves.
    pub fn is_infallible(&self) -> bool {
        match &self.kind {
            Kind::Best(best) => !best.worst,
            Kind::Fewest => true,
            Kind::Player(competence, _) => *competence == Some(Competence::INFALLIBLE),
            _ => false,
        }
    }

    /// The same agent against somebody who is to hold a draw: it presses, unless its words say that all draws are equal.
    #[must_use]
    pub fn pressing(self) -> AgentSpec {
        AgentSpec { draws: self.draws.or(Some(DrawOrder::Press)), ..self }
    }

    /// Whether it presses where the tables call all moves drawn.
    pub fn presses(&self) -> bool {
        match &self.kind {
            Kind::Predator(predator) => predator.aim == Aim::Press,
            kind => kind.has_order_of_draws() && self.draws == Some(DrawOrder::Press),
        }
    }

    /// The name of its weights.
    pub fn weights(&self) -> Option<&str> {
        self.weights.as_deref()
    }

    /// The same agent, who has seen the opponent play before: what that taught adds to what it
    /// believes. A belief over other competences, a certain one for example, stays as it is.
    #[must_use]
    pub fn having_seen(mut self, seen: &Belief) -> AgentSpec {
        let belief = match &mut self.kind {
            Kind::Imitator(imitator) => &mut imitator.analyser.belief,
            Kind::Predator(predator) => &mut predator.analyser.belief,
            _ => return self,
        };
        if belief.grid() == seen.grid() {
            belief.merge(seen);
        }
        self
    }

    fn refused(&self, reason: String) -> SpecError {
        SpecError { text: self.text.clone(), reason }
    }
}

/// The agent of this name with these words, and the name of its weights.
fn read(name: &str, words: &mut Words<'_>) -> Result<(Kind, Option<String>), String> {
    Ok(match name {
        "infallible" | "anti-infallible" => {
            let ties = words.take("ties", Ties::default())?;
            (Kind::Best(Best { ties, worst: name == "anti-infallible" }), None)
        }
        "fewest" => (Kind::Fewest, None),
        "human" => (Kind::Human, Some(words.person()?.to_string())),
        "presser" => (Kind::Presser, Some(words.presser()?.to_string())),
        "player" => {
            let (competence, weights) = words.competence("player:20")?;
            (Kind::Player(competence, words.model()?), weights)
        }
        "random" => (Kind::Player(Some(Competence::RANDOM), words.model()?), words.weights(None)?),
        "emulator" => {
            let (competence, weights) = words.competence("emulator:15")?;
            let model = words.model()?;
            if let Some(competence) = competence {
                Emulator::new(competence, model.clone()).map_err(say)?;
            }
            (Kind::Emulator(competence, model), weights)
        }
        "imitator" => (Kind::Imitator(words.imitator()?), words.weights(None)?),
        "engine" | "searcher" | "speculator" => {
            return Err(format!("engines play in matches and competitions only: name {NAMES}"));
        }
        _ => {
            let Some(usual) = PredatorDefaults::named(name) else {
                return Err(format!("there is no '{name}': name {NAMES}"));
            };
            let weights = words.weights(usual.weights)?;
            let (predator, told) = words.predator(&usual)?;
            let own = !told && usual.trusts_weights;
            let kind = if own { Kind::PredatorOfWeights } else { Kind::Predator };
            (kind(Box::new(predator)), weights)
        }
    })
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        AgentSpec::parse(text, &ModelWords::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::Turn;
    use value::{Choice, ChoiceError, ChoiceSource, Choices, Depth, Extent, Outcome};

    fn refusal(text: &str) -> String {
        text.parse::<AgentSpec>().expect_err(text).to_string()
    }

    #[test]
    fn every_agent_can_be_named() {
        let agents = "player:20 player:-5,kappa=0+,concede=all,horizon=7,avoid-losses \
            player:20,weights=hp1 player:weights=people.json random random:weights=hp0 \
            human:1500 human:2200 presser:20 presser:7,kappa=2,concede=draws infallible infallible:ties=first anti-infallible fewest emulator:15,kappa=0+ \
            emulator:15,weights=hp1 imitator imitator:-3,grid=0(2)40 predator \
            predator:20,among=optimal predator:20,among=within:3@10/1@20 \
            predator:20,risk=1 predator:20,plies=4,cover=0.9 \
            predator:normal=20/5,plies=4,nodes=1000,aim=depth,concede=all predator:aim=score player:20,draws=press infallible:draws=equal fewest:draws=press \
            predator:weights=people.json probimax \
            probimax:15,risk=2@10,plies=2,weights=hp1,draw=40 hp0 hp1:plies=2 hp2:risk=2";
        for text in agents.split(' ') {
            let spec: AgentSpec = text.parse().expect(text);
            assert_eq!(spec.to_string(), text);
        }
    }

    /// A position of three wins.
    struct Wins;

    impl ChoiceSource for Wins {
        type Position = ();
        type Move = u16;
        type Value = Outcome;

        fn choices(&self, (): &()) -> Result<Choices<u16>, ChoiceError> {
            let win = |depth| Choice::new(depth, Outcome::Win(Depth(depth)));
            Ok(Choices::new([1, 4, 9].map(win).to_vec(), Extent::default()))
        }

        fn after(&self, (): &(), _: &u16) {}
    }

    #[test]
    fn without_search_players_stay_themselves_and_others_play_the_best_move() {
        let choices = Wins.choices(&()).expect("always");
        let turn = Turn::new(&Wins, &(), &choices);
        let (model, belief) = (Model::papers(), Belief::certain(6.0).expect("a number"));
        let odds = |text: &str| {
            let spec: AgentSpec = text.parse().expect(text);
            let agent = spec.without_search::<Wins>(&model, &belief);
            agent.odds(&turn).expect("they all say")
        };
        for text in ["predator:20", "fewest", "hp1", "infallible"] {
            assert_eq!(odds(text), [1.0, 0.0, 0.0], "{text}");
        }
        assert_eq!(odds("anti-infallible"), [0.0, 0.0, 1.0]);
        assert_eq!(odds("random"), [1.0 / 3.0; 3]);
        assert_eq!(odds("imitator:-2"), odds("player:4"));
        let shown = odds("emulator:4");
        assert!(shown.contains(&1.0) && shown != odds("player:4"), "{shown:?}");
    }

    #[test]
    fn a_mistake_is_named() {
        assert!(refusal("wizard:3").contains("there is no 'wizard'"));
        assert!(refusal("engine:stockfish").contains("in matches and competitions only"));
        assert!(refusal("player").contains("needs a competence"));
        assert!(refusal("presser").contains("needs a competence"));
        assert!(refusal("presser:20,plies=4").contains("no setting 'plies=4'"));
        assert!(refusal("player:NaN").contains("'NaN' is no competence"));
        assert!(refusal("player:20,kappa=0").contains("kappa=0: '0' is no kappa"));
        assert!(refusal("player:20,plies=4").contains("no setting 'plies=4'"));
        assert!(refusal("player:weights=none").contains("needs a competence"));
        assert!(refusal("player:20,weights=").contains("weights="));
        assert!(refusal("infallible:weights=hp1").contains("no setting 'weights=hp1'"));
        assert!(refusal("emulator:0").contains("from 1"));
        assert!(refusal("emulator:inf").contains("from 1"));
        assert!(refusal("predator:sharp").contains("is no belief"));
        assert!(refusal("predator:uniform,plies=3").contains("even number"));
        assert!(refusal("predator:uniform,grid=5(1)0").contains("empty"));
        assert!(refusal("predator:20,risk=1,among=all").contains("one of them"));
        assert!(refusal("predator:20,risk=x").contains("'x' is no risk"));
        assert!(refusal("predator:20,cover=1.5").contains("a share of his chances"));
        assert!(refusal("predator:20,cover=none").contains("cover=none"));
        assert!(refusal("predator:20,draw=0").contains("draw=0"));
        assert!(refusal("hp3").contains("there is no 'hp3'"));
        assert!(refusal("imitator:much").contains("no offset"));
        assert!(refusal("player:20,draws=some").contains("choose equal or press"));
        assert!(refusal("presser:20,draws=press").contains("no setting 'draws=press'"));
        assert!(refusal("infallible:ties=any").contains("uniform, first or last"));
    }

    #[test]
    fn a_list_of_agents_is_told_apart() {
        let text = "infallible, predator:20,risk=3@10/1@20,avoid-losses,hp2,player:normal=1/2";
        let agents = ["infallible", "predator:20,risk=3@10/1@20,avoid-losses", "hp2"];
        assert_eq!(listed(text)[..3], agents);
        assert_eq!(listed(text)[3], "player:normal=1/2");
        let text = "predator:normal=20/5,plies=4, infallible,ties=first";
        assert_eq!(listed(text), ["predator:normal=20/5,plies=4", "infallible:ties=first"]);
        assert_eq!(listed(" , "), Vec::<String>::new());
        assert_eq!(listed("risk=3"), ["risk=3"]);
    }

    /// Jansen's programs are probi-max with his settings, and theirs can be changed.
    #[test]
    fn programs_are_settings() {
        let of = |text: &str| {
            let spec: AgentSpec = text.parse().expect(text);
            let (Kind::Predator(predator) | Kind::PredatorOfWeights(predator)) = spec.kind else {
                panic!("{text} is no predator")
            };
            (
                predator.candidates.to_string(),
                predator.plies.map(|plies| plies.0),
                predator.draw,
                spec.weights,
            )
        };
        let hp1 = Some("hp1".to_owned());
        let fifty = Some(value::Depth(50));
        assert_eq!(of("hp0"), ("within:4@10".into(), Some(4), fifty, Some("hp0".into())));
        assert_eq!(of("hp1"), ("within:3@10".into(), Some(4), fifty, hp1.clone()));
        assert_eq!(of("hp2"), ("within:1@10".into(), Some(4), fifty, hp1.clone()));
        assert_eq!(of("hp2:risk=2,plies=6"), ("within:2".into(), Some(6), fifty, hp1));
        assert_eq!(of("hp2:weights=none,draw=99").3, None);
        assert_eq!(of("probimax"), ("within:3".into(), Some(4), fifty, None));
    }
}
