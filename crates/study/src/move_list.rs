//! The moves of a position as Jansen's database prints them (1992, section 7.4).
//!
//! ```text
//! v19 m30 o5                                   value, legal moves, optimal moves
//! Qc8:(1)19 Qd5:(2)19 ...                      a move, its threat, the depth after it
//! ```

use std::cmp::Reverse;
use std::fmt;

use endgame::rules::Position;
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use value::Outcome;

use crate::schema::{ListedMove, MoveList, TheoreticalValue};

/// The number he prints for an outcome: the loser's clock is one ahead.
fn printed(outcome: Outcome) -> TheoreticalValue {
    let depth = endgame::jansen::printed_depth(outcome).map(|depth| depth.0);
    TheoreticalValue { depth, ..outcome.into() }
}

impl MoveList {
    /// Lists the moves of a position by the [table of his depths](endgame::jansen::solve).
    pub fn of(tables: &Tables, his: &Table, position: &Position) -> Result<MoveList, TablesError> {
        let worth = |at: &Position| his.outcome(at).map_or_else(|| tables.outcome(at), Ok);
        let value = worth(position)?;
        let mut moves = Vec::new();
        for play in position.legal_moves() {
            let next = position.after(play);
            // A capture or a promotion ends the count, as everywhere.
            let after = match his.outcome(&next) {
                Some(after) => after,
                None => tables.choice_value(position, play)?.flipped(),
            };
            let threat = match next.passed().map(|again| worth(&again)).transpose()? {
                None => Some(1),
                Some(Outcome::Win(depth)) => Some(depth.0),
                Some(_) => None,
            };
            moves.push((
                after.flipped(),
                position.uci(play),
                position.san(play),
                threat,
                printed(after),
            ));
        }
        moves.sort_by_cached_key(|(value, uci, ..)| (Reverse(*value), uci.clone()));
        let (legal, best) = (moves.len(), moves.first().map(|first| first.0));
        let optimal = moves.iter().filter(|one| Some(one.0) == best).count();
        let kept = moves.into_iter().filter(|one| one.0.sign() == value.sign());
        let moves = kept.map(|(own, uci, san, threat, after)| {
            let value = TheoreticalValue { depth: after.depth, ..own.into() };
            ListedMove { uci, san, threat, value }
        });
        let fen = position.fen();
        Ok(MoveList { fen, value: printed(value), legal, optimal, moves: moves.collect() })
    }
}

fn depth(value: TheoreticalValue) -> String {
    value.depth.map_or("=".to_owned(), |depth| depth.to_string())
}

impl fmt::Display for ListedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let san = self.san.trim_end_matches(['+', '#']);
        let threat = self.threat.map_or("-".to_owned(), |threat| threat.to_string());
        write!(f, "{san}:({threat}){}", depth(self.value))
    }
}

impl fmt::Display for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{} m{} o{}", depth(self.value), self.legal, self.optimal)?;
        for like in self.moves.chunk_by(|a, b| a.value == b.value) {
            let row: Vec<String> = like.iter().map(ListedMove::to_string).collect();
            write!(f, "\n{}", row.join(" "))?;
        }
        Ok(())
    }
}
