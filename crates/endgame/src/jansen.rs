//! Jansen's depths: mate counted one move deeper than a conversion.
//!
//! He lets the winner take the king, so that a mate is not the end but a conversion to come (1992,
//! 5.2.1). That is another optimisation than DTC: a capture that wins in five is preferred to a mate
//! in five, and positions are a move deeper where nothing but mate is quick enough.
//!
//! ```text
//! J(p) = D(p) or D(p) + 1                       D: depth to conversion
//!
//! mated                                          1
//! winner to move, D = d    d      if a move converts or leads to a D = d - 1 that is not late
//!                          d + 1  otherwise ("late")
//! loser to move, D = d     d + 1  if he is mated or a move leads to a D = d that is late
//!                          d      otherwise
//! ```
//!
//! so one bit for each position is enough, and it depends on the depth before alone. His own number
//! for a position with the loser to move is one more than ours: [`printed_depth`].

use rayon::prelude::*;
use value::{Depth, Metric, Outcome};

use crate::codec::{self, Codec};
use crate::material::Material;
use crate::memory::Bytes;
use crate::progress::Monitor;
use crate::rules::{Color, Role, side};
use crate::successors::{Destination, Successor, Successors, WalkError};
use crate::table::Table;
use crate::tables::{Tables, TablesError};

/// The most men for which Jansen's depths are worked out.
pub const MOST_MEN: usize = 4;

/// Why there are no such depths.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum JansenError {
    #[error("{0} has {men} men: Jansen's depths are worked out for at most {MOST_MEN}", men = .0.men())]
    TooManyMen(Material),
    #[error(
        "{0} has pawns on both sides: Jansen's depths do not follow captures en passant, choose an endgame without"
    )]
    PawnsOnBothSides(Material),
    #[error("Jansen's depths are made from DTC tables, not {0}: leave out --metric")]
    NotConversion(Metric),
    #[error("{0} is too deep for Jansen's depths: choose a shallower endgame")]
    TooDeep(Material),
    #[error(transparent)]
    Tables(#[from] TablesError),
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error("no memory for Jansen's depths of {0}: close other programs and try again")]
    Memory(Material),
}

/// The number he prints for an outcome of these tables: the loser's clock is one ahead.
pub fn printed_depth(outcome: Outcome) -> Option<Depth> {
    match outcome {
        Outcome::Win(depth) => Some(depth),
        Outcome::Draw => None,
        Outcome::Loss(depth) => Some(depth.deeper()),
    }
}

/// Solves an endgame of at most four men for Jansen's depths. The tables are DTC.
pub fn solve(
    tables: &Tables,
    material: &Material,
    monitor: &Monitor<'_>,
) -> Result<Table, JansenError> {
    let material = material.normalized();
    if material.men() > MOST_MEN {
        return Err(JansenError::TooManyMen(material));
    }
    if Color::ALL.iter().all(|&color| material.army(color).count(Role::Pawn) > 0) {
        return Err(JansenError::PawnsOnBothSides(material));
    }
    if tables.metric() != Metric::Dtc {
        return Err(JansenError::NotConversion(tables.metric()));
    }
    let successors = Successors::of(tables, &material, monitor)?;
    let mut late = Late::new(successors.table());
    for winner in Color::ALL {
        let Some(deepest) = successors.table().deepest(winner) else { continue };
        for depth in 0..=deepest.0 {
            if monitor.stopped() {
                return Err(WalkError::Stopped(material).into());
            }
            // The winner's turn first: the loser looks at what it found.
            for turn in [winner, winner.other()] {
                late.mark(&successors, turn, winner, depth)?;
            }
        }
    }
    late.table(successors.table())
}

/// Which positions are one move deeper than in DTC.
struct Late {
    late: [Vec<bool>; 2],
    /// By the side to move and the byte: the numbers that have it.
    of_code: [Vec<Vec<u32>>; 2],
}

impl Late {
    fn new(table: &Table) -> Late {
        let late = Color::ALL.map(|_| vec![false; table.index().len()]);
        let of_code = Color::ALL.map(|turn| {
            let mut of_code = vec![Vec::new(); 256];
            for (number, &code) in table.codes(turn).iter().enumerate() {
                if table.codec().winner(code).is_some() {
                    of_code[usize::from(code)].push(number as u32);
                }
            }
            of_code
        });
        Late { late, of_code }
    }

    /// Marks the positions of one depth with one side to move.
    fn mark(
        &mut self,
        successors: &Successors<'_>,
        turn: Color,
        winner: Color,
        depth: u16,
    ) -> Result<(), JansenError> {
        let numbers = &self.of_code[side(turn)][usize::from(codec::win(winner, depth as u8))];
        let known = &self.late[side(turn.other())];
        let is_late = |successor: &Successor| match successor.to {
            Destination::Here(number) | Destination::WithRight(number) => known[number],
            Destination::Elsewhere => false,
        };
        let marked: Vec<bool> = numbers
            .par_iter()
            .map_init(Vec::new, |found, &number| {
                successors.list(turn, number as usize, found)?;
                Ok(if turn == winner {
                    let quickest = Outcome::Win(Depth(depth - 1));
                    !found.iter().any(|next| next.value == quickest && !is_late(next))
                } else {
                    let slowest = Outcome::Loss(Depth(depth));
                    found.is_empty()
                        || found.iter().any(|next| next.value == slowest && is_late(next))
                })
            })
            .collect::<Result<_, TablesError>>()?;
        let numbers = numbers.clone();
        for (number, late) in numbers.into_iter().zip(marked) {
            self.late[side(turn)][number as usize] = late;
        }
        Ok(())
    }

    /// The table with the late ones a move deeper.
    fn table(&self, from: &Table) -> Result<Table, JansenError> {
        let material = from.material();
        let mut deepest = [None, None];
        for turn in Color::ALL {
            for (&code, &late) in from.codes(turn).iter().zip(&self.late[side(turn)]) {
                if let Some((winner, depth)) = from.codec().winner(code) {
                    let depth = Some(Depth(u16::from(depth) + u16::from(late)));
                    let most = &mut deepest[side(winner)];
                    *most = (*most).max(depth);
                }
            }
        }
        if !Codec::fits(deepest[0], deepest[1]) {
            return Err(JansenError::TooDeep(material));
        }
        let codes = |turn: Color| {
            let mut bytes =
                Bytes::zeroed(from.index().len()).map_err(|_| JansenError::Memory(material))?;
            let each = from.codes(turn).iter().zip(&self.late[side(turn)]);
            for (into, (&code, &late)) in bytes.iter_mut().zip(each) {
                *into = match from.codec().winner(code) {
                    Some((winner, depth)) => codec::win(winner, depth + u8::from(late)),
                    None => code,
                };
            }
            Ok::<_, JansenError>(bytes)
        };
        let codes = [codes(Color::White)?, codes(Color::Black)?];
        Ok(Table::new(from.index().clone(), Metric::Dtc, deepest, codes))
    }
}
