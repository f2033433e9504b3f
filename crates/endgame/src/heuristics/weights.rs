//! How likely each move looks to somebody who goes by rules: log-linear weights, and their file.

use serde::{Deserialize, Serialize};
use value::ChoiceError;

use super::{Facts, LastMove, Rule, RuleError, facts_after};
use crate::rules::{Move, Position};
use crate::tables::Tables;

/// What the file calls itself.
const KIND: &str = "fallible weights";
/// The version of the file we write and read.
const VERSION: u32 = 1;

/// What people with the queen go by in KQKR, learned from their games.
const HUMAN: &str = include_str!("human.json");

/// Weights of moves: `v_m = exp(sum over the terms of coefficient * number(rule, m))`.
///
/// Jansen 1992, section 6.2.7: each heuristic makes a move likelier by a factor of its own,
/// independent of the others. Together with a competence this is a player: `v_m` multiplies the
/// probability that the reference player gives to the move.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// What they are called.
    pub name: String,
    /// Each rule with its coefficient, the logarithm of a factor.
    pub terms: Vec<(Rule, f64)>,
    /// The competence `c` they were found with; none if they stand alone.
    pub competence: Option<f64>,
    /// The depth offset `kappa` they were found with.
    pub kappa: Option<f64>,
    /// Where they come from.
    pub source: String,
}

/// Why a text is no set of weights, or has no weight for a move.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum WeightsError {
    #[error("not a file of weights: {0}; make one with `fallible learn`")]
    Unreadable(String),
    #[error("this file says it is '{0}', and weights say they are '{KIND}': give another file")]
    Kind(String),
    #[error("weights of version {0} are unknown, {VERSION} is known: use a newer fallible")]
    Version(u32),
    #[error("in the rule of term {term}: {problem}")]
    Rule { term: usize, problem: RuleError },
    #[error("'{0}' is no built-in set of weights: choose hp0, hp1 or human, or give a file")]
    Unknown(String),
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    #[error(
        "the weight of a move of {0} is not finite: bound the rules that can be infinite, as in 1 / threat"
    )]
    Infinite(String),
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kind: String,
    version: u32,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    competence: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kappa: Option<f64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    source: String,
    terms: Vec<Term>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    rule: String,
    coefficient: f64,
}

impl Weights {
    /// The names of the built-in sets.
    pub const BUILT_IN: [&str; 3] = ["hp0", "hp1", "human"];

    /// The opponent that Jansen's program HP0 imagines (1992, section 7.1.2): check, attack,
    /// zugzwang, in this order of importance, and the catch-all by the depth reached.
    ///
    /// His factors were chosen by hand and are not printed; these are ours: check 4, attack 2.5,
    /// zugzwang 1/3, and up to 2 for a quick win.
    pub fn hp0() -> Weights {
        let terms = [
            ("check", 4_f64.ln()),
            ("attack", 2.5_f64.ln()),
            ("zugzwang", -3_f64.ln()),
            ("wins / (1 + after)", 2_f64.ln()),
        ];
        Weights::built_in_set("hp0", &terms)
    }

    /// The opponent of HP1 and HP2: as [`Weights::hp0`], with threats of a win in at most four
    /// moves, inversely proportional to their depth, and long lines, inversely proportional to
    /// their number.
    pub fn hp1() -> Weights {
        let mut weights = Weights::hp0();
        let more = [("(threat <= 4) / threat", 4_f64.ln()), ("1 / (1 + longlines)", 3_f64.ln())];
        weights.terms.extend(Weights::built_in_set("hp1", &more).terms);
        Weights { name: "hp1".to_owned(), ..weights }
    }

    /// A built-in set by its name.
    pub fn built_in(name: &str) -> Result<Weights, WeightsError> {
        match name {
            "hp0" => Ok(Weights::hp0()),
            "hp1" => Ok(Weights::hp1()),
            "human" => Weights::from_json(HUMAN),
            _ => Err(WeightsError::Unknown(name.to_owned())),
        }
    }

    fn built_in_set(name: &str, terms: &[(&str, f64)]) -> Weights {
        let read = |text: &str| text.parse().expect("made of words of the language");
        Weights {
            name: name.to_owned(),
            terms: terms.iter().map(|&(text, coefficient)| (read(text), coefficient)).collect(),
            competence: None,
            kappa: None,
            source: "Jansen 1992, section 7.1.2; factors chosen by hand".to_owned(),
        }
    }

