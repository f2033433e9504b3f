//! The history as files other programs read: PGN and CSV.

use endgame::rules::{Board, Position};
use study::pgn::{Game, Played, write};

use super::review::{Kept, PastGame};
use crate::errors::Answer;
use crate::position::read_move;

/// Every game as PGN, the first one first; games are given the latest first.
pub fn pgn(games: &[Kept]) -> Answer<String> {
    let mut text = String::new();
    for (index, kept) in games.iter().rev().enumerate() {
        text.push_str(&write::game(&written(index + 1, kept)?));
    }
    Ok(text)
}

fn written(index: usize, kept: &Kept) -> Answer<Game> {
    let (row, moves) = kept;
    let mut at = Position::from_fen(&row.start_fen)?;
    let mut game = Game::new(Board::from(at.clone()));
    for made in moves {
        let play = read_move(&at, &made.uci)?;
        at = at.after(play);
        game.moves.push(Played::new(play));
    }
    let told = !row.surprise || row.over.is_some();
    let opponent = if told { row.opponent.clone() } else { "?".to_owned() };
    let (white, black) = match row.you.as_str() {
        "white" => ("You".to_owned(), opponent),
        _ => (opponent, "You".to_owned()),
    };
    let date = crate::dates::written(row.started)[..10].replace('-', ".");
    let tags = [
        ("Event", "Practice with Fallible".to_owned()),
        ("Date", date),
        ("Round", index.to_string()),
        ("White", white),
        ("Black", black),
        ("Goal", row.goal.clone()),
    ];
    game.index = index;
    game.tags = tags.map(|(name, value)| (name.to_owned(), value)).to_vec();
    game.result = row.over.as_ref().map_or("*", |(result, ..)| result).to_owned();
    Ok(game)
}

/// Every game as a line of CSV, the first one first.
pub fn csv(games: &[Kept]) -> String {
    let mut text = String::from(
        "id,started,material,you,goal,depth,opponent,result,reached,moves,conceded,competence,start_fen\n",
    );
    for kept in games.iter().rev() {
        let line = PastGame::of(kept);
        let number = |number: Option<String>| number.unwrap_or_default();
        let told = !kept.0.surprise || kept.0.over.is_some();
        let cells = [
            line.id,
            line.started,
            line.material,
            line.you,
            line.goal,
            number(line.depth.map(|depth| depth.to_string())),
            if told { kept.0.opponent.clone() } else { String::new() },
            line.result.unwrap_or_default(),
            number(line.reached.map(|reached| reached.to_string())),
            line.moves.to_string(),
            line.conceded.to_string(),
            number(line.competence.map(|mean| format!("{mean:.2}"))),
            kept.0.start_fen.clone(),
        ];
        text.push_str(&cells.map(|cell| quoted(&cell)).join(","));
        text.push('\n');
    }
    text
}

/// In quotes where a comma, a quote or a line's end would break the line.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
