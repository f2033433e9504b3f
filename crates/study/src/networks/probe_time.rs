//! How long a network takes to answer.

use std::time::Instant;

use endgame::index::Slot;
use endgame::rules::Color;
use net::endgame_network::EndgameNetwork;

/// Positions asked, about.
const ASKED: usize = 20_000;

/// How long a probe of a position on the board takes on average, exceptions included, over positions spread over the endgame.
pub fn nanoseconds_a_probe(network: &EndgameNetwork) -> f64 {
    let index = network.index();
    let numbers = (0..index.len()).step_by((index.len() / ASKED).max(1));
    let slots = numbers.flat_map(|index| Color::ALL.map(|turn| Slot { turn, index }));
    let positions: Vec<_> = slots.filter_map(|slot| index.decode(slot)).collect();
    let start = Instant::now();
    let known = positions.iter().filter(|position| network.probe(position).is_some()).count();
    start.elapsed().as_nanos() as f64 / known.max(1) as f64
}
