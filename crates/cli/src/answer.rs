//! The shapes of `--json`: one object on one line.

use std::io::Write;

use player::{Competence, DepthOffset};
use serde::Serialize;
use value::Outcome;

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

/// Writes an answer as one line of JSON.
pub(crate) fn write(out: &mut dyn Write, answer: &impl Serialize) -> anyhow::Result<()> {
    let line = serde_json::to_string(answer)?;
    Ok(writeln!(out, "{line}")?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Depth;

    #[test]
    fn a_draw_has_no_depth() {
        let json = |outcome: Outcome| serde_json::to_string(&Value::from(outcome)).unwrap();
        assert_eq!(json(Outcome::Draw), r#"{"outcome":"draw","depth":null}"#);
        assert_eq!(json(Outcome::Win(Depth(31))), r#"{"outcome":"win","depth":31}"#);
    }
}
