//! How many positions of a table are won, drawn and lost, and how deep.

mod code_counts;

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;
use value::{Depth, Outcome};

use self::code_counts::CodeCounts;
use crate::index::ClassMask;
use crate::rules::{Color, side};
use crate::simd::{self, Kernel};
use crate::table::Table;

/// What counts as one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Count {
    /// Placements that a symmetry of the board turns into each other count once: 8 images without
    /// pawns, 2 with.
    #[default]
    Classes,
    /// Every placement counts, like men being alike.
    Boards,
}

impl Count {
    /// `classes` or `boards`.
    pub fn word(self) -> &'static str {
        match self {
            Count::Classes => "classes",
            Count::Boards => "boards",
        }
    }

    /// The same for one of them.
    pub fn one(self) -> &'static str {
        match self {
            Count::Classes => "class",
            Count::Boards => "board",
        }
    }

    /// The word with its meaning.
    pub fn meaning(self) -> &'static str {
        match self {
            Count::Classes => "classes: positions unique under the board's symmetries",
            Count::Boards => "boards: every placement of the men",
        }
    }
}

/// The positions of a table by what they are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeHistogram {
    /// With White to move, in the table's colours: White is the side named first.
    pub white: SideHistogram,
    /// With Black to move.
    pub black: SideHistogram,
}

/// The positions with one side to move by what they are worth to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideHistogram {
    /// How many it wins, by depth.
    pub wins: BTreeMap<Depth, u64>,
    /// How many are drawn, stalemates included.
    pub draws: u64,
    /// How many it loses, by depth.
    pub losses: BTreeMap<Depth, u64>,
}

impl SideHistogram {
    /// How many it wins at any depth.
    pub fn won(&self) -> u64 {
        self.wins.values().sum()
    }

    /// How many it loses at any depth.
    pub fn lost(&self) -> u64 {
        self.losses.values().sum()
    }

    /// How many there are.
    pub fn total(&self) -> u64 {
        self.won() + self.draws + self.lost()
    }

    /// The deepest win and how many there are of it.
    pub fn deepest_win(&self) -> Option<(Depth, u64)> {
        self.wins.last_key_value().map(|(&depth, &count)| (depth, count))
    }

    /// The deepest loss and how many there are of it.
    pub fn deepest_loss(&self) -> Option<(Depth, u64)> {
        self.losses.last_key_value().map(|(&depth, &count)| (depth, count))
    }
}

/// Cells that one thread counts at a time.
const STRETCH: usize = 1 << 12;

impl OutcomeHistogram {
    /// Counts a table, both sides to move, in one pass over its bytes.
    pub fn of(table: &Table, count: Count) -> OutcomeHistogram {
        let cells = table.index().cells();
        let tally = (0..cells.div_ceil(STRETCH))
            .into_par_iter()
            .map(|stretch| {
                let first = stretch * STRETCH;
                Tally::of(table, first..cells.min(first + STRETCH))
            })
            .reduce(|| Tally([[[0; 256]; 2]; 2]), Tally::add);
        OutcomeHistogram {
            white: tally.side(table, Color::White, count),
            black: tally.side(table, Color::Black, count),
        }
    }

    /// The positions with this side to move.
    pub fn side(&self, turn: Color) -> &SideHistogram {
        turn.fold_wb(&self.white, &self.black)
    }
}

/// How often each byte occurs, by side to move: among representatives, and among those of them that are
/// their own mirror image.
struct Tally([[[u64; 256]; 2]; 2]);

struct Counting<'t> {
    table: &'t Table,
    cells: Range<usize>,
    counts: &'t mut [[CodeCounts; 2]; 2],
}

