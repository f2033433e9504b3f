//! Games of antichess and checkers read from files: PGN, and PDN, which is the same with squares for moves.

use std::collections::VecDeque;

use endgame::rules::Color;
use games::{AnyPosition, GameName};

use crate::pgn::read::{Tried, players};
use crate::pgn::split::{BYTE_ORDER_MARK, Movetext};
use crate::pgn::{FileBoard, Game, Played, Problem};

/// The tag that says which game a text is of.
pub fn variant_tag(game: GameName) -> [&'static str; 2] {
    match game {
        GameName::Antichess => ["Variant", "Antichess"],
        GameName::Suicide => ["Variant", "Suicide"],
        // The number of English draughts in PDN.
        GameName::Checkers => ["GameType", "21"],
    }
}

impl FileBoard for AnyPosition {
    type Rules = GameName;

    fn read_text(rules: GameName, text: &[u8]) -> VecDeque<Tried<AnyPosition>> {
        VecDeque::from([read(rules, text)])
    }
}

/// Words with which a game of either kind ends.
const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0"];

/// The game of a text, as far as its result.
fn read(rules: GameName, text: &[u8]) -> Tried<AnyPosition> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut game = Game::new(rules.start());
    let (mut reading, mut words) = (Movetext::default(), Vec::new());
    for line in text.split(|&byte| byte == b'\n') {
        let start = line.trim_ascii_start();
        if !reading.begun && (start.is_empty() || start.starts_with(b"[")) {
            game.tags.extend(tag(&String::from_utf8_lossy(start)));
        } else if !line.starts_with(b"%") {
            words.extend(reading.read(line).into_iter().map(String::from_utf8_lossy));
        }
    }
    let played = match begin(rules, &mut game) {
        Ok(()) => play(&mut game, words.iter().map(AsRef::as_ref)),
        Err(problem) => Err(problem),
    };
    match played {
        Err(problem) => Err((players(&game), problem)),
        Ok(()) if game.is_nothing() => Err((players(&game), Problem::NoGame)),
        Ok(()) => Ok(game),
    }
}

/// The name and the value of a tag: `[White "A \"quick\" one"]`.
fn tag(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.trim().strip_prefix('[')?.split_once('"')?;
    let (mut value, mut escaped) = (String::new(), false);
    for letter in rest.chars() {
        match letter {
            '"' if !escaped => return Some((name.trim().to_owned(), value)),
            '\\' if !escaped => escaped = true,
            _ => {
                value.push(letter);
                escaped = false;
            }
        }
    }
    None
}

/// Sets the board up as the tags say.
fn begin(rules: GameName, game: &mut Game<AnyPosition>) -> Result<(), Problem> {
    let [name, _] = variant_tag(rules);
    if let Some(found) = game.tag(name) {
        let fits = match rules {
            GameName::Checkers => found.split(',').next().map(str::trim) == Some("21"),
            _ => found.replace(' ', "").parse() == Ok(rules),
        };
        if !fits {
            return Err(Problem::NotThisGame { tag: name, found: found.to_owned(), game: rules });
        }
    }
    if let Some(fen) = game.tag("FEN") {
        game.start = rules.read(fen).map_err(|problem| Problem::OtherStart(problem.into()))?;
    }
    let decided = game.tag("Result").filter(|tag| RESULTS.contains(tag));
    game.result = decided.unwrap_or("*").to_owned();
    Ok(())
}

/// Makes the moves that are written.
fn play<'w>(
    game: &mut Game<AnyPosition>,
    words: impl Iterator<Item = &'w str>,
) -> Result<(), Problem> {
    let mut at = game.start.clone();
    for word in words {
        if RESULTS.contains(&word) {
            game.result = word.to_owned();
            return Ok(());
        }
        let word = without_number(word).split('$').next().unwrap_or_default();
        let name = word.trim_end_matches(['!', '?', '*']);
        // Ellipses, glyphs and signs that stand alone.
        if !name.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
            continue;
        }
        let play = at.read_move(name).map_err(|problem| {
            let plies = game.moves.len() + usize::from(game.start.turn() != at.first_mover());
            let first = game.start.move_number().unwrap_or(1) as usize;
            let dots = if at.turn() == at.first_mover() { "." } else { "..." };
            let number = format!("{}{dots}", first + plies / 2);
            Problem::OtherMove { played: format!("{number} {name}"), problem: problem.into() }
        })?;
        at = at.after(&play);
        game.moves.push(Played::new(play));
    }
    Ok(())
}

