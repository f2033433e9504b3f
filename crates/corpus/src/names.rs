//! Names of players: one person is written in several ways.

use std::collections::{BTreeMap, BTreeSet};

use crate::rate::RateError;

/// A name as it is compared: small letters, the first name first, one space between words.
///
/// `Carlsen, Magnus`, `CARLSEN,Magnus` and `Magnus Carlsen` are one name; `Carlsen,M` is another.
pub fn normal(name: &str) -> String {
    let (last, first) = name.split_once(',').unwrap_or((name, ""));
    words(first).chain(words(last)).collect::<Vec<_>>().join(" ")
}

/// Whether a name has all words of another, in any order and spelling of letters: `magnus carlsen`
/// is `Carlsen, Magnus`.
pub fn is_called(name: &str, wanted: &str) -> bool {
    let has: Vec<String> = words(name).collect();
    let mut wants = words(wanted).peekable();
    wants.peek().is_some() && wants.all(|word| has.contains(&word))
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
    parts.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// One player, however the games spell the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person<'a> {
    /// The spelling that most decisions have.
    pub name: &'a str,
    spellings: BTreeSet<&'a str>,
}

impl Person<'_> {
    /// Whether this spelling means the player.
    pub fn is(&self, name: &str) -> bool {
        self.spellings.contains(name)
    }
}

impl<'a> Person<'a> {
    /// Every spelling.
    pub fn spellings(&self) -> impl Iterator<Item = &'a str> {
        self.spellings.iter().copied()
    }

    /// The same player and another, who are one.
    #[must_use]
    pub fn with(mut self, other: &Person<'a>) -> Person<'a> {
        self.spellings.extend(&other.spellings);
        self
    }
}

/// The people that these names mean, each once; a name may come many times.
pub fn people<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Person<'a>> {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        *counted.entry(name).or_default() += 1;
    }
    let mut all: BTreeMap<String, (usize, Person<'a>)> = BTreeMap::new();
    for (name, count) in counted {
        let found = all.entry(normal(name));
        let one = || (0, Person { name, spellings: BTreeSet::new() });
        let (most, person) = found.or_insert_with(one);
        person.spellings.insert(name);
        if count > *most {
            (*most, person.name) = (count, name);
        }
    }
    all.into_values().map(|(_, person)| person).collect()
}

/// The one of these players who has this name, or else all words of it.
pub fn only_player<'a>(
    names: impl IntoIterator<Item = &'a str> + Clone,
    wanted: &str,
) -> Result<Person<'a>, RateError> {
    let mut all = people(names.clone());
    let asked = normal(wanted);
    let is_asked = |one: &Person<'_>| !asked.is_empty() && normal(one.name) == asked;
    if let Some(exact) = all.iter().position(is_asked) {
        return Ok(all.swap_remove(exact));
    }
    let words: Vec<String> = wanted.split_whitespace().map(str::to_lowercase).collect();
    let is = |one: &Person<'_>| {
        let name = one.name.to_lowercase();
        words.iter().all(|word| name.contains(word.as_str()))
    };
    let (found, others): (Vec<Person<'a>>, Vec<Person<'a>>) = all.into_iter().partition(is);
    match &found[..] {
        [one] => Ok(one.clone()),
        [] => {
            let hint = hint(&others, names, &words);
            Err(RateError::Nobody { name: wanted.to_owned(), hint })
        }
        _ => {
            let who = found.iter().take(5).map(|one| one.name).collect::<Vec<_>>().join(" or ");
            Err(RateError::Several { name: wanted.to_owned(), who })
        }
    }
}

/// Players with names like the one asked for, else those with the most games.
fn hint<'a>(
    all: &[Person<'a>],
    names: impl IntoIterator<Item = &'a str>,
    words: &[String],
) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let begins_alike = |one: &&Person<'_>| {
        let name = one.name.to_lowercase();
        words.iter().any(|word| word.get(..3).is_some_and(|start| name.contains(start)))
    };
    let mut known: Vec<&Person<'_>> = all.iter().filter(begins_alike).collect();
    let (are, count) = match known.is_empty() {
        true => {
            known = all.iter().collect();
            ("players are", all.len())
        }
        false => ("names like it are", known.len()),
    };
    known.sort_by_key(|one| std::cmp::Reverse(counts.get(one.name).copied()));
    let known: Vec<&str> = known.iter().take(5).map(|one| one.name).collect();
    match known.is_empty() {
        true => "no move after the opening had an alternative: give whole games".to_owned(),
        false => format!("{are} {}{}", known.join("; "), if count > 5 { "; ..." } else { "" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_itself_in_every_spelling() {
        for spelling in ["Carlsen, Magnus", "carlsen,magnus", "CARLSEN, MAGNUS.", "Magnus  Carlsen"]
        {
            assert_eq!(normal(spelling), "magnus carlsen", "{spelling}");
        }
        for other in ["Magnus, Carlsen", "Carlsen, M", "Carlsen", "Carlsen, Magnus Oen"] {
            assert_ne!(normal(other), "magnus carlsen", "{other}");
        }
        assert_eq!(normal("Dr_Nykterstein"), "dr_nykterstein");
        assert_eq!((normal("?"), normal("")), (String::new(), String::new()));
    }

    #[test]
    fn spellings_of_one_player_are_one_person() {
        let names = ["SMITH, J", "Smith,J", "Smith,J", "Smith, John", "Jones, A", "?"];
        let found = only_player(names, "smith,j").unwrap();
        assert_eq!(found.name, "Smith,J");
        assert_eq!(found.spellings().collect::<Vec<_>>(), ["SMITH, J", "Smith,J"]);
        assert!(found.is("SMITH, J") && !found.is("Smith, John"));
        let several = only_player(names, "smith").unwrap_err();
        assert_eq!(
            several,
            RateError::Several { name: "smith".into(), who: "Smith,J or Smith, John".into() }
        );
        let both = found.with(&only_player(names, "smith john").unwrap());
        assert_eq!((both.name, both.spellings().count()), ("Smith,J", 3));
        assert_eq!(only_player(names, "jones").unwrap().name, "Jones, A");
        assert!(matches!(only_player(names, "nobody"), Err(RateError::Nobody { .. })));
        assert_eq!(people(names).len(), 4);
    }

    #[test]
    fn words_in_any_order() {
        assert!(is_called("Carlsen, Magnus", "magnus CARLSEN") && is_called("Carlsen,M", "m"));
        assert!(!is_called("Carlsen, Magnus", "mag") && !is_called("Carlsen, Magnus", " , "));
    }
}
