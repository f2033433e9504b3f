//! Five positions a day, by spaced repetition: what went wrong in your games, and lessons not seen yet.

use std::collections::HashSet;

use endgame::rules::Position;
use endgame::tables::Tables;
use value::{ChoiceSource, Outcome};

use super::PracticeError;
use super::coaching::LEAST;
use super::lessons;
use super::practised::PracticePosition;
use super::recorded::RecordedGame;
use crate::dates::written;
use crate::described::Described;
use crate::endgame_names::plain_name;
use crate::schema::practice::{BetterMove, TodaysPosition};

/// Positions of a day.
pub const A_DAY: usize = 5;

/// The most positions of a day that are new and from your own games.
const MOST_NEW_SLIPS: usize = 3;

/// Days until a position comes back after being answered right once, twice, ... in a row.
const WAITS: [i64; 6] = [1, 3, 7, 16, 35, 80];

/// A position that was asked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// You are to move.
    pub fen: String,
    /// What it is from.
    pub title: String,
    /// Why it was asked first.
    pub why: String,
    /// Days on which it was answered right, since it last was not.
    pub right_in_a_row: u32,
    /// The day from which it may come back, counted from 1970-01-01.
    pub due: i64,
}

impl Card {
    /// The card after an answer: a right one puts it off, a wrong one brings it back tomorrow.
    pub fn answered(&self, is_right: bool, day: i64) -> Card {
        let right_in_a_row = if is_right { self.right_in_a_row + 1 } else { 0 };
        let wait = WAITS[(right_in_a_row.saturating_sub(1) as usize).min(WAITS.len() - 1)];
        Card { right_in_a_row, due: day + wait, ..self.clone() }
    }
}

/// The positions of a day: first those that are due, the longest overdue first; then slips of your games,
/// the latest first; then lessons in their order; then what would be due next.
pub fn choose(cards: &[Card], games: &[RecordedGame], day: i64) -> Vec<TodaysPosition> {
    let known: HashSet<&str> = cards.iter().map(|card| card.fen.as_str()).collect();
    let mut waiting: Vec<&Card> = cards.iter().collect();
    waiting.sort_by(|a, b| a.due.cmp(&b.due).then_with(|| a.fen.cmp(&b.fen)));
    let (due, later): (Vec<&Card>, Vec<&Card>) = waiting.iter().partition(|card| card.due <= day);
    let again = |card: &&Card| position(&card.fen, &card.title, card.why.clone());
    let slips = games.iter().flat_map(slips).filter(|one| !known.contains(one.fen.as_str()));
    let lessons = lessons::all().iter().filter_map(|lesson| {
        let fen = lesson.position().ok()?.fen();
        let why = format!("From the lesson “{}”.", lesson.title);
        (!known.contains(fen.as_str())).then(|| position(&fen, &lesson.title, why))
    });
    let all = due.iter().map(again).chain(slips.take(MOST_NEW_SLIPS)).chain(lessons);
    let mut seen = HashSet::new();
    let mut chosen: Vec<TodaysPosition> = Vec::new();
    for one in all.chain(later.iter().map(again)) {
        if chosen.len() < A_DAY && seen.insert(one.fen.clone()) {
            chosen.push(one);
        }
    }
    chosen
}

fn position(fen: &str, title: &str, why: String) -> TodaysPosition {
    TodaysPosition { fen: fen.to_owned(), title: title.to_owned(), why, right: None }
}

/// The positions of a game of chess in which you gave something away.
fn slips(recorded: &RecordedGame) -> Vec<TodaysPosition> {
    let game = &recorded.game;
    let start = if game.game.is_none() { Position::from_fen(&game.start_fen).ok() } else { None };
    let Some(mut at) = start else { return Vec::new() };
    let mut found = Vec::new();
    for made in &recorded.moves {
        let Ok(play) = at.read_move(&made.uci) else { break };
        let gave = made.value_conceded || made.conceded.is_some_and(|conceded| conceded >= LEAST);
        if made.by_you && gave {
            let day = &written(game.started)[..10];
            let why = format!("You played {} here on {day}.", at.san(play));
            found.push(position(&at.fen(), &plain_name(&at.material().normalized()), why));
        }
        at = at.next(&play);
    }
    found
}

/// Days in a row, up to this one or the one before, among days on which everything was answered.
pub fn streak(complete: &[i64], day: i64) -> u32 {
    let done: HashSet<i64> = complete.iter().copied().collect();
    let last = if done.contains(&day) { day } else { day - 1 };
    (0..).take_while(|back| done.contains(&(last - i64::from(*back)))).count() as u32
}

/// What a move is worth as an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether no move is better, or only by one move of depth.
    pub is_right: bool,
    /// In a sentence.
    pub sentence: String,
    /// The best moves.
    pub best: Vec<BetterMove>,
}

/// Judges a move by the tables; the text is a move in either notation.
pub fn judge(tables: &Tables, at: &Position, text: &str) -> Result<Answer, PracticeError> {
    let play = at.read_move(text)?;
    let choices = tables.choices(at)?;
    let (Some(best), Some(played)) = (choices.best(), choices.find(&play)) else {
        return Err(PracticeError::OverAtStart);
    };
    let value = choices[played].value;
    let san = at.san(play);
    let names = choices.optimal().into_iter().map(|one| choices[one].play);
    let names: Vec<BetterMove> =
        names.map(|play| BetterMove { uci: at.uci(play), san: at.san(play) }).collect();
    let is_only = names.len() == 1 && choices.len() > 1;
    let (is_right, sentence) = match (value.conceded(best), best) {
        (Some(0), _) if is_only => (true, format!("{san} is the only best move.")),
        (Some(0), Outcome::Draw) => (true, format!("{san} holds the draw.")),
        (Some(0), _) => (true, format!("{san} is a best move.")),
        (Some(1), _) => (true, format!("{san} is good; {} is one move better.", names[0].san)),
        (Some(more), Outcome::Win(_)) => (false, format!("{san} still wins, {more} moves later.")),
        (Some(more), _) => (false, format!("{san} loses {more} moves sooner.")),
        (None, Outcome::Win(_)) => (false, format!("{san} gives the win away.")),
        (None, _) => (false, format!("{san} loses.")),
    };
    Ok(Answer { is_right, sentence, best: names })
}
