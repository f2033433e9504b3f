//! The words a rule is written with: how each is read, what it means, and how it is answered.

use std::fmt;

use super::Facts;
use crate::bitboards::{Bitboards, Step};
use crate::heuristics::Replies;
use crate::heuristics::exchange::hangs;
use crate::heuristics::geometry::{center, corner, distance};
use crate::index::squares;
use crate::rules::{Color, Role};
use value::Outcome;

/// A man of one side: `Q` the mover's queen, `q` the opponent's, and in queries `wQ` and `bQ` too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) role: Role,
    pub(crate) side: Side,
}

/// Whose a man is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Mover,
    Opponent,
    Always(Color),
}

impl Man {
    fn of_letter(letter: char) -> Option<Man> {
        let side = if letter.is_ascii_uppercase() { Side::Mover } else { Side::Opponent };
        Some(Man { role: Role::from_char(letter)?, side })
    }

    /// A letter, or behind `w` or `b` one of a colour.
    pub(crate) fn of_name(name: &str) -> Option<Man> {
        let letters: Vec<char> = name.chars().collect();
        match letters[..] {
            [letter] => Man::of_letter(letter),
            [color @ ('w' | 'b'), letter] if letter.is_ascii_uppercase() => {
                let side = Side::Always(Color::from_white(color == 'w'));
                Some(Man { role: Role::from_char(letter)?, side })
            }
            _ => None,
        }
    }

    pub(super) fn letter(self) -> char {
        if self.side == Side::Opponent { self.role.char() } else { self.role.upper_char() }
    }

    #[inline]
    pub(crate) fn color(self, mover: Color) -> Color {
        match self.side {
            Side::Mover => mover,
            Side::Opponent => mover.other(),
            Side::Always(color) => color,
        }
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Side::Always(color) = self.side {
            write!(f, "{}", color.fold_wb('w', 'b'))?;
        }
        write!(f, "{}", self.letter())
    }
}

/// Whose man an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    Own,
    Theirs,
    Either,
}

/// A question to be answered: a move, the board it is about, and the men in its parentheses.
pub(super) struct Asked<'f> {
    pub(super) facts: &'f Facts,
    pub(super) board: &'f Bitboards,
    pub(super) men: &'f [Man],
}

impl Asked<'_> {
    fn color(&self) -> Color {
        self.men[0].color(self.facts.mover)
    }

    /// The squares of one of the men.
    fn squares(&self, which: usize) -> u64 {
        let man = self.men[which];
        self.board.get(man.role.of(man.color(self.facts.mover)))
    }

    fn hanging(&self) -> bool {
        squares(self.squares(0)).any(|square| hangs(self.board, self.color(), square))
    }

    fn attacked_by(&self, color: Color) -> bool {
        let occupied = self.board.occupied();
        squares(self.squares(0))
            .any(|square| self.board.attackers(color, square, occupied) & !(1 << square) != 0)
    }

    fn moves(&self) -> bool {
        self.facts.role == self.men[0].role
    }

    fn approaches(&self) -> bool {
        let step = self.facts.step;
        let before = Asked { board: &self.facts.before, ..*self };
        let others = before.squares(1) & !(1 << step.from);
        let to = |from: u8| squares(others).map(|square| distance(from, square)).min();
        self.moves() && to(step.to) < to(step.from)
    }

    fn distance(&self) -> f64 {
        let apart = squares(self.squares(0))
            .flat_map(|a| squares(self.squares(1) & !(1 << a)).map(move |b| distance(a, b)));
        or_infinite(apart.min())
    }

    fn least(&self, distance: fn(u8) -> u8) -> f64 {
        or_infinite(squares(self.squares(0)).map(distance).min())
    }
}

fn or_infinite<T: Into<f64>>(number: Option<T>) -> f64 {
    number.map_or(f64::INFINITY, Into::into)
}

/// Moves the winner needs; infinite in a draw.
pub(crate) fn depth(outcome: Outcome) -> f64 {
    or_infinite(outcome.depth().map(|depth| depth.0))
}

/// A word of the language.
#[derive(Debug)]
pub(crate) struct Word {
    pub(crate) name: &'static str,
    /// What stands in parentheses behind it.
    pub(crate) men: &'static [Whose],
    /// Whether it looks at the board alone, so that it can be asked `before(...)` the move.
    pub(crate) of_board: bool,
    answer: Answer,
    pub(crate) help: &'static str,
}

