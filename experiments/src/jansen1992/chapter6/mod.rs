//! Chapter 6: how people play KQKR, and what their rules of thumb are worth.

mod browne;
mod masters;

use crate::Experiment;

/// Its tables and figures.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        key: "jansen1992/figure6-2",
        title: "Browne's two games in the space of possible games",
        run: browne::run,
    },
    Experiment {
        key: "jansen1992/figure6-3",
        title: "moves conceded by depth, beside the random player",
        run: masters::figure6_3,
    },
    Experiment {
        key: "jansen1992/figure6-4",
        title: "how often mistakes are made by depth, beside the random player",
        run: masters::figure6_4,
    },
    Experiment {
        key: "jansen1992/figure6-5",
        title: "how large mistakes are by depth, beside the random player",
        run: masters::figure6_5,
    },
];
