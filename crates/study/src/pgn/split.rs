//! A PGN file cut into the texts of its games, so that whatever is wrong with one ends with it.

use std::io::{self, BufRead, BufReader, Read};

use endgame::rules::is_san;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Games as bytes, one after the other.
pub(super) struct Split<R> {
    bytes: BufReader<R>,
    /// The first line of the next game.
    ahead: Vec<u8>,
}

impl<R: Read> Split<R> {
    pub(super) fn new(bytes: R) -> Split<R> {
        Split { bytes: BufReader::with_capacity(1 << 16, bytes), ahead: Vec::new() }
    }
}

impl<R: Read> Iterator for Split<R> {
    type Item = io::Result<Vec<u8>>;

    /// A tag after moves begins a game, and so does a second `Event`, even in a comment that
    /// nobody closed.
    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        let mut text = std::mem::take(&mut self.ahead);
        let (mut events, mut moves, mut comment) = (!text.is_empty(), false, false);
        loop {
            let mut line = Vec::new();
            match self.bytes.read_until(b'\n', &mut line) {
                Ok(0) if text.is_empty() => return None,
                Ok(0) => return Some(Ok(text)),
                Ok(_) => (),
                Err(error) => return Some(Err(error)),
            }
            let start = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line).trim_ascii_start();
            let event = start.starts_with(b"[Event \"");
            if event && (events || moves) || moves && !comment && start.starts_with(b"[") {
                self.ahead = line;
                return Some(Ok(text));
            }
            events |= event;
            if comment || !start.is_empty() && !b"[%;".contains(&start[0]) {
                moves = true;
                comment = ends_in_comment(&line, comment);
            }
            text.append(&mut line);
        }
    }
}

fn ends_in_comment(line: &[u8], mut comment: bool) -> bool {
    for &byte in line {
        match byte {
            b'{' => comment = true,
            b'}' => comment = false,
            b';' if !comment => return false,
            _ => (),
        }
    }
    comment
}

/// The first word of a game's moves that should be a move and cannot be read as one, with how many
/// moves come before it. The reader of PGN passes over such words without a sound.
pub(super) fn first_unreadable(text: &[u8]) -> Option<(usize, String)> {
    let text = String::from_utf8_lossy(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    let mut before = 0;
    for word in words(&text) {
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
    None
}

/// The words of the moves: tags, comments and variations left out.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut comment, mut depth, mut moves) = (false, 0usize, false);
    for line in text.lines() {
        let start = line.trim_start();
        if !moves && !comment && (start.is_empty() || start.starts_with('['))
            || line.starts_with('%')
        {
            continue;
        }
        moves = true;
        let mut word = None;
        for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
            let part_of_word = !comment && depth == 0 && !c.is_whitespace() && !"{}();".contains(c);
            match (part_of_word, word) {
                (true, None) => word = Some(at),
                (false, Some(from)) => {
                    words.push(&line[from..at]);
                    word = None;
                }
                _ => (),
            }
            match c {
                '}' => comment = false,
                '{' => comment = true,
                '(' if !comment => depth += 1,
                ')' if !comment => depth = depth.saturating_sub(1),
                ';' if !comment => break,
                _ => (),
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let parts = Split::new(text.as_bytes()).map(Result::unwrap);
        parts.map(|part| String::from_utf8(part).unwrap()).collect()
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