type Truth = fn(&Asked<'_>) -> bool;
type Number = fn(&Asked<'_>) -> f64;

#[derive(Debug)]
enum Answer {
    /// As a number 1 or 0.
    Truth(Truth),
    /// Infinite where there is nothing to count.
    Number(Number),
}

/// There is one entry for each word.
impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Word {
    /// Whether it holds or does not; otherwise it counts something.
    pub(crate) fn is_truth(&self) -> bool {
        matches!(self.answer, Answer::Truth(_))
    }

    #[inline]
    pub(super) fn holds(&self, asked: &Asked<'_>) -> bool {
        match self.answer {
            Answer::Truth(holds) => holds(asked),
            Answer::Number(number) => number(asked) != 0.0,
        }
    }

    #[inline]
    pub(super) fn number(&self, asked: &Asked<'_>) -> f64 {
        match self.answer {
            Answer::Truth(holds) => f64::from(holds(asked)),
            Answer::Number(number) => number(asked),
        }
    }

    /// What a word of the board alone says as a colour sees it, as if nothing had moved.
    pub(crate) fn number_on(&self, board: &Bitboards, mover: Color, men: &[Man]) -> f64 {
        let facts = Facts {
            mover,
            before: *board,
            after: *board,
            role: Role::King,
            step: Step { from: 0, to: 0, promotes: None },
            captured: None,
            best: Outcome::Draw,
            value: Outcome::Draw,
            again: None,
            replies: Replies::default(),
            last: None,
        };
        self.number(&Asked { facts: &facts, board, men })
    }

    /// Writes it with its men: `distance(K,r)`.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, men: &[Man]) -> fmt::Result {
        let letters: Vec<String> = men.iter().map(Man::to_string).collect();
        match letters[..] {
            [] => f.write_str(self.name),
            _ => write!(f, "{}({})", self.name, letters.join(",")),
        }
    }

    /// What a word means in place of a truth: itself, unless it is a number. `threat` and `longlines`
    /// stand for what Jansen meant by them; none for any other number.
    pub(super) fn as_truth(&'static self) -> Option<&'static Word> {
        let same = |word: &&Word| word.name == self.name && word.men.len() == self.men.len();
        WORDS.iter().filter(same).find(|word| word.is_truth())
    }

    /// How it is written, with letters for its men.
    pub(crate) fn shown(&self) -> String {
        let is_man =
            |word: &&str| word.len() == 1 && word.chars().all(|c| Man::of_letter(c).is_some());
        let letters: Vec<&str> = self.help.split(' ').filter(is_man).collect();
        match self.men.len() {
            0 => self.name.to_owned(),
            men if letters.len() == men => format!("{}({})", self.name, letters.join(",")),
            1 => format!("{}(K)", self.name),
            _ => format!("{}(K,k)", self.name),
        }
    }
}

const fn truth(name: &'static str, help: &'static str, holds: Truth) -> Word {
    Word { name, men: &[], of_board: false, answer: Answer::Truth(holds), help }
}

const fn number(name: &'static str, help: &'static str, number: Number) -> Word {
    Word { name, men: &[], of_board: false, answer: Answer::Number(number), help }
}

impl Word {
    /// The same word about men, and about the move.
    const fn about(self, men: &'static [Whose]) -> Word {
        Word { men, ..self }
    }

    /// The same word about men on a board, whatever the move.
    const fn of_board(self, men: &'static [Whose]) -> Word {
        Word { men, of_board: true, ..self }
    }
}

/// Every word, those without men first. Two stand twice: a number, and what it means in place of a truth.
pub(crate) static WORDS: [Word; 40] = {
    use Whose::{Either, Own, Theirs};
    [
        truth("check", "the opponent is in check", |a| a.facts.check()),
        truth("mate", "he is mated", |a| a.facts.check() && a.facts.replies.all == 0),
        truth("stalemate", "he is stalemated", |a| !a.facts.check() && a.facts.replies.all == 0),
        truth("capture", "something is captured", |a| a.facts.captured.is_some()),
        truth("promotion", "a pawn promotes", |a| a.facts.step.promotes.is_some()),
        truth("attack", "one of his men hangs: attacked and insufficiently defended", |a| {
            let (men, theirs) = (&a.facts.after, a.facts.mover.other());
            squares(men.of(theirs)).any(|square| hangs(men, theirs, square))
        }),
        number("threat", "moves to win if you could move again: 1 after a check", |a| {
            or_infinite(a.facts.threat())
        }),
        truth("threat", "as a truth: a win in 2 to 4 moves, no check", |a| {
            matches!(a.facts.threat(), Some(2..=4))
        }),
        number("longlines", "replies after which you need 4 moves or more", |a| {
            a.facts.replies.long.into()
        }),
        truth("longlines", "as a truth: 1 or 2 of them", |a| matches!(a.facts.replies.long, 1 | 2)),
        truth("zugzwang", "he would rather not move", |a| a.facts.zugzwang()),
        truth("decentralize", "his king must go towards the border, or along it", |a| {
            a.facts.replies.outward
        }),
        truth("prevent-check", "he has no check", |a| a.facts.replies.checks == 0),
        number("replies", "his legal replies", |a| a.facts.replies.all.into()),
        number("checks", "his replies that give check", |a| a.facts.replies.checks.into()),
        number("depth", "moves to the win before the move, whoever wins", |a| {
            depth(a.facts.best.before_move())
        }),
        number("after", "the same after the move", |a| depth(a.facts.value)),
        // Infinite where a win or a draw is given away.
        number("conceded", "moves given away against the best move", |a| {
            or_infinite(a.facts.value.conceded(a.facts.best))
        }),
        truth("optimal", "no move is better", |a| a.facts.optimal()),
        truth("fatal", "a win or a draw is given away", |a| a.facts.fatal()),
        truth("blunder", "and that at once: by stalemate, or to his next capture", |a| {
            a.facts.blunder()
        }),
        truth("wins", "you win after the move, with best play", |a| a.facts.value.sign() > 0),
        truth("draws", "it is a draw after the move", |a| a.facts.value.sign() == 0),
        truth("loses", "you lose after the move", |a| a.facts.value.sign() < 0),
        truth("same-man", "the man moves that you moved last, where that is known", |a| {
            a.facts.same_man()
        }),
        truth("goes-on", "and in the direction in which he came", |a| a.facts.goes_on()),
        truth("takes-back", "and to where he came from", |a| a.facts.takes_back()),
        truth("check-again", "a check, as your last move was", |a| a.facts.checks_again()),
        truth("attack", "his r hangs", |a| a.hanging()).about(&[Theirs]),
        truth("attacked", "a Q is attacked", |a| a.attacked_by(a.color().other()))
            .of_board(&[Either]),
        truth("defended", "a Q is defended", |a| a.attacked_by(a.color())).of_board(&[Either]),
        truth("hanging", "a Q hangs", |a| a.hanging()).of_board(&[Either]),
        truth("moves", "it is your Q that moves", |a| a.moves()).about(&[Own]),
        truth("captures", "his r is captured", |a| a.facts.captured == Some(a.men[0].role))
            .about(&[Theirs]),
        truth("approach", "your K comes nearer to a r", |a| a.approaches()).about(&[Own, Either]),
        truth("centralize", "your K comes nearer to the centre", |a| {
            a.moves() && center(a.facts.step.to) < center(a.facts.step.from)
        })
        .about(&[Own]),
        number("distance", "king moves between them", |a| a.distance()).of_board(&[Either, Either]),
        number("center", "king moves to d4, e4, d5 or e5", |a| a.least(center)).of_board(&[Either]),
        number("corner", "king moves to the nearest corner", |a| a.least(corner))
            .of_board(&[Either]),
        number("count", "how many there are", |a| a.squares(0).count_ones().into())
            .of_board(&[Either]),
    ]
};

/// The words that ask about the mover's own last move: where it is not known they do not hold.
pub(super) const OF_HISTORY: [&str; 4] = ["same-man", "goes-on", "takes-back", "check-again"];

/// The word that asks about the board before the move.
pub(super) const BEFORE: &str = "before";

/// Every word of the language with its meaning, one line each, for help pages.
pub fn reference() -> Vec<(String, &'static str)> {
    let before = (format!("{BEFORE}(...)"), "distances and attacks on the board before the move");
    WORDS.iter().map(|word| (word.shown(), word.help)).chain([before]).collect()
}

/// The name of these nearest to what was typed, if it is near enough to be meant.
pub(super) fn nearest(typed: &str, names: Vec<&'static str>) -> Option<&'static str> {
    let typed = typed.to_ascii_lowercase();
    let near = names.into_iter().chain(["and", "or", "not"]);
    let (name, edits) = near.map(|name| (name, edits(&typed, name))).min_by_key(|&(_, n)| n)?;
    (edits <= 1 + typed.len() / 4).then_some(name)
}

/// Letters to insert, delete or replace between two words (Levenshtein's distance).
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replaced.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
