//! Positions of a depth, at random, turned and mirrored at random.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use endgame::census::{Census, Count};
use endgame::find::{Find, Pick, Worth, find};
use endgame::rules::{Color, Position, Square};
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use rand::{Rng, RngExt};
use value::{Depth, Outcome};

/// A range of depths: `14`, `14..18`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// The least.
    pub least: u16,
    /// The greatest.
    pub greatest: u16,
}

/// A text that is no range of depths.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no range of depths: give one depth or two, as in 14 or 14..18")]
pub struct NotDepths(String);

/// How many levels of difficulty there are.
pub const LEVELS: u16 = 5;

impl Depths {
    /// One of five equal parts of the depths from 1 to the deepest, the easiest first.
    pub fn of_level(level: u16, deepest: u16) -> Depths {
        let upto = |level: u16| (u32::from(deepest) * u32::from(level)).div_ceil(u32::from(LEVELS));
        let [below, greatest] = [upto(level.clamp(1, LEVELS) - 1), upto(level.clamp(1, LEVELS))];
        let fits = |depth: u32| u16::try_from(depth).unwrap_or(deepest);
        Depths { least: fits(below + 1).min(deepest), greatest: fits(greatest) }
    }

    /// All of them.
    pub fn iter(&self) -> RangeInclusive<u16> {
        self.least..=self.greatest
    }
}

impl FromStr for Depths {
    type Err = NotDepths;

    fn from_str(text: &str) -> Result<Depths, NotDepths> {
        let wrong = || NotDepths(text.to_owned());
        let (least, greatest) = text.split_once("..").unwrap_or((text, text));
        let greatest = greatest.strip_prefix('=').unwrap_or(greatest);
        let read = |part: &str| part.trim().parse().map_err(|_| wrong());
        let depths = Depths { least: read(least)?, greatest: read(greatest)? };
        if depths.least <= depths.greatest { Ok(depths) } else { Err(wrong()) }
    }
}

impl fmt::Display for Depths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Depths { least, greatest } = self;
        if least == greatest { write!(f, "{least}") } else { write!(f, "{least}..{greatest}") }
    }
}

/// The depths of a range that positions have, this side of the table to move and winning or losing.
pub fn there(table: &Table, turn: Color, wins: bool, depths: Depths) -> Vec<u16> {
    let census = Census::of(table, Count::Classes);
    let side = census.side(turn);
    let counted = if wins { &side.wins } else { &side.losses };
    counted.keys().map(|depth| depth.0).filter(|depth| depths.iter().contains(depth)).collect()
}

/// Some positions of a depth, in the table's colours, in an order that depends on the seed alone.
pub fn some(
    table: &Table,
    tables: &Tables,
    turn: Color,
    outcome: Outcome,
    seed: u64,
    limit: usize,
) -> Result<Vec<Position>, TablesError> {
    let wanted = Find {
        turn,
        worth: Worth::Exactly(outcome),
        zugzwang: false,
        only_move: false,
        pick: Pick::Random { seed },
        limit,
    };
    find(table, tables, &wanted)
}

/// A position that the table's White, or Black, wins to move: a depth of the range, each as likely as
/// any other, then a position of it, then one of its symmetric images. None if there is none.
pub fn won_position(
    table: &Table,
    tables: &Tables,
    turn: Color,
    depths: Depths,
    rng: &mut dyn Rng,
) -> Result<Option<(Depth, Position)>, TablesError> {
    let there = there(table, turn, true, depths);
    if there.is_empty() {
        return Ok(None);
    }
    let depth = Depth(there[rng.random_range(0..there.len())]);
    let seed = rng.random();
    let found = some(table, tables, turn, Outcome::Win(depth), seed, 1)?;
    Ok(found.first().map(|position| (depth, turned(position, rng.random_range(0..8)))))
}

/// One of the eight symmetric images of a position; of two where pawns stand.
pub fn turned(position: &Position, image: u8) -> Position {
    let pawns = position.material().pawns() > 0;
    let mut men = position.men();
    let mut map = |turn: fn(Square) -> Square| {
        for (square, _) in &mut men {
            *square = turn(*square);
        }
    };
    if image & 1 != 0 {
        map(Square::flip_horizontal);
    }
    if image & 2 != 0 && !pawns {
        map(Square::flip_vertical);
    }
    if image & 4 != 0 && !pawns {
        map(Square::flip_diagonal);
    }
    Position::from_men(men, position.turn()).expect("an image of a legal position is legal")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_written() {
        assert_eq!("14..18".parse(), Ok(Depths { least: 14, greatest: 18 }));
        assert_eq!("14..=18".parse(), Ok(Depths { least: 14, greatest: 18 }));
        assert_eq!("14".parse::<Depths>().unwrap().to_string(), "14");
        for wrong in ["18..14", "", "..", "deep", "-3"] {
            assert!(wrong.parse::<Depths>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn levels_share_the_depths() {
        let levels: Vec<String> =
            (1..=5).map(|level| Depths::of_level(level, 31).to_string()).collect();
        assert_eq!(levels, ["1..7", "8..13", "14..19", "20..25", "26..31"]);
        assert_eq!(Depths::of_level(1, 3).to_string(), "1");
    }

    #[test]
    fn images_are_eight_or_two() {
        let images = |fen: &str| {
            let position = Position::from_fen(fen).unwrap();
            let fens: std::collections::HashSet<String> =
                (0..8).map(|image| turned(&position, image).fen()).collect();
            fens.len()
        };
        assert_eq!(images("K3r3/8/5k2/Q7/8/8/8/8 w - - 0 1"), 8);
        assert_eq!(images("8/8/5k2/8/8/2P5/1K6/8 w - - 0 1"), 2);
    }
}
