//! Matches that have been played: each is kept where the results go, so that a run that was stopped goes
//! on, and three experiments share their games.

use std::fs;
use std::path::PathBuf;

use corpus::evaluate::ReferenceEngine;
use corpus::stopped_match::{MatchScore, StoppedPlayer, play_match};
use corpus::{Family, Link};
use engine::evaluator::Evaluator;
use value::Plies;

use crate::{ExperimentError, Lab};

/// The depth of the ladder: a game in half a second or so.
const DEPTH: u16 = 4;
/// The depth of tests.
const REDUCED_DEPTH: u16 = 2;
/// Pairs of games of a match.
const PAIRS: usize = 60;
/// Of a test.
const REDUCED_PAIRS: usize = 2;
const SEED: u64 = 2007;

const COLUMNS: &str =
    "first,second,engine,games,wins,draws,losses,pairs 0,pairs 1/2,pairs 1,pairs 3/2,pairs 2";

/// Who plays, and what is known already.
pub(super) struct Played<'a> {
    lab: &'a Lab<'a>,
    engine: ReferenceEngine,
    evaluator: Box<dyn Evaluator>,
    file: Option<PathBuf>,
    rows: Vec<(String, MatchScore)>,
}

impl<'a> Played<'a> {
    pub(super) fn open(lab: &'a Lab<'a>) -> Result<Played<'a>, ExperimentError> {
        let engine = ReferenceEngine::parse(&lab.engine)?;
        let evaluator = engine.evaluator();
        let file = lab.results.as_ref().map(|folder| folder.join("haworth2007/games.csv"));
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        let rows = text.lines().skip(1).filter_map(row).collect();
        Ok(Played { lab, engine, evaluator, file, rows })
    }

    /// The engine in words.
    pub(super) fn engine(&self) -> String {
        self.engine.to_string()
    }

    /// The `p` of `E_p` here.
    pub(super) fn depth(&self) -> u16 {
        self.lab.at_scale(DEPTH, REDUCED_DEPTH)
    }

    /// `E_p`, or `E_p(c)` with `c` to one decimal.
    pub(super) fn player(&self, depth: u16, competence: Option<f64>) -> StoppedPlayer {
        let competence = competence.map(|c| (10.0 * c).round() / 10.0);
        StoppedPlayer { depth: Plies(depth), competence }
    }

    /// The score of the first against the second, played now if nobody has.
    pub(super) fn score(
        &mut self,
        first: StoppedPlayer,
        second: StoppedPlayer,
    ) -> Result<MatchScore, ExperimentError> {
        let pairs = self.lab.at_scale(PAIRS, REDUCED_PAIRS);
        let name = format!("{first},{second},{},{}", self.engine, 2 * pairs);
        if let Some((_, known)) = self.rows.iter().find(|(known, _)| *known == name) {
            return Ok(known.clone());
        }
        let mut told = |_| self.lab.check().is_ok();
        let family = Family::of(Link::Power);
        let players = [first, second];
        let score = play_match(&mut *self.evaluator, &family, players, pairs, SEED, &mut told)?;
        self.lab.check()?;
        self.rows.push((name, score.clone()));
        self.keep()?;
        Ok(score)
    }

    fn keep(&self) -> Result<(), ExperimentError> {
        let Some(path) = &self.file else { return Ok(()) };
        let mut text = format!("{COLUMNS}\n");
        for (name, score) in &self.rows {
            let MatchScore { wins, draws, losses, pairs } = score;
            let pairs = pairs.map(|count| count.to_string()).join(",");
            text += &format!("{name},{wins},{draws},{losses},{pairs}\n");
        }
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| fs::write(path, text));
        written.map_err(|source| ExperimentError::Keep { path: path.clone(), source })
    }
}

/// A line of the file; none if it is told otherwise.
fn row(line: &str) -> Option<(String, MatchScore)> {
    let cells: Vec<&str> = line.split(',').collect();
    let (name, figures) = cells.split_at_checked(4)?;
    let figures: Vec<usize> = figures.iter().map_while(|cell| cell.parse().ok()).collect();
    let [wins, draws, losses, pairs @ ..] = figures.as_slice() else { return None };
    let pairs = <[usize; 5]>::try_from(pairs).ok()?;
    Some((name.join(","), MatchScore { wins: *wins, draws: *draws, losses: *losses, pairs }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_is_written() {
        let (name, score) = row("E_4,E_4(2.5),Stockfish 15.1,6,3,2,1,0,1,0,1,1").unwrap();
        assert_eq!(name, "E_4,E_4(2.5),Stockfish 15.1,6");
        assert_eq!((score.wins, score.games(), score.pairs), (3, 6, [0, 1, 0, 1, 1]));
        assert_eq!((row("E_4,E_3,x"), row("")), (None, None));
    }
}
