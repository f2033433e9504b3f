//! Haworth 2003, "Reference fallible endgame play".

mod curves;
mod preference;

use crate::Experiment;

const PAPER: &str = "haworth2003";

/// Every table and figure of the paper.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        key: "haworth2003/figure1",
        title: "the preference function in KQKR, the queen to move",
        run: preference::figure1,
    },
    Experiment {
        key: "haworth2003/figure2",
        title: "the preference function in KRKQ, the rook to move",
        run: preference::figure2,
    },
    Experiment {
        key: "haworth2003/figure3",
        title: "the preference function for growing competence",
        run: preference::figure3,
    },
    Experiment {
        key: "haworth2003/figure4",
        title: "BB2-22b: one option dominates",
        run: curves::figure4,
    },
    Experiment {
        key: "haworth2003/figure5",
        title: "BB2-10b: the best option changes once",
        run: curves::figure5,
    },
    Experiment {
        key: "haworth2003/bb2-12b",
        title: "BB2-12b: three of four options are best in turn",
        run: curves::bb2_12b,
    },
    Experiment {
        key: "haworth2003/figure6",
        title: "BB2-24b: one option is best against the weakest and the strongest",
        run: curves::figure6,
    },
    Experiment {
        key: "haworth2003/figure7",
        title: "J1-1b: a sacrifice of one move pays only against the weak",
        run: curves::figure7,
    },
];
