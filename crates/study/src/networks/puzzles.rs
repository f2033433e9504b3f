//! The positions that break the rule: a network misjudges them, and one move alone keeps what they are worth.
//!
//! Haworth & Velliste (1998, section 8): the "exceptions to the rule", which by their singularity deserve to be enshrined as
//! problems and studies.

use endgame::tables::{Tables, TablesError};
use net::endgame_network::EndgameNetwork;

use crate::schema::Theoretical;
use crate::schema::networks::NetworkException;

/// At most so many positions that a network misjudges: first those with a single move that wins, the deepest first, then those with
/// a single move that draws, then the rest.
pub fn puzzles(
    tables: &Tables,
    network: &EndgameNetwork,
    most: usize,
) -> Result<Vec<NetworkException>, TablesError> {
    if !network.is_exact() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for slot in network.exception_slots() {
        let Some(position) = network.index().decode(slot) else { continue };
        let choices = tables.list_choices(&position)?;
        let outcome = tables.outcome(&position)?;
        let keeping: Vec<usize> =
            (0..choices.len()).filter(|&at| choices.keeps_value(at)).collect();
        let only = match keeping[..] {
            // A lost position keeps its value with any move; a forced move is no task.
            [only] if choices.len() > 1 => Some(position.san(choices[only].play)),
            _ => None,
        };
        let value = theoretical(outcome.sign());
        let guess = theoretical(network.guess(&position).unwrap_or(0));
        let rank = match (&only, value) {
            (Some(_), Theoretical::Win) => 0,
            (Some(_), _) => 1,
            (None, _) => 2,
        };
        let depth = outcome.depth().map(|depth| depth.0);
        let exception =
            NetworkException { fen: position.fen(), value, guess, only_move: only, depth };
        found.push((rank, std::cmp::Reverse(depth), exception));
    }
    // Those alike stay in the order of their numbers.
    found.sort_by_key(|(rank, depth, _)| (*rank, *depth));
    Ok(found.into_iter().map(|(_, _, exception)| exception).take(most).collect())
}

/// A result for the side to move, 1, 0 or -1.
pub fn theoretical(sign: i8) -> Theoretical {
    match sign {
        1 => Theoretical::Win,
        0 => Theoretical::Draw,
        _ => Theoretical::Loss,
    }
}
