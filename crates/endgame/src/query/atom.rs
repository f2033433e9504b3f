//! What a query asks at its leaves: something about a position.

use std::fmt;

use crate::heuristics::rule::error::Problem;
use crate::heuristics::rule::expression::{Atom, Expression, MoveAtom};
use crate::heuristics::rule::names::{Man, WORDS, Whose, Word};
use crate::heuristics::rule::parser::{Parser, Part, Read, Vocabulary, truth};
use crate::heuristics::rule::tokens::{Place, Placed, Token};

/// Something about a position, as the side to move sees it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PositionAtom {
    Fact(Fact),
    /// A word of rules about the board alone.
    Board(&'static Word, Vec<Man>),
    /// A man on a square, a file or a rank.
    On(Man, Region),
    /// The file or the rank of a man, as a number.
    Line(Line, Man),
    Moves(Quantifier, Expression<MoveAtom>),
    Set(SetOperator, Box<Expression<PositionAtom>>),
    /// A saved result.
    In(String),
}

/// What is asked about a position as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    White,
    Black,
    Win,
    Draw,
    Loss,
    Check,
    Mate,
    Stalemate,
    Zugzwang,
    OnlyMove,
    Value,
    Depth,
    Threat,
    Legal,
    Keeping,
    Optimal,
    Difficulty,
    Paths,
    DrawDepth,
    OpponentDrawDepth,
}

/// Some squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    Square(u8),
    /// From 0.
    Line(Line, u8),
}

/// A direction of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    File,
    Rank,
}

/// How many of the legal moves conform to a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantifier {
    Some,
    Every,
    Number,
}

/// A set made of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SetOperator {
    CanReach,
    MustReach,
    ReachedFrom,
    Mirror,
    Exchange,
}

/// Whether a name is a truth or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Truth,
    Number,
}

use Kind::{Number, Truth};

const FACTS: [(Fact, &str, Kind, &str); 20] = [
    (Fact::Win, "win", Truth, "the side to move wins, with best play"),
    (Fact::Draw, "draw", Truth, "it is a draw"),
    (Fact::Loss, "loss", Truth, "the side to move loses"),
    (Fact::Value, "value", Number, "1, 0 or -1 for the side to move"),
    (Fact::Depth, "depth", Number, "moves the winner still needs; infinite in a draw"),
    (Fact::Check, "check", Truth, "the side to move is in check"),
    (Fact::Mate, "mate", Truth, "it is mated"),
    (Fact::Stalemate, "stalemate", Truth, "it is stalemated"),
    (Fact::Zugzwang, "zugzwang", Truth, "it would rather pass than make any move"),
    (Fact::Threat, "threat", Number, "moves the opponent would need to win if it passed"),
    (Fact::Legal, "legal", Number, "how many legal moves there are"),
    (Fact::Keeping, "keeping", Number, "how many of them keep the value"),
    (Fact::Optimal, "optimal", Number, "how many of them are best"),
    (Fact::OnlyMove, "only-move", Truth, "exactly one move keeps the win, or the draw"),
    (
        Fact::Difficulty,
        "difficulty",
        Number,
        "3 if a player of random moves finds the best ones to the end once in 10^3",
    ),
    (Fact::Paths, "paths", Number, "3 if 10^3 optimal lines pass through here"),
    (
        Fact::DrawDepth,
        "draw-depth",
        Number,
        "moves in which the side to move forces the draw; infinite if it cannot",
    ),
    (Fact::OpponentDrawDepth, "opponent-draw-depth", Number, "moves in which the opponent does"),
    (Fact::White, "white", Truth, "White is to move"),
    (Fact::Black, "black", Truth, "Black is to move"),
];

const QUANTIFIERS: [(Quantifier, &str, Kind, &str); 3] = [
    (
        Quantifier::Some,
        "some",
        Truth,
        "some legal move is so (RULE: see `fallible heuristics --help`)",
    ),
    (Quantifier::Every, "every", Truth, "every legal move is"),
    (Quantifier::Number, "number", Number, "how many legal moves are"),
];

