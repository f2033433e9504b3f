//! Pools of ratings: the same number is another strength elsewhere, so scales are never mixed.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::decision::GameInfo;

/// Whose ratings a game carries.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pool {
    /// FIDE, games at classical time controls over the board.
    Fide,
    /// FIDE-rated games at rapid time controls online.
    Rapid,
    /// Lichess.
    Lichess,
    /// The Free Internet Chess Server.
    Fics,
    /// Nobody says, or a name that is none of these.
    Other(String),
}

/// What a file, an event or a site may have in its name, and the pool it tells; the first that fits counts.
const SIGNS: [(&str, Pool); 5] = [
    ("lichess", Pool::Lichess),
    ("fics", Pool::Fics),
    ("freechess.org", Pool::Fics),
    ("rapid", Pool::Rapid),
    ("fide", Pool::Fide),
];

impl Pool {
    /// The pool of a game, by the name of its file, else of its site, else of its event.
    pub fn of(game: &GameInfo) -> Pool {
        let named = |name: &str| {
            let name = name.to_lowercase();
            SIGNS.iter().find(|(sign, _)| name.contains(sign)).map(|(_, pool)| pool.clone())
        };
        let by_tags = || [&game.site, &game.event].into_iter().flatten().find_map(|tag| named(tag));
        named(&game.file).or_else(by_tags).unwrap_or_else(|| Pool::Other("other".to_owned()))
    }

    /// The pool that games of all these may be of: the one of those that say, if they say the same, else
    /// nobody's. The error has all names.
    pub fn common(pools: impl IntoIterator<Item = Pool>) -> Result<Pool, String> {
        let pools: BTreeSet<Pool> = pools.into_iter().collect();
        let known: Vec<&Pool> =
            pools.iter().filter(|pool| !matches!(pool, Pool::Other(_))).collect();
        match (&known[..], pools.first()) {
            ([one], _) => Ok((*one).clone()),
            ([], Some(other)) => Ok(other.clone()),
            ([], None) => Ok(Pool::Other("other".to_owned())),
            _ => Err(known.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")),
        }
    }

    /// Whether games of this pool belong to one that was asked for: nobody's do to any.
    pub fn may_be(&self, asked: &Pool) -> bool {
        self == asked || matches!(self, Pool::Other(_))
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Pool::Fide => "fide",
            Pool::Rapid => "rapid",
            Pool::Lichess => "lichess",
            Pool::Fics => "fics",
            Pool::Other(name) => name,
        })
    }
}

impl FromStr for Pool {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Pool, Self::Err> {
        let known = [Pool::Fide, Pool::Rapid, Pool::Lichess, Pool::Fics];
        let found = known.into_iter().find(|pool| pool.to_string() == text);
        Ok(found.unwrap_or_else(|| Pool::Other(text.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_by_the_name_of_the_file_then_by_tags() {
        let of = |file: &str, event: Option<&str>| {
            let event = event.map(str::to_owned);
            Pool::of(&GameInfo { file: file.to_owned(), event, ..GameInfo::default() })
        };
        assert_eq!(of("fide_online_rapid.pgn", None), Pool::Rapid);
        assert_eq!(of("lichess_by_rating.pgn.gz", Some("FIDE")), Pool::Lichess);
        assert_eq!(of("mine.pgn", Some("Rated blitz at Lichess")), Pool::Lichess);
        let site = |site: &str, event: &str| {
            let [site, event] = [site, event].map(|tag| Some(tag.to_owned()));
            Pool::of(&GameInfo { file: "mine.pgn".to_owned(), site, event, ..GameInfo::default() })
        };
        assert_eq!(site("https://lichess.org/abcd1234", "Rated Blitz game"), Pool::Lichess);
        assert_eq!(site("freechess.org", "FIDE players welcome"), Pool::Fics);
        assert_eq!(site("Dresden", "FIDE Open"), Pool::Fide);
        assert!(of("mine.pgn", None).may_be(&Pool::Fide));
        assert!(!Pool::Lichess.may_be(&Pool::Fide));
        assert_eq!("fics".parse(), Ok(Pool::Fics));
        assert_eq!("club".parse(), Ok(Pool::Other("club".to_owned())));
    }

    #[test]
    fn games_that_do_not_say_are_of_the_pool_of_the_others() {
        let common = |events: &[&str]| {
            let event = |event: &&str| Some((*event).to_owned());
            let game = |one| GameInfo { event: event(one), ..GameInfo::default() };
            Pool::common(events.iter().map(|one| Pool::of(&game(one))))
        };
        assert_eq!(common(&["Corsica Masters", "FIDE Grand Prix"]), Ok(Pool::Fide));
        assert_eq!(common(&["Club", "Club"]), Ok(Pool::Other("other".to_owned())));
        assert_eq!(common(&[]), Ok(Pool::Other("other".to_owned())));
        assert_eq!(common(&["FIDE", "Lichess", "Club"]), Err("fide and lichess".to_owned()));
    }
}
