//! Games that two servers wrote at once, before the database refused it: of two lines of moves, one.

use std::collections::{BTreeMap, HashSet};

use endgame::rules::Position;
use rusqlite::Connection;
use study::practice::session;

/// Lines followed at once: enough for every game that two servers can have made in turns.
const MOST_LINES: usize = 256;

/// A move that claims to stand: its number and what was played.
type Claim = (i64, String);

/// Lets one move stand for each ply of every game with several: those of the longest line that can
/// be played. The others count as taken back.
pub(super) fn games(connection: &Connection) -> rusqlite::Result<()> {
    let tangled: Vec<(String, String)> = connection
        .prepare(
            "SELECT id, start_fen FROM games WHERE id IN (SELECT game FROM moves
             WHERE taken_back = 0 GROUP BY game, ply HAVING COUNT(*) > 1)",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1).unwrap_or_default())))?
        // A game whose very name cannot be read is left to the last statement.
        .filter_map(Result::ok)
        .collect();
    for (game, start) in tangled {
        let mut claims: BTreeMap<i64, Vec<Claim>> = BTreeMap::new();
        let mut statement = connection.prepare_cached(
            "SELECT ply, id, uci FROM moves WHERE game = ?1 AND taken_back = 0 ORDER BY ply, id",
        )?;
        let mut rows = statement.query([&game])?;
        while let Some(row) = rows.next()? {
            claims
                .entry(row.get(0)?)
                .or_default()
                .push((row.get(1)?, row.get(2).unwrap_or_default()));
        }
        let standing: HashSet<i64> = line(&start, &claims).into_iter().collect();
        let mut taken_back =
            connection.prepare_cached("UPDATE moves SET taken_back = 1 WHERE id = ?1")?;
        for (id, _) in claims.values().flatten().filter(|(id, _)| !standing.contains(id)) {
            taken_back.execute([id])?;
        }
    }
    connection.execute_batch(
        "UPDATE moves SET taken_back = 1 WHERE taken_back = 0 AND id NOT IN
         (SELECT MIN(id) FROM moves WHERE taken_back = 0 GROUP BY game, ply);",
    )
}

/// The numbers of the moves of the longest line from ply 1 on; of lines as long, the one whose moves
/// were kept first. A server kept its moves in the order they were made, so the numbers of a line
/// grow. Without a start that can be read, the first move of each ply.
fn line(start: &str, claims: &BTreeMap<i64, Vec<Claim>>) -> Vec<i64> {
    let Ok(start) = Position::from_fen(start) else {
        return claims.values().filter_map(|of_ply| of_ply.first()).map(|(id, _)| *id).collect();
    };
    let mut lines: Vec<(Position, Vec<i64>)> = vec![(start, Vec::new())];
    for ply in 1.. {
        let Some(of_ply) = claims.get(&ply) else { break };
        let mut reached = HashSet::new();
        let mut longer = Vec::new();
        for (at, ids) in &lines {
            let last = ids.last().copied().unwrap_or(i64::MIN);
            for (id, uci) in of_ply.iter().filter(|(id, _)| *id > last) {
                let Ok(play) = session::read_move(at, uci) else { continue };
                let next = at.after(play);
                if longer.len() < MOST_LINES && reached.insert((next.fen(), *id)) {
                    longer.push((next, ids.iter().copied().chain([*id]).collect()));
                }
            }
        }
        if longer.is_empty() {
            break;
        }
        lines = longer;
    }
    lines.into_iter().next().map(|(_, ids)| ids).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(moves: &[(i64, &str)]) -> BTreeMap<i64, Vec<Claim>> {
        let mut claims: BTreeMap<i64, Vec<Claim>> = BTreeMap::new();
        for (id, (ply, uci)) in moves.iter().enumerate() {
            claims.entry(*ply).or_default().push((id as i64, (*uci).to_owned()));
        }
        claims
    }

    const START: &str = "8/8/8/8/8/2k5/8/K6R w - - 0 1";

    #[test]
    fn of_two_lines_written_in_turns_the_longer_one_stands() {
        // One server: Ka2 Kc2 Rh2+; the other, further: Rh3+ Kc4 Rh4+ Kc3.
        let moves = [
            (1, "a1a2"),
            (2, "c3c2"),
            (1, "h1h3"),
            (2, "c3c4"),
            (3, "h3h4"),
            (4, "c4c3"),
            (3, "h1h2"),
        ];
        assert_eq!(line(START, &claims(&moves)), [2, 3, 4, 5]);
    }

    #[test]
    fn of_lines_as_long_the_first_stands_and_a_start_that_cannot_be_read_keeps_the_first_moves() {
        let moves = [(1, "h1h3"), (2, "c3c4"), (1, "h1h3"), (2, "c3c4"), (3, "h3h4"), (3, "h3h4")];
        assert_eq!(line(START, &claims(&moves)), [0, 1, 4]);
        assert_eq!(line("nonsense", &claims(&moves)), [0, 1, 4]);
        assert_eq!(line(START, &claims(&[(1, "zz"), (1, "a8a1"), (2, "h1h3")])), [] as [i64; 0]);
    }
}
