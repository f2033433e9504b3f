//! The history as files other programs read: PGN and CSV.

use endgame::rules::Position;

use super::ending::Over;
use super::practised::PracticePosition;
use super::recorded::{Listing, RecordedGame};
use crate::dates;
use crate::other_games::game_file::variant_tag;
use crate::pgn::{Game, Played, write};
use crate::schema::practice::PastGame;

/// Every game as PGN, the first one first; games are given the latest first. A damaged game is
/// written as far as its moves can be made, with a comment that says so; one that cannot even begin
/// is named in a line that PGN readers pass over.
pub fn pgn(listing: &Listing) -> String {
    let mut text = String::new();
    let mut left_out = String::new();
    let mut index = 0;
    for recorded in listing.games.iter().rev() {
        let start = &recorded.game.start_fen;
        let text_of = match recorded.game.game {
            None => Position::from_fen(start).ok().map(|at| written(at, index + 1, recorded)),
            Some(game) => game.read(start).ok().map(|at| written(at, index + 1, recorded)),
        };
        match text_of {
            Some(game) => {
                index += 1;
                text.push_str(&game);
            }
            None => left_out.push_str(&not_written(&recorded.game.id, "its start is no position")),
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

/// A game as text, from its start.
fn written<P: PracticePosition>(mut at: P, index: usize, recorded: &RecordedGame) -> String {
    let RecordedGame { game: row, moves } = recorded;
    let mut game = Game::new(P::Board::from(at.clone()));
    for (place, made) in moves.iter().enumerate() {
        let play = at.read_move(&made.uci).ok().filter(|_| made.ply == place + 1);
        let Some(play) = play else {
            let said = format!("practice game {} is damaged from ply {} on", row.id, place + 1);
            match game.moves.last_mut() {
                Some(last) => last.comments.push(said),
                None => game.opening_comments.push(said),
            }
            break;
        };
        at = at.next(&play);
        game.moves.push(Played::new(play));
    }
    let (you, opponent) = ("You".to_owned(), row.told_opponent().unwrap_or("?").to_owned());
    let (white, black) = if row.you.is_white() { (you, opponent) } else { (opponent, you) };
    let date = dates::written(row.started)[..10].replace('-', ".");
    let variant = row.game.map(|game| variant_tag(game).map(str::to_owned));
    let tags = [
        ("Event", "Practice with Fallible".to_owned()),
        ("Date", date),
        ("Round", index.to_string()),
        ("White", white),
        ("Black", black),
        ("Goal", row.goal.word().to_owned()),
    ];
    game.index = index;
    game.tags = tags.map(|(name, value)| (name.to_owned(), value)).to_vec();
    game.tags.extend(variant.map(|[name, value]| (name, value)));
    game.result = row.over.map_or("*", Over::result).to_owned();
    write::game(&game)
}

/// Every game as a line of CSV, the first one first; of games that cannot be read the name only, at
/// the end.
pub fn csv(listing: &Listing) -> String {
    const COLUMNS: usize = 13;
    let mut text = String::from(
        "id,started,material,you,goal,depth,opponent,result,reached,moves,conceded,competence,start_fen\n",
    );
    for recorded in listing.games.iter().rev() {
        let game = &recorded.game;
        let line = PastGame::from(recorded);
        let cells: [String; COLUMNS] = [
            line.id,
            line.started,
            line.material,
            game.you.fold_wb("white", "black").to_owned(),
            game.goal.word().to_owned(),
            line.depth.map(|depth| depth.to_string()).unwrap_or_default(),
            game.told_opponent().unwrap_or_default().to_owned(),
            line.result.unwrap_or_default().into_owned(),
            line.reached.map(|reached| reached.to_string()).unwrap_or_default(),
            line.moves.to_string(),
            line.conceded.to_string(),
            line.competence.map(|mean| format!("{mean:.2}")).unwrap_or_default(),
            game.start_fen.clone(),
        ];
        text.push_str(&cells.map(|cell| csv_cell(&cell)).join(","));
        text.push('\n');
    }
    for unreadable in &listing.unreadable {
        text.push_str(&format!("{}{}\n", csv_cell(&unreadable.id), ",".repeat(COLUMNS - 1)));
    }
    text
}

/// A cell of CSV: in quotes where a comma, a quote or a line's end would break the line.
pub fn csv_cell(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
