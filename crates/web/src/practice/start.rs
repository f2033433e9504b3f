//! Where a practice game begins: by depth or difficulty, you to move.

use std::cmp::Reverse;

use endgame::find::{Find, Pick, Worth, find};
use endgame::index::Slot;
use endgame::material::Material;
use endgame::rules::{Color, Position};
use endgame::table::Table;
use endgame::tables::{Tables, TablesError};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use value::{ChoiceError, ChoiceSource, Depth, Outcome};

use crate::names::plain_name;

/// What you set out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To win a won position.
    Win,
    /// To hold a drawn one.
    Hold,
    /// To last as long as possible in a lost one.
    Resist,
}

impl Goal {
    /// `win`, `hold` or `resist`.
    pub fn word(self) -> &'static str {
        match self {
            Goal::Win => "win",
            Goal::Hold => "hold",
            Goal::Resist => "resist",
        }
    }

    /// The goal of this name.
    pub fn named(word: &str) -> Option<Goal> {
        [Goal::Win, Goal::Hold, Goal::Resist].into_iter().find(|goal| goal.word() == word)
    }

    /// What a position of this worth asks for.
    pub fn of(value: Outcome) -> Goal {
        match value {
            Outcome::Win(_) => Goal::Win,
            Outcome::Draw => Goal::Hold,
            Outcome::Loss(_) => Goal::Resist,
        }
    }
}

/// What somebody wants to practise.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// The endgame, colours either way.
    pub material: Material,
    /// Your colour; any if none.
    pub side: Option<Color>,
    /// Whether you have the men named first in the table's name.
    pub stronger: bool,
    /// Depths to choose from, both included.
    pub depth: Option<(u16, u16)>,
    /// 1 to 5: see [`Wish::depths`] and [`hardest`].
    pub difficulty: Option<u8>,
    /// What for; to win with the stronger side and to resist with the other if none.
    pub goal: Option<Goal>,
    /// Of all chance.
    pub seed: u64,
}

/// Where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// You to move.
    pub position: Position,
    /// Your colour.
    pub you: Color,
    /// What for.
    pub goal: Goal,
}

/// Why there is nothing to practise.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Nothing that deep, or nothing at all.
    #[error("there is no {wanted} in {name} for the {side} side: {next}")]
    NoSuchPosition {
        /// What was asked for.
        wanted: String,
        /// The endgame.
        name: String,
        /// `stronger` or `weaker`.
        side: &'static str,
        /// What would do.
        next: String,
    },
    /// The tables cannot answer.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The tables cannot answer.
    #[error(transparent)]
    Choices(#[from] ChoiceError),
}

/// Drawn positions compared by how hard they are to hold.
const DRAWS_COMPARED: usize = 40;

impl Wish {
    fn goal(&self) -> Goal {
        self.goal.unwrap_or(if self.stronger { Goal::Win } else { Goal::Resist })
    }

    /// The depths looked for when the deepest is so deep. Difficulty `k` is the `k`-th fifth of them.
    pub fn depths(&self, deepest: u16) -> (u16, u16) {
        match (self.depth, self.difficulty) {
            (Some((least, most)), _) => (least.max(1), most.min(deepest)),
            (None, Some(level)) => {
                let level = u32::from(level.clamp(1, 5));
                let fifth = |n: u32| (u32::from(deepest) * n / 5) as u16;
                (fifth(level - 1) + 1, fifth(level).max(fifth(level - 1) + 1).min(deepest))
            }
            (None, None) => (1, deepest),
        }
    }

