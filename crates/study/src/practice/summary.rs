//! The columns of table 7.1: one row for a game of a person against a program.
//!
//! ```text
//! NH EH TH      the person's moves but the first, mistakes among them, moves conceded
//! NC EC TC      the program's moves that were answered, mistakes among them, moves conceded
//! p = E / N     del = T / E     d = T / N     Net = dH - dC     DMAX: see `player::quality`
//! ```
//!
//! The move from the initial position is left out: no program has had its say yet. A draw counts as a
//! position 50 moves deep, so a win given away at depth `D` is a mistake of `50 - D`. With the latter,
//! game 10 of the table prints 69; without that move, worth 29, table 7.7's row E comes out as printed.

use player::quality::{Endurance, Errors};
use serde::Serialize;

use super::record::{By, End, Record, RecordedMove};
use crate::schema::Word;
use crate::schema::quality::MistakeCounts;

/// What a draw counts as.
pub const DRAW_AS_DEPTH: u16 = 50;

/// A first move that concedes at least so much is shown beside the depth. The thesis has 4 or more
/// and names no bound.
pub const LARGE_FIRST_ERROR: u16 = 3;

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// `#`: from 1.
    pub number: usize,
    /// `S`: who played.
    pub subject: String,
    /// `P`: against which program; none while the game goes on.
    pub program: Option<String>,
    /// `D`: the depth at the start.
    pub depth: u16,
    /// The depth that a large error with the very first move made of it.
    pub depth_after_first_error: Option<u16>,
    /// The person's: `NH`, `EH`, `TH`.
    pub person: MistakeCounts,
    /// The program's: `NC`, `EC`, `TC`.
    pub machine: MistakeCounts,
    /// Whether a draw is among the person's mistakes.
    pub draw_included: bool,
    /// `Net = dH - dC`.
    pub net: Option<f64>,
    /// `DMAX`, as the table prints it; none before a move counts.
    pub deepest_won: Option<String>,
    /// How it ended, in words; none while it goes on.
    pub end: Option<Word>,
}

impl Row {
    /// The row of a game.
    pub fn of(number: usize, record: &Record) -> Row {
        let size = |made: &RecordedMove| made.conceded.unwrap_or_else(|| draw_error(made.depth));
        let count = |moves: &mut dyn Iterator<Item = &RecordedMove>| {
            let mut errors = Errors::default();
            moves.for_each(|made| errors.add(Some(size(made))));
            errors
        };
        let answered = match record.moves.last() {
            Some(made) if made.by == By::Program => record.moves.len() - 1,
            _ => record.moves.len(),
        };
        let person = count(&mut record.moves_by(By::Person).skip(1));
        let machine = &mut record.moves[..answered].iter().filter(|made| made.by == By::Program);
        let machine = count(machine);
        let first = record.moves_by(By::Person).next();
        let large = first.map(size).filter(|&conceded| conceded >= LARGE_FIRST_ERROR);
        let endurance = Endurance {
            moves_allowed: record.moves_allowed,
            ..Endurance::of_jansen(record.deepest)
        };
        let net = person.net(&machine);
        Row {
            number,
            subject: record.player.clone(),
            program: record.program.clone(),
            depth: record.depth,
            depth_after_first_error: large.map(|conceded| record.depth + conceded),
            draw_included: record.moves_by(By::Person).skip(1).any(|made| made.conceded.is_none()),
            net,
            deepest_won: net.map(|net| endurance.deepest_won(net).to_string()),
            person: (&person).into(),
            machine: (&machine).into(),
            end: record.end.map(|end| End::said(end).into()),
        }
    }
}

/// What giving a win away at this depth counts, at least 1.
pub fn draw_error(depth: u16) -> u16 {
    DRAW_AS_DEPTH.saturating_sub(depth).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &[(By, u16, Option<u16>)]) -> Record {
        let made = |&(by, depth, conceded): &(By, u16, Option<u16>)| {
            let (san, uci) = ("Ka1".to_owned(), "a2a1".to_owned());
            RecordedMove { by, san, uci, depth, conceded }
        };
        Record {
            format: 1,
            game: None,
            goal: crate::practice::Goal::Win,
            player: "A2".to_owned(),
            endgame: "KQKR".to_owned(),
            metric: "dtc".to_owned(),
            seed: 1,
            programs: vec!["infallible".to_owned()],
            moves_allowed: 50,
            deepest: 31,
            start: String::new(),
            depth: 14,
            moves: moves.iter().map(made).collect(),
            end: None,
            program: None,
        }
    }

    #[test]
    fn the_first_move_and_the_last_reply_do_not_count() {
        use By::{Person, Program};
        let moves = [
            (Person, 14, Some(5)),
            (Program, 18, Some(0)),
            (Person, 18, Some(2)),
            (Program, 19, Some(1)),
            (Person, 18, Some(0)),
            (Program, 17, Some(3)),
        ];
        let row = Row::of(1, &record(&moves));
        assert_eq!((row.depth, row.depth_after_first_error), (14, Some(19)));
        let counts = |of: MistakeCounts| (of.moves, of.mistakes, of.conceded, of.fatal);
        assert_eq!((counts(row.person), counts(row.machine)), ((2, 1, 2, 0), (2, 1, 1, 0)));
        assert_eq!((row.net, row.deepest_won.as_deref()), (Some(0.5), Some("30")));
        let row = Row::of(1, &record(&moves[..5]));
        assert_eq!(row.machine.moves, 2, "the last reply was answered");
        assert_eq!(Row::of(1, &record(&moves[..1])).net, None);
    }

    #[test]
    fn a_draw_is_fifty_deep() {
        use By::{Person, Program};
        let moves = [(Person, 14, Some(0)), (Program, 13, Some(0)), (Person, 21, None)];
        let row = Row::of(1, &record(&moves));
        assert_eq!((row.person.conceded, row.draw_included), (29, true));
        assert_eq!(draw_error(60), 1);
    }
}