impl Kernel for Counting<'_> {
    #[inline(always)]
    fn run(self) {
        let lines = Color::ALL.map(|turn| self.table.codes(turn).as_chunks::<64>().0);
        let index = self.table.index();
        let mut all = None;
        for cell in self.cells.clone() {
            if cell == self.cells.start || cell % index.words() == 0 {
                all = index.all_represent(cell);
            }
            // Where all count, or none, the impossible may be counted too: nobody asks for them.
            let mask = match all {
                Some(true) => ClassMask { representatives: !0, self_symmetric: 0 },
                Some(false) => continue,
                None => index.class_mask(cell),
            };
            for (counts, lines) in self.counts.iter_mut().zip(lines) {
                let places = [mask.representatives, mask.self_symmetric];
                for (counts, places) in counts.iter_mut().zip(places).filter(|(_, p)| *p != 0) {
                    counts.add(&lines[cell], places);
                }
            }
        }
    }
}

impl Tally {
    fn of(table: &Table, cells: Range<usize>) -> Tally {
        let mut counts = [const { [CodeCounts::NONE, CodeCounts::NONE] }; 2];
        simd::dispatch(Counting { table, cells, counts: &mut counts });
        Tally(counts.map(|counts| counts.map(CodeCounts::totals)))
    }

    fn add(mut self, other: Tally) -> Tally {
        let counts = self.0.as_flattened_mut().as_flattened_mut().iter_mut();
        counts.zip(other.0.as_flattened().as_flattened()).for_each(|(a, b)| *a += b);
        self
    }

    fn side(&self, table: &Table, turn: Color, count: Count) -> SideHistogram {
        let [all, own_images] = &self.0[side(turn)];
        let images = table.index().images();
        let mut histogram = SideHistogram::default();
        for code in 0..=255u8 {
            let at = usize::from(code);
            let number = match count {
                Count::Classes => all[at],
                Count::Boards => images * all[at] - images / 2 * own_images[at],
            };
            if number == 0 {
                continue;
            }
            match table.codec().outcome(code, turn) {
                Some(Outcome::Win(depth)) => *histogram.wins.entry(depth).or_default() += number,
                Some(Outcome::Draw) => histogram.draws += number,
                Some(Outcome::Loss(depth)) => *histogram.losses.entry(depth).or_default() += number,
                None => (),
            }
        }
        histogram
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::codec;
    use crate::index::{Index, Slot};
    use crate::memory::Bytes;
    use value::Metric;

    /// A table that calls every legal position a draw.
    fn all_drawn(name: &str) -> Table {
        let index = Index::new(&name.parse().unwrap());
        let codes = Color::ALL.map(|turn| {
            let mut codes = Bytes::zeroed(index.len()).unwrap();
            for (at, code) in codes.iter_mut().enumerate() {
                if index.decode(Slot { turn, index: at }).is_some() {
                    *code = codec::DRAW;
                }
            }
            codes
        });
        Table::new(index, Metric::Dtc, [None, None], codes)
    }

    /// Every placement of a king, a man and a king, counted by trying them all.
    #[test]
    fn boards_are_counted_as_by_trying_every_placement() {
        for name in ["KQK", "KPK"] {
            let table = all_drawn(name);
            let seats = OutcomeHistogram::of(&table, Count::Boards);
            let men = table.index().men(table.index().len() / 2 + 40).unwrap();
            for turn in Color::ALL {
                let mut boards = HashSet::new();
                for placement in 0..64 * 64 * 64u32 {
                    let squares = [placement % 64, placement / 64 % 64, placement / 4096];
                    let placed: Vec<_> = men
                        .iter()
                        .zip(squares)
                        .map(|(&(_, man), square)| (crate::rules::Square::new(square), man))
                        .collect();
                    let apart = squares.iter().collect::<HashSet<_>>().len() == 3;
                    if apart && let Ok(position) = crate::rules::Position::from_men(placed, turn) {
                        boards.insert(position.fen());
                    }
                }
                assert_eq!(seats.side(turn).draws, boards.len() as u64, "{name} {turn:?}");
            }
        }
    }

    #[test]
    fn classes_of_kqk_and_krk_are_as_many_as_known() {
        let classes = |name| {
            let histogram = OutcomeHistogram::of(&all_drawn(name), Count::Classes);
            [histogram.white.total(), histogram.black.total()]
        };
        assert_eq!(classes("KQK"), [18_081, 28_056]);
        assert_eq!(classes("KRK"), [21_959, 28_056]);
        assert_eq!(classes("KPK"), [81_664, 84_012]);
    }
}
