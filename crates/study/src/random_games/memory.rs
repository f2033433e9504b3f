//! How much memory random games take, asked before any is made: a class may be larger than the machine.

use endgame::memory::available;
use endgame::tables::Size;
use graph::random::Parameters;

use super::RandomGameError;

/// What is kept of a game that was counted: a few numbers for each of some dozen depths.
const COUNTED: u64 = 2 << 10;

/// What is kept of a game between agents: what is thought of both of them.
const PLAYED: u64 = 1 << 10;

/// Refuses games that do not fit into memory: so many of one class, as many at a time as there are threads, and in each of
/// them so many played by agents.
pub fn check(parameters: &Parameters, games: usize, plays: usize) -> Result<(), RandomGameError> {
    let needed = needed(parameters, (games, rayon::current_num_threads()), plays);
    match available() {
        Some(free) if needed > free => Err(RandomGameError::TooMuchMemory {
            needed: Size(in_bytes(needed)),
            free: Size(in_bytes(free)),
        }),
        _ => Ok(()),
    }
}

fn needed(parameters: &Parameters, (games, threads): (usize, usize), plays: usize) -> u64 {
    let at_a_time = parameters.bytes().saturating_mul(games.min(threads) as u64);
    let of_a_game = PLAYED.saturating_mul(plays as u64).saturating_add(COUNTED);
    at_a_time.saturating_add(of_a_game.saturating_mul(games as u64))
}

fn in_bytes(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use graph::Branching;

    /// Measured: 0.92 GiB with four moves and 37 % of terminal wins, whose moves are not kept.
    #[test]
    fn a_game_of_ten_million_positions_a_side_takes_a_gibibyte() {
        let parameters = Parameters::even(10_000_000, Branching::Fixed(4), 3_700_000);
        let needed = needed(&parameters, (1, 2), 0) as f64 / f64::from(1 << 30);
        assert!((0.92..1.3).contains(&needed), "{needed}");
    }

    #[test]
    fn what_no_machine_has_is_refused_in_a_sentence() {
        let small = Parameters::even(20, Branching::Fixed(2), 6);
        assert!(check(&small, 10_000, 0).is_ok());
        for (games, plays) in [(usize::MAX, 0), (1, usize::MAX)] {
            let error = check(&small, games, plays).err().map(|error| error.to_string());
            // A system that does not say what is free is believed to have it.
            assert!(available().is_none() || error.is_some_and(|said| said.contains("give fewer")));
        }
    }
}
