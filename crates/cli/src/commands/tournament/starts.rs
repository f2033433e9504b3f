//! Where the games of a tournament start: the side to move loses.

use std::path::Path;
use std::str::FromStr;

use endgame::find::{Find, Pick, Worth, find};
use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use value::{Depth, Outcome};

use super::Args;
use crate::commands::r#match::listed;
use crate::console::Console;
use crate::failure::{BadInput, bad_input};

/// Depths from one to another, both included: `14`, `12..18`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Depths {
    from: u16,
    to: u16,
}

impl FromStr for Depths {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Depths, BadInput> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        match (from.trim().parse(), to.trim().parse()) {
            (Ok(from), Ok(to)) if 1 <= from && from <= to => Ok(Depths { from, to }),
            _ => Err(BadInput(format!(
                "--depth {text}: give a depth from 1, as in 14, or a range, as in 12..18"
            ))),
        }
    }
}

/// Every position that `--from` names.
pub(super) fn of(args: &Args, tables: &Tables, console: &Console) -> anyhow::Result<Vec<Position>> {
    let mut starts = Vec::new();
    for from in &args.from {
        if let Ok(material) = from.parse::<Material>() {
            starts.extend(of_depths(args, material, tables, console)?);
        } else if Path::new(from).is_file() {
            starts.extend(listed(Path::new(from))?);
        } else {
            starts.push(Position::from_fen(from)?);
        }
    }
    for start in &starts {
        let value = tables.outcome(start)?;
        if value.sign() >= 0 || start.legal_moves().is_empty() {
            return Err(bad_input(format!(
                "{}: {value} for the side to move, and a program starts where it loses but has a move",
                start.fen()
            )));
        }
    }
    Ok(starts)
}

/// Positions of an endgame that the weaker side loses in the depths asked for, to move.
fn of_depths(
    args: &Args,
    material: Material,
    tables: &Tables,
    console: &Console,
) -> anyhow::Result<Vec<Position>> {
    let table = tables.table(&material, &console.monitor())?;
    let Some(deepest) = table.deepest(Color::White) else {
        return Err(bad_input(format!(
            "{material} is never won: start from a position instead, with --from FEN"
        )));
    };
    let Depths { from, to } = args.depth.unwrap_or(Depths { from: deepest.0, to: deepest.0 });
    let depths = usize::from(to - from) + 1;
    let mut starts = Vec::new();
    for (at, depth) in (from..=to).enumerate() {
        let wanted = Find {
            turn: Color::Black,
            worth: Worth::Exactly(Outcome::Loss(Depth(depth))),
            zugzwang: false,
            only_move: false,
            pick: Pick::Random { seed: args.seed },
            limit: args.games / depths + usize::from(at < args.games % depths),
        };
        starts.extend(find(&table, tables, &wanted)?.iter().map(|p| material.in_these_colors(p)));
    }
    if starts.is_empty() {
        return Err(bad_input(format!(
            "{material} has no loss in {from} to {to} with the loser to move: the deepest is {deepest}"
        )));
    }
    Ok(starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_one_or_a_range() {
        assert_eq!("14".parse::<Depths>().unwrap(), Depths { from: 14, to: 14 });
        assert_eq!("12..18".parse::<Depths>().unwrap(), Depths { from: 12, to: 18 });
        for wrong in ["", "0", "18..12", "a..b", "12...18", "-3"] {
            assert!(wrong.parse::<Depths>().is_err(), "{wrong}");
        }
    }
}
