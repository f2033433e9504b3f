//! A position of any game and its moves, with the names that people and programs give them.

use std::fmt;

use shakmaty::Color;

use super::AnyEndgame;
use crate::error::MoveProblem;
use crate::{antichess, checkers};

/// A position of one of the games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// Of antichess or suicide chess.
    Antichess(antichess::Position),
    /// Of checkers.
    Checkers(checkers::Position),
}

/// A move of one of the games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyMove {
    /// Of antichess or suicide chess.
    Antichess(antichess::rules::Move),
    /// Of checkers.
    Checkers(checkers::Move),
}

impl AnyMove {
    /// Whether it takes something.
    pub fn is_capture(&self) -> bool {
        match self {
            AnyMove::Antichess(play) => play.is_capture(),
            AnyMove::Checkers(play) => play.is_capture(),
        }
    }

    fn of_checkers(&self) -> &checkers::Move {
        match self {
            AnyMove::Checkers(play) => play,
            AnyMove::Antichess(_) => panic!("{OF_ITS_POSITION}"),
        }
    }

    fn of_antichess(&self) -> antichess::rules::Move {
        match self {
            AnyMove::Antichess(play) => *play,
            AnyMove::Checkers(_) => panic!("{OF_ITS_POSITION}"),
        }
    }
}

/// Moves come from the positions they are asked about.
const OF_ITS_POSITION: &str = "a move belongs to a position of its own game";

impl AnyPosition {
    /// Whose move it is.
    pub fn turn(&self) -> Color {
        match self {
            AnyPosition::Antichess(at) => at.turn(),
            AnyPosition::Checkers(at) => Color::from_white(at.turn() == checkers::rules::WHITE),
        }
    }

    /// The number of the next move; none in checkers, whose positions do not tell.
    pub fn move_number(&self) -> Option<u32> {
        match self {
            AnyPosition::Antichess(at) => Some(at.move_number()),
            AnyPosition::Checkers(_) => None,
        }
    }

    /// Half-moves since the last capture or pawn move; none in checkers, whose positions do not tell.
    pub fn halfmove_clock(&self) -> Option<u32> {
        match self {
            AnyPosition::Antichess(at) => Some(at.halfmove_clock()),
            AnyPosition::Checkers(_) => None,
        }
    }

    /// Who moves first in a game: White in antichess, Black in checkers.
    pub fn first_mover(&self) -> Color {
        Color::from_white(matches!(self, AnyPosition::Antichess(_)))
    }

    /// How many men are on the board.
    pub fn men(&self) -> usize {
        match self {
            AnyPosition::Antichess(at) => at.material().men(),
            AnyPosition::Checkers(at) => at.men(),
        }
    }

    /// How many men of a colour.
    pub fn men_of(&self, color: Color) -> usize {
        match self {
            AnyPosition::Antichess(at) => at.material().men_of(color),
            AnyPosition::Checkers(at) => at.men_of(usize::from(color.is_black())),
        }
    }

    /// The men on the board, in these colours.
    pub fn endgame(&self) -> AnyEndgame {
        match self {
            AnyPosition::Antichess(at) => AnyEndgame::Antichess(at.material()),
            AnyPosition::Checkers(at) => AnyEndgame::Checkers(checkers::Slice::of(at)),
        }
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        match self {
            AnyPosition::Antichess(at) => {
                at.legal_moves().into_iter().map(AnyMove::Antichess).collect()
            }
            AnyPosition::Checkers(at) => {
                at.legal_moves().into_iter().map(AnyMove::Checkers).collect()
            }
        }
    }

    /// The position after a legal move.
    ///
    /// # Panics
    /// If the move is one of another game.
    #[must_use]
    pub fn after(&self, play: &AnyMove) -> AnyPosition {
        match self {
            AnyPosition::Antichess(at) => AnyPosition::Antichess(at.after(play.of_antichess())),
            AnyPosition::Checkers(at) => AnyPosition::Checkers(at.after(play.of_checkers())),
        }
    }

    /// A move as programs write it: `e7e8k`, `15x24x31`.
    ///
    /// # Panics
    /// If the move is one of another game.
    pub fn code(&self, play: &AnyMove) -> String {
        match self {
            AnyPosition::Antichess(at) => at.uci(play.of_antichess()),
            AnyPosition::Checkers(_) => play.of_checkers().to_string(),
        }
    }

