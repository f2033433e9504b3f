//! Where the games of a tournament start: the side to move loses.

use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::tables::Tables;
use study::practice::{Depths, choose};
use value::Outcome;

use super::Args;
use crate::commands::r#match::positions;
use crate::console::Console;
use crate::failure::{BadInput, refuse, refuse_if};

/// How deep losses or wins may be asked for: `14`, `12..18`.
pub(in crate::commands) fn depths(text: &str) -> Result<Depths, BadInput> {
    let depths = text.parse().ok().filter(|depths: &Depths| depths.least > 0);
    let hint = "give a depth from 1, as in 14, or a range, as in 12..18";
    depths.ok_or_else(|| BadInput(format!("--depth {text}: {hint}")))
}

pub(super) fn of(args: &Args, tables: &Tables, console: &Console) -> anyhow::Result<Vec<Position>> {
    let starts = positions(&args.from, |material| of_depths(args, material, tables, console))?;
    for start in &starts {
        let value = tables.outcome(start)?;
        refuse_if!(
            value.sign() >= 0 || start.legal_moves().is_empty(),
            "{}: {value} for the side to move, and a program starts where it loses but has a move",
            start.fen()
        );
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
        refuse!("{material} is never won: start from a position instead, with --from FEN");
    };
    let deepest_alone = Depths { least: deepest.0, greatest: deepest.0 };
    let depths = args.depth.unwrap_or(deepest_alone);
    let found =
        choose::of_depths(&table, Color::Black, Outcome::Loss, depths, args.seed, args.games);
    let starts: Vec<Position> = found.iter().map(|p| material.in_these_colors(p)).collect();
    let Depths { least: from, greatest: to } = depths;
    refuse_if!(
        starts.is_empty(),
        "{material} has no loss in {from} to {to} with the loser to move: the deepest is {deepest}"
    );
    Ok(starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_one_or_a_range() {
        assert_eq!(depths("14").unwrap(), Depths { least: 14, greatest: 14 });
        assert_eq!(depths("12..18").unwrap(), Depths { least: 12, greatest: 18 });
        for wrong in ["", "0", "18..12", "a..b", "12...18", "-3"] {
            assert!(depths(wrong).is_err(), "{wrong}");
        }
    }
}