const SETS: [(SetOperator, &str, &str); 5] = [
    (
        SetOperator::CanReach,
        "can-reach",
        "some legal move leads to such a position, the opponent to move",
    ),
    (SetOperator::MustReach, "must-reach", "every legal move does, and there is one"),
    (SetOperator::ReachedFrom, "reached-from", "such a position, the opponent to move, leads here"),
    (SetOperator::Mirror, "mirror", "so it is with the a-file and the h-file exchanged"),
    (SetOperator::Exchange, "exchange", "so it is with the colours exchanged, as in KRKR"),
];

const LINES: [(Line, &str, &str); 2] = [
    (Line::File, "file", "the file of a man, 1 to 8; of several the least"),
    (Line::Rank, "rank", "his rank"),
];

/// Every word of a query with its meaning, one line each, for help pages.
pub fn reference() -> Vec<(String, &'static str)> {
    let facts = FACTS.iter().map(|&(_, name, _, help)| (name.to_owned(), help));
    let on = [
        ("K on d4", "a man stands there; K on d on that file, K on 4 on that rank"),
        ("in FILE", "it is one of the positions kept there by --save"),
    ];
    let board = WORDS.iter().filter(|word| word.of_board).map(|word| (word.shown(), word.help));
    facts
        .chain(on.map(|(name, help)| (name.to_owned(), help)))
        .chain(LINES.map(|(_, name, help)| (format!("{name}(K)"), help)))
        .chain(board)
        .chain(QUANTIFIERS.map(|(_, name, _, help)| (format!("{name}(RULE)"), help)))
        .chain(SETS.map(|(_, name, help)| (format!("{name}(QUERY)"), help)))
        .collect()
}

impl Region {
    /// `d4`, `d` or `4`.
    fn read(token: &Token) -> Option<Region> {
        let line = |line, from: u32| {
            u8::try_from(from).ok().filter(|n| *n < 8).map(|n| Region::Line(line, n))
        };
        match token {
            Token::Number(rank) if rank.fract() == 0.0 && *rank >= 1.0 => {
                line(Line::Rank, *rank as u32 - 1)
            }
            Token::Name(name) => match name.to_ascii_lowercase().as_bytes() {
                [file] => line(Line::File, u32::from(*file).checked_sub(u32::from(b'a'))?),
                _ => Some(Region::Square(
                    name.to_ascii_lowercase().parse::<crate::rules::Square>().ok()? as u8,
                )),
            },
            _ => None,
        }
    }

    /// As a set.
    pub(super) fn squares(self) -> u64 {
        match self {
            Region::Square(square) => 1 << square,
            Region::Line(Line::File, file) => 0x0101_0101_0101_0101 << file,
            Region::Line(Line::Rank, rank) => 0xff << (8 * rank),
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Region::Square(square) => write!(f, "{}", crate::rules::Square::new(square.into())),
            Region::Line(Line::File, file) => write!(f, "{}", char::from(b'a' + file)),
            Region::Line(Line::Rank, rank) => write!(f, "{}", rank + 1),
        }
    }
}

impl Atom for PositionAtom {
    fn is_truth(&self) -> bool {
        match self {
            PositionAtom::Fact(fact) => {
                FACTS.iter().any(|&(one, _, kind, _)| one == *fact && kind == Truth)
            }
            PositionAtom::Board(word, _) => word.is_truth(),
            PositionAtom::Line(..) | PositionAtom::Moves(Quantifier::Number, _) => false,
            _ => true,
        }
    }

    fn men(&self, found: &mut Vec<Man>) {
        match self {
            PositionAtom::Board(_, men) => found.extend(men),
            PositionAtom::On(man, _) | PositionAtom::Line(_, man) => found.push(*man),
            PositionAtom::Moves(_, rule) => rule.men(found),
            _ => (),
        }
    }
}

