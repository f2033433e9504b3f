//! The two moves before a position: each as engines write it, beside what it captured.
//!
//! A move alone does not say what it captured, and the board before it is gone. With the captures
//! both moves can be told from the board after them.

use endgame::rules::{Board, Color, Move, Role, Square, uci};

/// A move and its capture as the columns have them.
pub(super) type Written = (String, Option<&'static str>);

/// The word for a pawn captured en passant.
const EN_PASSANT: &str = "ep";

/// The roles with their letters.
const LETTERS: [(Role, &str); 5] = [
    (Role::Pawn, "p"),
    (Role::Knight, "n"),
    (Role::Bishop, "b"),
    (Role::Rook, "r"),
    (Role::Queen, "q"),
];

/// A move in two columns; none of castling from other squares than those of standard chess, which the
/// board after it does not tell.
pub(super) fn written(play: Move) -> Option<Written> {
    if let Move::Castle { king, rook } = play
        && (u32::from(king.file()) != 4 || !matches!(u32::from(rook.file()), 0 | 7))
    {
        return None;
    }
    let letter = |role| LETTERS.iter().find(|(known, _)| *known == role).map(|(_, letter)| *letter);
    let capture =
        if play.is_en_passant() { Some(EN_PASSANT) } else { play.capture().and_then(letter) };
    Some((uci(play), capture))
}

/// The opponent's last move, read from the board after it; none if it cannot have been made.
pub(crate) fn read_answered(at: &Board, text: &str, capture: Option<&str>) -> Option<Move> {
    let step = Step::read(text)?;
    let mover = at.turn().other();
    let role = step.promotion.map(|_| Role::Pawn).or_else(|| role_at(at, mover, step.to));
    step.made(role?, capture)
}

/// The mover's own move before `answered`, which may have captured the man that made it.
pub(crate) fn read_continued(
    at: &Board,
    text: &str,
    capture: Option<&str>,
    answered: Option<Move>,
) -> Option<Move> {
    let step = Step::read(text)?;
    let captured = answered.filter(|answered| answered.to() == step.to);
    let stands = || role_at(at, at.turn(), step.to);
    // A pawn captured en passant has left its square.
    let passed = answered.filter(|play| {
        play.is_en_passant()
            && play.from().is_some_and(|from| {
                from.rank() == step.to.rank() && play.to().file() == step.to.file()
            })
    });
    let role = step
        .promotion
        .map(|_| Role::Pawn)
        .or_else(|| captured.and_then(|play| play.capture()).or_else(stands))
        .or_else(|| passed.map(|_| Role::Pawn));
    step.made(role?, capture)
}

fn role_at(at: &Board, color: Color, square: Square) -> Option<Role> {
    Role::ALL.into_iter().find(|&role| at.squares(color, role) >> u32::from(square) & 1 == 1)
}

/// The square of this file, from 0, on the rank of another.
fn beside(square: Square, file: u32) -> Square {
    Square::new(u32::from(square.rank()) * 8 + file)
}

/// A move in UCI notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

impl Step {
    pub(super) fn read(text: &str) -> Option<Step> {
        let (from, rest) = text.split_at_checked(2)?;
        let (to, promotion) = rest.split_at_checked(2)?;
        let role = |letter| LETTERS.iter().find(|(_, known)| *known == letter);
        let promotion = match promotion {
            "" => None,
            letter => Some(role(letter)?.0),
        };
        let square = |text: &str| Square::from_ascii(text.as_bytes()).ok();
        Some(Step { from: square(from)?, to: square(to)?, promotion })
    }

    /// Whether it is this move; castling may also be written as the king taking the rook.
    pub(super) fn is(self, play: Move) -> bool {
        let Some(from) = play.from() else { return false };
        let to = match play {
            Move::Castle { king, rook } if self.to != rook => {
                beside(king, if rook.file() > king.file() { 6 } else { 2 })
            }
            _ => play.to(),
        };
        (from, to, play.promotion()) == (self.from, self.to, self.promotion)
    }

    /// The move of a man of this role with this capture.
    fn made(self, role: Role, capture: Option<&str>) -> Option<Move> {
        let Step { from, to, promotion } = self;
        let files = u32::from(from.file()).abs_diff(u32::from(to.file()));
        if role == Role::King && files > 1 {
            let corner = if to.file() > from.file() { 7 } else { 0 };
            return Some(Move::Castle { king: from, rook: beside(from, corner) });
        }
        if capture == Some(EN_PASSANT) {
            return (role == Role::Pawn).then_some(Move::EnPassant { from, to });
        }
        let capture = match capture {
            None => None,
            Some(letter) => Some(LETTERS.iter().find(|(_, known)| *known == letter)?.0),
        };
        Some(Move::Normal { role, from, capture, to, promotion })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of random moves, in which everything happens: the board after two moves tells both.
    #[test]
    fn the_board_tells_the_moves_before_it() {
        let mut state = 1u64;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let [mut passing, mut castling, mut promoting] = [0; 3];
        for _ in 0..400 {
            let (mut board, mut played) = (Board::default(), Vec::new());
            for _ in 0..200 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                // Rare moves are preferred.
                let rare = moves.iter().copied().find(|play| {
                    play.is_en_passant() || play.is_castle() || play.promotion().is_some()
                });
                let play = rare.filter(|_| random(2) == 0).unwrap_or(moves[random(moves.len())]);
                passing += usize::from(play.is_en_passant());
                castling += usize::from(play.is_castle());
                promoting += usize::from(play.promotion().is_some());
                assert!(Step::read(&uci(play)).unwrap().is(play));
                board.play(play);
                played.push(play);
                let [answered, continued] = [1, 2].map(|back| {
                    played
                        .len()
                        .checked_sub(back)
                        .map(|at| (played[at], written(played[at]).unwrap()))
                });
                let (last, (text, took)) = answered.unwrap();
                assert_eq!(read_answered(&board, &text, took), Some(last));
                if let Some((before, (text, took))) = continued {
                    let read = read_continued(&board, &text, took, Some(last));
                    assert_eq!(read, Some(before), "{} {text}", board.fen());
                }
            }
        }
        assert!([passing, castling, promoting].iter().all(|count| *count > 20));
        assert!(Step::read("e2").is_none() && Step::read("e7e8x").is_none());
    }
}
