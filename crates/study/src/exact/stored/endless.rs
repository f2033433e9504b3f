//! The positions from which the game may go on for ever.

use rayon::prelude::*;

use super::rows::Rows;

/// A property of a player's position: 0 the attacker's, 1 the defender's, by row.
pub(crate) type Property<'a> = dyn Fn(usize, usize) -> bool + Sync + 'a;

/// The positions from which the game may go on for ever, by player: `ends` are those whose very move may end it or lead
/// out of the system, `endless` those whose very move may lead out of it to where it goes on for ever.
pub(crate) fn endless(
    rows: &[Rows; 2],
    ends: &Property<'_>,
    endless: &Property<'_>,
) -> [Vec<bool>; 2] {
    let mut over = rows.each_ref().map(|rows| vec![false; rows.len()]);
    grow(&mut over, &|side, row, known| {
        ends(side, row) || rows[side].moves(row).any(|(to, _)| known[to])
    });
    let stuck = |side: usize| -> Vec<bool> {
        let never = |row: usize| {
            !over[side][row]
                || endless(side, row)
                || rows[side].moves(row).any(|(to, _)| !over[1 - side][to])
        };
        (0..rows[side].len()).map(never).collect()
    };
    let mut known = [stuck(0), stuck(1)];
    if known.iter().flatten().any(|&stuck| stuck) {
        grow(&mut known, &|side, row, known| rows[side].moves(row).any(|(to, _)| known[to]));
    }
    known
}

/// Spreads a property, which comes from the other player's positions that a move leads to.
fn grow(known: &mut [Vec<bool>; 2], has: &(dyn Fn(usize, usize, &[bool]) -> bool + Sync)) {
    loop {
        let mut grown = false;
        for side in 0..2 {
            let (first, second) = known.split_at_mut(1);
            let (own, others) =
                if side == 0 { (&mut first[0], &second[0]) } else { (&mut second[0], &first[0]) };
            grown |= own
                .par_iter_mut()
                .enumerate()
                .filter(|(_, known)| !**known)
                .map(|(row, known)| {
                    *known = has(side, row, others);
                    *known
                })
                .reduce(|| false, |one, other| one | other);
        }
        if !grown {
            return;
        }
    }
}