    /// A position to begin from.
    pub fn start(&self, table: &Table, tables: &Tables) -> Result<Start, StartError> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let you = self.side.unwrap_or_else(|| Color::from_white(rng.random::<bool>()));
        // In the table the stronger side is White.
        let seat = Color::from_white(self.stronger);
        let goal = self.goal();
        let found = match goal {
            Goal::Hold => self.drawn(table, tables, seat, &mut rng)?,
            Goal::Win => self.decided(table, tables, seat, Outcome::Win, &mut rng)?,
            Goal::Resist => self.decided(table, tables, seat, Outcome::Loss, &mut rng)?,
        };
        let position = if seat == you { found } else { found.colours_exchanged() };
        Ok(Start { position, you, goal })
    }

    /// A won or lost position of a depth that was asked for.
    fn decided(
        &self,
        table: &Table,
        tables: &Tables,
        seat: Color,
        outcome: fn(Depth) -> Outcome,
        rng: &mut ChaCha8Rng,
    ) -> Result<Position, StartError> {
        let wins = outcome(Depth(1)).sign() > 0;
        let deepest = table.deepest(if wins { seat } else { seat.other() }).unwrap_or_default().0;
        let (least, most) = self.depths(deepest);
        let mut depths: Vec<u16> = (least..=most).collect();
        depths.shuffle(rng);
        for depth in depths {
            let worth = Worth::Exactly(outcome(Depth(depth)));
            if let Some(position) = self.pick(table, tables, seat, worth, 1, rng)?.pop() {
                return Ok(position);
            }
        }
        let wanted = format!("{} in {least} to {most}", if wins { "win" } else { "loss" });
        let next = match deepest {
            0 => "choose another goal or the other side".to_owned(),
            _ => format!("choose a depth from 1 to {deepest}"),
        };
        Err(self.nothing(wanted, next))
    }

    /// A drawn position of the difficulty asked for, the middle one if none was.
    fn drawn(
        &self,
        table: &Table,
        tables: &Tables,
        seat: Color,
        rng: &mut ChaCha8Rng,
    ) -> Result<Position, StartError> {
        let some = self.pick(table, tables, seat, Worth::Draw, DRAWS_COMPARED, rng)?;
        let mut some = hardest(tables, some)?;
        if some.is_empty() {
            let next = "choose another goal or the other side".to_owned();
            return Err(self.nothing("draw that can be lost".to_owned(), next));
        }
        let level = usize::from(self.difficulty.unwrap_or(3).clamp(1, 5));
        let fifth = |n: usize| some.len() * n / 5;
        let (from, to) = (fifth(level - 1), fifth(level).max(fifth(level - 1) + 1));
        let at = rng.random_range(from..to).min(some.len() - 1);
        Ok(some.swap_remove(at))
    }

    /// Positions of this worth, at random, none twice.
    fn pick(
        &self,
        table: &Table,
        tables: &Tables,
        turn: Color,
        worth: Worth,
        limit: usize,
        rng: &mut ChaCha8Rng,
    ) -> Result<Vec<Position>, TablesError> {
        if let Some(drawn) = lucky_draws(table, turn, worth, limit, rng) {
            return Ok(drawn);
        }
        let pick = Pick::Random { seed: rng.random() };
        find(table, tables, &Find { turn, worth, zugzwang: false, only_move: false, pick, limit })
    }

    fn nothing(&self, wanted: String, next: String) -> StartError {
        let name = plain_name(&self.material.normalized());
        let side = if self.stronger { "stronger" } else { "weaker" };
        StartError::NoSuchPosition { wanted, name, side, next }
    }
}

/// Numbers tried before the whole table is looked through: a millisecond or so.
const TRIES: usize = 50_000;

/// As many positions of this worth, drawn from all numbers of the table until enough fit: each as
/// likely as any other, and common ones found without looking through hundreds of megabytes. None if
/// they are too rare.
fn lucky_draws(
    table: &Table,
    turn: Color,
    worth: Worth,
    limit: usize,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<Position>> {
    let mut found: Vec<usize> = Vec::with_capacity(limit);
    for _ in 0..TRIES {
        let index = rng.random_range(0..table.index().len());
        let fits = match (table.outcome_at(Slot { turn, index }), worth) {
            (Some(outcome), Worth::Exactly(wanted)) => outcome == wanted,
            (Some(outcome), Worth::Draw) => outcome == Outcome::Draw,
            _ => false,
        };
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

/// Drawn positions ordered by the share of legal moves that hold, the easiest first; those in which
/// every move holds are left out.
fn hardest(tables: &Tables, positions: Vec<Position>) -> Result<Vec<Position>, ChoiceError> {
    let mut shares = Vec::new();
    for position in positions {
        let choices = tables.choices(&position)?;
        let hold = choices.iter().filter(|choice| choice.value.sign() == 0).count();
        if hold < choices.len() {
            // Thousandths: shares are compared, and numbers with a point cannot be sorted by.
            shares.push((Reverse(1000 * hold / choices.len()), position));
        }
    }
    shares.sort_by_key(|(share, _)| *share);
    Ok(shares.into_iter().map(|(_, position)| position).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(depth: Option<(u16, u16)>, difficulty: Option<u8>) -> Wish {
        let material = "KQKR".parse().unwrap();
        Wish { material, side: None, stronger: true, depth, difficulty, goal: None, seed: 1 }
    }

    #[test]
    fn difficulties_share_the_depths_out() {
        let level = |level| wish(None, Some(level)).depths(31);
        assert_eq!([1, 2, 3, 4, 5].map(level), [(1, 6), (7, 12), (13, 18), (19, 24), (25, 31)]);
        assert_eq!(wish(Some((0, 99)), None).depths(31), (1, 31));
        assert_eq!(wish(None, Some(5)).depths(3), (3, 3));
        assert_eq!(wish(None, Some(1)).depths(3), (1, 1));
    }

    /// Drawn or looked through, a position is one that `find` would list.
    #[test]
    fn positions_drawn_are_among_those_found() {
        let tables = Tables::new(value::Metric::Dtc);
        let material = "KRK".parse().unwrap();
        let table = tables.table(&material, &endgame::solve::Watch::NOBODY).unwrap();
        let worth = Worth::Exactly(Outcome::Win(Depth(10)));
        let (turn, pick) = (Color::White, Pick::InOrder);
        let wanted = Find { turn, worth, zugzwang: false, only_move: false, pick, limit: 100_000 };
        let all = find(&table, &tables, &wanted).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let drawn = lucky_draws(&table, turn, worth, 50, &mut rng).unwrap();
        assert_eq!(drawn.len(), 50);
        assert!(drawn.iter().all(|position| all.contains(position)));
        let never = Worth::Exactly(Outcome::Win(Depth(99)));
        assert_eq!(lucky_draws(&table, turn, never, 1, &mut rng), None);
    }
}
