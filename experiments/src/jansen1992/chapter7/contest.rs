//! The programs of chapter 7 and their opponents at the board: positions, names and games.

use std::fmt::Display;

use endgame::find::Worth;
use endgame::rules::{Color, Position};
use study::tournament::{Contestant, Round, Tournament};
use value::{Depth, Outcome};

use crate::{ExperimentError, Lab, Report};

/// Of all chance.
const SEED: u64 = 1992;

/// Random KQKR positions, Black to move and lost, as many of each depth.
pub(super) fn starts(
    lab: &Lab<'_>,
    depths: std::ops::RangeInclusive<u16>,
    of_each: usize,
) -> Result<Vec<Position>, ExperimentError> {
    let mut starts = Vec::new();
    for depth in depths {
        let worth = Worth::Exactly(Outcome::Loss(Depth(depth)));
        starts.extend(lab.positions(&"KQKR".parse()?, Color::Black, worth, SEED, of_each)?);
    }
    Ok(starts)
}

/// Somebody by name and description.
pub(super) fn contestant(name: &str, agent: &str) -> Result<Contestant, ExperimentError> {
    let spec = agent.parse().expect("a fixed description");
    Ok(Contestant::new(name, &spec).map_err(study::matches::MatchError::Agent)?)
}

/// Several of them.
pub(super) fn contestants<const N: usize>(
    named: [(&str, String); N],
) -> Result<Vec<Contestant>, ExperimentError> {
    named.iter().map(|(name, agent)| contestant(name, agent)).collect()
}

/// Games of every program against one opponent.
pub(super) fn play(
    lab: &Lab<'_>,
    programs: Vec<Contestant>,
    opponent: Contestant,
    starts: &[Position],
) -> Result<Round, ExperimentError> {
    let tournament =
        Tournament { programs, opponent, starts: starts.to_vec(), seed: SEED, move_limit: 1000 };
    Ok(tournament.play(lab.tables, lab.stop(), || ())?)
}

/// Adds a row of words and numbers with four decimals.
pub(super) fn row(
    report: &mut Report,
    words: &[&dyn Display],
    numbers: impl IntoIterator<Item = f64>,
) {
    let words = words.iter().map(ToString::to_string);
    let numbers = numbers.into_iter().map(|number| format!("{number:.4}"));
    report.grid.rows.push(words.chain(numbers).collect());
}
