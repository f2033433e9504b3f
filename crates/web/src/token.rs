//! The token that a server may require, and how it is written in headers and addresses.

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode, utf8_percent_encode};

/// The fewest characters of a token.
const SHORTEST: usize = 8;

/// The most bytes of a token.
const LONGEST: usize = 1_000;

/// Everything but letters, digits and `-._~`.
const NOT_PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A secret shared by the server and those it lets in. Any characters will do.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Why a text cannot be a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum TokenError {
    #[error("a token has at least {SHORTEST} characters, this one {0}: choose a longer one")]
    Short(usize),
    #[error("a token has at most {LONGEST} bytes, this one {0}: choose a shorter one")]
    Long(usize),
    /// Surrounding spaces and control characters do not survive headers and addresses.
    #[error("a token is one line without spaces at its ends: take them out")]
    Blank,
}

impl Token {
    /// A token of 8 characters or more.
    pub fn new(text: &str) -> Result<Token, TokenError> {
        if text.trim() != text || text.contains(char::is_control) {
            return Err(TokenError::Blank);
        }
        let letters = text.chars().count();
        if letters < SHORTEST {
            return Err(TokenError::Short(letters));
        }
        if text.len() > LONGEST {
            return Err(TokenError::Long(text.len()));
        }
        Ok(Token(text.to_owned()))
    }

    /// Percent-encoded, as in an address: `a+b` is `a%2Bb`.
    pub fn in_address(&self) -> String {
        utf8_percent_encode(&self.0, NOT_PLAIN).to_string()
    }

    /// Whether these bytes are the token, as it is or percent-encoded. Pages percent-encode it in headers
    /// too, because header text is limited to Latin-1.
    pub(crate) fn is(&self, given: &[u8]) -> bool {
        let as_written = same(given, self.0.as_bytes());
        let decoded: Vec<u8> = percent_decode(given).collect();
        as_written | same(&decoded, self.0.as_bytes())
    }

    /// The same in a query, where a space may be written as `+`.
    pub(crate) fn is_in_query(&self, given: &str) -> bool {
        self.is(given.as_bytes()) | self.is(given.replace('+', "%20").as_bytes())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(...)")
    }
}

/// Compares in constant time, so that timing reveals nothing.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_letters_and_signs_make_a_token() {
        for text in ["correct horse", "a+b/c=d&e", "100%25 sure", "Schlüßel-ключ-鍵", "????????"]
        {
            let token = Token::new(text).unwrap();
            assert!(token.is(text.as_bytes()), "{text}");
            assert!(token.is(token.in_address().as_bytes()), "{text}");
            assert!(token.is_in_query(&token.in_address()), "{text}");
            assert!(!token.in_address().contains(['+', '/', '=', '&', ' ', '?', '#']), "{text}");
            let most: String = text.chars().skip(1).collect();
            for wrong in ["", "x", &most, &format!("{text} ")] {
                assert!(!token.is(wrong.as_bytes()) && !token.is_in_query(wrong), "{wrong}");
            }
        }
        // As URLSearchParams writes it.
        assert!(Token::new("a b+c d e").unwrap().is_in_query("a+b%2Bc+d+e"));
        assert!(!format!("{:?}", Token::new("correct horse").unwrap()).contains("horse"));
    }

    #[test]
    fn what_is_no_token_is_said() {
        assert_eq!(Token::new("short"), Err(TokenError::Short(5)));
        // Seven letters, fourteen bytes.
        assert_eq!(Token::new("ключики"), Err(TokenError::Short(7)));
        assert_eq!(Token::new(&"x".repeat(1001)), Err(TokenError::Long(1001)));
        for blank in ["two\nlines here", " leading space", "trailing space ", "nul\0nul\0nul"] {
            assert_eq!(Token::new(blank), Err(TokenError::Blank), "{blank:?}");
        }
    }
}
