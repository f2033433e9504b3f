//! A PGN file cut into the texts of its games, so that whatever is wrong with one ends with it.
//!
//! However long the file, its lines and its games: no more than [`LONGEST_GAME`] bytes are kept.

use std::io::{self, BufRead, BufReader, Read};

use endgame::rules::is_san;

/// Bytes a game may have; the longest real ones have a tenth of it.
pub(super) const LONGEST_GAME: usize = 4 << 20;

pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of a game.
#[derive(Debug)]
pub(super) struct Part {
    /// Its first line in the file, from 1.
    pub(super) line: u64,
    /// The text; its beginning, if it is longer than a game may be.
    pub(super) text: Vec<u8>,
    /// Whether it is longer.
    pub(super) too_long: bool,
}

/// A line with its number; its beginning, if it is longer than a game may be.
#[derive(Debug, Default)]
struct Line {
    number: u64,
    text: Vec<u8>,
    too_long: bool,
}

/// Games as bytes, one after the other.
pub(super) struct Split<R> {
    bytes: BufReader<R>,
    /// The first line of the next game.
    ahead: Option<Line>,
    /// Lines read so far.
    lines: u64,
}

impl<R: Read> Split<R> {
    pub(super) fn new(bytes: R) -> Split<R> {
        Split { bytes: BufReader::with_capacity(1 << 16, bytes), ahead: None, lines: 0 }
    }

    /// Where the bytes come from.
    pub(super) fn source(&self) -> &R {
        self.bytes.get_ref()
    }

    /// The number of the line to be read next, from 1.
    pub(super) fn next_line(&self) -> u64 {
        self.lines + 1
    }

    /// The next line with its end; none at the end of the file.
    fn read_line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Line { number: self.lines + 1, ..Line::default() };
        let mut read = 0;
        loop {
            let bytes = match self.bytes.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(bytes.len(), |at| at + 1);
            let room = LONGEST_GAME - line.text.len();
            line.text.extend_from_slice(&bytes[..taken.min(room)]);
            line.too_long |= taken > room;
            self.bytes.consume(taken);
            read += taken;
            if end.is_some() || taken == 0 {
                break;
            }
        }
        self.lines += u64::from(read > 0);
        Ok((read > 0).then_some(line))
    }
}

impl<R: Read> Iterator for Split<R> {
    type Item = io::Result<Part>;

    /// A tag after moves begins a game, and so do a second `Event`, even in a comment that nobody
    /// closed, and moves after a result.
    fn next(&mut self) -> Option<io::Result<Part>> {
        let mut part: Option<Part> = None;
        let (mut events, mut reading) = (false, Movetext::default());
        loop {
            let ahead = self.ahead.take().map(|line| Ok(Some(line)));
            let line = match ahead.unwrap_or_else(|| self.read_line()) {
                Ok(None) => return part.map(Ok),
                Ok(Some(line)) => line,
                Err(error) => return Some(Err(error)),
            };
            let start = line.text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line.text);
            let start = start.trim_ascii_start();
            let event = start.starts_with(b"[Event \"");
            let tag = start.starts_with(b"[") && !reading.comment;
            let mut next = reading;
            if !tag && (reading.comment || !start.is_empty() && !b"%;".contains(&start[0])) {
                next.read(&line.text);
            }
            let begins = event && (events || reading.begun)
                || tag && reading.begun
                || reading.ended && next.words > reading.words;
            if begins && part.is_some() {
                self.ahead = Some(line);
                return part.map(Ok);
            }
            (events, reading) = (events || event, next);
            match &mut part {
                Some(part) => part.add(line),
                // Empty lines before a game are nobody's.
                None if start.is_empty() => (),
                None => {
                    let Line { number, text, too_long } = line;
                    part = Some(Part { line: number, text, too_long });
                }
            }
        }
    }
}

impl Part {
    fn add(&mut self, line: Line) {
        let room = LONGEST_GAME - self.text.len();
        self.text.extend_from_slice(&line.text[..line.text.len().min(room)]);
        self.too_long |= line.too_long || line.text.len() > room;
    }
}

/// How far the moves of a game are read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Movetext {
    /// Whether there was anything.
    pub(crate) begun: bool,
    /// Whether a comment goes on in the next line.
    comment: bool,
    /// How many variations are open.
    variations: usize,
    /// Words outside comments and variations.
    words: usize,
    /// Whether the last of them was a result.
    ended: bool,
}

