//! The shapes of `--json`: one object on one line.

use std::io::Write;

use serde::Serialize;
pub(crate) use study::schema::{Number, Value};

use crate::printable::steers;

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

    #[test]
    fn json_is_printable_and_says_the_same() {
        let name = "a\x1b[31m\u{9b}\u{202e}\u{feff} \x7f\"\\ 丁";
        let said = line(&name).unwrap();
        assert!(!said.contains(steers), "{said:?}");
        assert_eq!(serde_json::from_str::<String>(&said).unwrap(), name);
        assert_eq!(line(&"plain").unwrap(), "\"plain\"");
    }
}
