//! The rules people are said to go by, named, for any endgame.

use super::Rule;
use crate::material::Material;
use crate::rules::{Color, Role};

/// A rule with the name it goes by.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// As people call it.
    pub name: String,
    /// What it asks.
    pub rule: Rule,
}

/// The rules of Jansen 1992, section 6.2.3, as they read in this endgame when a colour moves: every
/// man of his may approach every man of the opponent's and the centre.
///
/// Threat excludes a threat to win in one, "already represented" by check and attack; LongLines
/// leaves out checks, as his figures do.
pub fn named(material: &Material, mover: Color) -> Vec<Named> {
    let [own, theirs] = [mover, mover.other()].map(|color| {
        let mut roles = vec![Role::King];
        roles.extend(material.army(color).roles());
        roles.dedup();
        roles
    });
    let mut texts = vec!["check".to_owned()];
    texts.extend((theirs.len() > 1).then(|| "attack".to_owned()));
    texts.extend(["threat", "longlines and not check"].map(str::to_owned));
    for own in own.iter().map(|role| role.upper_char()) {
        texts.extend(theirs.iter().map(|theirs| format!("approach({own},{})", theirs.char())));
    }
    texts.extend(own.iter().map(|own| format!("centralize({})", own.upper_char())));
    texts.extend(["zugzwang", "decentralize", "prevent-check"].map(str::to_owned));
    let named = |text: String| Named {
        name: text.strip_suffix(" and not check").unwrap_or(&text).to_owned(),
        rule: text.parse().expect("made of words of the language"),
    };
    texts.into_iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_has_his_rules() {
        let names = |material: &str, mover| {
            let named = named(&material.parse().unwrap(), mover);
            named.into_iter().map(|named| named.name).collect::<Vec<_>>()
        };
        let queen = names("KQKR", Color::White);
        for name in ["approach(K,k)", "approach(K,r)", "approach(Q,k)", "approach(Q,r)"] {
            assert!(queen.contains(&name.to_owned()), "{name} in {queen:?}");
        }
        assert_eq!(queen.len(), 13);
        assert!(names("KQKR", Color::Black).contains(&"approach(R,q)".to_owned()));
        assert_eq!(names("KBBK", Color::White).len(), 1 + 2 + 2 + 2 + 3);
    }
}
