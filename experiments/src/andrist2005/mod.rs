//! Andrist & Haworth 2005, "Deeper model endgame analysis".

mod appendixc;
mod depths;
mod section4;
mod section6;
mod table1;
mod winning;

use crate::{Experiment, Lab};

pub(crate) use table1::STARTS;

const PAPER: &str = "andrist2005";

/// The competences of figure 4, for all four.
const COMPETENCES: [f64; 6] = [15.0, 20.0, 25.0, 30.0, 35.0, 40.0];

/// The endgames of section 7, the one that is drawn first; at reduced scale only the small one.
fn endgames(lab: &Lab<'_>) -> &'static [&'static str] {
    lab.at_scale(&["KBBKN", "KQKR"][..], &["KQKR"])
}

/// Every table and figure of the paper.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        key: "andrist2005/section4",
        title: "what the Analyser's grid, kappa and prior do to its answer",
        run: section4::run,
    },
    Experiment {
        key: "andrist2005/table1",
        title: "2,000 games of R_20 against the infallible defender in KQKR",
        run: table1::run,
    },
    Experiment {
        key: "andrist2005/section6",
        title: "the length of a KQKR win, Markov model and exact",
        run: section6::run,
    },
    Experiment {
        key: "andrist2005/figure1",
        title: "the chance to convert from the deepest wins within so many moves",
        run: winning::figure1,
    },
    Experiment {
        key: "andrist2005/figure2",
        title: "the chance to convert from the deepest wins with exactly that move",
        run: winning::figure2,
    },
    Experiment {
        key: "andrist2005/figure3",
        title: "the expected length by depth",
        run: depths::figure3,
    },
    Experiment {
        key: "andrist2005/figure4",
        title: "the chance to win within 50 moves by depth",
        run: depths::figure4,
    },
    Experiment {
        key: "andrist2005/appendixc",
        title: "condition numbers, and the figures a plain solution loses",
        run: appendixc::run,
    },
];
