//! The shapes of `--json`: one object on one line.

use std::io::Write;

use serde::Serialize;
use study::schema::SCHEMA_VERSION;

use crate::printable::is_control;

/// JSON in one line, in which no character is_control a terminal: where one would, it is written as
/// `\u009b`. Outside of strings there is none.
pub(crate) fn line(answer: &impl Serialize) -> anyhow::Result<String> {
    let line = serde_json::to_string(answer)?;
    if !line.contains(is_control) {
        return Ok(line);
    }
    let mut units = [0; 2];
    let mut escaped = |c: char| match is_control(c) {
        true => c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
        false => c.to_string(),
    };
    Ok(line.chars().map(&mut escaped).collect())
}

/// An answer behind the version of its form.
#[derive(Serialize)]
struct Versioned<'a, T> {
    schema: u32,
    #[serde(flatten)]
    answer: &'a T,
}

/// An object as JSON in one line, the version of the schema being its first field.
pub(crate) fn versioned(answer: &impl Serialize) -> anyhow::Result<String> {
    line(&Versioned { schema: SCHEMA_VERSION, answer })
}

/// Writes an answer as one line of JSON with its version.
pub(crate) fn write(out: &mut dyn Write, answer: &impl Serialize) -> anyhow::Result<()> {
    Ok(writeln!(out, "{}", versioned(answer)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_printable_and_says_the_same() {
        let name = "a\x1b[31m\u{9b}\u{202e}\u{feff} \x7f\"\\ 丁";
        let said = line(&name).unwrap();
        assert!(!said.contains(is_control), "{said:?}");
        assert_eq!(serde_json::from_str::<String>(&said).unwrap(), name);
        assert_eq!(line(&"plain").unwrap(), "\"plain\"");
    }

    #[test]
    fn the_version_comes_first() {
        let value = study::schema::TheoreticalValue::from(value::Outcome::Draw);
        let said = versioned(&value).unwrap();
        assert_eq!(said, r#"{"schema":2,"outcome":"draw","depth":null}"#);
    }
}
