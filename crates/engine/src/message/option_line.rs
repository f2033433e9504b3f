//! An option that an engine offers: `option name Seed type spin default 0 min 0 max 9`.

use std::fmt;

use super::{EMPTY, Words};

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// Its name, which may hold spaces.
    pub name: String,
    /// Its type, default and range.
    pub kind: Kind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields have the names of the protocol")]
pub enum Kind {
    /// `check`: on or off.
    Check { default: bool },
    /// `spin`: a whole number.
    Spin { default: i64, min: i64, max: i64 },
    /// `combo`: one of several words.
    Combo { default: String, vars: Vec<String> },
    /// `button`: an action.
    Button,
    /// `string`: any text.
    Text { default: String },
}

/// What an option is set to: the field that its kind needs, the others empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionValue {
    /// Of a check.
    pub on: bool,
    /// Of a spin.
    pub number: i64,
    /// Of a text, or the word of a combo as it was offered.
    pub text: String,
}

impl Kind {
    /// Reads a value for such an option; the error says what could be given.
    pub fn read(&self, text: &str) -> Result<OptionValue, String> {
        let mut value = OptionValue::default();
        match self {
            Kind::Button => (),
            Kind::Check { .. } => {
                let lower = text.to_ascii_lowercase();
                value.on = lower.parse().map_err(|_| "say true or false".to_owned())?;
            }
            Kind::Spin { min, max, .. } => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(&number));
                let range = || format!("give a number from {min} to {max}");
                value.number = number.ok_or_else(range)?;
            }
            Kind::Combo { vars, .. } => {
                let known = vars.iter().find(|var| var.eq_ignore_ascii_case(text));
                value.text = known.ok_or_else(|| format!("choose {}", vars.join(", ")))?.clone();
            }
            Kind::Text { .. } if text == EMPTY => (),
            Kind::Text { .. } => text.clone_into(&mut value.text),
        }
        Ok(value)
    }
}

impl OptionLine {
    /// Reads what follows the word `option`; none if it is no setting we understand.
    pub(super) fn read(words: &mut Words<'_>) -> Option<OptionLine> {
        const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let (mut name, mut kind) = (String::new(), String::new());
        let (mut default, mut min, mut max) = (None, None, None);
        let mut vars = Vec::new();
        while let Some(word) = words.next() {
            match word {
                // A name may hold any word but this one.
                "name" => name = words.until(&["type"]),
                "type" => kind = words.until(&KEYS),
                "default" => default = Some(words.until(&["min", "max", "var"])),
                "min" => min = words.number(),
                "max" => max = words.number(),
                "var" => vars.push(words.until(&["var", "default"])),
                _ => (),
            }
        }
        let text = default.map(|text| if text == EMPTY { String::new() } else { text });
        let kind = match kind.as_str() {
            "check" => Kind::Check { default: text.as_deref() == Some("true") },
            "spin" => Kind::Spin {
                default: text.and_then(|text| text.parse().ok()).unwrap_or(0),
                min: min.unwrap_or(i64::MIN),
                max: max.unwrap_or(i64::MAX),
            },
            "combo" => Kind::Combo { default: text.unwrap_or_default(), vars },
            "button" => Kind::Button,
            "string" => Kind::Text { default: text.unwrap_or_default() },
            _ => return None,
        };
        (!name.is_empty()).then_some(OptionLine { name, kind })
    }
}

impl fmt::Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check { default } => write!(f, "check default {default}"),
            Kind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, vars } => {
                write!(f, "combo default {default}")?;
                vars.iter().try_for_each(|var| write!(f, " var {var}"))
            }
            Kind::Button => f.write_str("button"),
            Kind::Text { default } if default.is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            Kind::Text { default } => write!(f, "string default {default}"),
        }
    }
}