    /// A move as people write it: `exd8=K`, `15x24x31`.
    ///
    /// # Panics
    /// If the move is one of another game.
    pub fn name(&self, play: &AnyMove) -> String {
        match self {
            AnyPosition::Antichess(at) => at.san(play.of_antichess()),
            AnyPosition::Checkers(_) => play.of_checkers().to_string(),
        }
    }

    /// The squares a move visits: `e7`, `e8`; or `15`, `24`, `31`.
    pub fn path(&self, play: &AnyMove) -> Vec<String> {
        match play {
            AnyMove::Antichess(play) => [play.from(), Some(play.to())]
                .into_iter()
                .flatten()
                .map(|at| at.to_string())
                .collect(),
            AnyMove::Checkers(play) => play.squares().iter().map(ToString::to_string).collect(),
        }
    }

    /// What a pawn becomes by a move: `k`; none if no pawn is promoted.
    pub fn promotion(&self, play: &AnyMove) -> Option<char> {
        match play {
            AnyMove::Antichess(play) => play.promotion().map(|role| role.char()),
            AnyMove::Checkers(_) => None,
        }
    }

    /// Reads a legal move, in either way of writing.
    pub fn read_move(&self, text: &str) -> Result<AnyMove, MoveProblem> {
        let found = match self {
            AnyPosition::Antichess(at) => at.read_move(text).map(AnyMove::Antichess),
            AnyPosition::Checkers(at) => match checkers_move(at, text)? {
                Ok(found) => found.map(AnyMove::Checkers),
                Err(several) => return Err(MoveProblem::Ambiguous(several)),
            },
        };
        found.ok_or_else(|| {
            if let AnyPosition::Antichess(_) = self
                && !antichess::rules::is_written_like_a_move(text)
            {
                return MoveProblem::Unreadable;
            }
            let legal = self.legal_moves();
            match legal.iter().find(|play| play.is_capture()) {
                Some(capture) => MoveProblem::MustCapture(self.name(capture)),
                None => MoveProblem::Illegal,
            }
        })
    }

    /// A number that every capture and every move of a pawn or uncrowned man changes: between two changes positions may repeat.
    pub fn progress(&self) -> (usize, u64) {
        match self {
            AnyPosition::Antichess(at) => (at.material().men(), at.pawns()),
            AnyPosition::Checkers(at) => (at.men(), u64::from(at.uncrowned())),
        }
    }

    /// The board as text, White below, White's men in capitals: in checkers `M` and `K`, with the numbers of the squares' rows.
    pub fn diagram(&self) -> String {
        match self {
            AnyPosition::Antichess(at) => {
                let rows = (0..8u32).rev().map(|rank| {
                    let men = at.men();
                    let at = |file: u32| {
                        let here = |(square, _): &&(shakmaty::Square, shakmaty::Piece)| {
                            square.to_u32() == 8 * rank + file
                        };
                        men.iter().find(here).map_or('.', |(_, man)| man.char())
                    };
                    let cells: String = (0..8).map(|file| format!(" {}", at(file))).collect();
                    format!("  {}{cells}\n", rank + 1)
                });
                rows.collect::<String>() + "    a b c d e f g h\n"
            }
            AnyPosition::Checkers(at) => at.diagram(),
        }
    }

    /// The same with colours exchanged and the board turned upside down, or round in checkers.
    #[must_use]
    pub fn in_other_colors(&self) -> AnyPosition {
        match self {
            AnyPosition::Antichess(at) => AnyPosition::Antichess(at.in_other_colors()),
            AnyPosition::Checkers(at) => AnyPosition::Checkers(at.in_other_colors()),
        }
    }

    /// One of the positions that look the same in a mirror: four, or two with pawns; in checkers itself alone.
    #[must_use]
    pub fn mirrored(&self, image: u8) -> AnyPosition {
        match self {
            AnyPosition::Antichess(at) => AnyPosition::Antichess(at.mirrored(image)),
            AnyPosition::Checkers(_) => self.clone(),
        }
    }
}

impl fmt::Display for AnyPosition {
    /// A FEN, or the words of PDN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyPosition::Antichess(at) => f.pad(&at.fen()),
            AnyPosition::Checkers(at) => at.fmt(f),
        }
    }
}

