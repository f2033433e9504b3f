//! The lines of the UCI protocol: commands of a GUI, replies of an engine.
//!
//! Parsing is as tolerant as the protocol asks: an unknown word is skipped and the rest of the line
//! counts. Whether a move is legal is not checked here.
//!
//! - [`command`]: GUI to engine; [`reply`]: engine to GUI; [`option_line`]: an option it offers

pub mod command;
pub mod option_line;
pub mod reply;

pub use command::{Command, Go, Start};
pub use option_line::{Kind, OptionLine, OptionValue};
pub use reply::{Info, Reply};

/// An empty string, as the protocol writes it.
pub const EMPTY: &str = "<empty>";

/// The words of a line, one taken after the other.
struct Words<'a> {
    left: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
}

impl<'a> Words<'a> {
    fn new(line: &'a str) -> Words<'a> {
        Words { left: line.split_whitespace().peekable() }
    }

    fn next(&mut self) -> Option<&'a str> {
        self.left.next()
    }

    /// The next word if it is a number; otherwise it stays.
    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        let number = self.left.peek()?.parse().ok()?;
        self.left.next();
        Some(number)
    }

    /// The words before the next of these, with single spaces.
    fn until(&mut self, ends: &[&str]) -> String {
        let mut words: Vec<&str> = Vec::new();
        while let Some(word) = self.left.next_if(|word| !ends.contains(word)) {
            words.push(word);
        }
        words.join(" ")
    }

    /// The words that look like moves.
    fn moves(&mut self) -> Vec<String> {
        let mut moves = Vec::new();
        while let Some(word) = self.left.next_if(|word| looks_like_a_move(word)) {
            moves.push(word.to_owned());
        }
        moves
    }

    fn rest(&mut self) -> String {
        self.until(&[])
    }
}

/// `e2e4`, `e7e8q`: two squares and perhaps a letter. Whether it is legal is for others to say.
fn looks_like_a_move(word: &str) -> bool {
    let square = |at: usize| {
        matches!(word.as_bytes().get(at), Some(b'a'..=b'h'))
            && matches!(word.as_bytes().get(at + 1), Some(b'1'..=b'8'))
    };
    word == "0000"
        || square(0)
            && square(2)
            && (word.len() == 4 || word.len() == 5 && word.as_bytes()[4].is_ascii_alphabetic())
}
