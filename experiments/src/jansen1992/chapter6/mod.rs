//! Chapter 6: how people play KQKR, and what their rules of thumb are worth.

mod browne;
mod claims;
mod masters;
mod predictor;
mod thumbs;

use crate::Experiment;

/// Its tables and figures.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        key: "jansen1992/figure6.2",
        title: "Browne's two games in the space of possible games",
        run: browne::run,
    },
    Experiment {
        key: "jansen1992/figure6.3",
        title: "moves conceded by depth, beside the random player",
        run: masters::figure6_3,
    },
    Experiment {
        key: "jansen1992/figure6.4",
        title: "how often mistakes are made by depth, beside the random player",
        run: masters::figure6_4,
    },
    Experiment {
        key: "jansen1992/figure6.5",
        title: "how large mistakes are by depth, beside the random player",
        run: masters::figure6_5,
    },
    Experiment {
        key: "jansen1992/figure6.6",
        title: "KQKR: how often a check helps",
        run: |lab| thumbs::helps(lab, "check", "figure6.6", 3),
    },
    Experiment {
        key: "jansen1992/figure6.7",
        title: "KQKR: what a check gains",
        run: |lab| thumbs::gains(lab, "check"),
    },
    Experiment {
        key: "jansen1992/figure6.8",
        title: "KQKR: the depth after a check",
        run: |lab| thumbs::depths(lab, "check"),
    },
    Experiment {
        key: "jansen1992/figure6.9",
        title: "KQKR: how often leaving few long lines helps",
        run: |lab| thumbs::helps(lab, "longlines", "figure6.9", 5),
    },
    Experiment {
        key: "jansen1992/figure6.10",
        title: "KQKR: what leaving few long lines gains",
        run: |lab| thumbs::gains(lab, "longlines"),
    },
    Experiment {
        key: "jansen1992/figure6.11",
        title: "KQKR: the depth after leaving few long lines",
        run: |lab| thumbs::depths(lab, "longlines"),
    },
    Experiment {
        key: "jansen1992/figure6.13",
        title: "KQKR: how often zugzwang helps",
        run: |lab| thumbs::helps(lab, "zugzwang", "figure6.13", 3),
    },
    Experiment {
        key: "jansen1992/figure6.14",
        title: "KQKR: what zugzwang gains",
        run: |lab| thumbs::gains(lab, "zugzwang"),
    },
    Experiment {
        key: "jansen1992/figure6.15",
        title: "KQKR: the depth after zugzwang",
        run: |lab| thumbs::depths(lab, "zugzwang"),
    },
    Experiment {
        key: "jansen1992/section6.2",
        title: "KQKR: where each rule of thumb is said to help",
        run: claims::section,
    },
    Experiment {
        key: "jansen1992/section6.2.7",
        title: "a predictor of people's moves, learned from their games",
        run: predictor::run,
    },
];