/// A word without the number of its move: `12.Ka2`, `1...15x22`. Squares are numbers, too, and have no dot.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// The colour that wins by a result, if one does.
pub fn winner(result: &str) -> Option<Color> {
    match result {
        "1-0" | "2-0" => Some(Color::White),
        "0-1" | "0-2" => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{GameError, Games, write};

    fn games(rules: GameName, text: &str) -> Vec<Result<Game<AnyPosition>, GameError>> {
        Games::new_by(rules, "test.pgn", text.as_bytes()).collect()
    }

    #[test]
    fn antichess_is_read_and_written() {
        let text = "[White \"A\"]\n[Variant \"Antichess\"]\n[FEN \"8/8/8/8/8/5k2/8/R6K w - - 0 7\"]\n\n\
            7. Ra2 {a comment} (7. Ra1) Kg2 $2 8.Rxg2 1-0\n\n\
            [Variant \"Antichess\"]\n\n1. e3 b5 2. Nf3 *\n\n\
            [Variant \"Atomic\"]\n\n1. e3 *\n\n[Variant \"Giveaway\"]\n\n1. e3 e6 *\n";
        let read = games(GameName::Antichess, text);
        assert_eq!(read.len(), 4);
        let first = read[0].as_ref().unwrap();
        assert_eq!((first.moves.len(), first.result.as_str()), (3, "1-0"));
        let written = write::game(first);
        assert!(written.contains("7. Ra2 Kg2 8. Rxg2 1-0"), "{written}");
        let again = games(GameName::Antichess, &written);
        assert_eq!(again[0].as_ref().unwrap().moves, first.moves);
        let said = read[1].as_ref().unwrap_err().to_string();
        assert!(
            said.contains("move 2. Nf3 is not legal: captures are forced, and there is Bxb5"),
            "{said}"
        );
        let said = read[2].as_ref().unwrap_err().to_string();
        assert!(said.contains("says Atomic, and games of antichess"), "{said}");
        assert!(read[3].is_ok());
        // A player of chess is told where such games are read.
        let chess: Vec<_> = Games::new("test.pgn", text.as_bytes()).collect();
        let said = chess[0].as_ref().unwrap_err().to_string();
        assert!(said.contains("--game antichess"), "{said}");
    }

    #[test]
    fn checkers_is_read_and_written() {
        let text = "[Black \"A\"]\n[White \"B\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 3.11-16 24-20 4.16x23 27x11 5.7x16 20x11 *\n\n\
            [FEN \"W:WK18:B7,15\"]\n\n1. ... 18x2 1-0\n\n[FEN \"8/8/8/8/8/8/8/K6k w\"]\n\n1. 1-5 *\n\n[GameType \"20\"]\n\n1. 32-28 *\n";
        let read = games(GameName::Checkers, text);
        assert_eq!(read.len(), 4);
        let first = read[0].as_ref().unwrap();
        assert_eq!(first.moves.len(), 10);
        let written = write::game(first);
        assert!(written.contains("1. 11-15 23-19 2. 8-11"), "{written}");
        assert_eq!(games(GameName::Checkers, &written)[0].as_ref().unwrap().moves, first.moves);
        let second = read[1].as_ref().unwrap();
        assert!(write::game(second).contains("1... 18x11x2 1-0"));
        assert_eq!(winner(&second.result), Some(Color::White));
        for (at, part) in [(2, "position of a chess board"), (3, "GameType says 20")] {
            let said = read[at].as_ref().unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        }
    }
}
