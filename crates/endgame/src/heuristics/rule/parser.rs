//! A text read as a tree, by recursive descent.
//!
//! ```text
//! or         = and { "or" and }
//! and        = not { "and" not }
//! not        = "not" not | comparison
//! comparison = sum [ ("<" | "<=" | "=" | "!=" | ">=" | ">") sum ]
//! sum        = product { ("+" | "-") product }
//! product    = negative { ("*" | "/") negative }
//! negative   = "-" negative | atom
//! atom       = number | name | name "(" man { "," man } ")" | "before" "(" or ")" | "(" or ")"
//! ```
//!
//! A query about positions is read by the same grammar: it has other names, and a few forms of atoms
//! of its own.

use super::error::{Problem, RuleError};
use super::expression::{Atom, COMPARISON, Expression, MoveAtom, NEGATIVE, NOT, OR, Operator};
use super::names::{BEFORE, Man, Side, WORDS, Whose, Word, nearest};
use super::tokens::{Place, Placed, Token, cut};

pub(crate) type Read<T> = Result<T, (Place, Problem)>;

/// A tree with the characters it was read from.
pub(crate) type Part<A> = (Expression<A>, Place);

/// The names that atoms of a kind are read by.
pub(crate) trait Vocabulary: Atom {
    /// The command whose help lists them.
    const COMMAND: &'static str;
    /// Whether a man may be named by his colour: `wK`.
    const COLORS: bool;

    /// All of them.
    fn names() -> Vec<&'static str>;

    /// A name without arguments, as it is written.
    fn plain(name: &str) -> Option<(&'static str, Self)>;

    /// Whether a word about men can be asked.
    fn asks(word: &Word) -> bool;

    /// A word about men.
    fn about(word: &'static Word, men: Vec<Man>) -> Self;

    /// An atom of another form that begins with this name; none if it is no such.
    fn special(parser: &mut Parser, typed: &str, place: Place) -> Option<Read<Part<Self>>>;
}

impl Vocabulary for MoveAtom {
    const COMMAND: &'static str = "heuristics";
    const COLORS: bool = false;

    fn names() -> Vec<&'static str> {
        WORDS.iter().map(|word| word.name).chain([BEFORE]).collect()
    }

    fn plain(name: &str) -> Option<(&'static str, MoveAtom)> {
        let word = WORDS.iter().find(|word| word.name == name && word.men.is_empty())?;
        Some((word.name, MoveAtom::Word(word, Vec::new())))
    }

    fn asks(_: &Word) -> bool {
        true
    }

    fn about(word: &'static Word, men: Vec<Man>) -> MoveAtom {
        MoveAtom::Word(word, men)
    }

    fn special(parser: &mut Parser, typed: &str, place: Place) -> Option<Read<Part<MoveAtom>>> {
        typed.eq_ignore_ascii_case(BEFORE).then(|| {
            let outside = std::mem::replace(&mut parser.before, true);
            let (inner, end) = parser.in_parentheses()?;
            parser.before = outside;
            Ok((Expression::Atom(MoveAtom::Before(Box::new(inner))), place.to(end)))
        })
    }
}

/// Parentheses and `not` one inside the other, at most.
const DEEPEST: usize = 100;

/// Reads a whole text, a truth or a number.
pub(super) fn parse<A: Vocabulary>(text: &str) -> Result<Expression<A>, RuleError> {
    read(text, |(expression, _)| Ok(expression))
}

/// Reads a whole text that must be a truth.
pub(crate) fn parse_truth<A: Vocabulary>(text: &str) -> Result<Expression<A>, RuleError> {
    read(text, truth)
}

fn read<A: Vocabulary>(
    text: &str,
    finish: impl Fn(Part<A>) -> Read<Expression<A>>,
) -> Result<Expression<A>, RuleError> {
    let read = cut(text).and_then(|tokens| {
        let mut parser = Parser { tokens, at: 0, depth: 0, before: false };
        if parser.peek().token == Token::End {
            return Err((parser.peek().place, Problem::Empty));
        }
        let part = parser.any()?;
        match parser.peek().token {
            Token::End => finish(part),
            _ => Err((parser.peek().place, Problem::Expected("`and`, `or` or a comparison"))),
        }
    });
    read.map_err(|(place, problem)| RuleError::new(text, place, problem))
}

pub(crate) struct Parser {
    tokens: Vec<Placed>,
    at: usize,
    depth: usize,
    /// Inside `before(...)`.
    before: bool,
}

impl Parser {
    pub(crate) fn peek(&self) -> &Placed {
        &self.tokens[self.at]
    }

