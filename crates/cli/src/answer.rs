//! The shapes of `--json`: one object on one line.

use std::io::Write;

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
