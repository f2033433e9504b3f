//! Positions to practise, at random, turned and mirrored at random: of a depth, or drawn and so hard to
//! hold.

use std::cmp::Reverse;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use endgame::find::{Find, Pick, Worth, find};
use endgame::index::Slot;
use endgame::outcome_histogram::{Count, OutcomeHistogram};
use endgame::rules::{Color, Position, Square};
use endgame::table::Table;
use endgame::tables::Tables;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use value::{ChoiceError, ChoiceSource, Depth, Outcome, Value};

use super::fair_start::{is_fair, stays_alive};
use super::goal::StartError;

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
    let histogram = OutcomeHistogram::of(table, Count::Classes);
    let side = histogram.side(turn);
    let counted = if wins { &side.wins } else { &side.losses };
    counted.keys().map(|depth| depth.0).filter(|depth| depths.iter().contains(depth)).collect()
}

/// Some positions of a depth, in the table's colours, in an order that depends on the seed alone.
pub fn some(
    table: &Table,
    turn: Color,
    outcome: Outcome,
    seed: u64,
    limit: usize,
) -> Vec<Position> {
    let (worth, pick) = (Worth::Exactly(outcome), Pick::Random { seed });
    find(table, &Find { turn, worth, pick, limit })
}

/// So many positions of a range of depths, as many of each depth, in the table's colours, in an order
/// that depends on the seed alone.
pub fn of_depths(
    table: &Table,
    turn: Color,
    outcome: fn(Depth) -> Outcome,
    depths: Depths,
    seed: u64,
    count: usize,
) -> Vec<Position> {
    let steps = depths.iter().len();
    let of_depth = |(at, depth): (usize, u16)| {
        let share = count / steps + usize::from(at < count % steps);
        some(table, turn, outcome(Depth(depth)), seed, share)
    };
    depths.iter().enumerate().flat_map(of_depth).collect()
}

/// Positions of one depth tried before another depth is.
const FAIR_TRIES: usize = 8;

/// A position that the side to move wins, or loses: a depth of the range, each as likely as any other,
/// then a position of it, a [fair](is_fair) one if it is found in a few tries, then one of its symmetric images. None if
/// there is none.
pub fn decided(
    table: &Table,
    tables: &Tables,
    turn: Color,
    outcome: fn(Depth) -> Outcome,
    depths: Depths,
    rng: &mut dyn Rng,
) -> Result<Option<(Depth, Position)>, ChoiceError> {
    let winner = if outcome(Depth(1)).sign() > 0 { turn } else { turn.other() };
    let deepest = table.deepest(winner).unwrap_or_default().0;
    let mut depths: Vec<u16> = (depths.least..=depths.greatest.min(deepest)).collect();
    depths.shuffle(rng);
    let mut any = None;
    for depth in depths.into_iter().map(Depth) {
        for _ in 0..FAIR_TRIES {
            let found = pick(table, turn, Worth::Exactly(outcome(depth)), 1, rng).pop();
            let Some(position) = found else { break };
            let is_fair = is_fair(tables, &position)?;
            let found = (depth, turned(&position, rng.random_range(0..8)));
            if is_fair {
                return Ok(Some(found));
            }
            any.get_or_insert(found);
        }
    }
    Ok(any)
}

/// Drawn positions compared by how hard they are to hold.
pub(crate) const DRAWS_COMPARED: usize = 40;

/// Random drawn positions among which fair ones are looked for.
const DRAWS_LOOKED_AT: usize = 8 * DRAWS_COMPARED;

/// A drawn position in which the side to move can go wrong: of `DRAWS_COMPARED` random [fair](is_fair) ones, ordered
/// by the share of moves that hold, one of the `level`-th of five equal parts, the easiest first, that [stays
/// alive](stays_alive) if there is one. Where draws are so few that none is fair, any. None if there is none.
pub fn drawn(
    table: &Table,
    tables: &Tables,
    turn: Color,
    level: u16,
    rng: &mut dyn Rng,
) -> Result<Option<Position>, StartError> {
    let all = pick(table, turn, Worth::Draw, DRAWS_LOOKED_AT, rng);
    let mut fair = Vec::with_capacity(DRAWS_COMPARED);
    for position in &all {
        if fair.len() < DRAWS_COMPARED && is_fair(tables, position)? {
            fair.push(position.clone());
        }
    }
    let mut some = hardest(tables, fair)?;
    if some.is_empty() {
        some = hardest(tables, all)?;
    }
    if some.is_empty() {
        return Ok(None);
    }
    let mut order = part_of_level(some.len(), level).collect::<Vec<usize>>();
    order.shuffle(rng);
    let mut found = &some[order[0]];
    for position in order.into_iter().map(|at| &some[at]) {
        if stays_alive(tables, position)? {
            found = position;
            break;
        }
    }
    Ok(Some(turned(found, rng.random_range(0..8))))
}

