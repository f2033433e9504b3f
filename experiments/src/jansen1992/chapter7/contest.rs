//! The programs of chapter 7 and their opponents at the board: positions, names and games.

use endgame::find::{Find, Pick, Worth, find};
use endgame::rules::{Color, Position};
use study::tournament::{Contestant, Round, Tournament};
use value::{Depth, Outcome};

use crate::{ExperimentError, Lab};

/// Of all chance.
const SEED: u64 = 1992;

/// Random KQKR positions, Black to move and lost, as many of each depth.
pub(super) fn starts(
    lab: &Lab<'_>,
    depths: std::ops::RangeInclusive<u16>,
    of_each: usize,
) -> Result<Vec<Position>, ExperimentError> {
    lab.load(&"KQKR".parse()?)?;
    let table = lab.tables.table(&"KQKR".parse()?, &lab.monitor)?;
    let mut starts = Vec::new();
    for depth in depths {
        let wanted = Find {
            turn: Color::Black,
            worth: Worth::Exactly(Outcome::Loss(Depth(depth))),
            zugzwang: false,
            only_move: false,
            pick: Pick::Random { seed: SEED },
            limit: of_each,
        };
        starts.extend(find(&table, lab.tables, &wanted)?);
    }
    Ok(starts)
}

/// Somebody by name and description.
pub(super) fn contestant(name: &str, agent: &str) -> Result<Contestant, ExperimentError> {
    let spec = agent.parse().expect("a fixed description");
    Ok(Contestant::new(name, &spec).map_err(study::matches::MatchError::Agent)?)
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
