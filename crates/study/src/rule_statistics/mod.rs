//! What rules of thumb are worth, measured against the truth: Jansen 1992, section 6.2.
//!
//! In each position, `b` moves are considered, `o` of them optimal; `h` conform to the rule, `ho`
//! are both. A move taken by the rule is optimal with probability `ho / h`, a random one with
//! `o / b`:
//!
//! ```text
//! applicable   positions with h > 0, of all
//! helpful      those of them with ho / h > o / b
//! gain         g = (ho / h) / (o / b), averaged over them
//! depth after  averaged over the moves that conform, over all, and after the best move
//! ```
//!
//! - [`Cell`]: the sums; [`Counterexample`]: where a rule leads astray
//! - [`RuleReport`]: all of it as records, CSV and a plot

mod cell;
mod counterexample;
mod report;

use endgame::heuristics::{Facts, Rule, Sweep};
use endgame::outcome_histogram::Count;
use endgame::progress::Monitor;
use endgame::successors::{Visited, WalkError};
use value::Outcome;

pub use cell::Cell;
pub use counterexample::{Counterexample, Played};
pub use report::{CounterexampleRecord, RuleRecords, RuleReport};

use counterexample::{Conceded, ResultLost, Worst};

/// The most rules that can be measured at a time.
pub const MOST_RULES: usize = 64;

/// Which moves a random player is thought to consider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Considered {
    /// Every legal one.
    Legal,
    /// All but those that give the win away at once, to a capture or by stalemate: as Jansen counts.
    #[default]
    NoBlunders,
    /// Only those that keep the value.
    Keeping,
}

impl Considered {
    /// Every way to count.
    pub const ALL: [Considered; 3] =
        [Considered::Legal, Considered::NoBlunders, Considered::Keeping];

    /// As on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Considered::Legal => "legal",
            Considered::NoBlunders => "no-blunders",
            Considered::Keeping => "keeping",
        }
    }

    fn takes(self, facts: &Facts) -> bool {
        match self {
            Considered::Legal => true,
            Considered::NoBlunders => !facts.blunder(),
            Considered::Keeping => !facts.fatal(),
        }
    }
}

/// Which positions are looked at, and how they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether the mover wins there, or loses.
    pub winning: bool,
    /// From which depth on.
    pub from_depth: u16,
    /// Which moves are considered.
    pub considered: Considered,
    /// Classes or boards.
    pub count: Count,
    /// How many counterexamples to keep of each rule.
    pub examples: usize,
    /// Whether to measure every pair of rules too.
    pub pairs: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            winning: true,
            from_depth: 3,
            considered: Considered::default(),
            count: Count::Classes,
            examples: 0,
            pairs: false,
        }
    }
}

/// What the rules of one side are worth in one endgame.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// One of each rule, in the order given.
    pub rules: Vec<Finding>,
    /// One of each pair `A and B`, as the places of A and B, A before B.
    pub pairs: Vec<((usize, usize), Finding)>,
}

/// What one rule is worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// By the depth before the move.
    pub by_depth: Vec<Cell>,
    /// Where it leads astray worst.
    pub counterexamples: Vec<Counterexample>,
}

impl Finding {
    /// All depths from one on, together.
    pub fn from_depth(&self, depth: u16) -> Cell {
        self.by_depth.iter().skip(depth.into()).fold(Cell::default(), |sum, cell| sum.plus(cell))
    }
}

/// Measures rules over every position of an endgame that is looked at.
pub fn measure(
    sweep: &Sweep<'_, '_>,
    rules: &[Rule],
    settings: &Settings,
    monitor: &Monitor<'_>,
) -> Result<Findings, WalkError> {
    assert!(rules.len() <= MOST_RULES, "the fronts refuse more");
    let couples: Vec<(usize, usize)> = match settings.pairs {
        true => (0..rules.len()).flat_map(|a| (a + 1..rules.len()).map(move |b| (a, b))).collect(),
        false => Vec::new(),
    };
    let asked: Vec<(usize, usize)> =
        (0..rules.len()).map(|at| (at, at)).chain(couples.iter().copied()).collect();
    let wanted = |outcome: Outcome| match outcome {
        Outcome::Win(depth) => settings.winning && depth.0 >= settings.from_depth,
        Outcome::Loss(depth) => !settings.winning && depth.0 >= settings.from_depth,
        Outcome::Draw => false,
    };
    let measurement = Measurement { rules, asked: &asked, settings };
    let walked = sweep.walk(
        wanted,
        || Sums::new(asked.len()),
        |measured, visited, facts| measurement.look(measured, &visited, facts),
        monitor,
    )?;
    let mut sum = Sums::new(asked.len());
    for one in walked {
        sum.add(one, settings.examples);
    }
    let mut findings = sum.findings(sweep);
    let pairs = findings.split_off(rules.len());
    Ok(Findings { rules: findings, pairs: couples.into_iter().zip(pairs).collect() })
}

/// What is asked of each position.
struct Measurement<'a> {
    rules: &'a [Rule],
    /// The rules that must hold together, by their places; one rule alone is named twice.
    asked: &'a [(usize, usize)],
    settings: &'a Settings,
}

