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

use super::error::{Problem, RuleError};
use super::expression::{Expression, Operator};
use super::names::{BEFORE, Man, QUESTIONS, WORDS, Whose};
use super::tokens::{Place, Placed, Token, cut};

type Read<T> = Result<T, (Place, Problem)>;

/// Parentheses and `not` one inside the other, at most.
const DEEPEST: usize = 100;

/// Reads a whole text.
pub(super) fn parse(text: &str) -> Result<Expression, RuleError> {
    let read = cut(text).and_then(|tokens| {
        let mut parser = Parser { tokens, at: 0, depth: 0, before: false };
        if parser.peek().token == Token::End {
            return Err((parser.peek().place, Problem::Empty));
        }
        let (expression, _) = parser.any()?;
        match parser.peek().token {
            Token::End => Ok(expression),
            _ => Err((parser.peek().place, Problem::Expected("`and`, `or` or a comparison"))),
        }
    });
    read.map_err(|(place, problem)| RuleError::new(text, place, problem))
}

struct Parser {
    tokens: Vec<Placed>,
    at: usize,
    depth: usize,
    /// Inside `before(...)`.
    before: bool,
}

/// A tree with the characters it was read from.
type Part = (Expression, Place);

impl Parser {
    fn peek(&self) -> &Placed {
        &self.tokens[self.at]
    }

    fn next(&mut self) -> Placed {
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

    /// The sign that comes next, if it is one of these.
    fn sign(&mut self, among: &[Operator]) -> Option<(Operator, Place)> {
        match self.peek().token {
            Token::Sign(sign) if among.contains(&sign) => Some((sign, self.next().place)),
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

    fn any(&mut self) -> Read<Part> {
        self.nested(|parser| parser.truths(Operator::Or, Parser::conjunction))
    }

    fn conjunction(&mut self) -> Read<Part> {
        self.truths(Operator::And, Parser::negation)
    }

    /// Truths joined by one operator.
    fn truths(
        &mut self,
        operator: Operator,
        part: impl Fn(&mut Parser) -> Read<Part>,
    ) -> Read<Part> {
        let (mut left, mut place) = part(self)?;
        while self.sign(&[operator]).is_some() {
            let first = truth((left, place))?;
            let (right, end) = part(self)?;
            let second = truth((right, end))?;
            left = Expression::Two(operator, Box::new(first), Box::new(second));
            place = place.to(end);
        }
        Ok((left, place))
    }

    fn negation(&mut self) -> Read<Part> {
        let Some(start) = self.take(&Token::Not) else { return self.comparison() };
        let (inner, end) = self.nested(Parser::negation)?;
        Ok((Expression::Not(Box::new(truth((inner, end))?)), start.to(end)))
    }

    fn comparison(&mut self) -> Read<Part> {
        const COMPARISONS: [Operator; 6] = [
            Operator::Less,
            Operator::LessOrEqual,
            Operator::Equal,
            Operator::NotEqual,
            Operator::GreaterOrEqual,
            Operator::Greater,
        ];
        let (left, place) = self.sum()?;
        let Some((operator, _)) = self.sign(&COMPARISONS) else { return Ok((left, place)) };
        let (right, end) = self.sum()?;
        if let Some((_, second)) = self.sign(&COMPARISONS) {
            return Err((second, Problem::ComparedTwice));
        }
        Ok((Expression::Two(operator, Box::new(left), Box::new(right)), place.to(end)))
    }

    fn sum(&mut self) -> Read<Part> {
        self.numbers(&[Operator::Plus, Operator::Minus], Parser::product)
    }

    fn product(&mut self) -> Read<Part> {
        self.numbers(&[Operator::Times, Operator::Over], Parser::negative)
    }

    fn numbers(
        &mut self,
        operators: &[Operator],
        part: impl Fn(&mut Parser) -> Read<Part>,
    ) -> Read<Part> {
        let (mut left, mut place) = part(self)?;
        while let Some((operator, _)) = self.sign(operators) {
            let (right, end) = part(self)?;
            left = Expression::Two(operator, Box::new(left), Box::new(right));
            place = place.to(end);
        }
        Ok((left, place))
    }

    fn negative(&mut self) -> Read<Part> {
        let Some((_, start)) = self.sign(&[Operator::Minus]) else { return self.atom() };
        let (inner, end) = self.nested(Parser::negative)?;
        Ok((Expression::Negative(Box::new(inner)), start.to(end)))
    }

    fn atom(&mut self) -> Read<Part> {
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

    fn name(&mut self, typed: &str, place: Place) -> Read<Part> {
        let name = typed.to_ascii_lowercase();
        let asked = self.peek().token == Token::Open;
        if name == BEFORE {
            return self.on_board_before(place);
        }
        let question = QUESTIONS.iter().find(|entry| entry.name == name);
        let word = WORDS.iter().find(|entry| entry.name == name);
        match (word, question) {
            (_, Some(entry)) if asked || word.is_none() => {
                if self.before && !entry.of_board {
                    return Err((place, Problem::NotOfTheBoard(name)));
                }
                let men = self.men(entry.name, entry.men, place)?;
                let end = self.tokens[self.at - 1].place;
                Ok((Expression::Question(entry.question, men), place.to(end)))
            }
            (Some(_), _) if self.before => Err((place, Problem::NotOfTheBoard(name))),
            (Some(entry), _) if asked => {
                Err((self.peek().place, Problem::Arguments { name: entry.name, takes: 0 }))
            }
            (Some(entry), _) => Ok((Expression::Word(entry.word), place)),
            (None, _) => Err((place, Problem::Unknown(typed.to_owned()))),
        }
    }

    fn on_board_before(&mut self, place: Place) -> Read<Part> {
        self.expect(&Token::Open, "an opening parenthesis")?;
        let outside = std::mem::replace(&mut self.before, true);
        let (inner, _) = self.any()?;
        self.before = outside;
        let end = self.expect(&Token::Close, "a closing parenthesis")?;
        Ok((Expression::Before(Box::new(inner)), place.to(end)))
    }

    /// The men a question is asked about.
    fn men(&mut self, name: &'static str, takes: &[Whose], place: Place) -> Read<Vec<Man>> {
        let wrong = Problem::Arguments { name, takes: takes.len() };
        if self.take(&Token::Open).is_none() {
            return Err((place, wrong));
        }
        let mut men = Vec::new();
        loop {
            let Placed { token, place } = self.next();
            let man = match &token {
                Token::Name(text) => {
                    let mut letters = text.chars();
                    let man = letters.next().and_then(Man::of_letter);
                    man.filter(|_| letters.next().is_none())
                        .ok_or_else(|| (place, Problem::NotAMan(text.clone())))?
                }
                _ => return Err((place, wrong)),
            };
            let Some(&whose) = takes.get(men.len()) else { return Err((place, wrong)) };
            let fits = match whose {
                Whose::Own => man.own,
                Whose::Theirs => !man.own,
                Whose::Either => true,
            };
            if !fits {
                let instead = Man { own: !man.own, ..man }.letter();
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
fn truth((expression, place): Part) -> Read<Expression> {
    expression.into_truth().ok_or((place, Problem::NumberForTruth))
}
