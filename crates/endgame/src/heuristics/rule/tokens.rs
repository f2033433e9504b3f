//! A text cut into words, numbers and signs, each with its place.

use super::error::Problem;
use super::expression::Operator;
use super::names::WORDS;

/// A piece of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
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
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) place: Place,
}

/// Some characters of the text: the first, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) start: usize,
    pub(super) len: usize,
}

impl Place {
    /// From the start of this to the end of another.
    pub(super) fn to(self, end: Place) -> Place {
        Place { start: self.start, len: (end.start + end.len).saturating_sub(self.start) }
    }
}

/// Cuts a text.
pub(super) fn cut(text: &str) -> Result<Vec<Placed>, (Place, Problem)> {
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

/// Where a name ends: a hyphen belongs to it only in a name we know, so that `depth-after` is a
/// difference and `prevent-check` a name.
fn name_end(letters: &[char], start: usize) -> usize {
    let part = |from: usize| {
        let inside = |c: &&char| c.is_ascii_alphanumeric() || **c == '_';
        from + letters[from..].iter().take_while(inside).count()
    };
    let end = part(start);
    if letters.get(end) == Some(&'-') {
        let longer = part(end + 1);
        let name: String = letters[start..longer].iter().collect();
        if WORDS.iter().any(|entry| entry.name.eq_ignore_ascii_case(&name)) {
            return longer;
        }
    }
    end
}

fn sign(letter: char, next: Option<char>) -> Option<(Token, usize)> {
    let two = next == Some('=');
    let (operator, len) = match (letter, two) {
        ('(', _) => return Some((Token::Open, 1)),
        (')', _) => return Some((Token::Close, 1)),
        (',', _) => return Some((Token::Comma, 1)),
        ('<', true) | ('≤', _) => (Operator::LessOrEqual, if letter == '<' { 2 } else { 1 }),
        ('>', true) | ('≥', _) => (Operator::GreaterOrEqual, if letter == '>' { 2 } else { 1 }),
        ('!', true) | ('≠', _) => (Operator::NotEqual, if letter == '!' { 2 } else { 1 }),
        ('=', true) => (Operator::Equal, 2),
        ('=', false) => (Operator::Equal, 1),
        ('<', false) => (Operator::Less, 1),
        ('>', false) => (Operator::Greater, 1),
        ('+', _) => (Operator::Plus, 1),
        ('-', _) => (Operator::Minus, 1),
        ('*', _) => (Operator::Times, 1),
        ('/', _) => (Operator::Over, 1),
        _ => return None,
    };
    Some((Token::Sign(operator), len))
}