/// What a stretch of positions comes to.
struct Sums {
    /// By depth: all positions, and a cell for each of what is asked, counting those where a move conforms.
    by_depth: Vec<(u64, Vec<Cell>)>,
    worst: Vec<Worst>,
    /// For each rule the moves of the position at hand that conform to it, a bit each: with as many men
    /// as tables hold there are fewer than 128.
    conforming: Vec<u128>,
    /// The moves of the position at hand.
    moves: Vec<MoveCounts>,
}

/// One move, as every rule that it conforms to counts it.
struct MoveCounts {
    optimal: u32,
    keeps: u32,
    /// The depth after it, if it keeps the value.
    after: u32,
    conceded: Conceded,
}

impl MoveCounts {
    fn of(facts: &Facts) -> MoveCounts {
        let keeps = !facts.fatal();
        MoveCounts {
            optimal: facts.optimal().into(),
            keeps: keeps.into(),
            after: if keeps { depth_of(facts.value) } else { 0 },
            conceded: facts.value.conceded(facts.best).ok_or(ResultLost),
        }
    }
}

impl Measurement<'_> {
    fn look(&self, measured: &mut Sums, visited: &Visited<'_>, facts: &[Facts]) {
        let depth = visited.outcome.depth().map_or(0, |depth| usize::from(depth.0));
        let weight = match self.settings.count {
            Count::Classes => 1,
            Count::Boards => u64::from(visited.boards),
        };
        let rules = self.rules.len();
        measured.conforming.clear();
        measured.conforming.resize(rules, 0);
        measured.moves.clear();
        let (mut considered, mut optimal) = (0u32, 0u32);
        let (mut keeping, mut sum) = (0u32, 0u32);
        for (at, facts) in facts.iter().enumerate() {
            let one = MoveCounts::of(facts);
            let takes = self.settings.considered.takes(facts);
            if takes {
                let own = 1 << at;
                for (rule, conforming) in self.rules.iter().zip(&mut measured.conforming) {
                    *conforming |= if rule.holds(facts) { own } else { 0 };
                }
            }
            considered += u32::from(takes);
            optimal += one.optimal;
            keeping += one.keeps;
            sum += one.after;
            measured.moves.push(one);
        }
        let best = facts.iter().map(|facts| facts.best).next().map_or(0, depth_of);
        let random = f64::from(sum) / f64::from(keeping.max(1));
        let (positions, cells) = of_depth(&mut measured.by_depth, depth, self.asked.len());
        *positions += weight;
        for (at, (&(a, b), cell)) in self.asked.iter().zip(cells).enumerate() {
            let mut conforming = measured.conforming[a] & measured.conforming[b];
            if conforming == 0 {
                continue;
            }
            let mut seen = cell::PositionCounts {
                considered,
                optimal,
                random,
                best,
                ..cell::PositionCounts::default()
            };
            let mut least: Option<Conceded> = None;
            while conforming != 0 {
                let one = &measured.moves[conforming.trailing_zeros() as usize];
                conforming &= conforming - 1;
                seen.conforming += 1;
                seen.both += one.optimal;
                seen.keeping += one.keeps;
                seen.after += one.after;
                least = Some(least.map_or(one.conceded, |least| least.min(one.conceded)));
            }
            cell.add(&seen, weight);
            if self.settings.examples > 0
                && let Some(least) = least.filter(|least| *least > Ok(0))
            {
                measured.worst[at].offer(least, visited.number, self.settings.examples);
            }
        }
    }
}

fn depth_of(outcome: Outcome) -> u32 {
    outcome.depth().map_or(0, |depth| u32::from(depth.0))
}

impl Sums {
    fn new(asked: usize) -> Sums {
        Sums {
            by_depth: Vec::new(),
            worst: vec![Worst::default(); asked],
            conforming: Vec::new(),
            moves: Vec::new(),
        }
    }

    fn add(&mut self, other: Sums, examples: usize) {
        for (depth, (positions, cells)) in other.by_depth.into_iter().enumerate() {
            let (sum, sums) = of_depth(&mut self.by_depth, depth, cells.len());
            *sum += positions;
            sums.iter_mut().zip(&cells).for_each(|(into, from)| *into = into.plus(from));
        }
        for (into, from) in self.worst.iter_mut().zip(other.worst) {
            into.add(from, examples);
        }
    }

    fn findings(self, sweep: &Sweep<'_, '_>) -> Vec<Finding> {
        let Sums { by_depth, worst, .. } = self;
        let cell = |(positions, cells): &(u64, Vec<Cell>), at: usize| {
            let mut cell = cells.get(at).copied().unwrap_or_default();
            cell.positions = *positions;
            cell
        };
        let each = worst.into_iter().enumerate();
        each.map(|(at, worst)| Finding {
            by_depth: by_depth.iter().map(|depth| cell(depth, at)).collect(),
            counterexamples: worst.counterexamples(sweep),
        })
        .collect()
    }
}

/// What was counted of a depth, for so many cells.
fn of_depth(
    by_depth: &mut Vec<(u64, Vec<Cell>)>,
    depth: usize,
    asked: usize,
) -> (&mut u64, &mut [Cell]) {
    if by_depth.len() <= depth {
        by_depth.resize_with(depth + 1, Default::default);
    }
    let (positions, cells) = &mut by_depth[depth];
    if cells.len() < asked {
        cells.resize(asked, Cell::default());
    }
    (positions, cells)
}
