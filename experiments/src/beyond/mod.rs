//! What the papers left undone: section 8 of Andrist & Haworth 2005 lists it, and more suggests itself.

mod agreement;
mod deeper;
mod drawn;
mod eight_puzzle;
mod emulator;
mod five_men;
mod holding;
mod how_random;
mod kbbkn;
mod lumping;
mod networks;
mod people;
mod poisson_draws;
mod random_players;
mod random_threshold;
mod ranks;
mod surveys;
mod thumb;

pub(crate) use thumb::measures;

use crate::Row;

/// Every experiment of ours.
#[rustfmt::skip] // a line each
pub(crate) const EXPERIMENTS: &[Row] = &[
    ("beyond/agreement", "exact lengths and chances by sweeps, by stored moves and by games", agreement::run),
    ("beyond/drawn", "an infallible White attacks a fallible Black in drawn positions", drawn::run),
    ("beyond/holding", "who presses where the tables say draw: how long such games live, and who wins them", holding::run),
    ("beyond/deeper-predator", "a Predator who looks further than two plies", deeper::run),
    ("beyond/emulator", "the Emulator as a training partner, beside the reference player", emulator::run),
    ("beyond/lumping", "the lumped Markov model against every position followed", lumping::run),
    ("beyond/kbbkn", "KBBKN position by position, beside the Markov model", kbbkn::run),
    ("beyond/five-men", "all endgames of four and five men without pawns, position by position", five_men::run),
    ("beyond/thumb", "the best rule of thumb, and the best two together, in each of several endgames", thumb::thumb),
    ("beyond/random-threshold", "the threshold of random games of finite size", random_threshold::run),
    ("beyond/poisson-draws", "when random games with Poisson branching can be drawn", poisson_draws::run),
    ("beyond/how-random", "all 145 endgames of three to five men beside the theory of random games", how_random::run),
    ("beyond/random-players", "reference players, Analyser and Predator on random games", random_players::run),
    ("beyond/eight-puzzle", "reference players solve the 8-puzzle", eight_puzzle::run),
    ("beyond/networks", "networks for all endgames of three and four men, made exact; five men by a sample", networks::run),
    ("beyond/people", "how well people's moves in endgames are foreseen, and the built-in model learned anew", people::run),
    ("beyond/surveys", "all endgames of four men without pawns, surveyed", surveys::run),
];
