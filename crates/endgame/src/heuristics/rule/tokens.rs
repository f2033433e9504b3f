//! A text cut into words, numbers and signs, each with its place.

use super::error::Problem;
use super::expression::Operator;

/// A piece of the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(String),
    /// The file after `in`.
    File(String),
    Number(f64),
    Sign(Operator),
    Not,
    Open,
    Close,
    Comma,
    End,
}

/// A piece with the characters it covers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed {
    pub(crate) token: Token,
    pub(crate) place: Place,
}

/// Some characters of the text: the first, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) start: usize,
    pub(crate) len: usize,
}

impl Place {
    /// From the start of this to the end of another.
    pub(crate) fn to(self, end: Place) -> Place {
        Place { start: self.start, len: (end.start + end.len).saturating_sub(self.start) }
    }
}

/// Cuts a text.
pub(crate) fn cut(text: &str) -> Result<Vec<Placed>, (Place, Problem)> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        if letter.is_whitespace() {
            at += 1;
            continue;
        }
        let start = at;
        let token = if letter.is_ascii_alphabetic() {
            at = name_end(&letters, start);
            let name: String = letters[start..at].iter().collect();
            if name.eq_ignore_ascii_case("in") {
                tokens.push(Placed { token: Token::Name(name), place: Place { start, len: 2 } });
                tokens.extend(file(&letters, &mut at));
                continue;
            }
            match name.to_ascii_lowercase().as_str() {
                "and" => Token::Sign(Operator::And),
                "or" => Token::Sign(Operator::Or),
                "not" => Token::Not,
                _ => Token::Name(name),
            }
        } else if letter.is_ascii_digit() || letter == '.' {
            while letters.get(at).is_some_and(|c| c.is_ascii_digit() || *c == '.') {
                at += 1;
            }
            let digits: String = letters[start..at].iter().collect();
            let number = digits.parse().ok().filter(|number: &f64| number.is_finite());
            let place = Place { start, len: at - start };
            Token::Number(number.ok_or((place, Problem::NotANumber(digits)))?)
        } else {
            let (token, len) = sign(letter, letters.get(at + 1).copied())
                .ok_or((Place { start, len: 1 }, Problem::Letter(letter)))?;
            at += len;
            token
        };
        tokens.push(Placed { token, place: Place { start, len: at - start } });
    }
    tokens.push(Placed { token: Token::End, place: Place { start: letters.len(), len: 1 } });
    Ok(tokens)
}

/// The name of a file: everything to the next blank or parenthesis, or between quotes.
fn file(letters: &[char], at: &mut usize) -> Option<Placed> {
    let start = *at + letters[*at..].iter().take_while(|c| c.is_whitespace()).count();
    let quote = letters.get(start).copied().filter(|c| matches!(c, '"' | '\''));
    let first = start + usize::from(quote.is_some());
    let inside = |c: &&char| match quote {
        Some(quote) => **c != quote,
        None => !c.is_whitespace() && !matches!(c, '(' | ')'),
    };
    let name: String = letters.get(first..)?.iter().take_while(inside).collect();
    let end = (first + name.chars().count() + usize::from(quote.is_some())).min(letters.len());
    *at = end;
    let place = Place { start, len: end - start };
    (!name.is_empty()).then_some(Placed { token: Token::File(name), place })
}

/// Names with a hyphen in them.
const HYPHENATED: [&str; 11] = [
    "prevent-check",
    "only-move",
    "can-reach",
    "must-reach",
    "reached-from",
    "draw-depth",
    "opponent-draw-depth",
    "same-man",
    "goes-on",
    "takes-back",
    "check-again",
];

/// Where a name ends: a hyphen belongs to it only in a name we know, so that `depth-after` is a
/// difference and `prevent-check` a name.
fn name_end(letters: &[char], start: usize) -> usize {
    let part = |from: usize| {
        let inside = |c: &&char| c.is_ascii_alphanumeric() || **c == '_';
        from + letters[from..].iter().take_while(inside).count()
    };
    let mut end = part(start);
    let mut longer = end;
    while letters.get(longer) == Some(&'-') {
        longer = part(longer + 1);
        let name: String = letters[start..longer].iter().collect();
        if HYPHENATED.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
            end = longer;
        }
    }
    end
}

fn sign(letter: char, next: Option<char>) -> Option<(Token, usize)> {
    let two = next == Some('=') && "<>!=".contains(letter);
    let token = match (letter, two) {
        ('(', _) => Token::Open,
        (')', _) => Token::Close,
        (',', _) => Token::Comma,
        ('<', true) | ('≤', _) => Token::Sign(Operator::LessOrEqual),
        ('>', true) | ('≥', _) => Token::Sign(Operator::GreaterOrEqual),
        ('!', true) | ('≠', _) => Token::Sign(Operator::NotEqual),
        ('=', _) => Token::Sign(Operator::Equal),
        ('<', false) => Token::Sign(Operator::Less),
        ('>', false) => Token::Sign(Operator::Greater),
        ('+', _) => Token::Sign(Operator::Plus),
        ('-', _) => Token::Sign(Operator::Minus),
        ('*', _) => Token::Sign(Operator::Times),
        ('/', _) => Token::Sign(Operator::Over),
        _ => return None,
    };
    Some((token, 1 + usize::from(two)))
}
