//! How an engine is started: a program with its arguments and options, and how long to wait for it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::evaluator::Method;

/// How to start an engine, and how long to wait for it.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Path of the program.
    pub path: PathBuf,
    /// Its command-line arguments.
    pub arguments: Vec<String>,
    /// UCI options to set, where the engine has them.
    pub options: Vec<(String, String)>,
    /// How to score moves. None: [`Method::MultiPv`] if the engine can keep a line for every move
    /// of any position, [`Method::Children`] otherwise.
    pub method: Option<Method>,
    /// How long the handshake may take.
    pub handshake: Duration,
    /// An engine that is silent for so long hangs.
    pub silence: Duration,
    /// The longest time between two new scores, however much the engine prints.
    pub longest: Duration,
}

impl Launch {
    /// A program with its arguments, as one line: words are parted by spaces, and quotes of either
    /// kind hold together what has spaces itself. A file of that whole name is the program.
    pub fn from_command(line: &str) -> Launch {
        if Path::new(line).is_file() {
            return Launch::new(line);
        }
        let mut words: Vec<String> = Vec::new();
        let (mut quote, mut within) = (None, false);
        for letter in line.chars() {
            if quote.is_none() && letter.is_whitespace() {
                within = false;
                continue;
            }
            if !std::mem::replace(&mut within, true) {
                words.push(String::new());
            }
            match (letter, quote) {
                ('"' | '\'', None) => quote = Some(letter),
                (_, Some(mark)) if letter == mark => quote = None,
                _ => words.last_mut().expect("the word has begun").push(letter),
            }
        }
        let mut words = words.into_iter();
        let path = words.next().unwrap_or_default();
        Launch { arguments: words.collect(), ..Launch::new(path) }
    }

    /// This program without arguments or options, with long deadlines.
    pub fn new(path: impl Into<PathBuf>) -> Launch {
        Launch {
            path: path.into(),
            arguments: Vec::new(),
            options: Vec::new(),
            method: None,
            handshake: Duration::from_secs(30),
            silence: Duration::from_secs(60),
            longest: Duration::from_secs(600),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_a_program_with_arguments() {
        let read = |line| {
            let Launch { path, arguments, .. } = Launch::from_command(line);
            (path.to_string_lossy().into_owned(), arguments.join("|"))
        };
        let of = |path: &str, arguments: &str| (path.to_owned(), arguments.to_owned());
        assert_eq!(read("stockfish"), of("stockfish", ""));
        assert_eq!(read(" stockfish  --a b "), of("stockfish", "--a|b"));
        assert_eq!(
            read("\"/my engines/e\" 'one two' it\"'\"s"),
            of("/my engines/e", "one two|it's")
        );
        assert_eq!(read("e \"\""), of("e", ""));
        assert_eq!(Launch::from_command("e \"\"").arguments, [""]);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("an engine");
        std::fs::write(&file, "").unwrap();
        let file = file.to_str().unwrap();
        assert_eq!(read(file), of(file, ""), "a file of that name");
    }
}