    /// The weights of these legal moves, one for each, in their order.
    pub fn of(
        &self,
        tables: &Tables,
        at: &Position,
        plays: &[Move],
    ) -> Result<Vec<f64>, WeightsError> {
        self.after(tables, at, plays, None)
    }

    /// Whether they depend on the mover's own last move.
    pub fn look_back(&self) -> bool {
        self.terms.iter().any(|(rule, _)| rule.looks_back())
    }

    /// The same for a mover whose own last move is known.
    pub fn after(
        &self,
        tables: &Tables,
        at: &Position,
        plays: &[Move],
        last: Option<LastMove>,
    ) -> Result<Vec<f64>, WeightsError> {
        let facts = facts_after(tables, at, plays, last)?;
        let weights: Vec<f64> = facts.iter().map(|facts| self.weight(facts)).collect();
        match weights.iter().all(|weight| weight.is_finite()) {
            true => Ok(weights),
            false => Err(WeightsError::Infinite(at.fen())),
        }
    }

    /// The weight of one move.
    pub fn weight(&self, facts: &Facts) -> f64 {
        self.terms
            .iter()
            .map(|(rule, coefficient)| coefficient * rule.number(facts))
            .sum::<f64>()
            .exp()
    }

    /// Reads the file's text.
    pub fn from_json(text: &str) -> Result<Weights, WeightsError> {
        // What the file says it is comes first: its other fields may be another version's.
        let head: serde_json::Value = serde_json::from_str(text)
            .map_err(|error| WeightsError::Unreadable(error.to_string()))?;
        match head.get("kind").and_then(serde_json::Value::as_str) {
            Some(KIND) | None => (),
            Some(found) => return Err(WeightsError::Kind(found.to_owned())),
        }
        if let Some(found) = head.get("version").and_then(serde_json::Value::as_u64)
            && found != u64::from(VERSION)
        {
            return Err(WeightsError::Version(u32::try_from(found).unwrap_or(u32::MAX)));
        }
        let file: File = serde_json::from_str(text)
            .map_err(|error| WeightsError::Unreadable(error.to_string()))?;
        let terms = (1..).zip(file.terms).map(|(number, term)| {
            let rule = term.rule.parse();
            let rule = rule.map_err(|problem| WeightsError::Rule { term: number, problem })?;
            Ok((rule, term.coefficient))
        });
        Ok(Weights {
            terms: terms.collect::<Result<_, WeightsError>>()?,
            name: file.name,
            competence: file.competence,
            kappa: file.kappa,
            source: file.source,
        })
    }

    /// The file's text.
    pub fn to_json(&self) -> String {
        let term = |(rule, coefficient): &(Rule, f64)| Term {
            rule: rule.to_string(),
            coefficient: *coefficient,
        };
        let file = File {
            kind: KIND.to_owned(),
            version: VERSION,
            name: self.name.clone(),
            competence: self.competence,
            kappa: self.kappa,
            source: self.source.clone(),
            terms: self.terms.iter().map(term).collect(),
        };
        serde_json::to_string_pretty(&file).expect("a file of texts and numbers") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_back_as_it_was() {
        for weights in
            [Weights::hp0(), Weights { competence: Some(12.5), kappa: Some(1.0), ..Weights::hp1() }]
        {
            assert_eq!(Weights::from_json(&weights.to_json()).unwrap(), weights);
        }
    }

    #[test]
    fn every_built_in_set_can_be_read() {
        for name in Weights::BUILT_IN {
            assert_eq!(Weights::built_in(name).unwrap().name, name);
        }
        assert!(Weights::built_in("hp9").unwrap_err().to_string().contains("human"));
    }

    #[test]
    fn other_files_are_refused() {
        let refused = |text: &str| Weights::from_json(text).unwrap_err().to_string();
        let good = Weights::hp0().to_json();
        assert!(refused("hello").starts_with("not a file of weights: expected value"));
        assert!(refused(&good.replace(KIND, "tea")).contains("says it is 'tea'"));
        assert!(refused(&good.replace("\"version\": 1", "\"version\": 7")).contains("version 7"));
        assert!(
            refused(&good.replace("\"source\"", "\"sauce\"")).contains("unknown field `sauce`")
        );
        assert!(refused(&good.replace("\"check\"", "\"chekc\"")).contains("did you mean 'check'"));
        assert!(refused("{}").contains("missing field"));
        let infinite = good.replace("\"coefficient\": 1.", "\"coefficient\": 1e999, \"x\": 1.");
        assert!(refused(&infinite).contains("number out of range"), "{infinite}");
    }
}
