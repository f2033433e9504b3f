//! The games by name, and what is asked of a game without its tables.

use std::fmt;
use std::str::FromStr;

use super::{AnyEndgame, AnyPosition};
use crate::error::GameError;
use crate::{antichess, checkers};

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameName {
    /// Who cannot move wins.
    Antichess,
    /// Where nobody can move, who has fewer men wins.
    Suicide,
    /// English draughts.
    Checkers,
}

/// A word that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game '{0}' here: choose chess, antichess, suicide or checkers")]
pub struct UnknownGame(String);

impl GameName {
    /// All of them.
    pub const ALL: [GameName; 3] = [GameName::Antichess, GameName::Suicide, GameName::Checkers];

    /// `antichess`, `suicide` or `checkers`.
    pub fn word(self) -> &'static str {
        match self {
            GameName::Antichess => "antichess",
            GameName::Suicide => "suicide",
            GameName::Checkers => "checkers",
        }
    }

    /// Whether it is played with chessmen on a chess board.
    pub fn has_chessmen(self) -> bool {
        self != GameName::Checkers
    }

    /// The most men that are solved.
    pub fn most_men(self) -> usize {
        match self {
            GameName::Checkers => checkers::MOST_MEN,
            _ => antichess::MOST_MEN,
        }
    }

    /// Reads a position of this game.
    pub fn read(self, text: &str) -> Result<AnyPosition, GameError> {
        Ok(match self {
            GameName::Checkers => AnyPosition::Checkers(text.parse()?),
            _ => AnyPosition::Antichess(text.parse()?),
        })
    }

    /// The start of a game.
    pub fn start(self) -> AnyPosition {
        match self {
            GameName::Checkers => AnyPosition::Checkers(checkers::Position::start()),
            _ => AnyPosition::Antichess(antichess::Position::start()),
        }
    }

    /// Reads the name of an endgame of this game.
    pub fn endgame(self, text: &str) -> Result<AnyEndgame, GameError> {
        Ok(match self {
            GameName::Checkers => AnyEndgame::Checkers(text.parse()?),
            _ => AnyEndgame::Antichess(text.parse()?),
        })
    }

    /// Every endgame of so many men, each in one pair of colours, in the order in which they are solved.
    pub fn endgames(self, men: usize) -> Vec<AnyEndgame> {
        match self {
            GameName::Checkers => {
                let mut all = checkers::Slice::all(men, false);
                all.retain(|slice| slice.normalized() == *slice);
                all.sort_by_key(|slice| std::cmp::Reverse(*slice));
                all.into_iter().map(AnyEndgame::Checkers).collect()
            }
            _ => antichess::Material::all(men).into_iter().map(AnyEndgame::Antichess).collect(),
        }
    }

    /// How a game that has no move to make has ended for the side to move: 1 won, 0 drawn, -1 lost. None if there is a move.
    pub fn ended(self, at: &AnyPosition) -> Option<i8> {
        match at {
            AnyPosition::Antichess(at) => {
                let (own, others) =
                    (at.material().men_of(at.turn()), at.material().men_of(at.turn().other()));
                match (own, others) {
                    (0, _) => Some(1),
                    (_, 0) => Some(-1),
                    _ => at.legal_moves().is_empty().then(|| self.rules().stalemate(own, others)),
                }
            }
            AnyPosition::Checkers(at) => match at.men_of(1 - at.turn()) {
                0 => Some(1),
                _ => at.legal_moves().is_empty().then_some(-1),
            },
        }
    }

    pub(crate) fn rules(self) -> antichess::Rules {
        if self == GameName::Suicide {
            antichess::Rules::Suicide
        } else {
            antichess::Rules::Antichess
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for GameName {
    type Err = UnknownGame;

    /// Reads a game's name; antichess is also called giveaway, checkers draughts.
    fn from_str(text: &str) -> Result<GameName, UnknownGame> {
        match text.trim().to_lowercase().as_str() {
            "antichess" | "giveaway" => Ok(GameName::Antichess),
            "suicide" => Ok(GameName::Suicide),
            "checkers" | "draughts" => Ok(GameName::Checkers),
            _ => Err(UnknownGame(text.to_owned())),
        }
    }
}
