//! How many terminal wins make one game a total win: its own threshold, beside the theory's.
//!
//! The moves stay and White's positions become terminal wins one after another. More terminal wins only
//! ever add wins, so one pass finds the number at which the game becomes a total win, and a sample of
//! games shows how the threshold of finite games is distributed.

use rand::Rng;

use super::generate;
use super::parameters::{Impossible, Parameters};
use super::shape::Class;
use crate::position_graph::Node;

/// Draws the moves of a game of this class, and returns the least number of terminal wins `t_0` with
/// which it is a total win: the class's own number counts nothing. `N_W` if no smaller number is enough.
pub fn own_threshold(
    parameters: &Parameters,
    rng: &mut (impl Rng + ?Sized),
) -> Result<u32, Impossible> {
    let without = Parameters { terminal_wins: 0, ..parameters.clone() };
    without.check()?;
    let graph = generate::graph(&without, rng);
    let white = parameters.white;
    let before = graph.predecessors();
    let mut won = vec![false; white as usize];
    let black = || (white..white + parameters.black).map(Node);
    let mut ways_out: Vec<u32> = black().map(|node| graph.successors(node).len() as u32).collect();
    let positions = u64::from(parameters.black - parameters.terminal_draws);
    let mut newly_lost: Vec<Node> = Vec::new();
    let mut lost = 0u64;
    // A position without a move is lost from the start; a terminal draw has no move either, and never is.
    for node in black().filter(|&node| graph.is_lost(node)) {
        newly_lost.push(node);
        lost += 1;
    }
    let mut newly_won: Vec<Node> = Vec::new();
    for terminal in 0..white {
        loop {
            while let Some(node) = newly_lost.pop() {
                for &to_it in before.of(node) {
                    if !std::mem::replace(&mut won[to_it.index()], true) {
                        newly_won.push(to_it);
                    }
                }
            }
            let Some(node) = newly_won.pop() else { break };
            for &to_it in before.of(node) {
                let open = &mut ways_out[(to_it.0 - white) as usize];
                *open -= 1;
                if *open == 0 {
                    newly_lost.push(to_it);
                    lost += 1;
                }
            }
        }
        if Class::of(lost, positions) == Class::TotalWin {
            return Ok(terminal);
        }
        if !std::mem::replace(&mut won[terminal as usize], true) {
            newly_won.push(Node(terminal));
        }
    }
    Ok(white)
}
