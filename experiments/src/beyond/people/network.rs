//! What a published network of human play foresaw of the same decisions: for measuring only.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

use study::pgn::GamesError;
use study::pgn::source::Source;

use crate::ExperimentError;

/// A file, the number of a game in it, and a half-move.
pub(super) type Place = (String, usize, usize);

/// The probability of each move by its UCI name.
pub(super) type Foreseen = HashMap<String, f64>;

/// What is in the file, if it lies in the folder of the games or in its parent.
pub(super) fn read(games: &Path) -> Result<Option<HashMap<Place, Foreseen>>, ExperimentError> {
    let folders = games.ancestors().skip(1).take(2);
    let Some(path) = folders.map(|folder| folder.join(FILE)).find(|path| path.exists()) else {
        return Ok(None);
    };
    let mut text = String::new();
    let read = Source::open(&path)?.read_to_string(&mut text);
    read.map_err(|source| GamesError::Open { path, source })?;
    Ok(Some(text.lines().skip(1).filter_map(line).collect()))
}

/// Its name.
pub(super) const FILE: &str = "maia3_5m_endgames.csv.gz";

fn line(line: &str) -> Option<(Place, Foreseen)> {
    let fields: Vec<&str> = line.split(',').collect();
    let [file, game, ply, _fen, _elo, _other, _played, chances] = fields[..] else { return None };
    let moves = chances.split(' ').filter_map(|one| {
        let (name, chance) = one.split_once('=')?;
        Some((name.to_owned(), chance.parse().ok()?))
    });
    let place = (file.to_owned(), game.parse().ok()?, ply.parse().ok()?);
    Some((place, moves.collect()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_line_is_read() {
        let text = "etz_KQKR.pgn,1,218,8/8/8/8/8/8/8/8 b - - 0 109,2391,,f2f3,f2f3=0.7 g3f4=2e-1";
        let ((file, game, ply), foreseen) = line(text).unwrap();
        assert_eq!((file.as_str(), game, ply), ("etz_KQKR.pgn", 1, 218));
        assert!((foreseen["g3f4"] - 0.2).abs() < 1e-12);
        assert!(line("a,b").is_none());
    }
}
