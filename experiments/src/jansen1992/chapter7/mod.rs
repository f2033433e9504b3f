//! Chapter 7: making KQKR harder to win.

mod contest;
mod section74;
mod tournament;
mod where_it_pays;

use crate::Experiment;

/// Its tables and figures.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        key: "jansen1992/section7.4",
        title: "a move given up on purpose, and the replies it asks for",
        run: section74::run,
    },
    Experiment {
        key: "jansen1992/tournament",
        title: "optimal and speculative programs against opponents of many kinds",
        run: tournament::run,
    },
    Experiment {
        key: "jansen1992/where-it-pays",
        title: "at which depths speculative play wins more than it gives",
        run: where_it_pays::run,
    },
];
