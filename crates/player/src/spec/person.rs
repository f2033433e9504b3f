//! A person of a rating, as the name under which his weights are looked up.

use std::fmt;
use std::str::FromStr;

/// A person of whom only the rating is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    /// From [`Person::LEAST`] to [`Person::MOST`].
    pub rating: u16,
}

/// A text that is no rating of a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no rating of a person: give one from {least} to {most}, as in human:1500", least = Person::LEAST, most = Person::MOST)]
pub struct NotARating(String);

const NAME: &str = "human:";

impl Person {
    /// The least rating that people were watched at.
    pub const LEAST: u16 = 600;
    /// The greatest.
    pub const MOST: u16 = 2800;

    /// The person of this name; none if it names something else.
    pub fn of_name(name: &str) -> Option<Person> {
        name.strip_prefix(NAME)?.parse().ok()
    }
}

impl FromStr for Person {
    type Err = NotARating;

    fn from_str(text: &str) -> Result<Person, NotARating> {
        let rating =
            text.parse().ok().filter(|rating| (Person::LEAST..=Person::MOST).contains(rating));
        rating.map(|rating| Person { rating }).ok_or_else(|| NotARating(text.to_owned()))
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{NAME}{}", self.rating)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_back() {
        for name in ["human:600", "human:1500", "human:2800"] {
            assert_eq!(Person::of_name(name).expect(name).to_string(), name);
        }
        for other in ["human", "human:", "human:599", "human:2801", "human:strong", "hp1"] {
            assert_eq!(Person::of_name(other), None, "{other}");
        }
    }
}
