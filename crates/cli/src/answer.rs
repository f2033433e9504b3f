//! The shapes of `--json`: one object on one line.

use std::io::Write;

use player::{Competence, DepthOffset};
use serde::Serialize;
use value::Outcome;

use crate::printable::steers;

/// What a position is worth, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Value {
    outcome: &'static str,
    depth: Option<u16>,
}

impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Value {
        Value { outcome: outcome.word(), depth: outcome.depth().map(|depth| depth.0) }
    }
}

/// A number, or the word for one that JSON does not have: `inf`, `0+`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Number {
    Finite(f64),
    Word(String),
}

impl From<Competence> for Number {
    fn from(c: Competence) -> Number {
        if c.is_finite() { Number::Finite(c.get()) } else { Number::Word(c.to_string()) }
    }
}

impl From<DepthOffset> for Number {
    fn from(kappa: DepthOffset) -> Number {
        if kappa == DepthOffset::VANISHING {
            Number::Word(kappa.to_string())
        } else {
            Number::Finite(kappa.get())
        }
    }
}

/// JSON in one line, in which no character steers a terminal: where one would, it is written as
/// `\u009b`. Outside of strings there is none.
pub(crate) fn line(answer: &impl Serialize) -> anyhow::Result<String> {
    let line = serde_json::to_string(answer)?;
    if !line.contains(steers) {
        return Ok(line);
    }
    let mut units = [0; 2];
    let mut escaped = |c: char| match steers(c) {
        true => c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
        false => c.to_string(),
    };
    Ok(line.chars().map(&mut escaped).collect())
}

/// Writes an answer as one line of JSON.
pub(crate) fn write(out: &mut dyn Write, answer: &impl Serialize) -> anyhow::Result<()> {
    Ok(writeln!(out, "{}", line(answer)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Depth;

    #[test]
    fn json_is_printable_and_says_the_same() {
        let name = "a\x1b[31m\u{9b}\u{202e}\u{feff} \x7f\"\\ 丁";
        let said = line(&name).unwrap();
        assert!(!said.contains(steers), "{said:?}");
        assert_eq!(serde_json::from_str::<String>(&said).unwrap(), name);
        assert_eq!(line(&"plain").unwrap(), "\"plain\"");
    }

    #[test]
    fn a_draw_has_no_depth() {
        let json = |outcome: Outcome| serde_json::to_string(&Value::from(outcome)).unwrap();
        assert_eq!(json(Outcome::Draw), r#"{"outcome":"draw","depth":null}"#);
        assert_eq!(json(Outcome::Win(Depth(31))), r#"{"outcome":"win","depth":31}"#);
    }
}
