//! DTR, the depth by the rule: the least `k` for which a win can be forced under a `k`-move rule.
//!
//! Under a `k`-move rule the winner has `2k` plies from each zeroing move (a capture or a pawn move) to the
//! next one, or to mate, and must still be winning under the same rule after it. Haworth 2003, section 9.4:
//! the metric that is necessary and sufficient to avoid draw claims, whatever `k` is in force.
//!
//! For `k = 0, 1, 2 ...` an endgame and all it converts into are solved under the `k`-move rule, until every
//! position is won that is won without a rule. The DTR of a position is the first `k` that wins it.

use std::sync::Arc;

use value::{Depth, Metric, Outcome};

use crate::codec;
use crate::material::Material;
use crate::memory::{Bytes, OutOfMemory};
use crate::progress::{Monitor, Progress};
use crate::rules::{Color, Position, side};
use crate::solve::{SolveError, solve, solve_under_rule};
use crate::table::Table;

/// What it counts, for people.
pub const UNIT: &str =
    "moves of the shortest rule (the 50-move rule has 50) under which the win can be forced";
/// The most men for which DTR is worked out; one more without pawns.
pub const MOST_MEN: usize = 4;
/// The longest rule that is tried, in moves.
const LONGEST_RULE: u8 = 125;

/// Why there is no DTR.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum DtrError {
    #[error("two bare kings are always a draw: there is no DTR; add a man, as in KQK")]
    BareKings,
    #[error(
        "{0} has {men} men: DTR is worked out for at most {MOST_MEN}, five without pawns; choose a smaller endgame",
        men = .0.men()
    )]
    TooManyMen(Material),
    #[error(
        "some wins of {0} need a longer rule than {LONGEST_RULE} moves: choose another endgame"
    )]
    TooLong(Material),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error("no memory for the DTR of {material}: close other programs and try again")]
    Memory { material: Material, source: OutOfMemory },
}

/// The DTR of every position of an endgame, and of those it converts into.
#[derive(Debug)]
pub struct RuleDepths {
    /// The endgame itself is the last.
    tables: Vec<Table>,
}

impl RuleDepths {
    /// Works out an endgame; the progress reported is the rule that is tried, in moves.
    pub fn of(material: &Material, monitor: &Monitor<'_>) -> Result<RuleDepths, DtrError> {
        let material = material.normalized();
        if material == Material::KINGS {
            return Err(DtrError::BareKings);
        }
        if material.men() > MOST_MEN + usize::from(material.pawns() == 0) {
            return Err(DtrError::TooManyMen(material));
        }
        let quiet = Monitor { stop: monitor.stop, report: &|_| () };
        let mut endgames: Vec<Endgame> = Vec::new();
        let mut without_rule = Vec::new();
        for needed in material.with_all_it_needs() {
            let table = Arc::new(solve(&needed, Metric::Dtz, &without_rule, &quiet)?);
            endgames.push(Endgame::new(&table)?);
            without_rule.push(table);
        }
        drop(without_rule);
        for moves in 0..=LONGEST_RULE {
            (monitor.report)(Progress { material, done: usize::from(moves), total: 0 });
            for at in 0..endgames.len() {
                let (smaller, rest) = endgames.split_at_mut(at);
                rest[0].try_rule(moves, smaller, &quiet)?;
            }
            if endgames.iter().all(Endgame::is_complete) {
                let tables = endgames.into_iter().map(Endgame::finish);
                return Ok(RuleDepths { tables: tables.collect() });
            }
        }
        Err(DtrError::TooLong(material))
    }

    /// The endgame's own table: its depths are DTR.
    pub fn table(&self) -> &Table {
        self.tables.last().expect("the endgame itself")
    }

    /// The DTR of a position of this endgame, or of one it converts into, as the depth of its outcome; none
    /// of other men.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let material = position.material().normalized();
        if material == Material::KINGS {
            return Some(Outcome::Draw);
        }
        let table = self.tables.iter().find(|table| table.material() == material)?;
        let (plain, can_capture) = position.without_en_passant();
        let mut best = None;
        for play in position.legal_moves().into_iter().filter(|play| play.is_en_passant()) {
            let after = self.outcome(&position.after(play))?;
            // Even if what follows is quicker: the capture itself takes a ply.
            best = best.max(Some(match after.flipped() {
                Outcome::Win(depth) => Outcome::Win(depth.max(Depth(1))),
                Outcome::Draw => Outcome::Draw,
                Outcome::Loss(depth) => Outcome::Loss(depth.max(Depth(1))),
            }));
        }
        if !can_capture || !plain.legal_moves().is_empty() {
            best = best.max(table.outcome(&plain));
        }
        best
    }
}

/// One endgame on the way.
struct Endgame {
    /// Under the rule tried last, none longer than it takes to win all that can be won.
    solved: Option<Arc<Table>>,
    /// The DTR where it is known, a draw elsewhere.
    depths: [Bytes; 2],
    /// Positions whose DTR is not known yet.
    open: usize,
    deepest: [Option<Depth>; 2],
    material: Material,
}

impl Endgame {
    /// From the endgame without a rule.
    fn new(table: &Table) -> Result<Endgame, DtrError> {
        let material = table.material();
        let memory = |source| DtrError::Memory { material, source };
        let mut open = 0;
        let mut depths = [Bytes::zeroed(0).map_err(memory)?, Bytes::zeroed(0).map_err(memory)?];
        for turn in Color::ALL {
            let codes = table.codes(turn);
            let mut bytes = Bytes::zeroed(codes.len()).map_err(memory)?;
            for (byte, &code) in bytes.iter_mut().zip(codes) {
                let decided = table.codec().winner(code).is_some();
                open += usize::from(decided);
                *byte = if decided { codec::DRAW } else { code };
            }
            depths[side(turn)] = bytes;
        }
        Ok(Endgame { solved: None, depths, open, deepest: [None; 2], material })
    }

    fn is_complete(&self) -> bool {
        self.open == 0 && self.solved.is_some()
    }

    /// Solves it under a rule, and notes what is won now that was not before.
    fn try_rule(
        &mut self,
        moves: u8,
        smaller: &[Endgame],
        monitor: &Monitor<'_>,
    ) -> Result<(), DtrError> {
        if self.is_complete() {
            return Ok(());
        }
        let known: Vec<Arc<Table>> = smaller.iter().filter_map(|one| one.solved.clone()).collect();
        let table = solve_under_rule(&self.material, moves, &known, monitor)?;
        for turn in Color::ALL {
            let codes = table.codes(turn);
            for (byte, &code) in self.depths[side(turn)].iter_mut().zip(codes) {
                let Some((winner, _)) = table.codec().winner(code) else { continue };
                if *byte == codec::DRAW {
                    *byte = codec::win(winner, moves);
                    self.open -= 1;
                    self.deepest[side(winner)] = Some(Depth(moves.into()));
                }
            }
        }
        self.solved = Some(Arc::new(table));
        Ok(())
    }

    fn finish(self) -> Table {
        let index = crate::index::Index::new(&self.material);
        Table::new(index, Metric::Dtz50, self.deepest, self.depths)
    }
}
