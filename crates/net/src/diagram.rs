//! A reduced ordered binary decision diagram of KPK, and what it takes to write it down.
//!
//! The variables are the bits of the squares: six for each king, two for the pawn's file, three for its rank, one for the side
//! to move. Where no legal position is, the diagram may say anything: two nodes that agree wherever both are asked become one.

use std::collections::HashMap;

use endgame::rules::Color;

use crate::kpk::Kpk;

/// How many variables.
pub const VARIABLES: usize = 18;

/// A diagram's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramSize {
    /// Nodes that ask for a variable.
    pub nodes: usize,
    /// Bytes: of every level the number of nodes, of every node two branches to one of the nodes below.
    pub bytes: usize,
}

/// 2 bits for each of `2^VARIABLES` assignments: 0 draw, 1 win, 2 nobody asks.
fn truth(kpk: &Kpk, order: &[usize; VARIABLES]) -> Vec<u8> {
    let mut all = vec![2u8; 1 << VARIABLES];
    for turn in [Color::White, Color::Black] {
        for position in kpk.of_turn(turn) {
            let [white, black, pawn] = position.men;
            let bits = white.0 as usize
                | (white.1 as usize) << 3
                | (black.0 as usize) << 6
                | (black.1 as usize) << 9
                | (pawn.0 as usize) << 12
                | (pawn.1 as usize) << 14
                | usize::from(turn == Color::Black) << 17;
            let number = order.iter().fold(0, |number, &bit| number << 1 | (bits >> bit & 1));
            all[number] = u8::from(position.is_won());
        }
    }
    all
}

/// The size of the diagram of KPK with the variables asked in this order.
pub fn size(kpk: &Kpk, order: &[usize; VARIABLES]) -> DiagramSize {
    let mut level = truth(kpk, order).chunks(1).map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (mut nodes, mut bits) = (0, 0.0);
    let mut below = 2usize;
    for _ in 0..VARIABLES {
        let joined: Vec<Vec<u8>> =
            level.chunks_exact(2).map(|pair| [&pair[0][..], &pair[1][..]].concat()).collect();
        let asked = joined.iter().filter(|function| {
            let (no, yes) = function.split_at(function.len() / 2);
            !agree(no, yes)
        });
        let distinct = merged(asked);
        nodes += distinct;
        // A branch leads to any node made so far.
        bits += 2.0 * distinct as f64 * (below as f64).log2() + 16.0;
        below += distinct;
        level = joined;
    }
    DiagramSize { nodes, bytes: (bits / 8.0).ceil() as usize }
}

/// Whether two functions agree wherever both are asked.
fn agree(a: &[u8], b: &[u8]) -> bool {
    a.iter().zip(b).all(|(&a, &b)| a == b || a == 2 || b == 2)
}

/// How many functions remain when those that agree are made one, each joining the first it agrees with.
fn merged<'a>(functions: impl Iterator<Item = &'a Vec<u8>>) -> usize {
    let mut exact: HashMap<&[u8], ()> = HashMap::new();
    let mut kept: Vec<Vec<u8>> = Vec::new();
    for function in functions {
        if exact.insert(function, ()).is_some() {
            continue;
        }
        match kept.iter_mut().find(|other| agree(other, function)) {
            Some(other) => {
                other.iter_mut().zip(function).for_each(|(kept, &new)| *kept = (*kept).min(new))
            }
            None => kept.push(function.clone()),
        }
    }
    kept.len()
}