/// One of so many things, ordered from the easiest to the hardest: one of the `level`-th of five equal parts.
pub(crate) fn of_level(many: usize, level: u16, rng: &mut dyn Rng) -> usize {
    rng.random_range(part_of_level(many, level))
}

/// The numbers of the `level`-th of five equal parts, one at least.
fn part_of_level(many: usize, level: u16) -> std::ops::Range<usize> {
    let level = usize::from(level.clamp(1, LEVELS));
    let upto = |level: usize| many * level / usize::from(LEVELS);
    upto(level - 1)..upto(level).max(upto(level - 1) + 1)
}

/// Drawn positions by the share of legal moves that hold, the easiest first; those in which every move
/// holds are left out.
pub(crate) fn hardest<S: ChoiceSource>(
    source: &S,
    positions: Vec<S::Position>,
) -> Result<Vec<S::Position>, ChoiceError> {
    let mut shares = Vec::new();
    for position in positions {
        let choices = source.choices(&position)?;
        let hold = choices.values().filter(|value| value.sign() == 0).count();
        if hold < choices.len() {
            // Thousandths: shares are compared, and numbers with a point cannot be sorted by.
            shares.push((Reverse(1000 * hold / choices.len()), position));
        }
    }
    shares.sort_by_key(|(share, _)| *share);
    Ok(shares.into_iter().map(|(_, position)| position).collect())
}

/// Positions of this worth, at random, none twice.
fn pick(
    table: &Table,
    turn: Color,
    worth: Worth,
    limit: usize,
    rng: &mut dyn Rng,
) -> Vec<Position> {
    lucky_draws(table, turn, worth, limit, rng).unwrap_or_else(|| {
        let pick = Pick::Random { seed: rng.random() };
        find(table, &Find { turn, worth, pick, limit })
    })
}

/// Numbers tried before the whole table is looked through: one of so many, and a millisecond's worth at
/// most.
const TRIED_OF: usize = 512;
const MOST_TRIES: usize = 50_000;

/// As many positions of this worth, drawn from all numbers of the table until enough fit: each as
/// likely as any other, and common ones found without looking through hundreds of megabytes. None if
/// they are too rare.
fn lucky_draws(
    table: &Table,
    turn: Color,
    worth: Worth,
    limit: usize,
    rng: &mut dyn Rng,
) -> Option<Vec<Position>> {
    let mut found: Vec<usize> = Vec::with_capacity(limit);
    for _ in 0..(table.index().len() / TRIED_OF).clamp(limit, MOST_TRIES) {
        let index = rng.random_range(0..table.index().len());
        let outcome = table.outcome_at(Slot { turn, index });
        let fits = outcome.is_some_and(|outcome| worth.includes(outcome));
        // Of symmetric images only one counts, as in `find`.
        let counts = || {
            table.index().class_mask(index / 64).representatives >> (index % 64) & 1 == 1
                && !found.contains(&index)
        };
        if fits && counts() {
            found.push(index);
            if found.len() == limit {
                let position = |&index: &usize| table.index().decode(Slot { turn, index });
                return found.iter().map(position).collect();
            }
        }
    }
    None
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
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

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

    /// Drawn or looked through, a position is one that `find` would list.
    #[test]
    fn positions_drawn_are_among_those_found() {
        let tables = Tables::new(value::Metric::Dtc);
        let material = "KRK".parse().unwrap();
        let table = tables.table(&material, &endgame::progress::Monitor::NONE).unwrap();
        let worth = Worth::Exactly(Outcome::Win(Depth(10)));
        let (turn, pick) = (Color::White, Pick::InOrder);
        let wanted = Find { turn, worth, pick, limit: 100_000 };
        let all = find(&table, &wanted);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let drawn: Vec<Position> =
            (0..50).filter_map(|_| lucky_draws(&table, turn, worth, 1, &mut rng)?.pop()).collect();
        assert!(drawn.len() > 25, "{} of 50", drawn.len());
        assert!(drawn.iter().all(|position| all.contains(position)));
        let never = Worth::Exactly(Outcome::Win(Depth(99)));
        assert_eq!(lucky_draws(&table, turn, never, 1, &mut rng), None);
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
