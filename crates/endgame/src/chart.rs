//! Depth charts: what a position is worth with one of its men on every square.
//!
//! Roycroft and Beal's name; Jansen 1992, Fig 5.10.

use std::fmt;
use std::str::FromStr;

use value::Outcome;

use crate::rules::{Color, Piece, Position, Square, color_name};

/// A man by its letter, `Q` White's and `q` Black's, and its square where there are two: `Qa5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Which {
    man: Piece,
    at: Option<Square>,
}

/// Why there is no chart.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum ChartError {
    #[error(
        "'{0}' names no man: give its letter, Q for White's queen and q for Black's, and its square if there are two, as in Qa5"
    )]
    Unreadable(String),
    #[error("there is no {which} on the board: name one of {there}")]
    Missing { which: Which, there: String },
    #[error("there are several: say which with its square, as one of {0}")]
    Several(String),
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.man.char())?;
        self.at.map_or(Ok(()), |square| write!(f, "{square}"))
    }
}

impl FromStr for Which {
    type Err = ChartError;

    fn from_str(text: &str) -> Result<Which, ChartError> {
        let unreadable = || ChartError::Unreadable(text.to_owned());
        let letter = text.chars().next().ok_or_else(unreadable)?;
        let man = Piece::from_char(letter).ok_or_else(unreadable)?;
        let at = match &text[letter.len_utf8()..] {
            "" => None,
            square => Some(square.parse().map_err(|_| unreadable())?),
        };
        Ok(Which { man, at })
    }
}

/// What a square holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareContent {
    /// Another man.
    Man(Piece),
    /// The man put here makes no legal position.
    Illegal,
    /// What the position with the man here is worth to the side to move.
    Value(Outcome),
}

/// What a position is worth with one man on every square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The man that wanders.
    pub man: Piece,
    /// Where it stands in the position given.
    pub home: Square,
    /// Who is to move.
    pub turn: Color,
    /// By square, from a1 to h1, then a2 and so on.
    pub cells: Vec<SquareContent>,
}

impl Chart {
    /// Puts a man of a position on every square and asks what that is worth.
    pub fn of<E: From<ChartError>>(
        position: &Position,
        which: Which,
        turn: Color,
        mut worth: impl FnMut(&Position) -> Result<Outcome, E>,
    ) -> Result<Chart, E> {
        let (home, man) = which.find(position)?;
        let others: Vec<(Square, Piece)> =
            position.men().into_iter().filter(|&(square, _)| square != home).collect();
        let mut content = |square: Square| {
            let there = others.iter().find(|&&(taken, _)| taken == square);
            let men = others.iter().copied().chain([(square, man)]);
            Ok(match (there, Position::from_men(men, turn)) {
                (Some(&(_, other)), _) => SquareContent::Man(other),
                (None, Err(_)) => SquareContent::Illegal,
                (None, Ok(position)) => SquareContent::Value(worth(&position)?),
            })
        };
        let cells = (0..64).map(|number| content(Square::new(number))).collect::<Result<_, E>>()?;
        Ok(Chart { man, home, turn, cells })
    }

    /// What a square holds.
    pub fn at(&self, square: Square) -> SquareContent {
        self.cells[square as usize]
    }

    /// `White's queen`.
    pub fn whose(&self) -> String {
        let role = format!("{:?}", self.man.role).to_lowercase();
        format!("{}'s {role}", color_name(self.man.color))
    }
}

impl Which {
    /// The man meant.
    fn find(self, position: &Position) -> Result<(Square, Piece), ChartError> {
        let named = |men: &[(Square, Piece)]| {
            let names = men.iter().map(|(square, man)| format!("{}{square}", man.char()));
            names.collect::<Vec<_>>().join(", ")
        };
        let all = position.men();
        let like: Vec<(Square, Piece)> = all
            .iter()
            .copied()
            .filter(|&(square, man)| {
                man == self.man && self.at.is_none_or(|wanted| wanted == square)
            })
            .collect();
        match like[..] {
            [] => Err(ChartError::Missing { which: self, there: named(&all) }),
            [one] => Ok(one),
            _ => Err(ChartError::Several(named(&like))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(fen: &str, which: &str) -> Result<Chart, ChartError> {
        let position = Position::from_fen(fen).unwrap();
        Chart::of(&position, which.parse()?, position.turn(), |_| Ok(Outcome::Draw))
    }

    #[test]
    fn a_man_is_named_by_its_letter_and_its_square() {
        let fen = "8/8/8/4k3/8/8/B2B4/3K4 w - - 0 1";
        assert_eq!(chart(fen, "k").unwrap().home, Square::E5);
        assert_eq!(chart(fen, "Bd2").unwrap().home, Square::D2);
        assert!(chart(fen, "B").unwrap_err().to_string().contains("Ba2, Bd2"));
        assert!(chart(fen, "Bd3").unwrap_err().to_string().contains("no Bd3"));
        assert!(chart(fen, "q").unwrap_err().to_string().contains("no q"));
        for wrong in ["", "x", "Qz9", "♕"] {
            assert!(matches!(chart(fen, wrong), Err(ChartError::Unreadable(..))), "{wrong}");
        }
    }

    #[test]
    fn taken_and_impossible_squares_have_no_value() {
        let chart = chart("8/8/8/3k4/8/8/8/Q2K4 w - - 0 1", "Q").unwrap();
        assert!(matches!(chart.at(Square::D1), SquareContent::Man(_)));
        assert_eq!(chart.at(Square::D8), SquareContent::Illegal);
        assert_eq!(chart.at(Square::B1), SquareContent::Value(Outcome::Draw));
        assert_eq!(chart.whose(), "White's queen");
    }
}