impl Movetext {
    /// Reads a line; gives its words outside comments and variations.
    pub(crate) fn read<'l>(&mut self, line: &'l [u8]) -> Vec<&'l [u8]> {
        self.begun = true;
        let mut words = Vec::new();
        let mut from = None;
        for (at, &byte) in line.iter().chain(b"\n").enumerate() {
            let part_of_word = !self.comment
                && self.variations == 0
                && !byte.is_ascii_whitespace()
                && !b"{}();".contains(&byte);
            if part_of_word {
                from = from.or(Some(at));
            } else if let Some(from) = from.take() {
                words.push(&line[from..at]);
            }
            match byte {
                b'}' => self.comment = false,
                b'{' => self.comment = true,
                b'(' if !self.comment => self.variations += 1,
                b')' if !self.comment => self.variations = self.variations.saturating_sub(1),
                b';' if !self.comment => break,
                _ => (),
            }
        }
        if let Some(last) = words.last() {
            self.words += words.len();
            self.ended = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].contains(last);
        }
        words
    }
}

/// The first word of a game's moves that should be a move and cannot be read as one, with how many
/// moves come before it. The reader of PGN passes over such words without a sound.
pub(super) fn first_unreadable(text: &[u8]) -> Option<(usize, String)> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let (mut before, mut reading) = (0, Movetext::default());
    for line in text.split(|&byte| byte == b'\n') {
        let start = line.trim_ascii_start();
        let in_tags = !reading.begun && (start.is_empty() || start.starts_with(b"["));
        if in_tags || line.starts_with(b"%") {
            continue;
        }
        for word in reading.read(line).into_iter().map(String::from_utf8_lossy) {
            let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            let word = word.split('$').next().unwrap_or_default().trim_end_matches(['!', '?']);
            let like_a_move = word.starts_with(|c: char| c.is_ascii_alphabetic())
                && word.contains(|c: char| c.is_ascii_digit())
                && word != "Z0";
            if is_san(word) {
                before += 1;
            } else if like_a_move {
                return Some((before, word.to_owned()));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let parts = Split::new(text.as_bytes()).map(Result::unwrap);
        parts.map(|part| String::from_utf8(part.text).unwrap()).collect()
    }

    #[test]
    fn games_begin_with_tags() {
        let games = [
            "\u{feff}[Event \"1\"]\n% escaped\n[White \"A\"]\n\n1. e4 {a comment\n[%clk 1] of two lines} e5 *\n\n",
            "[Event \"2\"]\n\n",
            "[Event \"3\"]\n\n1. e4 {never closed\n",
            "[Event \"4\"]\n\n1. d4 *\n",
            "[White \"5\"]\n1. d4 *",
        ];
        assert_eq!(split(&games.concat()), games);
        assert!(split("").is_empty());
    }

    #[test]
    fn a_result_ends_a_game_without_tags() {
        let games = [
            "1. e4 e5 1/2-1/2 ; agreed *\n{White was\n1-0 up}\n\n",
            "1. d4 (1. c4 *) d5\n2. c4 {1-0} *\n",
            "1. c4 1-0 ; 0-1",
        ];
        assert_eq!(split(&games.concat()), games);
        let lines = Split::new("\n\n1. e4 *\n\n1. d4 *\n[White \"A\"]\n".as_bytes());
        let lines: Vec<u64> = lines.map(|part| part.unwrap().line).collect();
        assert_eq!(lines, [3, 5, 6]);
    }

    /// A line, or a comment nobody closed, without an end in sight: the next game is found.
    #[test]
    fn no_game_is_kept_beyond_its_bound() {
        let endless = std::iter::repeat_n(b'x', 3 * LONGEST_GAME);
        let comment = b"[White \"A\"]\n\n1. e4 {".iter().copied();
        let lines = std::iter::repeat_n(*b"a line\n", LONGEST_GAME / 4).flatten();
        let last = b"\n[Event \"last\"]\n1. e4 *\n".iter().copied();
        let bytes: Vec<u8> =
            endless.chain(last.clone()).chain(comment).chain(lines).chain(last).collect();
        let parts: Vec<Part> = Split::new(&bytes[..]).map(Result::unwrap).collect();
        let long: Vec<bool> = parts.iter().map(|part| part.too_long).collect();
        assert_eq!(long, [true, false, true, false]);
        assert!(parts.iter().all(|part| part.text.len() <= LONGEST_GAME));
        assert_eq!(parts[3].text, b"[Event \"last\"]\n1. e4 *\n");
    }

    #[test]
    fn words_that_are_no_moves_are_noticed() {
        let unreadable =
            |moves: &str| first_unreadable(format!("[A \"Kz9\"]\n\n{moves}").as_bytes());
        assert_eq!(unreadable("1. e4 e5 2.Qh9 Nc6"), Some((2, "Qh9".to_owned())));
        assert_eq!(
            unreadable("1. e4! {Kz9 (} ( 1. Kz9 ) e5$14 ; Kz9\n2. Sf3"),
            Some((2, "Sf3".to_owned()))
        );
        for fine in [
            "1. e4 e5 1-0",
            "1.O-O 0-0-0+ 1/2-1/2",
            "1.bxa8=Q+ -- Z0 N D *",
            "1. e4 (1. x9 {)} y9) e5",
        ] {
            assert_eq!(unreadable(fine), None, "{fine}");
        }
    }
}
