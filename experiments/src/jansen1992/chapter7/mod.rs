//! Chapter 7: making KQKR harder to win.

mod averages;
mod games;
mod table71;

use crate::Experiment;

/// Its tables and figures.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        key: "jansen1992/table7-1",
        title: "43 games of people against programs: do the columns follow from the counts?",
        run: table71::run,
    },
    Experiment {
        key: "jansen1992/table7-3",
        title: "HP0 against B, by subject",
        run: averages::table7_3,
    },
    Experiment {
        key: "jansen1992/table7-5",
        title: "HP1 against R and B, by subject",
        run: averages::table7_5,
    },
    Experiment {
        key: "jansen1992/table7-7",
        title: "mistakes and general playing strength",
        run: averages::table7_7,
    },
    Experiment {
        key: "jansen1992/table7-8",
        title: "mistakes before and after reading a book",
        run: averages::table7_8,
    },
];
