//! The history as files other programs read: PGN and CSV.

use endgame::rules::{Board, Position};
use study::pgn::{Game, Played, write};

use super::review::PastGame;
use crate::history::{Kept, Listing};
use crate::position::read_move;

/// Every game as PGN, the first one first; games are given the latest first. A damaged game is
/// written as far as its moves can be made, with a comment that says so; one that cannot even begin
/// is named in a line that PGN readers pass over.
pub fn pgn(listing: &Listing) -> String {
    let mut text = String::new();
    let mut left_out = String::new();
    let mut index = 0;
    for kept in listing.games.iter().rev() {
        match written(index + 1, kept) {
            Some(game) => {
                index += 1;
                text.push_str(&write::game(&game));
            }
            None => left_out.push_str(&not_written(&kept.0.id, "its start is no position")),
        }
    }
    for unreadable in &listing.unreadable {
        left_out.push_str(&not_written(&unreadable.id, &unreadable.why));
    }
    text.push_str(&left_out);
    text
}

/// A line for a game that cannot be written. `%` at the start of a line is PGN's own mark for what
/// is not of the game.
fn not_written(id: &str, why: &str) -> String {
    let plain = |text: &str| text.replace(|letter: char| letter.is_control(), " ");
    format!("% practice game {} is damaged and left out: {}\n", plain(id), plain(why))
}

fn written(index: usize, kept: &Kept) -> Option<Game> {
    let (row, moves) = kept;
    let mut at = Position::from_fen(&row.start_fen).ok()?;
    let mut game = Game::new(Board::from(at.clone()));
    for (place, made) in moves.iter().enumerate() {
        let play = read_move(&at, &made.uci).ok().filter(|_| made.ply == place + 1);
        let Some(play) = play else {
            let said = format!("practice game {} is damaged from ply {} on", row.id, place + 1);
            match game.moves.last_mut() {
                Some(last) => last.comments.push(said),
                None => game.opening_comments.push(said),
            }
            break;
        };
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
    Some(game)
}

/// Every game as a line of CSV, the first one first; of games that cannot be read the name only, at
/// the end.
pub fn csv(listing: &Listing) -> String {
    const COLUMNS: usize = 13;
    let mut text = String::from(
        "id,started,material,you,goal,depth,opponent,result,reached,moves,conceded,competence,start_fen\n",
    );
    for kept in listing.games.iter().rev() {
        let line = PastGame::of(kept);
        let number = |number: Option<String>| number.unwrap_or_default();
        let told = !kept.0.surprise || kept.0.over.is_some();
        let cells: [String; COLUMNS] = [
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
    for unreadable in &listing.unreadable {
        text.push_str(&format!("{}{}\n", quoted(&unreadable.id), ",".repeat(COLUMNS - 1)));
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