    pub(crate) fn next(&mut self) -> Placed {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn take(&mut self, token: &Token) -> Option<Place> {
        (self.peek().token == *token).then(|| self.next().place)
    }

    fn expect(&mut self, token: &Token, what: &'static str) -> Read<Place> {
        self.take(token).ok_or((self.peek().place, Problem::Expected(what)))
    }

    /// The operator that comes next, if it binds at least as tightly as this.
    fn operator(&mut self, least: u8) -> Option<(Operator, Place)> {
        match self.peek().token {
            Token::Sign(sign) if sign.precedence() >= least => Some((sign, self.next().place)),
            _ => None,
        }
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Parser) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            return Err((self.peek().place, Problem::TooDeep));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn any<A: Vocabulary>(&mut self) -> Read<Part<A>> {
        self.nested(|parser| parser.joined(OR))
    }

    /// Reads operands joined by operators that bind at least as tightly as this, from the left.
    fn joined<A: Vocabulary>(&mut self, least: u8) -> Read<Part<A>> {
        let (mut left, mut place) = self.operand(least)?;
        while let Some((operator, _)) = self.operator(least) {
            let precedence = operator.precedence();
            let joins_truths = precedence < NOT;
            if joins_truths {
                left = truth((left, place))?;
            }
            let (mut right, end) = self.joined(precedence + 1)?;
            if joins_truths {
                right = truth((right, end))?;
            }
            left = Expression::two(operator, left, right);
            place = place.to(end);
            if precedence == COMPARISON
                && let Some((_, second)) = self.operator(precedence)
            {
                return Err((second, Problem::ComparedTwice));
            }
        }
        Ok((left, place))
    }

    /// Reads an operand of an operator that binds this tightly: what is tighter than it may come first.
    fn operand<A: Vocabulary>(&mut self, least: u8) -> Read<Part<A>> {
        if least <= NOT
            && let Some(start) = self.take(&Token::Not)
        {
            let (inner, end) = self.nested(|parser| parser.joined(NOT))?;
            return Ok((Expression::Not(Box::new(truth((inner, end))?)), start.to(end)));
        }
        if let Some(start) = self.take(&Token::Sign(Operator::Minus)) {
            let (inner, end) = self.nested(|parser| parser.operand(NEGATIVE))?;
            return Ok((Expression::Negative(Box::new(inner)), start.to(end)));
        }
        self.atom()
    }

    fn atom<A: Vocabulary>(&mut self) -> Read<Part<A>> {
        let Placed { token, place } = self.next();
        match token {
            Token::Number(number) => Ok((Expression::Number(number), place)),
            Token::Open => {
                let (inner, _) = self.any()?;
                let end = self.expect(&Token::Close, "a closing parenthesis")?;
                Ok((inner, place.to(end)))
            }
            Token::Name(name) => self.name(&name, place),
            _ => Err((place, Problem::Expected("a name, a number or a parenthesis"))),
        }
    }

    fn name<A: Vocabulary>(&mut self, typed: &str, place: Place) -> Read<Part<A>> {
        if let Some(read) = A::special(self, typed, place) {
            return read;
        }
        let name = typed.to_ascii_lowercase();
        let asked = self.peek().token == Token::Open;
        let plain = A::plain(&name);
        let about = |word: &&Word| word.name == name && !word.men.is_empty() && A::asks(word);
        if let Some(word) = WORDS.iter().find(about).filter(|_| asked || plain.is_none()) {
            if self.before && !word.of_board {
                return Err((place, Problem::NotOfTheBoard(name)));
            }
            let men = self.men(word.name, word.men, A::COLORS, place)?;
            let end = self.tokens[self.at - 1].place;
            return Ok((Expression::Atom(A::about(word, men)), place.to(end)));
        }
        match plain {
            None => {
                let near = nearest(typed, A::names()).ok_or(A::COMMAND);
                Err((place, Problem::Unknown { name: typed.to_owned(), near }))
            }
            // A word about men is the only one of the board.
            Some(_) if self.before => Err((place, Problem::NotOfTheBoard(name))),
            Some((name, _)) if asked => {
                Err((self.peek().place, Problem::Arguments { name, takes: 0 }))
            }
            Some((_, atom)) => Ok((Expression::Atom(atom), place)),
        }
    }

    /// A tree in parentheses, and where they end.
    pub(crate) fn in_parentheses<A: Vocabulary>(&mut self) -> Read<Part<A>> {
        self.expect(&Token::Open, "an opening parenthesis")?;
        let (inner, _) = self.any()?;
        Ok((inner, self.expect(&Token::Close, "a closing parenthesis")?))
    }

    /// The men a question is asked about.
    pub(crate) fn men(
        &mut self,
        name: &'static str,
        takes: &[Whose],
        colors: bool,
        place: Place,
    ) -> Read<Vec<Man>> {
        let wrong = Problem::Arguments { name, takes: takes.len() };
        if self.take(&Token::Open).is_none() {
            return Err((place, wrong));
        }
        let mut men = Vec::new();
        loop {
            let Placed { token, place } = self.next();
            let Token::Name(text) = token else { return Err((place, wrong)) };
            let man =
                Man::of_name(&text).filter(|man| colors || !matches!(man.side, Side::Always(_)));
            let man = man.ok_or((place, Problem::NotAMan(text)))?;
            let Some(&whose) = takes.get(men.len()) else { return Err((place, wrong)) };
            let fits = match whose {
                Whose::Own => man.side == Side::Mover,
                Whose::Theirs => man.side == Side::Opponent,
                Whose::Either => true,
            };
            if !fits {
                let own = whose == Whose::Own;
                let instead = if own { man.role.upper_char() } else { man.role.char() };
                return Err((place, Problem::WrongSide { name, instead }));
            }
            men.push(man);
            if self.take(&Token::Comma).is_none() {
                break;
            }
        }
        if men.len() != takes.len() {
            return Err((self.peek().place, wrong));
        }
        self.expect(&Token::Close, "a closing parenthesis")?;
        Ok(men)
    }
}

/// The tree in place of a truth.
pub(crate) fn truth<A: Atom>((expression, place): Part<A>) -> Read<Expression<A>> {
    expression.into_truth().ok_or((place, Problem::NumberForTruth))
}
