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
    assert!(rules.len() <= MOST_RULES, "one bit for each rule");
    let singles = (0..rules.len()).map(|at| 1 << at);
    let couples: Vec<(usize, usize)> = match settings.pairs {
        true => (0..rules.len()).flat_map(|a| (a + 1..rules.len()).map(move |b| (a, b))).collect(),
        false => Vec::new(),
    };
    let masks: Vec<u64> = singles.chain(couples.iter().map(|&(a, b)| 1 << a | 1 << b)).collect();
    let wanted = |outcome: Outcome| match outcome {
        Outcome::Win(depth) => settings.winning && depth.0 >= settings.from_depth,
        Outcome::Loss(depth) => !settings.winning && depth.0 >= settings.from_depth,
        Outcome::Draw => false,
    };
    let measurement = Measurement { rules, masks: &masks, settings };
    let walked = sweep.walk(
        wanted,
        || Sums::new(masks.len()),
        |measured, visited, facts| measurement.look(measured, &visited, facts),
        monitor,
    )?;
    let mut sum = Sums::new(masks.len());
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
    /// The rules that must hold together, one bit each.
    masks: &'a [u64],
    settings: &'a Settings,
}

/// What a stretch of positions comes to.
struct Sums {
    cells: Vec<Vec<Cell>>,
    worst: Vec<Worst>,
    held: Vec<u64>,
}

impl Measurement<'_> {
    fn look(&self, measured: &mut Sums, visited: &Visited<'_>, facts: &[Facts]) {
        let depth = visited.outcome.depth().map_or(0, |depth| usize::from(depth.0));
        let weight = match self.settings.count {
            Count::Classes => 1,
            Count::Boards => u64::from(visited.boards),
        };
        measured.held.clear();
        let (mut considered, mut optimal) = (0u32, 0u32);
        let (mut keeping, mut sum) = (0u32, 0u32);
        for facts in facts {
            let takes = self.settings.considered.takes(facts);
            measured.held.push(if takes { held(self.rules, facts) } else { 0 });
            considered += u32::from(takes);
            optimal += u32::from(facts.optimal());
            if !facts.fatal() {
                keeping += 1;
                sum += after(facts);
            }
        }
        let best = facts.iter().map(|facts| facts.best).next().map_or(0, depth_of);
        let random = f64::from(sum) / f64::from(keeping.max(1));
        for (at, &mask) in self.masks.iter().enumerate() {
            let mut seen = cell::PositionCounts {
                considered,
                optimal,
                random,
                best,
                ..cell::PositionCounts::default()
            };
            let mut least: Option<Conceded> = None;
            for (facts, &held) in facts.iter().zip(&measured.held) {
                if held & mask == mask {
                    seen.conforming += 1;
                    seen.both += u32::from(facts.optimal());
                    if !facts.fatal() {
                        seen.keeping += 1;
                        seen.after += after(facts);
                    }
                    let conceded = facts.value.conceded(facts.best).ok_or(ResultLost);
                    least = Some(least.map_or(conceded, |least| least.min(conceded)));
                }
            }
            let cells = &mut measured.cells[at];
            if cells.len() <= depth {
                cells.resize(depth + 1, Cell::default());
            }
            cells[depth].add(&seen, weight);
            if self.settings.examples > 0
                && let Some(least) = least.filter(|least| *least > Ok(0))
            {
                measured.worst[at].offer(least, visited.number, self.settings.examples);
            }
        }
    }
}

/// A bit for each rule the move conforms to.
fn held(rules: &[Rule], facts: &Facts) -> u64 {
    rules.iter().enumerate().fold(0, |held, (at, rule)| held | u64::from(rule.holds(facts)) << at)
}

fn depth_of(outcome: Outcome) -> u32 {
    outcome.depth().map_or(0, |depth| u32::from(depth.0))
}

/// The depth after a move that keeps the value.
fn after(facts: &Facts) -> u32 {
    depth_of(facts.value)
}

impl Sums {
    fn new(masks: usize) -> Sums {
        Sums {
            cells: vec![Vec::new(); masks],
            worst: vec![Worst::default(); masks],
            held: Vec::new(),
        }
    }

    fn add(&mut self, other: Sums, examples: usize) {
        for (into, from) in self.cells.iter_mut().zip(other.cells) {
            if into.len() < from.len() {
                into.resize(from.len(), Cell::default());
            }
            for (into, from) in into.iter_mut().zip(&from) {
                *into = into.plus(from);
            }
        }
        for (into, from) in self.worst.iter_mut().zip(other.worst) {
            into.add(from, examples);
        }
    }

    fn findings(self, sweep: &Sweep<'_, '_>) -> Vec<Finding> {
        let each = self.cells.into_iter().zip(self.worst);
        each.map(|(by_depth, worst)| Finding {
            by_depth,
            counterexamples: worst.counterexamples(sweep),
        })
        .collect()
    }
}
