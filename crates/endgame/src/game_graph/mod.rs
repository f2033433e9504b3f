//! An endgame as the game graph of Jansen's thesis (1992, chapter 2), counted: what a theory of random
//! games may know of it, and the depths it is to predict.
//!
//! One side, the *attacker*, wants to win; whatever else happens is no win. A move *stays* if it leads to
//! a position of the same endgame, else it *leaves*, and the game is over. So the positions are
//!
//! ```text
//! attacker to move   terminal wins: a leaving move wins             the others have so many staying moves
//! defender to move   terminal non-losses: a leaving move saves him, the others have so many staying moves;
//!                    or he is stalemated                            none: mated, or forced to leave and lose
//! ```
//!
//! - `slice`: the part of an endgame with its one pawn on a file, a rank or a square
//! - `king_taken`: the same if kings may be taken, as the thesis has it
//! - `zugzwang`: the same placement with either side to move

mod king_taken;
mod slice;
mod zugzwang;

use value::{Metric, Outcome};

use crate::bitboards::Bitboards;
use crate::progress::Monitor;
use crate::rules::{Color, Role};
use crate::successors::{Destination, Successor, Successors, Visited, WalkError};
use crate::survey::Histogram;

pub use slice::{BySlice, Slice, SliceError};
pub use zugzwang::Pairs;

/// Whether the game ends with mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kings {
    /// As in chess: mate ends the game, and no move leaves a king to be taken.
    #[default]
    Mated,
    /// As in the thesis: a king may be left in check and is then taken, which ends the game a move later. Its positions
    /// are all placements of the men, kings apart; its depths those of [`jansen`](crate::jansen).
    Taken,
}

/// The positions with one side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Half {
    /// The attacker's terminal wins, or the defender's terminal non-losses.
    pub terminal: u64,
    /// The others, by how many of their moves stay.
    pub staying: Histogram,
    /// Those that the attacker wins, by depth; terminal wins are at depth 1.
    pub decided: Histogram,
}

impl Half {
    /// How many positions.
    pub fn positions(&self) -> u64 {
        self.terminal + self.staying.total()
    }

    fn add(&mut self, is_terminal: bool, staying: usize, depth: Option<u16>) {
        if is_terminal {
            self.terminal += 1;
        } else {
            self.staying.add(staying, 1);
        }
        if let Some(depth) = depth {
            self.decided.add(depth.into(), 1);
        }
    }

    fn merge(&mut self, other: &Half) {
        self.terminal += other.terminal;
        self.staying.merge(&other.staying);
        self.decided.merge(&other.decided);
    }
}

/// An endgame, or a slice of it, as one side's game graph. Positions unique under the board's symmetries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameGraph {
    /// With the attacker to move.
    pub attacker: Half,
    /// With the defender to move.
    pub defender: Half,
}

impl GameGraph {
    /// Counts an endgame with this attacker, in the colours of its table.
    ///
    /// Where kings are taken the table's depths must be Jansen's.
    pub fn of(
        successors: &Successors<'_>,
        attacker: Color,
        kings: Kings,
        monitor: &Monitor<'_>,
    ) -> Result<GameGraph, WalkError> {
        let whole = |_: &Bitboards| 0;
        let graphs = count(successors, attacker, kings, (1, &whole), monitor)?;
        Ok(graphs.into_iter().next().unwrap_or_default())
    }

    /// Counts every slice of an endgame with one pawn, each as a game of its own.
    ///
    /// A move into another slice leaves. Where the depth goes on after a pawn's move (everywhere but in DTZ) only
    /// files are slices that no such move leads out of.
    pub fn by_slice(
        successors: &Successors<'_>,
        attacker: Color,
        by: BySlice,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<(Slice, GameGraph)>, SliceError> {
        by.check(successors.table())?;
        let number = |men: &Bitboards| by.number(men);
        let graphs = count(successors, attacker, Kings::Mated, (by.slices(), &number), monitor)?;
        let named = graphs.into_iter().enumerate().map(|(at, graph)| (by.slice(at), graph));
        Ok(named.filter(|(_, graph)| graph.attacker.positions() > 0).collect())
    }
}

/// Counts the slices of an endgame, so many, a position's being told by its men.
fn count(
    successors: &Successors<'_>,
    attacker: Color,
    kings: Kings,
    (slices, slice_of): (usize, &(dyn Fn(&Bitboards) -> usize + Sync)),
    monitor: &Monitor<'_>,
) -> Result<Vec<GameGraph>, WalkError> {
    let mut graphs = vec![GameGraph::default(); slices];
    let needs_men = slices > 1 || kings == Kings::Taken || ends_with_pawn_moves(successors);
    for turn in Color::ALL {
        let attacks = turn == attacker;
        let visit = |halves: &mut Vec<Half>, visited: Visited<'_>| {
            let men = if needs_men { successors.men(visited.number) } else { Bitboards::default() };
            let half = &mut halves[slice_of(&men)];
            let moves = Moves::of(&visited, &men, turn, ends_with_pawn_moves(successors));
            let staying = match kings {
                Kings::Mated => moves.staying,
                Kings::Taken => king_taken::quiet_moves(&men, turn),
            };
            half.add(moves.end(attacks, &visited), staying, won_in(visited.outcome, attacks));
        };
        let start = || vec![Half::default(); slices];
        for part in successors.walk(turn, |_| true, start, visit, monitor)? {
            for (graph, half) in graphs.iter_mut().zip(&part) {
                let into = if attacks { &mut graph.attacker } else { &mut graph.defender };
                into.merge(half);
            }
        }
        if kings == Kings::Taken {
            let taken = king_taken::placements(successors.table(), turn);
            let half = if attacks { &mut graphs[0].attacker } else { &mut graphs[0].defender };
            half.terminal += taken;
            if attacks {
                half.decided.add(1, taken);
            }
        }
    }
    Ok(graphs)
}

/// Whether a pawn's move ends the count, so that it leaves.
fn ends_with_pawn_moves(successors: &Successors<'_>) -> bool {
    let table = successors.table();
    table.material().pawns() > 0 && matches!(table.metric(), Metric::Dtz | Metric::Dtz50)
}

/// The depth if the attacker wins, who is to move or not.
fn won_in(outcome: Outcome, attacks: bool) -> Option<u16> {
    let wins = if attacks { 1 } else { -1 };
    outcome.depth().filter(|_| outcome.sign() == wins).map(|depth| depth.0)
}

/// The moves of a position.
struct Moves {
    staying: usize,
    /// Of the moves that leave: whether one wins, and whether one does not lose.
    wins: bool,
    saves: bool,
}

impl Moves {
    fn of(visited: &Visited<'_>, men: &Bitboards, turn: Color, pawns_leave: bool) -> Moves {
        let pawns = men.get(Role::Pawn.of(turn));
        let leaves = |successor: &Successor| match successor.to {
            Destination::Elsewhere => true,
            Destination::Here(_) | Destination::WithRight(_) => {
                pawns_leave && pawns >> successor.step.from & 1 == 1
            }
        };
        let mut moves = Moves { staying: 0, wins: false, saves: false };
        for successor in visited.successors {
            if leaves(successor) {
                moves.wins |= successor.value.sign() > 0;
                moves.saves |= successor.value.sign() >= 0;
            } else {
                moves.staying += 1;
            }
        }
        moves
    }

    /// Whether the game is over for the theory.
    fn end(&self, attacks: bool, visited: &Visited<'_>) -> bool {
        let stalemated = visited.successors.is_empty() && visited.outcome == Outcome::Draw;
        if attacks { self.wins } else { self.saves || stalemated }
    }
}