/// The move that a text means: `15-18`, `15x24x31`, or `15x31` where only one way leads there; none if it is not legal, and the
/// first of several ways where it is not clear which is meant.
fn checkers_move(
    at: &checkers::Position,
    text: &str,
) -> Result<Result<Option<checkers::Move>, String>, MoveProblem> {
    let text = text.trim().trim_end_matches(['!', '?', '*']);
    let squares = text.split(['-', 'x', 'X', ':', ' ']).filter(|part| !part.is_empty());
    let squares: Option<Vec<u8>> =
        squares.map(|part| part.parse().ok().filter(|at| (1..=32).contains(at))).collect();
    let squares = squares.filter(|squares| squares.len() > 1).ok_or(MoveProblem::Unreadable)?;
    let legal = at.legal_moves();
    if let Some(exact) = legal.iter().find(|play| play.squares() == squares) {
        return Ok(Ok(Some(exact.clone())));
    }
    let ends = |squares: &[u8]| (squares[0], squares[squares.len() - 1]);
    let mut fits = legal
        .into_iter()
        .filter(|play| squares.len() == 2 && ends(&play.squares()) == ends(&squares));
    let first = fits.next();
    match (&first, fits.next()) {
        (Some(first), Some(_)) => Ok(Err(first.to_string())),
        _ => Ok(Ok(first)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::GameName;

    fn read(game: GameName, position: &str, text: &str) -> Result<String, String> {
        let at = game.read(position).expect("a position");
        let play = at.read_move(text).map_err(|problem| problem.to_string())?;
        Ok(at.name(&play))
    }

    #[test]
    fn moves_are_read_in_either_way() {
        let promotes = |text: &str| read(GameName::Antichess, "8/5P2/8/2r5/8/8/8/8 w", text);
        assert_eq!(promotes("f8=K"), Ok("f8=K".into()));
        assert_eq!(promotes("f7f8k"), Ok("f8=K".into()));
        assert_eq!(promotes("f6"), Err("is not legal".into()));
        assert_eq!(promotes("castle"), Err("is not a move".into()));
        let forced = read(GameName::Antichess, "8/8/8/8/8/8/r7/RN6 w", "Nc3");
        assert_eq!(forced, Err("is not legal: captures are forced, and there is Rxa2".into()));
        let takes = |text: &str| read(GameName::Checkers, "W:WK18:B7,15", text);
        assert_eq!(takes("18x11x2"), Ok("18x11x2".into()));
        assert_eq!(takes("18-2"), Ok("18x11x2".into()));
        assert_eq!(
            takes("18-22"),
            Err("is not legal: captures are forced, and there is 18x11x2".into())
        );
        assert_eq!(takes("18"), Err("is not a move".into()));
        assert_eq!(takes("e2e4"), Err("is not a move".into()));
        // Round the square in either direction.
        let round = read(GameName::Checkers, "W:WK22:B17,18,9,10", "22x22");
        assert!(round.is_err_and(|said| said.contains("several ways")));
    }

    #[test]
    fn a_game_is_over_by_its_own_rules() {
        let ended = |game: GameName, text: &str| game.ended(&game.read(text).expect("a position"));
        let blocked = "8/8/8/8/8/p7/P7/n7 w";
        assert_eq!(ended(GameName::Antichess, blocked), Some(1));
        assert_eq!(ended(GameName::Suicide, blocked), Some(1));
        assert_eq!(ended(GameName::Suicide, "8/8/8/8/8/p7/P7/8 w"), Some(0));
        assert_eq!(ended(GameName::Suicide, "8/8/8/8/8/p7/P7/8 b"), Some(0));
        assert_eq!(ended(GameName::Antichess, "8/8/8/8/8/8/8/k7 w"), Some(1));
        assert_eq!(ended(GameName::Antichess, "8/8/8/8/8/8/8/k7 b"), Some(-1));
        assert_eq!(ended(GameName::Checkers, "W:W:B1"), Some(-1));
        assert_eq!(ended(GameName::Checkers, "B:W:B1"), Some(1));
        assert_eq!(ended(GameName::Checkers, "B:W5:B1"), None);
    }
}
