//! Haworth 2003, "Reference fallible endgame play".

mod appendixb;
mod browne;
mod curves;
mod preference;
mod section8;
mod table1;

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
        key: "haworth2003/table1",
        title: "the nine KQKR positions of the paper",
        run: table1::run,
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
    Experiment {
        key: "haworth2003/figure8",
        title: "Browne's apparent competence in his two games against BELLE",
        run: browne::figure8,
    },
    Experiment {
        key: "haworth2003/section8",
        title: "the moves an opponent model would have made for BELLE",
        run: section8::run,
    },
    Experiment {
        key: "haworth2003/figure9",
        title: "the depth after each of Browne's moves",
        run: browne::figure9,
    },
    Experiment {
        key: "haworth2003/appendixb",
        title: "every annotation of the Browne-BELLE games",
        run: appendixb::run,
    },
];
