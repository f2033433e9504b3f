//! A game as PGN text: tags, moves, glyphs and comments, in lines of at most 80 characters.

use std::fmt::Write;

use super::Game;
use crate::described::Described;

/// The width of a line.
const WIDTH: usize = 80;

/// The seven tags that every game has, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The game as text, an empty line at its end. Moves are numbered by those of the colour that begins a game.
pub fn game<B: Described>(game: &Game<B>) -> String {
    let mut text = tags(game);
    text.push('\n');
    let mut lines = Lines::default();
    for comment in &game.opening_comments {
        lines.comment(comment);
    }
    let mut interrupted = true;
    let first = game.start.first_mover();
    let mut number = game.start.move_number().unwrap_or(1);
    for (ply, (board, played)) in game.replay().enumerate() {
        let name = board.name(&played.play);
        if board.turn() == first {
            number += u32::from(ply > 0);
            lines.word(&format!("{number}. {name}"));
        } else if interrupted {
            lines.word(&format!("{number}... {name}"));
        } else {
            lines.word(&name);
        }
        for glyph in &played.glyphs {
            lines.word(&format!("${glyph}"));
        }
        for comment in &played.comments {
            lines.comment(comment);
        }
        interrupted = !played.comments.is_empty();
    }
    lines.word(&game.result);
    text.push_str(&lines.text);
    text.push_str("\n\n");
    text
}

/// Text as PGN allows it: characters that are printed, in one line. A control character becomes a
/// space.
fn printed(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn tags<B: Described>(game: &Game<B>) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = printed(value).replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    for name in ROSTER {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        let value = if name == "Result" { Some(&*game.result) } else { game.tag(name) };
        tag(name, value.unwrap_or(unknown));
    }
    if !game.start.is_start() {
        tag("SetUp", "1");
        tag("FEN", &game.start.text());
    }
    let written = |name: &str| ROSTER.contains(&name) || name == "FEN" || name == "SetUp";
    // A name is letters, digits and underscores: anything else would not be read back.
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let others = game.tags.iter().filter(|(name, _)| !written(name) && is_name(name));
    for (name, value) in others {
        tag(name, value);
    }
    text
}

/// Words in lines that are not too long.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        // At the beginning of a line these would not be part of a comment.
        let may_begin = !word.starts_with('%') && !word.starts_with("[Event");
        if self.column > 0 {
            if self.column + 1 + width > WIDTH && may_begin {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// A comment in braces, which it cannot contain itself.
    fn comment(&mut self, said: &str) {
        let said = printed(said).replace('{', "(").replace('}', ")");
        format!("{{{}}}", said.trim()).split_whitespace().for_each(|word| self.word(word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{Games, Played};
    use endgame::rules::{Board, Position};

    #[test]
    fn what_is_written_is_read_back() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7").unwrap();
        let mut game = Game::new(Board::from(start));
        game.tags = [("White", "A \"quick\" \\ one"), ("Black", "B"), ("Note", "x")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec();
        game.opening_comments.push("from here".to_owned());
        let mut board = game.start.clone();
        for (number, san) in ["Kd7", "e4", "Kd8", "e5", "Kd7", "e6+", "Kxe6"].iter().enumerate() {
            let play = board.read_san(san).unwrap();
            board.play(play);
            let mut played = Played::new(play);
            if number % 2 == 1 {
                let words = vec!["many words [%clk 1:00:00] make long lines"; number];
                played.comments.push(words.join(" "));
                played.glyphs.push(1);
            }
            game.moves.push(played);
        }
        game.result = "1/2-1/2".to_owned();
        let text = super::game(&game);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        let flat = text.replace('\n', " ");
        assert!(flat.contains("7... Kd7 8. e4 $1 {many") && flat.contains(" 8... Kd8 9. e5"));
        let read: Vec<_> = Games::new("x", text.as_bytes()).collect();
        assert_eq!(read.len(), 1);
        let read = read[0].as_ref().unwrap();
        assert_eq!(read.moves, game.moves);
        assert_eq!((&read.start, &read.result), (&game.start, &game.result));
        assert_eq!(read.tag("White"), game.tag("White"));
        assert_eq!(super::game(read), text);
    }

    /// Whatever tags and comments hold, what is written is one game of printed characters, and
    /// says the same when it is read and written again.
    #[test]
    fn nothing_foreign_breaks_the_text() {
        let mut game = Game::new(Board::default());
        let foreign = "a\x1b[31m\x07\u{9b}b\r\n\0c\u{7f}";
        game.tags = [("White", foreign), ("Bad name\x1b", "x"), ("", "x"), ("Note", foreign)]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec();
        let play = game.start.read_san("e4").unwrap();
        let long = |word: &str| format!("{} {word} {}", "x".repeat(70), "y".repeat(70));
        let comments = [foreign, &long("%z"), &long("[Event \"2\"]"), "} 1-0 {"];
        game.moves
            .push(Played { comments: comments.map(str::to_owned).to_vec(), ..Played::new(play) });
        let text = super::game(&game);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
        let read: Vec<_> = Games::new("x", text.as_bytes()).collect();
        assert_eq!(read.len(), 1, "{text}");
        let read = read[0].as_ref().unwrap();
        assert_eq!((read.moves.len(), read.tag("White")), (1, Some("a [31m  b   c ")));
        assert_eq!(read.moves[0].comments[1], comments[1]);
        assert_eq!(super::game(read), text);
    }
}
