//! Positions that a coach gives to others: read from lines of FEN, or from games as PGN.

use endgame::material::MOST_MEN_LISTED;
use endgame::rules::Position;

use super::practised::PracticePosition;
use crate::endgame_names::plain_name;
use crate::pgn::{Game, Games};
use crate::schema::practice::{PositionSet, SetPosition};

/// The most positions of a set.
pub const MOST_POSITIONS: usize = 100;

/// Reads a text: games if it has tags or move numbers, else a position on every line. Of a game it is the
/// position it starts from, or the first one that the tables know.
pub fn read(text: &str) -> PositionSet {
    let mut set = PositionSet { positions: Vec::new(), left_out: Vec::new() };
    let is_game = |line: &str| line.trim_start().starts_with(['[', '1']) && !line.contains('/');
    if text.lines().any(is_game) {
        games(text, &mut set);
    } else {
        lines(text, &mut set);
    }
    if set.positions.len() > MOST_POSITIONS {
        let left = set.positions.len() - MOST_POSITIONS;
        set.left_out.push(format!("{left} more positions: a set has at most {MOST_POSITIONS}"));
        set.positions.truncate(MOST_POSITIONS);
    }
    set
}

/// A position on every line; what stands before a colon is what it is called.
fn lines(text: &str, set: &mut PositionSet) {
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (title, fen) = match line.split_once(": ") {
            Some((title, fen)) => (Some(title.trim()), fen.trim()),
            None => (None, line),
        };
        match Position::from_fen(fen) {
            Ok(position) => add(set, format!("line {}", at + 1), &position, title),
            Err(error) => set.left_out.push(format!("line {}: {error}", at + 1)),
        }
    }
}

fn games(text: &str, set: &mut PositionSet) {
    for game in Games::new("pasted.pgn", text.as_bytes()) {
        match game {
            Ok(game) => {
                let place = format!("game {}", game.index);
                match first_known(&game) {
                    Some(position) => add(set, place, &position, title(&game).as_deref()),
                    None => set.left_out.push(format!("{place}: no position of up to five men")),
                }
            }
            Err(error) => set.left_out.push(error.to_string()),
        }
    }
}

/// What a game's event says, unless that is nothing.
fn title(game: &Game) -> Option<String> {
    let event = game.tag("Event")?.trim();
    (!matches!(event, "" | "?" | "-")).then(|| event.chars().take(60).collect())
}

fn first_known(game: &Game) -> Option<Position> {
    let mut boards: Vec<_> = game.replay().map(|(board, _)| board).collect();
    if boards.is_empty() {
        boards.push(game.start.clone());
    }
    let mut known = boards.iter().filter(|board| board.count_men() <= MOST_MEN_LISTED);
    known.find_map(|board| board.position())
}

fn add(set: &mut PositionSet, place: String, position: &Position, title: Option<&str>) {
    let men = position.men().len();
    if men > MOST_MEN_LISTED {
        set.left_out.push(format!("{place}: {men} men, and the tables know five"));
    } else if position.is_over() {
        set.left_out.push(format!("{place}: the game is over there"));
    } else {
        let name = || plain_name(&position.material().normalized());
        let title = title.map_or_else(name, str::to_owned);
        set.positions.push(SetPosition { fen: position.fen(), title });
    }
}