impl fmt::Display for PositionAtom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |found: Option<&'static str>| found.expect("every word is listed");
        match self {
            PositionAtom::Fact(fact) => {
                f.write_str(name(FACTS.iter().find(|one| one.0 == *fact).map(|one| one.1)))
            }
            PositionAtom::Board(word, men) => word.write(f, men),
            PositionAtom::On(man, region) => write!(f, "{man} on {region}"),
            PositionAtom::Line(line, man) => write!(
                f,
                "{}({man})",
                name(LINES.iter().find(|one| one.0 == *line).map(|one| one.1))
            ),
            PositionAtom::Moves(how_many, rule) => write!(
                f,
                "{}({rule})",
                name(QUANTIFIERS.iter().find(|one| one.0 == *how_many).map(|one| one.1))
            ),
            PositionAtom::Set(operator, inner) => write!(
                f,
                "{}({inner})",
                name(SETS.iter().find(|one| one.0 == *operator).map(|one| one.1))
            ),
            PositionAtom::In(file) => write!(f, "in '{file}'"),
        }
    }
}

impl Vocabulary for PositionAtom {
    const COMMAND: &'static str = "find";
    const COLORS: bool = true;

    fn names() -> Vec<&'static str> {
        let board = WORDS.iter().filter(|word| word.of_board).map(|word| word.name);
        FACTS
            .iter()
            .map(|one| one.1)
            .chain(board)
            .chain(LINES.iter().map(|one| one.1))
            .chain(QUANTIFIERS.iter().map(|one| one.1))
            .chain(SETS.iter().map(|one| one.1))
            .chain(["in", "on"])
            .collect()
    }

    fn plain(name: &str) -> Option<(&'static str, PositionAtom)> {
        let &(fact, name, ..) = FACTS.iter().find(|one| one.1 == name)?;
        Some((name, PositionAtom::Fact(fact)))
    }

    fn asks(word: &Word) -> bool {
        word.of_board
    }

    fn about(word: &'static Word, men: Vec<Man>) -> PositionAtom {
        PositionAtom::Board(word, men)
    }

    fn special(parser: &mut Parser, typed: &str, place: Place) -> Option<Read<Part<PositionAtom>>> {
        let is_on =
            |token: &Token| matches!(token, Token::Name(name) if name.eq_ignore_ascii_case("on"));
        if is_on(&parser.peek().token) {
            return Some(on(parser, typed, place));
        }
        let name = typed.to_ascii_lowercase();
        let atom = |(atom, end): (PositionAtom, Place)| (Expression::Atom(atom), place.to(end));
        if name == "in" {
            let Placed { token, place } = parser.next();
            let Token::File(file) = token else {
                return Some(Err((
                    place,
                    Problem::Expected("the name of a file that --save made"),
                )));
            };
            return Some(Ok(atom((PositionAtom::In(file), place))));
        }
        if let Some(&(line, name, _)) = LINES.iter().find(|one| one.1 == name) {
            let men = parser.men(name, &[Whose::Either], true, place);
            return Some(men.map(|men| atom((PositionAtom::Line(line, men[0]), place))));
        }
        if let Some(&(operator, ..)) = SETS.iter().find(|one| one.1 == name) {
            let inner =
                parser.in_parentheses().and_then(|(inner, end)| Ok((truth((inner, end))?, end)));
            return Some(
                inner.map(|(inner, end)| atom((PositionAtom::Set(operator, Box::new(inner)), end))),
            );
        }
        let &(how_many, ..) = QUANTIFIERS.iter().find(|one| one.1 == name)?;
        let inner =
            parser.in_parentheses().and_then(|(inner, end)| Ok((truth((inner, end))?, end)));
        Some(inner.map(|(rule, end)| atom((PositionAtom::Moves(how_many, rule), end))))
    }
}

/// `K on d4`, its first word read.
fn on(parser: &mut Parser, man: &str, place: Place) -> Read<Part<PositionAtom>> {
    let man = Man::of_name(man).ok_or_else(|| (place, Problem::NotAMan(man.to_owned())))?;
    parser.next();
    let Placed { token, place: end } = parser.next();
    let region = Region::read(&token).ok_or((
        end,
        Problem::Expected("a square such as d4, a file such as d or a rank such as 4"),
    ))?;
    Ok((Expression::Atom(PositionAtom::On(man, region)), place.to(end)))
}
