//! An endgame of any game, and its positions by number.

use std::fmt;

use shakmaty::Color;

use super::AnyPosition;
use crate::{antichess, checkers};

/// Which men are on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyEndgame {
    /// `KQvR`.
    Antichess(antichess::Material),
    /// `KKvKM`.
    Checkers(checkers::Slice),
}

impl AnyEndgame {
    /// How many men there are.
    pub fn men(&self) -> usize {
        match self {
            AnyEndgame::Antichess(material) => material.men(),
            AnyEndgame::Checkers(slice) => slice.pieces(),
        }
    }

    /// The same in the other colours.
    #[must_use]
    pub fn swapped(&self) -> AnyEndgame {
        match self {
            AnyEndgame::Antichess(material) => AnyEndgame::Antichess(material.swapped()),
            AnyEndgame::Checkers(slice) => AnyEndgame::Checkers(slice.swapped()),
        }
    }

    /// The colours in which it is listed.
    #[must_use]
    pub fn normalized(&self) -> AnyEndgame {
        match self {
            AnyEndgame::Antichess(material) => AnyEndgame::Antichess(material.normalized()),
            AnyEndgame::Checkers(slice) => AnyEndgame::Checkers(slice.normalized()),
        }
    }

    /// In plain words: `king and queen against rook`, `two kings against king and man`.
    pub fn plain_name(&self) -> String {
        let sides = Color::ALL.map(|color| self.army(color));
        sides.join(" against ")
    }

    /// How good the men of a side are, roughly: in checkers three for a king and two for a man, in antichess the fewer the better.
    pub fn strength(&self, color: Color) -> i32 {
        match self {
            AnyEndgame::Antichess(material) => -(material.men_of(color) as i32),
            AnyEndgame::Checkers(slice) => {
                let [(_, kings), (_, men)] = slice.kinds(usize::from(color.is_black()));
                3 * kings as i32 + 2 * men as i32
            }
        }
    }

    /// How many men of each kind a side has, the most valuable first.
    fn kinds(&self, color: Color) -> Vec<(&'static str, usize)> {
        match self {
            AnyEndgame::Antichess(material) => antichess::material::NAMES
                .iter()
                .map(|&(role, name)| (name, material.count(color, role)))
                .collect(),
            AnyEndgame::Checkers(slice) => slice.kinds(usize::from(color.is_black())).to_vec(),
        }
    }

    fn army(&self, color: Color) -> String {
        let named = self.kinds(color).into_iter().filter(|(_, count)| *count > 0);
        let named: Vec<String> = named
            .map(|(name, count)| match (count, name) {
                (1, _) => name.to_owned(),
                (_, "man") => format!("{} men", word(count)),
                _ => format!("{} {name}s", word(count)),
            })
            .collect();
        match named.split_last() {
            None => "nothing".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }
}

fn word(count: usize) -> String {
    ["no", "one", "two", "three"].get(count).map_or_else(|| count.to_string(), ToString::to_string)
}

impl fmt::Display for AnyEndgame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyEndgame::Antichess(material) => material.fmt(f),
            AnyEndgame::Checkers(slice) => slice.fmt(f),
        }
    }
}

/// The positions of an endgame by number, either side to move: symmetric ones share theirs, and some numbers have none.
#[derive(Clone, Debug)]
pub enum AnyPlaces {
    /// Of antichess.
    Antichess(antichess::Places),
    /// Of checkers.
    Checkers(checkers::Places),
}

impl AnyPlaces {
    /// Of an endgame.
    pub fn of(endgame: &AnyEndgame) -> AnyPlaces {
        match endgame {
            AnyEndgame::Antichess(material) => {
                AnyPlaces::Antichess(antichess::Places::of(material))
            }
            AnyEndgame::Checkers(slice) => AnyPlaces::Checkers(checkers::Places::of(slice)),
        }
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            AnyPlaces::Antichess(places) => places.len(),
            AnyPlaces::Checkers(places) => places.len(),
        }
    }

    /// Never.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The position of a number with this side to move; none if there is none.
    pub fn position(&self, place: usize, turn: Color) -> Option<AnyPosition> {
        match self {
            AnyPlaces::Antichess(places) => {
                places.position(place, turn).map(AnyPosition::Antichess)
            }
            AnyPlaces::Checkers(places) => {
                let at = places.position(place, usize::from(turn.is_black()));
                Some(AnyPosition::Checkers(at))
            }
        }
    }

    /// The number of a position of these men; none of one that has none, because a pawn can be taken en passant.
    pub fn place(&self, at: &AnyPosition) -> Option<usize> {
        match (self, at) {
            (AnyPlaces::Antichess(places), AnyPosition::Antichess(at)) => {
                (!at.has_en_passant()).then(|| places.place(at))
            }
            (AnyPlaces::Checkers(places), AnyPosition::Checkers(at)) => Some(places.place(at)),
            _ => None,
        }
    }

    /// How many boards a position stands for.
    pub fn boards(&self, at: &AnyPosition) -> u64 {
        match (self, at) {
            (AnyPlaces::Antichess(places), AnyPosition::Antichess(at)) => places.boards(at),
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::GameName;

    #[test]
    fn names_are_those_people_use() {
        let name = |game: GameName, text: &str| game.endgame(text).unwrap().plain_name();
        assert_eq!(name(GameName::Antichess, "KQvR"), "king and queen against rook");
        assert_eq!(name(GameName::Antichess, "NNPvP"), "two knights and pawn against pawn");
        assert_eq!(name(GameName::Checkers, "KKvKM"), "two kings against king and man");
        assert_eq!(name(GameName::Checkers, "MMMvK"), "three men against king");
    }

    #[test]
    fn every_endgame_is_listed_once() {
        let count = |game: GameName| [2, 3, 4].map(|men| game.endgames(men).len());
        assert_eq!(count(GameName::Antichess), [21, 126, 567]);
        // So many kings and men a side: 2 * 2 with one each, 3 * 2 * 2 with two against one, 4 * 2 * 2 + 3 * 3.
        assert_eq!(count(GameName::Checkers), [3, 6, 14]);
        for game in GameName::ALL {
            for endgame in (2..=3).flat_map(|men| game.endgames(men)) {
                assert_eq!(endgame.normalized(), endgame);
                assert_eq!(game.endgame(&endgame.to_string()).unwrap(), endgame);
            }
        }
    }
}
