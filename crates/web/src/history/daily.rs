//! The positions of each day and when they come back.

use rusqlite::{TransactionBehavior, params};
use study::practice::today::Card;
use study::schema::practice::TodaysPosition;

use super::{History, HistoryError};

/// Days looked back upon for a streak.
const MOST_DAYS: i64 = 4_000;

impl History {
    /// Every position that was asked before.
    pub(crate) fn cards(&self) -> Result<Vec<Card>, HistoryError> {
        let connection = self.lock();
        let mut statement =
            connection.prepare_cached("SELECT fen, title, why, right_in_a_row, due FROM cards")?;
        let cards = statement.query_map([], |row| {
            Ok(Card {
                fen: row.get(0)?,
                title: row.get(1)?,
                why: row.get(2)?,
                right_in_a_row: row.get(3)?,
                due: row.get(4)?,
            })
        })?;
        Ok(cards.collect::<rusqlite::Result<_>>()?)
    }

    /// The positions of a day on which something was answered; none if nothing was.
    pub(crate) fn daily(&self, day: i64) -> Result<Vec<TodaysPosition>, HistoryError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT fen, title, why, is_right FROM daily WHERE day = ?1 ORDER BY place",
        )?;
        let positions = statement.query_map([day], |row| {
            let right = row.get(3)?;
            Ok(TodaysPosition { fen: row.get(0)?, title: row.get(1)?, why: row.get(2)?, right })
        })?;
        Ok(positions.collect::<rusqlite::Result<_>>()?)
    }

    /// The days up to this one on which every position was answered, the last one first.
    pub(crate) fn complete_days(&self, day: i64) -> Result<Vec<i64>, HistoryError> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(
            "SELECT day FROM daily WHERE day BETWEEN ?1 - ?2 AND ?1
             GROUP BY day HAVING COUNT(is_right) = COUNT(*) ORDER BY day DESC",
        )?;
        let days = statement.query_map([day, MOST_DAYS], |row| row.get(0))?;
        Ok(days.collect::<rusqlite::Result<_>>()?)
    }

    /// Keeps the first answer of a day to a position, with the positions of that day and the card after it; an answer that
    /// was given before stands.
    pub(crate) fn answer(
        &self,
        day: i64,
        positions: &[TodaysPosition],
        card: &Card,
        is_right: bool,
    ) -> Result<(), HistoryError> {
        let mut connection = self.lock();
        let all = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (place, one) in positions.iter().enumerate() {
            all.prepare_cached(
                "INSERT OR IGNORE INTO daily (day, place, fen, title, why) VALUES (?1,?2,?3,?4,?5)",
            )?
            .execute(params![day, place, one.fen, one.title, one.why])?;
        }
        let first = all
            .prepare_cached(
                "UPDATE daily SET is_right = ?3 WHERE day = ?1 AND fen = ?2 AND is_right IS NULL",
            )?
            .execute(params![day, card.fen, is_right])?;
        if first > 0 {
            all.prepare_cached("INSERT OR REPLACE INTO cards VALUES (?1,?2,?3,?4,?5)")?
                .execute(params![card.fen, card.title, card.why, card.right_in_a_row, card.due])?;
        }
        Ok(all.commit()?)
    }
}
