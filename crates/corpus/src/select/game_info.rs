//! What the tags of a game say.

use std::ops::RangeInclusive;

use endgame::rules::Color;
use study::pgn::Game;

use crate::decision::GameInfo;

/// Ratings that are believed; others are misprints or placeholders and count as unknown.
pub const RATINGS: RangeInclusive<u16> = 600..=3000;

/// The tags of a game in a file of this name.
pub fn game_info(file: &str, game: &Game) -> GameInfo {
    let known = |name| {
        let value = game.tag(name).map(str::trim);
        value.filter(|value| !matches!(*value, "" | "?" | "-")).map(str::to_owned)
    };
    let players = [Color::White, Color::Black].map(|color| game.player(color).trim().to_owned());
    let ratings = ["WhiteElo", "BlackElo"].map(|name| rating(game.tag(name)));
    GameInfo {
        file: file.to_owned(),
        number: game.index,
        event: known("Event"),
        site: known("Site"),
        date: known("Date").filter(|date| *date != "????.??.??"),
        eco: known("ECO"),
        time_control: known("TimeControl"),
        players,
        ratings,
        result: game.result.clone(),
    }
}

fn rating(tag: Option<&str>) -> Option<u16> {
    tag?.trim().parse().ok().filter(|rating| RATINGS.contains(rating))
}
